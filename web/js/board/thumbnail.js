// SPDX-License-Identifier: MIT
// Board thumbnails, drawn when they scroll into view.
import { h } from '../dom.js';
import { loadRules, sharedCore } from '../core/shared_core.js';
import { boardOptions } from '../game/board_options.js';
import './board.js';

/** @typedef {import('../core/rules.js').Rules} Rules */

/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();
const seen = new IntersectionObserver((entries) => {
    for (const e of entries) {
        if (!e.isIntersecting) continue;
        seen.unobserve(e.target);
        waiting.get(e.target)?.();
    }
}, { rootMargin: '200px' });

/** @param {HTMLElement} el @param {Rules} rules @param {string} [position] */
function draw(el, rules, position) {
    const game = rules.newGame(position ? { start: position } : {});
    const made = 'error' in game ? rules.newGame({}) : game;
    if ('error' in made) return;
    const board = /** @type {any} */ (document.createElement('bm-board'));
    board.options = { ...boardOptions(rules, false), coords: false, animate: false, picture: true };
    board.rules = rules;
    el.append(board);
    board.show(made.view(0), { animate: false, movable: 'none', premovable: null });
    made.release();
}

/** Rules of a built-in game, or of a text. @param {string} name @param {string|null|undefined} yaml */
async function rulesBy(name, yaml) {
    if (!yaml) return loadRules(name);
    const core = await sharedCore();
    await core.library();
    return core.load(yaml).rules;
}

/** The board of a game. @param {string} name @param {string} [position] @param {string|null} [yaml] */
export function thumbnail(name, position, yaml) {
    const el = h('span', { class: 'mini', 'aria-hidden': 'true' });
    waiting.set(el, () => void rulesBy(name, yaml).then((r) => r && draw(el, r, position), () => undefined));
    seen.observe(el);
    return el;
}

/** The board of rules that are loaded. @param {Rules} rules @param {string} [position] */
export function thumbnailOf(rules, position) {
    const el = h('span', { class: 'mini', 'aria-hidden': 'true' });
    draw(el, rules, position);
    return el;
}
