// SPDX-License-Identifier: MIT
// full.mjs BANMEN: a disk that is full. The server turns read-only and says so, what it could
// not keep did not happen, what there is can be looked at, and it goes on by itself as soon as
// it can. Once by a limit on files, and once on a small disk of its own where that is allowed.
// TAP.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { Table, guest, heard, isRow } from '../playing.mjs';
import { Server, done, is, member, ok } from '../serving.mjs';

const banmen = process.argv[2];
const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// Ask until the answer is as it should be: the server sees by itself what it can do.
async function until(test, ask) {
    for (let i = 0; i < 3000; i++) {
        const answer = await ask();
        if (test(answer))
            return answer;
        await sleep(20);
    }
    throw new Error('it never came');
}

async function run(name, server, fill, free, restart) {
    const ann = await member(server, 'Ann'), eve = await guest(server);
    const t = await Table.open(server, { clock: '1h' }, [ann]);
    const fan = await eve.socket(`/ws/v1/game/${t.id}`);
    await fan.next('full');
    await t.play('e2e4 e7e5 g1f3 b8c6');
    const before = (await t.events()).map((e) => e.seq);

    // Make it full. Talk needs place, too: until there is none.
    fill();
    const full = await until((a) => a.status === 503, () => ann.post('/api/v1/games', { seats: [{ kind: 'me' }, { kind: 'me' }] }));
    is([full.body.code, Boolean(full.headers['retry-after'])], ['read_only', true], `${name}: nothing new is kept`);
    const told = await t.ask(0, { t: 'move', ply: 4, m: 'f1b5' });
    is([told.t, told.code], ['nak', 'read_only'], `${name}: a move is not made`);
    is((await ann.post(`${t.route}/moves`, { ply: 4, move: 'f1b5' })).body.code, 'read_only', `${name}: nor by request`);
    const ready = await ann.get('/readyz');
    is([ready.status, ready.body.code], [503, 'read_only'], `${name}: it is not ready,`);
    is((await ann.get('/healthz')).status, 200, `${name}: but lives`);
    ok(/^banmen_store_writable 0$/m.test(await server.metrics()), `${name}: and counts so`);
    const seen = await eve.get(t.route);
    is([seen.status, seen.body.moves], [200, ['e2e4', 'e7e5', 'g1f3', 'b8c6']], `${name}: games can be looked at, without that move`);
    is((await t.events()).map((e) => e.seq), before, `${name}: with what had happened`);
    is((await eve.get(`${t.route}/export?format=pgn`)).status, 200, `${name}: and be taken along`);
    const late = await eve.socket(`/ws/v1/game/${t.id}?since=0`);
    await late.next('ev', (e) => e.seq === before.length);
    ok(isRow(heard(late)), `${name}: who comes by socket gets them, too`);
    await late.close();

    // Every route that changes something says the same.
    const doc = (await ann.get('/api/v1/openapi.json')).body;
    const others = [];
    for (const [route, methods] of Object.entries(doc.paths))
        for (const [method, r] of Object.entries(methods)) {
            if (!r.responses[503]?.description.includes('read_only'))
                continue;
            const answer = await ann.call(method.toUpperCase(), route.replace(/\{[a-z]+\}/, t.id), {});
            if (answer.body.code !== 'read_only')
                others.push(`${method} ${route}: ${answer.status} ${answer.body.code}`);
        }
    is(others, [], `${name}: every route that writes says so`);

    // There is place again.
    free();
    await until((a) => a.status === 200, () => ann.get('/readyz'));
    ok(true, `${name}: it recovers by itself`);
    // Rooms whose events could not be kept were thrown away: who was there comes again.
    await t.close();
    await fan.close();
    await t.sit();
    await t.play('f1b5 a7a6');
    const row = (await t.events()).map((e) => e.seq);
    ok(isRow(row) && row.length === before.length + 2, `${name}: and the game goes on without a gap`);
    await t.close();
    is((await ann.post('/api/v1/games', {})).status, 201, `${name}: new games are kept`);
    if (restart) {
        const next = await restart();
        ann.server = next;
        is((await ann.get(`${t.route}`)).body.moves?.length, 6, `${name}: all of it is there after a start`);
        server = next;
    }
    is((await server.stop()).status, 0, `${name}: the server stops`);
}

// ---- Files that must not grow ----

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-full-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const limited = await Server.start(banmen, folder, '--no-limits');
function limit(most) {
    const got = spawnSync('prlimit', ['--pid', `${limited.child.pid}`, `--fsize=${most}:unlimited`], { encoding: 'utf8' });
    if (got.status !== 0)
        throw new Error(`prlimit: ${got.stderr}`);
}
await run('limit', limited, () => limit(1), () => limit('unlimited'), async () => {
    await limited.stop();
    return Server.start(banmen, folder, '--no-limits');
});

// ---- A small disk, that only this server sees ----

const disk = path.join(folder, 'disk');
fs.mkdirSync(disk);
const mount = ['unshare', '-r', '-m', 'sh', '-c', 'mount -t tmpfs -o size=4m none "$0" && exec "$@"', disk];
if (spawnSync(mount[0], [...mount.slice(1), 'true']).status === 0) {
    const small = await Server.start([...mount, banmen], disk, '--no-limits');
    const ballast = `/proc/${small.child.pid}/root${disk}/ballast`;
    const fill = () => {
        const file = fs.openSync(ballast, 'w');
        try {
            for (const block of [65536, 4096, 1])
                try {
                    while (fs.writeSync(file, Buffer.alloc(block)) === block)
                        ;
                } catch { /* no more of these */ }
        } finally {
            fs.closeSync(file);
        }
    };
    await run('disk', small, fill, () => fs.rmSync(ballast), null);
} else {
    console.log('# no small disk here: this machine does not allow one');
}
done();
