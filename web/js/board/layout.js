// SPDX-License-Identifier: MIT
// Where everything is, in units of one square: the boards of all levels, the coordinates, the hands. The style
// sheet multiplies by --sq, so that a new size needs one number.
import { familyOf } from './piece_art.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {{x: number, y: number, text: string, where: 'in-file'|'in-rank'|'out-file'|'out-rank', shade?: number}} Label */
/**
 * @typedef {{x: number, y: number, width: number, height: number, name: string, files: number, ranks: number,
 *   rows: number[][]}} Field  one board: its place, its squares row by row from the top
 * @typedef {{x: number, y: number, across: boolean, slots: number, side: number}} Tray
 * @typedef {{width: number, height: number, style: 'checkered'|'lines'|'points'|'hex', cell: [number, number],
 *   at: Map<number, {x: number, y: number, shade: number}>, fields: Field[], labels: Label[], trays: Tray[]}} Layout
 */

const LINED = ['makruk', 'sittuyin', 'shatranj', 'chaturanga', 'asean', 'ai-wok', 'shatar', 'jesonmor'];
const HEX_WIDTH = 2 / Math.sqrt(3);
const HEX_STEP = HEX_WIDTH * 0.75;
const GAP = 0.5;
const TITLE = 0.55;
const MARGIN = 0.42;
const TRAY = 1.15;
const KANJI = '〇一二三四五六七八九';

/** How a game's board is drawn. @param {Rules} rules @returns {Layout['style']} */
function styleOf(rules) {
    if (rules.hex) return 'hex';
    const family = familyOf(rules);
    if (family === 'xiangqi') return 'points';
    return family === 'shogi' || LINED.includes(rules.name) ? 'lines' : 'checkered';
}

/** File and rank of a square's name, as the game writes them. @param {Rules} rules @param {string} name */
function squareParts(rules, name) {
    const usi = rules.dialect === 'usi';
    const m = (usi ? /^(.*?)(\d+)([a-z]+)$/ : /^(.*?)([a-z]+)(\d+)$/).exec(name);
    return m ? { level: m[1], file: m[2], rank: m[3] } : { level: '', file: '', rank: '' };
}

/** A rank's letter as people of that language write it. @param {Rules} rules @param {string} rank @param {string} lang */
function rankText(rules, rank, lang) {
    if (rules.dialect !== 'usi' || lang !== 'ja') return rank;
    const n = rank.charCodeAt(0) - 96;
    return n < 10 ? KANJI[n] : n === 10 ? '十' : `十${KANJI[n - 10]}`;
}

/** Whether one expects a kind in hands. @param {import('./types.js').Kind} kind */
export function isHandKind(kind) {
    return !kind.royal && !kind.neutral && !kind.letter.startsWith('+');
}

/** The levels of a game: squares of each, in order. @param {Rules} rules */
function levelsOf(rules) {
    /** @type {Map<string, import('./types.js').Place[]>} */
    const levels = new Map();
    for (const s of rules.squares) {
        if (!s) continue;
        const key = `${s.w},${s.z}`;
        const level = levels.get(key);
        if (level) level.push(s);
        else levels.set(key, [s]);
    }
    return [...levels.values()];
}

/** How many places along an axis. @param {Rules} rules @param {'x'|'y'|'z'|'w'} axis */
function extent(rules, axis) {
    return rules.squares.reduce((n, s) => (s ? Math.max(n, s[axis] + 1) : n), 1);
}

/**
 * @param {Rules} rules @param {Options} options
 * @param {number} aspect  width by height of the space there is
 * @returns {Layout}
 */
export function computeLayout(rules, options, aspect) {
    const style = styleOf(rules);
    /** @type {Layout|null} */
    let best = null;
    const levels = levelsOf(rules);
    const deep = extent(rules, 'w');
    // A fourth dimension makes rows of boards; in three, as many columns as fit best.
    const columns = deep > 1 ? [levels.length / deep] : levels.map((_, i) => i + 1);
    const hands = !rules.hasHands ? ['above'] : options.hands !== 'auto' ? [options.hands]
        : aspect > 0.97 ? ['beside'] : ['beside', 'above'];
    for (const n of columns)
        for (const place of hands) {
            const l = arrange(rules, options, style, levels, n, place === 'beside');
            if (!best || Math.min(aspect / l.width, 1 / l.height) > Math.min(aspect / best.width, 1 / best.height) + 1e-9)
                best = l;
        }
    return /** @type {Layout} */ (best);
}

/**
 * @param {Rules} rules @param {Options} options @param {Layout['style']} style
 * @param {import('./types.js').Place[][]} levels @param {number} columns @param {boolean} beside
 * @returns {Layout}
 */
