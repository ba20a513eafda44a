// SPDX-License-Identifier: MIT
// What training remembers, in IndexedDB: puzzles of one's own, and a card for each puzzle that was not solved at once.
// Without a database it remembers until the page is closed.

/** @typedef {'own'|'cards'} StoreName */

/** @type {Promise<IDBDatabase>|null} */
let database = null;
/** What there is without a database. @type {Record<StoreName, Map<string, any>>} */
const memory = { own: new Map(), cards: new Map() };

function openDatabase() {
    database ??= new Promise((resolve, reject) => {
        const request = indexedDB.open('banmen-training', 1);
        request.onupgradeneeded = () => {
            for (const name of Object.keys(memory)) request.result.createObjectStore(name, { keyPath: 'id' });
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    return database;
}

/**
 * One transaction. @template T
 * @param {StoreName} name @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>}
 */
async function transact(name, mode, work) {
    const db = await openDatabase();
    return new Promise((resolve, reject) => {
        const transaction = db.transaction(name, mode);
        const request = work(transaction.objectStore(name));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
}

/** @param {StoreName} name @returns {Promise<any[]>} */
export async function loadAll(name) {
    try {
        return await transact(name, 'readonly', (store) => store.getAll());
    } catch {
        return [...memory[name].values()];
    }
}

/** @param {StoreName} name @param {{id: string}} item */
export async function store(name, item) {
    memory[name].set(item.id, item);
    try {
        await transact(name, 'readwrite', (s) => s.put(item));
    } catch (e) {
        console.warn(e);
    }
}

/** @param {StoreName} name @param {string} id */
export async function remove(name, id) {
    memory[name].delete(id);
    try {
        await transact(name, 'readwrite', (s) => s.delete(id));
    } catch (e) {
        console.warn(e);
    }
}
