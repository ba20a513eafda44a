// SPDX-License-Identifier: MIT
// What becomes of a game that was changed here and in another browser: the last change stays, and an analysis that would be lost becomes
// a game of its own.

/** @typedef {import('../game/autosave.js').SavedEntry} SavedEntry */
/** @typedef {import('../game/archive.js').SyncMeta} SyncMeta */
/** @typedef {{id: string, version: number, changed: number, deleted: boolean, body: string}} ArchiveRow  as the server has it */
/** @typedef {{entry?: SavedEntry|null, copy?: SavedEntry, meta: SyncMeta}} Merged  entry: null is deleted, undefined stays as it is */

/** The game of a row; null: there is none, or none that this version can read. @param {ArchiveRow} row @returns {SavedEntry|null} */
function entryOf(row) {
    try {
        const entry = JSON.parse(row.body);
        return entry?.id === row.id && typeof entry.variant === 'string' && typeof entry.changed === 'number' && Array.isArray(entry.seats) ? entry : null;
    } catch {
        return null;
    }
}

/** Whether both have something written that the other has not. @param {SavedEntry|null|undefined} a @param {SavedEntry|null|undefined} b */
function differ(a, b) {
    return !!a?.record && !!b?.record && a.record !== b.record;
}

/** One game under another name. @param {SavedEntry} entry @param {string} id @returns {SavedEntry} */
const copyOf = (entry, id) => ({ ...entry, id, name: entry.name && `${entry.name} (2)` });

/** The winner, with the analysis that the other has of the same moves. @param {SavedEntry} winner @param {SavedEntry|null} other */
const withRecord = (winner, other) => (!winner.record && other?.record && other.plies === winner.plies ? { ...winner, record: other.record } : winner);

/**
 * @param {ArchiveRow} row @param {SavedEntry|null} mine @param {SyncMeta|null} meta @param {string} account
 * @param {() => string} newId @returns {Merged|null} null: nothing is to be done
 */
export function merge(row, mine, meta, account, newId) {
    if (meta?.account && (meta.account !== account || row.version <= meta.version)) return null;
    const theirs = row.deleted ? null : entryOf(row);
    if (!row.deleted && !theirs) return null;
    const after = { id: row.id, rev: meta?.rev ?? 0, account, version: row.version, dirty: false, deleted: 0 };
    if (!meta?.dirty) return { entry: theirs, meta: after };
    const copy = (/** @type {SavedEntry|null} */ lost, /** @type {SavedEntry|null} */ kept) => (lost && differ(lost, kept) ? copyOf(lost, newId()) : undefined);
    if (row.changed > (meta.deleted || (mine?.changed ?? 0))) {
        const entry = theirs && withRecord(theirs, mine);
        return { entry, copy: copy(mine, theirs), meta: { ...after, dirty: entry !== theirs } };
    }
    const entry = mine && withRecord(mine, theirs);
    return { entry: entry === mine ? undefined : entry, copy: copy(theirs, mine), meta: { ...after, dirty: true, deleted: meta.deleted } };
}
