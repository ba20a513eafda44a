// SPDX-License-Identifier: MIT
// The games of a file, read in pieces: what the worker of game_list.js does. Separate from it, so that tests can run it in Node.
import { Game, STYLES } from '../core/game.js';
import { openRules, startFullCore } from '../study/full_core.js';
import { giveTable } from '../openings/tables.js';
import { Study } from '../study/study.js';

/**
 * A row of the list: name of the game, players, event, date, result, moves, first moves, place in the file, names of its opening (openings/tables.js).
 * @typedef {[variant: string, first: string, second: string, event: string, date: string, result: ''|'first'|'second'|'draw', plies: number, opening: string, begin: number, end: number, names: number[]]} Row
 */
/** @typedef {{move: string, text: string, games: number, first: number, draws: number, second: number}} MoveCount */
/** @typedef {{games: number[], found: number, moves: MoveCount[], error?: undefined}|{error: import('../core/types.js').Bilingual}} Found */
/** @typedef {{size: number, read: (begin: number, end: number) => Uint8Array}} Source bytes that are there at once */
/** @typedef {{record?: string, yaml?: string|null, variant: string, game?: import('../core/types.js').SavedGame}} KeptGame */
/** @typedef {{rows: Row[], reports: import('../study/types.js').Report[], format: string, encoding: string, read: number, done: boolean, error?: import('../core/types.js').Bilingual}} Part */

export class ListReader {
    /** Where the core reads next. */
    #at = 0;
    #list = 0;
    /** @type {Source|null} */
    #source = null;
    /** @type {Map<string, Promise<import('../core/rules.js').Rules>>} */
    #rules = new Map();
    #style = 0;
    /** Names of openings, in the core. @type {number[]} */
    #tables = [];
    /** @type {import('../core/core.js').Core} */
    // @ts-expect-error set by start()
    #core;

    /** @param {WebAssembly.Module} module @param {import('../core/core.js').Sources} [sources] */
    static async start(module, sources) {
        const reader = new ListReader();
        reader.#core = await startFullCore(module, sources, { read: (at, cap) => reader.#read(at, cap) });
        return reader;
    }

    /** Name the games of lists that are opened from now on. @param {import('../openings/tables.js').Tables} tables */
    async nameBy(tables) {
        for (const table of Object.values(tables)) {
            const rules = await this.#core.open(table.game);
            const handle = giveTable(rules, table);
            rules.release();
            if (!handle) throw new Error(`the openings of ${table.game}: line ${Number(this.#core.module.text()) + 1} cannot be read`);
            this.#tables.push(handle);
        }
    }

    /** What the core calls. @param {number} at @param {number} cap */
    #read(at, cap) {
        const source = this.#source;
        if (!source) return -1;
        try {
            const bytes = source.read(this.#at, Math.min(source.size, this.#at + cap));
            this.#core.module.write(at, bytes);
            this.#at += bytes.length;
            return bytes.length;
        } catch {
            return -1;
        }
    }

    /** Begin with a file. @param {Source} source @param {import('../core/types.js').Style} style of the first moves */
    open(source, style) {
        this.#begin(style);
        this.#source = source;
        this.#list = this.#create(1);
    }

    /** @param {0|1} reads whether it reads a file */
    #create(reads) {
        const list = this.#core.module.callRaw('bm_web_list_create', 0, reads);
        for (const table of this.#tables) this.#core.module.callRaw('bm_web_list_name_by', list, table);
        return list;
    }

    /** @param {import('../core/types.js').Style} style */
    #begin(style) {
        if (this.#list) this.#core.module.callRaw('bm_web_list_free', this.#list);
        this.#list = 0;
        this.#at = 0;
        this.#source = null;
        this.#style = Math.max(0, STYLES.indexOf(style));
    }

    /** Up to so many games more. @param {number} most @returns {Part} */
    next(most) {
        this.#core.module.call('bm_web_list_next', this.#list, most, this.#style);
        const { games, ...part } = JSON.parse(this.#core.module.text());
        return { ...part, rows: games, read: this.#at, done: part.done ?? true };
    }

    /** Begin with games that are kept: their rows. @param {KeptGame[]} games @param {import('../core/types.js').Style} style */
    async openKept(games, style) {
        this.#begin(style);
        this.#list = this.#create(0);
        /** @type {(Row|null)[]} */
        const rows = [];
        for (const kept of games) rows.push(await this.#addKept(kept));
        return rows;
    }

    /** @param {KeptGame} kept @returns {Promise<Row|null>} null: it cannot be read; then it is an empty game here */
    async #addKept(kept) {
        const study = await studyOf(this.#core, kept).catch(() => null);
        const added = study ?? Study.create(await this.#core.open('chess'));
        if (!(added instanceof Study)) return null;
        this.#core.module.call('bm_web_list_add', this.#list, added.handle, this.#style);
        const row = JSON.parse(this.#core.module.text());
        added.release();
        return study ? row : null;
    }

    /**
     * In which games a position occurs, and what was played there.
     * @param {string} variant @param {string|null} yaml @param {string} position @param {number} [most] games that are told
     * @returns {Promise<Found>}
     */
    async find(variant, yaml, position, most = 0xffffffff) {
        const key = JSON.stringify([variant, yaml]);
        const opened = this.#rules.get(key) ?? openRules(this.#core, variant, yaml);
        this.#rules.set(key, opened);
        const rules = await opened;
        this.#core.module.put(position);
        return this.#core.module.json('bm_web_list_find', this.#list, rules.handle, this.#style, most);
    }

    /**
     * A game of the file as a text of its own. Where its place is not known, because of the encoding, the file is read again.
     * @param {number} index @param {Row} row @returns {Uint8Array}
     */
    game(index, row) {
        const source = this.#source;
        if (!source) throw new Error('the file is closed');
        if (row[8] >= 0) return source.read(row[8], row[9]);
        const list = this.#core.module.callRaw('bm_web_list_create', 0, 1);
        const at = this.#at;
        this.#at = 0;
        try {
            for (let i = 0; i <= index; i++) this.#core.module.call('bm_web_list_next', list, 1, this.#style);
            this.#core.module.put('json', '');
            if (!this.#core.module.call('bm_web_list_write', list)) throw new Error(this.#core.module.text());
            return this.#core.module.bytes().slice();
        } finally {
            this.#core.module.callRaw('bm_web_list_free', list);
            this.#at = at;
        }
    }
}

/**
 * A study of what is kept: its record, or all that was done in a game.
 * @param {import('../core/core.js').Core} core @param {KeptGame} kept
 */
export async function studyOf(core, kept) {
    if (kept.record !== undefined) {
        const rules = kept.yaml ? await openRules(core, kept.variant, kept.yaml) : null;
        const study = Study.read(core, kept.record, rules);
        if (study instanceof Study) return study;
        throw new Error(study.error);
    }
    if (!kept.game) throw new Error('nothing is kept of this game');
    const game = await Game.restore(core, kept.game, 0);
    try {
        const study = Study.of(core, game);
        if (study instanceof Study) return study;
        throw new Error(study.error);
    } finally {
        game.release();
    }
}
