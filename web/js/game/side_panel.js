// SPDX-License-Identifier: MIT
// The side column of wide screens: about the game, spectators, chat.
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
        /** Whether to show the column: games with hands need the room, chess needs no description. */
        needed: c.kind === 'online' || (!!c.rules.about[0] && !c.rules.hasHands),
        /** @param {import('./types.js').ControllerState} s */
        show(s) {
            name.textContent = pick(c.rules.title);
            about.textContent = paragraph(c.rules.about);
            watching.textContent = s.spectators ? t('game.spectators', { n: s.spectators }) : '';
        },
    };
}
