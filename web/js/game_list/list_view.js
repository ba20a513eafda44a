// SPDX-License-Identifier: MIT
// A list of games with its search: words, result, moves or position; beside it what was played from the position that is looked for.
//
// Handles: game-table, list-search, list-result, list-position, list-count, explorer (buttons data-move), list-row.
import { fill, h } from '../dom.js';
import { lang, pick, t } from '../words/words.js';
import { get, notationFor } from '../settings.js';
import { fullCore, openRules } from '../study/full_core.js';
import { moveTable } from './move_table.js';
import { positionOf } from './position_query.js';
import { searchBar } from './search_bar.js';
import { virtualList } from './virtual_list.js';

/** @typedef {import('./game_list.js').GameList} GameList */

const ROW = 56;
/** @typedef {import('./search_bar.js').Query} Query */

/** @param {GameList} list @param {{query: Query, onOpen: (index: number, found: number[]) => void, name?: (index: number) => string}} o */
export function listView(list, o) {
    /** @type {number[]} */
    let found = [];
    /** @type {number[]|null} */
    let among = null;
    let asked = 0;
    const { query } = o;

    const rows = virtualList({ height: ROW, test: 'game-table', label: 'open.games', row });
    const bar = searchBar(query, { onWords: () => filter(), onPosition: () => void look() });
    const count = h('p', { class: 'soft', test: 'list-count', role: 'status' });
    const explorer = h('div', { class: 'explorer', test: 'explorer' });
    const el = h('div', { class: 'game-search' }, bar.el, bar.wrong, count, explorer, rows.el);

    /** @param {number} i */
    function row(i) {
        const index = found[i];
        const [, first, second, event, date, won, plies, opening] = list.rows[index];
        const score = won === 'first' ? '1–0' : won === 'second' ? '0–1' : won === 'draw' ? '½–½' : '*';
        const who = o.name?.(index) || `${first || '?'} – ${second || '?'}`;
        return h('button', { type: 'button', class: 'list-row', test: 'list-row', 'data-game': String(index), 'data-text': '', on: { click: () => o.onOpen(index, found) } },
            h('span', { class: 'list-who' }, h('strong', null, who), h('b', { class: 'list-score' }, score)),
            h('span', { class: 'soft small list-more' }, [event.replace(/^\?$/, ''), date.replace(/[.?]+$/, ''), t('open.plies', { n: plies }), pick(list.openingOf(list.rows[index])), opening].filter(Boolean).join(' · ')));
    }

    /** @param {boolean} [grown] only rows were added behind */
    function filter(grown = false) {
        const before = found.length;
        found = list.filter({ text: query.text, result: query.result, among });
        rows.show(found.length, grown && before <= found.length);
        const n = found.length.toLocaleString(lang());
        const all = list.rows.length.toLocaleString(lang());
        count.textContent = list.done ? (found.length === list.rows.length ? t('open.count', { n }) : t('open.countOf', { n, all })) : t('open.reading', { n: all, percent: Math.round(list.progress * 100) });
    }

    /** Look the position up in all games. */
    async function look() {
        const mine = ++asked;
        bar.wrong.textContent = '';
        const text = query.position.trim();
        const variant = list.rows[0]?.[0];
        if (!variant || !text) {
            among = null;
            fill(explorer);
            return filter();
        }
        try {
            const rules = await openRules(await fullCore(), variant, null);
            const answer = await list.find(variant, null, positionOf(rules, text));
            if (mine !== asked) return;
            if (answer.error) throw new Error(pick(answer.error));
            among = answer.games;
            explore(answer.moves);
        } catch (e) {
            if (mine !== asked) return;
            bar.wrong.textContent = String(/** @type {any} */ (e).message ?? e);
            among = [];
            fill(explorer);
        }
        filter();
    }

    /** @param {import('./list_reader.js').MoveCount[]} moves */
    function explore(moves) {
        fill(explorer, moves.length ? moveTable(moves, query.position.includes('/') ? null : follow) : null);
    }

    /** @param {string} move */
    function follow(move) {
        bar.setPosition(`${query.position.trim()} ${move}`.trim());
        void look();
    }

    const changed = () => {
        if (query.position && list.done) void look();
        else filter(true);
    };
    list.addEventListener('change', changed);
    filter();
    if (query.position) void look();

    return {
        el,
        relabel: () => filter(),
        close() {
            bar.close();
            list.removeEventListener('change', changed);
            rows.close();
        },
    };
}

/** The notation of first moves in a list. @param {string} lang */
export function listStyle(lang) {
    return notationFor({ dialect: get('game') === 'shogi' ? 'usi' : 'uci', styles: get('game') === 'shogi' ? ['western', 'japanese'] : ['san', 'figurine', 'long'] }, lang);
}
