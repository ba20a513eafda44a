// SPDX-License-Identifier: MIT
// A position as a picture of its own: SVG text, or PNG. It looks as the board does: colours are those of the theme.
import { lines } from './frame.js';
import { computeLayout, isHandKind } from './layout.js';
import { loadArt, pieceSvg, rotates } from './piece_art.js';
import { kindOf, sideOf } from './types.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {{board: ArrayLike<number>, hands: readonly (readonly number[])[]}} Shown */
/** @typedef {(name: string) => string} Colour of the theme, by the style sheet's name */

const UNIT = 100; // of the picture, for one square
const PAD = 0.12; // squares around it

/** @param {string} text */
function escaped(text) {
    return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** A number without noise. @param {number} n */
function short(n) {
    return String(Math.round(n * UNIT * 10) / 10);
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} fill */
function box(x, y, width, height, fill) {
    return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}"/>`;
}

/** @param {Layout} layout @param {Colour} colour */
function squares(layout, colour) {
    const shades = [colour('--bm-dark'), colour('--bm-light'), colour('--bm-mid')];
    if (layout.style === 'lines' || layout.style === 'points') return '';
    return [...layout.at.values()].map(({ x, y, shade }) => {
        if (layout.style !== 'hex') return box(x, y, 1, 1, shades[shade]);
        const w = layout.cell[0];
        const points = [[0.25, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0.25, 1], [0, 0.5]].map(([a, b]) => `${short(x + a * w)},${short(y + b)}`);
        return `<polygon points="${points.join(' ')}" fill="${shades[shade]}"/>`;
    }).join('');
}

/** The ground and the lines of a board that has them. @param {Layout} layout @param {Colour} colour */
function fields(layout, colour) {
    if (layout.style !== 'lines' && layout.style !== 'points') return '';
    return layout.fields.map((f) => {
        const drawn = lines(layout, f);
        for (const [name, value] of Object.entries({ x: short(f.x), y: short(f.y), width: short(f.width), height: short(f.height), overflow: 'visible' })) drawn.setAttribute(name, value);
        for (const path of drawn.querySelectorAll('path')) {
            path.setAttribute('fill', 'none');
            path.setAttribute('stroke', colour('--bm-line'));
            path.setAttribute('stroke-width', '0.018');
        }
        for (const star of drawn.querySelectorAll('circle')) star.setAttribute('fill', colour('--bm-line'));
        return box(f.x, f.y, f.width, f.height, colour('--bm-ground')) + new XMLSerializer().serializeToString(drawn);
    }).join('');
}

/** @param {Layout} layout @param {Colour} colour */
function labels(layout, colour) {
    return layout.labels.map((l) => {
        const out = l.where === 'out-file' || l.where === 'out-rank';
        const fill = out ? colour('--bm-edge') : colour(l.shade === 1 ? '--bm-on-light' : '--bm-on-dark');
        const at = l.where === 'out-file' ? [l.x + 0.5, l.y + 0.3] : l.where === 'out-rank' ? [l.x + 0.21, l.y + 0.58] : l.where === 'in-file' ? [l.x + 0.94, l.y + 0.95] : [l.x + 0.05, l.y + 0.19];
        const anchor = out ? 'middle' : l.where === 'in-file' ? 'end' : 'start';
        return `<text x="${short(at[0])}" y="${short(at[1])}" font-size="${out ? 26 : 17}" font-family="sans-serif" text-anchor="${anchor}" fill="${fill}">${escaped(l.text)}</text>`;
    }).join('');
}

/**
 * @param {Rules} rules @param {Options} options @param {string} set @param {number} piece
 * @param {number} x @param {number} y @param {number} size
 */
function pieceAt(rules, options, set, piece, x, y, size) {
    const text = pieceSvg(set, rules, kindOf(piece), sideOf(piece));
    if (!text) return '';
    const turned = rotates(rules) && sideOf(piece) !== (options.flipped ? 1 : 0);
    const placed = text.replace(/^<svg /, `<svg x="${short(x)}" y="${short(y)}" width="${short(size)}" height="${short(size)}" `);
    return turned ? `<g transform="rotate(180 ${short(x + size / 2)} ${short(y + size / 2)})">${placed}</g>` : placed;
}

