// SPDX-License-Identifier: MIT
// The tasks of the player worker: search, record export and reviews by the full module. Separate from the worker, so that tests can run it in Node.
import { Core, pageSources } from './core.js';
import { Game } from './game.js';
import { CoreModule } from './module.js';
import { evaluationText } from './review.js';

/** @typedef {import('./player.js').SearchRequest} SearchRequest */
/** @typedef {import('./player.js').Info} Info */
/** @typedef {import('./player.js').SearchAnswer} SearchAnswer */

export class FullModule {
    /** @type {Core} */
    #core;
    /** @type {{key: string, rules: import('./rules.js').Rules, game: Game, level: number, player: number}|null} */
    #session = null;
    /** @type {(info: Info) => void} */
    #onInfo = () => {};

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
    }

    /**
     * @param {WebAssembly.Module} module
     * @param {import('./core.js').Sources} [sources]
     */
    static async start(module, sources = pageSources) {
        /** @type {FullModule} */
        let fullModule;
        /** @type {CoreModule} */
        const made = await CoreModule.start(module, {
            now: () => performance.now(),
            info: (/** @type {number} */ at, /** @type {number} */ len) =>
                fullModule.#onInfo(JSON.parse(made.textAt(at, len))),
        });
        fullModule = new FullModule(new Core(made, sources));
        return fullModule;
    }

    /** @param {string} variant @param {string|null|undefined} yaml */
    async #open(variant, yaml) {
        if (!yaml)
            return this.#core.open(variant);
        await this.#core.library();
        const { rules } = this.#core.load(yaml);
        if (!rules)
            throw new Error(`the text of ${variant} cannot be used`);
        return rules;
    }

    #closeSession() {
        if (!this.#session)
            return;
        this.#core.module.callRaw('bm_web_player_free', this.#session.player);
        this.#session.game.release();
        this.#session.rules.release();
        this.#session = null;
    }

    /** The search session of a request; reused while game and level stay the same. @param {SearchRequest} q */
    async #openSession(q) {
        const key = JSON.stringify([q.variant, q.yaml ?? null]);
        if (this.#session?.key === key && this.#session.level === q.level)
            return this.#session;
        this.#closeSession();
        const rules = await this.#open(q.variant, q.yaml);
        const game = rules.newGame({ start: q.start });
        if (!(game instanceof Game))
            throw new Error(game.error);
        const player = this.#core.module.callRaw('bm_web_player', rules.handle, q.level, 1);
        if (player === 0)
            throw new Error(`there is no level ${q.level}, or no memory for it`);
        this.#session = { key, rules, game, level: q.level, player };
        return this.#session;
    }

    /**
     * @param {SearchRequest} q
     * @param {(info: Info) => void} [onInfo]
     * @returns {Promise<SearchAnswer>}
     */
    async think(q, onInfo = () => {}) {
        const { game, player } = await this.#openSession(q);
        if (game.setMoves(q.moves, q.start ?? '') !== q.moves.length)
            throw new Error(`move ${game.plies + 1} is not legal: ${q.moves[game.plies]}`);
        /** @type {Info|null} */
        let last = null;
        this.#onInfo = info => {
            last = info;
            onInfo(info);
        };
        const clocks = q.clock?.clocks;
        const own = clocks?.[game.turn];
        const each = own && (own.kind === 'move' || own.kind === 'days') ? Math.min(own.main * 0.9, 60000) : 0;
        const time = (/** @type {number} */ side) => clocks?.[side].main ?? 0;
        const more = (/** @type {number} */ side) => clocks?.[side].increment ?? 0;
        const answer = this.#core.module.json('bm_web_think', player, game.handle, q.seed ?? 0,
            q.gameNo ?? 0, q.movetime ?? each, own?.kind === 'game' && !q.movetime ? 1 : 0, time(0), time(1),
            more(0), more(1), own?.byoyomi ?? 0);
        return { ...answer, info: last };
    }

    /**
     * Look for a mate.
     * @param {import('./player.js').MateRequest} q
     * @param {(progress: import('./player.js').MateProgress) => void} [onInfo]
     * @returns {Promise<import('./player.js').MateAnswer>}
     */
    async mate(q, onInfo = () => {}) {
        const rules = await this.#open(q.variant, q.yaml);
        const game = rules.newGame({ start: q.start });
        if (!(game instanceof Game)) {
            rules.release();
            throw new Error(game.error);
        }
        try {
            if (q.moves && game.setMoves(q.moves, q.start ?? '') !== q.moves.length)
                throw new Error(`move ${game.plies + 1} is not legal: ${q.moves[game.plies]}`);
            this.#onInfo = /** @type {any} */ (onInfo);
            return this.#core.module.json('bm_web_mate', game.handle, q.checks ? 1 : 0, q.plies ?? 0);
        } finally {
            game.release();
            rules.release();
        }
    }

    /**
     * @param {import('./types.js').SavedGame} saved
     * @param {string} format
     * @param {Record<string, string>} [tags]
     */
    async export(saved, format, tags = {}) {
        const { module } = this.#core;
        const game = await Game.restore(this.#core, saved, 0);
        try {
            for (const [name, value] of Object.entries(tags)) {
                module.put(name, value);
                module.call('bm_web_tag', game.handle);
            }
            module.put(format, '');
            if (module.call('bm_web_write', game.handle) === 0)
                throw new Error(module.text());
            return module.text();
        } finally {
            game.release();
            game.rules.release();
        }
    }

    /**
     * Marks, accuracy of both sides and better lines.
     * @param {import('./review.js').ReviewRequest} q
     * @returns {Promise<import('./review.js').Review>}
     */
    async review(q) {
        const { module } = this.#core;
        const rules = await this.#open(q.variant, q.yaml);
        const game = rules.newGame({ start: q.start });
        try {
            if (!(game instanceof Game))
                throw new Error(game.error);
            if (game.setMoves(q.moves, q.start ?? '') !== q.moves.length)
                throw new Error(`move ${game.plies + 1} is not legal: ${q.moves[game.plies]}`);
            module.put(evaluationText(q.evaluations));
            if (module.call('bm_web_review', game.handle, q.lang ?? 0) === 0)
                throw new Error(module.text());
            return JSON.parse(module.text());
        } finally {
            if (game instanceof Game)
                game.release();
            rules.release();
        }
    }

    /**
     * The first game of a record with an analysis written into it, as `banmen analyse` does: evaluations, marks, comments and variations.
     * An earlier analysis is removed. `by` says who has evaluated: "banmen, depth 12".
     * @param {string} record
     * @param {string} format pgn, json, kif, ki2, jkf or csa
     * @param {import('./review.js').ReviewRequest['evaluations']} evaluations
     * @param {string} by
     * @param {0|1} [lang]
     */
    annotate(record, format, evaluations, by, lang = 0) {
        const { module } = this.#core;
        module.put(record, evaluationText(evaluations), format, by);
        if (module.call('bm_web_annotate', lang) === 0)
            throw new Error(module.text());
        return module.text();
    }

    /** @param {string|Uint8Array} text */
    read(text) {
        this.#core.module.put(text);
        if (this.#core.module.call('bm_web_read') === 0)
            throw new Error(this.#core.module.text());
        return JSON.parse(this.#core.module.text());
    }

    get core() {
        return this.#core;
    }
}
