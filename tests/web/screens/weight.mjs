// SPDX-License-Identifier: MIT
// weight.mjs BANMEN FOLDER: what comes over the wire until a board can be played. TAP.
import { run, ok } from '../harness.mjs';

const LIMIT = 150000;

// Run in the page from its start: note when it is ready. What is asked for after that, such as the
// pictures of games in sight, nobody waits for.
const watch = (ready) => `(() => {
    const frame = () => ((${ready})() ? performance.mark('ready') : requestAnimationFrame(frame));
    requestAnimationFrame(frame);
})()`;

// Bodies as they came over the wire until the page was ready, the largest first.
async function weigh(rig, route, ready) {
    const p = await rig.open({ route: null });
    await p.page.addInitScript({ content: watch(ready) });
    await p.goto(route);
    await p.until(() => performance.getEntriesByName('ready').length, undefined, `${route} is ready`);
    const rows = await p.evaluate(() => {
        const [{ startTime: ready }] = performance.getEntriesByName('ready');
        return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .filter((e) => e.entryType === 'navigation' || e.startTime <= ready)
            .map((e) => [e.encodedBodySize, new URL(e.name).pathname]);
    });
    await p.close();
    return rows.sort((a, b) => b[0] - a[0]);
}

function tell(rows) {
    const sum = rows.reduce((s, [n]) => s + n, 0);
    console.log(`# ${sum} bytes in ${rows.length} answers; ${rows.slice(0, 8).map(([n, u]) => `${u} ${n}`).join(', ')}`);
    return sum;
}

await run(async (rig) => {
    const drawn = () => document.querySelector('[data-stage=playing], [data-stage=waiting]') && deep('[data-piece]').length > 0;
    for (const game of ['chess', 'shogi']) {
        const sum = tell(await weigh(rig, `/#/play/${game}?first=human&second=human`, drawn));
        ok(sum > 0 && sum <= LIMIT, `${game} can be played after at most ${LIMIT} bytes`);
    }
    const sum = tell(await weigh(rig, '/', () => document.querySelectorAll('#main a, #main button').length > 3));
    ok(sum > 0 && sum <= LIMIT, 'so can the first screen be read');
});
