// SPDX-License-Identifier: MIT
// web.mjs BANMEN FOLDER: pictures of the web app. Two players with accounts play games on a server of their own; pages of one of
// them are photographed, on a desktop and on a phone, in both languages.
import fs from 'node:fs';
import path from 'node:path';
import { Rig } from '../../tests/web/harness.mjs';
import { member } from '../../tests/server/serving.mjs';

const folder = process.argv[3];
const games = JSON.parse(fs.readFileSync(new URL('games.json', import.meta.url), 'utf8'));
const DESKTOP = { size: [1180, 760] }, PHONE = { size: [390, 780], touch: true, scale: 1.5 };

// A game on the server with the moves of games.json: its id, and the players.
async function playOnServer(server, variant) {
    const { names, clock, moves } = games[variant];
    const players = [];
    for (const name of names)
        players.push(await member(server, name));
    const made = (await players[0].post('/api/v1/games', { variant, clock, seats: [{ kind: 'me' }, { kind: 'link' }] })).body;
    await players[1].post(`/api/v1/games/${made.id}/join`, { token: made.tokens[1] });
    for (const [ply, move] of moves.split(' ').filter(Boolean).entries()) {
        const answer = await players[ply % 2].post(`/api/v1/games/${made.id}/moves`, { ply, move });
        if (answer.status !== 200)
            throw new Error(`${variant}, ply ${ply + 1}: ${move}: ${JSON.stringify(answer.body)}`);
    }
    for (const player of players) // so that both are present
        await player.socket(`/ws/v1/game/${made.id}?since=0`);
    return { id: made.id, players, plies: moves.split(' ').filter(Boolean).length };
}

async function photograph(rig, name, game, look) {
    const p = await rig.open({ route: null, ...look });
    await p.context.addCookies(Object.entries(game.players[look.seat ?? 0].cookies).map(([name, value]) =>
        ({ name, value, url: `http://${rig.server.address}` })));
    await p.goto(`/#/g/${game.id}`);
    await p.until((n) => Number(document.querySelector('[data-stage]')?.dataset.ply) >= n, game.plies, `${name}: all moves`);
    await p.page.evaluate(() => document.fonts.ready);
    await p.drawn();
    await p.page.screenshot({ path: path.join(folder, `${name}.png`), scale: 'device' });
    await p.close();
}

// The analysis board with a game, until the search is deep enough to be looked at.
async function photographAnalysis(rig, name, variant, depth, look) {
    const p = await rig.open({ route: null, ...look });
    await p.goto(`/#/analysis?variant=${variant}&moves=${games[variant].moves.replaceAll(' ', '_')}`);
    await p.press('[data-do=last]');
    await p.press('[data-test=engine] [data-do=engine]');
    await p.page.locator('[data-test=engine-lines]').selectOption('3');
    await p.page.waitForFunction((depth) => {
        const facts = deep('[data-test=engine-facts]')[0];
        return deep('[data-test=line]').length >= 3 && Number(/\d+/.exec(facts?.textContent ?? '')?.[0]) >= depth;
    }, depth, { timeout: 120000 });
    await p.drawn();
    await p.page.screenshot({ path: path.join(folder, `${name}.png`), scale: 'device' });
    await p.close();
}

const rig = await Rig.start();
try {
    await photographAnalysis(rig, 'web-analysis', 'chess', 12, DESKTOP);
    const chess = await playOnServer(rig.server, 'chess'), shogi = await playOnServer(rig.server, 'shogi');
    const xiangqi = await playOnServer(rig.server, 'xiangqi'), hexagons = await playOnServer(rig.server, 'glinski');
    await photograph(rig, 'web-shogi-ja', shogi, { ...DESKTOP, lang: 'ja' });
    await photograph(rig, 'web-hexagons', hexagons, DESKTOP);
    await photograph(rig, 'phone-shogi-ja', shogi, { ...PHONE, lang: 'ja' });
    await photograph(rig, 'phone-xiangqi', xiangqi, PHONE);
    await photograph(rig, 'phone-chess-dark', chess, { ...PHONE, dark: true });
} catch (e) {
    console.error(e.stack);
    process.exitCode = 1;
}
await rig.close();
process.exit(process.exitCode);
