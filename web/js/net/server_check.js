// SPDX-License-Identifier: MIT
// Whether there is a server to play through. A copy of the app on plain files, or a phone without
// network, has none: then nothing is offered that needs it.

/** @type {Promise<boolean>|null} */
let asked = null;

async function ask() {
    if (!navigator.onLine) return false;
    try {
        const answer = await fetch('healthz', { cache: 'no-store', signal: AbortSignal.timeout(4000) });
        return answer.ok;
    } catch {
        return false;
    }
}

/** Whether online play can be offered; asked once, and again when the network comes back. */
export function canOnline() {
    asked ??= ask();
    return asked;
}

addEventListener('online', () => (asked = null));
addEventListener('offline', () => (asked = null));
