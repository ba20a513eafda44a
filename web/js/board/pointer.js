// SPDX-License-Identifier: MIT
// Mouse, touch and pen: click and click, drag, and marks with the right button.
import { pieceSvg, rotates } from './piece_art.js';
import { element, svgCopy, place } from './dom.js';
import { colourOf, toggled } from './marks.js';

/** @typedef {import('./board.js').BmBoard} Board */
/** @typedef {import('./types.js').Source} Source */
/**
 * @typedef {{id: number, source: Source, again: boolean, x: number, y: number, touch: boolean, el: HTMLElement|null,
 *   ghost: boolean, now: {x: number, y: number}}} Press
 */

export class Pointer {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        /** @type {Press|null} */
        this.press = null;
        /** @type {{from: number, to: number, colour: string}|null} */
        this.drawing = null;
        this.frame = 0;
        /** @type {HTMLElement|null} */
        this.over = null;
        board.addEventListener('pointerdown', (e) => this.down(e));
        board.addEventListener('pointermove', (e) => this.move(e));
        board.addEventListener('pointerup', (e) => this.up(e));
        board.addEventListener('pointercancel', () => this.cancel(true));
        board.addEventListener('contextmenu', (e) => {
            if (!board.options.picture) e.preventDefault();
        });
        // A press without a pointer, as screen readers make it.
        board.addEventListener('click', (e) => {
            const source = e.detail === 0 ? this.sourceAt(e.target) : null;
            if (source) board.activate(source);
        });
    }

    /** The square or slot that an element belongs to. @param {EventTarget|null} target @returns {Source|null} */
    sourceAt(target) {
        const el = target instanceof Element ? target.closest('.bm-sq, .bm-slot') : null;
        if (!(el instanceof HTMLElement) || !this.board.contains(el)) return null;
        if (el.dataset.sq !== undefined) return { from: Number(el.dataset.sq), drop: -1 };
        return this.board.controls(Number(el.dataset.side)) ? { from: -1, drop: Number(el.dataset.kind) } : null;
    }

    /** @param {{clientX: number, clientY: number}} e */
    sourceUnder(e) {
        return this.sourceAt(document.elementFromPoint(e.clientX, e.clientY));
    }

    /** @param {PointerEvent} e */
    down(e) {
        const { board } = this;
        if (board.options.picture || !e.isPrimary) return;
        const source = this.sourceAt(e.target);
        board.setKeyboard(false, false);
        if (e.button === 2 || (e.button === 0 && board.options.drawing)) {
            this.cancel(true);
            if (source && source.from >= 0 && board.options.marks) {
                this.drawing = { from: source.from, to: source.from, colour: colourOf(e) };
                board.setPointerCapture(e.pointerId);
            }
            return;
        }
        if (e.button !== 0) return;
        board.clearMarks();
        if (!source) return void board.cancel();
        const again = board.isSelected(source);
        if (!board.press(source)) return;
        this.press = { id: e.pointerId, source, again, x: e.clientX, y: e.clientY, touch: e.pointerType === 'touch', el: null,
            ghost: false, now: { x: e.clientX, y: e.clientY } };
        board.setPointerCapture(e.pointerId);
    }

    /** @param {PointerEvent} e */
    move(e) {
        if (this.drawing) {
            const source = this.sourceUnder(e);
            const to = source && source.from >= 0 ? source.from : this.drawing.from;
            if (to === this.drawing.to) return;
            this.drawing.to = to;
            this.board.drawMarks(toggled(this.board.marks, this.drawing.from, to, this.drawing.colour));
            return;
        }
        const { press } = this;
        if (!press || e.pointerId !== press.id) return;
        // A second button while the first is held comes as a move: the right one takes the drag back.
        if (e.buttons & 2) {
            this.cancel(true);
            this.board.select(null);
            return;
        }
        press.now = { x: e.clientX, y: e.clientY };
        if (!press.el && Math.hypot(e.clientX - press.x, e.clientY - press.y) > (press.touch ? 8 : 4)) this.lift(press);
        if (press.el && !this.frame) this.frame = requestAnimationFrame(() => this.follow());
    }

    /** The drag starts. @param {Press} press */
    lift(press) {
        const { board } = this;
        if (press.source.from >= 0) press.el = board.pieces.nodes.get(press.source.from)?.el ?? null;
        else press.el = this.ghost(press);
        press.el?.classList.add('bm-drag');
        if (press.touch) press.el?.classList.add('bm-finger');
        board.classList.add('bm-dragging');
    }

    /** A piece that leaves the hand. @param {Press} press */
    ghost(press) {
        const { board } = this;
        const { rules, view } = board;
        const side = board.ownSide();
        const at = board.hands?.at(press.source.drop, side, board.frame, board.size);
        if (!rules || !view || !at) return null;
        const el = element('div', 'bm-piece');
        const text = pieceSvg(board.set, rules, press.source.drop, side);
        if (text) el.append(svgCopy(text));
        el.classList.toggle('bm-turned', rotates(rules) && side !== (board.options.flipped ? 1 : 0));
        place(el, at);
        board.pieces.layer.append(el);
        press.ghost = true;
        return el;
    }

    /** Once a frame: the piece is at the pointer, the square below is marked. */
    follow() {
        this.frame = 0;
        const { press, board } = this;
        if (!press?.el) return;
        const { x, y } = press.now;
        const box = board.frame.getBoundingClientRect();
        const half = board.size / 2;
        const px = Number(press.el.style.getPropertyValue('--x')) + (board.layout ? board.layout.cell[0] - 1 : 0) / 2;
        const py = Number(press.el.style.getPropertyValue('--y'));
        press.el.style.setProperty('--dx', `${x - box.left - half - px * board.size}px`);
        press.el.style.setProperty('--dy', `${y - box.top - half - py * board.size}px`);
        const below = document.elementFromPoint(x, y)?.closest('.bm-sq') ?? null;
        if (below === this.over) return;
        this.over?.classList.remove('bm-over');
        this.over = below instanceof HTMLElement && board.contains(below) ? below : null;
        this.over?.classList.add('bm-over');
    }

    /** @param {PointerEvent} e */
    up(e) {
        const { board, drawing, press } = this;
        if (drawing) {
            this.drawing = null;
            board.marks = toggled(board.marks, drawing.from, drawing.to, drawing.colour);
            board.emit('bm-marks', { marks: board.marks });
            return;
        }
        if (!press || e.pointerId !== press.id) return;
        const source = press.el ? this.sourceUnder(e) : null;
        const dragged = press.el;
        this.cancel(false);
        if (!dragged) {
            if (press.again) board.pressAgain(press.source);
        } else if (board.freeHand && !source) board.freeHand.move(press.source.from, -1);
        else if (!source || source.from < 0 || source.from === press.source.from || !board.canSelect(press.source)) this.back(press);
        else {
            if (!board.premoving() && board.allows(press.source, source.from)) this.land(press, source.from);
            else this.back(press);
            board.attempt(press.source, source.from, true);
        }
    }

    /** The piece slides back to where it was. @param {Press} press */
    back(press) {
        const { el } = press;
        if (!el) return;
        el.classList.remove('bm-drag', 'bm-finger');
        el.classList.add('bm-slide');
        el.style.setProperty('--dx', '0px');
        el.style.setProperty('--dy', '0px');
        setTimeout(() => {
            el.classList.remove('bm-slide');
            if (press.ghost) el.remove();
        }, this.board.options.animate ? 300 : 0);
    }

    /** The piece was dropped on a legal target: place it there without animation. @param {Press} press @param {number} to */
    land(press, to) {
        const { el } = press;
        if (!el) return;
        el.classList.remove('bm-drag', 'bm-finger');
        el.style.removeProperty('--dx');
        el.style.removeProperty('--dy');
        const at = this.board.layout?.at.get(to);
        if (press.ghost) el.remove();
        else if (at) place(el, at);
    }

    /** The press is over. @param {boolean} back  the piece goes back */
    cancel(back) {
        const { press } = this;
        this.press = null;
        if (this.drawing) {
            this.drawing = null;
            this.board.drawMarks(this.board.marks);
        }
        cancelAnimationFrame(this.frame);
        this.frame = 0;
        this.over?.classList.remove('bm-over');
        this.over = null;
        this.board.classList.remove('bm-dragging');
        if (press && back) this.back(press);
    }
}
