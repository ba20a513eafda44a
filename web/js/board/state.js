// SPDX-License-Identifier: MIT
// State of the board element: position, selection, premove. Legal moves are the list
// of the position; the board knows no rules.
import { lang } from '../words/words.js';
import { kindOf, sideOf } from './types.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./types.js').Source} Source */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {0|1|'both'|'none'} Movable */
/**
 * Editing a position: any piece goes anywhere. While it `carries`, pieces are dragged and moved; else each press
 * on a square is its own.
 * @typedef {{carries: boolean, press: (sq: number) => void, move: (from: number, to: number) => void}} FreeHand  to -1: off the board
 */

/** @returns {Options} */
const defaultOptions = () => ({ flipped: false, set: '', theme: 'wood', coords: true, animate: true, hints: true, lang: lang(), hands: 'auto',
    picture: false, marks: true });

export class BoardState extends HTMLElement {
    /** @type {Rules|null} */
    _rules = null;
    _options = defaultOptions();
    /** @type {View|null} */
    view = null;
    /** @type {Movable} */
    movable = 'none';
    /** @type {0|1|null} */
    premovable = null;
    /** @type {FreeHand|null} */
    freeHand = null;
    /** @type {Source|null} */
    selected = null;
    /** @type {{from: number, drop: number, to: number}|null} */
    premove = null;

    /** Change some of it. @param {Partial<Pick<BoardState, '_rules'|'_options'|'view'|'movable'|'premovable'|'selected'|'premove'>>} news */
    assign(news) {
        Object.assign(this, news);
    }

    /** Whether a person here may select pieces of a side now. @param {number} side */
    controls(side) {
        const { view } = this;
        if (!view) return false;
        if (side === view.turn) return this.movable === 'both' || this.movable === side;
        return this.premovable === side;
    }

    /** The side whose pieces a person here moves now. */
    ownSide() {
        const turn = this.view?.turn ?? 0;
        return this.controls(turn) ? turn : 1 - turn;
    }

    /** Whether what is selected now is for later. */
    premoving() {
        return this.view !== null && !this.controls(this.view.turn) && this.premovable !== null;
    }

    /** The kind in the hand of the side to move that is dropped as another: some games drop pieces promoted. @param {number} drop */
    heldAs(drop) {
        const hand = this.view?.hands[this.view.turn] ?? [];
        if (drop < 0 || hand[drop]) return drop;
        return hand.findIndex((n, k) => n > 0 && this._rules?.kinds[k]?.promotes.includes(drop));
    }

    /** @param {Source} source @returns {Move[]} */
    movesOf(source) {
        if (!this.view || !this.controls(this.view.turn)) return [];
        return this.view.moves.filter((m) => (source.from < 0 ? this.heldAs(m.drop) === source.drop : m.drop < 0 && m.from === source.from));
    }

    /** The moves of a source to a square; a king that is put on its partner castles. @param {Source} source @param {number} to @returns {Move[]} */
    movesTo(source, to) {
        return this.movesOf(source).filter((m) => m.to === to || m.castles === to);
    }

    /** @param {Source} source */
    canSelect(source) {
        const { view, _rules: rules } = this;
        if (!view || !rules) return false;
        if (this.freeHand) return this.freeHand.carries && source.from >= 0 && view.board[source.from] !== 0;
        if (source.from < 0) return this.controls(this.ownSide()) && (view.hands[this.ownSide()]?.[source.drop] ?? 0) > 0;
        const piece = view.board[source.from];
        if (!piece) return false;
        if (rules.kinds[kindOf(piece)]?.neutral) return this.movesOf(source).length > 0;
        return this.controls(sideOf(piece));
    }

    /** @param {Source} source */
    isSelected(source) {
        return this.selected !== null && this.selected.from === source.from && this.selected.drop === source.drop;
    }

    /** Whether a source may go to a square, now or as a premove. @param {Source} source @param {number} to */
    allows(source, to) {
        if (this.freeHand) return to !== source.from;
        return this.premoving() ? to !== source.from : this.movesTo(source, to).length > 0;
    }
}
