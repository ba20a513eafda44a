// SPDX-License-Identifier: MIT
// drops.mjs BANMEN: connections that are lost. People play while nearly every third message is
// lost together with its connection, and whole crowds come back at once; everybody gets every
// event, in order, once. TAP.
import { Follower } from '../follower.mjs';
import { Table, guest } from '../playing.mjs';
import { Server, done, is, ok } from '../serving.mjs';

const LOSS = 0.3;
const PAIRS = 12;
const CROWD = 500;
const moves = Array(4).fill(['g1f3', 'g8f6', 'f3g1', 'f6g8']).flat(); // ends by repetition
const server = await Server.start(process.argv[2], undefined, '--no-limits');

async function seats() {
    const t = await Table.open(server, { clock: '1h' });
    await t.close();
    return t;
}

// ---- Play ----

const tables = [];
for (let i = 0; i < PAIRS; i++)
    tables.push(await seats());
const players = tables.flatMap((t) => t.people.map((p, side) => new Follower(p, t.id, side, LOSS)));
// Those who only look on lose as much.
const fans = await Promise.all(tables.map(async (t) => new Follower(await guest(server), t.id, 2, LOSS)));
await Promise.all([...players, ...fans].map((f) => f.play(moves)));
// The end comes behind the last move: it may have been lost.
const everybody = [...players, ...fans];
await Promise.all(everybody.map(async (f) => {
    while (!f.over && !f.faults.length)
        await (f.ws ? f.hear() : f.connect());
}));
const losses = everybody.reduce((n, f) => n + f.losses, 0);
ok(losses > PAIRS * moves.length / 2, `${losses} connections were lost`);
for (const t of tables) {
    const row = await t.events();
    const here = everybody.filter((f) => f.game === t.id);
    is(here.map((f) => f.compare(row)).filter(Boolean), [], `${t.id}: nobody was told anything else`);
    is(here.map((f) => f.seq), here.map(() => row.length), `${t.id}: everybody got everything`);
    is(row.filter((e) => e.k === 'move').map((e) => e.m), moves, `${t.id}: every move was made once`);
}
everybody.forEach((f) => f.drop());

// ---- A crowd ----

const table = await seats();
const [one, two] = table.people.map((p, side) => new Follower(p, table.id, side));
const eve = await guest(server);
const crowd = Array.from({ length: CROWD }, () => new Follower(eve, table.id, 2));
// All at once: who finds the door shut tries again.
async function come(f) {
    while (!f.ws)
        await f.connect();
}
async function know(f, seq) {
    while (f.seq < seq && !f.faults.length)
        await (f.ws ? f.hear() : f.connect());
}
await Promise.all(crowd.map(come));
await Promise.all([one, two].map((f) => f.play(moves.slice(0, 6))));
const before = one.seq;
await Promise.all(crowd.map((f) => know(f, before)));
is(crowd.filter((f) => f.seq === before).length, CROWD, `${CROWD} who look on know every move`);
crowd.forEach((f) => f.drop());
await Promise.all([one, two].map((f) => f.play(moves.slice(0, 10))));
// They come back while it goes on.
await Promise.all([...crowd.map(come), ...[one, two].map((f) => f.play(moves.slice(0, 14)))]);
const after = one.seq;
await Promise.all(crowd.map((f) => know(f, after)));
const row = await table.events();
is(crowd.map((f) => f.compare(row)).filter(Boolean), [], 'all of them come back at once and miss nothing');
is(crowd.filter((f) => f.seq === row.length).length, CROWD, 'they know every move again');

// ---- The server goes, and is there again ----

const folder = server.folder;
server.own = false;
[one, two].forEach((f) => f.drop());
is((await server.stop()).status, 0, 'the server stops');
const again = await Server.start(process.argv[2], folder, '--no-limits');
again.own = true;
for (const p of [...table.people, eve])
    p.server = again;
await Promise.all([...crowd.map(come), ...[one, two].map((f) => f.play(moves))]);
await Promise.all(crowd.map((f) => know(f, one.seq)));
const last = (await eve.get(`/api/v1/games/${table.id}/events`)).body;
is(crowd.map((f) => f.compare(last)).filter(Boolean), [], 'all come to the next server, and miss nothing');
ok(one.over && two.over, 'and the game goes on to its end');
[one, two, ...crowd].forEach((f) => f.drop());
is((await again.stop()).status, 0, 'that one stops too');
done();
