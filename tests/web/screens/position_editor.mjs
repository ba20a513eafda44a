// SPDX-License-Identifier: MIT
// position_editor.mjs BANMEN FOLDER: positions are put together by mouse, touch and keys; what is wrong is said; they are
// solved, played, and taken along as text and picture. TAP.
import fs from 'node:fs';
import { run, is, ok } from '../harness.mjs';

const position = (p) => p.evaluate(() => document.querySelector('[data-test=editor]')?.dataset.position);
const at = (p, name) => p.until((name) => {
    const r = deep(`[data-name="${name}"]`)[0]?.getBoundingClientRect();
    return r?.width ? { x: r.x + r.width / 2, y: r.y + r.height / 2 } : null;
}, name, `a place for ${name}`);

async function show(p, hash) {
    await p.evaluate((hash) => { location.hash = hash; }, hash);
    const screen = /^#\/(\w+)/.exec(hash)[1];
    await p.until((name) => document.body.dataset.screen === name && deep('[data-name]').length > 0, screen, screen);
}

async function becomes(p, want, what) {
    await p.until((want) => document.querySelector('[data-test=editor]').dataset.position === want, want, what);
    ok(true, what);
}

// The number of a piece, as tools are named.
const tool = (p, letter, side) => p.evaluate(([letter, side]) => {
    const kind = document.querySelector('bm-board').rules.kinds.find((k) => k?.letter === letter).kind;
    return `[data-test=tool-${kind + 1 | side << 7}]`;
}, [letter, side]);

async function press(p, name) {
    const a = await at(p, name);
    await (p.options.touch ? p.page.touchscreen.tap(a.x, a.y) : p.page.mouse.click(a.x, a.y));
}

async function drag(p, from, to) {
    const a = await at(p, from), b = typeof to === 'string' ? await at(p, to) : to;
    await p.page.mouse.move(a.x, a.y);
    await p.page.mouse.down();
    await p.page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
    await p.page.mouse.move(b.x, b.y);
    await p.page.mouse.up();
}

