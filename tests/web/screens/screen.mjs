// SPDX-License-Identifier: MIT
// screen.mjs BANMEN FOLDER: what is around the board: typed moves, the list of moves, what a screen reader
// hears, marks, premoves, clocks, records, a switch of language. TAP.
import fs from 'node:fs';
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const shown = (n) => [(n) => document.querySelector('[data-stage]').dataset.shown === String(n), n, `position ${n}`];
const heard = (pattern) => [(source) => new RegExp(source, 'i').test(document.getElementById('live').textContent),
    pattern, `words to hear: ${pattern}`];

// Type a move into its box.
async function type(p, text) {
    await p.page.fill('[data-test=type-move]', text);
    await p.page.press('[data-test=type-move]', 'Enter');
}

// Press a button that brings a file, and read that.
async function saved(p, selector) {
    const [download] = await Promise.all([p.page.waitForEvent('download'), p.press(selector)]);
    return fs.readFileSync(await download.path(), 'utf8');
}

await run(async (rig) => {
    const p = await rig.open({ settings: { animation: true } });
    const b = new Board(p);
    await b.begin('chess');
    await type(p, 'Nf3');
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '1', undefined, 'a typed move');
    is(await b.pieces(['f3']), { f3: 'N0' }, 'a move can be typed');
    await p.until(...heard('knight.*f3'));
    ok(true, 'and is heard');
    await type(p, 'Ke5');
    ok(await p.until(() => document.querySelector('.bad [data-notice]')?.textContent, undefined, 'words'), 'a wrong one is refused in words');
    await type(p, 'e5');
    await b.play('f3e5');
    is(await p.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length), 0,
        'nothing moves where people want it still');

    // The list of moves.
    is(await p.evaluate(() => [...document.querySelectorAll('[data-test=move-list] button')].map((e) => e.textContent)),
        ['Nf3', 'e5', 'Nxe5'], 'moves are listed as people write them');
    await p.press('[data-test=move-list] [data-ply="1"]');
    await p.until(...shown(1));
    is(await b.pieces(['f3', 'e5', 'e7']), { f3: 'N0', e5: '', e7: 'P1' }, 'a move in the list shows its position');
    await p.press('[data-do=next]');
    await p.until(...shown(2));
    await p.press('[data-do=last]');
    await p.until(...shown(3));
    ok(true, 'and buttons lead on');

    // Check is seen and heard.
    await b.play('d8h4 a2a3 h4f2');
    await p.until(...heard('check'));
    is(await p.evaluate(() => deep('.bm-sq.bm-check, [data-check]').map((e) => e.dataset.name)), ['e1'], 'a king in check is marked');

    // Marks by the right button, and the board from the other side.
    const from = await b.at('b2'), to = await b.at('b5');
    await p.page.mouse.move(from.x, from.y);
    await p.page.mouse.down({ button: 'right' });
    await p.page.mouse.move(to.x, to.y);
    await p.page.mouse.up({ button: 'right' });
    await p.until(() => deep('.bm-arrow').length === 1, undefined, 'an arrow');
    ok(true, 'an arrow is drawn by the right button');
    const before = await b.at('a1');
    await p.press('[data-do=flip]');
    await p.until((x) => deep('[data-name=a1]')[0].getBoundingClientRect().x > x + 50, before.x, 'a turned board');
    ok(true, 'the board is turned');
    await p.press('[data-do=flip]');

    // The language is switched in the middle of a game.
    await p.press('[data-do=settings]');
    await p.press('dialog[open] [name=lang][value=ja]');
    await p.until(() => document.documentElement.lang === 'ja', undefined, 'Japanese');
    await p.page.keyboard.press('Escape');
    await p.until(() => /投了/.test(document.querySelector('[data-stage] [data-do=resign]').textContent), undefined, 'a button in Japanese');
    ok(/キング|白/.test(await p.evaluate(() => deep('[data-name=e1]')[0].getAttribute('aria-label'))),
        'the language is switched in the middle of a game, on the board, too');
    await p.press('[data-do=settings]');
    await p.press('dialog[open] [name=lang][value=en]');
    await p.until(() => document.documentElement.lang === 'en', undefined, 'English');
    await p.page.keyboard.press('Escape');

    // Records.
    await b.begin('chess');
    await b.play('f2f3 e7e5 g2g4 d8h4');
    await b.end();
    ok(/1\. f3 e5 2\. g4 Qh4#\s+0-1/.test(await saved(p, 'dialog[open] [data-test=end-save-pgn]')), 'a game is saved as PGN');
    await b.begin('shogi');
    await b.play('7g7f');
    await b.act('resign');
    await b.confirm();
    await b.end();
    ok(/７六歩\(77\)/.test(await saved(p, 'dialog[open] [data-test=end-save-kif]')), 'a game of shogi as KIF');
    ok(/\+7776FU/.test(await saved(p, 'dialog[open] [data-test=end-save-csa]')), 'and as CSA');
    await p.press('dialog[open] [data-do=rematch]');
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '0', undefined, 'a new game');
    ok(true, 'and played again');

    // Clocks.
    await b.begin('chess', { clock: '5m+3' });
    await b.play('e2e4 e7e5');
    const clock = () => p.evaluate(() => [0, 1].map((s) => document.querySelector(`[data-test=clock-${s}]`).textContent.trim()));
    ok((await clock()).every((text) => /[45]:\d\d/.test(text)), 'clocks show their time') || console.log(`# ${await clock()}`);

    // A premove waits for its turn.
    await b.begin('chess', { second: 'level-6' });
    await b.move('e2e4');
    await b.go('d2', false, 'd3');
    await p.until(() => Number(document.querySelector('[data-stage]').dataset.ply) >= 3, undefined, 'three moves');
    is(await b.pieces(['d3']), { d3: 'P0' }, 'a premove is played when the turn comes');
    await p.close();
});
