// SPDX-License-Identifier: MIT
// Beside the game where there is room: what the game is, who watches, and what people say.
import { h } from '../dom.js';
import { aboutOf } from '../games.js';
import { flow, pick, t } from '../words.js';

/** @typedef {import('../play/types.js').Controller} Controller */

/** @param {Controller} c */
export function sideView(c) {
    const name = h('h2');
    const about = h('p', { class: 'about soft' });
    const watching = h('p', { class: 'soft' });
    const slot = h('div', { class: 'side-slot' });
    const el = h('aside', { class: 'g-side', label: 'game.about', tabindex: '0' }, slot, name, about, watching);
    /** @type {string[]|null} */
    let text = null;
    return {
        el, slot,
        /** @param {import('../play/types.js').ControllerState} s */
        show(s) {
            name.textContent = pick(c.rules.title);
            if (text) about.textContent = flow(text);
            else void aboutOf(c.rules).then((a) => about.textContent = flow((text = a)), () => undefined);
            watching.textContent = s.spectators ? t('game.spectators', { n: s.spectators }) : '';
        },
    };
}
