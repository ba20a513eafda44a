// SPDX-License-Identifier: MIT
// Chooser for a source and target that fit several moves (promotion, gating), shown at the square.
import { t } from '../words/words.js';
import { pieceSvg, rotates } from './piece_art.js';
import { element, svgCopy } from './dom.js';
import { kindName } from './labels.js';

/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {{rules: Rules, set: string, flipped: boolean, lang: 'en'|'ja'}} Look */

/**
 * What one choice is called, beside the others.
 * @param {Look} look @param {Move} move @param {readonly Move[]} all @param {number} kind  of the piece that moves
 */
function labelOf(look, move, all, kind) {
    const name = (/** @type {number} */ k) => kindName(look.rules, k, look.lang);
    const words = [];
    if (move.drop >= 0) words.push(t('board.dropAs', { piece: name(move.drop) }));
    else if (move.promote >= 0) words.push(t('board.promote', { piece: name(move.promote) }));
    else if (all.some((m) => m.promote >= 0)) words.push(t('board.stay', { piece: name(kind) }));
    if (move.gate >= 0) words.push(t(move.partner ? 'board.gateThere' : 'board.gate', { piece: name(move.gate) }));
    else if (all.some((m) => m.gate >= 0)) words.push(t('board.noGate'));
    return words.join(t('board.comma')) || move.text;
}

export class Chooser {
    /**
     * @param {HTMLElement} frame @param {Look} look @param {{x: number, y: number}} at  in units
     * @param {number} size  pixels of a unit
     * @param {readonly Move[]} moves @param {number} kind @param {number} side
     * @param {(move: Move|null) => void} done
     */
    constructor(frame, look, at, size, moves, kind, side, done) {
        this.done = done;
        /** Whether a press has begun here: the click that ends the one which opened it chooses nothing. */
        this.pressed = false;
        this.el = element('div', 'bm-chooser', { role: 'dialog', 'aria-modal': 'true', 'aria-label': t('board.choose'), 'data-chooser': '' });
        this.list = element('div', 'bm-choices');
        /** @type {HTMLButtonElement[]} */
        this.items = moves.map((move) => this.item(look, move, moves, kind, side));
        this.list.append(...this.items);
        this.el.append(this.list);
        frame.append(this.el);
        this.put(frame, at, size);
        this.el.addEventListener('pointerdown', (e) => {
            e.stopPropagation();
            this.pressed = true;
            if (e.target === this.el) e.preventDefault(), this.close(null);
        });
        this.el.addEventListener('contextmenu', (e) => e.preventDefault());
        // The press that opened it may take the focus elsewhere when it is over: keys come here all the same.
        this.listen = (/** @type {KeyboardEvent} */ e) => this.key(e);
        document.addEventListener('keydown', this.listen, true);
        this.items[0].focus({ preventScroll: true });
    }

    /** @param {Look} look @param {Move} move @param {readonly Move[]} all @param {number} kind @param {number} side */
    item(look, move, all, kind, side) {
        const label = labelOf(look, move, all, kind);
        const el = element('button', 'bm-choice', { type: 'button', 'data-move': move.text, 'aria-label': label, title: label });
        const shown = [move.drop, move.gate, move.promote, kind].find((k) => k >= 0) ?? kind;
        const art = element('span', 'bm-art');
        const text = pieceSvg(look.set, look.rules, shown, side);
        if (text) art.append(svgCopy(text));
        art.classList.toggle('bm-turned', rotates(look.rules) && side !== (look.flipped ? 1 : 0));
        el.append(art);
        if (move.gate >= 0) el.append(element('span', move.partner ? 'bm-plus bm-there' : 'bm-plus', { 'aria-hidden': 'true' }));
        el.addEventListener('click', (e) => {
            e.stopPropagation();
            if (this.pressed || e.detail === 0) this.close(move);
        });
        // A finger that stays long brings no click: the choice is made where it is lifted.
        el.addEventListener('touchend', (e) => {
            const { clientX, clientY } = e.changedTouches[0], box = el.getBoundingClientRect();
            e.preventDefault();
            if (clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom) this.close(move);
        });
        return el;
    }

    /** From the square towards the middle, never beyond the frame. @param {HTMLElement} frame @param {{x: number, y: number}} at @param {number} size */
    put(frame, at, size) {
        const box = frame.getBoundingClientRect();
        const side = Math.min(Math.max(size, 44), box.height / 2, box.width / 2);
        const n = this.items.length;
        const perColumn = Math.max(1, Math.min(n, Math.floor(box.height / side), n > 6 ? Math.ceil(n / 2) : n));
        const columns = Math.ceil(n / perColumn);
        const clamp = (/** @type {number} */ v, /** @type {number} */ max) => Math.max(0, Math.min(v, max));
        const up = at.y + 0.5 > box.height / size / 2;
        const x = clamp(at.x * size - (side - size) / 2, box.width - columns * side);
        const y = clamp(up ? (at.y + 1) * size - perColumn * side : at.y * size, box.height - perColumn * side);
        this.list.style.setProperty('--side', `${side}px`);
        this.list.style.setProperty('--rows', String(perColumn));
        this.list.style.transform = `translate(${x}px, ${y}px)`;
        this.list.classList.toggle('bm-up', up);
        if (up) for (const [i, el] of this.items.entries()) el.style.order = String(n - i);
    }

    /** @param {KeyboardEvent} e */
    key(e) {
        const i = this.items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        const back = this.list.classList.contains('bm-up');
        const step = e.key === 'Tab' ? (e.shiftKey ? -1 : 1) : e.key === 'ArrowDown' || e.key === 'ArrowRight' ? (back ? -1 : 1)
            : e.key === 'ArrowUp' || e.key === 'ArrowLeft' ? (back ? 1 : -1) : 0;
        if (step) this.items[(i + step + this.items.length) % this.items.length].focus({ preventScroll: true });
        else if (e.key === 'Escape') this.close(null);
        else return e.stopPropagation();
        e.preventDefault();
        e.stopPropagation();
    }

    /** @param {Move|null} move */
    close(move) {
        if (!this.el.isConnected) return;
        document.removeEventListener('keydown', this.listen, true);
        this.el.remove();
        this.done(move);
    }
}
