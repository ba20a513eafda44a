// SPDX-License-Identifier: MIT
// What is written about a move: its comment, the one before it, annotations.
//
// Handles: notes, note-after, note-before, nag-N.
import { button, h } from '../dom.js';
import { GLYPHS, OFFERED } from './glyphs.js';

/** @typedef {import('./study.js').Study} Study */

/** @param {Study} study */
export function noteEditor(study) {
    let at = 0;
    const after = h('textarea', { rows: '3', label: 'study.comment', hint: 'study.comment', test: 'note-after', on: { change: () => study.setComment(at, after.value) } });
    const before = h('textarea', { rows: '1', label: 'study.before', hint: 'study.before', test: 'note-before', on: { change: () => study.setComment(at, before.value, true) } });
    const nags = OFFERED.map(([nag, key]) => button({ class: 'btn bare nag', label: key, test: `nag-${nag}`, 'aria-pressed': 'false', 'data-nag': String(nag) }, () => study.toggleNag(at, nag)));
    for (const [i, [nag]] of OFFERED.entries()) nags[i].append(GLYPHS[nag]);
    const el = h('section', { class: 'notes', test: 'notes', label: 'study.notes' }, h('div', { class: 'nags' }, nags), after, before);

    /** What is being typed is kept before one goes elsewhere. */
    function commit() {
        if (document.activeElement === after && study.has(at)) study.setComment(at, after.value);
        if (document.activeElement === before && study.has(at)) study.setComment(at, before.value, true);
    }

    return {
        el, commit,
        /** @param {number} id */
        show(id) {
            at = id;
            const { kind } = study.node(id);
            const has = study.nags(id);
            for (const b of nags) {
                b.setAttribute('aria-pressed', String(has.includes(Number(b.dataset.nag))));
                b.disabled = kind !== 'move';
            }
            if (document.activeElement !== after || after.value.trim() !== study.comment(id)) after.value = study.comment(id);
            before.value = study.comment(id, true);
            before.hidden = kind !== 'move';
        },
    };
}