/** @param {Rules} rules @param {Options} options @param {string} set @param {Shown} view @param {Layout} layout @param {Colour} colour */
function hands(rules, options, set, view, layout, colour) {
    return layout.trays.map((tray) => {
        const low = tray.side === (options.flipped ? 1 : 0);
        const kinds = rules.kinds.flatMap((k) => (k && isHandKind(k) && view.hands[tray.side]?.[k.kind] ? [k.kind] : [])).reverse();
        const slot = Math.min(1, tray.slots / Math.max(kinds.length, 1));
        const begin = low ? tray.slots - kinds.length * slot : 0;
        const ground = box(tray.x, tray.y, tray.across ? tray.slots : 1, tray.across ? 1 : tray.slots, colour('--bm-mid'));
        return ground.replace('/>', ' opacity="0.45"/>') + kinds.map((kind, i) => {
            const x = tray.x + (tray.across ? begin + i * slot : (1 - slot) / 2);
            const y = tray.y + (tray.across ? (1 - slot) / 2 : begin + i * slot);
            const count = view.hands[tray.side][kind];
            const badge = count > 1 ? `<circle cx="${short(x + slot * 0.82)}" cy="${short(y + slot * 0.84)}" r="17" fill="#1f3b57"/><text x="${short(x + slot * 0.82)}" y="${short(y + slot * 0.84 + 0.08)}" font-size="23" font-weight="700" font-family="sans-serif" text-anchor="middle" fill="#fff">${count}</text>` : '';
            return pieceAt(rules, options, set, (kind + 1) | (tray.side << 7), x, y, slot) + badge;
        }).join('');
    }).join('');
}

/**
 * The text of an SVG.
 * @param {Rules} rules @param {Shown} view @param {Options} options with the set to use
 * @param {Colour} colour
 */
export async function positionSvg(rules, view, options, colour) {
    await loadArt(options.set, rules);
    const { set } = options;
    const layout = computeLayout(rules, { ...options, picture: false, hands: 'beside' }, 1.2);
    const width = (layout.width + 2 * PAD) * UNIT;
    const height = (layout.height + 2 * PAD) * UNIT;
    const scale = layout.style === 'checkered' ? 0.92 : layout.style === 'hex' ? 0.86 : 0.96;
    const pieces = [...layout.at].map(([sq, at]) => {
        const piece = view.board[sq];
        const gap = (1 - scale) / 2;
        return piece ? pieceAt(rules, options, set, piece, at.x + (layout.cell[0] - 1) / 2 + gap, at.y + gap, scale) : '';
    }).join('');
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-PAD * UNIT} ${-PAD * UNIT} ${Math.round(width)} ${Math.round(height)}" width="${Math.round(width / 2)}" height="${Math.round(height / 2)}">`
        + `<rect x="${-PAD * UNIT}" y="${-PAD * UNIT}" width="100%" height="100%" fill="#fff"/>`
        + squares(layout, colour) + fields(layout, colour) + labels(layout, colour) + pieces + hands(rules, options, set, view, layout, colour) + '</svg>';
}

/** The same as pixels. @param {string} svg @param {number} [width] in pixels @returns {Promise<Blob>} */
export async function svgToPng(svg, width = 1200) {
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    try {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = width;
        canvas.height = Math.round((width * image.height) / image.width);
        const pen = canvas.getContext('2d');
        if (!pen) throw new Error('no canvas');
        pen.drawImage(image, 0, 0, canvas.width, canvas.height);
        return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
    } finally {
        URL.revokeObjectURL(url);
    }
}

/** The colours of a board that is shown. @param {Element} board @returns {Colour} */
export function coloursOf(board) {
    const style = getComputedStyle(board);
    return (name) => style.getPropertyValue(name).trim() || '#888';
}
