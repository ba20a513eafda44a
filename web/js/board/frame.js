// SPDX-License-Identifier: MIT
// The elements that stay while a layout stays: squares, lines, coordinates, names of levels, the layers above.
import { t } from '../words/words.js';
import { element, place, svgElement } from './dom.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Field} Field */

/**
 * Fills the frame and gives its squares.
 * @param {HTMLElement} frame @param {Rules} rules @param {Options} options @param {Layout} layout
 * @returns {Map<number, HTMLElement>}
 */
export function build(frame, rules, options, layout) {
    frame.replaceChildren();
    frame.dataset.style = layout.style;
    frame.style.setProperty('--w', String(layout.width));
    frame.style.setProperty('--h', String(layout.height));
    frame.style.setProperty('--cw', String(layout.cell[0]));
    /** @type {Map<number, HTMLElement>} */
    const cells = new Map();
    for (const field of layout.fields) {
        frame.append(backdrop(layout, field));
        if (field.name && layout.fields.length > 1) {
            const title = element('div', 'bm-level', { 'aria-hidden': 'true' });
            title.textContent = field.name;
            place(title, { x: field.x, y: field.y - 0.5 });
            title.style.setProperty('--n', String(field.width));
            frame.append(title);
        }
        frame.append(grid(rules, options, layout, field, cells));
    }
    for (const l of layout.labels) {
        const el = element('div', `bm-coord bm-${l.where}`, { 'aria-hidden': 'true' });
        el.textContent = l.text;
        if (l.shade !== undefined) el.dataset.shade = String(l.shade);
        place(el, l);
        frame.append(el);
    }
    return cells;
}

/**
 * @param {Rules} rules @param {Options} options @param {Layout} layout @param {Field} field
 * @param {Map<number, HTMLElement>} cells
 */
function grid(rules, options, layout, field, cells) {
    const many = layout.fields.length > 1;
    const el = element('div', 'bm-grid', options.picture ? {} : {
        role: 'grid', 'aria-label': many ? t('board.level', { name: field.name }) : t('board.board'),
    });
    for (const row of field.rows) {
        const line = element('div', 'bm-row', options.picture ? {} : { role: 'row' });
        for (const sq of row) {
            const at = layout.at.get(sq);
            const name = rules.squares[sq]?.name ?? '';
            const cell = element('div', 'bm-sq', options.picture ? {} : { role: 'gridcell', tabindex: '-1', 'data-name': name });
            cell.dataset.sq = String(sq);
            if (at) {
                place(cell, at);
                cell.dataset.shade = String(at.shade);
            }
            cells.set(sq, cell);
            line.append(cell);
        }
        el.append(line);
    }
    return el;
}

/** The board itself below its squares. @param {Layout} layout @param {Field} field */
function backdrop(layout, field) {
    const el = element('div', 'bm-field');
    place(el, field);
    el.style.setProperty('--fw', String(field.width));
    el.style.setProperty('--fh', String(field.height));
    if (layout.style === 'lines' || layout.style === 'points') el.append(lines(layout, field));
    return el;
}

/** @param {Layout} layout @param {Field} field */
export function lines(layout, field) {
    const { files, ranks } = field;
    const svg = svgElement('svg', { viewBox: `0 0 ${files} ${ranks}`, class: 'bm-lines', 'aria-hidden': 'true' });
    /** @type {string[]} */
    const d = [];
    if (layout.style === 'lines') {
        for (let x = 0; x <= files; x++) d.push(`M${x} 0V${ranks}`);
        for (let y = 0; y <= ranks; y++) d.push(`M0 ${y}H${files}`);
        if (files === 9 && ranks === 9)
            for (const x of [3, 6])
                for (const y of [3, 6]) svg.append(svgElement('circle', { cx: x, cy: y, r: 0.055, class: 'bm-star' }));
    } else {
        const right = files - 0.5;
        const low = ranks - 0.5;
        const river = files === 9 && ranks === 10;
        for (let y = 0; y < ranks; y++) d.push(`M0.5 ${y + 0.5}H${right}`);
        for (let x = 0; x < files; x++)
            d.push(river && x > 0 && x < files - 1 ? `M${x + 0.5} 0.5V4.5M${x + 0.5} 5.5V${low}` : `M${x + 0.5} 0.5V${low}`);
        const palace = (files - 3) / 2 + 0.5;
        for (const y of [0.5, low - 2]) d.push(`M${palace} ${y}l2 2M${palace + 2} ${y}l-2 2`);
    }
    svg.prepend(svgElement('path', { d: d.join('') }));
    return svg;
}
