// SPDX-License-Identifier: MIT
// Material difference, in games without hands.

/** @typedef {import('../core/rules.js').Rules} Rules */
/** @typedef {import('../core/types.js').View} View */

/**
 * For each side the kinds of which it has more, with how many, and its lead in pawns.
 * @param {Rules} rules @param {View} view
 * @returns {[{kinds: {kind: number, count: number}[], lead: number}, {kinds: {kind: number, count: number}[], lead: number}]}
 */
export function material(rules, view) {
    const more = new Array(rules.kinds.length).fill(0);
    for (const p of view.board) {
        if (!p) continue;
        const kind = (p & 0x7f) - 1;
        if (rules.kinds[kind]?.neutral) continue;
        more[kind] += p & 0x80 ? -1 : 1;
    }
    let sum = 0;
    /** @type {[{kinds: {kind: number, count: number}[], lead: number}, {kinds: {kind: number, count: number}[], lead: number}]} */
    const out = [{ kinds: [], lead: 0 }, { kinds: [], lead: 0 }];
    for (const [kind, n] of more.entries()) {
        if (!n) continue;
        sum += n * (rules.kinds[kind]?.value ?? 0);
        out[n > 0 ? 0 : 1].kinds.push({ kind, count: Math.abs(n) });
    }
    const lead = Math.round(sum / 100);
    out[0].lead = Math.max(0, lead);
    out[1].lead = Math.max(0, -lead);
    return out;
}
