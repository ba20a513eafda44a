// SPDX-License-Identifier: MIT
// Loads piece sets and maps kinds of pieces to their pictures. data/pieces/README.md describes the mapping.
import { token } from './token.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').Kind} Kind */

export const themes = ['wood', 'plain', 'green', 'blue', 'dark'];

const SETS = {
    chess: ['chess'],
    shogi: ['shogi-int', 'shogi-one', 'shogi-two'],
    xiangqi: ['xiangqi', 'xiangqi-int'],
};

// Letters of pictures, by Japanese names, by moves, and by English names.
const SHOGI = letters({
    K: '玉 王 玉将 王将', R: '飛 飛車', B: '角 角行', G: '金 金将', S: '銀 銀将', N: '桂 桂馬', L: '香 香車', P: '歩 歩兵',
    '+R': '龍 竜 龍王 竜王', '+B': '馬 龍馬 竜馬', '+S': '成銀 全', '+N': '成桂 圭', '+L': '成香 杏', '+P': 'と と金',
});
const XIANGQI = letters({ K: '将', A: '士', B: '象', N: '馬', R: '車', C: '炮 包', P: '兵 卒' });
const MOVES = letters({ Q: 'Q', R: 'R', B: 'B', N: 'N', A: 'QN', C: 'RN', H: 'BN', Y: 'NN', G: 'gQ' });
const NAMES = letters({
    K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn', U: 'unicorn', E: 'elephant gaja alfil', X: 'cannon', D: 'duck',
});
const FAIRY = 'ACHYGUEXD';

/** @param {Record<string, string>} table @returns {Map<string, string>} */
function letters(table) {
    return new Map(Object.entries(table).flatMap(([letter, words]) => words.split(' ').map((w) => [w, letter])));
}

/** What a game looks like. @param {Rules} rules @returns {'chess'|'shogi'|'xiangqi'} */
export function familyOf(rules) {
    if (rules.dialect === 'usi') return 'shogi';
    return rules.kinds.some((k) => k?.royal && k.name[1] === '将') ? 'xiangqi' : 'chess';
}

/** The letter of a kind's picture, or undefined: it has none. @param {Rules} rules @param {Kind} kind */
function letterOf(rules, kind) {
    const family = familyOf(rules);
    if (family === 'shogi') return SHOGI.get(kind.name[1]);
    if (family === 'xiangqi') return XIANGQI.get(kind.name[1]);
    if (kind.royal && kind.move === 'K') return 'K';
    if (/^mfW ce?fF/.test(kind.move)) return 'P';
    return MOVES.get(kind.move) ?? NAMES.get(kind.name[0]);
}

/** Names of the sets that fit a game. @param {Rules} rules @returns {string[]} */
function setsFor(rules) {
    return SETS[familyOf(rules)];
}

/**
 * The set to use: the one that is wished for if it fits, else what the reader can read.
 * @param {Rules} rules @param {string} wish @param {string} lang
 */
export function setFor(rules, wish, lang) {
    const sets = setsFor(rules);
    if (sets.includes(wish)) return wish;
    if (familyOf(rules) === 'shogi') return lang === 'ja' ? 'shogi-one' : 'shogi-int';
    return lang === 'ja' ? sets[0] : sets[sets.length - 1];
}

/** Whether pieces of the side at the top are turned. @param {Rules} rules */
export function rotates(rules) {
    return familyOf(rules) === 'shogi';
}

/** @type {Map<string, Promise<Record<string, string>>>} */
const loading = new Map();
/** @type {Map<string, Record<string, string>>} */
const loaded = new Map();

/** Fetch a set once. @param {string} name */
function loadSet(name) {
    let set = loading.get(name);
    if (!set) {
        set = fetch(new URL(`../../pieces/${name}.json`, import.meta.url)).then(async (answer) => {
            if (!answer.ok) throw new Error(`pieces/${name}.json: ${answer.status}`);
            const pictures = await answer.json();
            loaded.set(name, pictures);
            return pictures;
        });
        set.catch(() => loading.delete(name));
        loading.set(name, set);
    }
    return set;
}

/** Fetch the piece sets that a game needs. @param {string} name @param {Rules} rules */
export async function loadArt(name, rules) {
    const fairy = name === 'chess' && rules.kinds.some((k) => k && FAIRY.includes(letterOf(rules, k) ?? '?'));
    await Promise.all([loadSet(name), fairy ? loadSet('fairy') : null]);
}

/**
 * The picture of a piece as the text of an SVG, a token if no set has one; null while the set is on its way.
 * @param {string} set @param {Rules} rules @param {number} kind @param {number} side @returns {string|null}
 */
export function pieceSvg(set, rules, kind, side) {
    const k = rules.kinds[kind];
    if (!k) return null;
    const letter = letterOf(rules, k);
    const plain = () => token(k, side, rotates(rules), rotates(rules), /-(one|two)$|^xiangqi$/.test(set));
    if (!letter) return plain();
    const pictures = loaded.get(set === 'chess' && FAIRY.includes(letter) ? 'fairy' : set);
    if (!pictures) return null;
    return pictures[side + letter] ?? pictures[0 + letter] ?? plain();
}
