// SPDX-License-Identifier: MIT
// accounts.mjs BANMEN: what is revoked ends at once on a real server: sockets and streams of games,
// lobby, bots and analyses; and requests by a name that is not the server's are refused. TAP.
import http from 'node:http';

import { Person, Server, done, is, member, ok } from './serving.mjs';

const banmen = process.argv[2];
const server = await Server.start(banmen, undefined, '--no-limits', '--host', 'den.local,two.example');

// ---- Hosts ----

const nobody = new Person(server);
const ask = async (host, route = '/api/v1/account') => (await nobody.send('GET', route, '', '', { Host: host }));
for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80'])
    is((await ask(host)).body.code, 'wrong_host', `${host} is not ours`);
is((await ask('evil.example', '/')).status, 421, 'not even for the page');
for (const host of ['localhost:1', '127.0.0.1', '192.168.7.7:8080', '[::1]', 'den.local', 'TWO.example:99'])
    is((await ask(host)).status, 200, `${host} is`);

// ---- What is open ends ----

// An analysis is asked for by POST.
function analyse(person) {
    return new Promise((resolve, reject) => {
        const request = http.request(`http://${server.address}/api/v1/analysis`, {
            method: 'POST', agent: false, headers: { ...person.headers(), 'Content-Type': 'application/json' },
        }, (answer) => {
            const closed = new Promise((ended) => { answer.on('close', ended); });
            answer.on('error', () => {});
            answer.once('data', () => resolve({ closed }));
            answer.resume();
        });
        request.on('error', reject);
        request.end(JSON.stringify({ variant: 'chess', movetime: 30000 }));
    });
}

const game = (await nobody.post('/api/v1/games', { variant: 'chess', clock: '600+5', seats: [{ kind: 'me' }, { kind: 'open' }] })).body;
const kinds = {
    'the socket of a game': (p) => p.socket(`/ws/v1/game/${game.id}`),
    'the socket of the lobby': (p) => p.socket('/ws/v1/lobby'),
    'the stream of a bot': (p) => p.lines('/api/v1/bot/stream'),
    'the stream of a game': (p) => p.lines(`/api/v1/games/${game.id}/events?stream=1`),
    'an analysis': (p) => analyse(p),
};
const open = async (person) => {
    const all = [];
    for (const [what, make] of Object.entries(kinds))
        all.push([what, await make(person)]);
    return all;
};
const isOpen = (ear) => Promise.race([ear.closed.then(() => false), new Promise((go) => { setTimeout(go, 50, true); })]);
const ended = async (all, why) => {
    for (const [what, ear] of all)
        ok(await Promise.race([ear.closed.then(() => true), new Promise((go) => { setTimeout(go, 20000, false); })]), `${why} ends ${what}`);
};

const eve = await member(server, 'Eve');
const evesLobby = await eve.socket('/ws/v1/lobby');

// A token.
const ann = await member(server, 'Ann');
const made = (await ann.post('/api/v1/tokens', { label: 'one', scopes: ['read', 'play'] })).body;
const other = new Person(server, (await ann.post('/api/v1/tokens', { label: 'two', scopes: ['read'] })).body.token);
const others = await other.socket('/ws/v1/lobby');
const program = await open(new Person(server, made.token));
is((await ann.call('DELETE', `/api/v1/tokens/${made.id}`)).status, 204, 'a token is revoked');
await ended(program, 'a revoked token');
ok(await isOpen(others), 'another token of the account goes on');

// A log-out.
const page = await open(ann);
is((await ann.call('DELETE', '/api/v1/session')).status, 204, 'a log-out');
await ended(page, 'a log-out');

// A changed password: other sessions end, this one goes on.
const password = { name: 'Ann', password: 'Ann-secret' };
const phone = new Person(server), desk = new Person(server);
await phone.post('/api/v1/session', password);
await desk.post('/api/v1/session', password);
const phones = await open(phone);
const own = await desk.socket('/ws/v1/lobby');
is((await desk.post('/api/v1/account/password', { password: 'Ann-secret', new_password: 'another-secret' })).status, 204,
    'the password is changed');
await ended(phones, 'a changed password');
ok(await isOpen(own), 'the session that changed it goes on');
ok(await isOpen(others), 'and so does the token');
ok(await isOpen(evesLobby), 'and whoever else is there');

// A new log-in in the same browser ends the session before it.
const before = await desk.socket('/ws/v1/lobby');
await desk.post('/api/v1/session', { name: 'Eve', password: 'Eve-secret' });
await ended([['the socket of the lobby', before]], 'a log-in as somebody else');

await server.stop();
done();
