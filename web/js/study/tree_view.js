// SPDX-License-Identifier: MIT
// The tree of a study as text: the main line, variations inside of it, what was written. A click goes to a move.
//
// Handles: tree; a move is button[data-node]; a variation .var[data-fork], its switch [data-collapse].
import { h } from '../dom.js';
import { lang, pick, t } from '../words/words.js';
import { NOTE } from './types.js';
import { GLYPHS, nagText } from './glyphs.js';

/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./types.js').StudyNode} StudyNode */

/** Deeper ones are not moved to the right any more. */
const DEEPEST = 6;

/** Milliseconds as a person reads them. @param {number} ms */
function spentText(ms) {
    const s = Math.round(ms / 1000);
    return s < 60 ? `${s}s` : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}

/** @param {{onGo: (id: number) => void, verdict?: (id: number) => string}} o  verdict: a class for a move that a review marks */
export function treeView(o) {
    const el = h('div', { class: 'tree', test: 'tree', role: 'group', label: 'study.moves', tabindex: '0' });
    /** @type {Set<number>} */
    const collapsed = new Set();
    /** @type {Map<number, HTMLButtonElement>} */
    let cells = new Map();
    /** @type {Study|null} */
    let study = null;
    let current = 0;

    el.addEventListener('click', (e) => {
        const at = /** @type {HTMLElement} */ (e.target);
        const fork = at.closest('[data-collapse]');
        if (fork) return toggle(Number(/** @type {HTMLElement} */ (fork).dataset.collapse));
        const b = /** @type {HTMLElement|null} */ (at.closest('[data-node]'));
        if (b) o.onGo(Number(b.dataset.node));
    });

    /** @param {number} id */
    function toggle(id) {
        if (collapsed.has(id)) collapsed.delete(id);
        else collapsed.add(id);
        draw();
        /** @type {HTMLElement|null} */ (el.querySelector(`[data-collapse="${id}"]`))?.focus();
    }

    /** @param {string} text @param {string} cls */
    const note = (text, cls) => h('span', { class: cls, 'data-text': '' }, text);

    /** The number before a move, where one is needed. @param {Study} s @param {StudyNode} n @param {boolean} first */
    function numberOf(s, n, first) {
        if (s.rules.dialect === 'usi' || s.rules.multi) return `${n.ply}.`;
        if (n.side === 0) return `${n.number}.`;
        return first ? `${n.number}…` : '';
    }

    /** @param {Study} s @param {StudyNode} n @param {boolean} first */
    function move(s, n, first) {
        const nags = s.nags(n.id);
        const glyphs = nags.map((nag) => GLYPHS[nag] ?? '').join('');
        const text = n.kind === 'pass' ? t('study.pass') : n.text;
        const spent = s.value(n.id, NOTE.spent);
        const number = numberOf(s, n, first);
        const b = h('button', { type: 'button', class: `mv ${o.verdict?.(n.id) ?? ''}`, 'data-node': String(n.id), tabindex: '-1' },
            number ? h('span', { class: 'no' }, number) : null, text, glyphs ? h('b', { class: 'glyph' }, glyphs) : null,
            spent === null ? null : h('small', { class: 'spent' }, spentText(spent)));
        const said = nags.map((nag) => nagText(nag)).filter(Boolean);
        if (said.length) b.setAttribute('aria-label', `${number} ${text}, ${said.join(', ')}`);
        cells.set(n.id, b);
        return b;
    }

    /** How a line ended. @param {StudyNode} n */
    function end(n) {
        const result = n.result === 'first' ? '1–0' : n.result === 'second' ? '0–1' : n.result === 'draw' ? '½–½' : '';
        // "result" says nothing beside it.
        const why = result && n.end?.[0] === 'result' ? '' : pick(n.end);
        return h('span', { class: 'line-end' }, [result, why].filter(Boolean).join(' '));
    }

    /** @param {Study} s @param {StudyNode} n @param {HTMLElement} into */
    function comments(s, n, into) {
        const text = s.comment(n.id);
        if (text) into.append(note(text, 'said'));
    }

    /** One variation, beginning with a node. @param {Study} s @param {StudyNode} n @param {number} depth */
    function variation(s, n, depth) {
        const shut = collapsed.has(n.id);
        const box = h('div', { class: `var${depth > DEEPEST ? ' deep' : ''}`, 'data-fork': String(n.id) },
            h('button', {
                type: 'button', class: 'fold', 'data-collapse': String(n.id), 'aria-expanded': String(!shut), 'aria-label': t('study.fold', { move: n.text }), tabindex: '-1',
            }, shut ? '▸' : '▾'));
        const before = s.comment(n.id, true);
        if (before) box.append(note(before, 'said'));
        box.append(n.kind === 'end' ? end(n) : move(s, n, true));
        if (shut) {
            box.append(h('span', { class: 'soft' }, '…'));
            return box;
        }
        comments(s, n, box);
        follow(s, n, box, depth, !!s.comment(n.id));
        return box;
    }

    /** What comes after a node. @param {Study} s @param {StudyNode} from @param {HTMLElement} into @param {number} depth @param {boolean} first a number is needed */
    function follow(s, from, into, depth, first) {
        for (let at = from; at.children.length;) {
            const [main, ...others] = at.children.map((id) => s.node(id));
            if (main.kind === 'end') {
                into.append(end(main));
                comments(s, main, into);
            } else {
                const before = s.comment(main.id, true);
                if (before) into.append(note(before, 'said'));
                into.append(move(s, main, first || !!before));
                comments(s, main, into);
            }
            for (const other of others) into.append(variation(s, other, depth + 1));
            first = others.length > 0 || !!s.comment(main.id);
            at = main;
        }
    }

    function draw() {
        const s = study;
        if (!s) return;
        cells = new Map();
        const line = h('div', { class: 'main-line' });
        const root = s.node(0);
        comments(s, root, line);
        follow(s, root, line, 0, true);
        if (!root.children.length && !s.comment(0)) line.append(h('p', { class: 'soft' }, t('study.noMoves')));
        el.replaceChildren(line);
        mark();
    }

    function mark() {
        for (const b of el.querySelectorAll('[aria-current]')) {
            b.removeAttribute('aria-current');
            /** @type {HTMLElement} */ (b).tabIndex = -1;
        }
        const at = cells.get(current);
        if (!at) return void el.scrollTo(0, 0);
        at.setAttribute('aria-current', 'true');
        at.tabIndex = 0;
        const box = el.getBoundingClientRect();
        const r = at.getBoundingClientRect();
        if (r.top < box.top || r.bottom > box.bottom) el.scrollTop += r.top - box.top - (box.height - r.height) / 2;
        if (r.left < box.left || r.right > box.right) el.scrollLeft += r.left - box.left - (box.width - r.width) / 2;
    }

    return {
        el,
        /** Draw the tree anew. @param {Study} s */
        show(s) {
            study = s;
            el.lang = lang();
            draw();
        },
        /** Mark where one is. What hides it is opened. @param {number} id */
        go(id) {
            current = id;
            const hidden = study?.has(id) ? study.path(id).filter((n) => collapsed.has(n)) : [];
            const inside = hidden.filter((n) => n !== id);
            for (const n of inside) collapsed.delete(n);
            if (inside.length) draw();
            else mark();
        },
        /** Close or open the variation that a node is in. @param {number} fork */
        toggle,
    };
}
