// SPDX-License-Identifier: MIT
// weight.mjs BANMEN FOLDER: what comes over the wire, headers included, until a board can be played and for the
// whole first screen. TAP.
import { run, ok } from '../harness.mjs';

const BOARD = 150000, HOME = 200000, REQUESTS = 20;

// Run in the page from its start: note when it is ready.
const watch = (ready) => `(() => {
    const frame = () => ((${ready})() ? performance.mark('ready') : requestAnimationFrame(frame));
    requestAnimationFrame(frame);
})()`;

// What a page asks for: [bytes of headers, bytes of the body, address], the largest first, as Chromium counts what comes
// over the wire. What a service worker fetches for later is not counted: there is none. `all`: also what is asked for
// after the page is ready, until nothing more comes; else what was asked for until then.
async function weigh(rig, route, ready, all) {
    const p = await rig.open({ route: null });
    const wire = await p.context.newCDPSession(p.page), asked = new Map();
    wire.on('Network.requestWillBeSent', (e) => asked.set(e.requestId, { path: new URL(e.request.url).pathname, at: e.wallTime * 1000 }));
    wire.on('Network.responseReceived', (e) => (asked.get(e.requestId).heads = e.response.encodedDataLength));
    wire.on('Network.loadingFinished', (e) => (asked.get(e.requestId).sum = e.encodedDataLength));
    wire.on('Network.loadingFailed', (e) => (asked.get(e.requestId).sum = asked.get(e.requestId).heads ??= 0));
    await wire.send('Network.enable');
    await p.page.addInitScript({ content: `delete Navigator.prototype.serviceWorker;${watch(ready)}` });
    await p.goto(route);
    await p.until(() => performance.getEntriesByName('ready').length, undefined, `${route} is ready`);
    if (all)
        await p.page.waitForLoadState('networkidle');
    const end = await p.evaluate(() => performance.timeOrigin + performance.getEntriesByName('ready')[0].startTime);
    const rows = [...asked.values()].filter((r) => all || r.at <= end);
    while (rows.some((r) => r.sum === undefined))
        await p.drawn();
    await p.close();
    return rows.map((r) => [r.heads, r.sum - r.heads, r.path]).sort((a, b) => b[1] - a[1]);
}

function tell(what, rows) {
    const heads = rows.reduce((s, r) => s + r[0], 0), bodies = rows.reduce((s, r) => s + r[1], 0);
    console.log(`# ${what}: ${heads + bodies} bytes, ${heads} of them headers, in ${rows.length} answers; ${
        rows.map((r) => `${r[2]} ${r[1]}`).join(', ')}`);
    return heads + bodies;
}

await run(async (rig) => {
    const drawn = () => document.querySelector('[data-stage=playing], [data-stage=waiting]') && deep('[data-piece]').length > 0;
    for (const game of ['chess', 'shogi']) {
        const rows = await weigh(rig, `/#/play/${game}?first=human&second=human`, drawn, false);
        const sum = tell(game, rows);
        ok(sum > 0 && sum <= BOARD, `${game} can be played after at most ${BOARD} bytes`);
        ok(rows.length <= REQUESTS, `and ${REQUESTS} requests`);
    }
    const rows = await weigh(rig, '/', () => document.querySelectorAll('#main a, #main button').length > 3, true);
    const sum = tell('home', rows);
    ok(sum > 0 && sum <= HOME, `the first screen with all its pictures takes at most ${HOME} bytes`);
});
