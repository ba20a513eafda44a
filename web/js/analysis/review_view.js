// SPDX-License-Identifier: MIT
// The review of a game beside its board: progress, graph, accuracy, mistakes with what was better, and learning from them.
//
// Handles: review-panel (data-state running, stopped, done), review-start, review-stop, review-effort, review-progress, review-graph, review-sums,
// review-mistake (data-ply), review-learn, review-write, learn (data-ply, data-state), learn-solution, learn-next, learn-end.
import { button, fill, h } from '../dom.js';
import { t } from '../words/words.js';
import { GLYPHS } from '../study/glyphs.js';
import { EFFORTS, GameReview } from './game_review.js';
import { marksOf } from './engine_panel.js';
import { reviewGraph } from './review_graph.js';
import { playersOf, spentOn } from '../study/study_store.js';

/** @typedef {import('../study/study.js').Study} Study */
/** @typedef {import('../study/study.js').Marks} Marks */
/** @typedef {import('../core/review.js').ReviewedMove} ReviewedMove */
/** @typedef {ReturnType<typeof reviewView>} ReviewView */

/** @type {Marks} */
const NONE = { arrows: [], circles: [] };
/** Moves of a better line that are shown. */
const SHOWN = 6;

/**
 * @param {{study: Study, you: 0|1|'both'|null, go: (id: number) => void, say: (text: string) => void, notice: (text: string, bad?: boolean) => void,
 *   redraw: () => void}} o
 */
