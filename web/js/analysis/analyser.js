// SPDX-License-Identifier: MIT
// The search beside the page: one position at a time, several lines. Everything it tells carries the number of the request that
// it belongs to, and what comes from an earlier one is dropped.
import { compileFullModule } from '../core/player.js';
import { compileThreads, threadsHere } from './helpers.js';

/** @typedef {import('./line_search.js').Question} Question */
/** @typedef {import('./line_search.js').Info} Info */

export class Analyser extends EventTarget {
    /** Runs the search, or is ready to. @type {Worker|null} */
    #worker = null;
    /** Ready to take over, so that another position does not wait for a worker to start. @type {Worker|null} */
    #spare = null;
    #request = 0;
    #busy = false;
    /** @type {((value: Info[]) => void)|null} */
    #finish = null;
    /** The lines of the current request. @type {Info[]} */
    #lines = [];

    /** Threads of the next search. */
    #threads;
    /** The last search that has ended: how many threads it had, and the parts of searches that helpers of its worker have done. */
    last = { threads: 1, helped: 0 };

    /** @param {{threads?: boolean}} [options] threads: several where that is possible; the same question may get another answer then */
    constructor({ threads = false } = {}) {
        super();
        this.#threads = threads ? threadsHere() : 1;
    }

    async #compile() {
        if (this.#threads > 1)
            try {
                return await compileThreads();
            } catch {
                this.#threads = 1; // without a network it may not be here
            }
        return compileFullModule();
    }

    /** @param {WebAssembly.Module} module */
    #make(module) {
        const worker = new Worker('/js/analysis/analysis_worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => worker === this.#worker && this.#hear(data);
        worker.onerror = (event) => {
            event.preventDefault();
            if (worker === this.#worker) this.#fail(event.message || 'the worker could not be started');
        };
        worker.postMessage({ module, threads: this.#threads });
        return worker;
    }

    /** @param {string} why */
    #fail(why) {
        this.#busy = false;
        this.#worker?.terminate();
        this.#worker = null;
        this.dispatchEvent(new CustomEvent('failed', { detail: { why } }));
        this.#end();
    }

    #end() {
        const finish = this.#finish;
        this.#finish = null;
        finish?.(this.#lines);
    }

    /** @param {{id: number, info?: Info, error?: string, threads?: number, helped?: number}} message */
    #hear(message) {
        if (message.id !== this.#request) return;
        if (message.error !== undefined) return this.#fail(message.error);
        if (message.info) {
            // A bound is no score yet: the exact one follows.
            if (message.info.bound === 0 || !this.#lines[message.info.line - 1]) this.#lines[message.info.line - 1] = message.info;
        } else {
            this.#busy = false;
            this.last = { threads: message.threads ?? 1, helped: message.helped ?? 0 };
        }
        const finished = !message.info;
        this.dispatchEvent(new CustomEvent('lines', { detail: { lines: this.#lines.filter(Boolean), finished } }));
        if (finished) this.#end();
    }

    /** Whether a search runs. */
    get running() {
        return this.#busy;
    }

    /**
     * Analyse a position; what is analysed now ends. Resolves with the lines when the search is over, or was ended.
     * @param {Question} question @returns {Promise<Info[]>}
     */
    async start(question) {
        this.stop();
        const request = ++this.#request;
        const module = await this.#compile();
        if (request !== this.#request) return [];
        this.#lines = [];
        this.#worker ??= this.#spare ?? this.#make(module);
        this.#spare = this.#spare === this.#worker || !this.#spare ? this.#make(module) : this.#spare;
        this.#busy = true;
        const over = new Promise((/** @type {(value: Info[]) => void} */ resolve) => {
            this.#finish = resolve;
        });
        this.#worker.postMessage({ id: request, question });
        return over;
    }

    /** End the search. What it has told stays with its listeners. */
    stop() {
        this.#request++;
        if (this.#busy) {
            this.#worker?.terminate();
            this.#worker = null;
            this.#busy = false;
        }
        this.#end();
    }

    close() {
        this.stop();
        this.#worker?.terminate();
        this.#spare?.terminate();
        this.#worker = this.#spare = null;
    }
}
