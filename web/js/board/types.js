// SPDX-License-Identifier: MIT
// What the board needs to know of rules and positions. The core's own objects fit these.

/**
 * @typedef {{sq: number, x: number, y: number, z: number, w: number, name: string, ja: string}} Place
 * @typedef {{kind: number, letter: string, name: readonly string[], royal: boolean, neutral: boolean, move: string,
 *   glyph: string, value?: number, promotes: readonly number[]}} Kind
 * @typedef {{name: string, dialect: string, hex: boolean, hasHands: boolean,
 *   sides: readonly (readonly string[])[], squares: readonly (Place|null)[], kinds: readonly (Kind|null)[]}} Rules
 * @typedef {{move: number, from: number, to: number, drop: number, promote: number, gate: number, partner: boolean, capture: boolean,
 *   text: string, castles: number}} Move
 * @typedef {{board: ArrayLike<number>, hands: readonly (readonly number[])[], turn: number,
 *   royalsInCheck: readonly number[], last: {move: number, from: number, to: number, drop: number|boolean|null}|null,
 *   lasts: readonly {from: number, to: number}[],
 *   moves: readonly Move[]}} View
 * @typedef {{flipped: boolean, set: string, theme: string, coords: boolean, animate: boolean, hints: boolean,
 *   lang: 'en'|'ja', hands: 'auto'|'beside'|'above', picture: boolean, marks: boolean,
 *   keepMarks?: boolean, drawing?: boolean, autoQueen?: boolean}} Options  autoQueen: where a piece must promote, the
 *   strongest is taken; keepMarks: a press does not wipe them off; drawing: every press draws
 * @typedef {{from: number, drop: number}} Source  a square, or (from is -1) a kind in the hand
 * @typedef {{from: number, to: number, colour: string}} Arrow
 * @typedef {{at: number, colour: string}} Circle
 */

/** The kind of a piece that is not 0. @param {number} piece */
export function kindOf(piece) {
    return (piece & 127) - 1;
}

/** The side of a piece that is not 0. @param {number} piece */
export function sideOf(piece) {
    return piece >> 7;
}
