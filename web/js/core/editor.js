// SPDX-License-Identifier: MIT
// A board that is edited, legal or not. The core says what is wrong with it.

/** @typedef {import('./types.js').Bilingual} Bilingual */
/**
 * @typedef {object} EditorView
 * @property {Uint8Array} board
 * @property {[number[], number[]]} hands
 * @property {0|1} turn
 * @property {string} position FEN or SFEN
 * @property {boolean} sound it can be played
 * @property {{word: string, hard: boolean, text: Bilingual}[]} defects
 * @property {Bilingual} over how the game has ended in it; empty: it has not
 * @property {{sq: number, on: boolean}[]} castling rooks that can have a right
 * @property {number[]} ep squares on which a pawn could be taken en passant
 * @property {number} epNow -1: none
 * @property {number[]} handKinds
 * @property {number} quiet
 * @property {number} number
 * @property {[number, number]} checks
 * @property {boolean} mirrors
 * @property {boolean} swaps
 */

const VALUES = ['turn', 'ep', 'castling', 'quiet', 'number', 'checks0', 'checks1'];
const ACTS = ['clear', 'mirror', 'swap', 'rest', 'tsume'];
const NONE = 0xffff;

export class PositionEditor {
    #module;
    #handle = 0;

    /** @param {import('./rules.js').Rules} rules of Core.openForEditing() */
    constructor(rules) {
        this.rules = rules;
        this.#module = rules.module;
    }

    /**
     * Begin with a position.
     * @param {string} text
     * @returns {null|{text: Bilingual, column: number}} null: it was read
     */
    load(text) {
        this.#module.put(text);
        const handle = this.#module.call('bm_web_editor', this.rules.handle);
        if (handle === 0)
            return JSON.parse(this.#module.text());
        this.close();
        this.#handle = handle;
        return null;
    }

    /** A piece, or 0. @param {number} sq @param {number} piece */
    put(sq, piece) {
        this.#module.callRaw('bm_web_editor_put', this.#handle, sq, piece);
    }

    /** @param {number} side @param {number} kind @param {number} count */
    hand(side, kind, count) {
        this.#module.callRaw('bm_web_editor_hand', this.#handle, side, kind, Math.max(0, count));
    }

    /** @param {'turn'|'ep'|'castling'|'quiet'|'number'|'checks0'|'checks1'} what @param {number} value ep -1: none; castling: toggles a square's right */
    set(what, value) {
        this.#module.callRaw('bm_web_editor_set', this.#handle, VALUES.indexOf(what), value < 0 ? NONE : value);
    }

    /** @param {'clear'|'mirror'|'swap'|'rest'|'tsume'} act */
    do(act) {
        this.#module.callRaw('bm_web_editor_do', this.#handle, ACTS.indexOf(act));
    }

    /** @returns {EditorView} */
    view() {
        const view = this.#module.json('bm_web_editor_view', this.#handle);
        return {
            ...view, board: Uint8Array.from(view.board),
            defects: view.defects.map((/** @type {any} */ [word, hard, text]) => ({ word, hard, text })),
            castling: view.castling.map((/** @type {any} */ [sq, on]) => ({ sq, on })),
        };
    }

    /** Free it. */
    close() {
        if (this.#handle !== 0)
            this.#module.callRaw('bm_web_editor_free', this.#handle);
        this.#handle = 0;
    }
}
