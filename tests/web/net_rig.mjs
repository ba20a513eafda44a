// SPDX-License-Identifier: MIT
// What tests of the page's side of the network share: people whose lines go through a wire that can
// be cut, can hang, and can lead to another server. No browser is needed: sockets and requests are given.
import net from 'node:net';
import { WebSocket } from '../server/serving.mjs';
import { GameSocket } from '../../web/js/net/game_socket.js';
import { LobbySocket } from '../../web/js/net/lobby_socket.js';
import { Api } from '../../web/js/net/rest.js';

const PATIENCE = 20000;
export const TIMING = { firstDelay: 20, maxDelay: 100, ping: 60, timeout: 250 };

// Until something is so; tests wait for states.
export async function until(test, what) {
    const end = Date.now() + PATIENCE;
    for (;;) {
        const got = await test();
        if (got)
            return got;
        if (Date.now() > end)
            throw new Error(`never: ${what ?? test}`);
        await new Promise((resolve) => { setTimeout(resolve, 5); });
    }
}

// A wire between clients and a server.
export class Wire {
    static async to(address) {
        const w = new Wire();
        w.target = address;
        w.pairs = new Set();
        w.shut = w.hangs = false;
        w.count = 0;
        w.lossy = 0; // how many of the server's packets are lost, with the connection
        w.server = net.createServer((client) => w.take(client));
        await new Promise((resolve) => { w.server.listen(0, '127.0.0.1', resolve); });
        w.address = `127.0.0.1:${w.server.address().port}`;
        return w;
    }
    take(client) {
        client.on('error', () => {});
        if (this.shut) {
            client.destroy();
            return;
        }
        const [host, port] = this.target.split(':');
        const server = net.connect(Number(port), host);
        const pair = { client, server };
        const end = () => { client.destroy(); server.destroy(); this.pairs.delete(pair); };
        this.count++;
        this.pairs.add(pair);
        server.on('error', end);
        server.on('close', end);
        client.on('close', end);
        client.on('data', (d) => { if (!this.hangs) server.write(d); });
        server.on('data', (d) => {
            if (this.lossy && Math.random() < this.lossy)
                end();
            else if (!this.hangs)
                client.write(d);
        });
    }
    // All connections end, as when a cable is pulled; with `shut`, nobody comes through.
    cut(shut = false) {
        this.shut = shut;
        for (const p of [...this.pairs]) {
            p.client.destroy();
            p.server.destroy();
        }
    }
    // Nothing comes through, and nobody is told.
    hang(yes = true) { this.hangs = yes; }
    close() {
        this.cut(true);
        this.server.close();
    }
}

// Somebody in a browser of his own.
export class Visitor {
    constructor(wire) {
        this.wire = wire;
        this.cookies = {};
        const person = this;
        this.api = new Api({
            base: `http://${wire.address}`,
            fetch: async (url, init) => {
                const answer = await fetch(url, { ...init, headers: { ...init.headers, ...this.headers(), Connection: 'close' } });
                for (const line of answer.headers.getSetCookie()) {
                    const [, name, value] = /^([^=]*)=([^;]*)/.exec(line);
                    this.cookies[name] = value;
                }
                return answer;
            },
        });
        this.Socket = class extends WebSocket {
            constructor(url) { super(url, { headers: person.headers() }); }
        };
    }
    headers() { return { Cookie: Object.entries(this.cookies).map(([k, v]) => `${k}=${v}`).join('; ') }; }
    async come() {
        this.account = await this.api.account();
        return this;
    }
    url(path) { return `ws://${this.wire.address}${path}`; }
    game(id, since = 0) {
        const heard = { events: [], fulls: [], states: [] };
        const socket = new GameSocket(id, {
            event: (ev) => heard.events.push(ev),
            full: (g) => heard.fulls.push(g),
            changed: (s) => heard.states.push(s),
            me: () => this.account.id,
            url: (path) => this.url(path),
            WebSocket: this.Socket,
            timing: TIMING,
        }, since);
        return Object.assign(socket, heard);
    }
    lobby() {
        const gone = [];
        const lobby = new LobbySocket({ url: () => this.url('/ws/v1/lobby'), go: (game) => gone.push(game),
            WebSocket: this.Socket, timing: TIMING });
        return Object.assign(lobby, { gone });
    }
}

// A game by link with both at their places.
export async function table(wire, plan = {}) {
    const people = [await new Visitor(wire).come(), await new Visitor(wire).come()];
    const made = await people[0].api.createGame({ seats: [{ kind: 'me' }, { kind: 'link' }], ...plan });
    await people[1].api.join(made.id, made.tokens[1]);
    return { id: made.id, people, sockets: people.map((p) => p.game(made.id)) };
}
