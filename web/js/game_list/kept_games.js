// SPDX-License-Identifier: MIT
// The games that are kept here: all of them as one file, and those that have a position.
import { lang } from '../words/words.js';
import { download } from '../study/export_dialog.js';
import { fullCore, openRules } from '../study/full_core.js';
import { GameList } from './game_list.js';
import { studyOf } from './list_reader.js';
import { listStyle } from './list_view.js';
import { positionOf } from './position_query.js';
import { playersOf, TAGS } from '../study/study_store.js';

/** @typedef {import('../game/autosave.js').SavedEntry} SavedEntry */

/** A day as records have it. @param {number} ms */
function dateOf(ms) {
    const d = new Date(ms);
    return [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, '0')).join('.');
}

/**
 * The record of what is kept, with names and date.
 * @param {SavedEntry} entry @param {string} format @param {(side: number) => string} nameOf
 */
async function recordOf(entry, format, nameOf) {
    const study = await studyOf(await fullCore(), entry);
    try {
        for (const [side, tag] of [TAGS.first[0], TAGS.second[0]].entries()) if (!playersOf(study)[side] && !entry.study) study.setTag(tag, nameOf(side));
        if (!study.tag(...TAGS.date)) study.setTag('Date', dateOf(entry.began));
        return study.text(format).trimEnd();
    } finally {
        study.release();
    }
}

/** All in one file. What a format cannot hold is left out, and counted. @param {SavedEntry[]} entries @param {string} format @param {(g: SavedEntry, side: number) => string} nameOf */
export async function exportAll(entries, format, nameOf) {
    const texts = [];
    let left = 0;
    for (const entry of entries) {
        try {
            texts.push(await recordOf(entry, format, (side) => nameOf(entry, side)));
        } catch (e) {
            console.warn(e);
            left++;
        }
    }
    download(new TextEncoder().encode(`${texts.join(format === 'json' ? '\n' : '\n\n')}\n`), `banmen-${dateOf(Date.now()).replaceAll('.', '-')}.${format}`);
    return left;
}

/** One of them. @param {SavedEntry} entry @param {string} format @param {(g: SavedEntry, side: number) => string} nameOf */
export async function exportKept(entry, format, nameOf) {
    const text = await recordOf(entry, format, (side) => nameOf(entry, side));
    download(new TextEncoder().encode(`${text}\n`), `${entry.variant}-${dateOf(entry.began).replaceAll('.', '-')}.${format}`);
}

/** The list that was made last: it is made anew when a game has changed. @type {{key: string, list: Promise<GameList>}|null} */
let made = null;

/** The kept games as a list in a worker. @param {SavedEntry[]} entries @returns {Promise<GameList>} */
export function keptList(entries) {
    const key = entries.map((e) => `${e.id} ${e.changed} ${e.record?.length ?? 0}`).join();
    if (made?.key === key) return made.list;
    void made?.list.then((old) => old.close(), () => undefined);
    const list = new GameList();
    const mine = made = { key, list: list.openKept(entries.map(({ record, yaml, variant, game }) => ({ record, yaml, variant, game })), listStyle(lang())).then(() => list) };
    mine.list.catch(() => {
        if (made === mine) made = null;
        list.close();
    });
    return mine.list;
}

/** What their openings are called, by id; games without a name are left out. @param {SavedEntry[]} entries */
export async function keptOpenings(entries) {
    const list = await keptList(entries);
    return new Map(entries.map((e, i) => /** @type {const} */ ([e.id, list.openingOf(list.rows[i])])).filter(([, names]) => names[0]));
}

/** Which of them have a position: FEN, SFEN, or moves. It may belong to any of their games. @param {SavedEntry[]} entries @param {string} text */
export async function havingPosition(entries, text) {
    const core = await fullCore();
    const list = await keptList(entries);
    /** @type {Map<string, SavedEntry>} */
    const games = new Map(entries.map((e) => [`${e.variant} ${e.yaml ?? ''}`, e]));
    /** @type {Set<number>} */
    const found = new Set();
    let problem = /** @type {unknown} */ (null);
    let understood = false;
    for (const { variant, yaml } of games.values()) {
        try {
            const answer = await list.find(variant, yaml, positionOf(await openRules(core, variant, yaml), text));
            if (answer.error) continue;
            understood = true;
            for (const i of answer.games) found.add(i);
        } catch (e) {
            problem ??= e;
        }
    }
    if (!understood && problem) throw problem;
    return new Set([...found].map((i) => entries[i].id));
}
