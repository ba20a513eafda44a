// SPDX-License-Identifier: MIT
// The archive of games, in IndexedDB, and beside each game how it stands with the account on the server (../archive/sync.js). Without a
// database the list is empty and storing returns false.

/** @typedef {import('./autosave.js').SavedEntry} SavedEntry */
/**
 * @typedef {{id: string, account: string, version: number, rev: number, dirty: boolean, deleted: number}} SyncMeta  of a game: the
 * account that keeps it ('': none yet), its version there (0: none), a count of changes here, whether the last of them was not sent yet,
 * when it was deleted here (0: it was not)
 */

const GAMES = 'games';
const SYNC = 'sync';

/** @type {Promise<IDBDatabase>|null} */
let database = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** Be told of every change that is made here. @param {() => void} f */
export function onArchive(f) {
    listeners.add(f);
    return () => void listeners.delete(f);
}

/** @param {string} id @returns {SyncMeta} */
export const newMeta = (id) => ({ id, account: '', version: 0, rev: 0, dirty: true, deleted: 0 });

/** Games of the first version of the database are to be sent, too. @param {IDBTransaction} transaction */
function markAll(transaction) {
    const keys = transaction.objectStore(GAMES).getAllKeys();
    keys.onsuccess = () => keys.result.forEach((id) => transaction.objectStore(SYNC).put(newMeta(String(id))));
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
    database ??= new Promise((resolve, reject) => {
        const request = indexedDB.open('banmen', 2);
        request.onupgradeneeded = (e) => {
            if (e.oldVersion < 1) request.result.createObjectStore(GAMES, { keyPath: 'id' });
            request.result.createObjectStore(SYNC, { keyPath: 'id' });
            if (e.oldVersion === 1) markAll(/** @type {IDBTransaction} */ (request.transaction));
        };
        request.onsuccess = () => {
            const db = request.result;
            // A page of a later version may change it.
            db.onversionchange = () => {
                db.close();
                database = null;
            };
            resolve(db);
        };
        request.onerror = () => reject(request.error);
    });
    database.catch(() => {
        database = null;
    });
    return database;
}

/**
 * One transaction of games and what is known of them. @template T
 * @param {IDBTransactionMode} mode @param {(games: IDBObjectStore, sync: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>}
 */
export async function transact(mode, work) {
    const db = await openDatabase();
    return new Promise((resolve, reject) => {
        const transaction = db.transaction([GAMES, SYNC], mode);
        const request = work(transaction.objectStore(GAMES), transaction.objectStore(SYNC));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
}

/** Change what is known of a game. @param {IDBObjectStore} sync @param {string} id @param {(meta: SyncMeta) => SyncMeta|null} change null: forget it */
function changeMeta(sync, id, change) {
    const before = sync.get(id);
    before.onsuccess = () => {
        const after = change(before.result ?? newMeta(id));
        if (after) sync.put(after);
        else sync.delete(id);
    };
}

/** @param {SyncMeta} meta @returns {SyncMeta} */
const changedHere = (meta) => ({ ...meta, rev: meta.rev + 1, dirty: true, deleted: 0 });

function tell() {
    for (const f of listeners) f();
}

/**
 * Store a game, replacing its earlier version. The analysis of the same moves stays.
 * @param {SavedEntry} saved @returns {Promise<boolean>} whether it is kept
 */
export async function storeGame(saved) {
    try {
        await transact('readwrite', (games, sync) => {
            const before = games.get(saved.id);
            before.onsuccess = () => {
                const { record, plies } = before.result ?? {};
                games.put(record && !saved.record && plies === saved.plies ? { ...saved, record } : saved);
                changeMeta(sync, saved.id, changedHere);
            };
            return before;
        });
        tell();
        return true;
    } catch (e) {
        console.warn(e);
        return false;
    }
}

/** @param {string} id @returns {Promise<SavedEntry|null>} */
export async function loadGame(id) {
    try {
        return (await transact('readonly', (games) => games.get(id))) ?? null;
    } catch {
        return null;
    }
}

/** All of them, the one that was played last first. @returns {Promise<SavedEntry[]>} */
export async function loadGames() {
    try {
        const all = /** @type {SavedEntry[]} */ (await transact('readonly', (games) => games.getAll()));
        return all.sort((a, b) => b.changed - a.changed);
    } catch {
        return [];
    }
}

/** @param {string} id */
export async function deleteGame(id) {
    await transact('readwrite', (games, sync) => {
        changeMeta(sync, id, (meta) => (meta.version ? { ...changedHere(meta), deleted: Date.now() } : null));
        return games.delete(id);
    });
    tell();
}
