// SPDX-License-Identifier: MIT
// Nodes of a tree by the moves that lead to them, as pages that share a study name them; what two states of a tree differ in, as edits; and
// edits applied. Every edit sets something: applied twice it changes nothing, and all who apply the same edits in the order of the
// server have the same tree, whatever they have shown before of their own.

/** @typedef {import('../study/study.js').Study} Study */
/** @typedef {{k: string, path: string, text?: string}} StudyEdit */
/** @typedef {{children: string[], before: string, comment: string, nags: string, marks: string}} NodeState */
/** @typedef {Map<string, NodeState>} TreeState by path */

const COLOURS = { green: 'G', red: 'R', yellow: 'Y', blue: 'B' };
const LETTERS = Object.fromEntries(Object.entries(COLOURS).map(([name, letter]) => [letter, name]));
/** What the server takes, in bytes. */
const LONGEST_PATH = 3000;
const LONGEST_NOTE = 2000;

/** The children of a node by their words. @param {Study} study @param {number} id @returns {[string, number][]} */
function childrenOf(study, id) {
    /** @type {Map<string, number>} */
    const seen = new Map();
    return study.node(id).children.map((child) => {
        const { kind, move } = study.node(child);
        const word = kind === 'move' ? move.replaceAll(' ', '_') || '?' : kind;
        const times = (seen.get(word) ?? 0) + 1;
        seen.set(word, times);
        return [times > 1 ? `${word}~${times}` : word, child];
    });
}

/** @param {Study} study @param {number} id */
export function pathOf(study, id) {
    const path = study.path(id);
    return path.slice(1).map((child, i) => childrenOf(study, path[i]).find((c) => c[1] === child)?.[0] ?? '?').join(' ');
}

/** The node of a path, or how far it goes. @param {Study} study @param {string} path @returns {{id: number, rest: string[]}} */
function walk(study, path) {
    const rest = path ? path.split(' ') : [];
    let id = 0;
    while (rest.length) {
        const child = childrenOf(study, id).find((c) => c[0] === rest[0]);
        if (!child) break;
        id = child[1];
        rest.shift();
    }
    return { id, rest };
}

/** @param {Study} study @param {string} path @returns {number|null} */
export function nodeAt(study, path) {
    const { id, rest } = walk(study, path);
    return rest.length ? null : id;
}

// ---- States ----

/** @param {Study} study @param {number} id */
function marksText(study, id) {
    const { arrows, circles } = study.marks(id);
    const letter = (/** @type {string} */ colour) => COLOURS[/** @type {keyof typeof COLOURS} */ (colour)] ?? 'G';
    return [...arrows.map((a) => `${a.from}-${a.to}${letter(a.colour)}`), ...circles.map((c) => `${c.at}${letter(c.colour)}`)].slice(0, 64).join(' ');
}

/** @param {string} text @returns {import('../study/study.js').Marks} */
function marksOf(text) {
    /** @type {import('../study/study.js').Marks} */
    const marks = { arrows: [], circles: [] };
    for (const word of text.split(' ').filter(Boolean)) {
        const colour = LETTERS[word.at(-1) ?? ''] ?? 'green';
        const [from, to] = word.slice(0, -1).split('-').map(Number);
        if (to === undefined) marks.circles.push({ at: from, colour });
        else marks.arrows.push({ from, to, colour });
    }
    return marks;
}

/** @param {Study} study @returns {TreeState} */
export function stateOf(study) {
    /** @type {TreeState} */
    const state = new Map();
    /** @type {[number, string][]} */
    const todo = [[0, '']];
    for (const [id, path] of todo) {
        const children = childrenOf(study, id);
        state.set(path, {
            children: children.map((c) => c[0]), before: study.comment(id, true), comment: study.comment(id),
            nags: study.nags(id).slice(0, 16).join(' '), marks: marksText(study, id),
        });
        for (const [word, child] of children) todo.push([child, path ? `${path} ${word}` : word]);
    }
    return state;
}

/** @param {string} path @param {string} word */
const join = (path, word) => (path ? `${path} ${word}` : word);

/** @param {string} path */
const parentOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf(' ')));

/** @param {string} text no more than the server takes */
function shortened(text) {
    let out = text.slice(0, LONGEST_NOTE);
    while (new TextEncoder().encode(out).length > LONGEST_NOTE) out = out.slice(0, -1);
    return out;
}

