// SPDX-License-Identifier: MIT
// Texts of the lobby: game titles, clocks, seats.
import { sharedCore } from '../core/shared_core.js';
import { clockWords, loadClockWords } from '../game/clock_words.js';
import { pick, t } from '../words/words.js';

/** @typedef {import('../net/rest.js').WireSeat} WireSeat */

/** @type {Map<string, readonly [string, string]>} */
const titles = new Map();
/** @type {import('../core/core.js').Core|null} */
let core = null;

/** To be waited for once, before the others are used. */
export async function loadTitles() {
    [core] = await Promise.all([sharedCore(), loadClockWords()]);
    for (const v of await core.variants())
        titles.set(v.name, v.title);
}

/** The name of a game; one that was uploaded has its own. @param {string} variant */
export function gameTitle(variant) { return pick(titles.get(variant)) || variant.replace(/@.*/, ''); }
/** Whether it comes with the program. @param {string} variant */
export function isBuiltIn(variant) { return titles.has(variant); }

/** A time control in words. @param {string} text */
export function clockText(text) { return clockWords(core, text); }

/** The name of a seat. @param {WireSeat} c */
export function seatText(c) {
    if (c.kind === 'level')
        return t('game.level', { n: c.level ?? 0 });
    if (c.kind === 'open' || c.kind === 'link')
        return t('game.openSeat');
    return c.name || t('online.guest');
}
