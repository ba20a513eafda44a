// SPDX-License-Identifier: MIT
// weight.mjs BANMEN FOLDER: what comes over the wire until a board can be played. TAP.
import { run, ok } from './harness.mjs';

const LIMIT = 150000;

// Bodies as they came over the wire.
async function weigh(rig, route, ready) {
    const p = await rig.open({ route: null });
    const cdp = await p.context.newCDPSession(p.page);
    const urls = new Map(), sizes = new Map();
    await cdp.send('Network.enable');
    cdp.on('Network.responseReceived', (e) => urls.set(e.requestId, e.response.url));
    cdp.on('Network.loadingFinished', (e) => sizes.set(e.requestId, e.encodedDataLength));
    await p.goto(route);
    await ready(p);
    const rows = [...sizes].map(([id, n]) => [n, (urls.get(id) ?? '?').replace(/^http:\/\/[^/]*/, '')]).sort((a, b) => b[0] - a[0]);
    await p.close();
    return rows;
}

await run(async (rig) => {
    for (const game of ['chess', 'shogi']) {
        const rows = await weigh(rig, `/#/play/${game}?first=human&second=human`, (p) =>
            p.until(() => document.querySelector('[data-stage=playing], [data-stage=waiting]') && deep('[data-piece]').length));
        const sum = rows.reduce((s, [n]) => s + n, 0);
        ok(sum > 0 && sum <= LIMIT, `${game} can be played after at most ${LIMIT} bytes`);
        console.log(`# ${sum} bytes in ${rows.length} answers; ${rows.slice(0, 8).map(([n, u]) => `${u} ${n}`).join(', ')}`);
    }
    const rows = await weigh(rig, '/', (p) => p.until(() => document.querySelectorAll('#main a, #main button').length > 3));
    const sum = rows.reduce((s, [n]) => s + n, 0);
    ok(sum <= LIMIT, `so can the first screen be read`);
    console.log(`# ${sum} bytes in ${rows.length} answers; ${rows.slice(0, 8).map(([n, u]) => `${u} ${n}`).join(', ')}`);
});
