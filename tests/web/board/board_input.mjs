// SPDX-License-Identifier: MIT
// board_input.mjs BANMEN FOLDER: what hands and eyes expect of a board: a focused piece is seen, arrow keys go through the
// moves unless the keyboard mode is on, a king put on its rook castles, the right button takes a drag back, all moves of a
// turn are marked, what is wanted next is said, and the board stays where it is. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const shown = (n) => [(n) => document.querySelector('[data-stage]').dataset.shown === String(n), n, `position ${n}`];
const status = (p) => p.evaluate(() => document.querySelector('[data-notice]').textContent);
const lasts = (p) => p.evaluate(() => deep('.bm-sq.bm-last').map((e) => e.dataset.name).sort());

// The middle of a square as a picture.
async function middle(p, b, name) {
    const at = await b.at(name);
    await p.drawn();
    return (await p.page.screenshot({ clip: { x: Math.round(at.x) - 8, y: Math.round(at.y) - 8, width: 16, height: 16 } })).toString('base64');
}

await run(async (rig) => {
    const p = await rig.open();
    const b = new Board(p);

    // A focused square shows its piece.
    await b.begin('chess');
    const before = await middle(p, b, 'd1');
    await p.evaluate(() => deep('[data-name=d1]')[0].focus());
    await p.page.keyboard.press('Shift'); // the focus is one of the keyboard
    is(await middle(p, b, 'd1'), before, 'a focused square does not hide its piece');

    // Arrow keys.
    await b.play('e2e4 e7e5 g1f3');
    await p.page.keyboard.press('ArrowLeft');
    await p.until(...shown(2));
    await p.page.keyboard.press('ArrowRight');
    await p.until(...shown(3));
    ok(true, 'after a click on the board arrow keys go through the moves');
    await p.evaluate(() => deep('[data-name=b8]')[0].focus());
    await p.page.keyboard.press('Enter');
    await p.until(() => document.querySelector('bm-board[data-keyboard]'), undefined, 'the keyboard mode');
    ok(/Keyboard mode/.test(await status(p)) && /Keyboard mode/.test(await p.evaluate(() => document.querySelector('.bm-live').textContent)),
        'Enter turns the keyboard mode on, which is shown and said');
    await p.picture('keyboard-mode');
    await p.page.keyboard.press('ArrowRight');
    is(await p.evaluate(() => [document.activeElement.dataset.name, document.querySelector('[data-stage]').dataset.shown]), ['c8', '3'],
        'in it arrow keys go from square to square');
    await p.page.keyboard.press('Escape');
    await p.until(() => !document.querySelector('bm-board[data-keyboard]'), undefined, 'no keyboard mode');
    await p.page.keyboard.press('ArrowLeft');
    await p.until(...shown(2));
    ok(true, 'Esc leaves it');
    await p.page.keyboard.press('End');
    await p.until(...shown(3));
    await p.evaluate(() => document.querySelector('[data-do=flip]').focus());
    await p.page.keyboard.press('k');
    await p.until(() => document.querySelector('bm-board[data-keyboard]')?.contains(document.activeElement), undefined, 'the keyboard mode by its key');
    ok(true, 'a key turns it on from anywhere');
    await p.press('[data-name=a1]');
    await p.until(() => !document.querySelector('bm-board[data-keyboard]'), undefined, 'no keyboard mode after a click');

    // King onto rook.
    const castling = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1';
    for (const how of ['click', 'drag']) {
        const hand = new Board(p, how);
        await hand.begin('chess', { start: castling });
        await hand.go('e1', false, 'h1');
        await p.until(() => document.querySelector('[data-stage]').dataset.ply === '1', undefined, 'castling');
        await hand.go('e8', false, 'a8');
        await p.until(() => document.querySelector('[data-stage]').dataset.ply === '2', undefined, 'castling');
        is(await hand.pieces(['g1', 'f1', 'c8', 'd8', 'h1', 'a8']), { g1: 'K0', f1: 'R0', c8: 'K1', d8: 'R1', h1: '', a8: '' },
            `a king put on its rook castles (${how})`);
    }

    // The right button takes a drag back.
    await b.begin('chess');
    const from = await b.at('e2'), to = await b.at('e4');
    const { mouse } = p.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: 3 });
    await p.until(() => document.querySelector('.bm-drag'), undefined, 'a drag');
    await mouse.down({ button: 'right' });
    await p.until(() => !document.querySelector('.bm-drag') && !document.querySelector('.bm-dragging'), undefined, 'no drag');
    await mouse.up({ button: 'right' });
    await mouse.up();
    await p.drawn();
    is([await b.ply(), await b.pieces(['e2', 'e4']), await p.evaluate(() => deep('.bm-selected, .bm-arrow, .bm-circle').length)],
        [0, { e2: 'P0', e4: '' }, 0], 'the right button takes a drag back, and nothing is played or drawn');

    // Two halves of a turn.
    await b.begin('duck');
    await b.move('e2e4');
    await p.until(() => /place the duck/.test(document.querySelector('[data-notice]').textContent), undefined, 'words on the duck');
    ok(/duck/.test(await p.evaluate(() => document.getElementById('live').textContent)), 'the second half of a turn says what is wanted');
    is(await lasts(p), ['e2', 'e4'], 'the first half is marked');
    await b.move('D@e6');
    is(await lasts(p), ['e2', 'e4', 'e6'], 'and then all of the turn');
    await b.move('d7d5');
    await p.until(() => /move the duck/.test(document.querySelector('[data-notice]').textContent), undefined, 'words on the duck');
    ok(true, 'a duck on the board is moved');
    await p.close();

    // The board stays where it is when something is said.
    for (const size of [[360, 740], [768, 1024], [1280, 800]]) {
        const q = await rig.open({ size });
        const qb = new Board(q);
        await qb.begin('chess', { start: '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1' });
        const box = () => q.evaluate(() => JSON.stringify(document.querySelector('[data-test=board-box]').getBoundingClientRect()));
        const at = await box();
        await qb.refuse('c3d5', /bishop on b4/);
        await q.evaluate(() => {
            document.querySelector('.g-banners').innerHTML = '<div class="banner"><span>Somebody with a long name offers a draw.</span>' +
                '<span class="answers"><button class="btn main">Yes</button><button class="btn">No</button></span></div>';
        });
        await q.drawn();
        is(await box(), at, `${size.join('x')}: words and banners do not move the board`);
        await q.picture(`banner-${size[0]}`);
        await q.close();
    }
});
