// SPDX-License-Identifier: MIT
// computer.mjs BANMEN FOLDER: against the computer in the page, without a network, and after the page was
// closed. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const plies = (n) => [(n) => Number(document.querySelector('[data-stage]')?.dataset.ply) >= n, n, `${n} moves`];

await run(async (rig) => {
    const p = await rig.open();
    const b = new Board(p);
    for (const [game, level, moves] of [['chess', 1, 'e2e4'], ['shogi', 1, '7g7f'], ['chess', 4, 'd2d4'], ['shogi', 4, '2g2f'],
        ['marseillais', 1, 'e2e4 d2d4'], ['xiangqi', 4, 'b3e3']]) {
        await b.begin(game, { second: `level-${level}` });
        await b.play(moves);
        const n = moves.split(' ').length;
        await p.until(...plies(n + 1));
        ok(true, `level ${level} answers in ${game}`);
    }
    // It moves first where it sits first.
    await b.begin('chess', { first: 'level-1', second: 'human' });
    await p.until(...plies(1));
    ok(true, 'it begins where it sits first');

    // While it thinks, the page draws: no frame takes long.
    await b.begin('chess', { second: 'level-8' });
    await p.evaluate(() => {
        window.frames_ = { longest: 0, count: 0, on: true };
        let last = performance.now();
        const next = (now) => {
            frames_.longest = Math.max(frames_.longest, now - last);
            frames_.count++;
            last = now;
            if (frames_.on)
                requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
    });
    await b.play('e2e4');
    const during = await p.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(true), 0)));
    ok(during, 'the page does what it is asked while the computer thinks');
    await p.until(...plies(2));
    const frames = await p.evaluate(() => { frames_.on = false; return frames_; });
    ok(frames.count > 1, 'and draws') || console.log(`# ${JSON.stringify(frames)}`);

    // Two levels play by themselves.
    await b.begin('minishogi', { first: 'level-2', second: 'level-1' });
    await p.until(...plies(4));
    ok(true, 'two levels play each other');

    // A page that was closed in the middle of a game comes back where it was.
    await b.begin('shogi');
    await b.play('7g7f 3c3d 8h2b+ 3a2b');
    await p.page.close();
    p.page = await p.context.newPage();
    p.hear();
    await p.goto('/#/play');
    await p.until(...plies(4));
    is(await b.pieces(['2b', '8h', '7f']), { '2b': 'S1', '8h': '', '7f': 'P0' }, 'a closed page comes back where it was');
    is(await p.evaluate(() => deep('[data-hand="B0"]')[0]?.dataset.count), '1', 'with what is in hand');
    await b.play('B*5e');
    is(await b.ply(), 5, 'and is played on');

    // Without a network.
    await p.until(async () => (await navigator.serviceWorker?.ready)?.active?.state === 'activated', undefined, 'a worker for offline');
    await p.goto('/');
    await p.until(() => navigator.serviceWorker.controller, undefined, 'a worker that is in charge');
    p.forgive(/ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/);
    await p.context.setOffline(true);
    await p.page.reload();
    await p.until(() => document.querySelectorAll('#main a, #main button').length > 3, undefined, 'the first screen');
    ok(true, 'without a network the page loads again');
    await b.begin('chess', { second: 'level-1' });
    await b.play('e2e4');
    await p.until(...plies(2));
    ok(true, 'and level 1 plays');
    await b.begin('crazyhouse', { second: 'level-1' });
    await b.play('e2e4');
    await p.until(...plies(2));
    ok(true, 'any game');
    await p.context.setOffline(false);
    await p.close();
});
