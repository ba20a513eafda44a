// SPDX-License-Identifier: MIT
// <bm-board>: shows a position of any game and lets people move. It knows no rule: what may be done is the list
// of moves that comes with each position.
import { lang, onLang } from '../words.js';
import { loadArt, setFor } from './art.js';
import { Chooser } from './chooser.js';
import { attribute, make, shape } from './dom.js';
import { build } from './frame.js';
import { Hands } from './hands.js';
import { onKey } from './keys.js';
import { layOut } from './layout.js';
import { drawMarks } from './marks.js';
import { Pieces } from './pieces.js';
import { Pointer } from './pointer.js';
import { kindName, pieceName, selectionText, squareLabel } from './say.js';
import { kindOf, sideOf } from './types.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./types.js').Source} Source */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {0|1|'both'|'none'} Movable */

/** @returns {Options} */
const usual = () => ({ flipped: false, set: '', theme: 'wood', coords: true, animate: true, hints: true, lang: lang(), hands: 'auto',
    picture: false, marks: true });

export class BmBoard extends HTMLElement {
    constructor() {
        super();
        /** @type {Rules|null} */
        this._rules = null;
        this._options = usual();
        /** @type {View|null} */
        this.view = null;
        /** @type {Movable} */
        this.movable = 'none';
        /** @type {0|1|null} */
        this.premovable = null;
        /** @type {Source|null} */
        this.selected = null;
        /** @type {{from: number, drop: number, to: number}|null} */
        this.premove = null;
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
        this.frame = make('div', 'bm-frame');
        this.pieces = new Pieces(make('div', 'bm-pieces', { 'aria-hidden': 'true' }));
        this.overlay = /** @type {SVGSVGElement} */ (shape('svg', { class: 'bm-marks', 'aria-hidden': 'true' }));
        this.live = make('div', 'bm-live', { 'aria-live': 'polite' });
        this.focused = -1;
        this.landed = -1; // a square where a drag has ended: nothing slides there
        this.slide = false;
        this.stale = true;
        this.pending = 0;
        this.watch = new ResizeObserver(() => this.resize());
        this.pointer = new Pointer(this);
        this.addEventListener('keydown', (e) => onKey(this, e));
        this.addEventListener('focusin', (e) => this.onFocus(e));
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
        this._rules = rules;
        this.view = null;
        this.selected = this.premove = null;
        this.focused = -1;
        this.pieces.clear();
        this._marks = { arrows: [], circles: [] };
        this.dress();
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
        this._options = { ...before, ...options };
        const { set, lang: l } = this._options;
        if (set !== before.set || l !== before.lang) this.dress();
        else this.redraw(true);
    }

    get marks() {
        return this._marks;
    }

    set marks(marks) {
        this._marks = marks;
        this.drawMarks(marks);
    }

    /** The pictures for rules and set, then everything anew. */
    async dress() {
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

    /**
     * Show a position.
     * @param {View} view
     * @param {{animate?: boolean, movable?: Movable, premovable?: 0|1|null}} [how]
     */
    show(view, how = {}) {
        const same = this.view !== null && view.turn === this.view.turn && this.view.moves.length === view.moves.length
            && this.view.moves.every((m, i) => m.move === view.moves[i].move);
        this.view = view;
        this.movable = how.movable ?? 'none';
        this.premovable = how.premovable ?? null;
        this.slide = (how.animate ?? true) && this._options.animate;
        if (!same) this.chooser?.close(null);
        if (this.selected && !this.canSelect(this.selected)) this.selected = null;
        if (this.premovable === null) this.premove = null;
        this.redraw(false);
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
        if (this.stale || !this.layout) this.lay(rules);
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
    lay(rules) {
        this.stale = false;
        const { _options: options } = this;
        this.dataset.theme = options.theme;
        this.toggleAttribute('data-flipped', options.flipped);
        this.toggleAttribute('data-picture', options.picture);
        this.toggleAttribute('data-animate', options.animate);
        this.layout = layOut(rules, options, this.clientWidth / this.clientHeight);
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
        const better = layOut(rules, this._options, this.clientWidth / this.clientHeight);
        if (better.width !== layout.width || better.height !== layout.height) this.redraw(true);
        else this.measure();
    }

    /** Classes and words of the squares, and the hands. */
    update() {
        const { _rules: rules, view, selected, _options: options } = this;
        if (!rules || !view) return;
        const moves = selected && !this.premoving() ? this.movesOf(selected) : [];
        const targets = new Map(moves.map((m) => [m.to, m.capture]));
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
            may: (side) => this.maySide(side) });
    }

    /** @param {import('./marks.js').Marks} marks */
    drawMarks(marks) {
        if (this.layout) drawMarks(this.overlay, this.layout, marks);
    }

