// SPDX-License-Identifier: MIT
// Where a study comes from: an address, the archive, the screen that opens files.
import { fullCore, openRules } from './full_core.js';
import { queryOf } from './link_query.js';
import { studyOf } from '../game_list/list_reader.js';
import { Study } from './study.js';
import { keptEntry } from './study_store.js';
import { get } from '../settings.js';
import { pick, t } from '../words/words.js';

/** @typedef {import('../game/autosave.js').SavedEntry} SavedEntry */
/** @typedef {{study: Study, entry: SavedEntry|null, list: {list: import('../game_list/game_list.js').GameList, index: number, found: number[]}|null, at: number,
 *   shared?: {id: string, key: string, me: string}}} Opened */

/** @typedef {{text: Uint8Array|string, list?: Opened['list']}} Handed a text, perhaps out of a list of games */

/** What another screen hands over. @type {Handed|null} */
let handed = null;

/** @param {Handed} what */
export function handOver(what) {
    handed = what;
}

/** What is wrong with a link, in the language in use. @param {() => string} say */
function wrong(say) {
    return Object.assign(new Error(say()), { say });
}

/** @param {Study|import('./types.js').ReadError} made @returns {Study} */
function good(made) {
    if (made instanceof Study) return made;
    throw wrong(() => pick(made.text) || made.error);
}

/** Play moves of a link in any notation, as one step. @param {Study} study @param {string[]} words */
function playAll(study, words) {
    if (!words.length || study.lineFrom(0, words).length === words.length) return void study.playLine(0, words);
    let at = 0;
    for (const word of words) {
        const { move, error } = study.readMove(at, word);
        if (move === undefined) {
            study.release();
            throw wrong(() => `${word}: ${pick(error)}`);
        }
        at = study.play(at, move).id ?? at;
    }
}

/** The record of a link. Text in which nothing was found is not an empty game. @param {import('../core/core.js').Core} core @param {string} text @param {import('../core/rules.js').Rules|null} rules */
function studyOfRecord(core, text, rules) {
    const study = Study.read(core, text, rules);
    // An error without a place: it is no record at all.
    if (!(study instanceof Study)) throw wrong(() => (study.line ? pick(study.text) : t('open.nothing')));
    const { tags, reports } = study.facts();
    const [problem] = reports.filter((r) => r.severity === 'defect');
    if (!problem || study.nodes.size > 1 || tags.length) return study;
    study.release();
    throw wrong(() => pick(problem.text));
}

/** A study of an address: variant, fen or sfen, pgn or any other record, moves. @param {URLSearchParams} q */
export async function studyOfQuery(q) {
    const core = await fullCore();
    const record = q.get('pgn') ?? q.get('kif') ?? q.get('record');
    const name = q.get('variant') ?? (record !== null ? null : q.has('sfen') ? 'shogi' : q.has('fen') ? 'chess' : get('game'));
    if (name !== null && !(await core.variants()).some((v) => v.name === name)) throw wrong(() => t('missing.game', { name }));
    const rules = name === null ? null : await openRules(core, name, null);
    if (record !== null || !rules) return studyOfRecord(core, record ?? '', rules);
    const study = good(Study.create(rules, q.get('fen') ?? q.get('sfen') ?? ''));
    playAll(study, (q.get('moves') ?? '').split(/[\s,_]+/).filter(Boolean));
    return study;
}

/** A game of the server that is over. @param {string} id */
async function studyOfServer(id) {
    const { api, errorText } = await import('../net/server.js');
    try {
        const { stage, variant } = await api.game(id);
        if (stage !== 'over') throw wrong(() => t('study.running'));
        const [core, record] = await Promise.all([fullCore(), api.record(id)]);
        const known = (await core.variants()).some((v) => v.name === variant);
        return good(Study.read(core, record, await openRules(core, variant, known ? null : await api.variantText(variant))));
    } catch (e) {
        throw wrong(/** @type {any} */ (e).say ?? (() => errorText(e)));
    }
}

/** @param {string} id */
async function studyOfArchive(id) {
    const entry = await keptEntry(id);
    if (!entry) throw wrong(() => t('missing.kept'));
    // A game that is being played online is not analysed: that would be help.
    if (entry.hash && !entry.over) throw wrong(() => t('study.running'));
    const study = await studyOf(await fullCore(), entry);
    return { study, entry: entry.over ? entry : null };
}

/** A study that is shared by link. @param {string} id @param {string} key */
async function studyOfLink(id, key) {
    const { api, errorText, getAccount, loadOnlineStyle } = await import('../net/server.js');
    try {
        const [me, found] = await Promise.all([getAccount(), api.study(id), loadOnlineStyle()]);
        const core = await fullCore();
        const study = good(Study.read(core, found.record, await openRules(core, found.variant, found.yaml || null)));
        return { study, shared: { id, key: found.key ?? key, me: me.id } };
    } catch (e) {
        throw Object.assign(new Error(errorText(e)), { say: () => errorText(e) });
    }
}

/** @param {string[]} params @param {URLSearchParams} q @returns {Promise<Opened>} */
export async function openStudy(params, q) {
    const from = handed;
    handed = null;
    const at = Number(q.get('ply') ?? -1);
    const game = q.get('game');
    if (location.hash.startsWith('#/s/')) return { ...(await studyOfLink(params[0] ?? '', params[1] ?? '')), entry: null, list: null, at };
    if (params[0]) return { ...(await studyOfArchive(params[0])), list: null, at };
    if (from) return { study: good(Study.read(await fullCore(), from.text)), entry: null, list: from.list ?? null, at };
    return { study: await (game ? studyOfServer(game) : studyOfQuery(queryOf(location.hash))), entry: null, list: null, at };
}
