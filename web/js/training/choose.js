// SPDX-License-Identifier: MIT
// Which puzzle comes next.

/** @typedef {import('./deck.js').Puzzle} Puzzle */
/** @typedef {import('./repetition.js').Card} Card */
/** @typedef {import('./progress.js').Progress} Progress */
/** @typedef {'easier'|'normal'|'harder'} Difficulty */

/** By how much puzzles are above the player. @type {Record<Difficulty, number>} */
const OFFSETS = { easier: -250, normal: 0, harder: 250 };
/** One of so many that fit best is taken. */
const CHOICE = 12;

/**
 * A card that is due comes first; then a puzzle not seen lately that fits the player.
 * @param {Puzzle[]} deck @param {Card[]} cards @param {Progress} progress
 * @param {{difficulty: Difficulty, plies: number, now: number, random: () => number, last?: string}} how  plies 0: any length
 * @returns {Puzzle|null}
 */
export function choosePuzzle(deck, cards, progress, { difficulty, plies, now, random, last }) {
    const fits = deck.filter((p) => (plies === 0 || p.line.length === plies) && p.id !== last);
    const due = cards.filter((c) => c.due <= now).map((c) => fits.find((p) => p.id === c.id)).find(Boolean);
    if (due) return due;
    const waiting = new Set(cards.map((c) => c.id));
    const seen = new Set(progress.seen);
    const fresh = fits.filter((p) => !waiting.has(p.id) && !seen.has(p.id));
    const pool = fresh.length ? fresh : fits;
    const wanted = progress.rating + OFFSETS[difficulty];
    const near = [...pool].sort((a, b) => Math.abs(a.rating - wanted) - Math.abs(b.rating - wanted)).slice(0, CHOICE);
    return near[Math.floor(random() * near.length)] ?? deck.find((p) => plies === 0 || p.line.length === plies) ?? null;
}
