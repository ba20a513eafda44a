// SPDX-License-Identifier: MIT
// The waiting page of a game by link: the link for the friend.
//
// Handles: link-page, the link in input[data-link], copy-link and share-link ([data-do]), cancel.
import { button, h } from '../dom.js';
import { toast } from '../dialogs/dialog.js';
import { thumbnailOf } from '../board/thumbnail.js';
import { sideName } from '../game/status_text.js';
import { pick, t } from '../words/words.js';
import { clockText, seatText } from './lobby_text.js';

/** @typedef {import('../game/online_game.js').OnlineController} OnlineController */

/** What is played, and how: the terms, which stand before a seat is taken. @param {OnlineController} c */
export function gameSummaryView(c) {
    const { config, seats } = c.optimistic;
    const you = c.you === 0 || c.you === 1 ? c.you : seats[0].kind === 'person' ? 1 : 0;
    const other = seats[1 - you];
    const row = (/** @type {import('../words/words.js').Key} */ key, /** @type {string} */ text) => [h('dt', { t: key }), h('dd', null, text)];
    const start = c.game.view(0).position;
    const usual = c.rules.shuffles || c.rules.starts.some((s) => s.text === start);
    return h('div', { class: 'what', test: 'terms' }, thumbnailOf(c.rules, start),
        h('dl', null, row('new.game', pick(c.rules.title) || c.rules.name), row('new.clock', clockText(config.clock)),
            row('new.side', sideName(c.rules, you)), row('terms.opponent', c.you === null ? seatText(other) : t('game.openSeat')), row('terms.rated', t('terms.unrated')),
            ...(usual ? [] : [row('terms.start', t('terms.startOwn'))]),
            row('terms.takebacks', t(config.takebacks === false ? 'terms.takebacksNo' : 'terms.takebacksYes'))));
}

/** @param {OnlineController} c @param {string|null} token @param {{cancel: () => void}} o */
export function linkPage(c, token, o) {
    const url = `${location.origin}${location.pathname}#/g/${c.id}${token ? `/${token}` : ''}`;
    const input = h('input', { type: 'text', readOnly: true, id: 'link', 'data-link': '', test: 'link', value: url, on: { focus: () => input.select() } });
    async function copy() {
        try {
            await navigator.clipboard.writeText(url);
            toast(t('share.copied'));
        } catch {
            input.focus();
            input.select();
            toast(t(document.execCommand?.('copy') ? 'share.copied' : 'online.copyByHand'));
        }
    }
    const share = 'share' in navigator ? button({ class: 'btn', icon: 'share', t: 'act.share', 'data-do': 'share-link', test: 'share-link' }, () => {
        navigator.share({ title: 'banmen', text: t('online.invite', { game: pick(c.rules.title) || c.rules.name }), url }).catch(() => undefined);
    }) : null;
    const copyButton = button({ class: 'btn main', icon: 'copy', t: 'online.copy', 'data-do': 'copy-link', test: 'copy-link' }, () => void copy());
    const el = h('div', { class: 'page wait', test: 'link-page' },
        h('h1', { t: token ? 'online.linkTitle' : 'online.waitTitle' }),
        gameSummaryView(c),
        h('div', { class: 'field' }, h('label', { for: 'link', t: token ? 'online.linkLead' : 'online.linkOpen' }), h('div', { class: 'link-row' }, input, copyButton, share)),
        h('p', { class: 'waiting', role: 'status' }, h('span', { class: 'spin', 'aria-hidden': 'true' }), h('span', { t: 'online.waiting' })),
        h('div', null, button({ class: 'btn bare danger', icon: 'close', t: 'online.cancel', 'data-do': 'cancel', test: 'cancel' }, o.cancel)));
    return el;
}
