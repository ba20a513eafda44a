// SPDX-License-Identifier: MIT
// A study: a tree of moves with what was written about them. The tree is the core's; here are its picture for the page, and the
// list of edits with which each is undone.
import { decodeView, STYLES } from '../core/game.js';
import { Rules } from '../core/rules.js';
import { NOTE } from './types.js';

/** @typedef {import('./types.js').StudyNode} StudyNode */
/** @typedef {import('./types.js').Facts} Facts */
/** @typedef {import('./types.js').ReadError} ReadError */
/** @typedef {import('../core/types.js').Bilingual} Bilingual */
/** @typedef {import('../core/types.js').View & {result: string, summary: Bilingual}} StudyView */
/** @typedef {{undo: () => void, redo: () => void}} Edit */
/** @typedef {{move: string, text: string, bits: number, side: number, number: number}} LineMove */
/** @typedef {{arrows: {from: number, to: number, colour: string}[], circles: {at: number, colour: string}[]}} Marks */

const COLOURS = /** @type {Record<string, string>} */ ({ G: 'green', R: 'red', Y: 'yellow', B: 'blue' });

/** Annotations of a move exclude each other. @param {number} nag */
const judgesMove = (nag) => nag >= 1 && nag <= 6;

export class Study extends EventTarget {
    #core;
    #handle;
    /** Steps that can be undone, each a list of edits. @type {Edit[][]} */
    #done = [];
    /** @type {Edit[][]} */
    #undone = [];
    /** @type {Edit[]|null} */
    #step = null;
    /** Nodes whose texts are known. */
    #known = 0;
    /** @type {Map<number, StudyNode>} */
    nodes = new Map();
    /** @type {import('../core/types.js').Style} */
    #style = 'coordinates';

    /** @param {Rules} rules @param {number} handle */
    constructor(rules, handle) {
        super();
        this.rules = rules;
        this.#core = rules.module;
        this.#handle = handle;
        this.#refresh();
    }

    /** An empty one. @param {Rules} rules @param {string} [start] @returns {Study|ReadError} */
    static create(rules, start = '') {
        rules.module.put(start);
        const handle = rules.module.call('bm_web_study_create', rules.handle);
        return handle ? new Study(rules, handle) : JSON.parse(rules.module.text());
    }

    /**
     * The first game of a record in any format and encoding.
     * @param {import('../core/core.js').Core} core @param {string|Uint8Array} text
     * @param {Rules|null} [rules] where the record does not say
     * @returns {Study|ReadError}
     */
    static read(core, text, rules = null) {
        core.module.put(text);
        const handle = core.module.call('bm_web_study_read', rules?.handle ?? 0);
        return handle ? Study.#adopt(core, handle, rules) : JSON.parse(core.module.text());
    }

    /** The record of a game, whose core must be this one. @param {import('../core/core.js').Core} core @param {import('../core/game.js').Game} game @returns {Study|ReadError} */
    static of(core, game) {
        const handle = core.module.call('bm_web_study_of', game.handle);
        return handle ? Study.#adopt(core, handle, game.rules) : JSON.parse(core.module.text());
    }

