// SPDX-License-Identifier: MIT
// The game on this screen outlives its tab: it is written after each change, and when the page goes.

const KEY = 'banmen.game';

/**
 * @typedef {{
 *   variant: string, yaml: string|null, title: string[], sides: string[][], you: 0|1|'both'|null, position: string, over: boolean,
 *   game: any, seats: import('./types.js').Seat[], flipped: boolean, gameNo: number, seed: number
 * }} Saved
 */

/** What was saved, if there is a game that can go on. @returns {Saved|null} */
export function savedGame() {
    try {
        const saved = JSON.parse(localStorage.getItem(KEY) ?? 'null');
        return saved && saved.game && typeof saved.variant === 'string' ? saved : null;
    } catch {
        return null;
    }
}

/** @param {Saved} saved */
export function saveGame(saved) {
    try {
        localStorage.setItem(KEY, JSON.stringify(saved));
    } catch {
        // No room, or a browser that keeps nothing: the game goes on all the same.
    }
}

/** Forget it. */
export function forgetGame() {
    try {
        localStorage.removeItem(KEY);
    } catch {
        // Nothing was kept.
    }
}
