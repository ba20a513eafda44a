// SPDX-License-Identifier: MIT
// Keeps the archive of this browser and that of the account on the server the same: what changed there is read first and merged, then
// what changed here is sent. A change names the version that it replaces, so that nothing is overwritten that was not seen. What is
// changed without a network is sent when there is one.
import { onArchive, newMeta, transact } from '../game/archive.js';
import { merge } from './merge.js';
import { newGameId } from '../game/autosave.js';
import { ApiError } from '../net/rest.js';

/** @typedef {import('../game/archive.js').SyncMeta} SyncMeta */
/** @typedef {import('./merge.js').Merged} Merged */
/** @typedef {import('./merge.js').ArchiveRow} ArchiveRow */
/** @typedef {import('../game/autosave.js').SavedEntry} SavedEntry */
/** @typedef {'off'|'busy'|'done'|'offline'|'full'} SyncState */
/**
 * @typedef {object} LocalArchive
 * @property {() => Promise<SyncMeta[]>} metas
 * @property {(id: string) => Promise<[SavedEntry|null, SyncMeta|null]>} read
 * @property {(id: string, work: (entry: SavedEntry|null, meta: SyncMeta|null) => Merged|null) => Promise<boolean>} change one transaction; whether a game is another now
 * @property {(account: string) => Promise<number>} cursor
 * @property {(account: string, serial: number) => Promise<void>} setCursor
 */

/** Rows of the table of metas that are none: how far an account was read. */
const CURSOR = '@';
/** Errors of a change that do not concern the next one. */
const PASSED = ['too_large', 'bad_size', 'bad_id'];
/** How often a round begins again because the server knew more. */
const TRIES = 5;

/** The archive of this browser. @type {LocalArchive} */
const local = {
    async metas() {
        const all = await transact('readonly', (_, sync) => sync.getAll());
        return all.filter((m) => !m.id.startsWith(CURSOR));
    },
    async read(id) {
        /** @type {IDBRequest|undefined} */
        let entry;
        const meta = await transact('readonly', (games, sync) => {
            entry = games.get(id);
            return sync.get(id);
        });
        return [entry?.result ?? null, meta ?? null];
    },
    async change(id, work) {
        let other = false;
        await transact('readwrite', (games, sync) => {
            const entry = games.get(id);
            entry.onsuccess = () => {
                const meta = sync.get(id);
                meta.onsuccess = () => {
                    const done = work(entry.result ?? null, meta.result ?? null);
                    if (!done) return;
                    other = done.entry !== undefined || !!done.copy;
                    if (done.entry) games.put(done.entry);
                    else if (done.entry === null) games.delete(id);
                    sync.put(done.meta);
                    if (!done.copy) return;
                    games.put(done.copy);
                    sync.put(newMeta(done.copy.id));
                };
            };
            return entry;
        });
        return other;
    },
    async cursor(account) {
        return (await transact('readonly', (_, sync) => sync.get(CURSOR + account)))?.serial ?? 0;
    },
    async setCursor(account, serial) {
        await transact('readwrite', (_, sync) => sync.put({ id: CURSOR + account, serial }));
    },
};

/** One account, one archive. */
export class ArchiveSync extends EventTarget {
    /** @param {import('../net/rest.js').Api} api @param {string} account @param {LocalArchive} [archive] */
    constructor(api, account, archive = local) {
        super();
        this.api = api;
        this.account = account;
        this.archive = archive;
        /** @type {SyncState} */
        this.state = 'off';
    }

    #running = false;

    /** Something changed here, and is to be sent soon. */
    expect() {
        this.#turn('busy');
    }

    /** Games here have become others. */
    #touched = false;

    /** Whether they have since this was asked last. */
    takeTouched() {
        const touched = this.#touched;
        this.#touched = false;
        return touched;
    }

