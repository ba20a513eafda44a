// SPDX-License-Identifier: MIT
// People whom this browser does not show in chats.

const KEY = 'banmen.muted';
const KEPT = 200;

/** @returns {string[]} */
function muted() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
        return Array.isArray(kept) ? kept : [];
    } catch {
        return [];
    }
}
/** @param {string} who an id of the server */
export function isMuted(who) { return who !== '' && muted().includes(who); }
/** @param {string} who @param {boolean} yes */
export function mute(who, yes) {
    try {
        localStorage.setItem(KEY, JSON.stringify([...muted().filter((w) => w !== who), ...(yes ? [who] : [])].slice(-KEPT)));
    } catch {
        // Without storage no person stays muted.
    }
}
