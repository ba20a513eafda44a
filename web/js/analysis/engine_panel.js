// SPDX-License-Identifier: MIT
// The analysis of the position that is shown: search, lines, evaluation bar, arrows, threats. Each position is a generation;
// what belongs to an earlier one is never shown under a later one.
import { decodeMove } from '../core/game.js';
import { h } from '../dom.js';
import { t } from '../words/words.js';
import { Analyser } from './analyser.js';
import { positionKey, recall, remember } from './evaluations.js';
import { linesView } from './lines_view.js';
import { barText, chances, forFirst, scoreText } from './scores.js';

/** @typedef {import('../study/study.js').Study} Study */
/** @typedef {import('./line_search.js').Info} Info */
/** @typedef {import('../study/study.js').Marks} Marks */

const KEY = 'banmen.engine';
/** Milliseconds a position is looked at, unless more is asked for. */
const USUAL = 10000;
const THREAT = 1500;
/** Who steps through a game quickly starts no searches. */
const REST = 120;
/** Lines are drawn so often at most. */
const TICK = 120;

/** @returns {{on: boolean, count: number}} */
function settings() {
    const usual = { on: false, count: matchMedia('(max-width: 480px)').matches ? 1 : 3 };
    try {
        return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
    } catch {
        return usual;
    }
}

/** What a move looks like on the board. @param {number} bits @param {string} colour @returns {Marks} */
export function marksOf(bits, colour) {
    const m = decodeMove(bits);
    if (m.pass) return { arrows: [], circles: [] };
    return m.from >= 0 && m.from !== m.to ? { arrows: [{ from: m.from, to: m.to, colour }], circles: [] } : { arrows: [], circles: [{ at: m.to, colour }] };
}

/** The evaluation as a bar. */
export function evaluationBar() {
    const fill = h('div', { class: 'bar-fill' });
    const text = h('span', { class: 'bar-text', 'aria-hidden': 'true' });
    const el = h('div', { class: 'eval-bar', role: 'img', test: 'eval-bar', hidden: true }, fill, text);
    return {
        el,
        /** @param {import('./scores.js').Score|null} score @param {boolean} [lost] */
        show(score, lost = false) {
            el.hidden = !score;
            if (!score) return;
            const part = score.mate && score.score === 0 ? (lost ? 0 : 1) : chances(score);
            fill.style.setProperty('--part', `${(part * 100).toFixed(1)}%`);
            el.classList.toggle('down', part < 0.5);
            text.textContent = barText(score, lost);
            el.setAttribute('aria-label', t('engine.bar', { score: scoreText(score, lost) }));
        },
    };
}

/**
 * @param {{study: Study, onPeek: (moves: string[]|null) => void, onPlay: (moves: string[]) => void, onMarks: (marks: Marks) => void,
 *   onScore: (score: import('./scores.js').Score|null) => void, say: (text: string) => void}} o
 */
