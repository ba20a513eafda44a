// SPDX-License-Identifier: MIT
// open_records.mjs BANMEN FOLDER: records are opened by file, paste and drop, in any format and encoding; files of many games are
// lists that are searched by words, results and positions, and stay quick. TAP.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run, is, ok, SIZES, npm } from '../harness.mjs';

const axe = npm('axe-core').source;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-open-'));
const LINES = ['1. e4 e5 2. Nf3 Nc6', '1. d4 d5 2. c4', '1. e4 c5'];
const RESULTS = ['1-0', '0-1', '1/2-1/2'];

function file(name, content) {
    const at = path.join(folder, name);
    fs.writeFileSync(at, content);
    return at;
}

function many(count) {
    return Array.from({ length: count }, (_, i) => `[Event "Open ${i % 5}"]\n[White "Player ${i}"]\n[Black "Other ${i % 9}"]\n[Result "${RESULTS[i % 3]}"]\n\n${LINES[i % 3]} ${RESULTS[i % 3]}\n\n`).join('');
}

const rowCount = (p) => p.evaluate(() => document.querySelector('[data-test=list-count]').textContent);
const counted = (text) => [(t) => document.querySelector('[data-test=list-count]')?.textContent === t, text, text];
const moves = (p) => p.evaluate(() => [...document.querySelectorAll('[data-test=tree] .mv')].map((b) => [...b.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join('')));

async function openScreen(p) {
    await p.evaluate(() => { location.hash = '#/open'; });
    await p.until(() => document.querySelector('[data-test=open-file]'), undefined, 'the screen that opens files');
}

await run(async (rig) => {
    const p = await rig.open();
    await openScreen(p);

    // One game, in Shift_JIS.
    const kif = Buffer.from([...Buffer.from([0x8e, 0xe8, 0x8d, 0x87, 0x8a, 0x84, 0x81, 0x46, 0x95, 0xbd, 0x8e, 0xe8]), 10,
        ...Buffer.from('   1 '), 0x82, 0x56, 0x98, 0x5a, 0x95, 0xe0, ...Buffer.from('(77)\n')]);
    await p.page.setInputFiles('[data-test=open-file]', file('mail.kif', kif));
    await p.until(() => document.querySelector('[data-test=study] .mv'), undefined, 'a KIF in Shift_JIS');
    is(await moves(p), ['P-7f'], 'its move is read');

    // Pasted text; something that is none.
    await openScreen(p);
    await p.page.fill('[data-test=open-text]', 'position startpos moves e2e4 c7c5');
    await p.press('[data-test=open-go]');
    await p.until(() => document.querySelectorAll('[data-test=study] .mv').length === 2, undefined, 'a line of UCI');
    await openScreen(p);
    await p.page.fill('[data-test=open-text]', 'no game at all');
    await p.press('[data-test=open-go]');
    ok(await p.until(() => document.querySelector('[data-test=open-wrong]').textContent, undefined, 'why it cannot be opened'), 'what is no record says so');
    await p.page.fill('[data-test=open-text]', '');

    // Dropped.
    await p.evaluate((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'two.pgn'));
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, many(2));
    await p.until(...counted('2 games'));
    ok(true, 'a file that is dropped is listed');

    // Twenty thousand games.
    await p.page.setInputFiles('[data-test=open-file]', file('many.pgn', many(20001)));
    await p.until(...counted('20,001 games'));
    ok(await p.evaluate(() => document.querySelectorAll('[data-test=list-row]').length < 60), 'only the rows that are seen are there');
    await p.picture('open-list');
    await p.page.fill('[data-test=list-search]', 'player 12345');
    await p.until(...counted('1 of 20,001 games'));
    await p.page.fill('[data-test=list-search]', 'open 3 other 4');
    await p.until((t) => document.querySelector('[data-test=list-count]').textContent !== t, '1 of 20,001 games');
    const some = await rowCount(p);
    await p.page.selectOption('[data-test=list-result]', 'draw');
    await p.until((t) => document.querySelector('[data-test=list-count]').textContent !== t, some);
    await p.page.selectOption('[data-test=list-result]', '');
    await p.page.fill('[data-test=list-search]', '');
    await p.until(...counted('20,001 games'));

    // By position; what was played there leads on.
    await p.page.fill('[data-test=list-position]', 'e4');
    await p.until(...counted('13,334 of 20,001 games'));
    is(await p.evaluate(() => [...document.querySelectorAll('[data-test=explorer] tbody tr')].map((r) => [r.cells[0].textContent, r.cells[1].textContent]).sort()), [['c5', '6,667'], ['e5', '6,667']], 'what was played from it');
    await p.press('[data-test=explorer] [data-move=c7c5]');
    await p.until(...counted('6,667 of 20,001 games'));
    await p.page.fill('[data-test=list-position]', 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1');
    await p.until(...counted('6,667 of 20,001 games'));
    await p.page.fill('[data-test=list-position]', 'e5');
    ok(await p.until(() => document.querySelector('[data-test=list-wrong]').textContent, undefined, 'a word'), 'moves that cannot be played are refused');
    await p.page.fill('[data-test=list-position]', 'd4 d5 c4');
    await p.until(...counted('6,667 of 20,001 games'));

    // Keys go through all of it; a game is opened, and back to the same list.
    await p.page.focus('[data-test=list-row]');
    await p.page.keyboard.press('End');
    const last = await p.until(() => document.activeElement.closest('li')?.getAttribute('aria-posinset') === '6667' && document.activeElement.dataset.game, undefined, 'the last row');
    await p.page.keyboard.press('Enter');
    await p.until(() => document.querySelector('[data-test=study] .mv'), undefined, 'the game');
    ok((await p.evaluate(() => document.querySelector('.g-title').textContent)).startsWith(`Player ${last}`), 'the game of that row is opened');
    await p.press('[data-do=open]');
    await p.until(...counted('6,667 of 20,001 games'));
    ok(true, 'the list is as it was left');
    await p.close();

    // Each size and language.
    for (const lang of ['en', 'ja'])
        for (const size of SIZES) {
            const q = await rig.open({ size, lang, dark: lang === 'ja', touch: size[0] < 800 || size[1] < 500, route: '/#/open' });
            await q.until(() => document.querySelector('[data-test=open-file]'), undefined, 'the screen that opens files');
            await q.page.setInputFiles('[data-test=open-file]', file('some.pgn', many(300)));
            await q.until(() => document.querySelectorAll('[data-test=list-row]').length > 3, undefined, 'rows');
            const where = `${lang} ${size.join('x')}`;
            const fits = () => q.evaluate((w) => document.documentElement.scrollWidth <= w, size[0]);
            ok(await fits(), `${where}: the list does not scroll sideways`);
            await q.picture(`open-${where.replace(' ', '-')}`);
            await q.evaluate((pgn) => { location.hash = `#/analysis?ply=3&pgn=${encodeURIComponent(pgn)}`; }, '1. e4 e5 2. Nf3 {good} (2. f4 exf4) 2... Nc6 *');
            await q.until(() => document.querySelector('[data-test=study] bm-board[data-ready]'), undefined, 'an analysis board');
            await q.press('[data-do=engine]');
            await q.until(() => document.querySelector('[data-test=line]'), undefined, 'a line');
            await q.press('[data-do=note]');
            ok(await fits(), `${where}: the analysis does not scroll sideways`);
            await q.picture(`analysis-${where.replace(' ', '-')}`);
            const all = await q.evaluate(() => [...document.querySelectorAll('.bm-sq')].every((e) => { const r = e.getBoundingClientRect(); return r.left >= -1 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1; }));
            ok(all, `${where}: the board is seen whole`);
            if (size[0] === 360 || size[0] === 1440) {
                await q.evaluate(axe);
                const found = await q.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations
                    .filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')}`));
                is(found, [], `${where}: axe is content with the analysis`);
                await q.evaluate(() => { location.hash = '#/open'; });
                await q.until(() => document.querySelector('[data-test=list-row]'), undefined, 'the list');
                is(await q.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations
                    .filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')}`)), [], `${where}: and with the list`);
            }
            await q.close();
        }
});
fs.rmSync(folder, { recursive: true, force: true });