function arrange(rules, options, style, levels, columns, beside) {
    const files = extent(rules, 'x');
    const ranks = extent(rules, 'y');
    const hex = style === 'hex';
    const out = options.coords && (style === 'lines' || style === 'points' || hex) && !options.picture;
    const usi = rules.dialect === 'usi';
    const many = levels.length > 1;
    const width = hex ? HEX_WIDTH + (files - 1) * HEX_STEP : files;
    const height = hex ? hexHeight(rules) : ranks;
    const margin = { left: out && !usi && !hex ? MARGIN : 0, right: out && usi ? MARGIN : 0,
        top: (out && usi ? MARGIN : 0) + (many ? TITLE : 0), bottom: out && !usi && !hex ? MARGIN : 0 };
    const boardWidth = margin.left + width + margin.right;
    const boardHeight = margin.top + height + margin.bottom;
    const rows = Math.ceil(levels.length / columns);
    // Names keep rows apart.
    const below = many ? GAP / 4 : GAP;
    const all = { width: columns * (boardWidth + GAP) - GAP, height: rows * (boardHeight + below) - below };
    const tray = rules.hasHands && !options.picture ? TRAY : 0;
    const x0 = beside ? tray : 0;
    const y0 = beside ? 0 : tray;
    /** @type {Layout} */
    const layout = { width: all.width + 2 * x0, height: all.height + 2 * y0, style, cell: [hex ? HEX_WIDTH : 1, 1],
        at: new Map(), fields: [], labels: [], trays: [] };
    levels.forEach((squares, i) => {
        const x = x0 + (i % columns) * (boardWidth + GAP) + margin.left;
        const y = y0 + Math.floor(i / columns) * (boardHeight + below) + margin.top;
        layout.fields.push(placeField(rules, options, layout, squares, { x, y, width, height, files, ranks }));
        if (options.coords && !options.picture) addLabels(rules, options, layout, squares, out);
    });
    if (tray) {
        const slots = Math.min(rules.kinds.filter((k) => k && isHandKind(k)).length, 7);
        const low = options.flipped ? 1 : 0;
        layout.trays = beside
            ? [{ x: 0, y: margin.top, across: false, slots, side: 1 - low },
                { x: x0 + all.width + 0.15, y: all.height - slots - margin.bottom, across: false, slots, side: low }]
            : [{ x: margin.left, y: 0, across: true, slots, side: 1 - low },
                { x: x0 + all.width - slots - margin.right, y: y0 + all.height + 0.15, across: true, slots, side: low }];
        for (const t of layout.trays) if (t.across && slots > all.width) t.x = 0;
    }
    return layout;
}

/** Rows that a hexagonal board is high. @param {Rules} rules */
function hexHeight(rules) {
    const ys = rules.squares.flatMap((s) => (s ? [s.y - s.x / 2] : []));
    return Math.max(...ys) - Math.min(...ys) + 1;
}

/**
 * Puts one level's squares into the layout.
 * @param {Rules} rules @param {Options} options @param {Layout} layout @param {import('./types.js').Place[]} squares
 * @param {{x: number, y: number, width: number, height: number, files: number, ranks: number}} box
 * @returns {Field}
 */
function placeField(rules, options, layout, squares, box) {
    const hex = layout.style === 'hex';
    const lowest = hex ? Math.min(...squares.map((s) => s.y - s.x / 2)) : 0;
    /** @type {Map<number, number[]>} */
    const rows = new Map();
    for (const s of squares) {
        let x = hex ? s.x * HEX_STEP : s.x;
        let y = hex ? s.y - s.x / 2 - lowest : s.y;
        if (options.flipped) x = box.width - layout.cell[0] - x;
        else y = box.height - 1 - y;
        const shade = hex ? (s.x + s.y) % 3 : (s.x + s.y + s.z + s.w) % 2;
        layout.at.set(s.sq, { x: box.x + x, y: box.y + y, shade });
        const row = rows.get(s.y);
        if (row) row.push(s.sq);
        else rows.set(s.y, [s.sq]);
    }
    const order = [...rows.keys()].sort((a, b) => (options.flipped ? a - b : b - a));
    const x = (/** @type {number} */ sq) => layout.at.get(sq)?.x ?? 0;
    return { ...box, name: squareParts(rules, squares[0].name).level,
        rows: order.map((y) => (rows.get(y) ?? []).sort((a, b) => x(a) - x(b))) };
}

/**
 * Coordinates: in the corners of squares at the left and at the bottom, or outside of a board with lines.
 * @param {Rules} rules @param {Options} options @param {Layout} layout @param {import('./types.js').Place[]} squares
 * @param {boolean} out
 */
function addLabels(rules, options, layout, squares, out) {
    const f = layout.fields[layout.fields.length - 1];
    const usi = rules.dialect === 'usi';
    const at = (/** @type {number} */ sq) => /** @type {{x: number, y: number, shade: number}} */ (layout.at.get(sq));
    if (layout.style === 'hex') {
        for (const s of squares) {
            const p = at(s.sq);
            const below = squares.some((o) => o.x === s.x && (options.flipped ? o.y > s.y : o.y < s.y));
            if (!below) layout.labels.push({ ...p, x: p.x + 0.1, text: s.name, where: 'in-file' });
        }
        return;
    }
    const files = new Map();
    const ranks = new Map();
    for (const s of squares) {
        const name = squareParts(rules, s.name);
        const p = at(s.sq);
        if (!files.has(s.x) || p.y > files.get(s.x).y) files.set(s.x, { ...p, text: name.file });
        if (!ranks.has(s.y) || p.x < ranks.get(s.y).x)
            ranks.set(s.y, { ...p, text: rankText(rules, name.rank, options.lang) });
    }
    for (const p of files.values())
        layout.labels.push(out ? { x: p.x, y: usi ? f.y - MARGIN : f.y + f.height, text: p.text, where: 'out-file' }
            : { ...p, where: 'in-file' });
    for (const p of ranks.values())
        layout.labels.push(out ? { x: usi ? f.x + f.width : f.x - MARGIN, y: p.y, text: p.text, where: 'out-rank' }
            : { ...p, where: 'in-rank' });
}
