// SPDX-License-Identifier: MIT
// User settings in localStorage, with change listeners.

/**
 * @typedef {{
 *   lang: ''|'en'|'ja', theme: 'auto'|'light'|'dark', board: string, setShogi: string, setXiangqi: string,
 *   notationChess: string, notationShogi: string, coords: boolean, hints: boolean, sounds: boolean, volume: number,
 *   animation: boolean, premove: boolean, confirmMove: boolean, autoQueen: boolean, blindfold: boolean, zen: boolean, boardSize: number, game: string, level: number, clock: string, name: string
 * }} Settings
 */

/** @type {Settings} */
const defaults = {
    lang: '', theme: 'auto', board: '', setShogi: '', setXiangqi: '', notationChess: '', notationShogi: '', coords: true,
    hints: true, sounds: true, volume: 60, animation: true, premove: true,
    confirmMove: false, autoQueen: false, blindfold: false, zen: false, boardSize: 100, game: 'chess', level: 3, clock: 'none', name: '',
};

const KEY = 'banmen.settings';
/** @type {Settings} */
let current = { ...defaults };
/** @type {Set<(key: keyof Settings) => void>} */
const listeners = new Set();

/** What is stored, as far as it has the right types. */
function read() {
    current = { ...defaults };
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        for (const k of /** @type {(keyof Settings)[]} */ (Object.keys(defaults)))
            if (typeof kept[k] === typeof defaults[k]) /** @type {any} */ (current)[k] = kept[k];
    } catch {
        // No storage, or invalid JSON: the defaults apply.
    }
}
read();

/** @template {keyof Settings} K @param {K} key @returns {Settings[K]} */
export function get(key) {
    return current[key];
}

/** @template {keyof Settings} K @param {K} key @param {Settings[K]} value */
export function set(key, value) {
    if (current[key] === value) return;
    current[key] = value;
    try {
        localStorage.setItem(KEY, JSON.stringify(current));
    } catch {
        // It holds until the page is closed.
    }
    for (const f of listeners) f(key);
}

/** Listen to changes; returns the function that stops. @param {(key: keyof Settings) => void} f */
export function onSetting(f) {
    listeners.add(f);
    return () => void listeners.delete(f);
}

// Another tab has changed something.
addEventListener('storage', (e) => {
    if (e.key !== KEY) return;
    const before = current;
    read();
    for (const k of /** @type {(keyof Settings)[]} */ (Object.keys(defaults)))
        if (before[k] !== current[k]) for (const f of listeners) f(k);
});

/**
 * The notation for a game: the one chosen if it fits, else what its readers expect.
 * @param {{dialect: string, styles: readonly import('./core/types.js').Style[]}} rules @param {string} lang
 * @returns {import('./core/types.js').Style}
 */
export function notationFor(rules, lang) {
    const shogi = rules.dialect === 'usi';
    const wish = shogi ? [current.notationShogi, lang === 'ja' ? 'japanese' : 'western', 'kif'] : [current.notationChess, 'san'];
    return rules.styles[wish.map((w) => rules.styles.findIndex((s) => s === w)).find((i) => i >= 0) ?? 0] ?? 'coordinates';
}

/** Whether things may move: the person's wish, and the system's. */
export function mayAnimate() {
    return current.animation && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Apply the colour theme. */
export function applyTheme() {
    const root = document.documentElement;
    if (current.theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = current.theme;
    const dark = current.theme === 'dark' || (current.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#16181d' : '#f6f5f2');
}
