// SPDX-License-Identifier: MIT
// shogi.mjs BANMEN FOLDER: shogi on one screen, by click, drag, touch and keyboard, to every end. TAP.
import { run, is } from '../harness.mjs';
import { Board } from '../board.mjs';
import { shogi, share } from '../games.mjs';

await run(async (rig) => {
    const p = await rig.open();
    for (const how of ['click', 'drag', 'keys'])
        for (const game of share(shogi, how))
            await new Board(p, how).script(game, 'shogi');
    const b = new Board(p);
    await b.begin('shogi', { clock: '1' });
    await b.play('7g7f 3c3d');
    is(await b.end(), 'second time forfeit', 'a flag falls');
    await b.begin('shogi');
    await b.play('7g7f');
    await b.act('resign');
    await b.confirm();
    is(await b.end(), 'first resignation', 'who is to move resigns');
    await p.close();

    const phone = await rig.open({ size: [360, 640], touch: true, lang: 'ja' });
    for (const game of share(shogi, 'touch'))
        await new Board(phone, 'touch').script({ ...game, refused: undefined }, 'shogi');
    await new Board(phone, 'slide').script(shogi.find((g) => g.name === 'every piece is dropped'), 'shogi');
    await phone.close();
});
