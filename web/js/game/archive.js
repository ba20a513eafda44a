// SPDX-License-Identifier: MIT
// The archive of games, in IndexedDB. Without a database
// the list is empty and storing returns false.

/** @typedef {import('./autosave.js').SavedEntry} SavedEntry */

const STORE = 'games';

/** @type {Promise<IDBDatabase>|null} */
let database = null;

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
    database ??= new Promise((resolve, reject) => {
        const request = indexedDB.open('banmen', 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    database.catch(() => {
        database = null;
    });
    return database;
}

/**
 * One transaction. @template T
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>}
 */
async function transact(mode, work) {
    const db = await openDatabase();
    return new Promise((resolve, reject) => {
        const transaction = db.transaction(STORE, mode);
        const request = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
}

/**
 * Store a game, replacing its earlier version. The analysis of the same moves stays.
 * @param {SavedEntry} saved @returns {Promise<boolean>} whether it is kept
 */
export async function storeGame(saved) {
    try {
        await transact('readwrite', (store) => {
            const before = store.get(saved.id);
            before.onsuccess = () => {
                const { record, plies } = before.result ?? {};
                store.put(record && !saved.record && plies === saved.plies ? { ...saved, record } : saved);
            };
            return before;
        });
        return true;
    } catch (e) {
        console.warn(e);
        return false;
    }
}

/** @param {string} id @returns {Promise<SavedEntry|null>} */
export async function loadGame(id) {
    try {
        return (await transact('readonly', (store) => store.get(id))) ?? null;
    } catch {
        return null;
    }
}

/** All of them, the one that was played last first. @returns {Promise<SavedEntry[]>} */
export async function loadGames() {
    try {
        const all = /** @type {SavedEntry[]} */ (await transact('readonly', (store) => store.getAll()));
        return all.sort((a, b) => b.changed - a.changed);
    } catch {
        return [];
    }
}

/** @param {string} id */
export async function deleteGame(id) {
    await transact('readwrite', (store) => store.delete(id));
}
