// SPDX-License-Identifier: MIT
// The panel of one player: name, captured material, clock.
import { fill, h } from '../dom.js';
import { pieceSvg } from '../board/piece_art.js';
import { t } from '../words/words.js';
import { clockView, spokenTime } from './clock_view.js';
import { material } from './material.js';
import { pieceSet } from './board_options.js';
import { seatName, sideName } from './status_text.js';

/** @typedef {import('./types.js').Controller} Controller */
/** @typedef {import('./types.js').ControllerState} State */

/** @param {Controller} c @param {0|1} side @param {(text: string) => void} say */
export function seatView(c, side, say) {
    const clock = clockView({ test: `clock-${side}`, onWarn: (text) => say(`${sideName(c.rules, side)}: ${text}`) });
    const dot = h('span', { class: 'dot', 'aria-hidden': 'true' });
    const name = h('span', { class: 'who' });
    const note = h('span', { class: 'note soft' });
    const won = h('span', { class: 'won', 'aria-hidden': 'true' });
    const el = h('section', { class: `g-seat s${side}`, test: `seat-${side}` }, dot, h('div', { class: 'names' }, name, note, won), clock.el);
    el.dataset.colour = c.rules.sides[0][side].toLowerCase();
    let drawn = '';

    /** @param {State} s */
    function tick(s) {
        clock.show(s.clocks ? s.clocks[side] : null, { loud: c.you === side || c.you === 'both', over: s.stage === 'over' });
    }

    return {
        el, tick,
        /** The clock for screen readers. */
        spoken() {
            const s = c.state();
            const ms = s.clocks?.[side].ms ?? null;
            return ms === null ? '' : `${sideName(c.rules, side)} ${spokenTime(ms)}`;
        },
        /** @param {State} s @param {import('../core/types.js').View} view */
        show(s, view) {
            const seat = c.seats[side];
            const text = seatName(c, side);
            name.textContent = text;
            const what = sideName(c.rules, side);
            note.textContent = [text === what ? '' : what, seat.present === false ? t('game.away') : ''].filter(Boolean).join(' · ');
            el.setAttribute('aria-label', [what, text === what ? '' : text].filter(Boolean).join(', '));
            el.classList.toggle('on', s.stage === 'playing' && s.turn === side);
            el.classList.toggle('thinking', !!seat.thinking);
            el.classList.toggle('lost-touch', seat.present === false);
            const w = s.outcome.result;
            el.classList.toggle('winner', s.stage === 'over' && w === (side ? 'second' : 'first'));
            tick(s);
            if (!c.rules.hasHands) showWon(view);
        },
    };

    /** @param {import('../core/types.js').View} view */
    function showWon(view) {
        const m = material(c.rules, view)[side];
        const set = pieceSet(c.rules);
        const key = JSON.stringify([m, set]);
        if (key === drawn) return;
        const other = side ? 0 : 1;
        const pieces = m.kinds.flatMap(({ kind, count }) => Array.from({ length: Math.min(count, 8) }, () => {
            const box = h('i');
            box.innerHTML = pieceSvg(set, c.rules, kind, other) ?? '';
            return box;
        }));
        fill(won, ...pieces, m.lead ? h('b', null, `+${m.lead}`) : null);
        drawn = key;
    }
}