    /** @param {import('../core/core.js').Core} core @param {number} handle @param {Rules|null} rules */
    static #adopt(core, handle, rules) {
        const own = new Rules(core, core.module, core.module.callRaw('bm_web_study_rules', handle), null);
        if (rules && rules.name === own.name) own.yaml = rules.yaml;
        return new Study(own, handle);
    }

    /** For calls to the module. */
    get handle() {
        return this.#handle;
    }

    /** @param {string} name @param {...number} args */
    #call(name, ...args) {
        return this.#core.callRaw(name, this.#handle, ...args);
    }

    /** @param {string} name @param {...number} args */
    #json(name, ...args) {
        return this.#core.json(name, this.#handle, ...args);
    }

    // ---- The tree ----

    /** Fetch the tree anew. Texts of nodes that are known stay. */
    #refresh() {
        const before = this.nodes;
        /** @type {Map<number, StudyNode>} */
        const nodes = new Map();
        for (const n of this.#json('bm_web_study_tree', STYLES.indexOf(this.#style), this.#known)) {
            const old = n.text === undefined ? before.get(n.id) ?? this.#gone.get(n.id) : undefined;
            const parent = nodes.get(n.parent);
            nodes.set(n.id, {
                text: old?.text ?? '', move: old?.move ?? '', side: old?.side ?? 0, number: old?.number ?? 0, notes: [], illegal: false, ...n, children: [],
                ply: parent ? parent.ply + (n.kind === 'end' ? 0 : 1) : 0,
            });
            parent?.children.push(n.id);
        }
        for (const [id, node] of before) if (!nodes.has(id)) this.#gone.set(id, node);
        this.nodes = nodes;
        for (const id of nodes.keys()) this.#known = Math.max(this.#known, id + 1);
    }

    /** Nodes that were taken out and may come back: the core does not tell their texts again. @type {Map<number, StudyNode>} */
    #gone = new Map();

    /** @param {number} id @returns {StudyNode} */
    node(id) {
        const node = this.nodes.get(id);
        if (!node) throw new RangeError(`there is no node ${id}`);
        return node;
    }

    /** @param {number} id */
    has(id) {
        return this.nodes.has(id);
    }

    get style() {
        return this.#style;
    }

    /** The notation of all moves. @param {import('../core/types.js').Style} style */
    set style(style) {
        if (style === this.#style) return;
        this.#style = style;
        this.#known = 0;
        this.#gone.clear();
        this.#refresh();
    }

    /** @returns {Facts} */
    facts() {
        return this.#json('bm_web_study_facts');
    }

    /** The value of a tag; ''. @param {...string} names */
    tag(...names) {
        const { tags } = this.facts();
        for (const name of names) {
            const found = tags.find((t) => t[0] === name);
            if (found) return found[1];
        }
        return '';
    }

    /** From the root to a node, both included. @param {number} id */
    path(id) {
        /** @type {number[]} */
        const path = [];
        for (let at = id; at >= 0; at = this.node(at).parent) path.unshift(at);
        return path;
    }

    /** The line through a node: the way to it, and on by first children. @param {number} id */
    line(id) {
        const line = this.path(id);
        for (let at = this.node(id).children[0]; at !== undefined; at = this.node(at).children[0]) line.push(at);
        return line;
    }

    /** The main line, without the root. */
    mainLine() {
        return this.line(0).slice(1);
    }

    // ---- Positions ----

    /** The position at a node; null: a move on the way is not legal. @param {number} id @returns {StudyView|null} */
    view(id) {
        return decodeView(this.#json('bm_web_study_view', id));
    }

    /** Moves in coordinates, played from a node on, as far as they are legal. @param {number} id @param {string[]} moves @returns {LineMove[]} */
    lineFrom(id, moves) {
        this.#core.put(moves.join(' '));
        return this.#json('bm_web_study_line', id, STYLES.indexOf(this.#style));
    }

    /** The position behind them. @param {number} id @param {string[]} moves @returns {StudyView|null} */
    lineView(id, moves) {
        this.#core.put(moves.join(' '));
        return decodeView(this.#json('bm_web_study_line_view', id));
    }

    /** What an analysis of a node is asked for. @param {number} id @returns {{start: string, moves: string[], key: string}|null} */
    question(id) {
        return this.#json('bm_web_study_question', id);
    }

    /** The position if the other side moved now; '' if there is none. @param {number} id */
    threat(id) {
        this.#core.call('bm_web_study_threat', this.#handle, id);
        return this.#core.text();
    }

    /** @param {number} id @param {string} text @returns {{move: number, error?: undefined}|{error: Bilingual, move?: undefined}} */
    readMove(id, text) {
        this.#core.put(text.trim());
        return this.#json('bm_web_study_read_move', id);
    }

    /** Why a move may not be played. @param {number} id @param {number} move @returns {Bilingual} */
    explain(id, move) {
        return this.#json('bm_web_study_explain', id, move);
    }

    /** A move in words. @param {number} id @returns {Bilingual} */
    describe(id) {
        return this.#json('bm_web_study_describe', id);
    }

    // ---- Edits ----

    /** Whether there is something to undo. */
    get canUndo() {
        return this.#done.length > 0;
    }

    get canRedo() {
        return this.#undone.length > 0;
    }

    /** How many edits were made and not undone. */
    get edits() {
        return this.#done.length;
    }

    /** Several edits as one step. @template T @param {() => T} work @returns {T} */
    #edit(work) {
        if (this.#step) return work();
        this.#step = [];
        try {
            return work();
        } finally {
            const step = this.#step;
            this.#step = null;
            if (step.length) {
                this.#done.push(step);
                this.#undone = [];
                this.#changed();
            }
        }
    }

    /** Edits of others: they are no step that can be undone here. @param {() => void} work */
    merge(work) {
        this.#step = [];
        try {
            work();
        } finally {
            this.#step = null;
            this.#changed();
        }
    }

    /** Nodes as they are now, in the middle of a merge. */
    sync() {
        this.#refresh();
    }

    #changed() {
        this.#refresh();
        this.dispatchEvent(new Event('change'));
    }

    undo() {
        const step = this.#done.pop();
        if (!step) return;
        for (const edit of step.slice().reverse()) edit.undo();
        this.#undone.push(step);
        this.#changed();
    }

    redo() {
        const step = this.#undone.pop();
        if (!step) return;
        for (const edit of step) edit.redo();
        this.#done.push(step);
        this.#changed();
    }

    /** @param {Edit} edit */
    #note(edit) {
        this.#step?.push(edit);
    }

    /** @param {number} id @param {number} parent */
    #added(id, parent) {
        const index = this.#call('bm_web_study_index', id);
        this.#note({ undo: () => this.#call('bm_web_study_detach', id), redo: () => this.#call('bm_web_study_attach', id, parent, index) });
    }

    /**
     * Play a move: go to it if it is there, else add it.
     * @param {number} parent @param {number} move @returns {{id: number, error?: undefined}|{error: Bilingual, id?: undefined}}
     */
    play(parent, move) {
        const id = this.#core.call('bm_web_study_play', this.#handle, parent, move);
        if (id < 0) return { error: JSON.parse(this.#core.text()) };
        if (!this.nodes.has(id)) this.#edit(() => this.#added(id, parent));
        return { id };
    }

    /** Play a line; gives the last node. @param {number} parent @param {string[]} moves */
    playLine(parent, moves) {
        return this.#edit(() => {
            let at = parent;
            for (const { bits } of this.lineFrom(parent, moves)) {
                const id = this.#core.call('bm_web_study_play', this.#handle, at, bits);
                if (id < 0) break;
                if (!this.nodes.has(id)) this.#added(id, at);
                at = id;
            }
            return at;
        });
    }

    /** The other side moves. @param {number} parent @returns {{id: number, error?: undefined}|{error: Bilingual, id?: undefined}} */
    pass(parent) {
        const id = this.#core.call('bm_web_study_pass', this.#handle, parent);
        if (id < 0) return { error: JSON.parse(this.#core.text()) };
        this.#edit(() => this.#added(id, parent));
        return { id };
    }

    /** Delete a node and all below it. @param {number} id */
    remove(id) {
        const { parent } = this.node(id);
        if (parent < 0) return;
        const index = this.#call('bm_web_study_index', id);
        this.#edit(() => {
            this.#call('bm_web_study_detach', id);
            this.#note({ undo: () => this.#call('bm_web_study_attach', id, parent, index), redo: () => this.#call('bm_web_study_detach', id) });
        });
    }

    /** @param {number} id @param {number} index */
    #reorder(id, index) {
        const before = this.#call('bm_web_study_reorder', id, index);
        if (before === index) return;
        this.#note({ undo: () => this.#call('bm_web_study_reorder', id, before), redo: () => this.#call('bm_web_study_reorder', id, index) });
    }

    /** Put a node at a place among its siblings. @param {number} id @param {number} index */
    place(id, index) {
        this.#edit(() => this.#reorder(id, index));
    }

    /** The node where the variation of a node begins; -1: it is the main line. @param {number} id */
    fork(id) {
        return this.path(id).reverse().find((at) => this.node(at).parent >= 0 && this.node(this.node(at).parent).children[0] !== at) ?? -1;
    }

    /** Make a variation the first at its place, or the main line. @param {number} id @param {boolean} [all] */
    promote(id, all = false) {
        this.#edit(() => {
            for (const at of this.path(id).reverse()) {
                const { parent } = this.node(at);
                if (parent < 0 || this.node(parent).children[0] === at) continue;
                this.#reorder(at, 0);
                if (!all) return;
            }
        });
    }

    /** @param {number} id @param {number} kind @param {number} value @param {number} extra @param {string} text */
    #addNote(id, kind, value, extra = 0, text = '') {
        this.#core.put(text);
        const note = this.#core.call('bm_web_study_note', this.#handle, id, kind, value, extra);
        if (!note) throw new RangeError('the note cannot be kept');
        // Annotations stand behind the move, before what is said of it.
        if (kind === NOTE.nag) {
            this.#call('bm_web_study_note_remove', id, note);
            this.#call('bm_web_study_note_insert', id, note, 0);
        }
        let after = 0;
        this.#note({
            undo: () => {
                after = this.#call('bm_web_study_note_remove', id, note);
            },
            redo: () => this.#call('bm_web_study_note_insert', id, note, after),
        });
    }

    /** @param {number} id @param {number} note */
    #removeNote(id, note) {
        const after = this.#call('bm_web_study_note_remove', id, note);
        if (after < 0) return;
        this.#note({ undo: () => this.#call('bm_web_study_note_insert', id, note, after), redo: () => this.#call('bm_web_study_note_remove', id, note) });
    }

    /** @param {number} id @param {number[]} kinds */
    #clearNotes(id, ...kinds) {
        for (const note of this.node(id).notes) if (kinds.includes(note[1])) this.#removeNote(id, note[0]);
    }

    /** What is written about a node, or before it. @param {number} id @param {boolean} [before] */
    comment(id, before = false) {
        return this.node(id).notes.filter((n) => n[1] === (before ? NOTE.before : NOTE.comment)).map((n) => n[4] ?? '').join('\n');
    }

    /** @param {number} id @param {string} text @param {boolean} [before] */
    setComment(id, text, before = false) {
        const clean = text.replace(/\r\n?/g, '\n').trim();
        if (clean === this.comment(id, before)) return;
        const kind = before ? NOTE.before : NOTE.comment;
        this.#edit(() => {
            this.#clearNotes(id, kind);
            if (clean) this.#addNote(id, kind, 0, 0, clean);
        });
    }

    /** @param {number} id */
    nags(id) {
        return this.node(id).notes.filter((n) => n[1] === NOTE.nag).map((n) => n[2]);
    }

    /** Put an annotation on a move, or take it off. @param {number} id @param {number} nag */
    toggleNag(id, nag) {
        const here = this.node(id).notes.filter((n) => n[1] === NOTE.nag);
        this.#edit(() => {
            for (const n of here) if (n[2] === nag || (judgesMove(nag) && judgesMove(n[2]))) this.#removeNote(id, n[0]);
            if (!here.some((n) => n[2] === nag)) this.#addNote(id, NOTE.nag, nag);
        });
    }

    /** @param {number} id @param {number[]} nags */
    setNags(id, nags) {
        if (nags.join() === this.nags(id).join()) return;
        this.#edit(() => {
            this.#clearNotes(id, NOTE.nag);
            for (const nag of nags.slice().reverse()) this.#addNote(id, NOTE.nag, nag);
        });
    }

    /** Arrows and circles. @param {number} id @returns {Marks} */
    marks(id) {
        const { notes } = this.node(id);
        const colour = (/** @type {number} */ letter) => COLOURS[String.fromCharCode(letter)] ?? 'green';
        return {
            arrows: notes.filter((n) => n[1] === NOTE.arrow).map((n) => ({ from: n[2] >> 8, to: n[2] & 0xff, colour: colour(n[3]) })),
            circles: notes.filter((n) => n[1] === NOTE.square).map((n) => ({ at: n[2], colour: colour(n[3]) })),
        };
    }

    /** @param {number} id @param {Marks} marks */
    setMarks(id, marks) {
        if (JSON.stringify(marks) === JSON.stringify(this.marks(id))) return;
        const letter = (/** @type {string} */ colour) => colour.toUpperCase().charCodeAt(0);
        this.#edit(() => {
            this.#clearNotes(id, NOTE.arrow, NOTE.square);
            for (const a of marks.arrows) this.#addNote(id, NOTE.arrow, a.from << 8 | a.to, letter(a.colour));
            for (const c of marks.circles) this.#addNote(id, NOTE.square, c.at, letter(c.colour));
        });
    }

    /** A number that is written about a move: seconds, an evaluation. @param {number} id @param {number} kind @returns {number|null} */
    value(id, kind) {
        return this.node(id).notes.find((n) => n[1] === kind)?.[2] ?? null;
    }

    /** @param {string} name @param {string} value '' removes it */
    setTag(name, value) {
        const before = this.tag(name);
        if (before === value) return;
        const put = (/** @type {string} */ v) => {
            this.#core.put(name, v);
            this.#core.call('bm_web_study_tag', this.#handle);
        };
        this.#edit(() => {
            put(value);
            this.#note({ undo: () => put(before), redo: () => put(value) });
        });
    }

    // ---- Records ----

    /**
     * The record in a format. What the format cannot hold is told beside it.
     * @param {string} format @param {string} [encoding]
     * @returns {{bytes: Uint8Array, losses: import('./types.js').Report[]}}
     */
    write(format, encoding = '') {
        this.#core.put(format, encoding);
        const good = this.#core.call('bm_web_study_write', this.#handle) !== 0;
        if (!good) throw new Error(this.#core.text());
        const bytes = this.#core.bytes().slice();
        return { bytes, losses: this.facts().reports };
    }

    /** The same as text. @param {string} format */
    text(format) {
        return new TextDecoder().decode(this.write(format).bytes);
    }

    /** Another record takes the place of this one, whose rules it has: nothing can be undone then. @param {string} text */
    replace(text) {
        const { core } = this.rules;
        core.module.put(text);
        const handle = core.module.call('bm_web_study_read', this.rules.handle);
        if (!handle) throw new Error(JSON.parse(core.module.text()).error);
        this.release();
        this.#handle = handle;
        this.#done = this.#undone = [];
        this.#known = 0;
        this.nodes = new Map();
        this.#gone.clear();
        this.#changed();
    }

    /** Free the resources. */
    release() {
        if (this.#handle) this.#core.callRaw('bm_web_study_free', this.#handle);
        this.#handle = 0;
    }
}
