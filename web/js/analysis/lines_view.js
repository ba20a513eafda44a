// SPDX-License-Identifier: MIT
// What the search has found: several lines with scores, depth and speed. Pointing at a move shows it on the board, a click plays it.
//
// Handles: engine (data-state off, running, stopped), engine-toggle, engine-lines, engine-deeper, engine-threat, line (data-line), in it buttons [data-upto].
import { button, fill, h } from '../dom.js';
import { t } from '../words/words.js';
import { forFirst, scoreText } from './scores.js';

/** @typedef {import('../study/study.js').LineMove} LineMove */
/** @typedef {import('./line_search.js').Info} Info */
/** @typedef {{info: Info, moves: LineMove[]}} Line */

/** Moves of a line that are shown. */
const SHOWN = 14;

/** @param {number} n */
function thousands(n) {
    return n >= 1e6 ? `${(n / 1e6).toFixed(1)}M` : n >= 1e3 ? `${Math.round(n / 1e3)}k` : String(n);
}

/**
 * @param {{onToggle: () => void, onDeeper: () => void, onThreat: () => void, onCount: (n: number) => void, onPeek: (moves: string[]|null) => void,
 *   onPlay: (moves: string[]) => void, count: number, pairs: boolean}} o
 */
export function linesView(o) {
    const toggle = button({ class: 'btn', icon: 'cpu', t: 'engine.on', test: 'engine-toggle', 'aria-pressed': 'false', 'data-do': 'engine' }, o.onToggle);
    const threat = button({ class: 'btn bare square', icon: 'flag', label: 'engine.threat', test: 'engine-threat', 'aria-pressed': 'false', 'data-do': 'threat' }, o.onThreat);
    const deeper = button({ class: 'btn bare square', icon: 'plus', label: 'engine.deeper', test: 'engine-deeper', 'data-do': 'deeper' }, o.onDeeper);
    const count = h('select', { class: 'line-count', label: 'engine.count', test: 'engine-lines', on: { change: () => o.onCount(Number(count.value)) } },
        [1, 2, 3, 4, 5].map((n) => h('option', { value: String(n), selected: n === o.count }, String(n))));
    const facts = h('span', { class: 'engine-facts soft', test: 'engine-facts' });
    const list = h('ol', { class: 'lines', label: 'engine.lines' });
    const el = h('section', { class: 'engine', test: 'engine', label: 'engine.title', 'data-state': 'off' },
        h('div', { class: 'engine-head' }, toggle, facts, count, threat, deeper), list);
    /** @type {Line[]} */
    let shown = [];
    let first = 0;

    /** The moves up to the one that an element is for. @param {EventTarget|null} target */
    function upTo(target) {
        const b = target instanceof Element ? /** @type {HTMLElement|null} */ (target.closest('[data-upto]')) : null;
        const line = b ? shown[Number(/** @type {HTMLElement} */ (b.closest('[data-line]')).dataset.line)] : null;
        return b && line ? line.moves.slice(0, Number(b.dataset.upto)).map((m) => m.move) : null;
    }
    list.addEventListener('pointerover', (e) => {
        if (/** @type {PointerEvent} */ (e).pointerType !== 'touch') o.onPeek(upTo(e.target));
    });
    list.addEventListener('pointerleave', () => o.onPeek(null));
    list.addEventListener('focusin', (e) => /** @type {Element} */ (e.target).matches(':focus-visible') && o.onPeek(upTo(e.target)));
    list.addEventListener('focusout', () => o.onPeek(null));
    list.addEventListener('click', (e) => {
        const moves = upTo(e.target);
        if (!moves) return;
        o.onPeek(null);
        o.onPlay(moves);
    });

    /** @param {LineMove} m @param {number} i */
    function label(m, i) {
        if (!o.pairs) return m.text;
        return m.side === 0 ? `${m.number}. ${m.text}` : i === 0 ? `${m.number}… ${m.text}` : m.text;
    }

    /** @param {Line} line @param {number} i */
    function row(line, i) {
        const turn = line.moves[0]?.side ?? 0;
        const score = forFirst(line.info, turn);
        const moves = line.moves.slice(0, SHOWN).map((m, k) => h('button', { type: 'button', 'data-upto': String(k + 1), tabindex: k ? '-1' : '0' }, label(m, k)));
        return h('li', { test: 'line', 'data-line': String(i) }, h('span', { class: `chip ${score.score >= 0 ? 'up' : 'down'}`, 'data-text': '' }, scoreText(score)), h('span', { class: 'pv', 'data-text': '' }, moves));
    }

    return {
        el,
        /** @param {{state: 'off'|'running'|'stopped', threat: boolean, why?: string}} s */
        state(s) {
            el.dataset.state = s.state;
            toggle.setAttribute('aria-pressed', String(s.state !== 'off'));
            threat.setAttribute('aria-pressed', String(s.threat));
            threat.disabled = deeper.disabled = s.state === 'off';
            if (s.why) facts.textContent = s.why;
        },
        /** @param {Line[]} lines @param {{remembered?: boolean}} [how] */
        show(lines, how = {}) {
            // A line that is pointed at stays, so that a click plays what was shown.
            if (first && list.matches(':hover')) return;
            shown = lines;
            const best = lines[0]?.info;
            const speed = best && best.time > 0 ? ` · ${t('engine.speed', { n: thousands(best.nodes / best.time * 1000) })}` : '';
            facts.textContent = best ? `${t('engine.depth', { n: best.depth })}${how.remembered ? ` · ${t('engine.remembered')}` : speed}` : '';
            fill(list, ...lines.map(row));
            first = lines.length;
        },
        clear() {
            shown = [];
            first = 0;
            facts.textContent = '';
            fill(list);
        },
        /** For a screen reader: the best line as one sentence. */
        spoken() {
            const [best] = shown;
            return best ? `${scoreText(forFirst(best.info, best.moves[0]?.side ?? 0))}, ${t('engine.depth', { n: best.info.depth })}: ${best.moves.slice(0, 6).map((m) => m.text).join(' ')}` : '';
        },
    };
}
