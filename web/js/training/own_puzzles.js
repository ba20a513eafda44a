// SPDX-License-Identifier: MIT
// Puzzles of one's own: positions with a best line, from the solver or from mistakes in one's games.
import { loadAll, remove, store } from './store.js';

/**
 * @typedef {object} OwnPuzzle
 * @property {string} game name of a built-in game
 * @property {string} position FEN or SFEN, the solver to move
 * @property {string[]} line best moves in coordinates: the solver's first, an odd number
 * @property {string} [from] where it comes from, for people: players and date of a game
 */

/** @typedef {OwnPuzzle & {id: string, added: number}} KeptPuzzle */

/** Keep a puzzle; the same position again replaces it. @param {OwnPuzzle} puzzle @returns {Promise<string>} its id */
export async function addOwnPuzzle(puzzle) {
    const line = puzzle.line.slice(0, puzzle.line.length - (puzzle.line.length % 2 === 0 ? 1 : 0));
    const id = `own|${puzzle.game}|${puzzle.position}`;
    await store('own', /** @type {KeptPuzzle} */ ({ ...puzzle, line, id, added: Date.now() }));
    return id;
}

/** All of them, the newest first. @returns {Promise<KeptPuzzle[]>} */
export async function ownPuzzles() {
    const all = /** @type {KeptPuzzle[]} */ (await loadAll('own'));
    return all.sort((a, b) => b.added - a.added);
}

/** @param {string} id */
export async function removeOwnPuzzle(id) {
    await remove('own', id);
    await remove('cards', id);
}
