// SPDX-License-Identifier: MIT
// A picture for any piece that no set has: its glyph or letter, and marks that show how it moves.

/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {{x: number, y: number, line: boolean}} Mark */

const STRAIGHT = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONAL = [[1, 1], [1, -1], [-1, -1], [-1, 1]];

const FONT = "'Noto Sans', 'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP', sans-serif";

/** The atoms of move texts that have marks: their leaps, and whether they go on. @type {Record<string, [number[][], boolean]>} */
const ATOMS = {
    W: [STRAIGHT, false], F: [DIAGONAL, false], K: [[...STRAIGHT, ...DIAGONAL], false],
    R: [STRAIGHT, true], B: [DIAGONAL, true], Q: [[...STRAIGHT, ...DIAGONAL], true],
    D: [leaps(2, 0), false], A: [leaps(2, 2), false], N: [leaps(1, 2), false], H: [leaps(3, 0), false],
    C: [leaps(1, 3), false], Z: [leaps(2, 3), false], G: [leaps(3, 3), false],
};

/** All leaps of a shape. @param {number} a @param {number} b */
function leaps(a, b) {
    /** @type {number[][]} */
    const all = [];
    for (const [x, y] of [[a, b], [b, a]])
        for (const sx of [1, -1])
            for (const sy of [1, -1])
                if (!all.some((l) => l[0] === x * sx && l[1] === y * sy)) all.push([x * sx || 0, y * sy || 0]);
    return all;
}

/** Whether the directions of a move text ("f", "sb", …) allow a leap. @param {string} words @param {number} x @param {number} y */
function allowsDirection(words, x, y) {
    const ways = words.replace(/[^fblrsv]/g, '');
    if (!ways) return true;
    const straight = Math.abs(x) !== Math.abs(y) && x * y === 0;
    const long = Math.abs(y) > Math.abs(x);
    return [...ways].some((way) => {
        if (way === 'f' || way === 'b') {
            const ahead = way === 'f' ? y > 0 : y < 0;
            return ahead && (straight || Math.abs(x) === Math.abs(y) || long);
        }
        if (way === 'v') return long;
        if (way === 's') return !long && (straight || Math.abs(x) !== Math.abs(y));
        return way === 'l' ? x < 0 : x > 0;
    });
}

/** The marks of a move text, each direction once; what has no marks is left out. @param {string} text @returns {Mark[]} */
export function marksOf(text) {
    /** @type {Map<string, Mark>} */
    const marks = new Map();
    for (const [, words, atom, more] of text.matchAll(/([a-z]*)([A-Z])(\2|\d*)/g)) {
        if (words.includes('i') || !ATOMS[atom]) continue;
        const [all, line] = ATOMS[atom];
        for (const [x, y] of all) {
            if (!allowsDirection(words, x, y)) continue;
            const far = Math.hypot(x, y);
            const key = `${Math.round((x / far) * 100)},${Math.round((y / far) * 100)}`;
            const goes = line || more === atom || more === '0';
            if (!marks.has(key) || goes) marks.set(key, { x: x / far, y: y / far, line: goes });
        }
    }
    return [...marks.values()];
}

/** @param {number} n */
function fmt(n) {
    return String(Math.round(n * 10) / 10);
}

/** A dot for a step or leap, an arrow head for a line. @param {Mark} m @param {number} cy @param {number} r */
function drawMark(m, cy, r) {
    const x = 50 + m.x * r;
    const y = cy - m.y * r;
    if (!m.line) return `M${fmt(x - 3.6)} ${fmt(y)}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z`;
    const angle = Math.atan2(-m.y, m.x);
    const at = [0, 2.3, -2.3].map((a) => `${fmt(x + 6 * Math.cos(angle + a))} ${fmt(y + 6 * Math.sin(angle + a))}`);
    return `M${at.join('L')}z`;
}

/** @param {string} text */
function escape(text) {
    return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/**
 * The token of a kind as an SVG.
 * @param {Kind} kind @param {number} side
 * @param {boolean} koma  a pentagon, not a disc
 * @param {boolean} turned  the board turns the second side's pieces: they look alike otherwise
 * @param {boolean} kanji  for readers of kanji
 */
export function token(kind, side, koma, turned, kanji) {
    const dark = side === 1 && !turned;
    const [fill, ink, edge] = koma
        ? [side ? '#d19a55' : '#f6d796', kind.letter.startsWith('+') ? '#a8201a' : '#1b1206', '#7a5220']
        : dark ? ['#2b2c30', '#f6f1e4', '#d4d4d4'] : ['#fdfaf2', '#1d1d1f', '#1d1d1f'];
    const body = koma ? 'M50 4L83 19L93 97H7L17 19z' : 'M4 50a46 46 0 1 0 92 0a46 46 0 1 0 -92 0z';
    const cy = koma ? 58 : 50;
    // A game seen from the first side's place: where the second side's pieces are not turned, their marks are.
    const marks = marksOf(kind.move).map((m) => (dark ? { ...m, x: m.x, y: -m.y } : m));
    const label = (kanji && kind.glyph) || kind.letter.replace('+', '');
    const size = [...label].length > 1 ? 26 : 44;
    const mark = dark ? '#ffb454' : '#0b5a8a';
    return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        + `<path d="${body}" fill="${fill}" stroke="${edge}" stroke-width="2.4" stroke-linejoin="round"/>`
        + `<path d="${marks.map((m) => drawMark(m, cy, koma ? 31 : 37)).join('')}" fill="${mark}"/>`
        + `<text x="50" y="${cy + size * 0.36}" font-size="${size}" font-weight="700" font-family="${FONT}" text-anchor="middle" `
        + `fill="${ink}">${escape(label)}</text></svg>`;
}
