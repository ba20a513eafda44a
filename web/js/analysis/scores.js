// SPDX-License-Identifier: MIT
// Evaluations as people read them: from the first side's view, in pawns or as moves to mate.

/** @typedef {{score: number, mate: boolean}} Score */

/** From the view of the first side. @param {Score} info @param {number} turn @returns {Score} */
export function forFirst(info, turn) {
    return { mate: info.mate, score: turn === 0 ? info.score : -info.score };
}

/** "+0.53", "#3", "-#2" @param {Score} s @param {boolean} [lost] whether a mate in 0 is against the first side */
export function scoreText(s, lost = false) {
    if (s.mate) return `${s.score < 0 || (s.score === 0 && lost) ? '−' : ''}#${Math.abs(s.score)}`;
    const v = s.score / 100;
    return `${v > 0 ? '+' : v < 0 ? '−' : ''}${Math.abs(v).toFixed(Math.abs(v) >= 100 ? 0 : 2)}`;
}

/** The same without a sign, short enough for the bar: "4.1", "12", "#3" @param {Score} s @param {boolean} [lost] */
export function barText(s, lost = false) {
    const v = Math.abs(s.score) / 100;
    return s.mate ? scoreText(s, lost).replace('−', '') : v.toFixed(v >= 9.95 ? 0 : 1);
}

/** Winning chances of the first side, 0 to 1: for the bar. @param {Score} s */
export function chances(s) {
    if (s.mate) return s.score >= 0 ? 1 : 0;
    return 1 / (1 + Math.exp(-0.00368 * s.score));
}
