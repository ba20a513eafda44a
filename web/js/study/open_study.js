// SPDX-License-Identifier: MIT
// Where a study comes from: an address, the archive, the screen that opens files.
import { fullCore, openRules } from './full_core.js';
import { studyOf } from '../game_list/list_reader.js';
import { Study } from './study.js';
import { keptEntry } from './study_store.js';
import { get } from '../settings.js';
import { pick, t } from '../words/words.js';

/** @typedef {import('../game/autosave.js').SavedEntry} SavedEntry */
/** @typedef {{study: Study, entry: SavedEntry|null, list: {list: import('../game_list/game_list.js').GameList, index: number, found: number[]}|null, at: number}} Opened */

/** @typedef {{text: Uint8Array|string, list?: Opened['list']}} Handed a text, perhaps out of a list of games */

/** What another screen hands over. @type {Handed|null} */
let handed = null;

/** @param {Handed} what */
export function handOver(what) {
    handed = what;
}

/** @param {Study|import('./types.js').ReadError} made @returns {Study} */
function good(made) {
    if (made instanceof Study) return made;
    throw new Error(pick(made.text) || made.error);
}

/** A study of an address: variant, fen or sfen, pgn or any other record, moves in coordinates. @param {URLSearchParams} q */
async function studyOfQuery(q) {
    const core = await fullCore();
    const record = q.get('pgn') ?? q.get('kif') ?? q.get('record');
    if (record) return good(Study.read(core, record, q.has('variant') ? await openRules(core, q.get('variant') ?? '', null) : null));
    const rules = await openRules(core, q.get('variant') ?? (q.has('sfen') ? 'shogi' : q.has('fen') ? 'chess' : get('game')), null);
    const study = good(Study.create(rules, q.get('fen') ?? q.get('sfen') ?? ''));
    const moves = (q.get('moves') ?? '').split(/[ ,_]+/).filter(Boolean);
    if (moves.length) study.playLine(0, moves);
    return study;
}

/** @param {string} id */
async function studyOfArchive(id) {
    const entry = await keptEntry(id);
    if (!entry) throw new Error(t('missing.kept'));
    // A game that is being played online is not analysed: that would be help.
    if (entry.hash && !entry.over) throw new Error(t('study.running'));
    const study = await studyOf(await fullCore(), entry);
    return { study, entry: entry.over ? entry : null };
}

/** @param {string[]} params @param {URLSearchParams} q @returns {Promise<Opened>} */
export async function openStudy(params, q) {
    const from = handed;
    handed = null;
    const at = Number(q.get('ply') ?? -1);
    if (params[0]) return { ...(await studyOfArchive(params[0])), list: null, at };
    if (from) return { study: good(Study.read(await fullCore(), from.text)), entry: null, list: from.list ?? null, at };
    return { study: await studyOfQuery(q), entry: null, list: null, at };
}
