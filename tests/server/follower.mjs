// SPDX-License-Identifier: MIT
// A client that loses its connection, comes back with what it knows, and keeps account of all
// that it was told: every event must come once, in order, and never be another one later.
import { WebSocket } from './serving.mjs';

let asked = 0;

export class Follower {
    // Side 0 or 1; `loss` is how often a message is lost, there or back, and the connection too.
    constructor(person, game, side, loss = 0) {
        Object.assign(this, { person, game, side, loss });
        this.events = [];
        this.acks = []; // moves that were acknowledged
        this.faults = [];
        this.losses = 0;
        this.waits = [];
        this.pending = new Map();
        this.ws = null;
    }
    get seq() { return this.events.length; }
    get plies() { return this.events.filter((e) => e.k === 'move').length; }
    get over() { return this.events.some((e) => e.k === 'end'); }

    // Come (again). False: there is no server.
    connect() {
        const since = this.seq;
        const ws = new WebSocket(`ws://${this.person.server.address}/ws/v1/game/${this.game}?since=${since}`,
            { headers: this.person.headers() });
        return new Promise((resolve) => {
            ws.on('open', () => { this.ws = ws; resolve(true); });
            ws.on('error', () => resolve(false));
            ws.on('close', () => { this.lost(ws); resolve(false); });
            ws.on('message', (text) => {
                if (ws === this.ws && !this.lose())
                    this.take(JSON.parse(text));
            });
        });
    }
    lost(ws) {
        if (ws !== this.ws)
            return;
        this.ws = null;
        for (const resolve of this.pending.values())
            resolve(null);
        this.pending.clear();
        this.wake();
    }
    // By lot the connection is gone, with whatever was under way.
    lose() {
        const gone = Math.random() < this.loss && this.ws;
        if (gone) {
            this.losses++;
            this.drop();
        }
        return gone;
    }
    drop() {
        const ws = this.ws;
        ws?.terminate();
        this.lost(ws);
    }
    wake() { this.waits.splice(0).forEach((resolve) => resolve()); }
    take(m) {
        if (m.t === 'ev') {
            if (m.seq !== this.seq + 1)
                this.faults.push(`event ${m.seq} after ${this.seq}`);
            else
                this.events.push(m);
        } else if (m.t === 'full') {
            this.faults.push(`the server does not know event ${this.seq}`);
        } else if (this.pending.has(m.id)) {
            this.pending.get(m.id)(m);
            this.pending.delete(m.id);
        }
        this.wake();
    }
    // Until something is heard, or the connection is gone.
    hear() { return this.ws ? new Promise((resolve) => { this.waits.push(resolve); }) : undefined; }

    // The answer; null: the connection was lost before it came.
    ask(message) {
        const id = `f${++asked}`;
        if (!this.ws || this.lose())
            return Promise.resolve(null);
        return new Promise((resolve) => {
            this.pending.set(id, resolve);
            this.ws.send(JSON.stringify({ ...message, id }));
            this.lose();
        });
    }

    // Play these moves in turn with somebody who does the same, whatever gets lost, until all are
    // made, the game is over, or stop() says so.
    async play(moves, stop = () => false) {
        while (this.plies < moves.length && !this.over && !this.faults.length && !stop()) {
            const ply = this.plies;
            if (!this.ws) {
                await this.connect() || await new Promise((resolve) => { setTimeout(resolve, 20); });
                continue;
            }
            if (ply % 2 === this.side) {
                const answer = await this.ask({ t: 'move', ply, m: moves[ply] });
                if (answer?.t === 'ack')
                    this.acks.push({ seq: answer.seq, ply, m: moves[ply] });
                else if (answer)
                    this.faults.push(JSON.stringify(answer));
            }
            while (this.ws && this.plies === ply && !this.over)
                await this.hear();
        }
    }

    // What is wrong with the game as the server has it, from what this one was told; '' if nothing.
    compare(row) {
        const faults = [...this.faults];
        row.forEach((e, i) => {
            if (e.seq !== i + 1)
                faults.push(`event ${e.seq} is number ${i + 1}`);
        });
        this.events.forEach((e, i) => {
            if (JSON.stringify({ ...e, t: '' }) !== JSON.stringify({ ...row[i], t: '' }))
                faults.push(`told ${JSON.stringify(e)}, but there is ${JSON.stringify(row[i])}`);
        });
        for (const a of this.acks) {
            const e = row[a.seq - 1];
            if (e?.k !== 'move' || e.ply !== a.ply || e.m !== a.m)
                faults.push(`acknowledged ${JSON.stringify(a)}, but there is ${JSON.stringify(e)}`);
        }
        return faults.map((f) => `${this.game}: ${f}`).join('\n');
    }
}
