// SPDX-License-Identifier: MIT
// Annotations of moves and positions, by their numbers in PGN.
import { t } from '../words/words.js';

/** @typedef {import('../words/words.js').Key} Key */

/** @type {Record<number, string>} */
export const GLYPHS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '+=', 15: '=+', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀', 32: '⟳', 36: '→', 40: '↑', 132: '⇆', 138: '⊕', 146: 'N' };

/** Those that the page offers, with their words. @type {[number, Key][]} */
export const OFFERED = [
    [1, 'nag.good'], [2, 'nag.mistake'], [3, 'nag.brilliant'], [4, 'nag.blunder'], [5, 'nag.interesting'], [6, 'nag.dubious'], [7, 'nag.only'],
    [10, 'nag.equal'], [13, 'nag.unclear'], [14, 'nag.firstSlight'], [15, 'nag.secondSlight'], [16, 'nag.firstBetter'], [17, 'nag.secondBetter'],
    [18, 'nag.firstWins'], [19, 'nag.secondWins'],
];

/** What an annotation means; ''. @param {number} nag */
export function nagText(nag) {
    const key = OFFERED.find((o) => o[0] === nag)?.[1];
    return key ? t(key) : '';
}
