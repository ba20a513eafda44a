// SPDX-License-Identifier: MIT
// hostile.mjs BANMEN [--full] [ATTACK...]: a real server, a player on one address of loopback, and
// an attacker on another (attacks.mjs). The player makes moves at a steady pace, on two sockets,
// and does now and then what people do; every answer is measured.
//
// With --full, every attack, and the promise of SECURITY.md is judged: p99 of the acknowledgements
// at most 100 ms and at most 10 times that of a quiet server, and nothing of the player's refused.
// Without, those attacks for which it is kept, shortly, and no times: nothing of the player's is
// refused, the server answers, the attacker is stopped. TAP.
import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

import { ATTACKS } from './attacks.mjs';
import { ask, guest } from '../playing.mjs';
import { Person, Server, done, ok } from '../serving.mjs';

const [banmen, ...words] = process.argv.slice(2);
const full = words.includes('--full');
const names = words.filter((w) => !w.startsWith('-'));
const ATTACKER = '127.0.0.2', PLAYER = '127.0.0.3';
const QUIET_MS = full ? 5000 : 100, ATTACK_MS = full ? 12000 : 1000;
const PACE_MS = 60; // between two moves; each of two sockets may send ten messages a second
const MOST_MS = 100, MOST_TIMES = 10;
const PASSWORD = 'correct horse';

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const quantile = (times, q) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? NaN;

// A long game in which nobody ever captures: rooks go round, of different periods, and every 20
// moves a pawn goes one step, so that no position comes five times.
function longGame() {
    const round = { first: ['a1a2', 'a2a3', 'a3a1'], second: ['h8h7', 'h7h6', 'h6h7', 'h7h8'] };
    const all = ['a2a4', 'h7h5'];
    let w = 0, b = 0;
    for (const file of 'bcdefg') {
        for (const step of [`${file}2${file}3`, `${file}3${file}4`]) {
            for (let i = 0; i < 19; i++)
                all.push(round.first[w++ % 3], round.second[b++ % 4]);
            all.push(step, round.second[b++ % 4]);
        }
    }
    return all;
}
const MOVES = longGame();

// ---- The player ----

class Player {
    static async arrive(server) {
        const p = new Player();
        Object.assign(p, { server, refused: [], times: [], asked: 0 });
        p.people = [await guest(server, PLAYER), await guest(server, PLAYER)];
        const account = new Person(server, undefined, PLAYER);
        await p.must(account.post('/api/v1/accounts', { name: 'Player', password: PASSWORD }), 201);
        await p.open();
        return p;
    }
    // An answer that must be there; what it is otherwise is kept.
    async must(promise, status) {
        this.asked++;
        const answer = await promise.catch((e) => ({ status: 0, body: e.message }));
        if (answer.status !== status)
            this.refused.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
        return answer;
    }
    async open() {
        const made = await this.must(this.people[0].post('/api/v1/games',
            { clock: '60m+5', seats: [{ kind: 'me' }, { kind: 'link' }] }), 201);
        this.game = made.body.id;
        await this.must(this.people[1].post(`/api/v1/games/${this.game}/join`, { token: made.body.tokens?.[1] }), 200);
        this.sockets = await Promise.all(this.people.map((p) => p.socket(`/ws/v1/game/${this.game}`)));
        this.ply = 0;
    }
    // Move for a time, each move `PACE_MS` after the last.
    async play(ms, meanwhile = async () => {}) {
        const until = Date.now() + ms;
        this.times = [];
        const others = (async () => {
            while (Date.now() < until) {
                await meanwhile();
                await sleep(Math.min(500, until - Date.now()));
            }
        })();
        while (Date.now() < until) {
            const socket = this.sockets[this.ply % 2], from = performance.now();
            const lost = socket.closed.then((code) => ({ t: 'lost', why: `the socket was closed: ${code}` }));
            const answer = await Promise.race([ask(socket, { t: 'move', ply: this.ply, m: MOVES[this.ply] }), lost])
                .catch((e) => ({ t: 'lost', why: e.message.slice(0, 80) }));
            this.times.push(performance.now() - from);
            if (answer.t !== 'ack')
                this.refused.push(JSON.stringify(answer));
            if (answer.t === 'lost')
                break;
            for (const s of this.sockets)
                s.all.length = s.heard.length = 0;
            if (++this.ply === MOVES.length)
                await this.open();
            await sleep(Math.max(0, PACE_MS - (performance.now() - from)));
        }
        await others;
    }
}

