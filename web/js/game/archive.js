// SPDX-License-Identifier: MIT
// All games that were played here, in the browser's database (IndexedDB). A browser that has none
// gives an empty list, and refuses to keep: the caller is told by `false`.

/** @typedef {import('./autosave.js').Saved} Saved */

const STORE = 'games';

/** @type {Promise<IDBDatabase>|null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
    opened ??= new Promise((resolve, reject) => {
        const request = indexedDB.open('banmen', 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    opened.catch(() => {
        opened = null;
    });
    return opened;
}

/**
 * One transaction. @template T
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>}
 */
async function ask(mode, work) {
    const db = await database();
    return new Promise((resolve, reject) => {
        const transaction = db.transaction(STORE, mode);
        const request = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
}

/** Keep a game, in place of what was kept of it. @param {Saved} saved @returns {Promise<boolean>} whether it is kept */
export async function keepGame(saved) {
    try {
        await ask('readwrite', (store) => store.put(saved));
        return true;
    } catch (e) {
        console.warn(e);
        return false;
    }
}

/** @param {string} id @returns {Promise<Saved|null>} */
export async function keptGame(id) {
    try {
        return (await ask('readonly', (store) => store.get(id))) ?? null;
    } catch {
        return null;
    }
}

/** All of them, the one that was played last first. @returns {Promise<Saved[]>} */
export async function keptGames() {
    try {
        const all = /** @type {Saved[]} */ (await ask('readonly', (store) => store.getAll()));
        return all.sort((a, b) => b.changed - a.changed);
    } catch {
        return [];
    }
}

/** @param {string} id */
export async function dropGame(id) {
    await ask('readwrite', (store) => store.delete(id));
}
