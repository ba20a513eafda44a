// SPDX-License-Identifier: MIT
// The button that leads to all running games, with the number of those that wait for a move of the person here. It is in the bar on
// top and, when there are other games, over a game.
//
// Handles: running (the button; data-running, data-turns), running-dialog with rows [data-running-game] (data-turn) and
// [data-challenge] (accept, decline).
import { button, fill, h } from '../dom.js';
import { openDialog } from '../dialogs/dialog.js';
import { seatName } from '../game/status_text.js';
import { addWords, onLang, pick, t } from '../words/words.js';
import { isMyTurn, onRunning, refreshRunning } from './running_games.js';

/** @typedef {import('./running_games.js').Running} Running */
/** @typedef {import('../net/rest.js').GameSummary} GameSummary */

/** The running games but the one that is on the screen. @param {Running} r @param {string} [except] @returns {Running} */
function others(r, except) {
    return { ...r, local: r.local.filter((g) => g.id !== except), online: r.online.filter((g) => g.id !== except) };
}

/** @param {Running} r */
function counts(r) {
    return { games: r.local.length + r.online.length + r.challenges.length, turns: r.online.filter(isMyTurn).length + r.challenges.length };
}

/** @param {string} href @param {string} title @param {string} who @param {string} state @param {boolean} turn */
function row(href, title, who, state, turn) {
    return h('a', { class: `running-row${turn ? ' turn' : ''}`, href, 'data-running-game': href, 'data-turn': turn ? 'yes' : 'no' },
        h('span', { class: 'running-what' }, h('strong', null, who), h('span', { class: 'soft' }, title)), h('span', { class: turn ? 'tag' : 'soft' }, state));
}

/** All of them, to go to. @param {string} [except] the game on the screen */
export async function openRunning(except) {
    const { gameTitle, clockText, loadTitles, seatText } = await import('../screens/lobby_text.js');
    await Promise.all([loadTitles(), refreshRunning()]);
    const { api, errorText } = await import('../net/server.js');
    const list = h('div', { class: 'rows tight' });
    const wrong = h('p', { class: 'wrong', role: 'alert' });

    /** @param {import('./running_games.js').Challenge} c */
    function challengeRow(c) {
        const answer = async (/** @type {boolean} */ yes) => {
            wrong.textContent = '';
            try {
                const game = await api.answerChallenge(c.id, yes);
                await refreshRunning();
                if (!yes || !game) return;
                dialog.close();
                location.hash = `#/g/${game.id}`;
            } catch (e) {
                wrong.textContent = errorText(e);
            }
        };
        return h('div', { class: 'running-row turn', 'data-challenge': c.id },
            h('span', { class: 'running-what', id: `running-${c.id}` }, h('strong', null, t('online.challenge', { name: c.from })), h('span', { class: 'soft' }, `${gameTitle(c.variant)} · ${clockText(c.clock)}`)),
            h('span', { class: 'answers' },
                button({ class: 'btn main', t: 'online.accept', 'data-do': 'accept', 'aria-describedby': `running-${c.id}` }, () => void answer(true)),
                button({ class: 'btn', t: 'online.decline', 'data-do': 'decline', 'aria-describedby': `running-${c.id}` }, () => void answer(false))));
    }
    /** @param {GameSummary} g */
    function onlineRow(g) {
        const mine = isMyTurn(g);
        const names = (g.you?.length === 1 ? [g.seats[g.you[0] === 'first' ? 1 : 0]] : g.seats).map(seatText).join(' – ');
        return row(`#/g/${g.id}`, `${gameTitle(g.variant)} · ${clockText(g.clock)}`, names,
            t(g.stage === 'waiting' ? 'online.stageWaiting' : mine ? 'running.yourTurn' : 'running.theirTurn'), mine);
    }
    /** @param {Running} all */
    function draw(all) {
        const r = others(all, except);
        fill(list, ...r.challenges.map(challengeRow), ...r.online.map(onlineRow),
            ...r.local.map((g) => row(`#/games/${g.id}`, pick(g.title), [0, 1].map((side) => seatName({ seats: /** @type {any} */ (g.seats), you: g.you, rules: g }, side)).join(' – '), t('games.running', { n: g.plies }), false)),
            counts(r).games ? null : h('p', { class: 'soft', t: 'running.none' }));
    }
    const stop = onRunning(draw);
    const dialog = openDialog({ title: 'running.title', test: 'running-dialog', body: [wrong, list, h('a', { class: 'btn wide', href: '#/games', icon: 'list', t: 'games.title' })], onClose: stop });
    dialog.addEventListener('click', (e) => {
        if (/** @type {Element} */ (e.target).closest('a')) dialog.close();
    });
}

/** Put the button for the other games before the tools over a board; returns the function that ends it. @param {HTMLElement} tools @param {string} [except] */
export async function mountGamesButton(tools, except) {
    await addWords('play');
    if (!tools.isConnected) return () => {};
    const { el, stop } = gamesButton({ except, always: false });
    tools.prepend(el);
    return stop;
}

/** @param {{except?: string, always: boolean}} o  except: the game on the screen; always: also when there is none */
export function gamesButton(o) {
    const count = h('b', { class: 'count', 'aria-hidden': 'true' });
    const el = button({ class: 'btn bare square running', icon: 'hourglass', test: 'running', 'data-do': 'running' }, () => void openRunning(o.except));
    el.append(count);
    /** @type {Running} */
    let last = { local: [], online: [], challenges: [] };
    /** @param {Running} all */
    function show(all) {
        last = all;
        const n = counts(others(all, o.except));
        el.hidden = !o.always && n.games === 0;
        el.classList.toggle('turn', n.turns > 0);
        Object.assign(el.dataset, { running: String(n.games), turns: String(n.turns) });
        count.textContent = n.turns ? String(n.turns) : n.games ? String(n.games) : '';
        const label = n.turns ? t('running.labelTurn', { n: n.games, turns: n.turns }) : t('running.label', { n: n.games });
        el.setAttribute('aria-label', label);
        el.title = label;
    }
    const stops = [onRunning(show), onLang(() => show(last))];
    return { el, stop: () => stops.forEach((f) => f()) };
}
