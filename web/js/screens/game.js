// SPDX-License-Identifier: MIT
// The game screen: board, players with clocks, move list, buttons. It
// depends only on the controller interface (game/types.js).
//
// Handles for tests: .game has data-ply (of the game), data-shown (of the board), data-stage, data-turn,
// data-result, data-reason. Buttons have data-do: home rules settings help flip first prev next last more undo
// redo takeback draw claim declare resign abort pause resume rematch new save share type; yes and no in
// dialogs and banners. data-test: game, seat-0, seat-1, clock-0, clock-1, status ([data-notice]),
// move-list (buttons with data-ply), type-move, chat-text, end, end-rematch, end-save-FORMAT, end-copy.
import { h, setText } from '../dom.js';
import { get, mayAnimate, notationFor, onSetting, set } from '../settings.js';
import { settled } from '../shell/settled.js';
import { lang, pick, t } from '../words/words.js';
import { sound } from '../sounds.js';
import { boardOptions } from '../game/board_options.js';
import { confirmMoveView } from '../game/confirm_move.js';
import { movesView } from '../game/move_list.js';
import { seatView } from '../game/seat_view.js';
import { actionsView } from '../game/actions.js';
import { bannersView } from '../game/banners.js';
import { sideView } from '../game/side_panel.js';
import { statusText } from '../game/status_text.js';
import '../board/board.js';

/** @typedef {import('../game/types.js').Controller} Controller */

/**
 * Show a game.
 * @param {HTMLElement} root @param {Controller} c
 * @returns {{close: () => void, relabel: () => void}}
 */
