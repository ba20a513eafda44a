// SPDX-License-Identifier: MIT
// The pieces on the squares: one element each, kept as long as the piece is on the board.
import { pieceSvg, rotates } from './piece_art.js';
import { element, svgCopy, place } from './dom.js';
import { kindOf, sideOf } from './types.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {{el: HTMLElement, piece: number}} Node */
/** @typedef {{rules: Rules, set: string, flipped: boolean, layout: Layout}} Look */

// Ms after which no slide goes on.
const SLIDE = 400;

export class Pieces {
    /** @param {HTMLElement} layer */
    constructor(layer) {
        this.layer = layer;
        /** @type {Map<number, Node>} */
        this.nodes = new Map();
    }

    /** Forget all: the next position is drawn anew. */
    clear() {
        this.layer.replaceChildren();
        this.nodes.clear();
    }

    /**
     * Draw a position. What is new there comes from where it was, if it is to be seen.
     * @param {Look} look @param {ArrayLike<number>} board
     * @param {{from: number, to: number}|null} last
     * @param {{sq: number, at: {x: number, y: number}}|null} dropped  where a piece from a hand comes from
     * @param {boolean} animate
     */
    put(look, board, last, dropped, animate) {
        /** @type {Map<number, Node>} */
        const next = new Map();
        /** @type {number[]} */
        const added = [];
        for (const sq of look.layout.at.keys()) {
            const piece = board[sq];
            const node = this.nodes.get(sq);
            if (piece && node?.piece === piece) next.set(sq, node);
            else if (piece) added.push(sq);
        }
        /** @type {Map<number, Node>} */
        const removed = new Map();
        for (const [sq, node] of this.nodes) if (next.get(sq) !== node) removed.set(sq, node);
        for (const sq of added) next.set(sq, this.arrival(look, sq, board[sq], removed, last, dropped, animate));
        for (const node of removed.values()) this.remove(node, animate);
        this.nodes = next;
        for (const [sq, node] of next) this.settle(look, sq, node, animate);
    }

    /**
     * The element for a piece that is new on a square.
     * @param {Look} look @param {number} sq @param {number} piece @param {Map<number, Node>} removed
     * @param {{from: number, to: number}|null} last @param {{sq: number, at: {x: number, y: number}}|null} dropped
     * @param {boolean} animate @returns {Node}
     */
    arrival(look, sq, piece, removed, last, dropped, animate) {
        const from = originSquare(look, sq, piece, removed, last);
        const old = from === null ? undefined : removed.get(from);
        if (old && from !== null) {
            removed.delete(from);
            if (old.piece !== piece) this.setPicture(look, old, piece);
            return old;
        }
        const node = { el: element('div', 'bm-piece'), piece };
        this.setPicture(look, node, piece);
        if (animate && dropped?.sq === sq) {
            place(node.el, dropped.at);
            this.layer.append(node.el);
            // The slide starts there.
            void node.el.offsetWidth;
        } else {
            const at = look.layout.at.get(sq);
            if (at) place(node.el, at);
            this.layer.append(node.el);
        }
        return node;
    }

    /** Give an element its picture. @param {Look} look @param {Node} node @param {number} piece */
    setPicture(look, node, piece) {
        node.piece = piece;
        const text = pieceSvg(look.set, look.rules, kindOf(piece), sideOf(piece));
        node.el.replaceChildren(...(text ? [svgCopy(text)] : []));
        node.el.classList.toggle('bm-turned', rotates(look.rules) && sideOf(piece) !== (look.flipped ? 1 : 0));
    }

    /** @param {Look} look @param {number} sq @param {Node} node @param {boolean} animate */
    settle(look, sq, node, animate) {
        const at = look.layout.at.get(sq);
        if (!at) return;
        const { el } = node;
        const moved = el.style.getPropertyValue('--x') !== String(at.x) || el.style.getPropertyValue('--y') !== String(at.y);
        if (moved && animate) {
            el.classList.add('bm-slide');
            setTimeout(() => el.classList.remove('bm-slide'), SLIDE);
        }
        if (moved) place(el, at);
    }

    /** @param {Node} node @param {boolean} animate */
    remove(node, animate) {
        if (!animate) return node.el.remove();
        node.el.classList.add('bm-gone');
        setTimeout(() => node.el.remove(), SLIDE);
    }
}

/**
 * The square that a new piece has come from: as the last move says, else from the nearest that lost such a piece.
 * @param {Look} look @param {number} sq @param {number} piece @param {Map<number, Node>} removed
 * @param {{from: number, to: number}|null} last
 */
function originSquare(look, sq, piece, removed, last) {
    for (const [a, b] of last ? [[last.from, last.to], [last.to, last.from]] : []) {
        const node = sq === b ? removed.get(a) : undefined;
        if (node && sideOf(node.piece) === sideOf(piece)) return a;
    }
    const to = look.layout.at.get(sq);
    let best = null;
    let least = Infinity;
    for (const [from, node] of removed) {
        const at = look.layout.at.get(from);
        if (node.piece !== piece || !at || !to) continue;
        const far = Math.hypot(at.x - to.x, at.y - to.y);
        if (far < least) [best, least] = [from, far];
    }
    return best;
}
