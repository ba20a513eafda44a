// SPDX-License-Identifier: MIT
// Board thumbnails, drawn when they scroll into view.
import { h } from '../dom.js';
import { decodeSquares } from '../core/rules.js';
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

/** @typedef {import('./types.js').Rules} BoardRules */
/** @typedef {Record<string, {rules: any, board: number[], hands: number[][]}>} StartBoards */

/** The boards that come with the page. @type {Promise<StartBoards>|null} */
let startBoards = null;

/** @returns {Promise<StartBoards>} */
function loadStartBoards() {
    startBoards ??= fetch('/boards.json').then((answer) => (answer.ok ? answer.json() : {})).catch(() => {
        startBoards = null;
        return {};
    });
    return startBoards;
}

/** @param {HTMLElement} el @param {BoardRules} rules @param {Pick<import('./types.js').View, 'board'|'hands'>} view */
function put(el, rules, view) {
    const board = /** @type {any} */ (document.createElement('bm-board'));
    board.options = { ...boardOptions(rules, false), coords: false, animate: false, picture: true };
    board.rules = rules;
    el.append(board);
    board.show({ turn: 0, royalsInCheck: [], last: null, lasts: [], moves: [], ...view }, { animate: false, movable: 'none', premovable: null });
}

/** The start of a built-in game: no module is needed for those that come with the page. @param {HTMLElement} el @param {string} name */
async function drawStart(el, name) {
    const known = (await loadStartBoards())[name];
    if (!known) draw(el, await loadRules(name));
    else put(el, { ...known.rules, squares: decodeSquares(known.rules.squares) }, { board: Uint8Array.from(known.board), hands: known.hands });
}

/** @param {HTMLElement} el @param {Rules} rules @param {string} [position] */
function draw(el, rules, position) {
    const game = rules.newGame(position ? { start: position } : {});
    const made = 'error' in game ? rules.newGame({}) : game;
    if ('error' in made) return;
    put(el, rules, made.view(0));
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
    const drawn = async () => {
        if (!position && !yaml) return drawStart(el, name);
        const rules = await rulesBy(name, yaml);
        if (rules) draw(el, rules, position);
    };
    waiting.set(el, () => void drawn().catch(() => undefined));
    seen.observe(el);
    return el;
}

/** The board of rules that are loaded. @param {Rules} rules @param {string} [position] */
export function thumbnailOf(rules, position) {
    const el = h('span', { class: 'mini', 'aria-hidden': 'true' });
    draw(el, rules, position);
    return el;
}
