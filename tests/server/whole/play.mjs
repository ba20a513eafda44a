// SPDX-License-Identifier: MIT
// play.mjs BANMEN: people play whole games with each other and with the built-in players at a
// real server, by web sockets. TAP.
import { Server, done, is, ok } from '../serving.mjs';
import { Table, ask, guest, heard, isRow } from '../playing.mjs';

const server = await Server.start(process.argv[2], undefined, '--no-limits');

async function game(what, setup, text, how, whose) {
    const t = await Table.open(server, setup);
    await t.play(text, whose);
    is(await t.end(), [how, how], what);
    const row = (await t.events()).map((e) => e.seq);
    // Who comes to a game gets it as it is, and every event from then on.
    const told = heard(t.side(0));
    ok(isRow(row) && isRow(told, t.full[0].seq + 1) && told.length + t.full[0].seq === row.length,
        `${what}: every event once and in order`);
    await t.close();
    return t;
}

// ---- To the end ----

await game('chess to mate', { variant: 'chess', clock: '5m+3' },
    'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7', 'first checkmate');
const shogi = await game('shogi with drops and promotions to mate', { variant: 'shogi', clock: '600+30b' },
    `5i6h 5c5d 7i7h 8b6b 7g7f 4a4b 8h6f 8c8d 3g3f 9a9b 8g8f 7c7d 6f8d 1c1d 8d6b+ 5a4a 6b6a 7a7b
     6a7b 2a1c S*2a 4a5b R*6b 5b5c 6b6c+ 5c4d 6c5d`, 'first checkmate');
const kif = await shogi.people[0].get(`${shogi.route}/export?format=kif`);
ok(/銀打/.test(kif.body) && /飛打/.test(kif.body) && /成/.test(kif.body) && /詰み/.test(kif.body),
    'its record has the drops, the promotion and the mate');
await game('stalemate', { variant: 'chess' },
    `e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6
     c8e6`, 'draw stalemate');
await game('fivefold repetition', { variant: 'chess' }, 'g1f3 g8f6 f3g1 f6g8 '.repeat(4), 'draw repetition');
await game('a position of one\'s own, to mate', { variant: 'chess', start: '7k/5Q2/6K1/8/8/8/8/8 w - - 0 1' },
    'f7g7', 'first checkmate');

// Two moves a turn: two plies for the same side.
const marseillais = `b1c3,e2e4 f7f6,b7b5 c3d5,d5e3 e7e6,g8h6 f1e2,e1f1 e8e7,d8e8 e2h5,h5e8 g7g6,h6g8
    e8d7,d7c8 f8g7,e7e8 c8b7,b7a8 b5b4,g8h6 d1g4,g4e6 e8f8,b8c6 e3d5,a8c6 h6f5,f5h6 e6e8`;
await game('Marseillais, two moves a turn', { variant: 'marseillais', clock: '60' }, marseillais,
    'first checkmate', (ply) => Math.floor(ply / 2) % 2);

// ---- A variant of one's own ----

const cat = await guest(server);
const yaml = (text) => cat.send('POST', '/api/v1/variants', text, 'text/yaml');
const bad = await yaml('variant: hop\nextends: chess\npieces:\n  N: {move: NQQ?}\n');
is([bad.status, bad.body.code], [422, 'bad_variant'], 'a variant that cannot be is refused');
ok(JSON.stringify(bad.body).includes('"line":4'), 'with the line');
const hop = await yaml('variant: hop\nextends: chess\npieces:\n  N: {move: NA}\n');
is(hop.status, 201, 'a variant is uploaded');
const again = await yaml('variant: hop\nextends: chess\npieces:\n  N: {move: NA}\n');
is(again.body.variant, hop.body.variant, 'the same once more is the same');
const other = await yaml('variant: hop\nextends: chess\npieces:\n  N: {move: ND}\n');
ok(other.body.variant !== hop.body.variant, 'another text is another version');
const hops = await Table.open(server, { variant: hop.body.variant }, [cat]);
await hops.play('b1d3 a7a6 d3e5 a6a5');
is((await hops.ask(0, { t: 'move', ply: 4, m: 'e5c5' })).code, 'illegal_move', 'the game keeps the version it began with');
await hops.play('e5g7');

// ---- What is not done ----

