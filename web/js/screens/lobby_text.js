// SPDX-License-Identifier: MIT
// Texts of the lobby: game titles, clocks, seats.
import { sharedCore } from '../core/shared_core.js';
import { pick, t } from '../words/words.js';

/** @typedef {import('../net/rest.js').WireSeat} WireSeat */

/** @type {Map<string, readonly [string, string]>} */
const titles = new Map();
/** @type {import('../core/core.js').Core|null} */
let core = null;

/** To be waited for once, before the others are used. */
export async function loadTitles() {
    core = await sharedCore();
    for (const v of await core.variants())
        titles.set(v.name, v.title);
}

/** The name of a game; one that was uploaded has its own. @param {string} variant */
export function gameTitle(variant) { return pick(titles.get(variant)) || variant.replace(/@.*/, ''); }
/** Whether it comes with the program. @param {string} variant */
export function isBuiltIn(variant) { return titles.has(variant); }

/** @param {number} ms */
function durationText(ms) {
    if (ms >= 86400000)
        return t('online.days', { n: ms / 86400000 });
    return ms % 60000 === 0 ? t('online.min', { n: ms / 60000 }) : t('online.sec', { n: ms / 1000 });
}

/** @param {any} c a side of a time control */
function sideClockText(c) {
    if (c.kind === 'none')
        return t('new.noClock');
    if (c.kind === 'move' || c.kind === 'days')
        return t('online.perMove', { time: durationText(c.base) });
    const parts = c.base ? [durationText(c.base)] : [];
    if (c.increment)
        parts.push(`+ ${t('online.sec', { n: c.increment / 1000 })}`);
    if (c.delay)
        parts.push(t('online.delay', { n: c.delay / 1000 }));
    if (c.byoyomi)
        parts.push(t('online.byoyomi', { n: c.byoyomi / 1000, periods: c.periods }));
    return parts.join(' ');
}

/** A time control as text: "10 min + 5 s", "3 days a move". @param {string} text */
export function clockText(text) {
    const parsed = core?.parseClock(text);
    if (!parsed?.ok)
        return text;
    const both = parsed.sides.map(sideClockText);
    return both[0] === both[1] ? both[0] : both.join(' / ');
}

/** The name of a seat. @param {WireSeat} c */
export function seatText(c) {
    if (c.kind === 'level')
        return t('game.level', { n: c.level ?? 0 });
    if (c.kind === 'open' || c.kind === 'link')
        return t('game.openSeat');
    return c.name || t('online.guest');
}
