// SPDX-License-Identifier: MIT
// The mate solver: searches in a worker, shows the line step by step. "No mate" is said only when it is proved.
//
//     #/solve?game=shogi&position=SFEN
//
// Handles: solver (data-status: idle, running, mate, none, unknown, royals, stopped), solve-start, solve-stop, solve-checks,
// solve-limit, solve-answer, solve-progress, solve-line (buttons with data-ply), step-first, step-prev, step-next, step-last,
// solve-edit, solve-puzzle.
import { button, fill, h } from '../dom.js';
import { mayAnimate, notationFor } from '../settings.js';
import { lang, pick, t } from '../words/words.js';
import { announce, boardIn, loadParts, positionLink, rulesByName } from '../training/screen_parts.js';

/** @typedef {import('../core/player.js').MateAnswer} MateAnswer */
/** @typedef {import('../core/player.js').MateProgress} MateProgress */

/** @param {number} n */
function grouped(n) {
    return n.toLocaleString(lang());
}

/** @param {HTMLElement} root @param {string[]} _params @param {URLSearchParams} query */
export async function open(root, _params, query) {
    await loadParts();
    const name = query.get('game') ?? 'shogi';
    const position = query.get('position') ?? '';
    /** @type {import('../core/rules.js').Rules} */
    let rules;
    /** @type {import('../core/game.js').Game} */
    let game;
    try {
        rules = await rulesByName(name);
        const made = rules.newGame(position ? { start: position } : {});
        if ('error' in made) throw new Error(pick(made.text));
        game = made;
        game.act('start', {}, 0);
    } catch (e) {
        (await import('./not_found.js')).showNotFound(root, String(/** @type {any} */ (e).message ?? e));
        return;
    }
    const start = game.view(0).position;
    let status = 'idle';
    let shown = 0;
    /** @type {MateAnswer|null} */
    let answer = null;
    /** @type {import('../core/player.js').Player|null} */
    let player = null;

    const { board, box } = boardIn(rules, false);
    const says = h('p', { class: 't-says', test: 'solve-answer', role: 'status' });
    const progress = h('p', { class: 'soft small', test: 'solve-progress' });
    const checks = h('input', { type: 'checkbox', name: 'checks', test: 'solve-checks', checked: rules.hasHands });
    const limit = h('select', { id: 'solve-limit', name: 'limit', test: 'solve-limit' }, [0, 1, 3, 5, 7, 9, 11, 15, 21, 31].map((n) => n === 0 ? h('option', { value: '0', t: 'solve.any' }) : h('option', { value: String(n), t: 'solve.plies', args: { n } })));
    const begin = button({ class: 'btn main', icon: 'search', t: 'solve.start', test: 'solve-start' }, () => void solve());
    const stop = button({ class: 'btn', icon: 'close', t: 'solve.stop', test: 'solve-stop' }, cancel);
    const line = h('ol', { class: 't-line', test: 'solve-line' });
    const steps = h('div', { class: 't-row t-steps' },
        stepButton('first', () => 0), stepButton('prev', () => shown - 1), stepButton('next', () => shown + 1), stepButton('last', () => game.plies));
    const el = h('div', { class: 't-screen', test: 'solver', 'data-status': status },
        h('div', { class: 't-main' }, h('h1', { class: 't-title', t: 'solve.title' }), box, steps),
        h('div', { class: 't-panel' },
            h('p', { class: 'soft', t: 'solve.lead' }),
            h('label', { class: 't-check' }, checks, h('span', { t: 'solve.checks' })),
            h('div', { class: 'field' }, h('label', { for: 'solve-limit', t: 'solve.limit' }), limit),
            h('div', { class: 't-row' }, begin, stop),
            says, progress, line,
            h('div', { class: 't-row' },
                button({ class: 'btn', icon: 'edit', t: 'solve.edit', test: 'solve-edit' }, () => {
                    location.hash = positionLink('setup', rules, start);
                }),
                keepButton())));
    root.append(el);
    el.addEventListener('keydown', onKey);

    /** @param {'first'|'prev'|'next'|'last'} how @param {() => number} to */
    function stepButton(how, to) {
        return button({ class: 'btn square', icon: how === 'prev' ? 'back' : how, label: `solve.${how}`, test: `step-${how}` }, () => go(to()));
    }

    /** A mate that was found can be trained. */
    function keepButton() {
        const b = button({ class: 'btn', icon: 'plus', t: 'solve.keep', test: 'solve-puzzle' }, async () => {
            if (answer?.status !== 'mate') return;
            const { addOwnPuzzle } = await import('../training/own_puzzles.js');
            await addOwnPuzzle({ game: rules.name, position: start, line: answer.line });
            (await import('../dialogs/dialog.js')).toast(t('solve.kept'));
        });
        b.hidden = true;
        return b;
    }

    /** @param {string} to */
    function setStatus(to) {
        status = to;
        draw();
    }

    async function solve() {
        cancel();
        const { Player } = await import('../core/player.js');
        const mine = new Player();
        player = mine;
        answer = null;
        game.setMoves([], game.start);
        shown = 0;
        progress.textContent = '';
        setStatus('running');
        try {
            const found = await mine.mate({ variant: rules.name, yaml: rules.yaml, start, checks: checks.checked, plies: Number(limit.value) || undefined }, { onInfo: told });
            if (player !== mine) return;
            answer = found;
            if (found.status === 'mate') game.setMoves(found.line, game.start);
            told({ none: found.none, nodes: found.nodes, time: 0 });
            setStatus(found.status);
            announce(says.textContent ?? '');
        } catch (e) {
            if (player !== mine) return;
            says.textContent = String(/** @type {any} */ (e).message ?? e);
        } finally {
            mine.close();
            if (player === mine) player = null;
        }
    }

    function cancel() {
        const running = player;
        player = null;
        running?.close();
        if (running) setStatus('stopped');
    }

    /** @param {MateProgress} p */
    function told(p) {
        progress.textContent = [p.none ? t('solve.noneWithin', { n: p.none }) : '', p.nodes ? t('solve.nodes', { n: grouped(p.nodes) }) : '', p.time > 1000 ? t('solve.time', { n: Math.round(p.time / 1000) }) : '']
            .filter(Boolean).join(' · ');
    }

    function answerText() {
        if (status === 'mate' && answer) return t(answer.shortest ? 'solve.mate' : 'solve.mateLonger', { n: answer.plies });
        if (status === 'none') return t(checks.checked ? 'solve.noneChecks' : 'solve.none');
        if (status === 'unknown') return t('solve.unknown', { n: answer?.none ?? 0 });
        if (status === 'royals') return t('solve.royals');
        if (status === 'running') return t('solve.running');
        if (status === 'stopped') return t('solve.stopped');
        return '';
    }

    /** @param {number} ply */
    function go(ply) {
        const to = Math.max(0, Math.min(game.plies, ply));
        if (to === shown) return;
        shown = to;
        drawBoard(true);
        announce(to ? pick(game.describe(to - 1)) : t('game.start'));
    }

    /** @param {KeyboardEvent} e */
    function onKey(e) {
        const at = /** @type {HTMLElement} */ (e.target);
        if (e.defaultPrevented || at.matches('select, input')) return;
        const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: game.plies }[e.key];
        if (to === undefined) return;
        e.preventDefault();
        go(to);
    }

    /** @param {boolean} animate */
    function drawBoard(animate) {
        board.show(/** @type {any} */ (game.view(shown)), { animate: animate && mayAnimate(), movable: 'none' });
        for (const b of line.querySelectorAll('button'))
            if (b.dataset.ply === String(shown)) b.setAttribute('aria-current', 'step');
            else b.removeAttribute('aria-current');
        for (const [how, off] of /** @type {const} */ ([['first', shown === 0], ['prev', shown === 0], ['next', shown === game.plies], ['last', shown === game.plies]]))
            /** @type {HTMLButtonElement} */ (steps.querySelector(`[data-test="step-${how}"]`)).disabled = off;
    }

    function draw() {
        el.dataset.status = status;
        says.textContent = answerText();
        stop.hidden = status !== 'running';
        begin.disabled = status === 'running';
        steps.hidden = game.plies === 0;
        const keep = /** @type {HTMLElement} */ (el.querySelector('[data-test="solve-puzzle"]'));
        keep.hidden = status !== 'mate' || game.plies % 2 === 0;
        const style = notationFor(rules, lang());
        fill(line, ...Array.from({ length: game.plies }, (_, i) => h('li', null, button({ class: 'btn bare', 'data-ply': String(i + 1) }, () => go(i + 1)))));
        line.querySelectorAll('button').forEach((b, i) => (b.textContent = game.moveText(i, style)));
        drawBoard(false);
    }
    draw();
    if (query.get('now') !== null) void solve();
    return {
        close() {
            const running = player;
            player = null;
            running?.close();
            game.release();
        },
        relabel: draw,
    };
}
