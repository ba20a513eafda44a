// SPDX-License-Identifier: MIT
// Time controls in words: "10 minutes + 5 seconds a move". Every screen that shows a time control asks here.
import { addWords, t } from '../words/words.js';

/** @typedef {import('../words/words.js').Key} Key */
/** @typedef {import('../core/types.js').TimeControl} TimeControl */

/** The words, to be waited for once before the others are used. */
export function loadClockWords() {
    return addWords('play');
}

/** @type {[number, Key, Key][]} */
const UNITS = [[86400000, 'time.day', 'time.days'], [3600000, 'time.hour', 'time.hours'], [60000, 'time.minute', 'time.minutes']];

/** A length of time: "1 minute 30 seconds". @param {number} ms */
export function durationWords(ms) {
    const parts = [];
    let rest = ms;
    for (const [unit, one, many] of UNITS) {
        const n = Math.floor(rest / unit);
        rest -= n * unit;
        if (n) parts.push(t(n === 1 ? one : many, { n }));
    }
    if (rest || !parts.length) parts.push(t(rest === 1000 ? 'time.second' : 'time.seconds', { n: rest / 1000 }));
    return parts.reduce((a, b) => t('time.join', { a, b }));
}

/** One side's time control. @param {TimeControl} c */
function sideWords(c) {
    if (c.kind === 'none') return t('new.noClock');
    if (c.kind === 'move' || c.kind === 'days') return t('time.perMove', { time: durationWords(c.base) });
    let text = c.base ? durationWords(c.base) : '';
    if (c.increment) text = text ? t('time.increment', { base: text, time: durationWords(c.increment) }) : t('time.incrementOnly', { time: durationWords(c.increment) });
    if (c.delay) text = text ? t('time.delay', { base: text, time: durationWords(c.delay) }) : t('time.delayOnly', { time: durationWords(c.delay) });
    if (c.byoyomi) {
        const period = t(c.periods > 1 ? 'time.periods' : 'time.period', { time: durationWords(c.byoyomi), n: c.periods });
        text = text ? t('time.byoyomi', { base: text, period }) : t('time.byoyomiOnly', { period });
    }
    return text || durationWords(0);
}

/**
 * A time control as a sentence; a text that cannot be read stays as it is.
 * @param {{parseClock: (text: string) => import('../core/types.js').ClockAnswer}|null} core @param {string} text
 */
export function clockWords(core, text) {
    const parsed = core?.parseClock(text);
    if (!parsed?.ok) return text;
    const [first, second] = parsed.sides.map(sideWords);
    return first === second ? first : t('time.sides', { first, second });
}
