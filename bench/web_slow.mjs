// SPDX-License-Identifier: MIT
// web_slow.mjs BANMEN: the first visit to a board and to the first screen by a slow network and with a processor four times
// slower, in Chromium. Prints a Markdown table; run it on a quiet machine.
import { Rig } from '../tests/web/harness.mjs';

const ROUNDS = 5, WANTED = 2500;
const CPU = 4;
// As Lighthouse has slow 4G: what the line does, and what Chromium has to add to each request for the same effect, for a
// connection by TLS from a distance.
const NETS = [['150 ms, 1.6 Mbit/s', 150, 1600], ['562.5 ms, 1.44 Mbit/s', 562.5, 1440]];
const PAGES = [
    ['chess, playable', '/#/play/chess?first=human&second=human',
        () => document.querySelector('[data-stage=playing], [data-stage=waiting]') && deep('[data-piece]').length > 0],
    ['first screen, readable', '/', () => document.querySelectorAll('#main a, #main button').length > 3],
    ['first screen, boards in sight', '/', () => deep('[data-piece]').length > 60],
];

async function visit(rig, route, ready, latency, kbits) {
    const p = await rig.open({ route: null, size: [390, 844] });
    const wire = await p.context.newCDPSession(p.page);
    await wire.send('Network.enable');
    const bytes = kbits * 1000 / 8;
    await wire.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: bytes, uploadThroughput: bytes / 2 });
    await wire.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await p.page.addInitScript({ content: `(() => {
        const frame = () => ((${ready})() ? performance.mark('ready') : requestAnimationFrame(frame));
        requestAnimationFrame(frame);
    })()` });
    await p.goto(route);
    const ms = await p.until(() => performance.getEntriesByName('ready')[0]?.startTime);
    await p.close();
    return ms;
}

const rig = await Rig.start();
console.log(`| first visit, CPU ${CPU} times slower | network | median ms | longest ms | wanted |\n|---|---|---|---|---|`);
for (const [what, route, ready] of PAGES) {
    for (const [net, latency, kbits] of NETS) {
        const times = [];
        for (let i = 0; i < ROUNDS; i++)
            times.push(await visit(rig, route, ready, latency, kbits));
        times.sort((a, b) => a - b);
        console.log(`| ${what} | ${net} | ${times[ROUNDS >> 1].toFixed(0)} | ${times[ROUNDS - 1].toFixed(0)} | ${WANTED} |`);
    }
}
await rig.driver.close();
await rig.server.stop();
process.exit();
