// SPDX-License-Identifier: MIT
// records.mjs BANMEN: games of a real server in every format of records, out and in again; and what
// takes more than a game of a few moves to see: declarations, days for a move, clocks of a server that
// was away. TAP.
import fs from 'node:fs';

import { Table, guest } from '../playing.mjs';
import { Server, done, is, ok } from '../serving.mjs';

const banmen = process.argv[2];
let server = await Server.start(banmen, undefined, '--no-limits');
const eve = await guest(server);

// ---- Every format ----

const doc = (await eve.get('/api/v1/openapi.json')).body.paths['/api/v1/games/{id}/export'].get;
const FORMATS = /The record: (.*)\./.exec(doc.summary)[1].split(/, | or /);
is(FORMATS, ['pgn', 'kif', 'ki2', 'csa', 'jkf', 'usi', 'usen', 'json', 'fen', 'sfen', 'epd'], 'the document names the formats');

// What holds a game comes back as that, but for how it ended where moves are all there is; what holds a
// position has the last one.
const WHOLE = ['pgn', 'kif', 'ki2', 'csa', 'jkf', 'usi', 'usen', 'json'];
async function everyWay(variant, text, can) {
    const t = await Table.open(server, { variant, clock: '10m' });
    await t.play(text);
    await t.ask(0, { t: 'resign' });
    await t.end();
    await t.close();
    const game = (await eve.get(t.route)).body;
    for (const format of FORMATS) {
        const { status, headers, body } = await eve.get(`${t.route}/export?format=${format}`);
        const out = typeof body === 'string' ? body : JSON.stringify(body);
        if (!can.includes(format)) {
            is([status, body.code], [422, 'bad_format'], `${variant}: ${format} cannot hold it`);
            continue;
        }
        is(status, 200, `${variant}: ${format} (${headers['content-type']})`);
        if (!WHOLE.includes(format)) {
            ok(out.startsWith(game.position.split(' ').slice(0, 2).join(' ')), `${variant}: ${format} has the position`);
            continue;
        }
        const back = await eve.post('/api/v1/games/import', { record: out, format, variant });
        is([back.status, back.body.variant, back.body.moves, back.body.stage], [201, variant, game.moves, format === 'usi' ? 'paused' : 'over'], `${variant}: ${format} comes back`);
        is((await eve.get(`/api/v1/games/${back.body.id}/export?format=usi`)).body, (await eve.get(`${t.route}/export?format=usi`)).body,
            `${variant}: ${format}: the same game`);
    }
    return game;
}
await everyWay('chess', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6', ['pgn', 'usi', 'json', 'fen', 'epd']);
await everyWay('shogi', '7g7f 3c3d 8h2b+ 3a2b B*5e B*6d',
    ['pgn', 'kif', 'ki2', 'csa', 'jkf', 'usi', 'usen', 'json', 'sfen']);

// ---- Variants that cannot be ----

const upload = (text) => eve.send('POST', '/api/v1/variants', text, 'text/yaml');
const knight = await upload('variant: hop\nextends: chess\npieces:\n  N: {move: NqN}\n');
const [first] = knight.body.issues;
is([knight.status, knight.body.code, first.line, first.col], [422, 'bad_variant', 4, 14], 'what is wrong has a line and a column');
ok(/modifiers are/.test(first.hint) && /^line 4, column 14: .*modifiers are/.test(knight.body.detail), 'and a hint');
const japanese = (await eve.send('POST', '/api/v1/variants?lang=ja', 'variant: hop\nextends: chess\npieces:\n  N: {move: NqN}\n', 'text/yaml')).body;
ok(/^4行14列: /.test(japanese.detail) && /[ぁ-ん]/.test(japanese.issues[0].message) && /[ぁ-ん]/.test(japanese.issues[0].hint),
    'and both in Japanese where that is asked for');
for (const [path, body] of [['positions', { position: 'x' }], ['positions', { moves: ['queen'] }], ['positions', { moves: ['e2e5'] }],
    ['analysis', { position: '8/8/8/8/8/8/8/8 w - - 0 1' }]]) {
    const { status, body: { detail } } = await eve.post(`/api/v1/${path}?lang=ja`, body);
    ok(status === 422 && /[ぁ-ん]/.test(detail), `${path} ${JSON.stringify(body)}: the mistake in Japanese: ${detail}`);
}
for (const [what, text] of [['a board beyond all', 'variant: big\nextends: chess\nboard: {size: 99x99}\n'],
    ['nothing but depth', `variant: deep\nx: ${'['.repeat(500)}${']'.repeat(500)}\n`], ['aliases', 'a: &a [1]\nb: [*a, *a]\n'],
    ['too many pieces', `variant: many\nextends: chess\npieces:\n${Array.from({ length: 3000 }, (_, i) => `  X${i}: {move: Q}\n`).join('')}`]]) {
    const { status, body } = await upload(text);
    is([status, body.code, Number.isInteger(body.issues[0].line)], [422, 'bad_variant', true], `refused: ${what}`);
}

// ---- A declaration ----

const camp = await Table.open(server, { variant: 'shogi', start: '9/9/9/9/9/9/3p1lllg/+P+P2kssgr/K+P4ssg w r 2' });
is((await camp.ask(0, { t: 'declare' })).code, 'not_your_turn', 'who is not to move cannot declare');
is((await camp.ask(1, { t: 'declare' })).t, 'ack', 'who has brought his king in and has the points declares');
is(await camp.end(), ['second impasse', 'second impasse'], 'and has won');
await camp.close();

// ---- Days for a move, and a restart ----

const days = await Table.open(server, { variant: 'chess', clock: '3days' });
await days.play('e2e4 e7e5 g1f3');
const timed = await Table.open(server, { variant: 'chess', clock: '1h' });
await timed.play('e2e4 e7e5 g1f3');
const told = timed.side(0).all.filter((m) => m.k === 'move').at(-1).clk;
is(told.run, 'second', 'a clock runs');
await Promise.all([days.close(), timed.close()]);
const folder = server.folder;
server.own = false;
is((await server.stop('SIGKILL')).signal, 'SIGKILL', 'the server is killed');
await new Promise((resolve) => { setTimeout(resolve, 1500); });
const from = Date.now();
server = await Server.start(banmen, folder, '--no-limits');
for (const p of [...days.people, ...timed.people])
    p.server = server;
const now = (await timed.people[0].get(timed.route)).body.clk;
const lost = told.ms[1] - now.ms[1];
ok(now.ms[0] === told.ms[0] && lost >= 0 && lost <= Date.now() - from, `while it is away nobody is charged (${lost} ms since it is back)`);
is(now.run, 'second', 'and the clock goes on');
const DAY = 86400000, slow = (await days.people[0].get(days.route)).body;
ok(slow.clk.run === 'second' && slow.clk.ms[1] <= 3 * DAY && slow.clk.ms[1] > 3 * DAY - DAY / 24, 'a game of days goes on, too');
await days.sit();
await days.play('b8c6 f1b5');
is((await days.events()).filter((e) => e.k === 'move').length, 5, 'and is played on');
await days.close();
is((await server.stop()).status, 0, 'the server stops');
fs.rmSync(folder, { recursive: true, force: true });
done();
