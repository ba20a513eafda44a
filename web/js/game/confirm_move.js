// SPDX-License-Identifier: MIT
// Asks before a move is played, where the setting asks for it: an arrow on the board, and two buttons.
//
// Handles: confirm-move with yes and no.
import { button, fill, h } from '../dom.js';
import { t } from '../words/words.js';

/** @typedef {import('./types.js').Controller} Controller */

/** @param {any} board @param {Controller} c @param {{play: (move: number) => void, back: () => void}} o */
export function confirmMoveView(board, c, o) {
    const el = h('div', { class: 'g-confirm' });
    let accept = () => {};

    /** The question is gone. */
    function close() {
        if (!el.firstChild) return;
        document.removeEventListener('keydown', onKey, true);
        el.replaceChildren();
        board.drawMarks(board.marks);
    }

    /** @param {number} move @param {string} text */
    function ask(move, text) {
        const m = c.game.view().moves.find((x) => x.move === move);
        const yes = button({ class: 'btn main', t: 'confirm.play', 'data-do': 'yes' }, () => {
            close();
            o.play(move);
        });
        accept = () => yes.click();
        fill(el, h('div', { class: 'banner', test: 'confirm-move', role: 'alertdialog', 'aria-label': t('confirm.move', { move: text }) }, h('span', null, t('confirm.move', { move: text })),
            h('span', { class: 'answers' }, yes, button({ class: 'btn', t: 'dialog.cancel', 'data-do': 'no' }, () => {
                close();
                o.back();
            }))));
        o.back();
        if (m && m.to >= 0) board.drawMarks(m.from < 0 ? { arrows: [], circles: [{ at: m.to, colour: 'blue' }] } : { arrows: [{ from: m.from, to: m.to, colour: 'blue' }], circles: [] });
        document.addEventListener('keydown', onKey, true);
        yes.focus({ preventScroll: true });
    }

    /** The press that asked may take the focus elsewhere when it is over: Enter and Escape answer all the same. @param {KeyboardEvent} e */
    function onKey(e) {
        const at = /** @type {Element} */ (e.target);
        if (!['Enter', 'Escape'].includes(e.key) || at.matches('input, textarea, button') && !(e.key === 'Escape' && el.contains(at))) return;
        e.preventDefault();
        e.stopPropagation();
        if (e.key === 'Enter') return accept();
        close();
        o.back();
    }
    return { el, ask, close };
}
