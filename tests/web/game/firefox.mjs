// SPDX-License-Identifier: MIT
// firefox.mjs BANMEN FOLDER: whole games of chess and shogi by click in Firefox, and the Japanese page. TAP.
import { run, is } from '../harness.mjs';
import { Board } from '../board.mjs';
import { chess, share, shogi } from '../games.mjs';

await run(async (rig) => {
    const p = await rig.open();
    for (const game of share(chess, 'click').filter((g) => !g.then))
        await new Board(p).script(game, 'chess');
    for (const game of share(shogi, 'click'))
        await new Board(p).script(game, 'shogi');
    await new Board(p, 'drag').script(chess[0], 'chess');
    await p.picture('firefox-shogi');
    const b = new Board(p);
    await b.begin('chess', { second: 'level-1' });
    await b.play('e2e4');
    await p.until(() => Number(document.querySelector('[data-stage]').dataset.ply) >= 2, undefined, 'an answer');
    is(true, true, 'the computer answers');
    await p.close();
    const ja = await rig.open({ size: [360, 640], lang: 'ja', settings: { lang: 'ja' } });
    await ja.until(() => document.documentElement.lang === 'ja' && document.querySelectorAll('#main a, #main button').length > 3);
    await ja.picture('firefox-ja-home');
    const c = new Board(ja);
    await c.script(shogi[0], 'shogi');
    await ja.picture('firefox-ja-shogi');
    is(await ja.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'the Japanese page fits a phone');
    await ja.close();
}, { firefox: true });
