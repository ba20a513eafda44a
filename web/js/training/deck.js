// SPDX-License-Identifier: MIT
// The puzzles that come with the app: a file for each kind, fetched when it is used. Each line is
// RATING;POSITION;MOVES.
import { ownPuzzles } from './own_puzzles.js';

/** @typedef {'tsume'|'mate'|'tactic'|'own'} Kind */
/** @typedef {{id: string, kind: Kind, rating: number, game: string, position: string, line: string[], from?: string}} Puzzle */

/** @type {readonly Kind[]} */
export const KINDS = ['tsume', 'mate', 'tactic', 'own'];
/** Rating of a puzzle of one's own, of which nothing is known. */
const OWN_RATING = 1500;

/** @type {Map<Kind, Promise<Puzzle[]>>} */
const decks = new Map();

/** @param {Kind} kind @param {string} text @returns {Puzzle[]} */
export function parseDeck(kind, text) {
    return text.split('\n').filter(Boolean).map((row) => {
        const [rating, position, moves] = row.split(';');
        return { id: `${kind}|${position}`, kind, rating: Number(rating), game: kind === 'tsume' ? 'shogi' : 'chess', position, line: moves.split(' ') };
    });
}

/** @param {Kind} kind */
async function fetchDeck(kind) {
    const answer = await fetch(`/puzzles/${kind}.txt`);
    if (!answer.ok) throw new Error(`/puzzles/${kind}.txt: ${answer.status}`);
    return parseDeck(kind, await answer.text());
}

/** The puzzles of a kind, the easiest first; one's own, the newest first. @param {Kind} kind @returns {Promise<Puzzle[]>} */
export async function loadDeck(kind) {
    if (kind === 'own') return (await ownPuzzles()).map((p) => ({ ...p, kind, rating: OWN_RATING }));
    let deck = decks.get(kind);
    if (!deck) {
        deck = fetchDeck(kind);
        deck.catch(() => decks.delete(kind));
        decks.set(kind, deck);
    }
    return deck;
}
