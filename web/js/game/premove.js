// SPDX-License-Identifier: MIT
// Resolves a premove when its turn has come.

/**
 * The legal move that fits, null if none does. Of several, such as promotions, that to the strongest piece.
 * @param {import('../core/game.js').Game} game @param {{from: number, drop: number, to: number}} p
 * @returns {number|null}
 */
export function resolvePremove(game, p) {
    const { kinds } = game.rules;
    const promotionValue = (/** @type {{promote: number, gate: number}} */ m) => (kinds[m.promote]?.value ?? 0) - (m.gate >= 0 ? 1e6 : 0);
    const fit = game.view().moves.filter((m) => m.from === p.from && m.drop === p.drop && m.to === p.to);
    fit.sort((a, b) => promotionValue(b) - promotionValue(a));
    return fit[0]?.move ?? null;
}
