// SPDX-License-Identifier: MIT
// links.mjs BANMEN FOLDER [firefox]: links to the analysis board as people and other sites write them; "analyse" from the lists of
// games of the server. TAP.
import { run, is, ok } from '../harness.mjs';

const opened = [(hash) => location.hash === hash && document.querySelector('[data-test=study] bm-board[data-ready]'), undefined, 'an analysis board'];
const position = (p) => p.evaluate(() => document.querySelector('bm-board').view.position);
const moves = (p) => p.evaluate(() => [...document.querySelectorAll('[data-test=tree] .mv')].map((b) => [...b.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join('')));

const RUY = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const PROMOTED = 'lnsgk1snl/1r4g2/p1pppp+Bpp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4';
// The same position by each way to write it.
const POSITIONS = [
    [`fen=${RUY.replaceAll(' ', '%20')}`, RUY], [`fen=${RUY.replaceAll(' ', '_')}`, RUY], [`fen=${RUY.replaceAll(' ', '+')}`, RUY],
    [`${new URLSearchParams({ fen: RUY })}`, RUY], [`variant=chess&fen=${encodeURIComponent(RUY)}`, RUY],
    [`sfen=${PROMOTED.replaceAll(' ', '%20')}`, PROMOTED], [`sfen=${PROMOTED.replaceAll(' ', '_')}`, PROMOTED], [`sfen=${PROMOTED.replaceAll(' ', '+')}`, PROMOTED],
    [`${new URLSearchParams({ sfen: PROMOTED })}`, PROMOTED], [`variant=shogi&fen=${encodeURIComponent(PROMOTED)}`, PROMOTED],
];
const LINES = [
    ['variant=chess&moves=e2e4+e7e5', ['e4', 'e5']], ['variant=chess&moves=e4,e5,Nf3', ['e4', 'e5', 'Nf3']],
    ['variant=shogi&moves=7g7f,3c3d,8h2b%2B', 3], ['variant=shogi&moves=7g7f,3c3d,8h2b+', 3],
    ['pgn=1.+e4!?+e5+2.+Nf3', ['e4', 'e5', 'Nf3']], ['pgn=1.%20e4!?%20e5%202.%20Bc4&ply=99', ['e4', 'e5', 'Bc4']],
];

async function go(p, query) {
    const hash = `#/analysis?${query}`;
    await p.evaluate((hash) => { location.hash = hash; }, hash);
    await p.until(opened[0], await p.evaluate(() => location.hash), opened[2]);
}

async function checkLinks(p) {
    for (const [query, want] of POSITIONS) {
        await go(p, query);
        is(await position(p), want, `${query} is that position`);
    }
    for (const [query, want] of LINES) {
        await go(p, query);
        const got = await moves(p);
        is(typeof want === 'number' ? got.length : got, want, `${query} is that line`);
    }
    await p.until(() => document.querySelector('[data-test=study]').dataset.ply === '3', undefined, 'the last move');
    await p.evaluate(() => { location.hash = '#/open?sfen=9/9/4%2BP4/9/9/9/9/9/4K3k%20b%20-%201'; });
    await p.until(() => document.querySelector('[data-test=study] bm-board[data-ready]')?.view.position.includes('+P'), undefined, 'the position of a link to the other screen');
    ok(true, 'links to the screen that opens files are passed on');
    // A word on what is wrong changes with the language.
    await p.evaluate(() => { location.hash = '#/analysis?fen=nonsense'; });
    const before = await p.until(() => document.querySelector('[data-test=missing-why]')?.textContent, undefined, 'what is wrong');
    await p.press('[data-do=lang]');
    const after = await p.until((before) => {
        const now = document.querySelector('[data-test=missing-why]')?.textContent;
        return now !== before && now;
    }, before, 'the same in Japanese');
    ok(/[ぁ-ん]/.test(after), 'what is wrong is told in the other language, too') || console.log(`# ${after}`);
    await p.press('[data-do=lang]');
}

// A game of the server that was played to its end is in the lists and is analysed.
async function checkFinished(p, rig) {
    const id = await p.evaluate(async () => {
        const post = async (path, body) => (await fetch(`/api/v1/games${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
        const { id } = await post('', { variant: 'chess', clock: '10m', seats: [{ kind: 'me' }, { kind: 'open' }], side: 'first', listed: true });
        return id;
    });
    const other = await rig.open();
    const post = (q, path, body) => q.evaluate(async ([path, body]) => (await fetch(`/api/v1/games/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).status, [path, body]);
    is(await post(other, `${id}/join`, {}), 200, 'another person sits down');
    await p.evaluate((id) => { location.hash = `#/analysis?game=${id}`; }, id);
    ok(/being played/.test(await p.until(() => document.querySelector('[data-test=missing-why]')?.textContent, undefined, 'a word on a running game')), 'a running game is not analysed');
    for (const [ply, [q, move]] of [[p, 'f2f3'], [other, 'e7e5'], [p, 'g2g4'], [other, 'd8h4']].entries())
        is(await post(q, `${id}/moves`, { ply, move }), 200, `${move} is played`);
    // A page behind another one is not drawn.
    await other.close();
    await p.page.bringToFront();
    for (const screen of ['lobby', 'watch']) {
        await p.evaluate((screen) => { location.hash = `#/${screen}`; }, screen);
        await p.until((id) => document.querySelector(`[data-test=finished] [data-game="${id}"]`), id, `the game in the ${screen}`);
        await p.picture(`links-${screen}`);
        // Lists above it may still grow: not by its place on the screen.
        await p.evaluate((id) => document.querySelector(`[data-game="${id}"] [data-test=finished-analyse]`).click(), id);
        await p.until(opened[0], `#/analysis?game=${id}`, opened[2]);
        is(await moves(p), ['f3', 'e5', 'g4', 'Qh4#'], `from the ${screen} to the analysis board`);
    }
}

await run(async (rig) => {
    const p = await rig.open({ settings: { lang: 'en' } });
    await checkLinks(p);
    await checkFinished(p, rig);
    await p.close();
}, { firefox: process.argv[4] === 'firefox' });
