// SPDX-License-Identifier: MIT
// Translations. One language is loaded at a time; it can be switched at any time. Words that only some screens need
// are in files of their own, which those screens ask for with addWords().

/** @typedef {'en'|'ja'} Lang */
/** @typedef {keyof typeof import('./en.js').words | keyof typeof import('./study_en.js').words | keyof typeof import('./training_en.js').words | keyof typeof import('./play_en.js').words} Key */

/** @type {Record<string, Record<Lang, () => Promise<{words: Record<string, string>}>>>} */
const PARTS = {
    play: { en: () => import('./play_en.js'), ja: () => import('./play_ja.js') },
    study: { en: () => import('./study_en.js'), ja: () => import('./study_ja.js') },
    training: { en: () => import('./training_en.js'), ja: () => import('./training_ja.js') },
};
/** The parts that were asked for. @type {Set<string>} */
const parts = new Set();

/** @type {Record<string, string>} */
let words = {};
/** @type {Lang} */
let current = 'en';
/** @type {Set<() => void>} */
const listeners = new Set();

/** The language in use. @returns {Lang} */
export function lang() {
    return current;
}

/** The language that the browser asks for. @returns {Lang} */
export function preferredLang() {
    for (const l of navigator.languages ?? [navigator.language]) {
        if (l.startsWith('ja')) return 'ja';
        if (l.startsWith('en')) return 'en';
    }
    return 'en';
}

/** Load a language and notify the listeners. @param {Lang} l */
export async function setLang(l) {
    const more = await Promise.all([...parts].map((part) => PARTS[part][l]()));
    const base = l === 'ja' ? await import('./ja.js') : await import('./en.js');
    words = Object.assign({}, base.words, ...more.map((m) => m.words));
    current = l;
    document.documentElement.lang = l;
    for (const f of listeners) f();
}

/** Load a part, in this language and in those that are chosen later. @param {string} part */
export async function addWords(part) {
    if (parts.has(part)) return;
    const more = await PARTS[part][current]();
    parts.add(part);
    words = { ...words, ...more.words };
}

/** Listen to a change of language; returns the function that stops. @param {() => void} f */
export function onLang(f) {
    listeners.add(f);
    return () => void listeners.delete(f);
}

/**
 * The words of a key; `{name}` in them is filled from args.
 * @param {Key} key
 * @param {Record<string, string|number>} [args]
 */
export function t(key, args) {
    const text = words[key] ?? key;
    return args ? text.replace(/\{(\w+)\}/g, (_, k) => String(args[k] ?? '')) : text;
}

/** A paragraph of the core without its line ends. @param {readonly string[]|null|undefined} pair */
export function paragraph(pair) {
    return pick(pair).trim().replace(/\n+/g, current === 'ja' ? '' : ' ');
}

/** What the core says in both languages, in the reader's. @param {readonly string[]|null|undefined} pair */
export function pick(pair) {
    return pair ? (pair[current === 'ja' ? 1 : 0] ?? '') : '';
}
