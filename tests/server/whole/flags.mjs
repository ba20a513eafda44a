// SPDX-License-Identifier: MIT
// flags.mjs BANMEN: flags fall by themselves. A server is killed while clocks run; started again on the
// same file, it flags the games without anybody opening them. TAP.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { guest } from '../playing.mjs';
import { Server, done, is, ok } from '../serving.mjs';

const [, , banmen] = process.argv;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-flags-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

let server = await Server.start(banmen, folder, '--no-limits');
const people = [await guest(server), await guest(server)];

// A game whose clocks run.
async function begin(clock) {
    const made = await people[0].post('/api/v1/games', { clock, seats: [{ kind: 'me' }, { kind: 'open' }] });
    await people[1].post(`/api/v1/games/${made.body.id}/join`, {});
    for (const [ply, move] of ['e2e4', 'e7e5'].entries())
        is((await people[ply].post(`/api/v1/games/${made.body.id}/moves`, { ply, move })).status, 200, `${clock}: ${move}`);
    return made.body.id;
}

// The list of games does not open them.
async function listed(stage) {
    return (await people[0].get(`/api/v1/games?stage=${stage}&most=200`)).body.games;
}

const fast = [];
for (let i = 0; i < 5; i++)
    fast.push(await begin('10'));
const slow = [await begin('20m'), await begin('3days')];
const waits = (await people[0].post('/api/v1/games', { clock: '5m' })).body.id;
server.child.kill('SIGKILL');
await server.ended;

// The clocks of fast games begin anew from their last event: less time is left of these than of the others.
server = await Server.start(banmen, folder, '--no-limits');
for (const p of people)
    p.server = server;
const metrics = () => server.metrics();
let over = [];
while (over.length < fast.length) {
    await sleep(500);
    over = (await listed('over')).filter((g) => fast.includes(g.id));
}
is(over.map((g) => `${g.result} ${g.reason}`), Array(fast.length).fill('second time forfeit'), 'all flags have fallen, and nobody has looked');
is((await listed('playing')).map((g) => g.id).sort(), [...slow].sort(), 'the others are still played');
is((await listed('waiting')).map((g) => g.id), [waits], 'and what waits waits');
ok(!/banmen_rooms [1-9]\d/.test(String(await metrics())), 'few rooms are in memory');
const game = (await people[1].get(`/api/v1/games/${fast[0]}/events?since=0`)).body;
is(game.slice(-2).map((e) => e.k), ['flag', 'end'], 'the flag is an event like others');
is((await server.stop()).status, 0, 'the server stops');
done();
