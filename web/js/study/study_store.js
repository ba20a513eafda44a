// SPDX-License-Identifier: MIT
// Studies among the games that are kept: a study is an entry of the archive with its record; a game that is over gets the record of
// its analysis beside what was played.
import { loadGame, storeGame } from '../game/archive.js';
import { newGameId, recoverSlot } from '../game/autosave.js';
import { NOTE } from './types.js';

/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('../game/autosave.js').SavedEntry} SavedEntry */

/** Names of players and events in the records of all formats. */
export const TAGS = { first: ['White', 'Sente', '先手', '下手'], second: ['Black', 'Gote', '後手', '上手'], event: ['Event', '棋戦'], date: ['Date', '開始日時'] };

/** @param {string} text what a tag says; '?' is nothing */
const known = (text) => (/^[?.]*$/.test(text) ? '' : text);

/** Both players. @param {Study} study */
export function playersOf(study) {
    return [known(study.tag(...TAGS.first)), known(study.tag(...TAGS.second))];
}

/** What a study is called: players, event. @param {Study} study */
export function nameOf(study) {
    const [first, second] = playersOf(study);
    const event = known(study.tag(...TAGS.event));
    return [first || second ? `${first || '?'} – ${second || '?'}` : '', event].filter(Boolean).join(' · ');
}

/** Whether there is anything to keep. @param {Study} study */
export function isEmpty(study) {
    return study.nodes.size < 2 && !study.node(0).notes.length;
}

/** The entry that keeps a study. @param {Study} study @param {SavedEntry|null} before @returns {SavedEntry} */
function entryOf(study, before) {
    const record = study.text('json');
    if (before && !before.study) return { ...before, changed: Date.now(), record };
    const line = study.mainLine();
    const end = [...line].reverse().find((id) => study.node(id).kind !== 'end' && study.view(id)) ?? 0;
    const { result } = study.facts();
    const over = line.map((id) => study.node(id)).find((n) => n.kind === 'end');
    return {
        id: before?.id ?? newGameId(), began: before?.began ?? Date.now(), changed: Date.now(), variant: study.rules.name, dialect: study.rules.dialect, yaml: study.rules.yaml,
        title: study.rules.title, sides: study.rules.sides, you: null, position: study.view(end)?.position ?? '', over: true, result: result === 'none' ? '' : result,
        reason: over?.end ?? ['', ''], plies: study.node(end).ply, game: null, seats: /** @type {any} */ (playersOf(study).map((name) => ({ kind: 'human', name, you: false }))),
        flipped: false, gameNo: 0, seed: 0, study: true, record, name: nameOf(study),
    };
}

/** Keep a study; gives its entry. @param {Study} study @param {SavedEntry|null} before @returns {Promise<SavedEntry|null>} null: there is no database */
export async function keepStudy(study, before) {
    const entry = entryOf(study, before && !before.study ? (await loadGame(before.id)) ?? before : before);
    return (await storeGame(entry)) ? entry : null;
}

/** @param {string} id */
export async function keptEntry(id) {
    await recoverSlot();
    return loadGame(id);
}

/** The time that a move took, by what the record has: the time spent, or two readings of the clock. @param {Study} study @param {number} id @returns {number|null} */
export function spentOn(study, id) {
    const spent = study.value(id, NOTE.spent);
    if (spent !== null) return spent;
    const now = study.value(id, NOTE.clock);
    const path = study.path(id);
    const { side } = study.node(id);
    const earlier = path.slice(0, -1).reverse().find((n) => n > 0 && study.node(n).kind === 'move' && study.node(n).side === side);
    const before = earlier === undefined ? null : study.value(earlier, NOTE.clock);
    return now === null || before === null ? null : Math.max(0, before - now);
}
