// SPDX-License-Identifier: MIT
// openings.mjs BANMEN FOLDER [firefox]: names of openings on the analysis board, in lists of games and in My games, in both languages; the
// explorer over these games. TAP.
import { run, is, ok } from '../harness.mjs';

const opening = (want) => [(want) => document.querySelector('[data-test=opening]')?.textContent === want, want, `the name ${want}`];
const study = [() => document.querySelector('[data-test=study] bm-board[data-ready]'), undefined, 'an analysis board'];
const GAMES = ['1. e4 c5 2. Nf3 d6 1-0', '1. d4 e6 2. e4 d5 3. e5 0-1', '1. d4 d5 2. c4 c6 1/2-1/2'].map((text, i) => `[White "P${i}"]\n[Result "${text.split(' ').pop()}"]\n\n${text}\n`).join('\n');

async function go(p, hash) {
    await p.evaluate((h) => { location.hash = h; }, hash);
}

async function type(p, move, ply) {
    await p.page.keyboard.press('m');
    await p.page.keyboard.type(move);
    await p.page.keyboard.press('Enter');
    await p.until((ply) => document.querySelector('[data-test=study]').dataset.ply === String(ply), ply, `move ${ply}`);
    await p.evaluate(() => document.activeElement.blur());
}

// The name follows the moves, however the position is reached.
async function checkBoard(p) {
    await go(p, '#/analysis?variant=chess&moves=d4,e6,e4&ply=3');
    await p.until(...study);
    await p.until(...opening('A40 Horwitz Defence'));
    await type(p, 'd5', 4);
    await p.until(...opening('C00 French Defence: Normal Variation'));
    await type(p, 'Be3', 5);
    await p.until(...opening('C00 French Defence: Normal Variation'));
    await p.picture('openings-board');
    await p.page.keyboard.press('Home');
    await p.until(...opening(''));
    ok(true, 'the name follows the moves on the board');
    await p.until(() => document.querySelector('[data-test=study]').dataset.saved, undefined, 'the study to be kept');
    await go(p, '#/analysis?variant=shogi&moves=7g7f,3c3d,6g6f,8c8d,2h6h&ply=5');
    await p.until(...opening('▲Fourth-File Rook'));
    ok(true, 'and so in shogi');
    await go(p, '#/analysis?variant=xiangqi');
    await p.until(() => document.querySelector('[data-test=study] bm-board[data-ready]')?.view.position.includes('9/1c'), undefined, 'a game without names');
    is(await p.evaluate(() => document.querySelector('[data-test=opening]').textContent), '', 'other games have none');
}

async function checkLists(p, want) {
    await go(p, '#/open');
    await p.until(() => document.querySelector('[data-test=open-text]'), undefined, 'the screen that opens files');
    await p.evaluate((text) => { document.querySelector('[data-test=open-text]').value = text; }, GAMES);
    await p.press('[data-test=open-go]');
    await p.until(() => document.querySelectorAll('[data-test=list-row]').length === 3, undefined, 'three games');
    const rows = await p.evaluate(() => [...document.querySelectorAll('[data-test=list-row]')].map((e) => e.textContent));
    for (const [i, name] of want.entries()) ok(rows[i].includes(name), `game ${i} is called ${name}`) || console.log(`# ${rows[i]}`);
    await p.evaluate((name) => {
        const input = document.querySelector('[data-test=list-search]');
        input.value = name;
        input.dispatchEvent(new Event('input', { bubbles: true }));
    }, want[1]);
    await p.until(() => document.querySelectorAll('[data-test=list-row]').length === 1, undefined, 'games of one opening');
    ok(true, 'games are found by the name of their opening');
}

// What the explorer shows of the games that were opened and kept; a press plays a move.
async function checkExplorer(p) {
    const there = (rows) => [(rows) => document.querySelector('[data-test=explorer]')?.dataset.state === 'there' &&
        JSON.stringify([...document.querySelectorAll('[data-test=explorer] tbody tr')].map((tr) => [...tr.querySelectorAll('td')].slice(0, 2).map((td) => td.textContent))) === JSON.stringify(rows),
    rows, `the moves ${JSON.stringify(rows)}`];
    await go(p, '#/analysis?variant=chess');
    await p.until(...study);
    await p.press('[data-do=explore]');
    // Three games of the file, one that is kept.
    await p.until(...there([['d4', '3'], ['e4', '1']]));
    is(await p.evaluate(() => document.querySelector('[data-test=explorer] .shares').getAttribute('aria-label')), 'First player won 0 %, drawn 33 %, second player won 33 %', 'results are told in words');
    is(await p.evaluate(() => document.querySelector('[data-test=explorer-found]').textContent), 'Games: 4', 'games are counted');
    await p.picture('openings-explorer');
    await p.evaluate(() => document.querySelector('[name=explore-mine]').click());
    await p.until(...there([['d4', '2'], ['e4', '1']]));
    await p.evaluate(() => document.querySelector('[data-test=explorer] [data-move=d2d4]').focus());
    await p.page.keyboard.press('Enter');
    await p.until(() => document.querySelector('[data-test=study]').dataset.ply === '1', undefined, 'the move on the board');
    await p.until(...there([['d5', '1'], ['e6', '1']]));
    ok(true, 'a move that is pressed is played, and the explorer follows');
    await p.evaluate(() => document.querySelector('[name=explore-opened]').click());
    await p.until(...there([]));
    await p.press('[data-do=explore]');
    await p.until(() => document.querySelector('[data-test=explorer]').hidden, undefined, 'the explorer to be gone');
    ok(true, 'games are chosen, and the explorer goes away');
}

await run(async (rig) => {
    const p = await rig.open({ settings: { lang: 'en' } });
    await checkBoard(p);
    await checkLists(p, ['B50 Sicilian Defence', 'C02 French Defence: Advance', 'D10 Slav Defence']);
    await go(p, '#/games');
    await p.until(() => document.querySelector('[data-test=game-opening]')?.textContent === 'C00 French Defence: Normal Variation', undefined, 'the name of a kept game');
    ok(true, 'games that are kept are named');
    await p.picture('openings-games');
    await checkExplorer(p);
    await p.close();
    const ja = await rig.open({ lang: 'ja', settings: { lang: 'ja' }, size: [390, 844] });
    await checkLists(ja, ['B50 シシリアン・ディフェンス', 'C02 フレンチ・ディフェンス：アドバンス', 'D10 スラブ・ディフェンス']);
    await go(ja, '#/analysis?variant=shogi&moves=7g7f,3c3d,6g6f,8c8d,2h6h&ply=5');
    await ja.until(...opening('▲四間飛車'));
    await ja.picture('openings-phone');
    is(await ja.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'it fits a phone');
    await ja.close();
}, { firefox: process.argv[4] === 'firefox' });
