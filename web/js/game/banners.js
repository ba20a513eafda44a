// SPDX-License-Identifier: MIT
// Banners: offers to answer, connection state, absent opponent.
import { button, fill, h } from '../dom.js';
import { t } from '../words/words.js';
import { seatName } from './status_text.js';

/** @typedef {import('./types.js').Controller} Controller */
/** @typedef {import('./types.js').ControllerState} State */

/** @param {Controller} c */
export function bannersView(c) {
    const el = h('div', { class: 'g-banners', 'aria-live': 'polite' });
    let drawn = '';
    /** @type {ReturnType<typeof setInterval>|undefined} */
    let ticking;

    /** The opponent has left: how long to wait, and then what can be claimed. @param {string} name */
    function away(name) {
        const text = h('span');
        const answers = h('span', { class: 'answers' },
            button({ class: 'btn main', t: 'away.win', 'data-do': 'claim-win', test: 'claim-win' }, () => void c.do('claim-win')),
            button({ class: 'btn', t: 'away.draw', 'data-do': 'claim-draw', test: 'claim-draw' }, () => void c.do('claim-draw')));
        const tick = () => {
            const ms = c.state().claimMs;
            if (ms === null || ms === undefined || !el.isConnected) {
                clearInterval(ticking);
                return;
            }
            answers.hidden = ms > 0;
            text.textContent = ms > 0 ? t('away.wait', { name, s: Math.ceil(ms / 1000) }) : t('away.claim', { name });
        };
        clearInterval(ticking);
        ticking = setInterval(tick, 500);
        tick();
        // The countdown is for the eye; that something can be claimed is said when it can.
        return h('div', { class: 'banner', test: 'away' }, text, answers);
    }

    /** @param {string} text @param {string} act @param {string} test */
    function question(text, act, test) {
        return h('div', { class: 'banner', test }, h('span', null, text), h('span', { class: 'answers' },
            button({ class: 'btn main', t: 'dialog.yes', 'data-do': 'yes' }, () => void c.do(act, { yes: true })),
            button({ class: 'btn', t: 'dialog.no', 'data-do': 'no' }, () => void c.do(act, { yes: false }))));
    }

    return {
        el,
        /** @param {State} s */
        show(s) {
            const other = c.you === 0 ? 1 : c.you === 1 ? 0 : null;
            const name = other === null ? '' : seatName(c, other);
            const key = JSON.stringify([s.offers, s.net, s.net === 'lost' && s.unsent, s.rematch, s.claimMs === null || s.claimMs === undefined, s.claimMs === 0, name, document.documentElement.lang]);
            if (key === drawn) return;
            drawn = key;
            fill(el,
                s.net === 'lost' || s.net === 'connecting' ? h('div', { class: 'banner warn', test: 'net-lost' }, t(s.net === 'connecting' ? 'net.connecting' : s.unsent ? 'net.lostMove' : 'net.lost')) : null,
                other !== null && typeof s.claimMs === 'number' ? away(name) : null,
                other !== null && s.offers.draw === other ? question(t('offer.draw', { name }), 'answer-draw', 'offer-draw') : null,
                other !== null && s.offers.draw === c.you ? h('div', { class: 'banner' }, t('offer.drawMine')) : null,
                other !== null && s.offers.takeback === other ? question(t('offer.takeback', { name }), 'answer-takeback', 'offer-takeback') : null,
                other !== null && s.offers.takeback === c.you ? h('div', { class: 'banner' }, t('offer.takebackMine')) : null,
                other !== null && s.rematch?.offered === other ? question(t('offer.rematch', { name }), 'rematch', 'offer-rematch') : null,
                other !== null && s.rematch && s.rematch.offered === c.you ? h('div', { class: 'banner' }, t('offer.rematchMine')) : null);
        },
    };
}
