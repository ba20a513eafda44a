// SPDX-License-Identifier: MIT
// net_optimistic_game.mjs BANMEN WASM-FOLDER: games of a real server, followed by the core as browsers run it: position,
// clocks and result equal the server's after every event; pending moves are confirmed without a replay of the game and are
// rejected without a trace. TAP.
import { Server, done, is, ok } from '../../server/serving.mjs';
import { moves } from '../../server/playing.mjs';
import { OptimisticGame } from '../../../web/js/game/optimistic_game.js';
import { start } from '../../wasm/rig.mjs';
import { Wire, table, until } from '../net_rig.mjs';

const server = await Server.start(process.argv[2], undefined, '--no-limits');
const wire = await Wire.to(server.address);
const core = await start('rules');
const SIDES = ['first', 'second'];

// What the clocks show at a time, as the server writes it.
function faces(optimistic, at) {
    const { clocks } = optimistic.game.state(at);
    return clocks && { ms: clocks.map((c) => c.main), run: SIDES[clocks.findIndex((c) => c.running)] ?? null };
}

class Followed {
    static async open(plan) {
        const s = new Followed();
        s.faults = [];
        s.t = await table(wire, plan);
        const rules = await core.open(plan.variant ?? 'chess');
        s.socket = s.t.sockets[0];
        s.onEvent = (ev) => {
            if (ev.k === 'create') {
                s.optimistic = new OptimisticGame(rules, ev);
                return;
            }
            s.optimistic.applyEvent(ev);
            if (ev.clk && !s.optimistic.pending.length) {
                const got = faces(s.optimistic, ev.at), want = { ms: ev.clk.ms, run: ev.clk.run };
                if (JSON.stringify(got) !== JSON.stringify(want))
                    s.faults.push(`${JSON.stringify(ev)}: ${JSON.stringify(got)}`);
            }
        };
        await until(() => s.socket.state === 'ok', 'a connection');
        s.socket.events.forEach(s.onEvent);
        s.socket.options.event = s.onEvent;
        return s;
    }
    async request(who, message) {
        const got = await this.t.sockets[who].request({ side: SIDES[who], ...message });
        if (!got.ok)
            return got;
        await until(() => this.socket.seq >= got.seq, 'the event');
        return got;
    }
    async play(text, whose = (ply) => ply % 2) {
        for (const m of moves(text)) {
            const ply = this.optimistic.game.plies;
            const got = await this.request(whose(ply), { t: 'move', ply, m });
            if (!got.ok)
                throw new Error(`${m}: ${JSON.stringify(got)}`);
        }
    }
    // Compare the page's game with the server's.
    async same(what) {
        const game = await this.t.people[0].api.game(this.t.id);
        await until(() => this.socket.seq >= game.seq);
        const { game: mine } = this.optimistic;
        const s = mine.state(this.optimistic.events.at(-1).at);
        is(this.faults, [], `${what}: every event left the same clocks`);
        is([mine.coordinates(), mine.view().position, s.stage, SIDES[s.turn]], [game.moves, game.position, game.stage, game.turn],
            `${what}: the same game`);
        is([s.offers.draw, s.offers.takeback], ['draw', 'takeback'].map((k) => [0, 1].find((i) => game.offers[i][k]) ?? null),
            `${what}: the same offers`);
        if (game.stage === 'over')
            is([s.outcome.result, s.outcome.reason], [game.result, game.reason], `${what}: the same end`);
        return s;
    }
    close() { this.t.sockets.forEach((l) => l.close()); }
}

// ---- Clocks ----

for (const clock of ['none', '5m+3', '10m+30b', '2s+20x3b', '5m+2d', '30/move', '3days', '5m,1m+1']) {
    const s = await Followed.open({ variant: 'shogi', clock });
    await s.play('7g7f 3c3d 2g2f 8c8d 2f2e');
    await s.same(`shogi, ${clock}`);
    s.close();
}
const two = await Followed.open({ variant: 'marseillais', clock: '1m+1' });
await two.play('b1c3,e2e4 f7f6,b7b5', (ply) => Math.floor(ply / 2) % 2);
for (const m of ['c3b5', 'd2d4'])
    ok(two.optimistic.playPending(two.optimistic.game.readMove(m).move, two.socket.now()).done.ok, `${m} is pending`);
