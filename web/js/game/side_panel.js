// SPDX-License-Identifier: MIT
// Beside the game where there is room: what the game is, who watches, and what people say.
import { h } from '../dom.js';
import { paragraph, pick, t } from '../words/words.js';

/** @typedef {import('./types.js').Controller} Controller */

/** @param {Controller} c */
export function sideView(c) {
    const name = h('h2');
    const about = h('p', { class: 'about soft' });
    const watching = h('p', { class: 'soft' });
    const slot = h('div', { class: 'side-slot' });
    const el = h('aside', { class: 'g-side', label: 'game.about', tabindex: '0' }, slot, name, about, watching);
    return {
        el, slot,
        /** Whether it is worth a column: games with hands need the room themselves, and everybody knows chess. */
        needed: c.kind === 'online' || (!!c.rules.about[0] && !c.rules.hasHands),
        /** @param {import('./types.js').ControllerState} s */
        show(s) {
            name.textContent = pick(c.rules.title);
            about.textContent = paragraph(c.rules.about);
            watching.textContent = s.spectators ? t('game.spectators', { n: s.spectators }) : '';
        },
    };
}
