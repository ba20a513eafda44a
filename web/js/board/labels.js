// SPDX-License-Identifier: MIT
// Texts for screen readers: squares, pieces, selections.
import { t } from '../words/words.js';
import { kindOf, sideOf } from './types.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {'en'|'ja'} Lang */

/** @param {Lang} lang */
function index(lang) {
    return lang === 'ja' ? 1 : 0;
}

/** @param {Rules} rules @param {number} kind @param {Lang} lang */
export function kindName(rules, kind, lang) {
    const k = rules.kinds[kind];
    return k ? k.name[index(lang)] || k.letter : '';
}

/** @param {Rules} rules @param {number} side @param {Lang} lang */
export function sideName(rules, side, lang) {
    return rules.sides[index(lang)][side];
}

/** @param {Rules} rules @param {number} piece @param {Lang} lang */
export function pieceName(rules, piece, lang) {
    const name = kindName(rules, kindOf(piece), lang);
    if (rules.kinds[kindOf(piece)]?.neutral) return name;
    return t('board.piece', { side: sideName(rules, sideOf(piece), lang), piece: name });
}

/** @param {Rules} rules @param {number} sq @param {Lang} lang */
export function squareName(rules, sq, lang) {
    const square = rules.squares[sq];
    return (lang === 'ja' ? square?.ja : square?.name) ?? '';
}

/**
 * @param {Rules} rules @param {number} sq @param {number} piece @param {Lang} lang
 * @param {{check: boolean, last: boolean, target: boolean, capture: boolean}} marks
 */
export function squareLabel(rules, sq, piece, lang, marks) {
    const words = [squareName(rules, sq, lang), piece ? pieceName(rules, piece, lang) : t('board.empty')];
    if (marks.check) words.push(t('board.inCheck'));
    if (marks.capture) words.push(t('board.canTake'));
    else if (marks.target) words.push(t('board.canGo'));
    if (marks.last) words.push(t('board.lastMove'));
    return words.join(t('board.comma'));
}

/** What can be done with a selected piece. @param {Rules} rules @param {string} name @param {number[]} to @param {Lang} lang */
export function selectionText(rules, name, to, lang) {
    const list = to.slice(0, 30).map((sq) => squareName(rules, sq, lang)).join(t('board.comma'));
    return to.length ? t('board.selected', { piece: name, list }) : t('board.stuck', { piece: name });
}
