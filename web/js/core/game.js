// SPDX-License-Identifier: MIT
// A game in progress: a match of the core and the log of its actions. Times are milliseconds
// of performance.now(); the match has its own time, which stands still while the game is
// saved.

/** @typedef {import('./types.js').Bilingual} Bilingual */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Style} Style */
/** @typedef {import('./types.js').Answer} Answer */
/** @typedef {import('./types.js').ActOptions} ActOptions */
/** @typedef {import('./types.js').GameOptions} GameOptions */
/** @typedef {import('./types.js').SavedGame} SavedGame */
/** @typedef {import('./types.js').LoggedAction} LoggedAction */

export const STYLES = ['coordinates', 'san', 'figurine', 'long', 'western', 'japanese', 'kif', 'csa'];
const PASS = 0xff000000;

/** The parts of a move. @param {number} move @returns {Move} */
export function decodeMove(move) {
    const pass = move === PASS;
    const drop = !pass && (move >>> 23 & 1) !== 0;
    return {
        move, pass,
        to: pass ? -1 : move & 0xff,
        from: pass || drop ? -1 : move >>> 8 & 0xff,
        drop: drop ? move >>> 8 & 0xff : -1,
        promote: pass ? -1 : (move >>> 16 & 0x7f) - 1,
        gate: pass ? -1 : (move >>> 24 & 0x7f) - 1,
        partner: !pass && move >>> 31 !== 0,
    };
}

/** A position as the core tells it, with its moves decoded. @param {any} view */
export function decodeView(view) {
    if (view === null)
        return null;
    view.board = Uint8Array.from(view.board);
    view.last = view.last && { ...decodeMove(view.last[0]), captured: view.last[1] };
    view.lasts = view.lasts.map(decodeMove);
    view.moves = view.moves.map((/** @type {any} */ m) =>
        ({ ...decodeMove(m[0]), capture: m[1] !== 0, text: m[2], castles: m[3] ?? -1 }));
    return view;
}

export class Game {
    #core;
    #handle;
    #options;
    /** @type {LoggedAction[]} */
    #log = [];
    #savedLength = 0;
    #shift = 0;

    /**
     * @param {import('./rules.js').Rules} rules
     * @param {number} handle
     * @param {GameOptions} options
     */
    constructor(rules, handle, options) {
        this.rules = rules;
        this.#core = rules.module;
        this.#handle = handle;
        this.#options = options;
    }

