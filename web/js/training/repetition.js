// SPDX-License-Identifier: MIT
// Spaced repetition: a puzzle that was not solved comes again, after longer and longer times while it is solved.
import { loadAll, remove, store } from './store.js';

/** @typedef {{id: string, kind: string, box: number, due: number, failures: number}} Card */

const DAY = 24 * 3600 * 1000;
/** Times until a card comes again, by its box. */
export const WAITS = [10 * 60 * 1000, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY];

/**
 * The card after an attempt; null: the puzzle need not come again.
 * @param {Card|null} card @param {{id: string, kind: string}} puzzle @param {boolean} solved @param {number} now
 * @returns {Card|null}
 */
export function nextCard(card, puzzle, solved, now) {
    if (!solved) return { id: puzzle.id, kind: puzzle.kind, box: 0, due: now + WAITS[0], failures: (card?.failures ?? 0) + 1 };
    if (!card) return null;
    const box = card.box + 1;
    return box < WAITS.length ? { ...card, box, due: now + WAITS[box] } : null;
}

/** Note an attempt. @param {{id: string, kind: string}} puzzle @param {boolean} solved @param {number} [now] */
export async function noteAttempt(puzzle, solved, now = Date.now()) {
    const card = (await cards()).find((c) => c.id === puzzle.id) ?? null;
    const next = nextCard(card, puzzle, solved, now);
    if (next) await store('cards', next);
    else if (card) await remove('cards', puzzle.id);
}

/** @returns {Promise<Card[]>} those that come first, first */
export async function cards() {
    const all = /** @type {Card[]} */ (await loadAll('cards'));
    return all.sort((a, b) => a.due - b.due);
}
