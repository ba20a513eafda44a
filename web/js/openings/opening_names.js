// SPDX-License-Identifier: MIT
// Names of openings in the page: the tables, fetched when they are first used, and the name of the position on the analysis board.
import { pick } from '../words/words.js';
import { giveTable, NAMED, namesOf, readTable } from './tables.js';

/** @typedef {import('./tables.js').Table} Table */
/** @typedef {import('./tables.js').Tables} Tables */

/** @type {Map<string, Promise<Table>>} */
const fetched = new Map();

/** @param {string} game @returns {Promise<Table>} */
function tableOf(game) {
    const known = fetched.get(game) ?? fetch(`/openings/${game}.tsv`).then(async (answer) => {
        if (!answer.ok) throw new Error(`/openings/${game}.tsv: ${answer.status}`);
        return readTable(game, await answer.text());
    });
    fetched.set(game, known);
    known.catch(() => fetched.delete(game));
    return known;
}

/** All of them; what cannot be fetched is left out. @returns {Promise<Tables>} */
export async function openingTables() {
    const tables = await Promise.all(NAMED.map((game) => tableOf(game).catch(() => null)));
    return Object.fromEntries(tables.flatMap((table) => (table ? [[table.game, table]] : [])));
}

/** Tables that the core has. They stay, like the core. @type {Map<string, Promise<number>>} */
const given = new Map();

/** Names of the positions of a study; null: its game has none. @param {import('../study/study.js').Study} study */
export async function namesFor(study) {
    const { name } = study.rules;
    if (!NAMED.includes(name)) return null;
    const table = await tableOf(name);
    const handle = given.get(name) ?? Promise.resolve(giveTable(study.rules, table));
    given.set(name, handle);
    const openings = await handle;
    /** @param {number} id a node */
    return (id) => pick(namesOf(table, study.rules.module.json('bm_web_openings_at', openings, study.handle, id)));
}
