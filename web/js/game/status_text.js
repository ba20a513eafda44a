// SPDX-License-Identifier: MIT
// Texts about the state of a game.
import { lang, pick, t } from '../words/words.js';

/** @typedef {import('./types.js').Controller} Controller */

/** @param {string} s */
function capitalize(s) {
    return s.charAt(0).toUpperCase() + s.slice(1);
}

/** White, Black, 先手, 後手. @param {{sides: string[][]}} rules @param {number} side */
export function sideName(rules, side) {
    return capitalize(rules.sides[lang() === 'ja' ? 1 : 0][side]);
}

/** The name of a seat. @param {{seats: import('./types.js').Seat[], you: Controller['you'], rules: {sides: string[][]}}} c @param {number} side */
export function seatName(c, side) {
    const seat = c.seats[side];
    if (seat.kind === 'level') return t('game.level', { n: seat.level ?? 0 });
    if (seat.name) return seat.name;
    if (seat.kind === 'open') return t('game.openSeat');
    if (seat.you && c.you !== 'both') return t('game.you');
    return sideName(c.rules, side);
}

/** Who won and why. @param {Controller} c */
export function resultText(c) {
    return capitalize(pick(c.state().outcome.summary));
}

/** The reason alone. @param {Controller} c */
export function reasonText(c) {
    return capitalize(pick(c.state().outcome.text));
}

/** The line below the board. @param {Controller} c @param {number|null} shown */
export function statusText(c, shown) {
    const s = c.state();
    if (shown !== null) return t('game.lookingBack', { n: shown, all: s.plies });
    if (s.stage === 'over') return resultText(c);
    if (s.stage === 'waiting') return t('game.waiting');
    if (s.stage === 'paused') return t('game.paused');
    const seat = c.seats[s.turn];
    const view = c.game.view();
    const side = sideName(c.rules, s.turn);
    let text;
    if (seat.thinking) text = seat.info ? t('game.thinkingDepth', { n: seat.info }) : t('game.thinking');
    else if (c.you === s.turn) text = t('game.yourTurn', { side });
    else text = t('game.toMove', { side });
    const wanted = pick(view.wanted);
    if (wanted && !seat.thinking) text = t('game.wanted', { who: text, what: wanted });
    else if (view.turnBudget > 1) text += ` ${t('game.moveOf', { n: Math.min(view.turnBudget, view.turnMoves + 1), all: view.turnBudget })}`;
    if (view.royalsInCheck.length) text += ` ${t('game.check')}`;
    return text;
}
