// SPDX-License-Identifier: MIT
// The way from a game that is over to its review.

/** Where a game of one's own is reviewed; '': it is not over, or not kept here. @param {import('./types.js').Controller} c */
export function reviewOf(c) {
    const s = c.state();
    const { id } = /** @type {any} */ (c);
    if (s.stage !== 'over' || s.plies === 0 || !id || (c.kind === 'online' && c.you === null)) return '';
    return `#/analysis/${c.kind === 'online' ? `g-${id}` : id}?review`;
}
