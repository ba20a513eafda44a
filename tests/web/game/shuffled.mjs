// SPDX-License-Identifier: MIT
// shuffled.mjs BANMEN FOLDER: Chess960 begins shuffled; the number of the start is shown, and can be chosen. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const title = () => document.querySelector('.g-title').textContent;
const files = (rank) => [...'abcdefgh'].map((f) => f + rank);
const row = async (b, rank) => Object.values(await b.pieces(files(rank))).map((p) => p[0]).join('');

await run(async (rig) => {
    const p = await rig.open();
    const b = new Board(p);
    const seen = new Set();
    for (let i = 0; i < 6; i++) {
        await b.begin('chess960');
        const [white, black] = [await row(b, 1), await row(b, 8)];
        seen.add(white);
        if (white !== black || !/R.*K.*R/.test(white) || !/B(..)*B/.test(white))
            ok(false, `a start of Chess960: ${white} ${black}`);
        ok(/^Chess960 no\. \d{1,3}$/.test(await p.evaluate(title)), 'the number of the start is shown') || console.log(`# ${await p.evaluate(title)}`);
    }
    ok(seen.size > 1, `games begin shuffled: ${[...seen].join(' ')}`);

    // Chosen in the dialog.
    await p.evaluate(() => { location.hash = '#/new/chess960'; });
    await p.until(() => document.querySelector('dialog[open] [name=start]'), undefined, 'the dialog');
    is(await p.evaluate(() => document.querySelector('dialog[open] [name=start]').value), 'lot', 'the lot is what is offered first');
    await p.press('dialog[open] [name=opponent][value=friend]');
    await p.page.selectOption('dialog[open] [name=start]', 'number');
    await p.page.fill('dialog[open] [name=start-number]', '960');
    ok(/0 to 959/.test(await p.until(() => document.querySelector('dialog[open] [data-test=start-wrong]').textContent, undefined, 'words')), 'a number that is too large is told so');
    await p.page.fill('dialog[open] [name=start-number]', '518');
    await p.picture('shuffled-dialog');
    await p.press('dialog[open] [data-do=start]');
    await p.until(() => document.querySelector('[data-stage=playing]') && /518/.test(document.querySelector('.g-title').textContent), undefined, 'number 518');
    is([await row(b, 1), await row(b, 8)], ['RNBQKBNR', 'RNBQKBNR'], '518 is the start of chess');

    // It comes back after a reload, and a rematch begins from the number that was chosen.
    await b.move('e2e4');
    await p.page.reload();
    await p.until(() => document.querySelector('[data-stage]')?.dataset.ply === '1', undefined, 'the game again');
    ok(/518/.test(await p.evaluate(title)), 'the number is there after a reload');
    await b.act('resign');
    await b.confirm();
    await b.end();
    await p.press('dialog[open] [data-do=rematch]');
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '0', undefined, 'a rematch');
    ok(/518/.test(await p.evaluate(title)), 'a chosen start is that of the rematch, too');
    await b.begin('chess');
    is(await p.evaluate(title), 'Chess', 'other games have no number');
    await p.close();
});
