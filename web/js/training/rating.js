// SPDX-License-Identifier: MIT
// The player's rating against puzzles, by Glicko: the less is known, the more a result changes it.

/** @typedef {{rating: number, deviation: number}} Rating */

const Q = Math.log(10) / 400;
/** Of puzzles: their ratings are estimates. */
const PUZZLE_DEVIATION = 80;
const LEAST = 45; // deviation: it never stands still
const MOST = 350;
/** Added to the variance for each day without a puzzle. */
const DRIFT = 60;

/** @type {Rating} */
export const BEGINNER = { rating: 1000, deviation: MOST };

/** @param {number} deviation */
function weight(deviation) {
    return 1 / Math.sqrt(1 + (3 * Q * Q * deviation * deviation) / (Math.PI * Math.PI));
}

/** The chance to solve a puzzle. @param {Rating} player @param {number} puzzle */
export function chance(player, puzzle) {
    return 1 / (1 + 10 ** ((weight(PUZZLE_DEVIATION) * (puzzle - player.rating)) / 400));
}

/** @param {Rating} player @param {number} puzzle its rating @param {boolean} solved @returns {Rating} */
export function rated(player, puzzle, solved) {
    const g = weight(PUZZLE_DEVIATION);
    const e = chance(player, puzzle);
    const information = Q * Q * g * g * e * (1 - e);
    const variance = 1 / (1 / (player.deviation * player.deviation) + information);
    return {
        rating: player.rating + Q * variance * g * ((solved ? 1 : 0) - e),
        deviation: Math.max(LEAST, Math.sqrt(variance)),
    };
}

/** What is left of the knowledge after some days. @param {Rating} player @param {number} days @returns {Rating} */
export function aged(player, days) {
    return { rating: player.rating, deviation: Math.min(MOST, Math.sqrt(player.deviation ** 2 + DRIFT * Math.max(0, days))) };
}
