// SPDX-License-Identifier: MIT
// Tables of names of openings: data/openings. The core finds which lines of a table fit a game (src/wasm/openings.c); what they are
// called is known here.

/** @typedef {import('../core/types.js').Bilingual} Bilingual */
/** @typedef {{game: string, lines: string, names: (Bilingual|null)[]}} Table  lines: for the core, those without a name being empty */
/** @typedef {Record<string, Table>} Tables by the name of the game */

/** Games that have a table. */
export const NAMED = ['chess', 'shogi'];

/** @param {string[][]} rows @returns {Omit<Table, 'game'>} */
function chessTable(rows) {
    const words = new Map(rows.filter((r) => r[0] === '=').map((r) => [r[1], r[2]]));
    const lines = rows.filter((r) => r[0] !== '=');
    const ja = (/** @type {string} */ text) => words.get(text) ?? text;
    return {
        lines: lines.map((r) => r[3]).join('\n'),
        names: lines.map(([code, family, variation]) => [`${code} ${family}${variation ? `: ${variation}` : ''}`, `${code} ${ja(family)}${variation ? `：${ja(variation)}` : ''}`]),
    };
}

/** @param {string[][]} rows @returns {Omit<Table, 'game'>} */
function shogiTable(rows) {
    return { lines: rows.map((r) => [r[0], r[1], r[4]].join(' ')).join('\n'), names: rows.map((r) => [r[2], r[3]]) };
}

/** @param {string} game @param {string} text @returns {Table} */
export function readTable(game, text) {
    const rows = text.split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
    return { game, ...(game === 'shogi' ? shogiTable(rows) : chessTable(rows)) };
}

/** What numbers of lines mean: one name in chess; in shogi openings and castles of both sides. @param {Table|undefined} table @param {number[]} found @returns {Bilingual} */
export function namesOf(table, found) {
    if (!table || !found.length) return ['', ''];
    /** @param {number} i @param {0|1} lang */
    const name = (i, lang) => table.names[i]?.[lang] ?? '';
    if (table.game !== 'shogi') return [name(found[0], 0), name(found[0], 1)];
    /** @param {0|1} lang */
    const both = (lang) => ['▲', '△'].map((mark, side) => {
        const own = found.slice(side * 2, side * 2 + 2).map((i) => name(i, lang)).filter(Boolean);
        return own.length ? mark + own.join(lang ? '・' : ', ') : '';
    }).filter(Boolean).join(' ');
    return [both(0), both(1)];
}

/** A table for the core; 0: it cannot be read. @param {import('../core/rules.js').Rules} rules @param {Table} table @returns {number} */
export function giveTable(rules, table) {
    rules.module.put(table.lines);
    return rules.module.call('bm_web_openings_create', rules.handle);
}
