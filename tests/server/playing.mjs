// SPDX-License-Identifier: MIT
// Two people at a board of a real server, each with a socket.
import { Person } from './serving.mjs';

// The moves of a text, a turn of several moves parted by commas.
export function moves(text) { return text.trim().split(/[\s,]+/); }

// A person who has a cookie.
export async function guest(server, from) {
    const p = new Person(server, undefined, from);
    await p.get('/api/v1/account');
    return p;
}

// Ask by a socket, and wait for the answer: ack or nak.
let asked = 0;
export async function ask(socket, message) {
    const id = `c${++asked}`;
    socket.say({ ...message, id });
    return socket.next(['ack', 'nak'], (m) => m.id === id);
}

export class Table {
    // A game by link: the maker has the first side.
    static async open(server, setup = {}, people = []) {
        const t = new Table();
        t.people = [people[0] ?? await guest(server), people[1] ?? await guest(server)];
        const made = await t.people[0].post('/api/v1/games',
            { seats: [{ kind: 'me' }, { kind: 'link' }], ...setup });
        if (made.status !== 201)
            throw new Error(`no game: ${JSON.stringify(made.body)}`);
        t.id = made.body.id;
        t.route = `/api/v1/games/${t.id}`;
        t.token = made.body.tokens[1];
        const joined = await t.people[1].post(`${t.route}/join`, { token: t.token });
        if (joined.status !== 200)
            throw new Error(`nobody sits down: ${JSON.stringify(joined.body)}`);
        t.ply = 0;
        await t.sit();
        return t;
    }
    // Both come, and get the whole game.
    async sit() {
        this.sockets = await Promise.all(this.people.map((p) => p.socket(`/ws/v1/game/${this.id}`)));
        this.full = await Promise.all(this.sockets.map((s) => s.next('full')));
    }
    side(who) { return this.sockets[who]; }
    ask(who, message) { return ask(this.sockets[who], message); }
    // Make moves, by whom `whose` says; each is acknowledged, and both are told of it.
    async play(text, whose = (ply) => ply % 2) {
        for (const m of moves(text)) {
            const got = await this.ask(whose(this.ply), { t: 'move', ply: this.ply, m });
            if (got.t !== 'ack')
                throw new Error(`${m} at ply ${this.ply}: ${JSON.stringify(got)}`);
            await Promise.all(this.sockets.map((s) => s.next('ev', (e) => e.seq === got.seq && e.m === m)));
            this.ply++;
        }
    }
    // How it ended, as both were told.
    async end() {
        const ends = await Promise.all(this.sockets.map((s) => s.next('ev', (e) => e.k === 'end')));
        return ends.map((e) => `${e.result} ${e.reason}`);
    }
    async events(since = 0) { return (await this.people[0].get(`${this.route}/events?since=${since}`)).body; }
    close() { return Promise.all(this.sockets.map((s) => s.close())); }
}

// What a socket has heard of: the numbers of the events.
export function heard(socket) { return socket.all.filter((m) => m.t === 'ev').map((m) => m.seq); }

// Whether numbers begin at one and go on without gaps.
export function isRow(numbers, from = 1) { return numbers.every((n, i) => n === from + i); }