// What the player does besides, by the name that an attack gives.
const MEANWHILE = {
    async look(p) {
        const [ann] = p.people;
        await p.must(ann.get('/'), 200);
        if (full) // it tells of a machine that is busy with other things, too
            await p.must(ann.get('/readyz'), 200);
        await p.must(ann.get(`/api/v1/games/${p.game}`), 200);
        await p.must(ann.post('/api/v1/positions', { moves: ['e2e4', 'e7e5'] }), 200);
    },
    async game(p) {
        p.games = (p.games ?? 0) + 1;
        if (p.games <= 5)
            await p.must(p.people[1].post('/api/v1/games', { clock: '5m', seats: [{ kind: 'me' }, { kind: 'link' }] }), 201);
    },
    async analysis(p) { await p.must(p.people[0].post('/api/v1/analysis', { variant: 'chess', depth: 3 }), 200); },
    async export(p) { await p.must(p.people[1].get(`/api/v1/games/${p.game}/export?format=pgn`), 200); },
    async variant(p) {
        p.uploaded ??= await p.must(p.people[0].send('POST', '/api/v1/variants', 'variant: mine\nextends: chess\n', 'text/yaml'), 201);
    },
    async 'log-in'(p) {
        p.entered = (p.entered ?? 0) + 1;
        if (p.entered <= 12)
            await p.must(new Person(p.server, undefined, PLAYER)
                .post('/api/v1/session', { name: 'Player', password: PASSWORD }), 200);
    },
    // The weakest level answers a move.
    async level(p) {
        const made = p.levelGame ?? await p.must(p.people[0].post('/api/v1/games',
            { clock: '10m', seats: [{ kind: 'me' }, { kind: 'level', level: 1 }] }), 201);
        if (p.levelGame)
            return;
        p.levelGame = made;
        await p.must(p.people[0].post(`/api/v1/games/${made.body.id}/moves`, { ply: 0, move: 'e2e4' }), 200);
        const socket = await p.people[0].socket(`/ws/v1/game/${made.body.id}?since=3`);
        const answer = await socket.next('ev', (e) => e.k === 'move' && e.ply === 1).catch(() => null);
        if (!answer)
            p.refused.push('level 1 does not answer');
        await socket.close();
    },
};

// ---- One attack ----

async function attacked(name) {
    const attack = ATTACKS[name];
    const server = await Server.start(banmen);
    const player = await Player.arrive(server);
    await player.play(QUIET_MS, () => MEANWHILE.look(player));
    const quiet = player.times;

    const child = spawn(process.execPath, [path.join(path.dirname(fileURLToPath(import.meta.url)), 'attacks.mjs'),
        server.address, name, ATTACKER, String(ATTACK_MS)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    await lines.next(); // "ready"
    await player.play(ATTACK_MS, async () => {
        await MEANWHILE.look(player);
        if (attack.player)
            await MEANWHILE[attack.player](player);
    });
    // How long a turn of the loop took at worst, in processor time: not what others take from it.
    const metrics = await server.metrics().catch(() => '');
    const turn = /^banmen_loop_cpu_worst_microseconds (\d+)$/m.exec(metrics)?.[1];
    const last = await lines.next();
    const up = server.child.exitCode === null && server.child.signalCode === null;
    const result = { name, turn, quiet, times: player.times, refused: player.refused, up, got: last.done ? null : JSON.parse(last.value) };
    if (up)
        await Promise.all(player.sockets.map((s) => s.close()));
    result.stopped = up ? (await server.stop()).status : await server.stop('SIGKILL');
    return result;
}

const ms = (t) => t.toFixed(1).padStart(7);
const short = (got) => (got ? `${Object.entries(got.status).map(([s, n]) => `${n}x${s}`).join(' ')} ` +
    `${got.connections} conn. ${got.closed} closed, ${(got.sent / 1e6).toFixed(1)} MB out ${(got.received / 1e6).toFixed(1)} MB in` : 'nothing');

for (const name of names.length ? names : Object.keys(ATTACKS).filter((n) => full || !ATTACKS[n].open)) {
    const attack = ATTACKS[name];
    const r = await attacked(name);
    const p99 = quantile(r.times, 0.99), quiet99 = quantile(r.quiet, 0.99);
    console.log(`# ${name.padEnd(18)} quiet p50 ${ms(quantile(r.quiet, 0.5))} p99 ${ms(quiet99)}, under attack p50 ${ms(quantile(r.times, 0.5))}` +
        ` p99 ${ms(p99)} worst ${ms(Math.max(...r.times))} (${r.times.length} moves), ${r.refused.length} refused, longest turn of the loop ${r.turn} us; attacker: ${short(r.got)}`);
    for (const line of r.refused.slice(0, 3))
        console.log(`#     ${line}`);
    const wrong = [];
    if (!r.up || r.stopped !== 0)
        wrong.push('the server did not stay up');
    if (r.refused.length)
        wrong.push(`${r.refused.length} of the player's were refused`);
    if (full && !(p99 <= MOST_MS && p99 <= MOST_TIMES * quiet99))
        wrong.push(`p99 is ${p99.toFixed(1)} ms, quiet ${quiet99.toFixed(1)}`);
    if (!r.got)
        wrong.push('the attack ended by an error of its own');
    else if (attack.stopped?.(r.got))
        wrong.push(`the attacker was not stopped: ${attack.stopped(r.got)}`);
    ok(wrong.length === 0, `${attack.what}${wrong.length ? `: ${wrong.join('; ')}` : ''}`, attack.open);
}
done();
