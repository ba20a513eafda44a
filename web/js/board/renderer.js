// SPDX-License-Identifier: MIT
// Renders the board: at most once per animation frame, and only what has changed.
import { lang, onLang, t } from '../words/words.js';
import { loadArt, setFor } from './piece_art.js';
import { attribute, element, svgElement } from './dom.js';
import { build } from './frame.js';
import { Hands } from './hands.js';
import { computeLayout } from './layout.js';
import { drawMarks } from './marks.js';
import { Pieces } from './pieces.js';
import { squareLabel } from './labels.js';
import { BoardState } from './state.js';
import { kindOf, sideOf } from './types.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./chooser.js').Chooser} Chooser */

export class BoardRenderer extends BoardState {
    constructor() {
        super();
        /** @type {import('./layout.js').Layout|null} */
        this.layout = null;
        this._marks = { arrows: /** @type {import('./types.js').Arrow[]} */ ([]), circles: /** @type {import('./types.js').Circle[]} */ ([]) };
        this.set = '';
        this.size = 0;
        /** @type {Map<number, HTMLElement>} */
        this.cells = new Map();
        /** @type {Hands|null} */
        this.hands = null;
        /** @type {Chooser|null} */
        this.chooser = null;
        this.frame = element('div', 'bm-frame');
        this.pieces = new Pieces(element('div', 'bm-pieces', { 'aria-hidden': 'true' }));
        this.overlay = /** @type {SVGSVGElement} */ (svgElement('svg', { class: 'bm-marks', 'aria-hidden': 'true' }));
        this.live = element('div', 'bm-live', { 'aria-live': 'polite' });
        this.focused = -1;
        /** Whether arrow keys walk over the squares: see keys.js. */
        this.keyboard = false;
        // A square where a drag has ended: nothing slides there.
        this.landed = -1;
        this.slide = false;
        this.stale = true;
        this.pending = 0;
        this.watch = new ResizeObserver(() => this.resize());
        this.addEventListener('focusin', (e) => this.onFocus(e));
        // A focus that goes elsewhere, not one that is about to come back, ends the keyboard mode.
        this.addEventListener('focusout', () => setTimeout(() => {
            if (document.hasFocus() && !this.contains(document.activeElement)) this.setKeyboard(false, false);
        }));
    }

    connectedCallback() {
        if (!this.frame.isConnected) this.append(this.frame, this.live);
        this.watch.observe(this);
        this.unlisten = onLang(() => this.configure({ lang: lang() }));
        this.redraw(true);
    }

    disconnectedCallback() {
        this.watch.disconnect();
        this.unlisten?.();
        cancelAnimationFrame(this.pending);
        this.pending = 0;
    }

    get rules() {
        return this._rules;
    }

    set rules(rules) {
        if (rules === this._rules) return;
        this.assign({ _rules: rules, view: null, selected: null, premove: null });
        this.focused = -1;
        this.pieces.clear();
        this._marks = { arrows: [], circles: [] };
        this.loadPieces();
    }

    /** @returns {Options} */
    get options() {
        return this._options;
    }

    set options(options) {
        this.configure(options);
    }

    /** Those that are given; the others stay. @param {Partial<Options>} options */
    configure(options) {
        const before = this._options;
        this.assign({ _options: { ...before, ...options } });
        const { set, lang: l } = this._options;
        if (set !== before.set || l !== before.lang) this.loadPieces();
        else this.redraw(true);
    }

    get marks() {
        return this._marks;
    }

    set marks(marks) {
        this._marks = marks;
        this.drawMarks(marks);
    }

    /** Load the piece set, then redraw everything. */
    async loadPieces() {
        const rules = this._rules;
        if (!rules) return;
        const set = setFor(rules, this._options.set, this._options.lang);
        this.redraw(true);
        await loadArt(set, rules);
        if (rules !== this._rules) return;
        this.set = set;
        this.pieces.clear();
        this.redraw(true);
    }

    /** Draw in the next frame, however often it is asked for. @param {boolean} stale  the layout, too */
    redraw(stale) {
        this.stale ||= stale;
        if (!this.pending && this.isConnected) this.pending = requestAnimationFrame(() => this.draw());
    }

    draw() {
        this.pending = 0;
        const { _rules: rules, view } = this;
        if (!rules || !this.set || !this.clientWidth || !this.clientHeight) return;
        if (this.stale || !this.layout) this.buildLayout(rules);
        const { layout } = this;
        if (!layout || !view) return;
        const last = view.last && view.last.from !== undefined ? view.last : null;
        const look = { rules, set: this.set, flipped: this._options.flipped, layout };
        let dropped = null;
        if (this.slide && last && isDrop(last) && this.landed !== last.to && view.board[last.to]) {
            const piece = view.board[last.to];
            const at = this.hands?.at(kindOf(piece), sideOf(piece), this.frame, this.size);
            if (at) dropped = { sq: last.to, at };
        }
        this.pieces.put(look, view.board, last, dropped, this.slide);
        this.landed = -1;
        this.slide = false;
        this.update();
        this.dataset.ready = '';
    }