const t = await Table.open(server, { variant: 'chess', clock: '10m' });
is((await t.ask(1, { t: 'move', ply: 0, m: 'e7e5' })).code, 'not_your_turn', 'not your turn');
is((await t.ask(0, { t: 'move', ply: 0, m: 'e2e5' })).code, 'illegal_move', 'an illegal move');
is((await t.ask(0, { t: 'move', ply: 0, m: 'what' })).code, 'bad_move', 'no move at all');
is((await t.ask(0, { t: 'move', ply: 7, m: 'e2e4' })).code, 'stale_ply', 'a ply that is not reached yet');
is((await t.ask(0, { t: 'move', m: 'e2e4' })).code, 'bad_message', 'no ply');
is((await t.ask(0, { t: 'dance' })).code, 'bad_message', 'no such message');
const first = await t.ask(0, { t: 'move', ply: 0, m: 'e2e4' });
const twice = await t.ask(0, { t: 'move', ply: 0, m: 'e2e4' });
is([twice.t, twice.seq], ['ack', first.seq], 'the same move twice is made once');
is((await t.ask(0, { t: 'move', ply: 0, m: 'd2d4' })).code, 'stale_ply', 'another there is refused');
is((await t.ask(1, { t: 'move', ply: 0, m: 'e2e4' })).code, 'stale_ply', 'and so is the same of somebody else');
t.ply = 1;
await t.play('e7e5 g1f3 b8c6');
is((await t.ask(0, { t: 'move', ply: 0, m: 'e2e4' })).seq, first.seq, 'even after others were made');

// ---- Those who look on ----

const eve = await guest(server), eves = await eve.socket(`/ws/v1/game/${t.id}`);
const seen = await eves.next('full');
is([seen.you, seen.moves.length], [[], 4], 'who looks on has no side, and sees the moves');
is((await ask(eves, { t: 'move', ply: 4, m: 'f1b5' })).code, 'not_seated', 'he cannot move,');
is((await ask(eves, { t: 'resign' })).code, 'not_seated', 'nor resign,');
is((await ask(eves, { t: 'join' })).code, 'seat_taken', 'nor sit down;');
is((await ask(eves, { t: 'chat', text: 'good luck 頑張って' })).t, 'ack', 'but talk');
const aside = await t.side(1).next('ev', (e) => e.k === 'chat');
is([aside.text, aside.hidden, aside.room], [undefined, true, 'spectators'], 'to other spectators: the players do not hear it');
is((await eves.next('ev', (e) => e.k === 'chat')).text, 'good luck 頑張って', 'who do');
is((await ask(eves, { t: 'chat', text: 'x'.repeat(201) })).code, 'bad_value', 'not at length');
eves.say({ t: 'ping', id: 'p' });
const pong = await eves.next('pong');
is([pong.id, pong.seq, pong.at >= 0], ['p', heard(t.side(0)).at(-1), true], 'a ping has its pong, with the time and the last event');

// ---- Offers ----

is((await t.ask(1, { t: 'draw', yes: true })).code, 'no_offer', 'a draw that nobody offered');
is((await t.ask(0, { t: 'draw' })).t, 'ack', 'a draw is offered');
is((await t.ask(0, { t: 'draw' })).code, 'offered', 'but not twice');
is((await t.ask(1, { t: 'draw', yes: false })).t, 'ack', 'declined');
is((await t.ask(0, { t: 'draw' })).code, 'too_soon', 'and not offered at once again');
is((await t.ask(0, { t: 'takeback' })).t, 'ack', 'a takeback is asked for');
is((await t.ask(1, { t: 'takeback', yes: true })).t, 'ack', 'and granted');
const back = (await t.people[0].get(t.route)).body;
t.ply = back.moves.length;
is(back.moves, ['e2e4', 'e7e5'], 'it is the turn of whoever asked, a move earlier');
await t.play('f1c4 f8c5');
is((await t.ask(0, { t: 'claim' })).code, 'no_claim', 'nothing to claim');
is((await t.ask(0, { t: 'abort' })).code, 'too_late_to_abort', 'too late to abort');
is((await t.ask(0, { t: 'give-time', ms: 15000 })).t, 'ack', 'time is given');
is((await t.ask(0, { t: 'rematch' })).code, 'not_over', 'no rematch yet');
await t.ask(0, { t: 'draw' });
await t.ask(1, { t: 'draw', yes: true });
is(await t.end(), ['draw draw agreed', 'draw draw agreed'], 'a draw is agreed');
is((await t.ask(0, { t: 'move', ply: 4, m: 'd2d3' })).code, 'game_over', 'then nobody moves any more');
is((await t.ask(0, { t: 'rematch' })).t, 'ack', 'a rematch is offered');
is((await t.ask(1, { t: 'rematch' })).t, 'ack', 'and taken');
const next = await t.side(0).next('ev', (e) => e.k === 'rematch' && e.game);
const new0 = (await t.people[0].get(`/api/v1/games/${next.game}`)).body;
is([new0.stage, new0.you, new0.of, new0.clock], ['playing', ['second'], t.id, (await t.people[0].get(t.route)).body.clock],
    'the same game with sides changed');
