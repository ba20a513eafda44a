// SPDX-License-Identifier: MIT
// How the player stands: ratings by kind, streaks, puzzles that were seen. In localStorage.
import { aged, BEGINNER, rated } from './rating.js';

/** @typedef {import('./deck.js').Kind} Kind */
/** @typedef {import('./deck.js').Puzzle} Puzzle */
/**
 * @typedef {object} Progress of one kind
 * @property {number} rating
 * @property {number} deviation
 * @property {number} at when it was rated last, ms
 * @property {number} streak puzzles solved in a row
 * @property {number} best streak
 * @property {number} solved
 * @property {number} tried
 * @property {string[]} seen ids of the last ones
 */

const KEY = 'banmen.training';
const SEEN = 300;

/** @returns {Progress} */
const none = () => ({ ...BEGINNER, at: 0, streak: 0, best: 0, solved: 0, tried: 0, seen: [] });

/** @returns {Record<string, Progress>} */
function readAll() {
    try {
        const all = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        return typeof all === 'object' && all ? all : {};
    } catch {
        return {};
    }
}

/** @param {Kind} kind @returns {Progress} */
export function progressOf(kind) {
    const kept = readAll()[kind];
    const numbers = kept && ['rating', 'deviation', 'at', 'streak', 'best', 'solved', 'tried'].every((k) => Number.isFinite(/** @type {any} */ (kept)[k]));
    return numbers && Array.isArray(kept.seen) ? kept : none();
}

/** Note a result. A puzzle that comes again is not rated again. @param {Puzzle} puzzle @param {boolean} solved @param {boolean} again */
export function noteResult(puzzle, solved, again) {
    const now = Date.now();
    const p = progressOf(puzzle.kind);
    if (!again && puzzle.kind !== 'own') {
        const days = p.at ? (now - p.at) / (24 * 3600 * 1000) : 0;
        Object.assign(p, rated(aged(p, days), puzzle.rating, solved), { at: now });
    }
    p.streak = solved ? p.streak + 1 : 0;
    p.best = Math.max(p.best, p.streak);
    p.solved += solved ? 1 : 0;
    p.tried++;
    p.seen = [puzzle.id, ...p.seen.filter((id) => id !== puzzle.id)].slice(0, SEEN);
    try {
        localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [puzzle.kind]: p }));
    } catch {
        // It is not kept.
    }
    return p;
}