    /** @param {number} now */
    #time(now) {
        return Math.max(0, Math.round(now + this.#shift));
    }

    /** For calls to the module. */
    get handle() {
        return this.#handle;
    }

    /** The side to move. @returns {0|1} */
    get turn() {
        return /** @type {0|1} */ (this.#core.callRaw('bm_web_turn', this.#handle));
    }

    get plies() {
        return this.#core.callRaw('bm_web_plies', this.#handle);
    }

    /** The start as it was asked for; '' is the usual one. */
    get start() {
        return this.#options.start ?? '';
    }

    /**
     * Do something: 'start', 'move', 'resign', 'offer-draw' …
     * @param {string} act
     * @param {ActOptions} [options]
     * @param {number} [now]
     * @returns {Answer}
     */
    act(act, options = {}, now = performance.now()) {
        const time = this.#time(now);
        const { side = this.turn, move = 0, plies = 0, ms = 0, reason = 0, result = 0 } = options;
        this.#core.put(act);
        const no = this.#core.call('bm_web_act', this.#handle, side, move, plies, ms, reason,
            result, time);
        if (no !== 0)
            return { ok: false, .../** @type {{code: string, text: Bilingual}} */ (JSON.parse(this.#core.text())) };
        this.#log.push([act, time, { ...options, side }]);
        return { ok: true };
    }

    /** Whether a flag has fallen; to be called at deadline(). @param {number} [now] */
    tick(now = performance.now()) {
        const time = this.#time(now);
        const fell = this.#core.callRaw('bm_web_tick', this.#handle, time) !== 0;
        if (fell)
            this.#log.push(['tick', time, {}]);
        return fell;
    }

    /** When to tick; null: never. @returns {number|null} */
    deadline() {
        const at = this.#core.callRaw('bm_web_deadline', this.#handle);
        return at < 0 ? null : at - this.#shift;
    }

    /**
     * Whether a level that plays a side takes a draw.
     * @param {0|1} side
     * @param {number|null} score its last one, in centipawns for it
     */
    takesDraw(side, score) {
        return this.#core.callRaw('bm_web_takes_draw', this.#handle, side, Number(score !== null), score ?? 0) !== 0;
    }

    /** How it stands. @param {number} [now] @returns {State} */
    state(now = performance.now()) {
        return this.#core.json('bm_web_state', this.#handle, this.#time(now));
    }

    /** The position at a ply, by default the current one. @param {number} [ply] @returns {View} */
    view(ply = this.plies) {
        const view = decodeView(this.#core.json('bm_web_view', this.#handle, ply));
        if (view === null)
            throw new RangeError(`there is no ply ${ply}`);
        return view;
    }

    /** The i-th move in a notation style. @param {number} i @param {Style} style */
    moveText(i, style) {
        this.#core.call('bm_web_move_text', this.#handle, i, STYLES.indexOf(style));
        return this.#core.text();
    }

    /** All moves in coordinates. */
    coordinates() {
        return Array.from({ length: this.plies }, (_, i) => this.moveText(i, 'coordinates'));
    }

    /** The pass, where the game has it and it is legal now. @returns {number|null} */
    pass() {
        return this.rules.hasPass && this.judge(PASS) === 0 ? PASS : null;
    }

    /** Why a move may not be played, as a set; 0: it may. @param {number} move @param {number} [ply] */
    judge(move, ply = this.plies) {
        return this.#core.callRaw('bm_web_judge', this.#handle, move, ply) >>> 0;
    }

    /** The same in words; empty: it may. @param {number} move @param {number} [ply] @returns {Bilingual} */
    explain(move, ply = this.plies) {
        return this.#core.json('bm_web_explain', this.#handle, move, ply);
    }

    /**
     * A move in any notation.
     * @param {string} text
     * @returns {{move: number, error?: undefined} | {error: Bilingual, move?: undefined}}
     */
    readMove(text) {
        this.#core.put(text.trim());
        return this.#core.json('bm_web_read_move', this.#handle, this.plies);
    }

    /** The i-th move in words. @param {number} i @returns {Bilingual} */
    describe(i) {
        return this.#core.json('bm_web_describe', this.#handle, i);
    }

    /**
     * Set the moves of the game, in coordinates. Moves
     * that are there already stay. Returns how many moves it has then: fewer, if one is not legal.
     * @param {string[]} moves
     * @param {string} [start]
     */
    setMoves(moves, start = this.start) {
        const here = this.coordinates();
        const same = start === this.start && here.length <= moves.length &&
            here.every((text, i) => text === moves[i]);
        if (!same) {
            const options = { ...this.#options, start };
            const made = this.rules.createMatch(options);
            if (typeof made !== 'number')
                throw new Error(made.error);
            this.release();
            this.#handle = made;
            this.#options = options;
            this.#log = [];
        }
        if (this.#log.length === 0)
            this.act('start', {}, 0);
        for (const text of moves.slice(this.plies)) {
            const { move } = this.readMove(text);
            if (move === undefined || !this.act('move', { move }, 0).ok)
                break;
        }
        return this.plies;
    }

    /** Remember the current state for rollback(). */
    savepoint() {
        this.#core.callRaw('bm_web_savepoint', this.#handle);
        this.#savedLength = this.#log.length;
    }

    /** Take back all moves since savepoint(), as if they had never been made. */
    rollback() {
        this.#core.callRaw('bm_web_rollback', this.#handle);
        this.#log.length = this.#savedLength;
    }

    /** All that is needed to go on some other day. @param {number} [now] @returns {SavedGame} */
    serialize(now = performance.now()) {
        return {
            v: 1, variant: this.rules.name, yaml: this.rules.yaml, options: this.#options,
            deeds: this.#log.slice(), at: this.#time(now),
        };
    }

    /**
     * Go on with what serialize() gave: clocks stood still in between.
     * @param {import('./core.js').Core} core
     * @param {SavedGame} saved
     * @param {number} [now]
     */
    static async restore(core, saved, now = performance.now()) {
        let rules;
        if (saved.yaml !== null) {
            await core.library();
            rules = core.load(saved.yaml).rules;
        } else {
            rules = await core.open(saved.variant);
        }
        const game = rules?.newGame(saved.options);
        if (!(game instanceof Game))
            throw new Error('this game cannot be restored');
        game.#replay(saved.deeds);
        game.#shift = saved.at - now;
        return game;
    }

    /** @param {LoggedAction[]} deeds */
    #replay(deeds) {
        for (const [act, time, options] of deeds) {
            if (act === 'tick')
                this.tick(time);
            else if (!this.act(act, options, time).ok)
                throw new Error('this game cannot be restored');
        }
    }

    /** Free the resources. */
    release() {
        if (this.#handle !== 0)
            this.#core.callRaw('bm_web_game_free', this.#handle);
        this.#handle = 0;
    }
}
