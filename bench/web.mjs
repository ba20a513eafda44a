// SPDX-License-Identifier: MIT
// web.mjs BANMEN: how fast the web app is in Chromium: from navigation to a board that can be played, from a
// click to the frame that shows the move, and from a reload without a network to the first move of level 1.
// Prints a Markdown table; run it on a quiet machine.
import { Rig } from '../tests/web/harness.mjs';
import { Board } from '../tests/web/board.mjs';

const ROUNDS = 5;
const WANTED_OPEN = 1000, WANTED_MOVE = 17, WANTED_OFFLINE = 2000;

const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[list.length >> 1];
const ready = () => document.querySelector('[data-stage=playing], [data-stage=waiting]') && deep('[data-piece]').length > 0
    ? performance.now() : null;

// Milliseconds from navigation until there are pieces that can be moved.
async function open(rig, game, page) {
    const p = page ?? await rig.open({ route: null });
    await p.goto(`/?${Math.random()}#/play/${game}?first=human&second=human`);
    const ms = await p.until(ready);
    return [p, ms];
}

// Milliseconds from the second click to the end of the frame in which the move is drawn.
async function moves(p, board, text) {
    const times = [];
    for (const m of text.split(' ')) {
        const { from, to } = await board.parts(m);
        const a = await board.at(from), b = await board.at(to);
        await p.page.mouse.click(a.x, a.y);
        await p.evaluate(() => {
            const before = document.querySelector('[data-stage]').dataset.ply;
            window.drawn = new Promise((resolve) => {
                addEventListener('pointerdown', (e) => {
                    const start = e.timeStamp;
                    const look = () => requestAnimationFrame(() => {
                        if (document.querySelector('[data-stage]').dataset.ply === before)
                            look();
                        else
                            resolve(performance.now() - start);
                    });
                    look();
                }, { capture: true, once: true });
            });
        });
        await p.page.mouse.click(b.x, b.y);
        times.push(await p.evaluate(() => window.drawn));
    }
    return times;
}

const rig = await Rig.start();
console.log('| what | game | median ms | longest ms | wanted |\n|---|---|---|---|---|');
const row = (what, game, list, wanted) =>
    console.log(`| ${what} | ${game} | ${median(list).toFixed(1)} | ${Math.max(...list).toFixed(1)} | ${wanted} |`);
for (const [game, text] of [['chess', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6'], ['shogi', '7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b']]) {
    const cold = [], warm = [], drawn = [], offline = [];
    for (let i = 0; i < ROUNDS; i++) {
        const [p, first] = await open(rig, game);
        cold.push(first);
        await p.until(() => navigator.serviceWorker?.controller || navigator.serviceWorker?.ready.then(() => true));
        warm.push((await open(rig, game, p))[1]);
        drawn.push(...await moves(p, new Board(p), text));
        await p.context.setOffline(true);
        await p.goto(`/?${Math.random()}#/play/${game}?first=level-1&second=human`);
        offline.push(await p.until(() => Number(document.querySelector('[data-stage]')?.dataset.ply) > 0 ? performance.now() : null));
        await p.context.close();
    }
    row('first visit until a board can be played', game, cold, WANTED_OPEN);
    row('second visit', game, warm, WANTED_OPEN);
    row('without a network, until level 1 has moved', game, offline, WANTED_OFFLINE);
    row('from click to the frame with the move', game, drawn, WANTED_MOVE);
}
await rig.driver.close();
await rig.server.stop();
process.exit();
