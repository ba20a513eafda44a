// SPDX-License-Identifier: MIT
// The list of moves, in the reader's notation. A click goes to the position after a move.
import { h } from '../dom.js';

/** @typedef {import('../core/game.js').Game} Game */

/**
 * @param {{onGo: (ply: number) => void}} o
 */
export function movesView(o) {
    const list = h('ol', { class: 'moves', test: 'move-list', label: 'game.moves', tabindex: '0' });
    /** @type {HTMLButtonElement[]} */
    let cells = [];
    /** @type {string[]} */
    let texts = [];
    let drawnAs = '';
    list.addEventListener('click', (e) => {
        const b = /** @type {HTMLElement} */ (e.target).closest('button');
        if (b) o.onGo(Number(b.dataset.ply));
    });

    /** A cell for one more move. @param {number} i @param {string} text @param {{first: number, pairs: boolean, number: number}} how */
    function add(i, text, how) {
        const b = h('button', { type: 'button', 'data-ply': String(i + 1), tabindex: '-1' }, text);
        const place = i + how.first;
        let row = /** @type {HTMLElement|null} */ (list.lastElementChild);
        if (!row || !how.pairs || place % 2 === 0 || i === 0) {
            const n = how.pairs ? how.number + Math.floor(place / 2) : i + 1;
            row = h('li', null, h('span', { class: 'no', 'aria-hidden': 'true' }, how.pairs ? `${n}.` : String(n)));
            if (how.pairs && i === 0 && how.first) row.append(h('span', { class: 'gap' }, '…'));
            list.append(row);
        }
        row.append(b);
        cells.push(b);
        texts.push(text);
    }

    return {
        el: list,
        /**
         * Update the list.
         * @param {Game} game @param {{plies: number, shown: number, style: import('../core/types.js').Style, first: number}} s
         */
        show(game, s) {
            const pairs = game.rules.dialect !== 'usi' && !game.rules.multi;
            const how = { first: s.first, pairs, number: 1 };
            const as = `${s.style} ${s.first}`;
            if (as !== drawnAs || s.plies < cells.length) {
                // Another style, or moves were taken back: what is not the same any more is drawn again.
                list.replaceChildren();
                cells = [];
                texts = [];
                drawnAs = as;
            }
            // The last one may have changed: taken back and another played.
            if (cells.length && cells.length <= s.plies && game.moveText(cells.length - 1, s.style) !== texts[cells.length - 1]) {
                list.replaceChildren();
                cells = [];
                texts = [];
            }
            for (let i = cells.length; i < s.plies; i++) add(i, game.moveText(i, s.style), how);
            for (const b of list.querySelectorAll('[aria-current]')) b.removeAttribute('aria-current');
            const at = cells[s.shown - 1];
            if (at) {
                at.setAttribute('aria-current', 'true');
                keepInView(list, at);
            } else list.scrollTo(0, 0);
        },
    };
}

/** Scroll the list alone, never the page. @param {HTMLElement} list @param {HTMLElement} at */
function keepInView(list, at) {
    const box = list.getBoundingClientRect();
    const r = at.getBoundingClientRect();
    if (r.top < box.top || r.bottom > box.bottom) list.scrollTop += r.top - box.top - (box.height - r.height) / 2;
    if (r.left < box.left || r.right > box.right) list.scrollLeft += r.left - box.left - (box.width - r.width) / 2;
}
