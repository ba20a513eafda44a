// SPDX-License-Identifier: MIT
// chess.mjs BANMEN FOLDER: chess on one screen, by click, drag, touch and keyboard, to every end. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';
import { chess, share } from '../games.mjs';

await run(async (rig) => {
    const p = await rig.open();
    for (const how of ['click', 'drag', 'keys'])
        for (const game of share(chess, how))
            await new Board(p, how).script(game, 'chess');

    const b = new Board(p);
    // The chooser.
    await b.begin('chess', { start: '8/PPPP3k/8/8/8/8/8/K7 w - - 0 1' });
    await b.go('a7', false, 'a8');
    await p.until(() => deep('[data-chooser] [data-move]').length === 4, undefined, 'four pieces to choose from');
    await p.picture('chess-chooser');
    await p.page.keyboard.press('Escape');
    await p.until(() => deep('[data-chooser] [data-move]').length === 0, undefined, 'no chooser');
    is([await b.ply(), await b.pieces(['a7', 'a8'])], [0, { a7: 'P0', a8: '' }], 'Esc leaves everything as it was');

    // Undo and redo.
    await b.begin('chess');
    await b.play('e2e4 e7e5 g1f3');
    await b.act('undo');
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '2', undefined, 'a move less');
    is(await b.pieces(['g1', 'f3']), { g1: 'N0', f3: '' }, 'a move is taken back');
    await b.act('redo');
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '3', undefined, 'a move more');
    is(await b.pieces(['g1', 'f3']), { g1: '', f3: 'N0' }, 'and played again');

    // Resignation.
    await b.act('resign');
    await b.confirm();
    is(await b.end(), 'first resignation', 'who resigns loses');

    // The flag.
    await b.begin('chess', { clock: '1' });
    await b.play('e2e4 e7e5');
    is(await b.end(), 'second time forfeit', 'a flag falls');
    await p.close();

    const phone = await rig.open({ size: [360, 640], touch: true });
    for (const game of share(chess, 'touch'))
        await new Board(phone, 'touch').script(game, 'chess');
    for (const game of chess.slice(0, 1))
        await new Board(phone, 'slide').script(game, 'chess');
    await phone.close();
});