await run(async (rig) => {
    // A mouse, chess.
    let p = await rig.open();
    await show(p, '#/setup?game=chess');
    await p.press('[data-test=editor-clear]');
    await becomes(p, '8/8/8/8/8/8/8/8 w - - 0 1', 'the board is cleared');
    is(await p.evaluate(() => document.querySelector('[data-defect=no-king]')?.textContent.length > 5), true, 'what is missing is said');
    is(await p.evaluate(() => document.querySelector('[data-test=editor-solve]').disabled), true, 'and it cannot be solved');
    for (const [letter, side, square] of [['K', 0, 'c8'], ['K', 1, 'a8'], ['B', 1, 'b8'], ['P', 1, 'a7'], ['P', 1, 'b7'], ['P', 0, 'b6'], ['R', 0, 'a1']]) {
        await p.press(await tool(p, letter, side));
        await press(p, square);
    }
    await becomes(p, 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 'pieces are put from the box');
    await press(p, 'a1');
    await becomes(p, 'kbK5/pp6/1P6/8/8/8/8/8 w - - 0 1', 'the same piece again takes it away');
    await press(p, 'h1');
    await p.press('[data-test=tool-move]');
    await drag(p, 'h1', 'a1');
    await becomes(p, 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 'a piece is dragged');
    await drag(p, 'a1', { x: 5, y: 300 });
    await becomes(p, 'kbK5/pp6/1P6/8/8/8/8/8 w - - 0 1', 'and off the board it is gone');
    await p.page.fill('[data-test=editor-text]', 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1');
    await p.page.keyboard.press('Enter');
    await becomes(p, 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 'a text is read');
    await p.page.fill('[data-test=editor-text]', 'nonsense');
    await p.page.keyboard.press('Enter');
    ok(await p.until(() => document.querySelector('[data-test=editor-wrong]').textContent.length > 5), 'what is no position is refused');
    is(await position(p), 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 'and nothing changes');
    const [svg] = await Promise.all([p.page.waitForEvent('download'), p.press('[data-test=save-svg]')]);
    const text = fs.readFileSync(await svg.path(), 'utf8');
    is([text.startsWith('<svg'), text.match(/<svg x=/g)?.length], [true, 7], 'a picture has all pieces');
    const [png] = await Promise.all([p.page.waitForEvent('download'), p.press('[data-test=save-png]')]);
    const bytes = fs.readFileSync(await png.path());
    is([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16)], ['PNG', 1200], 'the same as pixels');
    await p.picture('editor-chess');

    // Solved, step by step, kept, trained.
    await p.press('[data-test=editor-solve]');
    await p.press('[data-test=solve-start]');
    await p.until(() => document.querySelector('[data-test=solver]')?.dataset.status === 'mate', undefined, 'a mate');
    const line = await p.evaluate(() => [...document.querySelectorAll('[data-test=solve-line] button')].map((b) => b.textContent));
    is([line.length, line[0], line[2].at(-1)], [3, 'Ra6', '#'], 'its line');
    await p.press('[data-test=step-next]');
    await p.until(() => document.querySelector('[data-test=solve-line] [aria-current]')?.dataset.ply === '1');
    is(await p.evaluate(() => deep('[data-name=a6]')[0].getAttribute('aria-label').includes('rook')), true, 'is shown on the board');
    await p.page.keyboard.press('End');
    await p.until(() => document.querySelector('[data-test=solve-line] [aria-current]')?.dataset.ply === '3');
    await p.picture('solver');
    await p.press('[data-test=solve-puzzle]');
    await p.until(() => document.querySelector('.toast'));
    await show(p, '#/puzzles/own');
    await p.until(() => document.querySelector('[data-test=puzzle]')?.dataset.state === 'solving', undefined, 'a puzzle of one’s own');
    ok(true, 'and can be trained');
    await p.close();

    // By keys alone.
    p = await rig.open();
    await show(p, '#/setup?game=chess&position=4k3/8/8/8/8/8/8/4K3+w+-+-+0+1');
    await p.page.focus(await tool(p, 'Q', 0));
    await p.page.keyboard.press('Space');
    await p.evaluate(() => document.querySelector('bm-board').focusSquare(deep('[data-name=d4]')[0].dataset.sq * 1));
    await p.page.keyboard.press('Enter'); // the keyboard mode of the board
    await p.page.keyboard.press('ArrowUp');
    await p.page.keyboard.press('Enter');
    await becomes(p, '4k3/8/8/3Q4/8/8/8/4K3 w - - 0 1', 'keys put a piece');
    await p.page.keyboard.press('Delete');
    await becomes(p, '4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'and take it away');
    await p.close();

    // A phone, a tsume.
    p = await rig.open({ size: [360, 640], touch: true, lang: 'ja', settings: { lang: 'ja' } });
    await show(p, '#/setup?game=shogi');
    await p.page.selectOption('[data-test=editor-preset]', 'tsume');
    await becomes(p, '4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1', 'a tsume begins with one king');
    await p.press(await tool(p, 'P', 0));
    await press(p, '5c');
    await p.page.evaluate(() => { for (const d of document.querySelectorAll('.t-hands details')) d.open = true; });
    await p.press('[data-test^=hand-0-4-more]');
    await p.press('[data-test=editor-rest]');
    await becomes(p, '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1', 'pieces, hands and the rest by touch');
    await p.picture('editor-phone');
    await p.press('[data-test=editor-solve]');
    await p.press('[data-test=solve-start]');
    await p.until(() => document.querySelector('[data-test=solver]')?.dataset.status === 'mate', undefined, 'a mate');
    await p.picture('solver-phone');
    await show(p, '#/solve?game=shogi&position=4k4/9/4P4/9/9/9/9/9/9+b+2r2b4g4s4n4l17p+1');
    await p.press('[data-test=solve-start]');
    await p.until(() => document.querySelector('[data-test=solver]')?.dataset.status === 'none', undefined, 'no mate');
    ok(true, 'no mate is said when it is proved');
    await p.close();

    // A search that is stopped has proved nothing; a position that is edited is played.
    p = await rig.open();
    await show(p, '#/solve?game=chess');
    await p.press('[data-test=solve-start]');
    await p.until(() => document.querySelector('[data-test=solve-progress]').textContent.length > 3, undefined, 'progress');
    await p.press('[data-test=solve-stop]');
    await p.until(() => document.querySelector('[data-test=solver]').dataset.status === 'stopped');
    ok(true, 'a search tells how far it is, and is stopped');
    await p.press('[data-test=solve-edit]');
    await p.until(() => document.body.dataset.screen === 'setup' && deep('[data-name]').length > 0);
    await p.press('[data-test=editor-turn-1]');
    await p.press('[data-test=play-friend]');
    await p.press('dialog[open] [data-do=start]');
    await p.until(() => document.querySelector('[data-stage=playing]')?.dataset.turn === '1', undefined, 'a game from it');
    ok(true, 'the position is played');
    await p.close();
});