export function openGame(root, c) {
    const live = /** @type {HTMLElement} */ (document.getElementById('live'));
    /** @type {number|null} null: the newest position */
    let shown = null;
    let flipped = /** @type {any} */ (c).flipped ?? c.you === 1;
    let plies = -1;
    let stage = '';
    /** @type {(() => void)|null} */
    let archive = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let noticeTimer;

    const board = /** @type {any} */ (document.createElement('bm-board'));
    const box = h('div', { class: 'board-box', test: 'board-box' }, board);
    const seats = [0, 1].map((side) => seatView(c, /** @type {0|1} */ (side), say));
    const moves = movesView({ onGo: go });
    const statusSpan = h('span', { 'data-notice': '' });
    const status = h('div', { class: 'g-status', test: 'status', role: 'status' }, statusSpan);
    const banners = bannersView(c);
    const question = confirmMoveView(board, c, { play: (move) => void play(move), back: () => draw(false) });
    const actions = actionsView(c, { flip, go: step, home, type: () => typing(true), notice });
    const input = h('input', {
        type: 'text', name: 'type-move', test: 'type-move', hint: c.rules.dialect === 'usi' ? 'game.typeHintShogi' : 'game.typeHint', label: 'game.type', autocomplete: 'off', autocapitalize: 'off', spellcheck: false,
        enterkeyhint: 'go',
    });
    const form = h('form', { class: 'g-type', on: { submit: typed } }, input);
    const side = sideView(c);
    const title = h('h1', { class: 'g-title' });
    const el = h('div', { class: 'game', test: 'game' },
        h('div', { class: 'g-top' }, actions.home, title, actions.tools),
        seats[1].el, box, seats[0].el,
        h('div', { class: 'g-says' }, status, banners.el, question.el),
        moves.el, actions.nav, actions.el, form, side.el);
    el.classList.toggle('no-side', !side.needed);
    root.append(el);
    document.body.classList.add('in-game');
    document.getElementById('top')?.replaceChildren();

    /** Announce to screen readers. @param {string} text */
    function say(text) {
        live.textContent = live.textContent === text ? `${text}\u00a0` : text;
    }

    /** Show a notice in the status line for some seconds. @param {string} text @param {boolean} [bad] */
    function notice(text, bad = false) {
        setStatus(text, bad);
        clearTimeout(noticeTimer);
        noticeTimer = setTimeout(() => {
            noticeTimer = undefined;
            renderStatus();
        }, 6000);
    }

    /** @param {string} text @param {boolean} bad */
    function setStatus(text, bad) {
        if (statusSpan.textContent !== text) statusSpan.textContent = text;
        status.classList.toggle('bad', bad);
    }

    function renderStatus() {
        if (!noticeTimer) setStatus(statusText(c, shown), false);
    }

    /** Everything but the board. */
    function render() {
        const s = c.state();
        const now = shown ?? s.plies;
        const view = c.game.view(now);
        Object.assign(el.dataset, {
            ply: String(s.plies), shown: String(now), stage: s.stage, turn: String(s.turn), result: s.outcome.result, reason: s.outcome.reason,
            net: s.net ?? '',
        });
        el.dataset.pairs = c.rules.dialect !== 'usi' && !c.rules.multi ? 'yes' : 'no';
        el.classList.toggle('past', shown !== null);
        el.classList.toggle('flipped', flipped);
        // During a game alone: what is over is shown whole.
        el.classList.toggle('zen', get('zen') && s.stage === 'playing');
        board.classList.toggle('bm-blindfold', get('blindfold') && s.stage === 'playing');
        box.style.setProperty('--board-size', `${get('boardSize')}%`);
        const first = c.game.view(0).turn;
        moves.show(c.game, { plies: s.plies, shown: now, style: notationFor(c.rules, lang()), first });
        for (const v of seats) v.show(s, view);
        title.textContent = s.startNumber === null ? pick(c.rules.title) : t('game.numbered', { game: pick(c.rules.title), n: s.startNumber });
        document.title = s.stage === 'playing' && c.you !== null && c.can('move') && c.you !== 'both' ? t('game.yourTurnTitle') : `${pick(c.rules.title)} · banmen`;
        actions.show(s, { shown: now });
        banners.show(s);
        side.show(s);
        renderStatus();
    }

    /** The board. @param {boolean} animate */
    function draw(animate) {
        const s = c.state();
        const view = c.game.view(shown ?? s.plies);
        const mine = shown === null && c.can('move');
        board.show(view, {
            animate: animate && mayAnimate(), movable: mine ? s.turn : 'none',
            premovable: shown === null && !mine && get('premove') && c.can('premove') && c.you !== 'both' ? c.you : null,
        });
    }

    function change() {
        const s = c.state();
        const before = plies;
        if (s.plies !== plies) {
            question.close();
            if (shown !== null && shown >= s.plies) shown = null;
            plies = s.plies;
            if (shown === null) draw(Math.abs(s.plies - before) <= 2);
            clearTimeout(noticeTimer);
            noticeTimer = undefined;
            if (before >= 0 && s.plies > before) moved(s);
            else if (before >= 0) say(t('game.takenBack', { n: s.plies }));
        } else draw(false);
        if (s.stage !== stage) {
            const was = stage;
            stage = s.stage;
            draw(false);
            if (stage === 'over' && was !== '') over();
            if (stage === 'playing' && was === '') sound('start');
        }
        render();
        archive?.();
    }

    /** Sound and announcement of a move. @param {ReturnType<Controller['state']>} s */
    function moved(s) {
        const view = c.game.view();
        if (s.stage !== 'over') sound(view.royalsInCheck.length ? 'check' : view.last?.captured ? 'capture' : 'move');
        const wanted = c.can('move') ? pick(view.wanted) : '';
        say([pick(c.game.describe(s.plies - 1)), wanted].filter(Boolean).join('. '));
    }

    async function over() {
        sound('end');
        const { openGameOver, resultText } = await import('../dialogs/game_over.js');
        say(`${live.textContent ?? ''} ${resultText(c)}`);
        setTimeout(() => el.isConnected && openGameOver(c), mayAnimate() ? 450 : 0);
    }

    /** Show the position after so many moves. @param {number} ply */
    function go(ply) {
        const s = c.state();
        const to = Math.max(0, Math.min(s.plies, ply));
        const from = shown ?? s.plies;
        shown = to === s.plies ? null : to;
        if (to === from) return;
        draw(Math.abs(to - from) === 1);
        render();
        say(to ? pick(c.game.describe(to - 1)) : t('game.start'));
    }

    /** @param {'first'|'prev'|'next'|'last'} how */
    function step(how) {
        const at = shown ?? c.state().plies;
        go(how === 'first' ? 0 : how === 'prev' ? at - 1 : how === 'next' ? at + 1 : Infinity);
    }

    function flip() {
        flipped = !flipped;
        /** @type {any} */ (c).flipped = flipped;
        applyOptions();
        render();
    }

    function home() {
        location.hash = '#/';
    }

    function applyOptions() {
        board.options = boardOptions(c.rules, flipped);
        draw(false);
    }

    /** @param {boolean} on */
    function typing(on) {
        el.classList.toggle('typing', on);
        if (on) input.focus();
    }

    /** @param {Event} e */
    async function typed(e) {
        e.preventDefault();
        const text = input.value.trim();
        if (!text) return;
        if (!c.can('move')) return refuse(t(c.state().stage === 'over' ? 'game.isOver' : 'game.notYourTurn'));
        if (shown !== null) go(Infinity);
        const read = c.game.readMove(text);
        if (read.move === undefined) return refuse(pick(read.error));
        if (await play(read.move)) input.value = '';
    }

    /** @param {string} text */
    function refuse(text) {
        sound('illegal');
        notice(text, true);
    }

    /** @param {number} move */
    async function play(move) {
        const done = await c.do('move', { move });
        if (!done.ok) {
            const why = pick(c.game.explain(move));
            refuse(why || pick(done.text));
            draw(false);
        }
        return done.ok;
    }

    board.addEventListener('bm-move', (/** @type {CustomEvent} */ e) => {
        if (get('confirmMove')) question.ask(e.detail.move, e.detail.text);
        else void play(e.detail.move);
    });
    board.addEventListener('bm-illegal', (/** @type {CustomEvent} */ e) => {
        const s = c.state();
        if (s.stage === 'over') refuse(t('game.isOver'));
        else if (shown !== null) refuse(t('game.past'));
        else if (!c.can('move')) refuse(t('game.notYourTurn'));
        else refuse(pick(c.game.explain(e.detail.move)));
    });
    board.addEventListener('bm-keyboard', (/** @type {CustomEvent} */ e) => {
        if (e.detail.aloud) notice(t(e.detail.on ? 'board.keyboardOn' : 'board.keyboardOff'));
        else renderStatus();
    });
    board.addEventListener('bm-premove', (/** @type {CustomEvent} */ e) => c.premove(e.detail));

    /** @param {KeyboardEvent} e */
    function onKey(e) {
        const at = /** @type {HTMLElement} */ (e.target);
        if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) return;
        if (at === input && e.key === 'Escape') return typing(false);
        if (at.matches('input, textarea, select')) return;
        /** @type {Record<string, () => void>} */
        const keys = {
            ',': () => step('prev'), '.': () => step('next'), '<': () => step('first'), '>': () => step('last'), f: flip, m: () => typing(true),
            k: () => board.setKeyboard(true), z: () => set('zen', !get('zen')),
            u: () => c.can('undo') && void c.do('undo'), c: () => say(seats.map((v) => v.spoken()).join('. ')),
            ArrowLeft: () => step('prev'), ArrowRight: () => step('next'), Home: () => step('first'), End: () => step('last'),
        };
        const act = keys[e.key];
        if (!act) return;
        e.preventDefault();
        act();
    }

    const onNotice = (/** @type {any} */ e) => notice(e.detail.text, !!e.detail.error);
    const ticking = setInterval(() => {
        const s = c.state();
        if (s.clocks && s.stage === 'playing') for (const v of seats) v.tick(s);
    }, 100);
    const forget = onSetting((key) => {
        if (key === 'lang') return;
        applyOptions();
        render();
    });
    addEventListener('keydown', onKey);
    c.addEventListener('change', change);
    c.addEventListener('notice', onNotice);
    board.rules = c.rules;
    board.options = boardOptions(c.rules, flipped);
    c.mountSide?.(side.slot);
    setText(actions.label, 'game.controls');
    change();
    if (c.kind === 'online')
        void import('../game/archive_online.js').then(({ onlineArchiver }) => {
            archive = onlineArchiver(/** @type {any} */ (c));
            archive();
        });

    // The way to other running games is there when there are some.
    const others = settled().then(() => import('../shell/games_button.js')).then((m) => m.mountGamesButton(actions.tools, /** @type {any} */ (c).id));
    others.catch(() => undefined);

    return {
        close() {
            question.close();
            void others.then((stop) => stop(), () => undefined);
            clearInterval(ticking);
            clearTimeout(noticeTimer);
            forget();
            removeEventListener('keydown', onKey);
            c.removeEventListener('change', change);
            c.removeEventListener('notice', onNotice);
            document.body.classList.remove('in-game');
            live.textContent = '';
        },
        relabel() {
            applyOptions();
            render();
        },
    };
}
