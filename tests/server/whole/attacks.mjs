// SPDX-License-Identifier: MIT
// attacks.mjs HOST:PORT NAME FROM MS: one attack of the table below on a running server, from one
// address, for a time. hostile.mjs starts it as a process of its own, at the lowest priority, so
// that it takes no time from the player who is measured. Prints "ready" when the attack is under
// way, and at its end what the attacker got, as JSON.
import { once } from 'node:events';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Person } from '../serving.mjs';

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// ---- What attacks are made of ----

const PATIENCE = 30000; // ms that an attack may take beyond its time

class Attacker {
    constructor(address, name, from, ms) {
        [this.host, this.port] = address.split(':');
        Object.assign(this, { address, from, ms, attack: ATTACKS[name] });
        this.sockets = new Set();
        this.got = { connections: 0, refused: 0, closed: 0, sent: 0, received: 0, status: {} };
    }
    // The attack is under way: its time begins.
    ready() {
        this.begun = Date.now();
        this.until = this.begun + this.ms;
        this.ended = this.hold();
        console.log('ready');
    }
    // It goes on for its time, and then until it is settled whether it was stopped: on a busy machine that takes longer.
    // PATIENCE bounds that: an attacker who cannot use up an allowance in that time has not gone beyond it, either.
    get on() {
        if (!this.until)
            return true;
        const now = Date.now(), { stopped, told } = this.attack;
        this.got.ms = now - this.begun;
        const open = told && !told(this.got) && !stopped(this.got);
        return now < this.until + (open ? PATIENCE : 0);
    }
    count(status) { this.got.status[status] = (this.got.status[status] ?? 0) + 1; }

    // A raw connection; null: it was refused.
    async connect() {
        const socket = net.connect({ host: this.host, port: Number(this.port), localAddress: this.from });
        this.got.connections++;
        socket.on('data', (bytes) => {
            this.got.received += bytes.length;
            for (const [, status] of bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d\d\d)/g))
                this.count(status);
        });
        const sent = () => socket.bytesWritten - socket.writableLength;
        let known = 0;
        socket.measure = () => { this.got.sent += sent() - known; known = sent(); };
        socket.on('error', () => {});
        socket.on('close', () => { socket.measure(); this.sockets.delete(socket); this.got.closed += this.on ? 1 : 0; });
        this.sockets.add(socket);
        try {
            await once(socket, 'connect');
        } catch {
            this.got.refused++;
            return null;
        }
        return socket;
    }
    // n connections that write the same bytes on and on, as fast as the server reads them, each
    // after `first`; a connection that is closed is made again.
    async flood(n, bytes, first = '') {
        const one = async () => {
            while (this.on) {
                const socket = await this.connect();
                if (!socket) {
                    await sleep(10);
                    continue;
                }
                if (first)
                    socket.write(first);
                const over = Promise.race([once(socket, 'close').catch(() => {}), this.ended]);
                while (this.on && !socket.destroyed && socket.writable) {
                    if (!socket.write(bytes))
                        await Promise.race([once(socket, 'drain').catch(() => {}), over]);
                }
                await over;
                socket.destroy();
            }
        };
        this.ready();
        await Promise.all(Array.from({ length: n }, one));
    }
    // n loops that do something on and on.
    async loop(n, act) {
        await Promise.all(Array.from({ length: n }, async (_, i) => {
            while (this.on)
                await act(i).catch(() => sleep(10));
        }));
    }
    // The answer of a request that is repeated until the address is within its allowance again.
    async patient(ask) {
        for (;;) {
            const answer = await ask().catch(() => null);
            if (answer?.status === 200)
                return answer;
            await sleep(200);
        }
    }
    // A visitor with a cookie, at the attacker's address.
    async person() {
        const p = new Person({ address: this.address }, undefined, this.from);
        const call = p.send.bind(p);
        p.send = async (...args) => {
            const answer = await call(...args);
            this.count(answer.status);
            return answer;
        };
        await p.get('/api/v1/account');
        return p;
    }
    people(n) { return Promise.all(Array.from({ length: n }, () => this.person())); }
    async hold() {
        while (this.on)
            await sleep(Math.max(20, this.until - Date.now()));
    }
}

const request = (a, line, body = '', more = '') => `${line} HTTP/1.1\r\nHost: ${a.address}\r\n${more}` +
    (body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : '') + `\r\n${body}`;
