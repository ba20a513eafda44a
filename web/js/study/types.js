// SPDX-License-Identifier: MIT
// The nodes and notes of a study, as the core gives them out.

/** @typedef {[id: number, kind: number, value: number, extra: number, text?: string]} Note */
/**
 * @typedef {object} StudyNode
 * @property {number} id
 * @property {number} parent -1: the root
 * @property {'start'|'move'|'pass'|'end'} kind
 * @property {string} text in the notation of the study
 * @property {string} move in coordinates
 * @property {number} side that moves
 * @property {number} number of the move
 * @property {number} ply moves from the start to here
 * @property {number[]} children the first goes on with the main line
 * @property {Note[]} notes
 * @property {boolean} illegal
 * @property {import('../core/types.js').Bilingual} [end]
 * @property {string} [result]
 */
/**
 * @typedef {object} Report something that a record says wrongly, or that a format cannot hold
 * @property {number} line from 1; 0: no place
 * @property {number} column from 1, in characters; 0: no place
 * @property {number} game @property {number} ply
 * @property {'loss'|'notice'|'defect'} severity
 * @property {import('../core/types.js').Bilingual} text
 */
/**
 * @typedef {object} Facts
 * @property {string} variant @property {string} start
 * @property {[string, string][]} tags
 * @property {'first'|'second'|'draw'|'none'} result
 * @property {string} format @property {string} encoding
 * @property {Report[]} reports
 */
/** @typedef {{error: string, text: import('../core/types.js').Bilingual, line: number, column: number}} ReadError */

/** Kinds of notes, as in banmen/game.h. */
export const NOTE = { comment: 0, before: 1, nag: 2, spent: 3, total: 4, clock: 5, eval: 6, mate: 7, arrow: 8, square: 9, command: 10, bookmark: 11 };
