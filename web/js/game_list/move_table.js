// SPDX-License-Identifier: MIT
// What was played from a position: moves, in how many games, with what results.
//
// Handles: buttons data-move.
import { h } from '../dom.js';
import { lang, t } from '../words/words.js';

/** @typedef {import('./list_reader.js').MoveCount} MoveCount */

/** Moves that are shown. */
const SHOWN = 12;

/** @param {MoveCount} m */
function shares(m) {
    const percent = (/** @type {number} */ n) => Math.round((100 * n) / m.games);
    const el = h('span', { class: 'shares', role: 'img', 'aria-label': t('open.shares', { first: percent(m.first), draws: percent(m.draws), second: percent(m.second) }) });
    for (const [n, cls] of /** @type {[number, string][]} */ ([[m.first, 'first'], [m.draws, 'draws'], [m.second, 'second'], [m.games - m.first - m.draws - m.second, 'open']])) {
        if (!n) continue;
        const part = h('span', { class: cls }, percent(n) >= 12 && cls !== 'open' ? `${percent(n)}%` : '');
        part.style.flexGrow = String(n);
        el.append(part);
    }
    return el;
}

/** The most frequent moves. @param {MoveCount[]} moves @param {((move: string) => void)|null} onMove what a press does */
export function moveTable(moves, onMove) {
    const byGames = moves.slice().sort((a, b) => b.games - a.games || (a.move < b.move ? -1 : 1)).slice(0, SHOWN);
    return h('table', { label: 'open.explorer' },
        h('thead', null, h('tr', null, h('th', { t: 'open.move' }), h('th', { t: 'open.times' }), h('th', { t: 'open.results' }))),
        h('tbody', null, byGames.map((m) => h('tr', null,
            h('td', null, onMove ? h('button', { type: 'button', class: 'btn bare', 'data-move': m.move, 'data-text': '', on: { click: () => onMove(m.move) } }, m.text) : h('span', { 'data-text': '' }, m.text)),
            h('td', null, m.games.toLocaleString(lang())), h('td', null, shares(m))))));
}

/** The same moves in several lists are one. @param {MoveCount[][]} all @returns {MoveCount[]} */
export function addUp(all) {
    /** @type {Map<string, MoveCount>} */
    const sums = new Map();
    for (const m of all.flat()) {
        const sum = sums.get(m.move);
        if (!sum) sums.set(m.move, { ...m });
        else for (const key of /** @type {const} */ (['games', 'first', 'draws', 'second'])) sum[key] += m[key];
    }
    return [...sums.values()];
}
