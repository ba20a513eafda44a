// SPDX-License-Identifier: MIT
// after_game.mjs BANMEN FOLDER: the panel at the end of a game, on a phone and on a desktop: review, rematch, a new
// opponent, sharing, each of them works. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const SIZES = [[390, 844], [1280, 800]];

await run(async (rig) => {
    for (const size of SIZES) {
        const where = size.join('x');
        const p = await rig.open({ size, touch: size[0] < 500 });
        const b = new Board(p, size[0] < 500 ? 'touch' : 'click');
        const mated = async () => {
            await b.begin('chess');
            await b.play('f2f3 e7e5 g2g4 d8h4');
            await p.until(() => document.querySelector('[data-test=end][open] [data-do=rematch]'), undefined, 'the panel');
        };
        await mated();
        await p.picture(`after-game-${where}`);
        is(await p.evaluate(() => [...document.querySelectorAll('[data-test=end] .dlg-foot .btn')].map((e) => e.dataset.test)),
            ['end-rematch', 'end-review', 'end-another', 'end-copy', 'end-look'], `${where}: what comes next is offered`);
        is(await p.evaluate(() => [...document.querySelectorAll('[data-test=end] .btn')].filter((e) => {
            const r = e.getBoundingClientRect();
            return r.height < 40 || r.bottom > innerHeight || r.right > innerWidth || r.left < 0;
        }).length), 0, `${where}: every button is in sight and large enough`);
        is(await p.evaluate(() => document.activeElement?.dataset.test), 'end-rematch', `${where}: the focus is on the rematch`);
        await p.press('[data-test=end-another]');
        await p.until(() => document.querySelector('[data-test=new-game][open]') && !document.querySelector('[data-test=end]'), undefined, 'the new game');
        is(await p.evaluate(() => [document.querySelector('[data-test=new-game-game]').value, document.querySelector('[name=opponent]:checked').value]),
            ['chess', 'friend'], `${where}: a new opponent for the same game`);
        await mated();
        await p.press('[data-test=end-rematch]');
        await p.until(() => document.querySelector('[data-stage]').dataset.stage === 'playing' && document.querySelector('[data-stage]').dataset.ply === '0', undefined, 'the rematch');
        ok(true, `${where}: a rematch begins at once`);
        await mated();
        await p.press('[data-test=end-review]');
        await p.until(() => location.hash.startsWith('#/analysis/') && document.querySelector('[data-test=study], [data-test=analysis], .study'), undefined, 'the review');
        ok(true, `${where}: one tap leads to the review`);
        await p.close();
    }
});
