// SPDX-License-Identifier: MIT
// The rules of one game: what there is to know of it.
import { Game } from './game.js';

/** @typedef {import('./types.js').Bilingual} Bilingual */
/** @typedef {import('./types.js').Square} Square */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./types.js').Start} Start */
/** @typedef {import('./types.js').Style} Style */
/** @typedef {import('./types.js').GameOptions} GameOptions */
/** @typedef {import('./types.js').Refused} Refused */

const SEATS = ['human', 'level', 'engine', 'remote'];

/** @param {import('./types.js').SeatOption[]|undefined} seats @param {(seat: any) => number} of */
function bySide(seats, of) {
    return of(seats?.[0] ?? {}) | of(seats?.[1] ?? {}) << 8;
}

/** Squares as the core tells them. @param {any[]} squares @returns {(Square|null)[]} */
export function decodeSquares(squares) {
    return squares.map((s, sq) => s && { sq, x: s[0], y: s[1], z: s[2], w: s[3], name: s[4], ja: s[5] ?? s[4] });
}

export class Rules {
    /**
     * @param {import('./core.js').Core} core
     * @param {import('./module.js').CoreModule} module that knows the game
     * @param {number} handle
     * @param {string|null} yaml the text, unless it is a game of the program
     */
    constructor(core, module, handle, yaml) {
        this.core = core;
        this.module = module;
        this.handle = handle;
        this.yaml = yaml;
        const facts = module.json('bm_web_rules', handle);
        /** @type {string} */ this.name = facts.name;
        /** @type {Bilingual} */ this.title = facts.title;
        /** @type {Bilingual} */ this.about = facts.about;
        /** @type {[Bilingual, Bilingual]} names of the sides: [language][side] */ this.sides = facts.sides;
        /** @type {'uci'|'usi'} */ this.dialect = facts.dialect;
        /** @type {string[]} */ this.phases = facts.phases;
        /** @type {number} */ this.axes = facts.axes;
        /** @type {number[]} */ this.size = facts.size;
        /** @type {number} */ this.files = facts.files;
        /** @type {number} */ this.ranks = facts.ranks;
        /** @type {boolean} */ this.hex = facts.hex;
        /** @type {number} bit per axis */ this.wrap = facts.wrap;
        /** @type {boolean} */ this.hasHands = facts.hasHands;
        /** @type {boolean} */ this.chess960 = facts.chess960;
        /** @type {boolean} the start can be drawn by lot */ this.shuffles = facts.shuffles;
        /** @type {number} shuffled starts, numbered from 0; 0: none */
        this.shuffledStarts = facts.shuffledStarts;
        /** @type {boolean} */ this.multi = facts.multi;
        /** @type {boolean} */ this.hasPass = facts.hasPass;
        /** @type {boolean} */ this.hasCastling = facts.hasCastling;
        /** @type {boolean} */ this.hasGating = facts.hasGating;
        /** @type {number} */ this.quiet = facts.quiet;
        /** @type {number} */ this.checksToWin = facts.checksToWin;
        this.squares = decodeSquares(facts.squares);
        /** @type {(Kind|null)[]} */ this.kinds = facts.kinds;
        /** @type {Start[]} */ this.starts = facts.starts;
        /** @type {Style[]} */ this.styles = facts.styles;
        /** @type {Bilingual[]} how it ends and what is special in it */ this.sentences = facts.sentences;
    }

    /**
     * A match that waits for its 'start'.
     * @param {GameOptions} [options]
     * @returns {Game | Refused}
     */
    newGame(options = {}) {
        const made = this.createMatch(options);
        return typeof made === 'number' ? new Game(this, made, options) : made;
    }

    /**
     * The same as a bare handle.
     * @param {GameOptions} options
     * @returns {number | Refused}
     */
    createMatch(options) {
        const { module } = this;
        const { seats } = options;
        const flags = (options.autoDraws ? 1 : 0) | (options.clockWaits ? 2 : 0) |
            (options.takebacks === false ? 4 : 0);
        module.put(options.start ?? '', options.clock ?? '', seats?.[0]?.name ?? '',
            seats?.[1]?.name ?? '');
        const handle = module.call('bm_web_game', this.handle, flags,
            bySide(seats, seat => Math.max(0, SEATS.indexOf(seat.kind))),
            bySide(seats, seat => seat.level ?? 0));
        return handle !== 0 ? handle : JSON.parse(module.text());
    }

    /** Free the handle; existing games keep their rules. */
    release() {
        if (this.handle !== 0)
            this.module.callRaw('bm_web_rules_release', this.handle);
        this.handle = 0;
    }
}
