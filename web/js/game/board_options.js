// SPDX-License-Identifier: MIT
// How boards and pieces look, by the settings.
import { familyOf, setFor } from '../board/piece_art.js';
import { get, mayAnimate } from '../settings.js';
import { lang } from '../words/words.js';

/** @typedef {import('../board/types.js').Rules} Rules */

/** The set of pieces for a game. @param {Rules} rules */
export function pieceSet(rules) {
    const family = familyOf(rules);
    return setFor(rules, family === 'shogi' ? get('setShogi') : family === 'xiangqi' ? get('setXiangqi') : '', lang());
}

/** @param {Rules} rules @param {boolean} flipped */
export function boardOptions(rules, flipped) {
    return {
        flipped, set: pieceSet(rules), theme: boardTheme(rules), coords: get('coords'), animate: mayAnimate(), hints: get('hints'), autoQueen: get('autoQueen'), lang: lang(),
    };
}

/** The board theme: the user's setting, else wood for shogi's family and green for chess. @param {Rules} rules */
function boardTheme(rules) {
    return get('board') || (familyOf(rules) === 'chess' ? 'green' : 'wood');
}
