// SPDX-License-Identifier: MIT
// A search for several lines: what the worker of analyser.js does. Separate from it, so that tests can run it in Node.
import { startHelpers } from './helpers.js';
import { openRules, startFullCore } from '../study/full_core.js';
import { Study } from '../study/study.js';

/**
 * @typedef {object} Question
 * @property {string} variant @property {string|null} yaml
 * @property {string} start @property {string[]} moves in coordinates
 * @property {number} lines how many, 1 to 5
 * @property {number} movetime milliseconds; 0: no limit
 * @property {number} [nodes] @property {number} [depth]
 */
/** @typedef {{line: number, depth: number, score: number, mate: boolean, bound: number, nodes: number, time: number, pv: string[]}} Info */

/** The strongest level: its search is that of the engine. */
const LEVEL = 8;

export class LineSearch {
    /** @type {{key: string, rules: import('../core/rules.js').Rules, player: number}|null} */
    #opened = null;
    /** @type {(info: Info) => void} */
    #onInfo = () => {};
    /** @type {import('../core/core.js').Core} */
    // @ts-expect-error set by start()
    #core;

    /** How many threads a search has. */
    threads = 1;

    /** @param {WebAssembly.Module} module @param {import('../core/core.js').Sources} [sources] @param {number} [threads] more than 1: the module has them */
    static async start(module, sources, threads = 1) {
        const search = new LineSearch();
        search.#core = await startFullCore(module, sources, {
            now: () => performance.now(),
            info: (at, len) => search.#onInfo(JSON.parse(search.#core.module.textAt(at, len))),
        });
        if (threads > 1) search.threads = 1 + (await startHelpers(search.#core.module, module, threads - 1));
        return search;
    }

    /** @param {Question} q */
    async #open(q) {
        const key = JSON.stringify([q.variant, q.yaml]);
        if (this.#opened?.key === key) return this.#opened;
        if (this.#opened) {
            this.#core.module.callRaw('bm_web_player_free', this.#opened.player);
            this.#opened.rules.release();
            this.#opened = null;
        }
        const rules = await openRules(this.#core, q.variant, q.yaml);
        const player = this.#core.module.callRaw('bm_web_player', rules.handle, LEVEL, this.threads);
        if (!player) throw new Error('there is no memory for a search');
        this.#opened = { key, rules, player };
        return this.#opened;
    }

    /** How much of the searches so far was done by helpers: parts, of which each search has one for each of them. */
    get helped() {
        return this.threads > 1 ? this.#core.module.callRaw('bm_web_helped') : 0;
    }

    /** Search until the limits are reached; the last line of each number is the answer. @param {Question} q @param {(info: Info) => void} onInfo */
    async go(q, onInfo) {
        const { rules, player } = await this.#open(q);
        const study = Study.create(rules, q.start);
        if (!(study instanceof Study)) throw new Error(study.error);
        try {
            const at = study.playLine(0, q.moves);
            if (study.node(at).ply !== q.moves.length) throw new Error('a move is not legal');
            this.#onInfo = onInfo;
            this.#core.module.call('bm_web_analyse', player, study.handle, at, q.lines, q.movetime, q.nodes ?? 0, q.depth ?? 0);
            return JSON.parse(this.#core.module.text());
        } finally {
            study.release();
        }
    }
}