/** The edits that lead from one state to another. @param {TreeState} from @param {TreeState} to @returns {StudyEdit[]} */
export function differences(from, to) {
    /** @type {StudyEdit[]} */
    const edits = [];
    for (const [path, node] of from)
        if (to.has(path)) for (const word of node.children) if (!to.has(join(path, word))) edits.push({ k: 'delete', path: join(path, word) });
    // Siblings one by one, in their order; of a line the last node is enough.
    for (const [path, node] of to)
        if (path && !from.has(path) && (!node.children.length || (to.get(parentOf(path))?.children.length ?? 0) > 1)) edits.push({ k: 'node', path });
    for (const [path, node] of to) {
        const old = from.get(path) ?? { children: [], before: '', comment: '', nags: '', marks: '' };
        // Those that are there already stay in their order, new ones come behind.
        const expected = [...old.children.filter((w) => node.children.includes(w)), ...node.children.filter((w) => !old.children.includes(w))];
        if (expected.join(' ') !== node.children.join(' ')) edits.push({ k: 'order', path, text: node.children.join(' ') });
        if (old.before !== node.before) edits.push({ k: 'before', path, text: shortened(node.before) });
        if (old.comment !== node.comment) edits.push({ k: 'comment', path, text: shortened(node.comment) });
        if (old.nags !== node.nags) edits.push({ k: 'nags', path, text: node.nags });
        if (old.marks !== node.marks) edits.push({ k: 'marks', path, text: node.marks });
    }
    return edits.filter((e) => e.path.length <= LONGEST_PATH);
}

// ---- Edits ----

/** Nodes of a path that are missing are made. @param {Study} study @param {string} path */
function ensure(study, path) {
    let { id, rest } = walk(study, path);
    while (rest.length) {
        const passes = rest.indexOf('pass');
        const line = passes < 0 ? rest : rest.slice(0, passes);
        if (line.some((w) => w === 'end' || w.includes('~'))) return;
        id = study.playLine(id, line);
        if (passes < 0) return;
        const passed = study.pass(id);
        if (passed.id === undefined) return;
        id = passed.id;
        rest = rest.slice(passes + 1);
    }
}

/** @param {Study} study @param {number} id @param {string[]} wanted the first of its children */
function order(study, id, wanted) {
    const there = new Map(childrenOf(study, id));
    wanted.filter((w) => there.has(w)).forEach((word, i) => study.place(/** @type {number} */ (there.get(word)), i));
}

/** Apply an edit, inside of study.merge(). What cannot be done here is passed over. @param {Study} study @param {StudyEdit} edit */
export function applyEdit(study, { k, path, text = '' }) {
    study.sync();
    if (k === 'node') return ensure(study, path);
    const id = nodeAt(study, path);
    if (id === null) return;
    switch (k) {
    case 'delete': return study.remove(id);
    case 'order': return order(study, id, text.split(' '));
    case 'comment': return study.setComment(id, text);
    case 'before': return study.setComment(id, text, true);
    case 'nags': return study.setNags(id, text.split(' ').filter(Boolean).map(Number));
    case 'marks': return study.setMarks(id, marksOf(text));
    default:
    }
}

// ---- Orders ----

/**
 * The children of each node in the order that the edits of the server give them: the same in every page, whatever it has shown before of
 * its own.
 */
export class Orders {
    /** @param {TreeState} state */
    constructor(state) {
        /** @type {Map<string, string[]>} */
        this.children = new Map([...state].map(([path, node]) => [path, node.children]));
    }

    /** @param {StudyEdit} edit @returns {string[]} nodes whose children may stand otherwise now */
    apply({ k, path, text = '' }) {
        const words = path ? path.split(' ') : [];
        const parent = parentOf(path);
        if (k === 'node') {
            words.forEach((word, i) => {
                const under = words.slice(0, i).join(' ');
                const list = this.children.get(under) ?? [];
                if (!list.includes(word)) this.children.set(under, [...list, word]);
                const at = join(under, word);
                if (!this.children.has(at)) this.children.set(at, []);
            });
            return words.map((_, i) => words.slice(0, i).join(' '));
        }
        const list = this.children.get(k === 'delete' ? parent : path);
        if (!list) return [];
        if (k === 'delete') {
            this.children.set(parent, list.filter((w) => w !== words.at(-1)));
            for (const at of [...this.children.keys()]) if (at === path || at.startsWith(`${path} `)) this.children.delete(at);
            return [parent];
        }
        if (k !== 'order') return [];
        const first = text.split(' ').filter((w) => list.includes(w));
        this.children.set(path, [...first, ...list.filter((w) => !first.includes(w))]);
        return [path];
    }

    /** Put the children of nodes into this order; what is of this page alone comes behind. @param {Study} study @param {Iterable<string>} paths */
    restore(study, paths) {
        study.sync();
        for (const path of paths) {
            const id = nodeAt(study, path);
            const list = this.children.get(path) ?? [];
            if (id !== null && list.length && study.node(id).children.length > 1) order(study, id, list);
        }
    }
}
