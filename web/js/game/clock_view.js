// SPDX-License-Identifier: MIT
// The view of a clock, with a mark and a sound in the last ten seconds.
import { h } from '../dom.js';
import { sound } from '../sounds.js';
import { t } from '../words/words.js';

/** @typedef {NonNullable<import('./types.js').GameState['clocks']>[number]} Clock */

/** 1:02:03, 4:05, and tenths below ten seconds. @param {number} ms */
function timeText(ms) {
    if (ms < 10000) return `0:0${(Math.max(0, ms) / 1000).toFixed(1)}`.replace('0:010.0', '0:10.0');
    const s = Math.ceil(ms / 1000);
    if (s >= 172800) return t('clock.days', { n: Math.floor(s / 86400), h: Math.floor((s % 86400) / 3600) });
    const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    const hours = Math.floor(s / 3600);
    const rest = `${hours ? two(Math.floor((s % 3600) / 60)) : Math.floor(s / 60)}:${two(s % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
}

/** The text for screen readers. @param {number} ms */
export function spokenTime(ms) {
    const s = Math.max(0, Math.ceil(ms / 1000));
    return s >= 60 ? t('clock.minutes', { m: Math.floor(s / 60), s: s % 60 }) : t('clock.seconds', { s });
}

/** One clock. @param {{test: string, onWarn: (text: string) => void}} o */
export function clockView(o) {
    const time = h('span', { class: 'time' });
    const extra = h('span', { class: 'periods' });
    const el = h('div', { class: 'clock', test: o.test, role: 'timer' }, time, extra);
    let second = -1;
    let warned = Infinity;
    return {
        el,
        /** @param {Clock|null} c @param {{loud: boolean, over: boolean}} how */
        show(c, how) {
            el.hidden = !c || c.ms === null;
            if (!c || c.ms === null) return;
            const { ms } = c;
            const text = timeText(ms);
            if (time.textContent !== text) time.textContent = text;
            const byoyomi = c.byoyomi && c.periods > 0 ? `${timeText(c.byoyomi).replace(/^0:0?/, '').replace(/\.0$/, '')}″×${c.periods}` : '';
            if (extra.textContent !== byoyomi) extra.textContent = byoyomi;
            const low = ms <= 10000 && !how.over;
            el.classList.toggle('running', c.running);
            el.classList.toggle('low', low && c.running);
            el.classList.toggle('fallen', how.over && ms <= 0);
            if (!c.running || how.over) {
                warned = Infinity;
                return;
            }
            const s = Math.ceil(ms / 1000);
            if (s !== second && s <= 10 && s > 0 && how.loud) sound('low');
            second = s;
            // Announced at 60, 30 and 10 seconds, once each.
            const mark = s <= 10 ? 10 : s <= 30 ? 30 : s <= 60 ? 60 : Infinity;
            if (mark < warned) {
                if (warned !== Infinity || s === mark) if (how.loud) o.onWarn(spokenTime(ms));
                warned = mark;
            }
        },
    };
}
