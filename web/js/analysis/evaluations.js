// SPDX-License-Identifier: MIT
// Evaluations of positions that were analysed in this browser, the deepest of each. Without a database nothing is remembered.

/** @typedef {import('./line_search.js').Info} Info */
/** @typedef {{key: string, depth: number, lines: Info[], at: number}} Remembered */

const STORE = 'positions';
/** The oldest go when there are more. */
const MOST = 20000;

/** @type {Promise<IDBDatabase>|null} */
let database = null;

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
    database ??= new Promise((resolve, reject) => {
        const request = indexedDB.open('banmen-evaluations', 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('at', 'at');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    database.catch(() => {
        database = null;
    });
    return database;
}

/** A position of a game. Counters do not matter for what is best. @param {string} variant @param {string|null} yaml @param {string} position */
export function positionKey(variant, yaml, position) {
    return `${variant}${yaml ? ` ${yaml.length}` : ''} ${position}`;
}

/** @param {string} key @returns {Promise<Remembered|null>} */
export async function recall(key) {
    try {
        const db = await openDatabase();
        return await new Promise((resolve, reject) => {
            const request = db.transaction(STORE, 'readonly').objectStore(STORE).get(key);
            request.onsuccess = () => resolve(request.result ?? null);
            request.onerror = () => reject(request.error);
        });
    } catch {
        return null;
    }
}

/** Remember lines, unless a deeper evaluation or more lines of the same depth are there. @param {string} key @param {Info[]} lines */
export async function remember(key, lines) {
    const depth = lines[0]?.depth ?? 0;
    if (depth < 6) return;
    try {
        const db = await openDatabase();
        await new Promise((resolve, reject) => {
            const transaction = db.transaction(STORE, 'readwrite');
            const store = transaction.objectStore(STORE);
            const before = store.get(key);
            before.onsuccess = () => {
                const kept = before.result;
                if (!kept || kept.depth < depth || (kept.depth === depth && kept.lines.length <= lines.length)) store.put({ key, depth, lines, at: Date.now() });
            };
            const count = store.count();
            count.onsuccess = () => {
                if (count.result <= MOST) return;
                const cursor = store.index('at').openCursor();
                cursor.onsuccess = () => cursor.result?.delete();
            };
            transaction.oncomplete = () => resolve(null);
            transaction.onerror = transaction.onabort = () => reject(transaction.error);
        });
    } catch (e) {
        console.warn(e);
    }
}
