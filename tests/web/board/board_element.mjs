// SPDX-License-Identifier: MIT
// board_element.mjs BANMEN FOLDER: the board element itself: what it marks, what it says in words, what Esc undoes,
// drags that end where they may not, arrows, choices, levels, flips, languages. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

// Names of the squares that have a mark.
const marked = async (p, mark) => await p.drawn() && p.evaluate((mark) => deep(`.bm-${mark}[data-name]`).map((e) => e.dataset.name).sort(), mark);
// Where the piece on a square is drawn: the name of the square below its middle.
const drawnOn = async (p, name) => await p.drawn() && p.evaluate((name) => {
    const board = document.querySelector('bm-board');
    const sq = Number(deep(`[data-name="${name}"]`)[0].dataset.sq);
    const r = board.pieces.nodes.get(sq)?.el.getBoundingClientRect();
    const hit = r && document.elementsFromPoint(r.x + r.width / 2, r.y + r.height / 2).find((e) => e.dataset.name);
    return hit?.dataset.name ?? null;
}, name);
const label = (p, name) => p.evaluate((name) => deep(`[data-name="${name}"]`)[0].getAttribute('aria-label'), name);
const focused = (p) => p.evaluate(() => deep(':focus')[0]?.dataset.name ?? null);
const key = (p, name) => p.page.keyboard.press(name);

async function hold(b, from, to, button = 'left') {
    const { mouse } = b.page.page;
    const x = await b.at(from), y = await b.at(to);
    await mouse.move(x.x, x.y);
    await mouse.down({ button });
    await mouse.move((x.x + y.x) / 2, (x.y + y.y) / 2);
    await mouse.move(y.x, y.y);
    await mouse.up({ button });
}
async function click(b, name) {
    const at = await b.at(name);
    await b.page.page.mouse.click(at.x, at.y);
}

