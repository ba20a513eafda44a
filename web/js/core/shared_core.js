// SPDX-License-Identifier: MIT
// The core and the rules of games, loaded once and shared by all screens.
import { loadCore } from './core.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./rules.js').Rules} Rules */

/** @type {Promise<Core>|null} */
let core = null;
/** @type {Map<string, Promise<Rules>>} */
const opened = new Map();

/** The core. A failed load is tried again at the next call. @returns {Promise<Core>} */
export function sharedCore() {
    core ??= loadCore().catch((e) => {
        core = null;
        throw e;
    });
    return core;
}

/** Rules of a built-in game; they stay loaded. @param {string} name @returns {Promise<Rules>} */
export function loadRules(name) {
    let rules = opened.get(name);
    if (!rules) {
        rules = sharedCore().then((c) => c.open(name));
        rules.catch(() => opened.delete(name));
        opened.set(name, rules);
    }
    return rules;
}

/** What the library says of a game; chess and shogi themselves come without. @param {Rules} rules @returns {Promise<string[]>} */
export async function aboutText(rules) {
    return rules.about[0] ? rules.about : (await sharedCore()).about(rules.name);
}

// A game that a person has opened from a text, until the page is closed.
/** @type {Rules|null} */
let own = null;
/** @param {Rules|null} r */
export function setCustomRules(r) {
    own = r;
}
/** @returns {Rules|null} */
export function getCustomRules() {
    return own;
}
