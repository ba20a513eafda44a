// SPDX-License-Identifier: MIT
// What the core gives out, as types. There is no code here.

/** @typedef {[string, string]} Bilingual English and Japanese. */
/** @typedef {0|1} Side */
/**
 * @typedef {object} Square
 * @property {number} sq
 * @property {number} x file, from the first side's left
 * @property {number} y rank, from the first side's bottom
 * @property {number} z
 * @property {number} w
 * @property {string} name in coordinates
 * @property {string} ja as Japanese readers write it
 */
/**
 * @typedef {object} Kind
 * @property {number} kind
 * @property {string} letter as FEN and SFEN write it for the first side: "N", "+R"
 * @property {Bilingual} name
 * @property {boolean} royal
 * @property {boolean} neutral
 * @property {number} value
 * @property {string} move how it moves, in the language of variants
 * @property {string} glyph
 * @property {number[]} promotes kinds that it may become
 */
/** @typedef {{name: string, title: Bilingual, text: string}} Start */
/** @typedef {'coordinates'|'san'|'figurine'|'long'|'western'|'japanese'|'kif'|'csa'} Style */
/** @typedef {{kind: 'human'|'level'|'engine'|'remote', level?: number, name?: string}} SeatOption */
/**
 * @typedef {object} GameOptions
 * @property {string} [start] FEN, SFEN, the name of a start, or "shuffle:518"
 * @property {string} [clock] a time control
 * @property {SeatOption[]} [seats]
 * @property {boolean} [autoDraws]
 * @property {boolean} [clockWaits]
 * @property {boolean} [takebacks]
 */
/**
 * @typedef {object} ClockFace
 * @property {'none'|'game'|'move'|'days'} kind
 * @property {number|null} ms what to show now: main time, or the rest of the period
 * @property {number} main
 * @property {number} period
 * @property {number} periods of byoyomi left, the current one included
 * @property {number} byoyomi length of a period
 * @property {boolean} inByoyomi
 * @property {number} increment for each turn, delay included
 * @property {number} delay
 * @property {number|null} until that can still be used in this turn
 * @property {boolean} running
 * @property {boolean} fallen
 */
/**
 * @typedef {object} State
 * @property {'waiting'|'playing'|'paused'|'over'} stage
 * @property {Side} turn
 * @property {number} plies
 * @property {number|null} startNumber which of the shuffled starts the game began from
 * @property {number} canRedo moves that can be played again
 * @property {number} version grows with each action
 * @property {null|[ClockFace, ClockFace]} clocks
 * @property {{draw: Side|null, takeback: Side|null}} offers
 * @property {string[]} claims
 * @property {null|{points: number, needed: number, pieces: number, kingInZone: boolean, inCheck: boolean, wins: boolean}} impasse
 * @property {{result: 'ongoing'|'first'|'second'|'draw'|'none', reason: string, text: Bilingual, summary: Bilingual}} outcome
 * @property {number} repetitions
 * @property {number} quiet
 */
/**
 * @typedef {object} Move
 * @property {number} move
 * @property {number} from a square; -1 if a piece is dropped or the move is a pass
 * @property {number} to -1 if the move is a pass
 * @property {number} drop kind, or -1
 * @property {number} promote kind, or -1
 * @property {number} gate kind, or -1
 * @property {boolean} partner the piece is gated where the castling partner stood
 * @property {boolean} pass
 */
/** @typedef {Move & {capture: boolean, text: string, castles: number}} LegalMove castles: where the partner stands if it is castling, else -1 */
/** @typedef {Move & {captured: number}} LastMove captured: a piece, 0 if none */
/**
 * @typedef {object} View
 * @property {number} ply
 * @property {Uint8Array} board a piece for each square
 * @property {[number[], number[]]} hands counts by side and kind
 * @property {Side} turn
 * @property {number[]} checks squares of the pieces that give check
 * @property {number[]} royalsInCheck
 * @property {null|LastMove} last
 * @property {Move[]} lasts all moves of the turn that the last one belongs to
 * @property {LegalMove[]} moves
 * @property {number} turnMoves
 * @property {number} turnBudget
 * @property {number} phase
 * @property {Bilingual} [wanted] what a part of a turn asks for; empty: any move
 * @property {string} position FEN or SFEN
 * @property {boolean} legal moves may be made: the game is not over
 */
/** @typedef {{ok: true} | {ok: false, code: string, text: Bilingual}} Answer */
/** @typedef {{side?: number, move?: number, plies?: number, ms?: number, reason?: number, result?: number}} ActOptions */
/**
 * @typedef {object} Issue
 * @property {number} line from 1
 * @property {number} column from 1, in characters
 * @property {number} endColumn behind it
 * @property {'error'|'warning'} severity
 * @property {string} code
 * @property {string} message in English
 * @property {string} hint
 * @property {Bilingual} text the message
 * @property {Bilingual} help the hint
 */
/** @typedef {{error: string, text: Bilingual, column: number}} Refused a start or a clock that cannot be played */
/**
 * @typedef {object} VariantEntry
 * @property {string} name
 * @property {Bilingual} title
 * @property {'chess'|'shogi'|'variant'} group
 * @property {number} files
 * @property {number} ranks
 * @property {number} axes
 * @property {boolean} hands
 * @property {boolean} hex
 * @property {'uci'|'usi'} dialect
 */
/** @typedef {{kind: 'none'|'game'|'move'|'days', base: number, increment: number, delay: number, byoyomi: number, periods: number}} TimeControl */
/** @typedef {{ok: true, text: string, sides: [TimeControl, TimeControl]} | {ok: false, column: number, message: string, text: Bilingual}} ClockAnswer */
/** @typedef {[act: string, now: number, options: ActOptions]} LoggedAction */
/**
 * A game as it is kept: all that was done, in order.
 * @typedef {object} SavedGame
 * @property {number} v
 * @property {string} variant
 * @property {string|null} yaml
 * @property {GameOptions} options
 * @property {LoggedAction[]} deeds
 * @property {number} at the time of the game
 */

export {};
