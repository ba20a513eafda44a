// SPDX-License-Identifier: MIT
// The built-in player, the record writer and reviews: the full module in a worker, so
// that the page stays responsive. A search is stopped by terminating its worker; the next request starts
// another with the compiled module.

/** @typedef {import('./types.js').SavedGame} SavedGame */
/** @typedef {{depth: number, score: number, mate: boolean, bound: number, nodes: number, time: number, pv: string[]}} Info */
/** @typedef {{move: string, resign: boolean, declare: boolean, wait: number, info: Info|null}} SearchAnswer */
/**
 * @typedef {object} SearchRequest
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

/**
 * @typedef {object} MateRequest
 * @property {string} variant
 * @property {string|null} [yaml]
 * @property {string} [start]
 * @property {string[]} [moves] in coordinates
 * @property {boolean} checks each move of the mating side gives check
 * @property {number} [plies] at most; nothing: of any length
 */
/** @typedef {{none: number, nodes: number, time: number}} MateProgress there is no mate within so many plies */
/**
 * @typedef {object} MateAnswer
 * @property {'mate'|'none'|'unknown'|'royals'} status none: proved; royals: the game has no mates
 * @property {number} plies
 * @property {boolean} shortest
 * @property {number} none no mate within so many plies
 * @property {number} nodes
 * @property {string[]} line in coordinates
 */

/** @type {Promise<WebAssembly.Module>|undefined} */
let compiled;

/** The module with search and records, compiled once for the page and all its workers. */
export function compileFullModule() {
    compiled ??= WebAssembly.compileStreaming(fetch('/wasm/full.wasm'));
    compiled.catch(() => { compiled = undefined; });
    return compiled;
}

/** Rejection of a stopped request. */
export class SearchStopped extends Error {
    constructor() {
        super('the search was stopped');
        this.name = 'AbortError';
    }
}

export class Player {
    /** @type {Worker|null} */
    #worker = null;
    #requestCount = 0;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void, onInfo?: (info: Info) => void}>} */
    #requests = new Map();

    async #start() {
        const module = await compileFullModule();
        if (this.#worker)
            return this.#worker;
        const worker = new Worker('/js/core/player_worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => this.#onMessage(data);
        worker.onerror = event => {
            event.preventDefault();
            this.#terminate(new Error(event.message || 'the worker could not be started'));
        };
        worker.postMessage({ module });
        this.#worker = worker;
        return worker;
    }

    /** @param {any} message */
    #onMessage(message) {
        const request = this.#requests.get(message.id);
        if (!request)
            return;
        if (message.info) {
            request.onInfo?.(message.info);
            return;
        }
        this.#requests.delete(message.id);
        if (message.error === undefined) {
            request.resolve(message.answer);
            return;
        }
        request.reject(new Error(message.error));
        // After a trap the module's state is undefined.
        if (message.broken)
            this.#terminate(new Error(message.error));
    }

    /** @param {Error} error */
    #terminate(error) {
        this.#worker?.terminate();
        this.#worker = null;
        const all = [...this.#requests.values()];
        this.#requests.clear();
        for (const request of all)
            request.reject(error);
    }

    /**
     * @param {string} what
     * @param {object} args
     * @param {(info: Info) => void} [onInfo]
     * @returns {Promise<any>}
     */
    async #request(what, args, onInfo) {
        const id = ++this.#requestCount;
        const answer = new Promise((resolve, reject) => {
            this.#requests.set(id, { resolve, reject, onInfo });
        });
        answer.catch(() => { /* the caller gets it */ });
        const worker = await this.#start();
        if (this.#requests.has(id))
            worker.postMessage({ id, what, ...args });
        return answer;
    }

    /**
     * What a level plays. Fails with SearchStopped if stop() is called before the answer.
     * @param {SearchRequest} question
     * @param {{onInfo?: (info: Info) => void}} [hooks]
     * @returns {Promise<SearchAnswer>}
     */
    think(question, { onInfo } = {}) {
        return this.#request('think', { question }, onInfo);
    }

    /**
     * Look for a mate.
     * @param {MateRequest} question
     * @param {{onInfo?: (progress: MateProgress) => void}} [hooks]
     * @returns {Promise<MateAnswer>}
     */
    mate(question, { onInfo } = {}) {
        return this.#request('mate', { question }, /** @type {any} */ (onInfo));
    }

    /** Stop the running request. */
    stop() {
        if (this.#requests.size)
            this.#terminate(new SearchStopped());
    }

    /**
     * A game as a record: pgn, kif, ki2, csa, jkf, usi, usen, json, fen, sfen, epd.
     * @param {SavedGame} saved
     * @param {string} format
     * @param {Record<string, string>} [tags]
     * @returns {Promise<string>}
     */
    export(saved, format, tags = {}) {
        return this.#request('export', { saved, format, tags });
    }

    /**
     * Marks, accuracy of both sides and better lines of a game whose positions are evaluated.
     * @param {import('./review.js').ReviewRequest} question
     * @returns {Promise<import('./review.js').Review>}
     */
    review(question) {
        return this.#request('review', { question });
    }

    /**
     * The first game of a record with an analysis written into it.
     * @param {string} record
     * @param {string} format pgn, json, kif, ki2, jkf or csa
     * @param {import('./review.js').ReviewRequest['evaluations']} evaluations
     * @param {string} by who has evaluated: "banmen, depth 12"
     * @param {0|1} [lang]
     * @returns {Promise<string>}
     */
    annotate(record, format, evaluations, by, lang = 0) {
        return this.#request('annotate', { record, format, evaluations, by, lang });
    }

    /** Free the resources. */
    close() {
        this.#terminate(new SearchStopped());
    }
}

/** A player whose module is compiled. */
export async function startPlayer() {
    await compileFullModule();
    return new Player();
}

/** @template T @param {(player: Player) => Promise<T>} work */
async function withPlayer(work) {
    const player = new Player();
    try {
        return await work(player);
    } finally {
        player.close();
    }
}

/** @param {SavedGame} saved @param {string} format @param {Record<string, string>} [tags] */
export function exportGame(saved, format, tags) {
    return withPlayer(player => player.export(saved, format, tags));
}
