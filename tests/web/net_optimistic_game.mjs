// SPDX-License-Identifier: MIT
// net_mirror.mjs BANMEN WASM-FOLDER: games of a real server, done again by the core as browsers have it:
// position, clocks and end are the server's after every event, and moves that are shown before they are
// confirmed leave no trace. TAP.
import { Server, done, is, ok } from '../server/serving.mjs';
import { moves } from '../server/playing.mjs';
import { Mirror } from '../../web/js/game/optimistic_game.js';
import { start } from '../wasm/rig.mjs';
import { Wire, table, until } from './net_rig.mjs';

const server = await Server.start(process.argv[2], undefined, '--no-limits');
const wire = await Wire.to(server.address);
const core = await start('rules');
const SIDES = ['first', 'second'];

// What the clocks of the mirror show at a time, as the server writes it.
function faces(mirror, at) {
    const { clocks } = mirror.game.state(at);
    return clocks && { ms: clocks.map((c) => c.main), run: SIDES[clocks.findIndex((c) => c.running)] ?? null };
}

class Seen {
    static async open(plan) {
        const s = new Seen();
        s.faults = [];
        s.t = await table(wire, plan);
        const rules = await core.open(plan.variant ?? 'chess');
        s.line = s.t.lines[0];
        s.take = (ev) => {
            if (ev.k === 'create') {
                s.mirror = new Mirror(rules, ev);
                return;
            }
            s.mirror.take(ev);
            if (ev.clk && !s.mirror.guesses.length) {
                const got = faces(s.mirror, ev.at), want = { ms: ev.clk.ms, run: ev.clk.run };
                if (JSON.stringify(got) !== JSON.stringify(want))
                    s.faults.push(`${JSON.stringify(ev)}: ${JSON.stringify(got)}`);
            }
        };
        await until(() => s.line.state === 'ok', 'a line');
        s.line.events.forEach(s.take);
        s.line.options.event = s.take;
        return s;
    }
    async ask(who, message) {
        const got = await this.t.lines[who].ask({ side: SIDES[who], ...message });
        if (!got.ok)
            return got;
        await until(() => this.line.seq >= got.seq, 'the event');
        return got;
    }
    async play(text, whose = (ply) => ply % 2) {
        for (const m of moves(text)) {
            const ply = this.mirror.game.plies;
            const got = await this.ask(whose(ply), { t: 'move', ply, m });
            if (!got.ok)
                throw new Error(`${m}: ${JSON.stringify(got)}`);
        }
    }
    // Whether all is as the server has it.
    async same(what) {
        const game = await this.t.people[0].api.game(this.t.id);
        await until(() => this.line.seq >= game.seq);
        const { game: mine } = this.mirror;
        const s = mine.state(this.mirror.events.at(-1).at);
        is(this.faults, [], `${what}: every event left the same clocks`);
        is([mine.coordinates(), mine.view().position, s.stage, SIDES[s.turn]], [game.moves, game.position, game.stage, game.turn],
            `${what}: the same game`);
        is([s.offers.draw, s.offers.takeback], ['draw', 'takeback'].map((k) => [0, 1].find((i) => game.offers[i][k]) ?? null),
            `${what}: the same offers`);
        if (game.stage === 'over')
            is([s.outcome.result, s.outcome.reason], [game.result, game.reason], `${what}: the same end`);
        return s;
    }
    close() { this.t.lines.forEach((l) => l.close()); }
}

// ---- Clocks ----

for (const clock of ['none', '5m+3', '10m+30b', '2s+20x3b', '5m+2d', '30/move', '3days', '5m,1m+1']) {
    const s = await Seen.open({ variant: 'shogi', clock });
    await s.play('7g7f 3c3d 2g2f 8c8d 2f2e');
    await s.same(`shogi, ${clock}`);
    s.close();
}
const two = await Seen.open({ variant: 'marseillais', clock: '1m+1' });
await two.play('b1c3,e2e4 f7f6,b7b5', (ply) => Math.floor(ply / 2) % 2);
await two.same('two moves a turn');
two.close();

// ---- Offers, takebacks, ends ----

const s = await Seen.open({ clock: '10m+5' });
await s.play('e2e4 e7e5 g1f3');
await s.ask(1, { t: 'draw' });
await s.same('a draw is offered');
await s.ask(0, { t: 'draw', yes: false });
await s.ask(0, { t: 'give-time', ms: 15000 });
await s.ask(0, { t: 'takeback' });
await s.same('a takeback is asked for');
await s.ask(1, { t: 'takeback', yes: true });
await s.same('and granted');
await s.play('f1c4 b8c6');

// ---- Before it is confirmed ----

const { mirror } = s;
const here = mirror.game.view().position;
const before = faces(mirror, mirror.events.at(-1).at);
const wrong = mirror.guess(mirror.game.readMove('c4a6').move, s.line.now());
ok(wrong.done.ok && mirror.game.plies === 5, 'a move is shown at once');
ok(mirror.undo(wrong.guess), 'and taken away');
is([mirror.game.view().position, faces(mirror, mirror.events.at(-1).at)], [here, before], 'which leaves no trace');
ok(!mirror.guess(mirror.game.readMove('e1e3').move ?? 0, s.line.now()).done.ok && mirror.guesses.length === 0, 'what is not legal is not shown');
const right = mirror.guess(mirror.game.readMove('d1h5').move, s.line.now());
await s.ask(0, { t: 'move', ply: right.guess.ply, m: right.guess.text });
is(mirror.guesses, [], 'one that is confirmed is the server\'s');
await s.same('with the server\'s time');
const late = mirror.guess(mirror.game.readMove('g8f6').move, 1e9);
ok(late.done.ok && mirror.game.state(0).stage === 'playing', 'a flag is not ours to see fall');
mirror.undo(late.guess);
await s.play('g8f6 h5f7');
is((await s.same('to mate')).outcome.text, ['checkmate', '詰み'], 'with its reason in both languages');
s.close();

for (const [what, how, plan = {}] of [
    ['a resignation', (g) => g.ask(1, { t: 'resign' })],
    ['an abort', (g) => g.ask(0, { t: 'abort' })],
    ['an agreement', async (g) => {
        await g.play('e2e4 e7e5');
        await g.ask(0, { t: 'draw' });
        await g.ask(1, { t: 'draw', yes: true });
    }],
    ['a flag', async (g) => {
        await g.play('e2e4 e7e5').catch(() => {});
        await until(() => g.mirror.game.state(0).stage === 'over', 'the flag');
    }, { clock: '200ms' }],
    ['a claim', async (g) => {
        await g.play('g1f3 g8f6 f3g1 f6g8 '.repeat(2));
        await g.ask(0, { t: 'claim' });
    }]]) {
    const g = await Seen.open(plan);
    await how(g);
    await g.same(what);
    g.close();
}

wire.close();
is((await server.stop()).status, 0, 'the server ends well');
done();
process.exit();
