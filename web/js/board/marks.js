// SPDX-License-Identifier: MIT
// Arrows and circles over the board, in units of squares.
import { svgElement } from './dom.js';

/** @typedef {import('./types.js').Arrow} Arrow */
/** @typedef {import('./types.js').Circle} Circle */
/** @typedef {{arrows: Arrow[], circles: Circle[]}} Marks */
/** @typedef {import('./layout.js').Layout} Layout */

/** The colour that keys held while drawing choose. @param {{shiftKey: boolean, altKey: boolean}} e */
export function colourOf(e) {
    return e.shiftKey && e.altKey ? 'yellow' : e.shiftKey ? 'red' : e.altKey ? 'blue' : 'green';
}

/** A copy with a mark put on, or taken off if it is there. @param {Marks} marks @param {number} from @param {number} to @param {string} colour @returns {Marks} */
export function toggled(marks, from, to, colour) {
    if (from === to) {
        const rest = marks.circles.filter((c) => c.at !== to);
        const same = marks.circles.some((c) => c.at === to && c.colour === colour);
        return { arrows: marks.arrows, circles: same ? rest : [...rest, { at: to, colour }] };
    }
    const rest = marks.arrows.filter((a) => a.from !== from || a.to !== to);
    const same = marks.arrows.some((a) => a.from === from && a.to === to && a.colour === colour);
    return { arrows: same ? rest : [...rest, { from, to, colour }], circles: marks.circles };
}

/** @param {SVGSVGElement} svg @param {Layout} layout @param {Marks} marks */
export function drawMarks(svg, layout, marks) {
    svg.setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
    svg.replaceChildren();
    const middle = (/** @type {number} */ sq) => {
        const at = layout.at.get(sq);
        return at && { x: at.x + layout.cell[0] / 2, y: at.y + layout.cell[1] / 2 };
    };
    for (const c of marks.circles) {
        const at = middle(c.at);
        if (at) svg.append(svgElement('circle', { cx: at.x, cy: at.y, r: 0.45, class: `bm-circle bm-${c.colour}` }));
    }
    for (const a of marks.arrows) {
        const from = middle(a.from);
        const to = middle(a.to);
        if (from && to) svg.append(arrow(from, to, a.colour));
    }
}

/** One shape from tail to head. @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {string} colour */
function arrow(from, to, colour) {
    const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const ux = (to.x - from.x) / long;
    const uy = (to.y - from.y) / long;
    const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
        `${(from.x + ux * along - uy * aside).toFixed(3)} ${(from.y + uy * along + ux * aside).toFixed(3)}`;
    const neck = long - 0.42;
    const tip = long - 0.06;
    const points = [at(0.3, 0.08), at(neck, 0.08), at(neck, 0.24), at(tip, 0), at(neck, -0.24), at(neck, -0.08), at(0.3, -0.08)];
    return svgElement('path', { d: `M${points.join('L')}z`, class: `bm-arrow bm-${colour}` });
}
