// SPDX-License-Identifier: MIT
// journeys.mjs BANMEN FOLDER [NUMBER...]: journeys from start to end, in Chromium and Firefox, on a desktop and a phone: a game that is lost,
// reviewed and found again; a file of many games; a tsume that is set up, solved and trained; variants that are reviewed. TAP.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Rig, done, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';
import { Wire } from '../network_proxy.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-journeys-'));
const chosen = process.argv.slice(4);
const SIZES = [['desktop', [1280, 900]], ['phone', [390, 844]]];
const GAMES = 3000;

const study = (name, value) => [([name, value]) => document.querySelector('[data-test=study]')?.dataset[name] === value, [name, value], `a study with ${name} ${value}`];
const panel = (state) => [(s) => document.querySelector('[data-test=review-panel]')?.dataset.state === s, state, `a review that is ${state}`];

// Chromium has touch on the phone; Firefox is clicked.
function hands(p) { return new Board(p, p.options.touch ? 'touch' : 'click'); }

async function resign(b) {
    await b.act('resign');
    await b.confirm();
    return b.end();
}

// From the end of a game to its review, until that is done.
async function review(p) {
    await p.press('dialog[open] [data-test=end-review]');
    await p.until(...panel('running'));
    await p.press('[data-test=review-stop]');
    await p.until(...panel('stopped'));
    await p.choose('[data-test=review-effort]', 'quick');
    await p.press('[data-test=review-start]');
    await p.until(...panel('done'));
}

// 1. A game against level 5 is lost, reviewed, its mistake mended, and found again without a network.
async function lostGame(rig, p, name) {
    const b = hands(p);
    await b.begin('chess', { second: 'level-5', start: '6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1' });
    await b.move('d1a1');
    await p.until(() => Number(document.querySelector('[data-stage]').dataset.ply) > 1, undefined, 'an answer of level 5');
    if ((await b.state()).stage !== 'over')
        await resign(b);
    is((await b.end()).split(' ')[0], 'second', `${name}: the game is lost`);
    await review(p);
    ok(await p.evaluate(() => document.querySelectorAll('.graph .first, .graph .edge').length >= 2), `${name}: its graph is there`);
    await p.press('[data-test=review-mistake][data-ply="1"]');
    await p.until(...study('ply', '1'));
    ok(true, `${name}: the mistake is found, and shown`);
    await p.press('[data-test=review-learn]');
    await p.until(...study('ply', '0'));
    const { from, hand, to } = await b.parts('d1d8');
    await b.go(from, hand, to);
    await p.until(() => document.querySelector('[data-test=learn]').dataset.state === 'right', undefined, 'the better move');
    ok(true, `${name}: the better move is played`);
    await p.picture(`journey-1-${name}`);
    await p.press('[data-test=learn-end]');
    await p.press('[data-test=review-write]');
    await p.until(() => document.querySelector('[data-test=study]').dataset.saved, undefined, 'the analysis to be kept');

    // The browser keeps the page; then another day without a network.
    await p.until(() => navigator.serviceWorker.ready.then(() => true), undefined, 'the page to be kept');
    p.forgive(/Failed to load|Failed to fetch|NetworkError|ERR_|can.t establish|interrupted/i);
    p.options.wire.cut();
    await p.again('/#/games');
    await p.until(() => document.querySelectorAll('[data-test=game-row]').length === 1, undefined, 'the game, without a network');
    await p.press('[data-test=game-analyse]');
    await p.until(() => document.querySelectorAll('[data-test=tree] .var').length > 0, undefined, 'its analysis');
    ok(true, `${name}: the next day it is found without a network, with its analysis`);
    p.options.wire.mend();
}

// 3. In a file of many games those of a player with an opening are found; one is analysed and exported.
const LINES = ['1. e4 e5 2. Nf3 Nc6 3. Bb5 a6', '1. d4 d5 2. c4 e6', '1. e4 c5 2. Nf3 d6'];
async function manyGames(rig, p, name) {
    const file = path.join(folder, 'many.pgn');
    fs.writeFileSync(file, Array.from({ length: GAMES }, (_, i) => `[Event "Open ${i % 5}"]\n[White "Player ${i % 50}"]\n[Black "Other ${i % 9}"]\n` +
        `[Date "2026.01.01"]\n[Result "1-0"]\n\n${LINES[i % 3]} 1-0\n\n`).join(''));
    await p.evaluate(() => { location.hash = '#/open'; });
    await p.until(() => document.querySelector('[data-test=open-file]'), undefined, 'the screen that opens files');
    await p.give('[data-test=open-file]', file);
    const counted = (text) => p.until((t) => document.querySelector('[data-test=list-count]')?.textContent === t, text, text);
    await counted('3,000 games');
    await p.fill('[data-test=list-search]', 'player 17');
    await counted('60 of 3,000 games');
    await p.fill('[data-test=list-position]', 'e4 c5');
    await counted('20 of 3,000 games');
    ok(true, `${name}: the games of a player with an opening are found`);
    await p.press('[data-test=list-row]');
    await p.until(() => document.querySelectorAll('[data-test=study] .mv').length === 4, undefined, 'the game');
    ok(/Player 17/.test(await p.evaluate(() => document.querySelector('.g-title').textContent)), `${name}: one is opened`);
    await p.press('[data-do=engine]');
    await p.until(() => document.querySelector('[data-test=line] button'), undefined, 'a line of the search');
    ok(true, `${name}: and analysed`);
    // A move of one's own becomes a variation, which is in the file that is saved.
    const before = Number(await p.evaluate(() => document.querySelector('[data-test=study]').dataset.ply));
    const b = hands(p);
    const { from, hand, to } = await b.parts(before === 0 ? 'g2g3' : 'b1c3');
    await b.go(from, hand, to);
    await p.until((ply) => document.querySelector('[data-test=study]').dataset.ply === String(ply), before + 1, 'the variation');
    await p.picture(`journey-3-${name}`);
    await p.evaluate(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
            window.saved = blob.text();
            return make.call(URL, blob);
        };
    });
    await p.press('[data-do=save]');
    await p.press('dialog[open] [data-test=study-save-pgn]');
    const text = await p.evaluate(() => window.saved);
    ok(/Player 17/.test(text) && /\((?:1\. g3|\d+\.+ Nc3)/.test(text.replace(/\s+/g, ' ')), `${name}: the file has the game and the variation`) || console.log(`# ${text}`);
}

