// SPDX-License-Identifier: MIT
// The panel at the end of a game: result, reason, and what comes next: review, rematch, a new opponent, sharing.
import { button, h } from '../dom.js';
import { openDialog } from './dialog.js';
import { t } from '../words/words.js';
import { reviewOf } from '../game/review_link.js';
import { reasonText, resultText, seatName, sideName } from '../game/status_text.js';
import { formatsFor, saveAs, share } from '../game/record_export.js';

export { resultText };
/** @typedef {import('../game/types.js').Controller} Controller */

/** The big line: you have won, White has won. @param {Controller} c */
function headline(c) {
    const { result } = c.state().outcome;
    if (result === 'draw') return t('end.draw');
    if (result !== 'first' && result !== 'second') return t('end.none');
    const winner = result === 'first' ? 0 : 1;
    if (c.you === winner) return t('end.youWon');
    if (c.you === 0 || c.you === 1) return t('end.youLost', { who: seatName(c, winner) });
    return t('end.won', { who: sideName(c.rules, winner) });
}

/** The dialog for a game of the same kind with another opponent. @param {Controller} c */
export async function newOpponent(c) {
    const { newGame } = await import('./new_game.js');
    await newGame({ game: c.rules.name, rules: c.rules.yaml ? c.rules : undefined, opponent: c.kind === 'online' ? 'lobby' : c.you === 'both' ? 'friend' : 'computer' });
}

/** @param {Controller} c */
export function openGameOver(c) {
    if (document.querySelector('dialog[open]')) return;
    const s = c.state();
    const score = s.outcome.result === 'draw' ? '½ – ½' : s.outcome.result === 'first' ? '1 – 0' : s.outcome.result === 'second' ? '0 – 1' : '';
    const rematch = c.can('rematch') ? button({ class: 'btn main', icon: 'again', t: 'act.rematch', test: 'end-rematch', 'data-do': 'rematch' }, () => {
        dialog.close();
        void c.do('rematch');
    }) : null;
    const where = reviewOf(c);
    const review = where ? h('a', { class: 'btn', href: where, icon: 'search', t: 'act.review', test: 'end-review' }) : null;
    const another = c.you === null ? null : button({ class: 'btn', icon: 'people', t: 'act.newOpponent', test: 'end-another', 'data-do': 'another' }, async () => {
        dialog.close();
        await newOpponent(c);
    });
    // The state of a rematch offer is shown here, because the dialog covers the banners.
    const rematchText = h('p', { class: 'end-wish', role: 'status', test: 'end-wish' });
    const showRematch = () => {
        const by = c.state().rematch?.offered ?? null;
        rematchText.textContent = by === null ? '' : by === c.you ? t('offer.rematchMine') : c.you === null ? '' : t('offer.rematch', { name: seatName(c, by) });
    };
    const dialog = openDialog({
        title: null, titleText: headline(c), test: 'end',
        body: [
            h('p', { class: 'end-why', test: 'end-reason' }, reasonText(c)),
            h('p', { class: 'end-score' }, h('span', null, seatName(c, 0)), h('b', null, score), h('span', null, seatName(c, 1))),
            ...(s.plies ? [h('div', { class: 'field' }, h('span', { class: 'cap', t: 'end.save' }), h('div', { class: 'pick' },
                formatsFor(c.rules).map((f) => h('button', { type: 'button', class: 'btn', test: `end-save-${f}`, on: { click: () => void saveAs(c, f) } }, f.toUpperCase()))))] : []),
            rematchText,
        ],
        foot: [rematch, review, another,
            s.plies ? button({ class: 'btn', icon: 'share', t: 'act.share', test: 'end-copy', 'data-do': 'share' }, () => void share(c)) : null,
            button({ class: 'btn bare', t: 'end.look', test: 'end-look', 'data-do': 'close' }, () => dialog.close())].filter((x) => x !== null),
        onClose: () => c.removeEventListener('change', showRematch),
    });
    c.addEventListener('change', showRematch);
    showRematch();
    rematch?.focus();
}
