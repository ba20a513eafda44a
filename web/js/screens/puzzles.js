// SPDX-License-Identifier: MIT
// Puzzles: the kinds to choose from, and one puzzle after the other.
//
//     #/puzzles, #/puzzles/tsume, #/puzzles/mate, #/puzzles/tactic, #/puzzles/own
//     #/puzzles/tsume?at=12      the puzzle of that number, the easiest being 1
//
// Handles: puzzles, kind-KIND; puzzle (data-state: solving, replying, solved, shown; data-verdict: right, wrong or nothing; data-id, data-ply),
// puzzle-says, puzzle-hint, puzzle-solution, puzzle-next, puzzle-again, puzzle-stats, puzzle-difficulty, puzzle-length,
// puzzle-analyse, puzzle-remove, puzzles-none.
import { button, fill, h } from '../dom.js';
import { loadRules } from '../core/shared_core.js';
import { hasScreen } from '../main.js';
import { mayAnimate, notationFor, onSetting } from '../settings.js';
import { sound } from '../sounds.js';
import { sideName } from '../board/labels.js';
import { kindOf } from '../board/types.js';
import { boardOptions } from '../game/board_options.js';
import { lang, pick, t } from '../words/words.js';
import { Attempt } from '../training/attempt.js';
import { choosePuzzle } from '../training/choose.js';
import { KINDS, loadDeck } from '../training/deck.js';
import { removeOwnPuzzle } from '../training/own_puzzles.js';
import { noteResult, progressOf } from '../training/progress.js';
import { cards, noteAttempt } from '../training/repetition.js';
import { announce, boardIn, loadParts, positionLink, togglesKeyboard } from '../training/screen_parts.js';

/** @typedef {import('../training/deck.js').Kind} Kind */
/** @typedef {import('../training/deck.js').Puzzle} Puzzle */

const REPLY = 450; // ms until the opponent's move
/** What was chosen for each kind, until the page is closed. @type {Record<string, {difficulty: import('../training/choose.js').Difficulty, plies: number}>} */
const choices = {};

/** @param {HTMLElement} root @param {string[]} params @param {URLSearchParams} query */
export async function open(root, params, query) {
    await loadParts();
    if (!params[0]) return openKinds(root);
    const kind = KINDS.find((k) => k === params[0]);
    if (!kind) {
        (await import('./not_found.js')).showNotFound(root, t('puzzles.noKind', { kind: params[0] }));
        return;
    }
    return openTrainer(root, kind, query);
}

// ---- The kinds ----

/** @param {HTMLElement} root */
function openKinds(root) {
    const list = h('ul', { class: 't-kinds' });
    root.append(h('div', { class: 'page', test: 'puzzles' }, h('h1', { t: 'puzzles.title' }), h('p', { class: 'soft', t: 'puzzles.lead' }), list,
        h('div', { class: 't-row' }, h('a', { class: 'btn', icon: 'edit', href: '#/setup', t: 'editor.title' }), h('a', { class: 'btn', icon: 'search', href: '#/solve', t: 'solve.title' }))));
    async function draw() {
        const due = await cards();
        const now = Date.now();
        fill(list, ...KINDS.map((kind) => {
            const p = progressOf(kind);
            const waiting = due.filter((c) => c.kind === kind && c.due <= now).length;
            const facts = [p.tried && kind !== 'own' ? t('puzzles.rating', { n: Math.round(p.rating) }) : '', p.tried ? t('puzzles.solvedOf', { n: p.solved, of: p.tried }) : '', waiting ? t('puzzles.due', { n: waiting }) : ''];
            return h('li', null, h('a', { class: 't-kind', href: `#/puzzles/${kind}`, test: `kind-${kind}` },
                h('strong', null, t(`puzzles.kind.${kind}`)), h('span', { class: 'soft' }, t(`puzzles.about.${kind}`)), h('span', { class: 'small' }, facts.filter(Boolean).join(' · '))));
        }));
    }
    void draw();
    return { relabel: () => void draw() };
}

// ---- One after the other ----

