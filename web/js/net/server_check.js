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

addEventListener('online', () => (checked = null));
addEventListener('offline', () => (checked = null));