    /** Build what stays while the layout stays. @param {Rules} rules */
    buildLayout(rules) {
        this.stale = false;
        const { _options: options } = this;
        this.dataset.theme = options.theme;
        this.toggleAttribute('data-flipped', options.flipped);
        this.toggleAttribute('data-picture', options.picture);
        this.toggleAttribute('data-animate', options.animate);
        this.layout = computeLayout(rules, options, this.clientWidth / this.clientHeight);
        const held = this.contains(document.activeElement) && document.activeElement !== this;
        this.chooser?.close(null);
        this.cells = build(this.frame, rules, options, this.layout);
        this.hands = this.layout.trays.length ? new Hands(this.frame, rules, options, this.layout, this.set) : null;
        this.frame.append(this.pieces.layer, this.overlay);
        this.pieces.clear();
        if (!this.cells.has(this.focused)) this.focused = this.layout.fields[0].rows.slice(-1)[0][0];
        this.measure();
        this.drawMarks(this._marks);
        if (held && !options.picture) this.focusSquare(this.focused);
    }

    /** The size of a square: what fits, in whole pixels of the screen. */
    measure() {
        if (!this.layout) return;
        const exact = Math.min(this.clientWidth / this.layout.width, this.clientHeight / this.layout.height);
        const ratio = window.devicePixelRatio || 1;
        this.size = exact > 12 ? Math.floor(exact * ratio) / ratio : exact;
        this.style.setProperty('--sq', `${this.size}px`);
    }

    /** The space has changed. Another arrangement may fit better now. */
    resize() {
        const { _rules: rules, layout } = this;
        if (!rules || !layout || !this.clientWidth || !this.clientHeight) return this.redraw(true);
        const better = computeLayout(rules, this._options, this.clientWidth / this.clientHeight);
        if (better.width !== layout.width || better.height !== layout.height) this.redraw(true);
        else this.measure();
    }

    /** Classes and words of the squares, and the hands. */
    update() {
        const { _rules: rules, view, selected, _options: options } = this;
        if (!rules || !view) return;
        const moves = selected && !this.premoving() ? this.movesOf(selected) : [];
        const targets = new Map(moves.flatMap((m) => (m.castles < 0 ? [[m.to, m.capture]] : [[m.to, m.capture], [m.castles, false]])));
        const pre = this.premove;
        for (const [sq, cell] of this.cells) {
            const piece = view.board[sq];
            const target = targets.has(sq);
            const flags = { check: view.royalsInCheck.includes(sq), last: isLast(view, sq), target: target && !targets.get(sq),
                capture: targets.get(sq) === true };
            for (const [name, on] of Object.entries({ ...flags, target: flags.target && options.hints, capture: flags.capture && options.hints,
                selected: selected?.from === sq, premove: pre !== null && (pre.to === sq || pre.from === sq), mine: this.canSelect({ from: sq, drop: -1 }) }))
                cell.classList.toggle(`bm-${name}`, on);
            attribute(cell, 'data-piece', piece ? `${rules.kinds[kindOf(piece)]?.letter}${sideOf(piece)}` : null);
            if (options.picture) continue;
            attribute(cell, 'aria-label', squareLabel(rules, sq, piece, options.lang, flags));
            attribute(cell, 'aria-selected', selected?.from === sq ? 'true' : null);
            attribute(cell, 'tabindex', sq === this.focused ? '0' : '-1');
        }
        this.hands?.update(view.hands, { selected: selected && selected.from < 0 ? selected.drop : -1, turn: this.ownSide(),
            may: (side) => this.controls(side) });
    }

    /** @param {import('./marks.js').Marks} marks */
    drawMarks(marks) {
        if (this.layout) drawMarks(this.overlay, this.layout, marks);
    }

    clearMarks() {
        if (this._options.keepMarks || (!this._marks.arrows.length && !this._marks.circles.length)) return;
        this.marks = { arrows: [], circles: [] };
        this.emit('bm-marks', { marks: this._marks });
    }

    /** @param {string} name @param {unknown} detail */
    emit(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
    }

    /** @param {number} sq */
    focusSquare(sq) {
        this.cells.get(sq)?.focus({ preventScroll: true });
    }

    /** Turn the keyboard mode on or off. @param {boolean} on @param {boolean} [aloud] */
    setKeyboard(on, aloud = true) {
        if (on === this.keyboard) return;
        this.keyboard = on;
        this.toggleAttribute('data-keyboard', on);
        if (on && !this.contains(document.activeElement)) this.focusSquare(this.focused);
        if (aloud) this.announce(t(on ? 'board.keyboardOn' : 'board.keyboardOff'));
        this.emit('bm-keyboard', { on, aloud });
    }

    /** @param {FocusEvent} e */
    onFocus(e) {
        const el = e.target;
        if (!(el instanceof HTMLElement)) return;
        if (el.dataset.sq !== undefined) {
            const before = this.cells.get(this.focused);
            if (before) before.tabIndex = -1;
            this.focused = Number(el.dataset.sq);
            el.tabIndex = 0;
        }
        this.emit('bm-focus', { text: el.getAttribute('aria-label') ?? '' });
    }

    /** @param {string} text */
    announce(text) {
        this.live.textContent = text;
        this.emit('bm-focus', { text });
    }
}

/** @param {{drop: number|boolean|null}} last */
function isDrop(last) {
    return typeof last.drop === 'number' ? last.drop >= 0 : Boolean(last.drop);
}

/** Whether a square is of the last turn. @param {View} view @param {number} sq */
function isLast(view, sq) {
    return view.lasts.some((m) => m.to === sq || m.from === sq);
}
