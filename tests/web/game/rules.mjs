// SPDX-License-Identifier: MIT
// rules.mjs BANMEN FOLDER: in every game its rules are one press away, on every size and in both languages; sides and squares are
// called what the game and the reader's language call them. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const notice = () => document.querySelector('[data-notice]').textContent;

await run(async (rig) => {
    for (const size of [[360, 740], [844, 390], [1280, 800]]) {
        const p = await rig.open({ size });
        const b = new Board(p);
        for (const [game, piece, sentence] of [['chess', 'knight', /Stalemate/], ['xiangqi', 'cannon', /no legal move loses/], ['duck', 'duck', /last king loses/]]) {
            await b.begin(game);
            await p.press('[data-do=rules]');
            const text = await p.until(() => document.querySelector('dialog[open] .pieces tbody tr') && document.querySelector('dialog[open] .about').textContent &&
                document.querySelector('dialog[open]').textContent, undefined, `the rules of ${game}`);
            ok(text.includes(piece) && sentence.test(text), `${size.join('x')}: the rules of ${game} are one press away`) || console.log(`# ${text}`);
            if (game === 'xiangqi')
                await p.picture(`rules-${size[0]}`);
            await p.page.keyboard.press('Escape');
        }
        await p.close();
    }

    const p = await rig.open({ lang: 'ja', settings: { lang: 'ja' } });
    const b = new Board(p);
    await b.begin('xiangqi');
    ok(/紅の手番|紅/.test(await p.evaluate(notice)), 'red moves first in xiangqi');
    await p.press('[data-do=rules]');
    await p.until(() => document.querySelector('dialog[open] .pieces tbody tr'), undefined, 'the rules');
    is(await p.evaluate(() => [...document.querySelectorAll('dialog[open] .sentences li, dialog[open] .about')].filter((e) => /[A-Za-z]{4}/.test(e.textContent)).map((e) => e.textContent)), [],
        'in Japanese, too');
    await p.page.keyboard.press('Escape');
    await b.begin('shogi', { start: '4k4/9/9/9/9/9/4P4/9/4K4 b P 1' });
    await b.refuse('P*5e', /^二歩です: ５七に歩があります$/);
    is(await p.evaluate(() => deep('[data-name="5g"]')[0].getAttribute('aria-label')), '５七、先手の歩', 'a square is called as its readers call it');
    await b.move('5g5f');
    await p.until(() => /５七から５六へ/.test(document.getElementById('live').textContent), undefined, 'words on the move');
    ok(true, 'so it is when a move is read out');
    await p.close();

    const q = await rig.open();
    const qb = new Board(q);
    await qb.begin('shogi');
    ok(/Sente to move/.test(await q.evaluate(notice)), 'sente moves first in shogi') || console.log(`# ${await q.evaluate(notice)}`);
    await qb.move('7g7f');
    await qb.act('resign');
    await qb.confirm();
    await qb.end();
    ok(/Sente wins/.test(await q.until(() => document.querySelector('dialog[open] h2')?.textContent, undefined, 'the end')), 'and wins by that name');
    await qb.begin('janggi');
    ok(/Cho to move/.test(await q.evaluate(notice)), 'Cho moves first in janggi');
    await q.close();
});