/** @param {HTMLElement} root @param {Kind} kind @param {URLSearchParams} query */
async function openTrainer(root, kind, query) {
    let deck = await loadDeck(kind);
    choices[kind] ??= { difficulty: 'normal', plies: 0 };
    const chosen = choices[kind];
    /** @type {Attempt|null} */
    let attempt = null;
    /** @type {'solving'|'replying'|'solved'|'shown'} */
    let state = 'solving';
    /** @type {''|'right'|'wrong'} */
    let verdict = '';
    let noted = false;
    let again = false;
    let hinted = 0;
    let shown = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let timer;

    const { board, box } = boardIn(await loadRules(kind === 'tsume' ? 'shogi' : 'chess'), false);
    const task = h('h2', { class: 't-task', test: 'puzzle-task' });
    const says = h('p', { class: 't-says', test: 'puzzle-says', role: 'status' });
    const stats = h('dl', { class: 't-stats', test: 'puzzle-stats' });
    const hint = button({ class: 'btn', icon: 'help', t: 'puzzles.hint', test: 'puzzle-hint' }, giveHint);
    const solution = button({ class: 'btn', icon: 'eye', t: 'puzzles.solution', test: 'puzzle-solution' }, showSolution);
    const retry = button({ class: 'btn', icon: 'again', t: 'puzzles.again', test: 'puzzle-again' }, () => attempt && begin(attempt.puzzle));
    const next = button({ class: 'btn main', icon: 'next', t: 'puzzles.next', test: 'puzzle-next' }, () => void nextPuzzle());
    const back = button({ class: 'btn square', icon: 'back', label: 'solve.prev', test: 'step-prev' }, () => look(shown - 1));
    const forward = button({ class: 'btn square', icon: 'next', label: 'solve.next', test: 'step-next' }, () => look(shown + 1));
    const line = h('p', { class: 't-moves soft', test: 'puzzle-line' });
    const about = h('p', { class: 'small soft', test: 'puzzle-about' });
    const difficulty = h('select', { id: 'puzzle-difficulty', name: 'difficulty', test: 'puzzle-difficulty', on: { change: () => {
        chosen.difficulty = /** @type {any} */ (difficulty.value);
        void nextPuzzle();
    } } });
    const length = h('select', { id: 'puzzle-length', name: 'length', test: 'puzzle-length', on: { change: () => {
        chosen.plies = Number(length.value);
        void nextPuzzle();
    } } });
    const more = h('div', { class: 't-row' });
    const none = h('p', { class: 'soft', t: 'puzzles.noneOwn', test: 'puzzles-none', hidden: true });
    const el = h('div', { class: 't-screen puzzle', test: 'puzzle', 'data-kind': kind },
        h('div', { class: 't-main' }, h('h1', { class: 't-title' }, h('a', { class: 'btn bare square', icon: 'back', href: '#/puzzles', label: 'puzzles.all' }), h('span')), box),
        h('div', { class: 't-panel' }, none, task, says, h('div', { class: 't-row' }, hint, solution, retry, next), h('div', { class: 't-row t-steps' }, back, forward), line, about, more, stats,
            h('div', { class: 't-fields' },
                h('div', { class: 'field', hidden: kind === 'own' }, h('label', { for: 'puzzle-difficulty', t: 'puzzles.difficulty' }), difficulty),
                h('div', { class: 'field' }, h('label', { for: 'puzzle-length', t: 'puzzles.length' }), length))));
    root.append(el);
    board.addEventListener('bm-move', (e) => played(/** @type {CustomEvent} */ (e).detail.move));
    board.addEventListener('bm-illegal', (e) => refused(/** @type {CustomEvent} */ (e).detail.move));
    document.addEventListener('keydown', onKey);
    const unlisten = onSetting(() => {
        if (attempt) board.options = /** @type {any} */ (boardOptions(attempt.game.rules, attempt.side === 1));
    });

    async function nextPuzzle() {
        const now = Date.now();
        const at = Number(query.get('at'));
        query.delete('at');
        const asked = Number.isInteger(at) && at > 0 ? deck[at - 1] : undefined;
        const waiting = await cards();
        const puzzle = asked ?? choosePuzzle(deck, waiting, progressOf(kind), { ...chosen, now, random: Math.random, last: attempt?.puzzle.id });
        none.hidden = !!puzzle;
        if (!puzzle) {
            attempt?.close();
            attempt = null;
            draw();
            return;
        }
        await begin(puzzle, waiting.some((c) => c.id === puzzle.id));
    }

    /** @param {Puzzle} puzzle @param {boolean} [repeats] it is not rated */
    async function begin(puzzle, repeats = true) {
        clearTimeout(timer);
        const rules = await loadRules(puzzle.game);
        const same = attempt?.puzzle.id === puzzle.id;
        attempt?.close();
        attempt = new Attempt(puzzle, rules);
        noted = same;
        again = repeats;
        hinted = 0;
        shown = 0;
        state = 'solving';
        verdict = '';
        board.rules = rules;
        board.marks = { arrows: [], circles: [] };
        board.options = /** @type {any} */ (boardOptions(rules, attempt.side === 1));
        draw();
        announce(task.textContent ?? '');
    }

    /** The result counts once, at the first mistake or at the end. @param {boolean} solved */
    function note(solved) {
        if (!attempt || noted) return;
        noted = true;
        noteResult(attempt.puzzle, solved, again);
        void noteAttempt(attempt.puzzle, solved);
    }

    /** @param {number} move */
    function played(move) {
        if (!attempt || state !== 'solving') return;
        const result = attempt.play(move);
        board.marks = { arrows: [], circles: [] };
        hinted = 0;
        if (result === 'wrong') {
            verdict = 'wrong';
            note(false);
            sound('illegal');
        } else {
            verdict = 'right';
            shown = attempt.game.plies;
            sound('move');
        }
        if (result === 'solved') {
            note(!attempt.failed);
            state = 'solved';
        } else if (result === 'right') {
            state = 'replying';
            timer = setTimeout(reply, mayAnimate() ? REPLY : 0);
        }
        draw(result !== 'wrong');
        announce(says.textContent ?? '');
    }

    function reply() {
        if (!attempt || state !== 'replying') return;
        attempt.step();
        state = 'solving';
        shown = attempt.game.plies;
        draw(true);
        announce(pick(attempt.game.describe(attempt.game.plies - 1)));
    }

    /** A move that the rules forbid: why. @param {number} move */
    function refused(move) {
        if (attempt && state === 'solving') says.textContent = pick(attempt.game.explain(move));
    }

    /** First what moves, then where to. */
    function giveHint() {
        if (!attempt || state !== 'solving') return;
        attempt.failed = true;
        note(false);
        hinted++;
        const move = attempt.game.view().moves.find((m) => m.move === attempt?.expected());
        if (!move) return;
        const circles = [{ at: hinted === 1 && move.from >= 0 ? move.from : move.to, colour: 'blue' }];
        board.marks = hinted > 1 && move.from >= 0 ? { arrows: [{ from: move.from, to: move.to, colour: 'blue' }], circles: [] } : { arrows: [], circles };
        const kindNo = move.drop >= 0 ? move.drop : kindOf(attempt.game.view().board[move.from]);
        const what = pick(attempt.game.rules.kinds[kindNo]?.name);
        const square = attempt.game.rules.squares[circles[0].at];
        const where = (lang() === 'ja' ? square?.ja : square?.name) ?? '';
        says.textContent = move.drop >= 0 ? t('puzzles.hintDrop', { piece: what }) : t('puzzles.hintPiece', { piece: what, square: where });
        draw(false, true);
    }

    function showSolution() {
        if (!attempt) return;
        attempt.failed = true;
        note(false);
        clearTimeout(timer);
        const from = attempt.game.plies;
        while (attempt.step()) { /* to the end */ }
        state = 'shown';
        verdict = '';
        shown = Math.min(from + 1, attempt.game.plies);
        board.marks = { arrows: [], circles: [] };
        draw(true);
        announce(line.textContent ?? '');
    }

    /** Step through what was played. @param {number} ply */
    function look(ply) {
        if (!attempt || (state !== 'solved' && state !== 'shown')) return;
        shown = Math.max(0, Math.min(attempt.game.plies, ply));
        draw(true);
        announce(shown ? pick(attempt.game.describe(shown - 1)) : t('game.start'));
    }

    /** @param {KeyboardEvent} e */
    function onKey(e) {
        const at = /** @type {HTMLElement} */ (e.target);
        if (e.defaultPrevented || at.matches('select, input') || togglesKeyboard(board, e)) return;
        if (e.key === 'ArrowLeft') look(shown - 1);
        else if (e.key === 'ArrowRight') look(shown + 1);
        else return;
        e.preventDefault();
    }

    function drawSays() {
        if (!attempt) return;
        const n = attempt.turns;
        if (state === 'solved') says.textContent = t(attempt.failed ? 'puzzles.solvedLate' : 'puzzles.solved');
        else if (state === 'shown') says.textContent = t('puzzles.shown');
        else if (verdict === 'wrong') says.textContent = t('puzzles.wrong');
        else if (verdict === 'right') says.textContent = t('puzzles.right', { n: n - Math.ceil(attempt.game.plies / 2) });
        else says.textContent = t('puzzles.yourMove', { side: sideName(attempt.game.rules, attempt.side, lang()) });
    }

    function taskText() {
        if (!attempt) return '';
        const plies = attempt.puzzle.line.length;
        if (kind === 'tsume') return t('puzzles.task.tsume', { n: plies });
        if (kind === 'mate') return t('puzzles.task.mate', { n: attempt.turns });
        return t(kind === 'own' ? 'puzzles.task.own' : 'puzzles.task.tactic');
    }

    function drawFields() {
        fill(difficulty, ...['easier', 'normal', 'harder'].map((d) => h('option', { value: d }, t(/** @type {any} */ (`puzzles.difficulty.${d}`)))));
        difficulty.value = chosen.difficulty;
        const lengths = [...new Set(deck.map((p) => p.line.length))].sort((a, b) => a - b);
        fill(length, h('option', { value: '0', t: 'puzzles.anyLength' }), ...lengths.map((n) => h('option', { value: String(n) }, kind === 'tsume' ? t('solve.plies', { n }) : t('puzzles.moves', { n: (n + 1) / 2 }))));
        length.value = String(chosen.plies);
    }

    function drawStats() {
        const p = progressOf(kind);
        const rows = [kind === 'own' ? null : [t('puzzles.yourRating'), p.tried ? `${Math.round(p.rating)} ± ${Math.round(2 * p.deviation)}` : '–'], [t('puzzles.streak'), t('puzzles.streakOf', { n: p.streak, best: p.best })], [t('puzzles.done'), t('puzzles.solvedOf', { n: p.solved, of: p.tried })]];
        fill(stats, ...rows.flatMap((r) => (r ? [h('dt', null, r[0]), h('dd', null, r[1])] : [])));
    }

    /** What can be done with a puzzle that is over. */
    function drawMore() {
        if (!attempt) return fill(more);
        const { puzzle, game } = attempt;
        fill(more, h('a', { class: 'btn', icon: 'edit', t: 'editor.title', href: positionLink('setup', game.rules, puzzle.position) }),
            hasScreen('analysis') ? h('a', { class: 'btn', icon: 'eye', t: 'editor.analyse', test: 'puzzle-analyse', href: `#/analysis?${new URLSearchParams({ variant: puzzle.game, fen: puzzle.position })}` }) : null,
            kind === 'own' ? button({ class: 'btn danger', icon: 'trash', t: 'puzzles.remove', test: 'puzzle-remove' }, async () => {
                await removeOwnPuzzle(puzzle.id);
                deck = await loadDeck(kind);
                await nextPuzzle();
            }) : null);
    }

    /** @param {boolean} [animate] @param {boolean} [keepsText] */
    function draw(animate = false, keepsText = false) {
        const done = state === 'solved' || state === 'shown';
        const failed = attempt?.failed ?? false;
        /** @type {HTMLElement} */ (el.querySelector('h1 > span')).textContent = t(`puzzles.kind.${kind}`);
        Object.assign(el.dataset, { state: attempt ? state : 'none', verdict, id: attempt?.puzzle.id ?? '', ply: String(attempt?.game.plies ?? 0) });
        for (const part of [task, says, hint, solution, retry, next, line, about, box]) part.hidden = !attempt;
        task.textContent = taskText();
        if (!keepsText) drawSays();
        hint.hidden ||= done;
        solution.hidden ||= done;
        retry.hidden ||= !done && !failed;
        next.hidden ||= !done && !failed;
        back.hidden = forward.hidden = !attempt || !done;
        drawFields();
        drawStats();
        drawMore();
        more.hidden = !done;
        if (!attempt) return;
        const { game, puzzle } = attempt;
        const style = notationFor(game.rules, lang());
        line.textContent = Array.from({ length: game.plies }, (_, i) => game.moveText(i, style)).join(' ');
        about.textContent = [puzzle.kind === 'own' ? puzzle.from ?? '' : t('puzzles.rated', { n: puzzle.rating }), again && !noted ? t('puzzles.repeats') : ''].filter(Boolean).join(' · ');
        board.show(/** @type {any} */ (game.view(done ? shown : game.plies)), { animate: animate && mayAnimate(), movable: state === 'solving' ? attempt.side : 'none' });
    }
    await nextPuzzle();
    return {
        close() {
            clearTimeout(timer);
            unlisten();
            document.removeEventListener('keydown', onKey);
            attempt?.close();
            attempt = null;
        },
        relabel: () => draw(),
    };
}