    /** @param {SyncState} state */
    #turn(state) {
        this.state = state;
        this.dispatchEvent(new Event('change'));
    }

    /** All that is new there. */
    async #pull() {
        let after = await this.archive.cursor(this.account);
        for (let more = true; more;) {
            const page = await this.api.archive(after);
            for (const row of page.games)
                if (await this.archive.change(row.id, (entry, meta) => merge(row, entry, meta, this.account, newGameId))) this.#touched = true;
            after = page.serial;
            ({ more } = page);
            await this.archive.setCursor(this.account, after);
        }
    }

    /** One change. @param {SyncMeta} seen @returns {Promise<'sent'|'conflict'|'full'|'passed'>} */
    async #send({ id }) {
        const [entry, meta] = await this.archive.read(id);
        if (!meta?.dirty || (!entry && !meta.deleted)) return 'passed';
        /** @type {number} */
        let version;
        try {
            ({ version } = await (entry ? this.api.archiveGame(id, meta.version, entry.changed, JSON.stringify(entry)) : this.api.unarchiveGame(id, meta.version, meta.deleted)));
        } catch (e) {
            if (!(e instanceof ApiError)) throw e;
            if (e.code === 'conflict' && !e.body?.version) { // it is forgotten there
                await this.archive.change(id, (_, now) => now && { meta: { ...now, version: 0, dirty: !now.deleted } });
                return 'conflict';
            }
            if (e.code === 'conflict') return 'conflict';
            if (e.code === 'archive_full') return 'full';
            if (PASSED.includes(e.code)) return 'passed';
            throw e;
        }
        // What changed meanwhile is still to be sent.
        await this.archive.change(id, (_, now) => now && { meta: { ...now, account: this.account, version, dirty: now.rev !== meta.rev } });
        return 'sent';
    }

    /** Read, then send; again while the server knows more. @returns {Promise<number>} ms until the next try; 0: none is needed */
    async run() {
        if (this.#running) return 0;
        this.#running = true;
        this.#turn('busy');
        try {
            return await this.#round();
        } finally {
            this.#running = false;
        }
    }

    async #round() {
        let full = false;
        try {
            for (let i = 0, conflict = true; conflict && i < TRIES; i++) {
                conflict = false;
                await this.#pull();
                for (const meta of (await this.archive.metas()).filter((m) => m.dirty && (!m.account || m.account === this.account))) {
                    const how = await this.#send(meta);
                    conflict ||= how === 'conflict';
                    full ||= how === 'full';
                }
            }
        } catch (e) {
            this.#turn('offline');
            return e instanceof ApiError ? Number(e.body?.retry_ms) || 30000 : 60000;
        }
        this.#turn(full ? 'full' : 'done');
        return 0;
    }

    /** The account is no more: its games are games of this browser alone. */
    async forget() {
        for (const { id, account } of await this.archive.metas())
            if (account === this.account) await this.archive.change(id, (entry, meta) => meta && { meta: { ...newMeta(id), rev: meta.rev + 1, dirty: !!entry } });
        await this.archive.setCursor(this.account, 0);
    }
}

// ---- This page ----

/** So long after a change it is sent, in ms. */
const DELAY = 2000;

/** @type {ArchiveSync|null} */
let current = null;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;
/** @type {Set<(games: boolean) => void>} */
const listeners = new Set();

/** How it stands. @returns {SyncState} */
export const syncState = () => current?.state ?? 'off';

/** @param {(games: boolean) => void} f called when the state has changed, or games have */
export function onSync(f) {
    listeners.add(f);
    return () => void listeners.delete(f);
}

/** @param {boolean} games */
function tell(games) {
    for (const f of listeners) f(games);
}

/** @param {number} ms */
function later(ms) {
    clearTimeout(timer);
    timer = setTimeout(() => void syncNow(), ms);
}

/** Now; in one tab at a time. */
export async function syncNow() {
    const sync = current;
    if (!sync) return;
    clearTimeout(timer);
    const run = async () => {
        const wait = await sync.run();
        if (wait && sync === current) later(wait);
    };
    await (navigator.locks ? navigator.locks.request('banmen.archive', run) : run());
}

/** @param {string|null} account null: none is logged in */
export function setSyncAccount(account, api = /** @type {import('../net/rest.js').Api|null} */ (null)) {
    if (account === (current?.account ?? null)) return;
    clearTimeout(timer);
    current = account && api ? new ArchiveSync(api, account) : null;
    current?.addEventListener('change', () => tell(!!current?.takeTouched()));
    tell(false);
    void syncNow();
}

/** The account was deleted. */
export async function forgetSync() {
    await current?.forget();
}

onArchive(() => {
    if (!current) return;
    current.expect();
    later(DELAY);
});
addEventListener('online', () => void syncNow());
addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void syncNow();
});
