// SPDX-License-Identifier: MIT
// Analysis at the whole server: lines of real searches, limits, people who go in the middle.
import fs from 'node:fs';

import { begin, until } from '../minding.mjs';
import { guest } from '../playing.mjs';
import { Person, Server, done, is, ok } from '../serving.mjs';

const banmen = process.argv[2];
// None of its analyses is cut short for others: the queue stands still while it is looked at.
const server = await Server.start(banmen, undefined, '--analysis-share', '3600');
const ROUTE = '/api/v1/analysis';

async function metric(name) {
    const body = await server.metrics();
    return Number(new RegExp(`^banmen_${name} (\\d+)`, 'm').exec(body)[1]);
}

// Whole answers: {status, type, lines}.
async function analyse(person, body) {
    const { status, headers, body: text } = await person.post(ROUTE, body);
    const type = headers['content-type'];
    if (status !== 200)
        return { status, headers, body: text };
    const parts = typeof text === 'string' ? text.split('\n').filter(Boolean).map((l) => JSON.parse(l)) : [text];
    return { status, type, lines: parts };
}

const ann = await guest(server), bob = await guest(server), cid = await guest(server);

// ---- Who works ----

// The threads of the server: time of the processor that each has had, and how nice it is.
function threads() {
    const folder = `/proc/${server.child.pid}/task`;
    return fs.readdirSync(folder).map((id) => {
        const fields = fs.readFileSync(`${folder}/${id}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
        return { id, ticks: Number(fields[11]) + Number(fields[12]), nice: Number(fields[16]) };
    });
}

// The one that works most while something is done is nicer than the loop.
async function isBeside(act) {
    const before = new Map(threads().map((t) => [t.id, t.ticks]));
    await act();
    const after = threads().map((t) => ({ ...t, ticks: t.ticks - (before.get(t.id) ?? 0) }));
    const most = after.reduce((a, b) => (b.ticks > a.ticks ? b : a));
    const loop = after.find((t) => t.id === String(server.child.pid));
    return most.ticks > 0 && (most.nice > loop.nice || most.nice === 19);
}

if (process.platform === 'linux') {
    ok(await isBeside(() => analyse(ann, { variant: 'chess', nodes: 400000 })), 'an analysis works in a thread that is nicer than the loop');
    ok(await isBeside(async () => {
        for (let i = 0; i < 4; i++)
            await new Person(server).post('/api/v1/session', { name: 'nobody', password: 'a wrong guess' });
    }), 'and so do passwords');
}

// ---- What is found ----

{
    const { status, type, lines } = await analyse(ann, {
        variant: 'chess', position: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1', depth: 4 });
    const last = lines.at(-1), best = lines.at(-2);
    is(status, 200, 'a position is analysed');
    is(type, 'application/x-ndjson', 'as lines of JSON');
    is(last, { t: 'done', best: 'a1a8' }, 'the last line has the best move');
    is(best.score, { mate: 1 }, 'which is mate');
    is([best.t, best.multipv, best.pv, best.san], ['info', 1, ['a1a8'], ['Ra8#']], 'in coordinates and in words');
    ok(['depth', 'seldepth', 'nodes', 'nps', 'time'].every((k) => Number.isInteger(best[k])), 'with numbers');
}
{
    const { lines } = await analyse(ann, { variant: 'shogi', moves: ['7g7f', '3c3d'], depth: 3, multipv: 3 });
    const found = [1, 2, 3].map((n) => lines.filter((l) => l.multipv === n).at(-1));
    ok(found.every((l) => l && l.pv.length > 0 && l.pv.length === l.san.length), 'three lines of shogi');
    is(new Set(found.map((l) => l.pv[0])).size, 3, 'each begins otherwise');
    is(lines.at(-1).best, found[0].pv[0], 'the first is the best');
    ok(found[0].score.cp >= found[1].score.cp && found[1].score.cp >= found[2].score.cp, 'in order');
    const { status } = await ann.post('/api/v1/positions', { variant: 'shogi', moves: ['7g7f', '3c3d', ...found[2].pv] });
    is(status, 200, 'its moves can be played');
}
{
    const { lines } = await analyse(ann, {
        variant: 'chess', position: '7k/5KQ1/8/8/8/8/8/8 b - - 0 1', depth: 5 });
    is(lines, [{ t: 'done', best: null }], 'a game that is over has no move');
    const from = Date.now();
    const timed = await analyse(ann, { variant: 'minishogi', movetime: 450 });
    const most = (Date.now() - from) / 100 + 2;
    const first = timed.lines.filter((l) => l.multipv === 1);
    ok(first.length >= 1 && first.length <= most, 'a line is not told more often than ten times a second');
}

// ---- What is refused ----

for (const [body, status, code] of [
    [{ variant: 'nosuchgame' }, 404, 'no_such_variant'],
    [{ position: '8/8/8/8 w' }, 422, 'bad_position'],
    [{ moves: ['e2e5'] }, 422, 'illegal_move'],
    [{ moves: ['castle'] }, 422, 'bad_move'],
    [{ movetime: 30001 }, 422, 'bad_member'],
    [{ multipv: 6 }, 422, 'bad_member'],
    [{ depth: 0 }, 422, 'bad_member'],
    [{ nodes: '1' }, 422, 'bad_member'],
]) {
    const got = await analyse(ann, body);
    is([got.status, got.body?.code], [status, code], `refused: ${JSON.stringify(body)}`);
}
is((await ann.send('POST', ROUTE, '')).status, 400, 'refused: nothing at all');

// ---- In turn ----

// A stream whose lines can be waited for: {lines, next(kind), leave()}.
async function follow(person, body) {
    const stream = await begin(person, ROUTE, body);
    const lines = () => stream.text().split('\n').slice(0, -1).map((l) => JSON.parse(l));
    return {
        lines, leave: stream.leave, ended: stream.ended,
        next: (kind) => until(async () => lines().some((l) => l.t === kind)),
    };
}

{
    const long = { variant: 'chess', movetime: 30000 };
    const near = [ann, bob, cid, await guest(server), await guest(server), await guest(server)];
    const one = await follow(ann, long);
    ok(await one.next('info'), 'lines come while it thinks');
    const again = await analyse(ann, long);
    is([again.status, again.body.code], [429, 'analysis_busy'], 'one for each person');
    ok(Number(again.headers['retry-after']) > 0, 'who may try again later');
    const two = await follow(bob, long);
    await two.next('info');
    is(await metric('analyses'), 2, 'two at a time, as the metrics say');

    // Of the same address three may wait, and know their place.
    const waiting = [];
    for (const person of near.slice(2, 5))
        waiting.push(await follow(person, long));
    is(waiting.map((w) => w.lines()[0]), [1, 2, 3].map((place) => ({ t: 'queued', place })), 'others wait in turn');
    is(await metric('analyses_waiting'), 3, 'as the metrics say');
    const late = await analyse(near[5], long);
    is([late.status, late.body.code], [429, 'analysis_busy'], 'a few of one address');
    ok(Number(late.headers['retry-after']) > 0, 'the others may try again later');

    // Another address comes after all of them, and is the next to begin.
    const their = await follow(await guest(server, '127.0.0.2'), long);
    is(their.lines()[0], { t: 'queued', place: 1 }, 'another address is next');
    const places = (w) => w.lines().map((l) => l.place);
    ok(await until(async () => places(waiting[2]).at(-1) === 4), 'and the others behind it');

    // Who leaves the queue is not waited for, and those behind move up.
    waiting[0].leave();
    ok(await until(async () => places(waiting[2]).at(-1) === 3), 'places move up');
    for (const s of [one, two, their, ...waiting])
        s.leave();
    ok(await until(async () => await metric('analyses') + await metric('analyses_waiting') === 0),
        'nothing goes on for nobody');
    is((await analyse(cid, { depth: 2 })).lines?.at(-1).t, 'done', 'then others begin at once');
}

// ---- Shares ----

{
    const quick = await Server.start(banmen, undefined, '--analysis-share', '5');
    const long = { variant: 'chess', movetime: 30000 };
    const near = [await guest(quick), await guest(quick)];
    const at = [await follow(near[0], long), await follow(near[1], long)];
    ok(await at[0].next('info') && await at[1].next('info'), 'an address has both places while it is alone');
    const their = await follow(await guest(quick, '127.0.0.2'), long);
    ok(await their.next('info'), 'another address begins');
    const cut = at.find((s) => s.lines().at(-1).t === 'done');
    ok(cut && cut.lines().at(-1).cut === true && /^[a-h1-8]{4}$/.test(cut.lines().at(-1).best),
        'when one that has used its share has ended with what it has');
    await quick.stop();
}

// ---- The end ----

{
    const one = await begin(ann, ROUTE, { variant: 'chess', movetime: 30000 });
    const two = await begin(bob, ROUTE, { variant: 'chess', movetime: 30000 });
    const three = await begin(cid, ROUTE, { variant: 'chess', movetime: 30000 });
    const how = server.stop();
    ok(/\{"t":"(error","code":"stopping"|done",).*\}\n$/.test(await three.ended), 'one that waits is told that the server stops');
    await two.ended;
    ok(/\{"t":"done","best":"[a-h1-8]{4}".*\}\n$/.test(await one.ended), 'a server that stops tells what it has');
    is((await how).status, 0, 'and ends in good order');
}

// The readers leave when the server is stopped: their searches end after all else.
for (let i = 0; i < 4; i++) {
    const brief = await Server.start(banmen, undefined, '--no-limits');
    const streams = [];
    for (let k = 0; k < 2; k++) {
        streams.push(await follow(await guest(brief), { variant: 'chess', movetime: 30000 }));
        await streams[k].next('info');
    }
    for (const s of streams)
        s.leave();
    is((await brief.stop()).status, 0, 'a server whose searches nobody reads any more ends in good order');
}
done();
