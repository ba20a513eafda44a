// SPDX-License-Identifier: MIT
// How a piece moves, in words: the letters of its move, term by term. It explains what the rules say and
// decides nothing; a term it has no words for is shown as it is written.
import { t } from '../words/words.js';

/** @typedef {import('../words/words.js').Key} Key */

const TERM = /([a-z]*)(\[[^\]]*\]|\([^)]*\)|<[^>]*>|[A-Z])(\2|\d*)((?:(?:@@?[a-z][a-z0-9-]*)|(?:[>^]!?[A-Z+,]+))*)/g;
/** @type {Record<string, Key>} */
const atoms = {
    W: 'move.W', F: 'move.F', K: 'move.K', R: 'move.R', B: 'move.B', Q: 'move.Q', N: 'move.N', D: 'move.D', A: 'move.A', H: 'move.H', G: 'move.G',
    C: 'move.C', L: 'move.C', Z: 'move.Z', J: 'move.Z', T: 'move.T', U: 'move.U',
};
/** Riders that have a name of their own. @type {Record<string, string>} */
const riders = { W: 'R', F: 'B', K: 'Q' };
/** @type {Record<string, Key>} */
const directions = { f: 'move.f', b: 'move.b', l: 'move.l', r: 'move.r', v: 'move.v', s: 'move.s' };

/** One term, or null: no words for it. @param {RegExpMatchArray} m */
function termText([, mods, atom, range, suffix]) {
    const hop = mods.includes('p') || mods.includes('g');
    const limit = range === '' ? 1 : range === atom || range === '0' ? 0 : Number(range);
    const rides = (hop && range === '') || (limit === 0 && range !== '');
    const base = rides && riders[atom] ? riders[atom] : atom;
    if (!atoms[base]) return null;
    let text = t(atoms[base]);
    if (rides && base === atom && !'RBQ'.includes(atom)) text = t('move.rides', { leap: text });
    else if (limit > 1) text = t('move.upTo', { leap: t(atoms[riders[atom] ?? atom]), n: limit });
    const ways = [...mods].filter((c) => directions[c]).map((c) => t(directions[c]));
    if (/h/.test(mods) && !ways.length) return null;
    if (ways.length) text = t('move.way', { leap: text, way: ways.join(t('move.and')) });
    if (mods.includes('p')) text = t('move.p', { leap: text });
    if (mods.includes('g')) text = t('move.g', { leap: text });
    if (mods.includes('n')) text = t('move.n', { leap: text });
    if (mods.includes('i')) text = t('move.i', { leap: text });
    if (mods.includes('m') && !mods.includes('c')) text = t('move.m', { leap: text });
    if (mods.includes('c') && !mods.includes('m')) text = t('move.c', { leap: text });
    if (mods.includes('e')) text = t('move.e', { leap: text });
    if (suffix.includes('@')) text = t('move.zone', { leap: text });
    return text;
}

/** All of it, one line for each term; null if something has no words. @param {string} move @returns {string[]|null} */
export function betzaText(move) {
    const terms = [...move.matchAll(TERM)];
    if (!terms.length) return null;
    const out = terms.map(termText);
    return out.every((x) => x !== null) ? out : null;
}
