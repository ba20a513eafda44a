// SPDX-License-Identifier: MIT
// Keeps the app for use without a network. All files of one version are kept together and served
// together, so that a page never gets parts of two. A new version is fetched in the background and
// takes over when the page is loaded anew and no other page still uses the old one.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

// Both are filled in when the program is built.
const VERSION = 'none';
const FILES = /** @type {string[]} */ ([]);

const PREFIX = 'banmen-';
const NAME = PREFIX + VERSION;
const known = new Set(FILES);
// A page that loads itself anew as soon as the new version is in charge.
const AGAIN = '<!doctype html><script>const again = () => location.reload();' +
    'navigator.serviceWorker.oncontrollerchange = again; setTimeout(again, 1000);</script>';

worker.addEventListener('install', event => event.waitUntil(keepAll()));
worker.addEventListener('activate', event => event.waitUntil(takeOver()));
worker.addEventListener('message', event => {
    if (event.data === 'take-over')
        void worker.skipWaiting();
});
worker.addEventListener('fetch', event => {
    const url = new URL(event.request.url);
    if (event.request.method === 'GET' && url.origin === worker.location.origin && known.has(url.pathname))
        event.respondWith(answer(event.request, url.pathname));
});

// What a version has in common with the one before comes from the browser's own cache: the server
// says that it is unchanged.
async function keepAll() {
    const cache = await caches.open(NAME);
    await Promise.all(FILES.map(async path => {
        const got = await fetch(path, { cache: 'no-cache' });
        if (!got.ok)
            throw new Error(`${path}: ${got.status}`);
        await cache.put(path, got);
    }));
}

async function takeOver() {
    for (const name of await caches.keys())
        if (name.startsWith(PREFIX) && name !== NAME)
            await caches.delete(name);
    await worker.clients.claim();
}

/** @param {Request} request @param {string} path */
async function answer(request, path) {
    if (request.mode === 'navigate') {
        const waiting = worker.registration.waiting;
        if (waiting && (await worker.clients.matchAll()).length < 2) {
            waiting.postMessage('take-over');
            return new Response(AGAIN, { headers: { 'Content-Type': 'text/html' } });
        }
    }
    const cache = await caches.open(NAME);
    return await cache.match(path) ?? fetch(request);
}