export function reviewView(o) {
    const { study } = o;
    const game = new GameReview(study);
    /** The move that is to be found better. @type {ReviewedMove|null} */
    let learning = null;
    let solved = '';
    let at = 0;
    /** Marks of moves, by node. @type {Map<number, ReviewedMove>} */
    let byNode = new Map();

    const effort = h('select', { label: 'review.effort', test: 'review-effort' },
        h('option', { value: 'quick', t: 'review.quick' }), h('option', { value: 'usual', t: 'review.usual', selected: true }), h('option', { value: 'deep', t: 'review.deep' }));
    const start = button({ class: 'btn main', icon: 'play', t: 'review.start', test: 'review-start', 'data-do': 'review-start' }, begin);
    const stop = button({ class: 'btn', icon: 'pause', t: 'review.stop', test: 'review-stop', 'data-do': 'review-stop' }, () => game.stop());
    const progress = h('progress', { test: 'review-progress', label: 'review.progress' });
    const graph = reviewGraph({ onGo: (ply) => o.go(game.line[ply] ?? 0) });
    const sums = h('div', { class: 'sums', test: 'review-sums' });
    const mistakes = h('ol', { class: 'mistakes', label: 'review.mistakes' });
    const learn = button({ class: 'btn', icon: 'book', t: 'review.learn', test: 'review-learn', 'data-do': 'learn' }, () => teach(0));
    const write = button({ class: 'btn', icon: 'edit', t: 'review.write', test: 'review-write', 'data-do': 'review-write' }, () => void writeInto());
    const lesson = h('div', { class: 'lesson', test: 'learn', role: 'status', hidden: true });
    const el = h('section', { class: 'review', test: 'review-panel', label: 'review.title', tabindex: '-1' },
        h('div', { class: 'review-head' }, start, stop, effort, progress), graph.el, sums, lesson, h('div', { class: 'review-do' }, learn, write), mistakes);

    function begin() {
        learning = null;
        void game.start(EFFORTS[/** @type {keyof typeof EFFORTS} */ (effort.value)]);
    }

    /** Moves that lost something, the person's own if that is known. */
    function faults() {
        const own = o.you === 0 ? 'first' : o.you === 1 ? 'second' : '';
        return (game.review?.moves ?? []).filter((m) => m.verdict !== 'ok' && m.lines.length && (!own || m.side === own));
    }

    function names() {
        const players = playersOf(study);
        return [0, 1].map((side) => players[side] || study.rules.sides[document.documentElement.lang === 'ja' ? 1 : 0][side]);
    }

    function drawSums() {
        const r = game.review;
        if (!r) return fill(sums);
        const sides = [r.first, r.second];
        /** @type {[import('../words/words.js').Key, (s: import('../core/review.js').ReviewedSide) => string][]} */
        const rows = [['review.accuracy', (s) => (s.accuracy === undefined ? '–' : `${s.accuracy.toFixed(1)} %`)], ['review.inaccuracies', (s) => String(s.inaccuracies)],
            ['review.mistakesCount', (s) => String(s.mistakes)], ['review.blunders', (s) => String(s.blunders)], ['review.loss', (s) => (s.moves ? s.centipawns.toFixed(0) : '–')]];
        fill(sums, h('table', null, h('thead', null, h('tr', null, h('td'), names().map((n) => h('th', { scope: 'col', 'data-text': '' }, n)))),
            h('tbody', null, rows.map(([key, of]) => h('tr', null, h('th', { scope: 'row', t: key }), sides.map((s) => h('td', null, of(s))))))));
    }

    /** @param {ReviewedMove} m */
    function better(m) {
        const line = study.lineFrom(game.line[m.ply - 1], m.lines[0].pv.slice(0, SHOWN));
        return line.map((x) => x.text).join(' ');
    }

    /** @param {ReviewedMove} m */
    function mistake(m) {
        const node = study.node(game.line[m.ply]);
        return h('li', null, h('button', { type: 'button', class: `mistake v-${m.verdict}`, test: 'review-mistake', 'data-ply': String(m.ply), 'data-text': '', on: { click: () => o.go(game.line[m.ply]) } },
            h('strong', null, `${m.ply}. ${node.text}${GLYPHS[m.nag] ?? ''} `), h('span', null, m.mark), m.lines.length ? h('span', { class: 'soft' }, ` ${t('review.better', { line: better(m) })}`) : null));
    }

    /** Whether the main line is still the one that was reviewed. */
    const stale = () => game.line.some((id) => !study.has(id));

    function draw() {
        if (stale()) return;
        const state = game.running ? 'running' : game.review && game.done >= game.total ? 'done' : 'stopped';
        el.dataset.state = state;
        byNode = new Map((game.review?.moves ?? []).filter((m) => m.verdict !== 'ok').map((m) => [game.line[m.ply], m]));
        start.hidden = state !== 'stopped';
        stop.hidden = progress.hidden = !game.running;
        effort.hidden = state !== 'stopped';
        progress.max = game.total;
        progress.value = game.done;
        progress.textContent = `${game.done}/${game.total}`;
        graph.show(game.review, game.line.length - 1, game.line.slice(1).map((id) => spentOn(study, id)));
        graph.go(game.line.indexOf(at));
        drawSums();
        fill(mistakes, ...(game.review?.moves ?? []).filter((m) => m.verdict !== 'ok').map(mistake));
        learn.hidden = state !== 'done' || faults().length === 0;
        write.hidden = state !== 'done';
        drawLesson();
        o.redraw();
    }

    // ---- Learning ----

    /** The next mistake after a ply. @param {number} after */
    function teach(after) {
        learning = faults().find((m) => m.ply > after) ?? null;
        solved = '';
        if (learning) o.go(game.line[learning.ply - 1]);
        else o.say(t('learn.end'));
        drawLesson();
        o.redraw();
    }

    function drawLesson() {
        lesson.hidden = !learning;
        if (!learning) return;
        const m = learning;
        Object.assign(lesson.dataset, { ply: String(m.ply), state: solved });
        const said = solved === 'right' ? t('learn.right') : solved === 'wrong' ? t('learn.wrong') : solved === 'thinking' ? t('learn.thinking')
            : solved === 'shown' ? t('review.better', { line: better(m) }) : t('learn.find', { move: study.node(game.line[m.ply]).text, mark: m.mark });
        fill(lesson, h('p', { 'data-text': '' }, said), h('div', { class: 'review-do' },
            solved === 'right' || solved === 'shown' ? null : button({ class: 'btn', t: 'learn.solution', test: 'learn-solution' }, show),
            button({ class: 'btn', t: 'learn.next', test: 'learn-next' }, () => teach(m.ply)),
            button({ class: 'btn bare', t: 'learn.stop', test: 'learn-end' }, () => {
                learning = null;
                drawLesson();
                o.redraw();
            })));
    }

    function show() {
        if (!learning) return;
        solved = 'shown';
        o.go(game.line[learning.ply - 1]);
        drawLesson();
        o.redraw();
    }

    /** @param {ReviewedMove} m @param {string} move */
    async function judge(m, move) {
        solved = 'thinking';
        drawLesson();
        const good = m.lines[0].pv[0] === move ? null : await game.judge(m.ply, move).catch(() => m);
        if (learning !== m) return;
        solved = move !== m.move && (good === null || good.verdict === 'ok') ? 'right' : 'wrong';
        o.say(t(solved === 'right' ? 'learn.right' : 'learn.wrong'));
        drawLesson();
        o.redraw();
    }

    async function writeInto() {
        const text = await game.annotated();
        const ply = game.line.indexOf(at);
        study.replace(text);
        game.follow();
        o.go(game.line[Math.max(0, ply)] ?? 0);
        draw();
        o.notice(t('review.written'));
    }

    game.addEventListener('change', draw);
    draw();

    return {
        el,
        /** @param {number} id */
        go(id) {
            at = id;
            graph.go(game.line.indexOf(id));
        },
        /** A class for a move. @param {number} id */
        mark: (/** @type {number} */ id) => (byNode.has(id) ? `v-${byNode.get(id)?.verdict}` : ''),
        /** Arrows of the solution. @param {number} id @returns {Marks} */
        marks(id) {
            if (!learning || !study.has(id) || id !== game.line[learning.ply - 1] || solved !== 'shown') return NONE;
            const [first] = study.lineFrom(id, learning.lines[0].pv.slice(0, 1));
            return first ? marksOf(first.bits, 'best') : NONE;
        },
        /** @param {number} id */
        status(id) {
            const m = byNode.get(id);
            return m && m.lines.length ? `${m.mark} ${t('review.better', { line: better(m) })}` : '';
        },
        /** While one learns, a move is an answer and no edit. @param {number} id @param {string} move @returns {boolean} whether it was one */
        tries(id, move) {
            if (!learning || id !== game.line[learning.ply - 1] || solved === 'shown' || solved === 'thinking') return false;
            void judge(learning, move);
            return true;
        },
        /** Whether the search would tell the answer. */
        get learning() {
            return !!learning && solved !== 'shown' && solved !== 'right';
        },
        begin,
        focus: () => el.focus(),
        relabel: draw,
        close: () => game.close(),
    };
}
