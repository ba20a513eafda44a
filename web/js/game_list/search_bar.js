// SPDX-License-Identifier: MIT
// What games are searched by: words, result, moves or position.
//
// Handles: list-search, list-result, list-position, list-wrong.
import { h } from '../dom.js';

/** Typing that pauses so long is searched for. */
const PAUSE = 150;

/** @typedef {{text: string, result: string, position: string}} Query */

/** @param {Query} query what is changed @param {{onWords: () => void, onPosition: () => void}} o */
export function searchBar(query, o) {
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let waiting;
    /** @param {() => void} work */
    const later = (work) => {
        clearTimeout(waiting);
        waiting = setTimeout(work, PAUSE);
    };
    const search = h('input', { type: 'search', test: 'list-search', label: 'open.search', hint: 'open.search', on: { input: () => later(() => {
        query.text = search.value;
        o.onWords();
    }) } });
    const result = h('select', { test: 'list-result', label: 'open.result', on: { change: () => {
        query.result = result.value;
        o.onWords();
    } } }, h('option', { value: '', t: 'open.anyResult' }), h('option', { value: 'first' }, '1–0'), h('option', { value: 'second' }, '0–1'), h('option', { value: 'draw' }, '½–½'));
    const position = h('input', { type: 'search', test: 'list-position', label: 'open.position', hint: 'open.positionHint', autocomplete: 'off', autocapitalize: 'off', spellcheck: false, on: { input: () => later(() => {
        query.position = position.value;
        o.onPosition();
    }) } });
    search.value = query.text;
    result.value = query.result;
    position.value = query.position;
    return {
        el: h('div', { class: 'search-bar', role: 'search' }, search, result, position),
        wrong: h('p', { class: 'wrong', test: 'list-wrong', role: 'alert' }),
        /** @param {string} text */
        setPosition(text) {
            position.value = query.position = text;
        },
        close: () => clearTimeout(waiting),
    };
}
