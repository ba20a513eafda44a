// SPDX-License-Identifier: MIT
// <bm-board>: shows a position of any game and accepts moves.
//
//     board.rules = rules; board.options = {flipped, set, theme, …}; board.show(view, {movable, premovable});
//
// Events: bm-move, bm-illegal, bm-premove, bm-marks, bm-focus.
import { BoardRenderer } from './renderer.js';
import { Chooser } from './chooser.js';
import { onKey } from './keyboard.js';
import { Pointer } from './pointer.js';
import { kindName, pieceName, selectionText } from './labels.js';
import { kindOf } from './types.js';

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Source} Source */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./state.js').Movable} Movable */

export class BmBoard extends BoardRenderer {
    constructor() {
        super();
        this.pointer = new Pointer(this);
        this.addEventListener('keydown', (e) => onKey(this, e));
    }

    /**
     * Show a position.
     * @param {View} view
     * @param {{animate?: boolean, movable?: Movable, premovable?: 0|1|null}} [how]
     */
    show(view, how = {}) {
        const same = this.view !== null && view.turn === this.view.turn && this.view.moves.length === view.moves.length
            && this.view.moves.every((m, i) => m.move === view.moves[i].move);
        this.assign({ view, movable: how.movable ?? 'none', premovable: how.premovable ?? null });
        this.slide = (how.animate ?? true) && this._options.animate;
        if (!same) this.chooser?.close(null);
        if (this.selected && !this.canSelect(this.selected)) this.assign({ selected: null });
        if (this.premovable === null) this.assign({ premove: null });
        this.redraw(false);
    }

    /** Select a piece, or nothing. @param {Source|null} source */
    select(source) {
        const { _rules: rules, view } = this;
        this.assign({ selected: source && this.canSelect(source) ? source : null });
        this.update();
        if (!rules || !view || !this.selected) return;
        const { from, drop } = this.selected;
        const name = from < 0 ? kindName(rules, drop, this._options.lang) : pieceName(rules, view.board[from], this._options.lang);
        if (this.freeHand) return void this.announce(name);
        this.announce(selectionText(rules, name, [...new Set(this.movesOf(this.selected).map((m) => m.to))], this._options.lang));
    }

    /**
     * A press on a square or slot: plays, selects, or tries in vain.
     * @param {Source} source @returns {boolean} whether a piece is held that may be dragged
     */
    press(source) {
        const { selected } = this;
        if (this.freeHand && !this.freeHand.carries) {
            if (source.from >= 0) this.freeHand.press(source.from);
            return false;
        }
        if (this.premove) this.setPremove(null);
        if (selected && source.from >= 0 && !this.isSelected(source)) {
            const swap = this.canSelect(source) && (this.premoving() || !this.allows(selected, source.from));
            if (!swap) {
                this.attempt(selected, source.from, false);
                return false;
            }
        }
        if (!this.canSelect(source)) {
            this.select(null);
            return false;
        }
        if (!this.isSelected(source)) this.select(source);
        return true;
    }

    /** A second press on what is selected: it may have a move that stays there. @param {Source} source */
    pressAgain(source) {
        if (source.from >= 0 && !this.premoving() && this.allows(source, source.from)) this.attempt(source, source.from, false);
        else this.select(null);
    }

    /** Enter or Space, or a press by a screen reader. @param {Source} source */
    activate(source) {
        if (this.isSelected(source)) return this.pressAgain(source);
        this.press(source);
        if (this.selected && this.selected.from < 0 && this.isSelected(source)) this.focusSquare(this.focused);
    }

    /**
     * Move to a square, or say that it cannot be.
     * @param {Source} source @param {number} to @param {boolean} dragged @returns {boolean}
     */
    attempt(source, to, dragged) {
        const { view } = this;
        if (!view) return false;
        if (this.freeHand) {
            if (dragged) this.landed = to;
            this.select(null);
            this.freeHand.move(source.from, to);
            return true;
        }
        if (this.premoving()) {
            this.select(null);
            this.setPremove({ ...source, to });
            return true;
        }
        const moves = this.strongest(this.movesTo(source, to));
        if (!moves.length) {
            if (!dragged) this.shake(source);
            this.select(null);
            const move = source.from < 0 ? to | (source.drop << 8) | (1 << 23) : to | (source.from << 8);
            this.emit('bm-illegal', { move, from: source.from, drop: source.drop, to });
            return false;
        }
        if (dragged) this.landed = moves[0].to;
        if (moves.length > 1) this.choose(source, to, moves);
        else this.play(moves[0]);
        return true;
    }

    /** The moves to choose from: by the setting the strongest promotion alone, where all of them promote. @param {Move[]} moves */
    strongest(moves) {
        const kinds = this._rules?.kinds;
        if (!kinds || !this._options.autoQueen || moves.length < 2 || moves.some((m) => m.promote < 0 || m.gate >= 0)) return moves;
        const value = (/** @type {Move} */ m) => kinds[m.promote]?.value ?? 0;
        return [moves.reduce((best, m) => (value(m) > value(best) ? m : best))];
    }

    /** @param {Source} source @param {number} to @param {Move[]} moves */
    choose(source, to, moves) {
        const { _rules: rules, view, layout } = this;
        const at = layout?.at.get(to);
        if (!rules || !view || !at) return;
        const back = document.activeElement;
        const piece = source.from < 0 ? 0 : view.board[source.from];
        const look = { rules, set: this.set, flipped: this._options.flipped, lang: this._options.lang };
        this.chooser = new Chooser(this.frame, look, at, this.size, moves, piece ? kindOf(piece) : source.drop, view.turn, (move) => {
            this.chooser = null;
            if (back instanceof HTMLElement && this.contains(back)) back.focus({ preventScroll: true });
            if (move) return this.play(move);
            this.landed = -1;
            this.slide = this._options.animate;
            this.select(null);
            this.redraw(false);
        });
    }

    /** @param {Move} move */
    play(move) {
        this.assign({ selected: null });
        this.update();
        this.emit('bm-move', { move: move.move, text: move.text });
    }

    /** @param {{from: number, drop: number, to: number}|null} premove */
    setPremove(premove) {
        this.assign({ premove });
        this.update();
        this.redraw(false);
        this.emit('bm-premove', premove);
    }

    /** Esc: nothing is selected any more. @returns {boolean} whether there was anything to cancel */
    cancel() {
        const had = this.selected !== null || this.premove !== null;
        if (this.premove) this.setPremove(null);
        if (this.selected) this.select(null);
        return had;
    }

    /** Shake animation of a piece whose move is illegal. @param {Source} source */
    shake(source) {
        const el = source.from < 0 ? this.hands?.slot(source.drop, this.ownSide()) : this.pieces.nodes.get(source.from)?.el;
        el?.classList.add('bm-shake');
        setTimeout(() => el?.classList.remove('bm-shake'), 350);
    }
}

customElements.define('bm-board', BmBoard);
