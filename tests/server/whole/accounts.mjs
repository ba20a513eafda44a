// SPDX-License-Identifier: MIT
// accounts.mjs BANMEN: what is revoked ends at once on a real server: sockets and streams of games,
// lobby, bots and analyses; requests by a name that is not the server's are refused; a guest who
// signs up keeps everything, an account that is deleted leaves its games; quotas. TAP.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

import { Person, Server, done, is, member, ok } from '../serving.mjs';

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

// ---- A guest signs up ----

const guest = new Person(server), friend = new Person(server);
await guest.get('/api/v1/account');
const begun = (await guest.post('/api/v1/games', { variant: 'chess', clock: '600+5', seats: [{ kind: 'me' }, { kind: 'open' }] })).body;
const old = (await guest.post('/api/v1/games', { variant: 'shogi', clock: '600+5', seats: [{ kind: 'me' }, { kind: 'me' }] })).body;
await guest.post(`/api/v1/games/${old.id}/actions`, { action: 'resign', side: 'first' });
await friend.post(`/api/v1/games/${begun.id}/join`, {});
await guest.post(`/api/v1/games/${begun.id}/moves`, { ply: 0, move: 'e2e4' });
await friend.post(`/api/v1/games/${begun.id}/moves`, { ply: 1, move: 'e7e5' });
const text = 'variant: mine\nextends: chess\npieces:\n  N: {move: NA}\n';
is((await guest.send('POST', '/api/v1/variants', text, 'text/yaml')).status, 201, 'a guest uploads a variant');
const lesson = (await guest.post('/api/v1/studies', { variant: 'chess', record: '1. e4 *' })).body;
const watched = await friend.socket(`/ws/v1/game/${begun.id}`);
await watched.next('full');
const signed = await guest.post('/api/v1/accounts', { name: 'Gustav', password: 'Gustav-secret' });
is(signed.status, 201, 'a guest signs up in the middle of a game');
await watched.closed; // those who watch come again
const again = await friend.socket(`/ws/v1/game/${begun.id}`);
const now = await again.next('full');
is([now.seats[0].name, now.moves, now.stage], ['Gustav', ['e2e4', 'e7e5'], 'playing'], 'the game goes on with the name');
is((await guest.post(`/api/v1/games/${begun.id}/moves`, { ply: 2, move: 'g1f3' })).status, 200, 'and so does the play');
const elsewhere = new Person(server);
is((await elsewhere.post('/api/v1/session', { name: 'Gustav', password: 'Gustav-secret' })).status, 200, 'on another device');
is((await elsewhere.get('/api/v1/games?mine=1')).body.games.map((g) => g.id).sort(), [begun.id, old.id].sort(),
    'all games of the guest are there');
is((await elsewhere.get(`/api/v1/studies/${lesson.id}`)).body.key, lesson.key, 'the shared study of the guest belongs to the account');
is((await friend.post(`/api/v1/games/${begun.id}/moves`, { ply: 3, move: 'b8c6' })).status, 200, 'the friend plays on');
is((await elsewhere.post(`/api/v1/games/${begun.id}/moves`, { ply: 4, move: 'f1b5' })).status, 200, 'and the seat is');
delete guest.cookies.bm_session;
is((await guest.post(`/api/v1/games/${begun.id}/actions`, { action: 'resign' })).body.code, 'not_seated',
    'the cookie of the guest alone opens nothing any more');

// ---- An account is deleted ----

const key = (await elsewhere.post('/api/v1/tokens', { label: 'x', scopes: ['read', 'play'] })).body.token;
const gone = await open(elsewhere), streams = await open(new Person(server, key));
is((await friend.post('/api/v1/games/' + begun.id + '/chat', { text: 'hello' })).status, 200, 'somebody talks');
is((await elsewhere.post('/api/v1/games/' + begun.id + '/chat', { text: 'hello too' })).status, 200, 'and is answered');
is((await elsewhere.call('DELETE', '/api/v1/account', { password: 'wrong-secret' })).body.code, 'wrong_password', 'not without the password');
is((await elsewhere.call('DELETE', '/api/v1/account')).body.code, 'bad_member', 'nor without any');
is((await elsewhere.call('DELETE', '/api/v1/account', { password: 'Gustav-secret' })).status, 204, 'an account is deleted');
await ended([...gone, ...streams], 'a deleted account');
is((await new Person(server, key).get('/api/v1/account')).status, 401, 'its token is nobody\'s');
is((await elsewhere.get('/api/v1/account')).body.account, false, 'its session is over');
is((await new Person(server).post('/api/v1/session', { name: 'Gustav', password: 'Gustav-secret' })).status, 401, 'its password opens nothing');
for (const route of [`/api/v1/games/${begun.id}`, `/api/v1/games/${old.id}`, `/api/v1/games/${begun.id}/events?since=0`,
    `/api/v1/games/${begun.id}/export?format=pgn`, '/api/v1/games'])
    ok(!JSON.stringify((await friend.get(route)).body).includes('Gustav'), `its name is gone from ${route}`);
