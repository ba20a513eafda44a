// SPDX-License-Identifier: MIT
// The review of a game: marks by lost winning chances, the accuracy of both sides and better lines, from evaluations of its positions.
// The numbers are those of `banmen analyse`; docs/analysis.md explains them. Scores are for the first side everywhere.

/**
 * A line of play from a position, with its evaluation: centipawns, or moves to mate, which are negative if the second side mates.
 * @typedef {{cp?: number, mate?: number, depth?: number, pv: string[]}} EvaluatedLine moves in coordinates
 */
/**
 * @typedef {object} ReviewRequest
 * @property {string} variant
 * @property {string|null} [yaml]
 * @property {string} [start]
 * @property {string[]} moves in coordinates
 * @property {(EvaluatedLine[]|null|undefined)[]} evaluations of each position from the start on, the best line first; without one a position
 *     is not evaluated. Positions where the game is over by the rules need none.
 * @property {0|1} [lang] of texts: English, Japanese
 */
/**
 * @typedef {object} ReviewedPosition
 * @property {number} [cp]
 * @property {number} [mate]
 * @property {number} [depth]
 * @property {string} score as people write it: "+0.35", "#-3", "1-0"
 * @property {number} chance of the first side to win, 0 to 100
 */
/**
 * @typedef {object} ReviewedMove
 * @property {number} ply from 1
 * @property {'first'|'second'} side
 * @property {string} move in coordinates
 * @property {string} text as people write it
 * @property {number} [cp] of the position behind it
 * @property {number} [mate]
 * @property {number} [depth]
 * @property {number} before the winning chance of its side
 * @property {number} after
 * @property {number} accuracy 0 to 100
 * @property {'ok'|'inaccuracy'|'mistake'|'blunder'} verdict
 * @property {{cp?: number, mate?: number, depth?: number, pv: string[], text: string}[]} lines of the position before it, the best first
 * @property {number} nag of PGN: 0, 6, 2, 4
 * @property {string} mark the verdict for people; "" for none
 */
/**
 * @typedef {object} ReviewedSide
 * @property {number} moves that are evaluated
 * @property {number} [accuracy] 0 to 100; not there without moves
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 * @property {number} chance lost by a move, in the mean
 * @property {number} centipawns lost by a move, in the mean
 */
/**
 * @typedef {object} Review
 * @property {(ReviewedPosition|null)[]} positions from the start on; null: not evaluated
 * @property {ReviewedMove[]} moves between evaluated positions
 * @property {ReviewedSide} first
 * @property {ReviewedSide} second
 */

/**
 * What a search has found, for the first side.
 * @param {import('./player.js').Info} info
 * @param {0|1} turn the side to move
 * @returns {EvaluatedLine}
 */
export function evaluatedLine(info, turn) {
    const score = turn === 0 ? info.score : -info.score;
    return { [info.mate ? 'mate' : 'cp']: score, depth: info.depth, pv: info.pv };
}

/**
 * Evaluations as the core reads them: a line of text for each position, "0 PLACE LINES", then for each line "cp|mate VALUE DEPTH MOVES m1 m2...".
 * @param {ReviewRequest['evaluations']} evaluations
 */
export function evaluationText(evaluations) {
    return evaluations.flatMap((lines, place) => lines?.length ? [
        [0, place, lines.length, ...lines.flatMap(({ cp, mate, depth = 0, pv }) =>
            [mate === undefined ? 'cp' : 'mate', Math.round(mate ?? cp ?? 0), depth, pv.length, ...pv])].join(' '),
    ] : []).join('\n');
}
