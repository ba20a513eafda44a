// SPDX-License-Identifier: MIT
// A game of the server: #/g/ID to play, go on or watch; #/g/ID/TOKEN offers the seat that is kept for a friend.
// Who is invited sees the terms, and sits down by a button. The creator sees the link until the game begins.
//
// Handles: the root has data-net (ok, connecting, lost); link-page (link_page.js), invite with terms and join, no-game, chat (game/chat.js), next-game for spectators.
import { button, fill, h } from '../dom.js';
import { chatView } from '../game/chat.js';
import { storeLink, api, storedLink, getAccount, errorText, loadOnlineStyle } from '../net/server.js';
import { linkPage, gameSummaryView } from './link_page.js';
import { loadTitles } from './lobby_text.js';
import { openOnline } from '../game/online_game.js';
import { t } from '../words/words.js';

/** @typedef {import('../game/online_game.js').OnlineController} OnlineController */

/** The reason why a link gives no seat in a game that has begun. @param {string} id @param {string} token */
async function seatGone(id, token) {
    try {
        await api.join(id, token);
        return '';
    } catch (e) {
        return errorText(e);
    }
}

/** Once more, from the beginning. */
function reload() { dispatchEvent(new HashChangeEvent('hashchange')); }

/** @param {HTMLElement} root @param {unknown} e */
function showNoGame(root, e) {
    addEventListener('online', reload);
    fill(root, h('div', { class: 'page wait', test: 'no-game' }, h('h1', { t: 'online.noGame' }), h('p', { role: 'alert' }, errorText(e)),
        h('div', { class: 'two' }, button({ class: 'btn main', icon: 'again', t: 'online.again', 'data-do': 'again' }, reload),
            h('a', { class: 'btn', href: '#/lobby', t: 'shell.lobby' }))));
    return { close: () => removeEventListener('online', reload) };
}

/** @param {HTMLElement} root @param {string[]} params */
export async function open(root, [id, token]) {
    fill(root, h('p', { class: 'page soft', role: 'status', t: 'net.connecting' }));
    /** @type {OnlineController} */
    let c;
    let why = '';
    try {
        await Promise.all([getAccount(), loadTitles(), loadOnlineStyle()]);
        c = await openOnline(id);
        if (token && c.you !== null)
            storeLink(id, token);
        else if (token && c.state().stage !== 'waiting')
            why = await seatGone(id, token);
    } catch (e) {
        return showNoGame(root, e);
    }
    // The token has done its work; it is not to be passed on with the address.
    if (token && c.state().stage !== 'waiting')
        history.replaceState(null, '', `#/g/${id}`);
    return show(root, c, why, token);
}

/** @param {HTMLElement} root @param {OnlineController} c @param {string} why why joining failed @param {string} [token] */
async function show(root, c, why, token) {
    const { openGame } = await import('./game.js');
    /** @type {{close: () => void, relabel: () => void}|null} */
    let screen = null;
    let phase = '';
    const chat = chatView(c);
    // There is no chat against a program.
    if (!c.needsNoConsent)
        c.mountSide = (slot) => chat.mount(slot);

    function invite() {
        const wrong = h('p', { class: 'wrong', role: 'alert' });
        const join = button({ class: 'btn main', icon: 'play', t: 'terms.join', 'data-do': 'join', test: 'join' }, async () => {
            join.disabled = true;
            try {
                await api.join(c.id, token);
            } catch (e) {
                join.disabled = false;
                wrong.textContent = errorText(e);
            }
        });
        const host = c.optimistic.seats.find((seat) => seat.kind === 'person');
        const free = c.optimistic.seats.some((seat) => seat.kind === 'open' || (token && seat.kind === 'link'));
        return h('div', { class: 'page wait', test: 'invite' },
            h('div', { class: 'rows tight' }, h('h1', null, host?.name ? t('terms.title', { name: host.name }) : t('terms.titleGuest')), free ? h('p', { class: 'soft', t: 'terms.lead' }) : null),
            gameSummaryView(c), wrong,
            h('div', { class: 'two' }, free ? join : h('p', { class: 'soft', t: 'game.waiting' }), h('a', { class: 'btn', href: free ? '#/' : '#/lobby', t: free ? 'terms.decline' : 'shell.lobby' })));
    }
    async function cancel() {
        // The screen is being left.
        c.removeEventListener('change', draw);
        await c.do('leave');
        location.hash = '#/';
    }
    function draw() {
        root.dataset.net = c.state().net ?? '';
        const stage = c.state().stage;
        const now = stage !== 'waiting' ? 'game' : c.you === null ? 'invite' : 'link';
        if (now === phase)
            return;
        const before = phase;
        phase = now;
        if (now === 'game') {
            history.replaceState(null, '', `#/g/${c.id}`);
            c.flipped = c.you === 1;
            root.replaceChildren();
            screen = openGame(root, c);
            if (!c.needsNoConsent)
                root.querySelector('.g-tools')?.prepend(chat.open);
            const live = document.getElementById('live');
            if (live && before)
                live.textContent = t('online.begins');
            if (why)
                c.notice(t('online.watching', { why }), true);
        } else {
            fill(root, now === 'link' ? linkPage(c, storedLink(c.id), { cancel: () => void cancel() }) : invite());
        }
    }
    /** Players go to the rematch; spectators get a link to it. @param {any} e */
    function next(e) {
        const to = `#/g/${e.detail.id}`;
        if (c.you !== null) {
            location.hash = to;
            return;
        }
        root.querySelector('.side-slot')?.prepend(h('a', { class: 'btn main', href: to, t: 'online.nextGame', test: 'next-game' }));
        c.notice(t('online.nextGame'));
    }
    c.addEventListener('change', draw);
    c.addEventListener('next', next);
    draw();
    return {
        close() {
            c.removeEventListener('change', draw);
            c.removeEventListener('next', next);
            chat.stop();
            screen?.close();
            c.destroy();
        },
        relabel() {
            chat.relabel();
            if (screen) {
                screen.relabel();
            } else {
                phase = '';
                draw();
            }
        },
    };
}