// 4. A tsume is set up by hand, solved with each reply, made a puzzle, and trained.
async function tsume(rig, p, name) {
    const tap = async (square) => {
        const a = await new Board(p).at(square);
        await (p.options.touch ? p.page.touchscreen.tap(a.x, a.y) : p.page.mouse.click(a.x, a.y));
    };
    await p.evaluate(() => { location.hash = '#/setup?game=shogi'; });
    await p.until(() => document.body.dataset.screen === 'setup' && deep('[data-name]').length > 0, undefined, 'the editor');
    const becomes = (want) => p.until((want) => document.querySelector('[data-test=editor]').dataset.position === want, want, want);
    await p.choose('[data-test=editor-preset]', 'tsume');
    await becomes('4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1');
    await p.press(await p.evaluate(() => `[data-test=tool-${document.querySelector('bm-board').rules.kinds.find((k) => k?.letter === 'P').kind + 1}]`));
    await tap('5c');
    await p.evaluate(() => { for (const d of document.querySelectorAll('.t-hands details')) d.open = true; });
    await p.press('[data-test^=hand-0-4-more]');
    await p.press('[data-test=editor-rest]');
    await becomes('4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1');
    ok(true, `${name}: a tsume is set up`);
    await p.press('[data-test=editor-solve]');
    await p.press('[data-test=solve-start]');
    await p.until(() => document.querySelector('[data-test=solver]')?.dataset.status === 'mate', undefined, 'a mate');
    const line = await p.evaluate(() => document.querySelectorAll('[data-test=solve-line] button').length);
    for (let i = 1; i <= line; i++) {
        await p.press('[data-test=step-next]');
        await p.until((i) => document.querySelector('[data-test=solve-line] [aria-current]')?.dataset.ply === String(i), i, `move ${i} on the board`);
    }
    ok(line >= 1 && line % 2 === 1, `${name}: solved, each move is shown`);
    await p.press('[data-test=solve-puzzle]');
    await p.until(() => document.querySelector('.toast'), undefined, 'a word');
    await p.evaluate(() => { location.hash = '#/puzzles/own'; });
    await p.until(() => document.querySelector('[data-test=puzzle]')?.dataset.state === 'solving' && deep('[data-name]').length > 0, undefined, 'the puzzle');
    await p.picture(`journey-4-${name}`);
    const hand = await p.until(() => deep('[data-hand="G0"]').length > 0, undefined, 'the gold in hand');
    await hands(p).go('G0', hand, '5b');
    await p.until(() => document.querySelector('[data-test=puzzle]').dataset.state === 'solved', undefined, 'the puzzle to be solved');
    ok(true, `${name}: as a puzzle it is trained`);
}

// 6. Variants are reviewed like any other game.
async function variants(rig, p, name) {
    for (const [game, moves] of [['duck', 4], ['raumschach', 2]]) {
        const b = hands(p);
        await b.begin(game);
        for (let ply = 0; ply < moves; ply++) {
            // Whatever the board offers: both parts of a turn, where it has two.
            const text = await p.until(() => document.querySelector('bm-board').view?.moves.find((m) => m.promote < 0 && m.gate < 0)?.text, undefined, 'a move');
            await b.move(text);
        }
        await resign(b);
        await review(p);
        ok(await p.evaluate(() => /%/.test(document.querySelector('[data-test=review-sums]').textContent) && document.querySelectorAll('.graph .first, .graph .edge').length > 0),
            `${name}: ${game} is reviewed`);
        await p.picture(`journey-6-${game}-${name}`);
    }
}

const JOURNEYS = { 1: lostGame, 3: manyGames, 4: tsume, 6: variants };
for (const firefox of [false, true]) {
    let rig;
    try {
        rig = await Rig.start({ firefox });
        for (const [number, journey] of Object.entries(JOURNEYS).filter(([n]) => !chosen.length || chosen.includes(n)))
            for (const [where, size] of SIZES) {
                const wire = await Wire.lay(rig.server);
                const p = await rig.open({ size, touch: where === 'phone' && !firefox, wire });
                await journey(rig, p, `${firefox ? 'Firefox' : 'Chromium'} ${where}`.toLowerCase().replace(' ', '-'));
                await p.close();
                wire.remove();
            }
    } catch (e) {
        ok(false, `nothing is thrown: ${(e.stack ?? String(e)).replace(/\n/g, '\n# ')}`);
    }
    await rig?.driver.close();
    is((await rig?.server.stop())?.status, 0, 'the server ends well');
}
fs.rmSync(folder, { recursive: true });
done();
process.exit();
