// SPDX-License-Identifier: MIT
// Whether online play is available. A static copy of the app, or a device without
// network, has no server.

/** @type {Promise<boolean>|null} */
let checked = null;

async function checkServer() {
    if (!navigator.onLine) return false;
    try {
        const answer = await fetch('healthz', { cache: 'no-store', signal: AbortSignal.timeout(4000) });
        return answer.ok;
    } catch {
        return false;
    }
}

/** Whether online play can be offered; checked once, and again when the network comes back. */
export function hasServer() {
    checked ??= checkServer();
    return checked;
}

/** In localStorage while an account is logged in. */
const LOGGED_IN = 'banmen.account';

/** Whether an account was logged in when the page was used last. */
export function wasLoggedIn() {
    try {
        return localStorage.getItem(LOGGED_IN) !== null;
    } catch {
        return false;
    }
}

/** @param {boolean} is */
export function noteLogin(is) {
    try {
        if (is) localStorage.setItem(LOGGED_IN, '1');
        else localStorage.removeItem(LOGGED_IN);
    } catch {
        // A browser that keeps nothing has no games to send.
    }
}

addEventListener('online', () => (checked = null));
addEventListener('offline', () => (checked = null));