    clearMarks() {
        if (!this._marks.arrows.length && !this._marks.circles.length) return;
        this.marks = { arrows: [], circles: [] };
        this.emit('bm-marks', { marks: this._marks });
    }

    /** @param {string} name @param {unknown} detail */
    emit(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
    }

    /** Whether a person here may select pieces of a side now. @param {number} side */
    maySide(side) {
        const { view } = this;
        if (!view) return false;
        if (side === view.turn) return this.movable === 'both' || this.movable === side;
        return this.premovable === side;
    }

    /** The side whose pieces a person here moves now. */
    ownSide() {
        const turn = this.view?.turn ?? 0;
        return this.maySide(turn) ? turn : 1 - turn;
    }

    /** Whether what is selected now is for later. */
    premoving() {
        return this.view !== null && !this.maySide(this.view.turn) && this.premovable !== null;
    }

    /** @param {Source} source @returns {Move[]} */
    movesOf(source) {
        if (!this.view || !this.maySide(this.view.turn)) return [];
        return this.view.moves.filter((m) => (source.from < 0 ? m.drop === source.drop : m.drop < 0 && m.from === source.from));
    }

    /** @param {Source} source */
    canSelect(source) {
        const { view, _rules: rules } = this;
        if (!view || !rules) return false;
        if (source.from < 0) return this.maySide(this.ownSide()) && (view.hands[this.ownSide()]?.[source.drop] ?? 0) > 0;
        const piece = view.board[source.from];
        if (!piece) return false;
        if (rules.kinds[kindOf(piece)]?.neutral) return this.movesOf(source).length > 0;
        return this.maySide(sideOf(piece));
    }

    /** @param {Source} source */
    isSelected(source) {
        return this.selected !== null && this.selected.from === source.from && this.selected.drop === source.drop;
    }

    /** Whether a source may go to a square, now or as a premove. @param {Source} source @param {number} to */
    allows(source, to) {
        return this.premoving() ? to !== source.from : this.movesOf(source).some((m) => m.to === to);
    }

    /** Select a piece, or nothing. @param {Source|null} source */
    select(source) {
        const { _rules: rules, view } = this;
        this.selected = source && this.canSelect(source) ? source : null;
        this.update();
        if (!rules || !view || !this.selected) return;
        const { from, drop } = this.selected;
        const name = from < 0 ? kindName(rules, drop, this._options.lang) : pieceName(rules, view.board[from], this._options.lang);
        this.say(selectionText(rules, name, [...new Set(this.movesOf(this.selected).map((m) => m.to))], this._options.lang));
    }

    /**
     * A press on a square or slot: plays, selects, or tries in vain.
     * @param {Source} source @returns {boolean} whether a piece is held that may be dragged
     */
    press(source) {
        const { selected } = this;
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
        if (this.premoving()) {
            this.select(null);
            this.setPremove({ ...source, to });
            return true;
        }
        const moves = this.movesOf(source).filter((m) => m.to === to);
        if (!moves.length) {
            if (!dragged) this.shake(source);
            this.select(null);
            const move = source.from < 0 ? to | (source.drop << 8) | (1 << 23) : to | (source.from << 8);
            this.emit('bm-illegal', { move, from: source.from, drop: source.drop, to });
            return false;
        }
        if (dragged) this.landed = to;
        if (moves.length > 1) this.choose(source, to, moves);
        else this.play(moves[0]);
        return true;
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
        this.selected = null;
        this.update();
        this.emit('bm-move', { move: move.move, text: move.text });
    }

    /** @param {{from: number, drop: number, to: number}|null} premove */
    setPremove(premove) {
        this.premove = premove;
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

    /** A piece that cannot go there shakes its head. @param {Source} source */
    shake(source) {
        const el = source.from < 0 ? this.hands?.slot(source.drop, this.ownSide()) : this.pieces.nodes.get(source.from)?.el;
        el?.classList.add('bm-shake');
        setTimeout(() => el?.classList.remove('bm-shake'), 350);
    }

    /** @param {number} sq */
    focusSquare(sq) {
        this.cells.get(sq)?.focus({ preventScroll: true });
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
    say(text) {
        this.live.textContent = text;
        this.emit('bm-focus', { text });
    }
}

/** @param {{drop: number|boolean|null}} last */
function isDrop(last) {
    return typeof last.drop === 'number' ? last.drop >= 0 : Boolean(last.drop);
}

/** Whether a square is of the last move. @param {View} view @param {number} sq */
function isLast(view, sq) {
    return view.last !== null && (view.last.to === sq || (!isDrop(view.last) && view.last.from === sq));
}

customElements.define('bm-board', BmBoard);
