// SPDX-License-Identifier: MIT
// Rows of the lobby: what is sought, what is played.
import { button, h } from '../dom.js';
import { thumbnail } from '../board/thumbnail.js';
import { t } from '../words/words.js';
import { seatText, clockText, gameTitle, isBuiltIn } from './lobby_text.js';

/** @typedef {import('../net/rest.js').Seek} Seek */
/** @typedef {import('../net/rest.js').GameSummary} GameSummary */

/** @param {string} variant */
function variantThumbnail(variant) {
    return isBuiltIn(variant) ? thumbnail(variant) : h('span', { class: 'mini none', 'aria-hidden': 'true' });
}
/** The side that the accepting player gets. @param {string} side */
function remainingSideText(side) {
    return t(side === 'first' ? 'online.youSecond' : side === 'second' ? 'online.youFirst' : 'online.youRandom');
}

/** @param {Seek} s @param {boolean} mine @param {{accept: (id: string) => Promise<void>, withdraw: (id: string) => Promise<void>}} o */
export function seekRow(s, mine, o) {
    const run = (/** @type {(id: string) => Promise<void>} */ f) => () => {
        act.disabled = true;
        void f(s.id).finally(() => { act.disabled = false; });
    };
    const title = gameTitle(s.variant);
    const act = mine
        ? button({ class: 'btn', icon: 'close', t: 'online.withdraw', 'data-do': 'withdraw', test: 'withdraw' }, run(o.withdraw))
        : button({ class: 'btn main', icon: 'play', t: 'online.accept', 'data-do': 'accept', test: 'accept' }, run(o.accept));
    act.setAttribute('aria-describedby', `seek-${s.id}`);
    return h('li', { class: `row${mine ? ' mine' : ''}`, 'data-seek': s.id, test: 'seek-row' }, variantThumbnail(s.variant),
        h('div', { class: 'row-text', id: `seek-${s.id}` }, h('strong', null, title), h('span', { class: 'soft' }, [clockText(s.clock), mine ? '' : remainingSideText(s.side)].filter(Boolean).join(' · ')),
            h('span', { class: 'soft' }, mine ? t('online.yourSeek') : s.name || t('online.guest'))), act);
}

/** @param {import('../net/lobby_socket.js').Challenge} c @param {(id: string, yes: boolean) => Promise<void>} answer */
export function challengeRow(c, answer) {
    return h('li', { class: 'row mine', 'data-challenge': c.id, test: 'challenge-row' }, variantThumbnail(c.variant),
        h('div', { class: 'row-text', id: `challenge-${c.id}` }, h('strong', null, t('online.challenge', { name: c.from })),
            h('span', { class: 'soft' }, [gameTitle(c.variant), clockText(c.clock), remainingSideText(c.side)].join(' · '))),
        button({ class: 'btn main', icon: 'play', t: 'online.accept', 'data-do': 'accept', 'aria-describedby': `challenge-${c.id}` }, () => void answer(c.id, true)),
        button({ class: 'btn', icon: 'close', t: 'online.decline', 'data-do': 'decline', 'aria-describedby': `challenge-${c.id}` }, () => void answer(c.id, false)));
}

/** A challenge that one has made. @param {import('../net/lobby_socket.js').Challenge} c @param {(id: string) => Promise<void>} withdraw */
export function ownChallengeRow(c, withdraw) {
    return h('li', { class: 'row mine', 'data-own-challenge': c.id, test: 'own-challenge-row' }, variantThumbnail(c.variant),
        h('div', { class: 'row-text', id: `challenge-${c.id}` }, h('strong', null, t('challenge.sent', { name: c.to })), h('span', { class: 'soft' }, [gameTitle(c.variant), clockText(c.clock)].join(' · '))),
        button({ class: 'btn', icon: 'close', t: 'online.withdraw', 'data-do': 'withdraw-challenge', 'aria-describedby': `challenge-${c.id}` }, () => void withdraw(c.id)));
}

/** @param {GameSummary} g @param {{mine?: boolean}} [o] */
export function gameRow(g, o = {}) {
    const names = `${seatText(g.seats[0])} – ${seatText(g.seats[1])}`;
    const waits = g.stage === 'waiting';
    return h('li', { class: 'row', 'data-game': g.id, test: 'game-row' }, variantThumbnail(g.variant),
        h('div', { class: 'row-text', id: `game-${g.id}` }, h('strong', null, names), h('span', { class: 'soft' }, `${gameTitle(g.variant)} · ${clockText(g.clock)}`),
            h('span', { class: 'soft' }, waits ? t('online.stageWaiting') : t('online.plies', { n: g.plies }))),
        h('a', {
            class: `btn${o.mine || waits ? ' main' : ''}`, href: `#/g/${g.id}`, icon: o.mine || waits ? 'play' : 'eye', t: o.mine ? 'online.goOn' : waits ? 'online.join' : 'online.watch', test: o.mine ? 'go-on' : 'watch',
            'aria-describedby': `game-${g.id}`,
        }));
}

/** The result as text. @param {GameSummary} g */
function resultText(g) {
    if (g.result === 'first' || g.result === 'second') return t('end.won', { who: seatText(g.seats[g.result === 'first' ? 0 : 1]) });
    return t(g.result === 'draw' ? 'end.draw' : 'end.none');
}

/** A game that is over. @param {GameSummary} g */
export function finishedRow(g) {
    const names = `${seatText(g.seats[0])} – ${seatText(g.seats[1])}`;
    return h('li', { class: 'row', 'data-game': g.id, test: 'finished-row' }, variantThumbnail(g.variant),
        h('div', { class: 'row-text', id: `game-${g.id}` }, h('strong', null, names), h('span', { class: 'soft' }, `${gameTitle(g.variant)} · ${clockText(g.clock)}`),
            h('span', { class: 'soft' }, `${resultText(g)} · ${t('online.plies', { n: g.plies })}`)),
        h('a', { class: 'btn', href: `#/g/${g.id}`, icon: 'eye', t: 'online.look', test: 'look', 'aria-describedby': `game-${g.id}` }),
        h('a', { class: 'btn bare square', href: `#/analysis?game=${g.id}`, icon: 'search', label: 'games.analyse', test: 'finished-analyse', 'aria-describedby': `game-${g.id}` }));
}

/** A list that changes only where something has changed. @param {HTMLElement} list */
export function keyedList(list) {
    /** @type {Map<string, {key: string, el: HTMLElement}>} */
    let known = new Map();
    return {
        /** @param {{id: string, key: string, make: () => HTMLElement}[]} rows */
        show(rows) {
            const next = new Map();
            for (const r of rows) {
                const old = known.get(r.id);
                next.set(r.id, old?.key === r.key ? old : { key: r.key, el: r.make() });
            }
            for (const [id, { el }] of known)
                if (next.get(id)?.el !== el)
                    el.remove();
            let at = list.firstElementChild;
            for (const { el } of next.values()) {
                if (at && el === at)
                    at = at.nextElementSibling;
                else
                    list.insertBefore(el, at);
            }
            known = next;
        },
        forget() {
            known = new Map();
            list.replaceChildren();
        },
    };
}
