// SPDX-License-Identifier: MIT
// The lobby screen: own games, seeks, games in progress, updated live. Own seeks
// are open while the screen is shown.
//
// Handles: lobby with data-net, seek and by-link ([data-do]), seeks, games, mine;
// rows with [data-seek] (accept, withdraw), [data-challenge] (accept, decline) and [data-game] (watch, go-on), finished (look, finished-analyse), lobby-wrong.
import { button, h } from '../dom.js';
import { toast } from '../dialogs/dialog.js';
import { get } from '../settings.js';
import { t } from '../words/words.js';
import { LobbySocket } from '../net/lobby_socket.js';
import { api, getAccount, onAccount, errorText, loadOnlineStyle } from '../net/server.js';
import { challengeRow, ownChallengeRow, finishedRow, gameRow, keyedList, seekRow } from './lobby_rows.js';
import { loadTitles } from './lobby_text.js';

/** @typedef {import('../words/words.js').Key} Key */

/** @param {Key} title @param {Key} none @param {string} test */
function listView(title, none, test) {
    const list = h('ul', { class: 'rows-list', test });
    const empty = h('p', { class: 'soft empty', t: none });
    const el = h('section', { 'aria-labelledby': `h-${test}` }, h('h2', { id: `h-${test}`, t: title }), empty, list);
    const rows = keyedList(list);
    return {
        el, rows,
        /** @param {{id: string, key: string, make: () => HTMLElement}[]} all */
        show(all) {
            empty.hidden = all.length > 0;
            list.hidden = all.length === 0;
            rows.show(all);
        },
    };
}

/** @param {HTMLElement} root @param {string[]} _params @param {URLSearchParams} _query @param {boolean} [watching] games alone */
export async function open(root, _params, _query, watching = false) {
    const [account0] = await Promise.all([getAccount().catch(() => null), loadTitles(), loadOnlineStyle()]);
    let name = account0?.name || null;
    const wrong = h('p', { class: 'wrong', role: 'alert', test: 'lobby-wrong' });
    const lost = h('p', { class: 'banner warn', role: 'status', t: 'net.lost', test: 'net-lost', hidden: true });
    const seeks = listView('online.seeks', 'online.noSeeks', 'seeks');
    const games = listView('online.games', 'online.noGames', 'games');
    const mine = listView('online.mine', 'online.noGames', 'mine');
    const finished = listView('online.finished', 'online.noFinished', 'finished');
    const newGame = async (/** @type {'lobby'|'link'|'name'} */ opponent) => (await import('../dialogs/new_game.js')).newGame({ game: get('game'), opponent });
    /** A challenge carries a name: without an account the dialog for logging in comes first. */
    async function byName() {
        if (!name) {
            toast(t('challenge.logIn'));
            return (await import('../dialogs/account.js')).openAccount();
        }
        await newGame('name');
    }
    const el = h('div', { class: `page lobby${watching ? ' watching' : ''}`, test: 'lobby' },
        h('div', { class: 'lobby-head' }, h('div', null, h('h1', { t: watching ? 'home.watch' : 'shell.lobby' }), h('p', { class: 'soft', t: watching ? 'online.watchLead' : 'online.lobbyLead' }))),
        lost, wrong,
        watching ? null : h('div', { class: 'ways-row' },
            button({ class: 'btn main', icon: 'search', t: 'online.seek', 'data-do': 'seek', test: 'seek' }, () => void newGame('lobby')),
            button({ class: 'btn', icon: 'person', t: 'new.byName', 'data-do': 'by-name', test: 'by-name' }, () => void byName()),
            button({ class: 'btn', icon: 'link', t: 'home.link', 'data-do': 'by-link', test: 'by-link' }, () => void newGame('link'))),
        h('div', { class: 'lobby-cols' }, watching ? [games.el, finished.el] : [h('div', { class: 'rows' }, mine.el, seeks.el), h('div', { class: 'rows' }, games.el, finished.el)]));
    mine.el.hidden = finished.el.hidden = true;
    /** Ids of own games. @type {Set<string>} */
    let owned = new Set();
    root.replaceChildren(el);

    /** @param {() => Promise<any>} f */
    async function run(f) {
        wrong.textContent = '';
        try {
            await f();
        } catch (e) {
            wrong.textContent = errorText(e);
        }
    }
    const actions = {
        accept: (/** @type {string} */ id) => run(async () => {
            const game = await api.accept(id);
            location.hash = `#/g/${game.id}`;
        }),
        withdraw: (/** @type {string} */ id) => run(() => api.withdraw(id)),
        withdrawChallenge: (/** @type {string} */ id) => run(() => api.withdrawChallenge(id)),
        answer: (/** @type {string} */ id, /** @type {boolean} */ yes) => run(async () => {
            const game = await api.answerChallenge(id, yes);
            if (game && yes)
                location.hash = `#/g/${game.id}`;
        }),
    };
    function draw() {
        const state = lobby.state;
        root.dataset.net = state;
        lost.hidden = state !== 'lost';
        if (!lobby.known)
            return;
        // Own games have their own list; games with an open seat are listed with the seeks.
        const others = [...lobby.games.values()].filter((g) => !owned.has(g.id)).map((g) => ({ id: g.id, waits: g.stage === 'waiting', key: `${g.stage} ${g.plies}`, make: () => gameRow(g) }));
        const challenges = [...lobby.challenges.values()].map((d) => ({ id: d.id, key: '', make: () => (d.to === name ? challengeRow(d, actions.answer) : ownChallengeRow(d, actions.withdrawChallenge)) }));
        seeks.show(challenges.concat([...lobby.seeks.values()].map((s) => {
            const own = lobby.mine.has(s.id);
            return { id: s.id, key: `${own}`, make: () => seekRow(s, own, actions) };
        }), others.filter((g) => g.waits)));
        games.show(others.filter((g) => !g.waits));
    }
    async function loadMine() {
        const answers = await Promise.all(['playing', 'waiting'].map((s) => api.myGames(s))).catch(() => []);
        const all = answers.flatMap((a) => a.games);
        owned = new Set(all.map((g) => g.id));
        mine.el.hidden = all.length === 0;
        mine.show(all.map((g) => ({ id: g.id, key: `${g.stage} ${g.plies}`, make: () => gameRow(g, { mine: true }) })));
        draw();
    }
    /** Those that are over: one's own, or all that are listed. */
    async function loadFinished() {
        const all = await (watching ? api.listedGames('over') : api.myGames('over')).then((a) => a.games.filter((g) => g.plies > 0), () => []);
        finished.el.hidden = all.length === 0;
        finished.show(all.map((g) => ({ id: g.id, key: '', make: () => finishedRow(g) })));
    }
    const lobby = new LobbySocket({ changed: () => draw(), declined: (d) => d.to !== name && toast(t('challenge.declined', { name: d.to })), go: (game) => { location.hash = `#/g/${game}`; } });
    const stop = onAccount(async () => {
        // Reconnect as the new account.
        lobby.socket.disconnect();
        name = (await getAccount().catch(() => null))?.name || null;
        void loadMine();
        void loadFinished();
    });
    void loadFinished();
    draw();
    if (!watching)
        void loadMine();
    return {
        close() {
            lobby.close();
            stop();
        },
        relabel() {
            for (const list of [seeks, games, mine, finished])
                list.rows.forget();
            draw();
            void loadFinished();
            if (!watching)
                void loadMine();
        },
    };
}