await two.request(0, { t: 'move', ply: 4, m: 'c3b5' });
is([two.optimistic.pending.map((p) => p.text), two.optimistic.game.plies], [['d2d4'], 6], 'the first of two pending moves is confirmed');
await two.request(0, { t: 'move', ply: 5, m: 'd2d4' });
await two.same('two moves a turn');
two.close();

// ---- Offers, takebacks, ends ----

const s = await Followed.open({ clock: '10m+5' });
await s.play('e2e4 e7e5 g1f3');
await s.request(1, { t: 'draw' });
await s.same('a draw is offered');
await s.request(0, { t: 'draw', yes: false });
await s.request(0, { t: 'give-time', ms: 15000 });
await s.request(0, { t: 'takeback' });
await s.same('a takeback is asked for');
await s.request(1, { t: 'takeback', yes: true });
await s.same('and granted');
await s.play('f1c4 b8c6');

// ---- Pending moves ----

const { optimistic } = s;
let replays = 0;
const { createGame } = optimistic;
optimistic.createGame = () => {
    replays++;
    return createGame.call(optimistic);
};
const log = (g) => JSON.stringify(g.game.serialize(0).deeds);
const here = optimistic.game.view().position, logged = log(optimistic);
const before = faces(optimistic, optimistic.events.at(-1).at);
const wrong = optimistic.playPending(optimistic.game.readMove('c4a6').move, s.socket.now());
ok(wrong.done.ok && optimistic.game.plies === 5, 'a pending move is shown at once');
ok(optimistic.reject(wrong.pending), 'and removed when it is rejected');
is([optimistic.game.view().position, faces(optimistic, optimistic.events.at(-1).at), log(optimistic)], [here, before, logged], 'a rejected move leaves no trace');
ok(!optimistic.playPending(optimistic.game.readMove('e1e3').move ?? 0, s.socket.now()).done.ok && optimistic.pending.length === 0, 'an illegal move is not shown');
const right = optimistic.playPending(optimistic.game.readMove('d1h5').move, s.socket.now() + 5000);
await s.request(1, { t: 'draw' });
is([optimistic.pending.length, optimistic.game.plies, optimistic.game.coordinates().at(-1)], [1, 5, 'd1h5'], 'a move stays pending while another event arrives');
await s.request(0, { t: 'move', ply: right.pending.ply, m: right.pending.text });
is(optimistic.pending, [], 'a confirmed move is not pending any more');
await s.same('with the server\'s time');
is(replays, 0, 'neither a confirmed nor a rejected move replays the game');
const fresh = new OptimisticGame(optimistic.rules, { ...optimistic.config, seats: optimistic.seats });
for (const ev of optimistic.events)
    fresh.applyEvent(ev);
is(log(optimistic), log(fresh), 'the log of actions has nothing of the pending moves');
const now = s.socket.now() | 0;
is(faces(optimistic, now), faces(fresh, now), 'and the clocks run as without them');
const late = optimistic.playPending(optimistic.game.readMove('g8f6').move, 1e9);
ok(late.done.ok && optimistic.game.state(0).stage === 'playing', 'only the server decides that a flag has fallen');
optimistic.reject(late.pending);
await s.play('g8f6 h5f7');
is((await s.same('to mate')).outcome.text, ['checkmate', '詰み'], 'with its reason in both languages');
s.close();

for (const [what, how, plan = {}] of [
    ['a resignation', (g) => g.request(1, { t: 'resign' })],
    ['an abort', (g) => g.request(0, { t: 'abort' })],
    ['an agreement', async (g) => {
        await g.play('e2e4 e7e5');
        await g.request(0, { t: 'draw' });
        await g.request(1, { t: 'draw', yes: true });
    }],
    ['a flag', async (g) => {
        await g.play('e2e4 e7e5').catch(() => {});
        await until(() => g.optimistic.game.state(0).stage === 'over', 'the flag');
    }, { clock: '200ms' }],
    ['a claim', async (g) => {
        await g.play('g1f3 g8f6 f3g1 f6g8 '.repeat(2));
        await g.request(0, { t: 'claim' });
    }]]) {
    const g = await Followed.open(plan);
    await how(g);
    await g.same(what);
    g.close();
}

wire.close();
is((await server.stop()).status, 0, 'the server ends well');
done();
process.exit();
