// SPDX-License-Identifier: MIT
// game_settings.mjs BANMEN FOLDER: move confirmation, promotion without a question, blindfold, zen and the size of the
// board, on a phone and on a desktop. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const seen = (selector) => [...document.querySelectorAll(selector)].filter((e) => getComputedStyle(e).visibility === 'visible' && e.getClientRects().length).length;

await run(async (rig) => {
    for (const size of [[390, 844], [1280, 800]]) {
        const where = size.join('x');
        const open = (settings) => rig.open({ size, touch: size[0] < 500, settings });
        const how = size[0] < 500 ? 'touch' : 'click';

        let p = await open({ confirmMove: true }), b = new Board(p, how);
        await b.begin('chess');
        const pick = async (text) => {
            const { from, to } = await b.parts(text);
            await b.go(from, false, to);
            await p.until(() => document.querySelector('[data-test=confirm-move]'), undefined, 'a question');
        };
        await pick('e2e4');
        is([await b.ply(), await p.evaluate(() => deep('.bm-arrow').length)], [0, 1],
            `${where}: nothing is played before the answer, and an arrow shows the move`);
        await p.picture(`confirm-move-${where}`);
        await p.page.keyboard.press('Escape');
        await p.until(() => !document.querySelector('[data-test=confirm-move]'), undefined, 'no question');
        is(await b.pieces(['e2', 'e4']), { e2: 'P0', e4: '' }, `${where}: no is no`);
        await pick('d2d4');
        await p.press('[data-test=confirm-move] [data-do=yes]');
        await p.until(() => document.querySelector('[data-stage]').dataset.ply === '1', undefined, 'the move');
        is(await b.pieces(['d4']), { d4: 'P0' }, `${where}: yes is yes`);
        await pick('e7e5');
        await p.page.keyboard.press('Enter');
        await p.until(() => document.querySelector('[data-stage]').dataset.ply === '2', undefined, 'the next move');
        ok(true, `${where}: Enter is yes`);
        await p.close();

        p = await open({ autoQueen: true }), b = new Board(p, how);
        await b.begin('chess', { start: '8/P6k/8/8/8/8/8/K7 w - - 0 1' });
        is(await b.move('a7a8q'), false, `${where}: a pawn becomes a queen without a question`);
        is(await b.pieces(['a8']), { a8: 'Q0' }, `${where}: a queen`);
        await b.begin('shogi', { start: '4k4/9/9/2P6/9/9/9/9/4K4 b - 1' });
        is(await b.move('7d7c'), true, `${where}: where one may stay it is asked as before`);
        await p.close();

        p = await open({ blindfold: true }), b = new Board(p, how);
        await b.begin('chess');
        is(await p.evaluate(seen, '.bm-piece'), 0, `${where}: blindfold hides the pieces`);
        await b.play('f2f3 e7e5 g2g4 d8h4');
        ok(await p.evaluate(seen, '.bm-piece') > 20, `${where}: what is over is seen`);
        await p.close();

        p = await open({}), b = new Board(p, how);
        await b.begin('chess', { clock: '10m' });
        await p.page.keyboard.press('z');
        await p.until(() => document.querySelector('.game.zen'), undefined, 'zen');
        is([await p.evaluate(seen, '.who'), await p.evaluate(seen, '.moves'), await p.evaluate(seen, '.clock'), await p.evaluate(seen, '[data-do=settings]')], [0, 0, 2, 1],
            `${where}: zen leaves board, clocks and settings`);
        await p.picture(`zen-${where}`);
        await p.page.keyboard.press('z');
        await p.until(() => !document.querySelector('.game.zen'), undefined, 'no zen');
        const width = () => p.evaluate(() => document.querySelector('[data-name=e4]').getBoundingClientRect().width);
        const before = await width();
        await p.press('[data-stage] [data-do=settings]');
        await p.until(() => document.querySelector('dialog[open] [data-test=set-boardSize]'), undefined, 'the settings');
        await p.evaluate(() => {
            const e = document.querySelector('[data-test=set-boardSize]');
            e.value = '60';
            e.dispatchEvent(new Event('input'));
        });
        await p.page.keyboard.press('Escape');
        await p.until((before) => document.querySelector('[data-name=e4]').getBoundingClientRect().width < before * 0.7, before, 'a smaller board');
        ok(true, `${where}: the board has the size that is set`);
        await p.page.reload();
        await p.until((before) => document.querySelector('[data-name=e4]')?.getBoundingClientRect().width < before * 0.7, before, 'a smaller board');
        ok(true, `${where}: also after a reload`);
        await p.close();
    }
});