const upgrade = (a, where) => request(a, `GET ${where}`, '', 'Connection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n');
// A frame as clients send them, masked with nothing.
const frame = (first, text = '') => Buffer.concat([Buffer.from([first, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
const times = (n, bytes) => Buffer.concat(Array(n).fill(Buffer.from(bytes)));

const WIDE = `variant: wide
board: {size: 16x16}
pieces:
  K: {move: K, royal: yes}
  Q: {move: Q}
  P: {move: mfW cfF}
start: k15/1q1q1q1q1q1q1q1q/16/1q1q1q1q1q1q1q1q/16/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/16/1Q1Q1Q1Q1Q1Q1Q1Q/16/1Q1Q1Q1Q1Q1Q1Q1Q/K15 w
end: {repetition: none}
`;
const HOSTILE_YAML = [
    'variant: slow\nextends: chess\nturn: {moves: 3, threat: turn}\n',
    'variant: deep\nextends: chess\nturn: {moves: unlimited, safety: turn}\n',
    `variant: nest\nextends: chess\nend: ${'['.repeat(30000)}\n`,
    `variant: rows\nextends: chess\npieces:\n${Array.from({ length: 4000 }, (_, i) => `  N${i}: {move: N}\n`).join('')}`,
    `variant: text\nabout: ${'x'.repeat(65000)}\n`,
];

// What an address may use at once, and in a second (docs/server.md): units of work.
const UNITS = 1000000, UNITS_RATE = 50000;
const REQUEST = 100; // units, at least
const waits = (got) => got.status['429'] > 0;
const DEBT = 5 * UNITS_RATE; // an address is never further behind: what is beyond that is not paid for
// Answers of a status that cost so many units each. The allowance is taken when the work is done: `begun` requests may be
// under way when it is used up, and again each time when there is some. A millisecond more: the server counts whole ones.
const within = (got, status, units, begun) => {
    const free = Math.max(0, begun * units - DEBT) * (1 + got.ms * UNITS_RATE / 1000 / DEBT);
    const most = (UNITS + UNITS_RATE * (got.ms + 1) / 1000 + free) / units + begun;
    return got.status[status] > most ? `${got.status[status]} answers of ${status}, at most ${most.toFixed(1)} are paid for` : '';
};

// ---- The attacks ----
//
// what:   for the table that is printed
// run:    sets up what it needs, calls a.ready() (or a.flood(), which does) and goes on until a.on
//         is false
// player: something else that the player on the other address does meanwhile, again and again
//         (see PLAYER in hostile.mjs), besides moves and looking at pages
// stopped: whether the attacker was stopped, by what it got; a sentence if not. No speeds: it
//         compares what was answered with what may be in the time that it took (got.ms), so that
//         it holds however slow or busy the machine is.
// told:   whether the server has said that it is too much; the attack goes on until then, or
//         until it was not stopped
// open:   why the promise is not yet kept; such an attack is reported, not judged
export const ATTACKS = {
    'json-values': {
        what: '8 connections post 900 kB of [[],[],…] to /api/v1/positions',
        run: (a) => a.flood(8, request(a, 'POST /api/v1/positions', `{"a":[${'[],'.repeat(300000)}[]]}`)),
        stopped: (got) => (got.status['200'] ? 'some of it was answered' : ''),
    },
    'wide-plies': {
        what: '2,048 plies of a 16x16 variant at /api/v1/positions',
        run: async (a) => {
            const p = await a.person();
            const made = await p.send('POST', '/api/v1/variants', WIDE, 'text/yaml');
            const cycle = ['b2b1', 'b15b16', 'b1b2', 'b16b15'];
            const moves = Array.from({ length: 2048 }, (_, i) => cycle[i % 4]);
            a.ready();
            await a.loop(4, () => p.post('/api/v1/positions', { variant: made.body.variant, moves }));
        },
        // A ply on 256 squares costs 32 units, and four loops ask. One answer of 200 is that of the visitor who came.
        stopped: (got) => within(got, '200', 2048 * 32, 4 + 1),
        told: waits,
    },
    records: {
        what: 'a game of 4,000 plies of a 16x16 variant, imported and exported in a loop',
        player: 'export',
        run: async (a) => {
            const people = await a.people(6);
            const made = await people[0].send('POST', '/api/v1/variants', WIDE, 'text/yaml');
            const cycle = ['b2b1', 'b15b16', 'b1b2', 'b16b15'];
            const record = `position startpos moves ${Array.from({ length: 4000 }, (_, i) => cycle[i % 4]).join(' ')}`;
            const open = (p) => p.post('/api/v1/games/import', { record, format: 'usi', variant: made.body.variant });
            const game = (await open(people[0])).body.id;
            a.ready();
            await a.loop(6, async (i) => {
                if (i === 0)
                    await open(people[i]);
                else
                    await people[i].get(`/api/v1/games/${game}/export?format=${['pgn', 'json', 'kif', 'usi', 'jkf'][i % 5]}`);
            });
        },
    },
    'slow-games': {
        what: 'games of large variants that are uploaded, made and joined in a loop, and positions of them',
        player: 'variant',
        run: async (a) => {
            const people = await a.people(6);
            const names = [];
            for (let i = 0; i < 8; i++) {
                const made = await people[i % 6].send('POST', '/api/v1/variants', WIDE.replace('wide', `wide${i}`), 'text/yaml');
                if (made.status === 201)
                    names.push(made.body.variant);
            }
            let n = 0;
            a.ready();
            await a.loop(6, async (i) => {
                const variant = names[n++ % names.length];
                const made = await people[i].post('/api/v1/games', { variant, seats: [{ kind: 'me' }, { kind: 'level', level: 7 }] });
                if (made.status === 201)
                    await people[i].post(`/api/v1/games/${made.body.id}/moves`, { ply: 0, move: 'b2b1' });
                else
                    await people[i].get(`/api/v1/variants/${variant}`);
            });
        },
    },
    pings: {
        what: '20 connections of WebSocket pings',
        run: (a) => a.flood(20, times(500, frame(0x89, 'x'.repeat(100))), upgrade(a, '/ws/v1/lobby')),
    },
    fragments: {
        what: '20 connections of empty fragments',
        run: (a) => a.flood(20, times(10000, frame(0x00)), Buffer.concat([Buffer.from(upgrade(a, '/ws/v1/lobby')), frame(0x01)])),
    },
    'not-found': {
        what: '20 connections of pipelined 404s',
        run: (a) => a.flood(20, times(500, request(a, 'GET /nowhere'))),
        stopped: (got) => within(got, '404', REQUEST, 1),
        told: waits,
    },
    heads: {
        what: '20 connections of pipelined HEADs of a file',
        run: (a) => a.flood(20, times(500, request(a, 'HEAD /'))),
        stopped: (got) => within(got, '200', REQUEST, 1),
        told: waits,
    },
    'unfinished-bodies': {
        what: '64 bodies of 1 MB without their last byte',
        run: async (a) => {
            const head = request(a, 'POST /api/v1/games/import', '', 'Content-Type: application/json\r\nContent-Length: 1000000\r\n');
            a.ready();
            await a.loop(64, async () => {
                const socket = await a.connect();
                if (!socket)
                    return sleep(50);
                socket.write(head);
                socket.write('x'.repeat(999999));
                return Promise.race([once(socket, 'close').catch(() => {}), a.hold()]);
            });
        },
    },
    connects: {
        what: '50 loops that connect and leave',
        run: (a) => { a.ready(); return a.loop(50, async () => (await a.connect())?.destroy()); },
    },
    holders: {
        what: '1,000 connections that say nothing',
        run: async (a) => {
            a.ready();
            await a.loop(1000, async () => {
                const socket = await a.connect();
                await (socket ? Promise.race([once(socket, 'close').catch(() => {}), a.hold()]) : sleep(100));
                await sleep(100);
            });
        },
    },
    levels: {
        what: '120 games against level 8',
        player: 'level',
        run: async (a) => {
            const people = await a.people(6);
            const open = async (p) => {
                const made = await p.post('/api/v1/games', { clock: '60m', seats: [{ kind: 'me' }, { kind: 'level', level: 8 }] });
                if (made.status === 201)
                    await p.post(`/api/v1/games/${made.body.id}/moves`, { ply: 0, move: 'e2e4' });
                return made.status;
            };
            for (let i = 0; i < 120; i++)
                if (await open(people[i % people.length]) !== 201)
                    await sleep(100);
            a.ready();
            await a.hold();
        },
    },
    analysis: {
        what: 'four cookies hold both places of analysis',
        player: 'analysis',
        run: async (a) => {
            const people = await a.people(4);
            a.ready();
            await a.loop(4, (i) => people[i].post('/api/v1/analysis', { variant: 'chess', movetime: 30000 }).then(() => sleep(50)));
        },
    },
    rooms: {
        what: 'games of one person with the clock 9999h until the rooms are full',
        player: 'game',
        run: async (a) => {
            const people = await a.people(20);
            a.ready();
            await a.loop(20, async (i) => {
                const made = await people[i].post('/api/v1/games', { clock: '9999h', seats: [{ kind: 'me' }, { kind: 'me' }] });
                if (made.status !== 201)
                    return sleep(50);
                // Both have moved: the clocks run.
                await people[i].post(`/api/v1/games/${made.body.id}/moves`, { ply: 0, move: 'e2e4' });
                return people[i].post(`/api/v1/games/${made.body.id}/moves`, { ply: 1, move: 'e7e5' });
            });
        },
    },
    events: {
        what: 'events of one game by move and takeback, on 20 sockets, and all of them read',
        run: async (a) => {
            const p = await a.person();
            const made = await p.post('/api/v1/games', { seats: [{ kind: 'me' }, { kind: 'me' }] });
            const sockets = await Promise.all(Array.from({ length: 20 }, () => p.socket(`/ws/v1/game/${made.body.id}`)));
            a.ready();
            await Promise.all([
                a.loop(20, async (i) => {
                    sockets[i].say({ t: 'move', ply: 0, m: 'e2e4', seq: Number.MAX_SAFE_INTEGER });
                    sockets[i].say({ t: 'takeback', plies: 1 });
                    a.got.full ||= sockets[i].all.some((m) => m.code === 'too_many_events');
                    sockets[i].all.length = sockets[i].heard.length = 0;
                    await sleep(20);
                }),
                a.loop(2, async () => { await p.get(`/api/v1/games/${made.body.id}/events?since=0`); }),
            ]);
            a.got.events = (await a.patient(() => p.get(`/api/v1/games/${made.body.id}`))).body.seq;
        },
        // 100 times a move is taken back: these are three events each, and one more move is left.
        stopped: (got) => (got.events > 3 * 100 + 10 ? `${got.events} events` : ''),
        told: (got) => got.full,
    },
    messages: {
        what: '20 connections of WebSocket messages that mean nothing',
        run: (a) => a.flood(20, times(500, frame(0x81, '{"t":"x"}')), upgrade(a, '/ws/v1/lobby')),
    },
    yaml: {
        what: 'uploads of hostile YAML in a loop',
        player: 'variant',
        run: async (a) => {
            const people = await a.people(6);
            let n = 0;
            a.ready();
            await a.loop(6, async (i) => {
                const text = HOSTILE_YAML[n++ % HOSTILE_YAML.length];
                const made = await people[i].send('POST', '/api/v1/variants', text, 'text/yaml');
                if (made.status === 201)
                    await people[i].post('/api/v1/games', { variant: made.body.variant, seats: [{ kind: 'me' }, { kind: 'level', level: 1 }] });
                else
                    await sleep(20);
            });
        },
    },
    guesses: {
        what: 'password guesses against the account of the player',
        // Ten wrong ones at a name, one more in 30 seconds; five are being checked or wait for it when these are used up.
        stopped: (got) => (got.status['401'] > 10 + 5 + got.ms / 30000 ? `${got.status['401']} guesses were checked` : ''),
        told: waits,
        player: 'log-in',
        run: async (a) => {
            const p = await a.person();
            let n = 0;
            a.ready();
            await a.loop(8, async () => {
                const answer = await p.post('/api/v1/session', { name: 'Player', password: `guess number ${n++}` });
                if (answer.status === 429)
                    await sleep(50);
            });
        },
    },
};

async function attack([address, name, from, ms]) {
    os.setPriority(os.constants.priority.PRIORITY_LOW);
    const a = new Attacker(address, name, from, Number(ms));
    await ATTACKS[name].run(a);
    for (const socket of a.sockets) {
        socket.measure();
        socket.destroy();
    }
    a.got.ms = Date.now() - a.begun;
    console.log(JSON.stringify(a.got));
    process.exit(0);
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url))
    await attack(process.argv.slice(2));