await eves.close();

const claim = await Table.open(server, { variant: 'chess' });
await claim.play('g1f3 g8f6 f3g1 f6g8 '.repeat(2));
is((await claim.ask(0, { t: 'claim' })).t, 'ack', 'threefold repetition is claimed');
is((await claim.end())[1], 'draw repetition', 'and ends the game');

const quit = await Table.open(server, { variant: 'shogi', takebacks: false });
await quit.play('7g7f');
is((await quit.ask(0, { t: 'takeback' })).code, 'no_takebacks', 'no takebacks if that was agreed');
is((await quit.ask(0, { t: 'give-time', ms: 1000 })).code, 'no_clock', 'no clock, no time to give');
await quit.ask(1, { t: 'resign' });
is((await quit.end())[0], 'first resignation', 'a game is resigned');

const never = await Table.open(server, {});
await never.ask(1, { t: 'abort' });
is((await never.end())[0], 'none aborted', 'a game is aborted');

// ---- Clocks ----

const fast = await Table.open(server, { variant: 'chess', clock: '300ms' });
await fast.play('e2e4 e7e5 g1f3').catch(() => {});
is((await fast.end())[0].replace(/^(first|second)/, 'one'), 'one time forfeit', 'time runs out');

// ---- Again after a while ----

const resumed = await Table.open(server, { variant: 'chess' });
await resumed.play('e2e4 c7c5');
const at = resumed.side(0).all.filter((m) => m.seq).at(-1).seq;
await resumed.side(0).close();
resumed.sockets[0] = await resumed.people[1].socket(`/ws/v1/game/${resumed.id}`); // he hears too
await resumed.sockets[0].next('full');
await ask(resumed.side(1), { t: 'chat', text: 'where are you?' });
const back0 = await resumed.people[0].socket(`/ws/v1/game/${resumed.id}?since=${at}`);
const missed = await back0.next('ev');
is([missed.seq, missed.k, missed.text], [at + 1, 'chat', 'where are you?'], 'who comes back gets what was missed');
resumed.sockets[0] = back0;
await resumed.play('g1f3 d7d6');
is(heard(back0), [at + 1, at + 2, at + 3], 'that, what comes after, and nothing else');
const late = await resumed.people[0].socket(`/ws/v1/game/${resumed.id}?since=0`);
await late.next('ev', (e) => e.seq === at + 3);
is(heard(late).map((n, i) => n - i), heard(late).map(() => 1), 'or everything from the beginning');
is(JSON.stringify(late.all.map((m) => ({ ...m, t: undefined }))),
    JSON.stringify((await resumed.events()).map((m) => ({ ...m, t: undefined }))), 'the same as by request');
const far = await resumed.people[0].socket(`/ws/v1/game/${resumed.id}?since=999`);
is((await far.next('full')).seq, at + 3, 'who says he knows more than there is gets the whole game');

// ---- A built-in player ----

for (const [variant, second] of [['chess', true], ['minishogi', false]]) {
    const p = await guest(server);
    const level = { kind: 'level', level: 3 };
    const made = (await p.post('/api/v1/games', { variant, seats: second ? [level, { kind: 'me' }] : [{ kind: 'me' }, level] })).body;
    const s = await p.socket(`/ws/v1/game/${made.id}?since=0`);
    const mine = second ? 1 : 0;
    let plies = 0, over = null;
    for (; !over && plies < 600; plies++) {
        if (plies % 2 !== mine) {
            const e = await s.next('ev', (m) => m.k === 'end' || (m.k === 'move' && m.ply === plies));
            over = e.k === 'end' ? e : null;
            continue;
        }
        const now = (await p.get(`/api/v1/games/${made.id}`)).body;
        if (now.stage === 'over') {
            over = now;
            break;
        }
        const legal = (await p.post('/api/v1/positions', { variant, position: now.start, moves: now.moves })).body.moves;
        const m = legal[(plies * 7) % legal.length];
        const got = await ask(s, { t: 'move', ply: plies, m: m.uci ?? m.move ?? m });
        if (got.t !== 'ack')
            throw new Error(JSON.stringify(got));
    }
    ok(over, `${variant}: a level plays to the end (${plies} plies, ${over?.result} ${over?.reason})`);
    const row = (await p.get(`/api/v1/games/${made.id}/events`)).body;
    ok(isRow(row.map((e) => e.seq)), `${variant}: every event is there`);
}

is((await server.stop()).status, 0, 'the server stops');
done();