export function enginePanel(o) {
    const { study } = o;
    const kept = settings();
    let { on, count } = kept;
    let threatOn = false;
    let hidden = false;
    let generation = 0;
    let at = 0;
    let limit = USUAL;
    /** How deep the lines that are shown are, and for which position they are. */
    let shown = { key: '', depth: 0 };
    /** @type {Info[]} */
    let latest = [];
    /** @type {Marks} */
    let best = { arrows: [], circles: [] };
    /** @type {Marks} */
    let threat = { arrows: [], circles: [] };
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let resting;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let drawing;
    const analyser = new Analyser({ threads: true });
    const threats = new Analyser();

    const view = linesView({
        count, pairs: study.rules.dialect !== 'usi' && !study.rules.multi, onPeek: o.onPeek, onPlay: o.onPlay,
        onToggle() {
            on = !on;
            store();
            if (on) look(at);
            else off();
        },
        onDeeper() {
            limit = 0;
            look(at, true);
        },
        onThreat() {
            threatOn = !threatOn;
            if (threatOn) void findThreat();
            else clearThreat();
            state();
        },
        onCount(n) {
            count = n;
            store();
            if (on) look(at, true);
        },
    });

    function store() {
        try {
            localStorage.setItem(KEY, JSON.stringify({ on, count }));
        } catch {
            // It holds until the page is closed.
        }
    }

    /** @param {string} [why] */
    function state(why) {
        view.state({ state: !on ? 'off' : analyser.running ? 'running' : 'stopped', threat: threatOn, why });
    }

    function putMarks() {
        o.onMarks({ arrows: [...best.arrows, ...threat.arrows], circles: [...best.circles, ...threat.circles] });
    }

    function clearThreat() {
        threats.stop();
        threat = { arrows: [], circles: [] };
        putMarks();
    }

    function off() {
        generation++;
        clearTimeout(resting);
        analyser.stop();
        threatOn = false;
        best = { arrows: [], circles: [] };
        clearThreat();
        view.clear();
        o.onScore(null);
        shown = { key: '', depth: 0 };
        state();
    }

    /** @param {Info[]} infos @param {boolean} [remembered] */
    function draw(infos, remembered = false) {
        const lines = infos.slice(0, count).map((info) => ({ info, moves: study.lineFrom(at, info.pv) })).filter((l) => l.moves.length);
        if (!lines.length) return;
        view.show(lines, { remembered });
        best = { arrows: [], circles: [] };
        for (const [i, line] of lines.entries()) {
            const mark = marksOf(line.moves[0].bits, i === 0 ? 'best' : 'other');
            best.arrows.unshift(...mark.arrows);
            best.circles.unshift(...mark.circles);
        }
        putMarks();
        o.onScore(forFirst(lines[0].info, lines[0].moves[0].side));
    }

    analyser.addEventListener('lines', (e) => {
        const { lines, finished } = /** @type {CustomEvent} */ (e).detail;
        latest = lines;
        const { key } = shown;
        if (finished) {
            clearTimeout(drawing);
            drawing = undefined;
            void remember(key, lines);
            if ((lines[0]?.depth ?? 0) >= shown.depth) draw(lines);
            state();
            o.say(view.spoken());
            return;
        }
        const mine = generation;
        drawing ??= setTimeout(() => {
            drawing = undefined;
            if (mine !== generation || (latest[0]?.depth ?? 0) < shown.depth) return;
            shown.depth = latest[0]?.depth ?? 0;
            draw(latest);
            state();
        }, TICK);
    });
    analyser.addEventListener('failed', (e) => state(/** @type {CustomEvent} */ (e).detail.why));

    async function findThreat() {
        const mine = generation;
        const start = study.threat(at);
        if (!start) return clearThreat();
        const lines = await threats.start({ variant: study.rules.name, yaml: study.rules.yaml, start, moves: [], lines: 1, movetime: THREAT });
        if (mine !== generation || !threatOn || !lines[0]) return;
        // The move is of the other side: it is read in the position after a pass.
        const move = await firstMove(start, lines[0].pv[0]);
        if (mine !== generation || !threatOn || move === null) return;
        threat = marksOf(move, 'threat');
        putMarks();
    }

    /** @param {string} start @param {string} text */
    async function firstMove(start, text) {
        const { Study } = await import('../study/study.js');
        const there = Study.create(study.rules, start);
        if (!(there instanceof Study)) return null;
        const { move } = there.readMove(0, text);
        there.release();
        return move ?? null;
    }

    /** Remember what was found so far: another position comes. */
    function keep() {
        if (shown.key && latest.length) void remember(shown.key, latest);
        latest = [];
    }

    /** Analyse a node. @param {number} id @param {boolean} [again] the same one, otherwise */
    function look(id, again = false) {
        if (id !== at) limit = USUAL;
        if (!again) keep();
        at = id;
        generation++;
        clearTimeout(resting);
        clearTimeout(drawing);
        drawing = undefined;
        analyser.stop();
        if (!on || hidden) return;
        if (!again) {
            view.clear();
            best = { arrows: [], circles: [] };
            shown = { key: '', depth: 0 };
            clearThreat();
        }
        const mine = generation;
        resting = setTimeout(() => void begin(mine), REST);
        state();
    }

    /** @param {number} mine */
    async function begin(mine) {
        const here = study.view(at);
        const question = study.question(at);
        if (!here || !question) return o.onScore(null);
        if (!here.legal || !here.moves.length) {
            const won = here.result === 'first' || here.result === 'second';
            o.onScore(won ? { mate: true, score: here.result === 'first' ? 1 : -1 } : { mate: false, score: 0 });
            return state(t('engine.over'));
        }
        const key = positionKey(study.rules.name, study.rules.yaml, question.key);
        const known = await recall(key);
        if (mine !== generation) return;
        shown = { key, depth: 0 };
        if (known && known.lines.length >= Math.min(count, here.moves.length)) {
            draw(known.lines, true);
            shown.depth = known.depth;
        }
        void analyser.start({ variant: study.rules.name, yaml: study.rules.yaml, start: question.start, moves: question.moves, lines: count, movetime: limit })
            .then(() => mine === generation && state());
        state();
        if (threatOn) void findThreat();
    }

    state();
    return {
        el: view.el,
        look,
        get on() {
            return on;
        },
        /** While a better move is looked for, the search would tell it. @param {boolean} hide */
        hide(hide) {
            if (hide === hidden) return;
            hidden = hide;
            view.el.hidden = hide;
            if (hide) off();
            else if (on) look(at);
        },
        toggle() {
            if (hidden) return;
            on = !on;
            store();
            if (on) look(at);
            else off();
        },
        close() {
            keep();
            generation++;
            clearTimeout(resting);
            clearTimeout(drawing);
            analyser.close();
            threats.close();
        },
    };
}
