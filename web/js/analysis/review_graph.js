// SPDX-License-Identifier: MIT
// The winning chances over a game, with the time that each move took below. A click goes to a move; for a screen reader it is a slider.
import { h } from '../dom.js';
import { t } from '../words/words.js';
import { svgElement } from '../board/dom.js';

/** @typedef {import('../core/review.js').Review} Review */

const HIGH = 100;
/** Below it: times. */
const LOW = 24;

/** @param {{onGo: (ply: number) => void}} o */
export function reviewGraph(o) {
    const svg = svgElement('svg', { preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    const el = h('div', { class: 'graph', test: 'review-graph', role: 'slider', tabindex: '0', label: 'review.graph', 'aria-valuemin': '0' }, /** @type {any} */ (svg));
    let plies = 0;
    let now = 0;
    /** @type {Review|null} */
    let review = null;

    el.addEventListener('click', (e) => {
        const r = el.getBoundingClientRect();
        o.onGo(Math.round((e.clientX - r.left) / r.width * plies));
    });
    el.addEventListener('keydown', (e) => {
        const to = { ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, Home: 0, End: plies }[e.key];
        if (to === undefined) return;
        e.preventDefault();
        o.onGo(Math.max(0, Math.min(plies, to)));
    });

    function cursor() {
        svg.querySelector('.now')?.remove();
        if (now >= 0) svg.append(svgElement('path', { class: 'now', d: `M${now} 0V${HIGH + LOW}` }));
        el.setAttribute('aria-valuenow', String(Math.max(0, now)));
        const at = review?.positions[now];
        el.setAttribute('aria-valuetext', at ? t('review.graphAt', { ply: now, score: at.score }) : String(now));
    }

    return {
        el,
        /** @param {Review|null} found @param {number} count moves @param {(number|null)[]} times of the moves, milliseconds */
        show(found, count, times) {
            review = found;
            plies = Math.max(1, count);
            el.setAttribute('aria-valuemax', String(count));
            svg.setAttribute('viewBox', `0 0 ${plies} ${HIGH + LOW}`);
            svg.replaceChildren(svgElement('rect', { class: 'second', x: 0, y: 0, width: plies, height: HIGH }));
            /** @type {string[]} */
            let run = [];
            /** The positions that are known, without gaps. @param {number} last */
            const area = (last) => {
                if (!run.length) return;
                const first = last - run.length + 1;
                svg.append(svgElement('path', { class: 'first', d: `M${first} ${HIGH}L${run.join('L')}L${last} ${HIGH}z` }), svgElement('path', { class: 'edge', d: `M${run.join('L')}` }));
                run = [];
            };
            for (let i = 0; i <= count; i++) {
                const at = found?.positions[i];
                if (at) run.push(`${i} ${(HIGH - at.chance).toFixed(1)}`);
                else area(i - 1);
            }
            area(count);
            svg.append(svgElement('path', { class: 'middle', d: `M0 ${HIGH / 2}H${plies}` }));
            for (const m of found?.moves ?? []) if (m.verdict !== 'ok' && m.verdict !== 'inaccuracy') svg.append(svgElement('path', { class: `bad ${m.verdict}`, d: `M${m.ply} 0V${HIGH}` }));
            const longest = Math.max(1, ...times.map((ms) => ms ?? 0));
            for (const [i, ms] of times.entries()) if (ms) svg.append(svgElement('rect', { class: 'time', x: i + 0.1, y: HIGH + LOW - (LOW - 2) * ms / longest, width: 0.8, height: (LOW - 2) * ms / longest }));
            cursor();
        },
        /** @param {number} ply -1: not in the game */
        go(ply) {
            now = ply;
            cursor();
        },
    };
}
