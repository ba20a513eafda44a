// SPDX-License-Identifier: MIT
// my_games.mjs BANMEN FOLDER: no click loses a game: all that were played are kept, found again, exported, deleted
// and brought back; records have dates and names. TAP.
import fs from 'node:fs';
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const rows = (p) => p.evaluate(() => [...document.querySelectorAll('[data-test=game-row]')].map((e) => e.querySelector('strong').textContent));
const count = (n) => [(n) => document.body.dataset.screen === 'games' && document.querySelector('[data-test=games]') &&
    document.querySelectorAll('[data-test=game-row]').length === n, n, `${n} games in the list`];
const ply = (n) => [(n) => document.querySelector('[data-stage]')?.dataset.ply === String(n), n, `${n} moves`];

async function list(p, n) {
    await p.evaluate(() => { location.hash = '#/games'; });
    await p.until(...count(n));
}

const row = (title) => `[data-test=game-row]:has(strong:text-is("${title}"))`;

async function press(p, title, what) {
    await p.page.click(`${row(title)} [data-test=${what}]`);
}

await run(async (rig) => {
    const p = await rig.open();
    const b = new Board(p);
    await list(p, 0);
    ok(await p.evaluate(() => !document.querySelector('[data-test=games-none]').hidden), 'at first there is no game');

    // Two games: beginning the second keeps the first.
    await b.begin('chess');
    await b.play('e2e4 e7e5');
    await b.begin('shogi', { second: 'level-1' });
    await b.move('7g7f');
    await p.until(() => Number(document.querySelector('[data-stage]').dataset.ply) >= 2, undefined, 'an answer');
    await list(p, 2);
    is(await rows(p), ['Shogi', 'Chess'], 'both games are kept, the last one first');
    await p.picture('my-games');

    // One of them goes on, after a reload, too.
    await press(p, 'Chess', 'game-open');
    await p.until(...ply(2));
    is(await b.pieces(['e4', 'e5']), { e4: 'P0', e5: 'P1' }, 'a kept game is opened');
    await b.move('g1f3');
    await p.page.reload();
    await p.until(...ply(3));
    is(await b.pieces(['f3']), { f3: 'N0' }, 'goes on, and is there after a reload');

    // Another tab plays something else; each comes back to its own.
    const other = await p.context.newPage();
    await other.goto(`http://${rig.server.address}/#/play/xiangqi?first=human&second=human`);
    await other.waitForFunction(() => document.querySelector('[data-stage=playing]'));
    await p.page.reload();
    await p.until(...ply(3));
    ok(true, 'a tab comes back to its own game');
    await other.close();

    // The same game in two tabs is one game.
    const twin = await p.context.newPage();
    await twin.goto(`http://${rig.server.address}/#/games`);
    await twin.click(`${row('Chess')} [data-test=game-open]`);
    await twin.waitForFunction(() => document.querySelector('[data-stage]')?.dataset.ply === '3');
    await b.move('b8c6');
    await twin.waitForFunction(() => document.querySelector('[data-stage]')?.dataset.ply === '4');
    await twin.close();
    await p.page.reload();
    await p.until(...ply(4));
    ok(true, 'a move in one tab is there in the other, and stays');

    // The dialog for a new game says that the old one stays.
    await b.act('new');
    await p.press('dialog[open] [name=opponent][value=friend]');
    await p.press('dialog[open] [data-do=start]');
    ok(/My games/.test(await p.until(() => document.querySelector('.toast')?.textContent, undefined, 'a word')), 'a new game says where the old one is');
    await p.until(...ply(0));
    await b.play('f2f3 e7e5 g2g4 d8h4');
    await b.end();
    await p.press('dialog[open] [data-do=rematch]');
    await p.until(...ply(0));
    await list(p, 3);
    is(await p.evaluate(() => [...document.querySelectorAll('[data-test=game-row]')].filter((e) => e.dataset.over === 'true').length), 1,
        'a rematch keeps the game before; a game without a move is no game');

    // Deleted, and back again.
    await press(p, 'Shogi', 'game-delete');
    await p.until(...count(2));
    await p.press('[data-test=undo]');
    await p.until(...count(3));
    ok((await rows(p)).includes('Shogi'), 'a deleted game comes back by undo');
    await press(p, 'Shogi', 'game-delete');
    await p.until(...count(2));
    await p.page.reload();
    await p.until(...count(2));
    is((await rows(p)).includes('Shogi'), false, 'and stays away without');

    // The record: date, names, nothing else.
    await p.page.click('[data-test=game-row][data-over=true] [data-test=game-export]');
    const [download] = await Promise.all([p.page.waitForEvent('download'), p.press('dialog[open] [data-test=export-pgn]')]);
    const pgn = fs.readFileSync(await download.path(), 'utf8');
    const today = new Date();
    const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((n) => String(n).padStart(2, '0')).join('.');
    ok(pgn.includes(`[Date "${date}"]`), 'the record has its date') || console.log(pgn.replace(/^/gm, '# '));
    ok(/\[White "Player 1"\]/.test(pgn) && /\[Black "Player 2"\]/.test(pgn), 'and names');
    ok(!/[{;]/.test(pgn), 'and no comment');
    await p.page.keyboard.press('Escape');
    await b.begin('chess', { clock: '5m+3' });
    await b.move('e2e4');
    await b.act('resign');
    await b.confirm();
    await b.end();
    const [file] = await Promise.all([p.page.waitForEvent('download'), p.press('dialog[open] [data-test=end-save-pgn]')]);
    ok(/\[%clk [\d:.]+\]\} 1-0\s*$/.test(fs.readFileSync(await file.path(), 'utf8')), 'nothing stands behind the result');
    await p.evaluate(() => { location.hash = '#/games'; });
    await p.until(...count(3));

    // What an earlier version has left is found, too.
    await p.evaluate(() => {
        const slot = JSON.parse(localStorage.getItem('banmen.game'));
        for (const key of ['id', 'began', 'changed', 'result', 'reason', 'plies', 'dialect'])
            delete slot[key];
        slot.title = ['Left over', 'Left over'];
        slot.game.deeds.push(['move', slot.game.at + 1, { side: 0, move: 0x0c1c }]);
        sessionStorage.clear();
        localStorage.setItem('banmen.game', JSON.stringify(slot));
    });
    await p.page.reload();
    await p.until(...count(4));
    ok((await rows(p)).includes('Left over'), 'the one game of an earlier version is taken over');
    await p.close();

    // A game on the server is found again, too.
    const q = await rig.open();
    const qb = new Board(q);
    await q.evaluate(() => { location.hash = '#/new/chess'; });
    await q.until(() => document.querySelector('dialog[open] [name=mind] option[value=server]'), undefined, 'players of the server');
    await q.page.selectOption('dialog[open] [name=mind]', 'server');
    await q.press('dialog[open] [data-do=start]');
    await q.until(() => document.querySelector('[data-stage=playing]'), undefined, 'a game on the server');
    await qb.move('e2e4');
    await list(q, 1);
    ok(/^#\/g\//.test(await q.evaluate(() => document.querySelector('[data-test=game-open]').getAttribute('href'))), 'a game on the server is kept');
    await press(q, 'Chess', 'game-open');
    await q.until(() => Number(document.querySelector('[data-stage]')?.dataset.ply) >= 1, undefined, 'the game again');
    ok(true, 'and opened again');
    await q.close();
});