await run(async (rig) => {
    const p = await rig.open(), b = new Board(p);

    // Marks and words.
    await b.begin('chess', { start: 'rnbqkbnr/ppp1pppp/8/8/3p4/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1' });
    await click(b, 'e3');
    is(await marked(p, 'selected'), ['e3'], 'a press selects');
    is(await marked(p, 'target'), ['e4'], 'where it may go is marked');
    is(await marked(p, 'capture'), ['d4'], 'what it may take is marked otherwise');
    is(await label(p, 'd4'), 'd4, black pawn, can be captured', 'and said in words');
    is(await p.evaluate(() => document.querySelector('.bm-live').textContent), 'white pawn selected, goes to e4, d4',
        'the choice is said');
    await key(p, 'Escape');
    is(await marked(p, 'selected'), [], 'Esc takes it back');
    await click(b, 'e3');
    await click(b, 'e3');
    is(await marked(p, 'selected'), [], 'so does a second press');
    await click(b, 'e3');
    await click(b, 'b1');
    is(await marked(p, 'selected'), ['b1'], 'another piece of one\'s own is selected instead');
    await key(p, 'Escape');

    // Drags.
    await hold(b, 'b1', 'b4');
    is(await drawnOn(p, 'b1'), 'b1', 'a piece that may not go there slides back');
    is(await b.ply(), 0, 'and nothing is played');
    await hold(b, 'b1', 'c3');
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '1');
    is([await drawnOn(p, 'c3'), ...await marked(p, 'last')], ['c3', 'b1', 'c3'], 'a drag plays; the last move is marked');
    await p.evaluate(() => document.querySelector('bm-board').focus());
    await hold(b, 'e1', 'e2');
    is(await b.ply(), 1, 'nobody moves the other side\'s pieces');

    // Check.
    await b.begin('chess', { start: '4k3/8/8/8/8/8/4q3/4K3 w - - 0 1' });
    is(await marked(p, 'check'), ['e1'], 'the king in check is marked');
    ok(/in check/.test(await label(p, 'e1')), 'and said');

    // The choice.
    await b.begin('chess', { start: '3r3k/2P4p/8/8/8/8/8/K7 w - - 0 1' });
    const before = await p.evaluate(() => document.querySelector('.bm-pieces').innerHTML.length);
    await hold(b, 'c7', 'd8');
    is(await p.evaluate(() => deep('[data-chooser] button').map((e) => e.dataset.move)), ['c7d8q', 'c7d8r', 'c7d8b', 'c7d8n'],
        'a promotion is chosen');
    is(await p.evaluate(() => deep(':focus')[0]?.dataset.move), 'c7d8q', 'the first has the focus');
    for (let i = 0; i < 4; i++) await key(p, 'Tab');
    is(await p.evaluate(() => deep(':focus')[0]?.dataset.move), 'c7d8q', 'which stays inside');
    await key(p, 'Escape');
    await p.until(() => !deep('[data-chooser]').length);
    is([await b.ply(), await drawnOn(p, 'c7'), await drawnOn(p, 'd8')], [0, 'c7', 'd8'], 'Esc puts everything back');
    is(await p.evaluate(() => document.querySelector('.bm-pieces').innerHTML.length), before, 'as it was');
    await hold(b, 'c7', 'd8');
    await p.press('[data-chooser] [data-move="c7d8n"]');
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '1');
    is((await b.pieces(['d8'])).d8, 'N0', 'a choice plays');

    // Arrows and circles.
    await hold(b, 'a1', 'a5', 'right');
    await hold(b, 'b2', 'b2', 'right');
    is(await p.evaluate(() => [document.querySelectorAll('.bm-arrow').length, document.querySelectorAll('.bm-circle').length]),
        [1, 1], 'the right button draws an arrow and a circle');
    await hold(b, 'a1', 'a5', 'right');
    is(await p.evaluate(() => document.querySelectorAll('.bm-arrow').length), 0, 'the same again takes it away');
    await click(b, 'e4');
    is(await p.evaluate(() => document.querySelectorAll('.bm-circle').length), 0, 'a press clears the rest');

    // Premoves.
    await b.begin('chess');
    await p.evaluate(() => {
        const board = document.querySelector('bm-board');
        window.premoves = [];
        board.addEventListener('bm-premove', (e) => window.premoves.push(e.detail));
        board.show(board.view, { movable: 'none', premovable: 1 });
    });
    await hold(b, 'e7', 'e5');
    is(await marked(p, 'premove'), ['e5', 'e7'], 'a premove is marked');
    is(await drawnOn(p, 'e7'), 'e7', 'but not played');
    await click(b, 'a4');
    is(await marked(p, 'premove'), [], 'a press takes it back');
    is(await p.evaluate(() => window.premoves.map((m) => m && m.from < m.to)), [false, null], 'the app is told of both');

    // Keys.
    await b.begin('chess');
    await b.walk('e2', false);
    await key(p, 'Home');
    is(await focused(p), 'a2', 'Home goes to the end of the row');
    await key(p, 'Control+End');
    is(await focused(p), 'h1', 'Ctrl and End to the last square');
    await key(p, 'ArrowRight');
    is(await focused(p), 'h1', 'the edge stops');
    is(await p.evaluate(() => deep('[data-name][tabindex="0"]').length), 1, 'one square is in the order of Tab');

    // The other way round.
    const top = async (name) => (await b.at(name)).y;
    ok(await top('a8') < await top('a1'), 'white is below');
    await b.act('flip');
    await p.until(() => document.querySelector('bm-board').hasAttribute('data-flipped'));
    await p.until(() => deep('[data-name="a8"]')[0].getBoundingClientRect().y > deep('[data-name="a1"]')[0].getBoundingClientRect().y);
    ok(await drawnOn(p, 'e1') === 'e1', 'a flip takes the pieces along');

    // Hands.
    await b.begin('shogi', { start: '4k4/9/9/9/9/9/9/9/4K4 b 2Pp 1' });
    const at = await b.at('P0', true), to = await b.at('5e');
    is(await p.evaluate(() => deep('[data-hand="P0"]')[0].getAttribute('aria-label')), 'pawn, 2 in hand', 'a hand is said');
    await p.page.mouse.move(at.x, at.y);
    await p.page.mouse.down();
    await p.page.mouse.move(to.x, to.y - 5);
    is(await marked(p, 'over'), ['5e'], 'the square below a drag is marked');
    await p.page.mouse.move(to.x, to.y);
    await p.page.mouse.up();
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '1');
    is(await p.evaluate(() => deep('[data-hand="P0"]')[0].dataset.count), '1', 'a drop takes one from the hand');
    is(await p.evaluate(() => document.querySelectorAll('.bm-piece').length), 3, 'and leaves one piece on the board');

    // What a piece in hand can be dropped as, and pieces of nobody.
    await b.begin('kyotoshogi', { start: 'p+nks+l/5/5/5/+LSK+N1[P] w' });
    await b.go('P0', true, '3c');
    await p.press('[data-chooser] [data-move="+P*3c"]');
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '1');
    is((await b.pieces(['3c']))['3c'], '+P0', 'a piece can be dropped promoted where that is the rule');
    await b.begin('duck');
    await b.play('e2e4 D@e6 d7d5');
    await b.play('e6e5');
    is(await b.pieces(['e6', 'e5']), { e6: '', e5: 'D0' }, 'both sides move what belongs to nobody');
    await b.begin('placement');
    await b.play('K@e1 K@e8');
    is(await b.pieces(['e1', 'e8']), { e1: 'K0', e8: 'K1' }, 'kings come from the hand');

    // Levels.
    await b.begin('raumschach');
    await b.walk('Ac1', false);
    await key(p, 'PageDown');
    is(await focused(p), 'Bc1', 'Page Down goes to the next level');
    is(await p.evaluate(() => deep('[role=grid]').map((e) => e.getAttribute('aria-label')).join()),
        'Board A,Board B,Board C,Board D,Board E', 'each level is a grid with a name');
    is(await p.evaluate(() => deep('[role=grid]').every((g) => [...g.children].every((r) => r.role === 'row' &&
        [...r.children].every((c) => c.role === 'gridcell')))), true, 'of rows of cells');
    await p.close();

    // A finger.
    const f = await rig.open({ size: [360, 640], touch: true }), t = new Board(f, 'finger');
    await t.begin('chess');
    await t.play('e2e4 e7e5');
    is(await drawnOn(f, 'e5'), 'e5', 'a finger drags');
    await t.begin('chess', { start: '7k/P7/8/8/8/8/8/K7 w - - 0 1' });
    await t.go('a7', false, 'a8');
    const knight = await f.until(() => {
        const r = deep('[data-chooser] [data-move="a7a8n"]')[0]?.getBoundingClientRect();
        return r && { x: r.x + r.width / 2, y: r.y + r.height / 2 };
    });
    await t.touch('touchStart', [knight]);
    await f.page.waitForTimeout(1000); // no click follows such a touch
    await t.touch('touchEnd', []);
    await f.until(() => document.querySelector('[data-stage]').dataset.ply === '1', undefined, 'a choice by a long touch');
    is((await t.pieces(['a8'])).a8, 'N0', 'a finger that stays long chooses, too');
    await f.close();

    // In Japanese.
    const q = await rig.open({ lang: 'ja-JP', settings: { lang: 'ja' } }), j = new Board(q);
    await j.begin('shogi');
    is(await label(q, '7g'), '７七、先手の歩', 'squares and pieces are said in Japanese');
    is(await q.evaluate(() => deep('.bm-out-rank').map((e) => e.textContent).join('')), '一二三四五六七八九', 'ranks are in kanji');
    await q.close();
});
