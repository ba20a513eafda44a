// SPDX-License-Identifier: MIT
// puzzles.mjs BANMEN FOLDER: puzzles are solved, failed, come again, and are counted; any mate is accepted at the end. TAP.
import fs from 'node:fs';
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const lines = (kind) => fs.readFileSync(new URL(`../../../data/puzzles/${kind}.txt`, import.meta.url), 'utf8').trim().split('\n').map((l) => l.split(';'));
const says = (p) => p.evaluate(() => document.querySelector('[data-test=puzzle-says]').textContent);
const progress = (p, kind) => p.evaluate((kind) => JSON.parse(localStorage.getItem('banmen.training') ?? '{}')[kind] ?? null, kind);

async function show(p, hash) {
    await p.evaluate((hash) => { location.hash = hash; }, hash);
    await p.until((kind) => document.querySelector('[data-test=puzzle]')?.dataset.kind === kind &&
        document.querySelector('[data-test=puzzle]').dataset.state === 'solving' && deep('[data-name]').length > 0, hash.split(/[/?]/)[2], hash);
}

// The board of a puzzle, which is no game.
class PuzzleBoard extends Board {
    state() { return this.page.evaluate(() => ({ turn: String(document.querySelector('bm-board').view.turn) })); }
    async play(text) {
        const { from, hand, to } = await this.parts(text);
        await this.go(from, hand, to);
    }
}

const state = (p, want) => p.until((want) => document.querySelector('[data-test=puzzle]')?.dataset.state === want, want, want);

await run(async (rig) => {
    const p = await rig.open();
    const b = new PuzzleBoard(p);
    await p.evaluate(() => { location.hash = '#/puzzles'; });
    await p.until(() => document.querySelectorAll('.t-kind').length === 4, undefined, 'the kinds');
    await p.picture('puzzles');

    // The first tsume of several turns that has no choice of promotion.
    const tsume = lines('tsume');
    const n = tsume.findIndex(([, , moves]) => moves.split(' ').length === 3 && /^[A-Z]\*/.test(moves) && /[A-Z]\*\S+$/.test(moves));
    ok(n >= 0, 'there is a mate of three plies by drops');
    const [, position, moves] = tsume[n];
    const [first, , last] = moves.split(' ');
    await show(p, `#/puzzles/tsume?at=${n + 1}`);
    is(await p.evaluate(() => document.querySelector('[data-test=puzzle]').dataset.id), `tsume|${position}`, 'a puzzle is opened by its number');
    await p.picture('puzzle-tsume');
    await b.play(first);
    await p.until(() => document.querySelector('[data-test=puzzle]').dataset.ply === '2', undefined, 'the answer');
    is((await says(p)).includes('1'), true, 'a right move is answered, and one is to go');
    await b.play(last);
    await state(p, 'solved');
    let kept = await progress(p, 'tsume');
    is([kept.solved, kept.tried, kept.streak, kept.rating > 1000], [1, 1, 1, true], 'solved: it counts');
    await p.picture('puzzle-solved');

    // The next is failed: a hint, then the solution.
    await p.press('[data-test=puzzle-next]');
    await state(p, 'solving');
    await p.press('[data-test=puzzle-hint]');
    ok((await says(p)).length > 5, 'a hint says what to look at');
    await p.press('[data-test=puzzle-solution]');
    await state(p, 'shown');
    ok(await p.evaluate(() => document.querySelector('[data-test=puzzle-line]').textContent.length > 2), 'the solution is shown');
    kept = await progress(p, 'tsume');
    is([kept.solved, kept.tried, kept.streak, kept.best], [1, 2, 0, 1], 'that ends the row');
    const failed = await p.evaluate(() => document.querySelector('[data-test=puzzle]').dataset.id);

    // It comes again when its time has come.
    const cards = await p.evaluate(() => new Promise((resolve) => {
        const open = indexedDB.open('banmen-training', 1);
        open.onsuccess = () => {
            const store = open.result.transaction('cards', 'readwrite').objectStore('cards');
            const all = store.getAll();
            all.onsuccess = () => {
                for (const c of all.result)
                    store.put({ ...c, due: 1 });
                store.transaction.oncomplete = () => {
                    open.result.close();
                    resolve(all.result);
                };
            };
        };
    }));
    is(cards.map((c) => [c.id, c.box]), [[failed, 0]], 'it is kept to come again');
    await p.page.reload();
    await p.evaluate(() => { location.hash = '#/puzzles'; });
    await p.until(() => document.querySelector('[data-test=kind-tsume]')?.textContent.includes('1'), undefined, 'one is due');
    await show(p, '#/puzzles/tsume');
    is(await p.evaluate(() => document.querySelector('[data-test=puzzle]').dataset.id), failed, 'and comes first');

    // A wrong move is taken back; right ones are found after it, by keys.
    const mates = lines('mate');
    const m = mates.findIndex(([, , moves]) => moves.split(' ').length === 3 && !/[qrbn]\b/.test(moves));
    await show(p, `#/puzzles/mate?at=${m + 1}`);
    const wrong = await p.evaluate(([right]) => document.querySelector('bm-board').view.moves.find((x) => x.text !== right && x.promote < 0 && x.castles < 0).text, mates[m][2].split(' '));
    const keys = new PuzzleBoard(p, 'keys');
    await keys.play(wrong);
    await p.until(() => document.querySelector('[data-test=puzzle]').dataset.verdict === 'wrong', undefined, 'wrong');
    is(await p.evaluate(() => document.querySelector('[data-test=puzzle]').dataset.ply), '0', 'a wrong move is taken back');
    for (const [i, move] of mates[m][2].split(' ').entries())
        if (i % 2 === 0) {
            await keys.play(move);
            await p.until((ply) => Number(document.querySelector('[data-test=puzzle]').dataset.ply) >= ply, Math.min(i + 2, 3), 'an answer');
        }
    await state(p, 'solved');
    kept = await progress(p, 'mate');
    is([kept.solved, kept.tried], [0, 1], 'solved later does not count as solved');
    await p.close();

    // One's own: the interface for reviews of games.
    const q = await rig.open();
    await q.until(() => document.querySelectorAll('#main a').length > 3);
    await q.evaluate(async () => {
        const { addOwnPuzzle } = await import('/js/training/own_puzzles.js');
        await addOwnPuzzle({ game: 'chess', position: 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', line: ['a1a6', 'b7a6', 'b6b7', 'a8a7'], from: 'A – B' });
    });
    await show(q, '#/puzzles/own');
    const own = new PuzzleBoard(q);
    await own.play('a1a6');
    await q.until(() => document.querySelector('[data-test=puzzle]').dataset.ply === '2');
    await own.play('b6b7');
    await state(q, 'solved');
    ok(true, 'a puzzle of one’s own is solved');
    await q.press('[data-test=puzzle-remove]');
    await q.until(() => !document.querySelector('[data-test=puzzles-none]').hidden, undefined, 'none is left');
    ok(true, 'and removed');
    await q.close();
});
