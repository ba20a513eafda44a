// SPDX-License-Identifier: MIT
// net_game.mjs BANMEN: the page's line to a game over a network that fails, at a real server: it comes
// back by itself, and nothing is lost or done twice. TAP.
import { Server, done, is, ok } from '../../server/serving.mjs';
import { ApiError } from '../../../web/js/net/rest.js';
import { Visitor, Wire, table, until } from '../net_rig.mjs';

let server = await Server.start(process.argv[2], undefined, '--no-limits');
const wire = await Wire.to(server.address);
const moves = (socket) => socket.events.filter((e) => e.k === 'move').map((e) => e.m);
const isRow = (socket) => socket.events.every((e, i) => e.seq === i + 1);
const caught = (socket) => until(() => socket.state === 'ok', 'the line is back');

// ---- As it should be ----

const t = await table(wire, { clock: '10m' });
const [ann, bob] = t.sockets;
await Promise.all([ann, bob].map(caught));
is(ann.events[0].k, 'create', 'a game is told from its beginning');
ok((await ann.request({ t: 'move', ply: 0, m: 'e2e4', side: 'first' })).ok, 'a move is acknowledged');
await until(() => moves(bob).length === 1);
is((await bob.request({ t: 'move', ply: 1, m: 'e7e4', side: 'second' })).code, 'illegal_move', 'another is refused, with a code');
await until(() => ann.lag !== null && ann.now() !== null);
ok(ann.now() >= ann.events.at(-1).at, 'the time in the game is known');

// ---- The cable is pulled ----

wire.cut(true);
await until(() => ann.state === 'lost' && bob.state === 'lost', 'both see that the line is lost');
ok(true, 'both see that the line is lost');
const late = bob.request({ t: 'move', ply: 1, m: 'e7e5', side: 'second' });
const talk = bob.request({ t: 'chat', text: 'a bad line' });
await new Promise((resolve) => { setTimeout(resolve, 60); });
wire.shut = false;
ok((await late).ok && (await talk).ok, 'what was asked for without a line is done when it is back');
await until(() => ann.events.some((e) => e.k === 'chat'));
is(moves(ann), ['e2e4', 'e7e5'], 'and the other hears of it');
ok(isRow(ann) && isRow(bob), 'every event came once and in order');
is(ann.fulls.length + bob.fulls.length, 0, 'only what was missed was told');

// ---- Answers get lost ----

for (const [what, message, kind] of [
    ['a move', { t: 'move', ply: 2, m: 'g1f3', side: 'first' }, 'move'],
    ['an offer', { t: 'draw', side: 'first' }, 'offer-draw'],
    ['talk', { t: 'chat', text: 'still here' }, 'chat']]) {
    await Promise.all([ann, bob].map(caught));
    const before = bob.events.length;
    // It arrives, the answer does not.
    for (const p of wire.pairs)
        p.server.removeAllListeners('data');
    const asked = ann.request(message);
    const row = await until(async () => {
        const all = (await t.people[1].api.request('GET', `/games/${t.id}/events?since=${before}`));
        return all.length && all;
    }, 'it is done');
    wire.cut();
    ok((await asked).ok, `${what} whose answer was lost is known to be done`);
    await Promise.all([ann, bob].map(caught));
    const after = await t.people[1].api.request('GET', `/games/${t.id}/events?since=${before}`);
    is([row.length, after.filter((e) => e.k === kind).length], [1, 1], `${what} was done once`);
}

// ---- A line that hangs ----

wire.hang();
await until(() => ann.state === 'lost', 'a line that is silent is given up');
wire.cut();
wire.hang(false);
await Promise.all([ann, bob].map(caught));
ok((await bob.request({ t: 'move', ply: 3, m: 'b8c6', side: 'second' })).ok, 'a line that hung is given up, and the next one works');

// ---- Nearly everything gets lost ----

const worn = await table(wire, {});
const plan = Array(4).fill(['g1f3', 'g8f6', 'f3g1', 'f6g8']).flat();
const before = wire.count;
wire.lossy = 0.3;
for (let ply = 0; ply < plan.length; ply++)
    ok((await worn.sockets[ply % 2].request({ t: 'move', ply, m: plan[ply], side: ply % 2 ? 'second' : 'first' })).ok,
        `move ${ply + 1} comes through`);
wire.lossy = 0;
await until(() => worn.sockets.every((l) => l.events.at(-1)?.k === 'end'), 'both hear of the end');
ok(wire.count > before + 10, `${wire.count - before} connections were needed`);
for (const l of worn.sockets)
    is([moves(l), isRow(l), l.pending.size], [plan, true, 0], 'every move was made once, and nothing is open');
worn.sockets.forEach((l) => l.close());

// ---- The server says bye, and another comes ----

await Promise.all([ann, bob].map(caught));
const folder = server.folder, address = server.address;
server.own = false;
is((await server.stop()).status, 0, 'the server stops');
await until(() => ann.state === 'lost');
const held = ann.request({ t: 'move', ply: 4, m: 'f1b5', side: 'first' });
server = await Server.start(process.argv[2], folder, '--no-limits', '--listen', address);
server.own = true;
is(server.address, address, 'another takes its place');
ok((await held).ok, 'a move that was made meanwhile is made there');
await Promise.all([ann, bob].map(caught));
await until(() => moves(bob).length === 5);
ok(isRow(ann) && isRow(bob), 'and nobody missed anything');

// ---- It is killed ----

server.own = false;
await server.stop('SIGKILL');
const dead = bob.request({ t: 'move', ply: 5, m: 'a7a6', side: 'second' });
server = await Server.start(process.argv[2], folder, '--no-limits', '--listen', address);
server.own = true;
ok((await dead).ok, 'nor when it is killed');
await until(() => moves(ann).length === 6);
is(moves(ann), moves(bob), 'both know the same');

// ---- Who knows more than there is ----

const odd = t.people[0].game(t.id, 999);
await until(() => odd.fulls.length);
is([odd.fulls[0].moves.length, odd.fulls[0].you], [6, ['first']], 'who knows what never was gets the whole game');
await caught(odd);
odd.close();

// ---- Requests ----

const eve = await new Visitor(wire).come();
const refused = (promise) => promise.then(() => null, (e) => e);
const none = await refused(eve.api.game('nosuchgame12'));
ok(none instanceof ApiError && none.code === 'no_such_game' && none.text[1] === 'その対局はありません',
    'a problem has words in both languages');
const bad = await refused(eve.api.upload('variant: hop\nextends: chess\npieces:\n  N: {move: NQQ?}\n'));
is([bad.code, bad.status], ['bad_variant', 422], 'a bad variant is refused');
const hop = await eve.api.upload('variant: hop\nextends: chess\npieces:\n  N: {move: NA}\n');
ok(/^hop@/.test(hop.variant) && /NA/.test(await eve.api.variantText(hop.variant)), 'a good one can be read again');
is((await refused(eve.api.join(t.id, 'wrong'))).code, 'bad_token', 'a wrong link opens nothing');
is((await eve.api.engines()).engines, [], 'the engines of the server are listed');
wire.shut = true;
is((await refused(eve.api.account())).code, 'offline', 'without a network one is offline');
wire.shut = false;

const open = ann.request({ t: 'rematch', side: 'first' });
is((await open).code, 'not_over', 'a rematch has to wait');
wire.cut(true);
await until(() => ann.state === 'lost');
const never = ann.request({ t: 'resign', side: 'first' });
ann.close();
bob.close();
is((await never).code, 'offline', 'who leaves gets an answer, too');
wire.close();
is((await server.stop()).status, 0, 'the server ends well');
done();
process.exit();