is((await friend.get(`/api/v1/games/${begun.id}`)).body.moves.length, 5, 'but the game is there');
is((await friend.get(`/api/v1/studies/${lesson.id}`)).body.code, 'no_such_study', 'and its shared study is deleted');
const second = new Person(server);
is((await second.post('/api/v1/accounts', { name: 'Gustav', password: 'Gustav-secret' })).status, 201, 'and the name is free');
is((await second.get('/api/v1/account/archive')).body.games, [], 'a new account of the name has none of its games');

await server.stop();

// ---- Quotas ----

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-quota-'));
const quota = ['--no-limits', '--quota', 'games=3,variants=1,bytes=1000,address=2,archive=2,archive-bytes=30'];
let small = await Server.start(banmen, folder, ...quota);
const seats = { seats: [{ kind: 'me' }, { kind: 'open' }] };
const greedy = await member(small, 'Gabi'), next = await member(small, 'Nora'), third = await member(small, 'Trude');
const make = async (who) => { const a = await who.post('/api/v1/games', seats); return [a.status, a.body.code, a.body.quota, a.body.of]; };
for (let i = 0; i < 3; i++)
    is((await make(greedy))[0], 201, `game ${i + 1} of the day`);
is(await make(greedy), [429, 'quota_exceeded', 'games', 'person'], 'the fourth is too many');
const denied = await greedy.post('/api/v1/games', seats);
ok(Number(denied.headers['retry-after']) > 0 && denied.body.most === 3, 'and it is said until when');
const yaml = (n) => `variant: game-${n}\nextends: chess\n`;
const upload = async (who, t) => { const a = await who.send('POST', '/api/v1/variants', t, 'text/yaml'); return [a.status, a.body.quota]; };
is(await upload(greedy, 'variant: bad\nextends: nothing\n'), [422, undefined], 'what is wrong does not count');
is(await upload(greedy, yaml(1)), [201, undefined], 'a variant');
is(await upload(greedy, yaml(2)), [429, 'variants'], 'is enough');
is(await upload(next, `${yaml(3)}# ${'x'.repeat(1000)}\n`), [429, 'bytes'], 'a long one is too long');
const keep = async (id, base, text) => { const a = await greedy.send('PUT', `/api/v1/account/archive/${id}?base=${base}`, text, 'text/plain'); return [a.status, a.body.code, a.body.records, a.body.bytes]; };
is(await keep('a', 0, 'x'.repeat(20)), [200, undefined, undefined, undefined], 'a game in the archive');
is(await keep('b', 0, 'x'.repeat(11)), [409, 'archive_full', 1, 20], 'more bytes than it may have');
is((await keep('b', 0, 'x'.repeat(10)))[0], 200, 'all the bytes that it may have');
is((await keep('c', 0, 'x'))[1], 'archive_full', 'and all the games');
is((await greedy.call('DELETE', '/api/v1/account/archive/a?base=1')).status, 200, 'one that is deleted');
is((await keep('c', 0, 'x'))[0], 200, 'makes room');
await small.stop();
small = await Server.start(banmen, folder, ...quota);
greedy.server = next.server = third.server = small;
is(await make(greedy), [429, 'quota_exceeded', 'games', 'person'], 'a restart does not forget it');
for (let i = 0; i < 3; i++)
    is((await make(next)).slice(0, 2), [201, undefined], 'others have their own');
is(await make(third), [429, 'quota_exceeded', 'games', 'address'], 'but for what all at an address have together');
await small.stop();
fs.rmSync(folder, { recursive: true, force: true });
done();
