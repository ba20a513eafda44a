// SPDX-License-Identifier: MIT
// The computer as a player, and the reader and writer of records: the full module in a worker, so
// that the page never waits. A search is stopped by ending its worker; the next question starts
// another, with the module that is compiled already.

/** @typedef {import('./types.js').SavedGame} SavedGame */
/** @typedef {{depth: number, score: number, mate: boolean, bound: number, nodes: number, time: number, pv: string[]}} Info */
/** @typedef {{move: string, resign: boolean, declare: boolean, wait: number, info: Info|null}} CpuAnswer */
/**
 * @typedef {object} Question
 * @property {string} variant
 * @property {string|null} [yaml]
 * @property {string} [start]
 * @property {string[]} moves in coordinates
 * @property {number} level
 * @property {number} [seed]
 * @property {number} [gameNo]
 * @property {number} [movetime]
 * @property {{clocks: import('./types.js').ClockFace[]}|null} [clock]
 */
/** @typedef {{variant: string, start: string, moves: string[], tags: {name: string, value: string}[], reports: {line: number, column: number, defect: boolean, message: string}[]}} ReadRecord */

/** @type {Promise<WebAssembly.Module>|undefined} */
let compiled;

function fullModule() {
    compiled ??= WebAssembly.compileStreaming(fetch('/wasm/full.wasm'));
    compiled.catch(() => { compiled = undefined; });
    return compiled;
}

/** What a question fails with when it was stopped. */
export class Stopped extends Error {
    constructor() {
        super('the search was stopped');
        this.name = 'AbortError';
    }
}

export class Cpu {
    /** @type {Worker|null} */
    #worker = null;
    #count = 0;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void, onInfo?: (info: Info) => void}>} */
    #waiting = new Map();

    async #start() {
        const module = await fullModule();
        if (this.#worker)
            return this.#worker;
        const worker = new Worker('/js/core/player_worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => this.#hear(data);
        worker.onerror = event => {
            event.preventDefault();
            this.#end(new Error(event.message || 'the worker could not be started'));
        };
        worker.postMessage({ module });
        this.#worker = worker;
        return worker;
    }

    /** @param {any} message */
    #hear(message) {
        const asked = this.#waiting.get(message.id);
        if (!asked)
            return;
        if (message.info) {
            asked.onInfo?.(message.info);
            return;
        }
        this.#waiting.delete(message.id);
        if (message.error === undefined) {
            asked.resolve(message.answer);
            return;
        }
        asked.reject(new Error(message.error));
        if (message.broken) // the module is not to be trusted any more
            this.#end(new Error(message.error));
    }

    /** @param {Error} error */
    #end(error) {
        this.#worker?.terminate();
        this.#worker = null;
        const all = [...this.#waiting.values()];
        this.#waiting.clear();
        for (const asked of all)
            asked.reject(error);
    }

    /**
     * @param {string} what
     * @param {object} args
     * @param {(info: Info) => void} [onInfo]
     * @returns {Promise<any>}
     */
    async #ask(what, args, onInfo) {
        const id = ++this.#count;
        const answer = new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject, onInfo });
        });
        answer.catch(() => { /* told to whoever waits */ });
        const worker = await this.#start();
        if (this.#waiting.has(id))
            worker.postMessage({ id, what, ...args });
        return answer;
    }

    /**
     * What a level plays. Fails with Stopped if stop() is called before the answer.
     * @param {Question} question
     * @param {{onInfo?: (info: Info) => void}} [hooks]
     * @returns {Promise<CpuAnswer>}
     */
    think(question, { onInfo } = {}) {
        return this.#ask('think', { question }, onInfo);
    }

    /** End whatever is being thought about. */
    stop() {
        if (this.#waiting.size)
            this.#end(new Stopped());
    }

    /**
     * A game as a record: pgn, kif, ki2, csa, jkf, usi, usen, json, fen, sfen, epd.
     * @param {SavedGame} saved
     * @param {string} format
     * @param {Record<string, string>} [tags]
     * @returns {Promise<string>}
     */
    export(saved, format, tags = {}) {
        return this.#ask('export', { saved, format, tags });
    }

    /**
     * The first game of a record in any format and encoding.
     * @param {string|Uint8Array} text
     * @returns {Promise<ReadRecord>}
     */
    read(text) {
        return this.#ask('read', { text });
    }

    /** Let go of it. */
    close() {
        this.#end(new Stopped());
    }
}

/** A player, once its module is here. */
export async function startCpu() {
    await fullModule();
    return new Cpu();
}

/** @template T @param {(cpu: Cpu) => Promise<T>} work */
async function once(work) {
    const cpu = new Cpu();
    try {
        return await work(cpu);
    } finally {
        cpu.close();
    }
}

/** @param {SavedGame} saved @param {string} format @param {Record<string, string>} [tags] */
export function exportGame(saved, format, tags) {
    return once(cpu => cpu.export(saved, format, tags));
}

/** @param {string|Uint8Array} text */
export function readRecord(text) {
    return once(cpu => cpu.read(text));
}
