// SPDX-License-Identifier: MIT
// A list of games: those of a file, however many, or those that are kept here. A worker reads them and looks positions up.
import { compileFullModule } from '../core/player.js';
import { openingTables } from '../openings/opening_names.js';
import { namesOf } from '../openings/tables.js';

/** @typedef {import('./list_reader.js').Row} Row */
/** @typedef {import('./list_reader.js').Found} Found */
/** @typedef {import('./list_reader.js').Part} Part */

const NAMES = { variant: 0, first: 1, second: 2, event: 3, date: 4, result: 5, plies: 6, opening: 7 };

/** @typedef {{text?: string, result?: string, among?: number[]|null}} Filter  text: words that all occur; among: the games that have a position */

export class GameList extends EventTarget {
    /** @type {Row[]} */
    rows = [];
    /** What is searched in, one text for each row. @type {string[]} */
    #texts = [];
    /** @type {import('../study/types.js').Report[]} */
    reports = [];
    /** How much of the file was read, 0 to 1. */
    progress = 0;
    done = false;
    format = '';
    encoding = '';
    /** @type {import('../core/types.js').Bilingual|null} */
    error = null;
    /** @type {Promise<Worker>|null} */
    #worker = null;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
    #asked = new Map();
    #count = 0;
    /** The question whose parts are listened to. */
    #reading = 0;
    #size = 1;
    /** @type {import('../openings/tables.js').Tables} */
    #tables = {};

    async #start() {
        const [module, tables] = await Promise.all([compileFullModule(), openingTables()]);
        this.#tables = tables;
        const worker = new Worker('/js/game_list/list_worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => this.#hear(data);
        worker.onerror = (event) => {
            event.preventDefault();
            for (const { reject } of this.#asked.values()) reject(new Error(event.message || 'the worker could not be started'));
            this.#asked.clear();
        };
        worker.postMessage({ module, tables });
        return worker;
    }

    /** @param {any} message */
    #hear(message) {
        if (message.part) {
            if (message.id === this.#reading) this.#take(message.part);
            return;
        }
        const asked = this.#asked.get(message.id);
        this.#asked.delete(message.id);
        if (message.error === undefined) asked?.resolve(message.answer);
        else asked?.reject(new Error(message.error));
    }

    /** @param {Part} part */
    #take(part) {
        this.#add(part.rows);
        this.reports.push(...part.reports.slice(0, Math.max(0, 1000 - this.reports.length)));
        this.progress = Math.min(1, part.read / this.#size);
        this.done = part.done;
        this.format = part.format;
        this.encoding = part.encoding;
        this.error = part.error ?? null;
        this.dispatchEvent(new Event('change'));
    }

    /** @param {(Row|null)[]} rows */
    #add(rows) {
        for (const row of rows) {
            this.rows.push(row ?? ['', '', '', '', '', '', 0, '', -1, -1, []]);
            this.#texts.push(row ? [...row.slice(0, 8), ...this.openingOf(row)].join('\n').toLowerCase() : '');
        }
    }

    /** What the opening of a game is called; '' if it has no name. @param {Row} row */
    openingOf(row) {
        return namesOf(this.#tables[row[0]], row[10]);
    }

    /** @param {object} question @returns {Promise<any>} */
    async #ask(question, id = ++this.#count) {
        this.#worker ??= this.#start();
        const worker = await this.#worker;
        return new Promise((resolve, reject) => {
            this.#asked.set(id, { resolve, reject });
            worker.postMessage({ id, ...question });
        });
    }

    #clear() {
        this.rows = [];
        this.#texts = [];
        this.reports = [];
        this.progress = 0;
        this.done = false;
        this.error = null;
    }

    /** Read a file: 'change' comes with each part. @param {Blob} file @param {string} style */
    async open(file, style) {
        this.#clear();
        this.#size = Math.max(1, file.size);
        this.#reading = ++this.#count;
        await this.#ask({ open: file, style }, this.#reading);
    }

    /** Games that are kept, in their order. @param {import('./list_reader.js').KeptGame[]} games @param {string} style */
    async openKept(games, style) {
        this.#clear();
        this.#reading = 0;
        this.#add(await this.#ask({ kept: games, style }));
        this.done = true;
        this.progress = 1;
        this.dispatchEvent(new Event('change'));
    }

    /**
     * In which games a position occurs, and what was played there.
     * @param {string} variant @param {string|null} yaml @param {string} position @param {number} [most] games that are told
     * @returns {Promise<Found>}
     */
    find(variant, yaml, position, most) {
        return this.#ask({ find: { variant, yaml, position, most } });
    }

    /** A game of the file as a text of its own. @param {number} index @returns {Promise<Uint8Array>} */
    game(index) {
        return this.#ask({ game: index, row: this.rows[index] });
    }

    /** The numbers of the rows that fit. @param {Filter} filter */
    filter({ text = '', result = '', among = null }) {
        const words = text.toLowerCase().split(/\s+/).filter(Boolean);
        const fits = (/** @type {number} */ i) => (!result || this.rows[i][NAMES.result] === result) && words.every((w) => this.#texts[i].includes(w));
        /** @type {number[]} */
        const found = [];
        if (among) {
            for (const i of among) if (i < this.rows.length && fits(i)) found.push(i);
        } else for (let i = 0; i < this.rows.length; i++) if (fits(i)) found.push(i);
        return found;
    }

    close() {
        void this.#worker?.then((worker) => worker.terminate());
        this.#worker = null;
        for (const { reject } of this.#asked.values()) reject(new Error('the list was closed'));
        this.#asked.clear();
    }
}
