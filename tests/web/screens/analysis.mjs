// SPDX-License-Identifier: MIT
// analysis.mjs BANMEN FOLDER: the analysis board: variations by playing, comments, annotations, arrows, undo, lines of the search,
// records in and out, all kept. TAP.
import fs from 'node:fs';
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const PGN = `[Event "Cup"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 {good [%cal Rf3e5]} (2. f4 exf4) 2... Nc6 1-0
`;

const study = (p) => p.evaluate(() => ({ ...document.querySelector('[data-test=study]').dataset }));
const at = (ply) => [(ply) => document.querySelector('[data-test=study]')?.dataset.ply === String(ply), ply, `move ${ply}`];
const moves = (p) => p.evaluate(() => [...document.querySelectorAll('[data-test=tree] .mv')].map((b) => [...b.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join('')));
const texts = (p, selector) => p.evaluate((s) => [...document.querySelectorAll(s)].map((e) => e.textContent), selector);
const arrows = (p, colour) => p.evaluate((c) => document.querySelectorAll(`.bm-arrow.bm-${c}`).length, colour);
const opened = [() => document.querySelector('[data-test=study] bm-board[data-ready]'), undefined, 'an analysis board'];

async function go(p, hash) {
    await p.evaluate((h) => { location.hash = h; }, hash);
    await p.until(...opened);
}

// What the page offers as a file.
async function save(p, format) {
    await p.press('[data-do=save]');
    const [file] = await Promise.all([p.page.waitForEvent('download'), p.press(`[data-test=study-save-${format}]`)]);
    const bytes = fs.readFileSync(await file.path());
    await p.page.keyboard.press('Escape');
    return bytes;
}

await run(async (rig) => {
    const p = await rig.open();
    const b = new Board(p);
    // By two presses; what the tree says then is the test's.
    const play = async (text) => {
        const { from, hand, to } = await b.parts(text);
        await b.go(from, hand, to);
    };
    await go(p, `#/analysis?ply=2&pgn=${encodeURIComponent(PGN)}`);
    await p.until(...at(2));
    is(await moves(p), ['e4', 'e5', 'Nf3', 'f4', 'exf4', 'Nc6'], 'a link with a record opens it');
    is(await texts(p, '[data-test=tree] .said'), ['good'], 'with its comments');

    // Playing makes variations, what is there is gone to.
    await play('g1f3');
    await p.until(...at(3));
    is(Number((await study(p)).edits), 0, 'a move that is there is gone to');
    is(await arrows(p, 'red'), 1, 'arrows of the record are on the board');
    await play('g8f6');
    await p.until(...at(4));
    is(await texts(p, '.var .mv[aria-current]'), ['2…Nf6'], 'another move is a variation');
    await p.until(() => document.querySelector('[data-test=study]').dataset.saved, undefined, 'the study to be kept');
    ok(/^#\/analysis\/./.test(await p.evaluate(() => location.hash)), 'a study that was changed has an address');
    await p.press('[data-do=mainline]');
    await p.until(() => document.querySelectorAll('[data-test=tree] .var').length === 2, undefined, 'variations');
    is((await moves(p)).slice(-2), ['Nf6', 'Nc6'], 'a variation becomes the main line');
    await p.page.keyboard.press('u');
    is((await moves(p)).slice(-2), ['Nc6', 'Nf6'], 'and goes back by undo');

    // What is written about a move.
    await p.page.keyboard.press('c');
    await p.page.keyboard.type('a Petrov');
    await p.press('[data-test=nag-3]');
    await p.until(() => document.querySelector('.mv[aria-current] .glyph')?.textContent === '!!', undefined, 'an annotation');
    ok((await texts(p, '[data-test=tree] .said')).includes('a Petrov'), 'a comment is in the tree');
    const from = await b.at('b1'), to = await b.at('c3');
    await p.page.mouse.move(from.x, from.y);
    await p.page.mouse.down({ button: 'right' });
    await p.page.mouse.move(to.x, to.y);
    await p.page.mouse.up({ button: 'right' });
    await p.until(() => document.querySelectorAll('.bm-arrow.bm-green').length === 1, undefined, 'an arrow');
    await p.page.mouse.click(to.x, to.y);
    is(await arrows(p, 'green'), 1, 'a click leaves it');
    const pgn = (await save(p, 'pgn')).toString().replace(/\s+/g, ' ');
    ok(pgn.includes('Nf6 $3 {a Petrov} {[%cal Gb1c3]}'), 'all of it is in the PGN') || console.log(`# ${pgn}`);

    // Deleting, and back again.
    await p.press('[data-do=delete]');
    await p.until(...at(3));
    is((await moves(p)).includes('Nf6'), false, 'a variation is deleted');
    await p.press('[data-test=undo-delete]');
    await p.until(() => document.querySelectorAll('[data-test=tree] .mv').length === 7, undefined, 'it comes back');
    await p.picture('analysis');

    // Folding, walking by keys.
    await p.press('[data-test=tree] [data-collapse]');
    await p.until(() => document.querySelector('[data-collapse]').getAttribute('aria-expanded') === 'false', undefined, 'a fold');
    await p.evaluate(() => document.activeElement.blur());
    await p.page.keyboard.press('Home');
    await p.until(...at(0));
    for (const [key, ply] of [['ArrowRight', 1], ['ArrowRight', 2], ['ArrowRight', 3], ['ArrowDown', 3], ['ArrowLeft', 2], ['End', 4]]) {
        await p.page.keyboard.press(key);
        await p.until(...at(ply));
    }
    is(await texts(p, '.mv[aria-current]'), ['exf4'], 'keys walk through the variation that was chosen');

    // After a reload it is all there.
    await p.until(() => document.querySelector('[data-test=study]').dataset.saved, undefined, 'the study to be kept');
    await p.until(() => new Promise((resolve) => {
        const open = indexedDB.open('banmen');
        open.onsuccess = () => {
            const get = open.result.transaction('games').objectStore('games').get(document.querySelector('[data-test=study]').dataset.saved);
            get.onsuccess = () => resolve(get.result?.record?.includes('Petrov') && get.result.plies > 0);
        };
    }), undefined, 'the comment in the database');
    await p.page.reload();
    await p.until(...opened);
    is((await moves(p)).sort(), ['Nc6', 'Nf3', 'Nf6', 'e4', 'e5', 'exf4', 'f4'], 'the tree is there after a reload');

    // An illegal move is explained.
    await p.page.keyboard.press('m');
    await p.page.keyboard.type('Ke3');
    await p.page.keyboard.press('Enter');
    await p.until(() => document.querySelector('[data-test=status].bad span')?.textContent, undefined, 'why a move is illegal');
    await p.evaluate(() => { document.querySelector('[data-test=type-move]').value = ''; document.activeElement.blur(); });

    // The search: so many lines, for this position and no other; a click plays one.
    await p.press('[data-do=engine]');
    const lines = (n) => [(n) => document.querySelectorAll('[data-test=line]').length === n, n, `${n} lines`];
    await p.until(...lines(3));
    ok(await p.evaluate(() => !document.querySelector('[data-test=eval-bar]').hidden), 'the bar is there');
    ok(await p.evaluate(() => { const e = document.querySelector('.bar-text'); return e.textContent && e.scrollWidth <= e.clientWidth; }), 'and shows the whole number');
    ok(await p.evaluate(() => document.querySelectorAll('.bm-arrow.bm-best').length === 1), 'and an arrow for the best move');
    await p.page.selectOption('[data-test=engine-lines]', '5');
    await p.until(...lines(5));
    await p.page.hover('[data-line="0"] [data-upto="2"]');
    await p.until(() => document.querySelector('[data-test=study].peeking'), undefined, 'a line on the board');
    const hovered = await p.evaluate(() => document.querySelector('[data-line="0"] [data-upto="1"]').textContent.replace(/^\d+[.…] /, ''));
    await p.page.click('[data-line="0"] [data-upto="1"]');
    await p.until(...at(1));
    is(await texts(p, '.mv[aria-current]').then((t) => t.map((x) => x.replace(/^\d+\./, ''))), [hovered], 'a click plays the line');
    await p.until(() => document.querySelector('[data-test=line]'), undefined, 'lines of the new position');
    ok(await p.evaluate(() => [...document.querySelectorAll('[data-upto="1"]')].every((e) => e.textContent.startsWith('1…'))), 'lines belong to the position that is shown');
    await p.press('[data-do=threat]');
    await p.until(() => document.querySelectorAll('.bm-threat').length === 1, undefined, 'a threat');
    await p.press('[data-do=engine]');
    await p.until(() => !document.querySelector('[data-test=line], .bm-best, .bm-threat'), undefined, 'nothing of the search when it is off');

    // Shogi in its own formats and encoding, a variant of two moves a turn, a board of three dimensions.
    await go(p, '#/analysis?variant=shogi&moves=7g7f,3c3d');
    await p.until(() => document.querySelectorAll('[data-test=tree] .mv').length === 2, undefined, 'moves of a link');
    await p.page.keyboard.press('End');
    await play('8h2b+');
    await b.choose('8h2b+');
    await p.until(...at(3));
    await p.press('[data-do=save]');
    await p.page.check('[name=encoding][value=shift_jis]', { force: true });
    const [kif] = await Promise.all([p.page.waitForEvent('download'), p.press('[data-test=study-save-kif]')]);
    ok(fs.readFileSync(await kif.path()).includes(Buffer.from([0x8e, 0x77])), 'KIF in Shift_JIS');
    await p.page.keyboard.press('Escape');
    for (const variant of ['duck', 'raumschach', 'xiangqi']) {
        await go(p, `#/analysis?variant=${variant}`);
        await p.page.keyboard.press('m');
        const move = await p.evaluate(() => document.querySelector('bm-board').view.moves[0].text);
        await p.page.keyboard.type(move);
        await p.page.keyboard.press('Enter');
        await p.until(...at(1));
        ok(true, `${variant} is analysed`);
    }

    // What leads nowhere says so; what is wrong in a record has its place.
    await p.evaluate(() => { location.hash = '#/analysis/none'; });
    ok(await p.until(() => document.querySelector('[data-test=missing-why]')?.textContent, undefined, 'a word on a study that is not there'), 'a study that is not kept says so');
    await go(p, `#/analysis?pgn=${encodeURIComponent('1. e4 e5 2. Ke3 *')}`);
    await p.until(() => document.querySelector('[data-test=reports] [data-line="1"]'), undefined, 'a report with its line');
    await p.close();
});
