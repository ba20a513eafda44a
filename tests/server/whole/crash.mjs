// SPDX-License-Identifier: MIT
// crash.mjs BANMEN [ROUNDS]: people play at a real server, which is killed in the midst of it
// and started again on the same file, ROUNDS times. Whatever was acknowledged or told is there,
// in order, once; and they play on. TAP.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { Follower } from '../follower.mjs';
import { guest } from '../playing.mjs';
import { Server, done, is, ok } from '../serving.mjs';

const [, , banmen, rounds = '3'] = process.argv;
const PAIRS = 20;
// Ends by fivefold repetition, so that games end and begin all the time.
const moves = Array(5).fill(['g1f3', 'g8f6', 'f3g1', 'f6g8']).flat();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-crash-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

let server = await Server.start(banmen, folder, '--no-limits');
const games = []; // every game that anybody was told of
let killed = false;

function sleep(ms) { return new Promise((resolve) => { setTimeout(resolve, ms); }); }

// Moves that were acknowledged.
function count() { return games.reduce((n, g) => n + g.players[0].acks.length + g.players[1].acks.length, 0); }

async function pair() {
    return { people: [await guest(server), await guest(server)], now: null };
}

// A new game; null if the server is gone before the two are told of it.
async function open(people) {
    const made = await people[0].post('/api/v1/games',
        { clock: '10m+5', seats: [{ kind: 'me' }, { kind: 'link' }] }).catch(() => null);
    if (made?.status !== 201)
        return null;
    const game = { id: made.body.id, token: made.body.tokens[1], people, seated: false };
    game.players = people.map((p, side) => new Follower(p, game.id, side));
    games.push(game);
    return game;
}

// They play one game after the other until the server is killed.
async function play(p) {
    while (!killed) {
        p.now ??= await open(p.people);
        const game = p.now;
        if (!game)
            return;
        if (!game.seated) {
            // Once more by the same link is the same.
            const joined = await p.people[1].post(`/api/v1/games/${game.id}/join`, { token: game.token }).catch(() => null);
            game.seated = joined?.status === 200;
            if (joined && !game.seated)
                throw new Error(JSON.stringify(joined.body));
        }
        if (game.seated)
            await Promise.all(game.players.map((f) => f.play(moves, () => killed)));
        if (game.players.some((f) => f.faults.length))
            return;
        if (game.players.every((f) => f.over)) {
            game.players.forEach((f) => f.drop());
            p.now = null;
        }
    }
}

// Games that were over long ago are looked at again at the end.
async function check(round) {
    const wrong = [];
    let events = 0;
    for (const game of games.filter((g) => !g.settled || round === 'the last')) {
        const row = (await game.people[0].get(`/api/v1/games/${game.id}/events?since=0`)).body;
        if (!Array.isArray(row)) {
            wrong.push(`${game.id}: ${JSON.stringify(row)}`);
            continue;
        }
        if (game.seated && !row.some((e) => e.k === 'join'))
            wrong.push(`${game.id}: nobody has sat down`);
        wrong.push(...game.players.map((f) => f.compare(row)).filter(Boolean));
        events += row.length;
        game.settled = row.at(-1)?.k === 'end' && !pairs.some((p) => p.now === game);
    }
    is(wrong, [], `${round}: of ${events} events in ${games.length} games none that was told is gone` +
        ` (${count()} moves acknowledged)`);
}

const pairs = [];
for (let i = 0; i < PAIRS; i++)
    pairs.push(await pair());
for (let round = 1; round <= Number(rounds); round++) {
    killed = false;
    const playing = Promise.all(pairs.map(play));
    await sleep(50 + Math.random() * 700);
    while (round === Number(rounds) && count() <= PAIRS)
        await sleep(10); // nothing to lose yet: the machine is slow
    server.child.kill('SIGKILL');
    await server.ended;
    killed = true;
    await playing;
    server = await Server.start(banmen, folder, '--no-limits');
    for (const p of pairs)
        p.people.forEach((person) => { person.server = server; });
    await check(`round ${round}`);
}
// At last all are let finish what they have begun.
killed = false;
await Promise.all(pairs.filter((p) => p.now?.seated).map((p) => Promise.all(p.now.players.map((f) => f.play(moves)))));
ok(pairs.every((p) => !p.now?.seated || p.now.players.every((f) => f.over)), 'all games go on to their end');
await check('the last');
for (const p of pairs)
    p.now?.players.forEach((f) => f.drop());
is((await server.stop()).status, 0, 'the server stops');
done();
