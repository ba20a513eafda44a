// SPDX-License-Identifier: MIT
// admin.mjs BANMEN: `banmen admin` beside a server that runs: it takes notice at once; and without
// one. TAP.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { Person, Server, done, is, member, ok } from '../serving.mjs';

const banmen = process.argv[2];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-admin-'));
let server = await Server.start(banmen, folder, '--no-limits');

// {status, out: [lines], err}
const admin = (...words) => new Promise((resolve) => {
    execFile(banmen, ['admin', ...words, '--data', folder], (error, out, err) => {
        resolve({ status: error ? error.code : 0, out: out.split('\n').filter(Boolean), err });
    });
});
const json = async (...words) => (await admin(...words, '--json')).out.map((line) => JSON.parse(line));

const ann = await member(server, 'Ann'), bob = await member(server, 'Bob'), guest = new Person(server);
await guest.get('/api/v1/account');
const game = (await ann.post('/api/v1/games', { variant: 'chess', clock: '600+5', seats: [{ kind: 'me' }, { kind: 'open' }] })).body;
await bob.post(`/api/v1/games/${game.id}/join`, {});
const text = 'variant: mine\nextends: chess\npieces:\n  N: {move: NA}\n';
const variant = (await bob.send('POST', '/api/v1/variants', text, 'text/yaml')).body.variant;

// ---- Lists ----

const accounts = await json('list', 'accounts');
is(accounts.map((a) => [a.name, a.games, a.banned]), [['Ann', 1, 0], ['Bob', 1, 0]], 'accounts are listed');
is((await admin('list', 'accounts')).out.map((l) => l.split('\t')[1]), ['Ann', 'Bob'], 'as lines with tabs, too');
is((await json('list', 'games')).map((g) => [g.id, g.stage, g.first]), [[game.id, 'playing', accounts[0].id]], 'and games');
is((await json('list', 'variants')).map((v) => [v.name, v.owner, v.bytes]), [[variant, accounts[1].id, text.length]], 'and variants');

// ---- Bans ----

const lobby = await ann.socket('/ws/v1/lobby'), play = await ann.socket(`/ws/v1/game/${game.id}`);
const bobs = await bob.socket(`/ws/v1/game/${game.id}`);
const ban = await admin('ban', 'ann', '--days', '7', '--reason', 'cheating');
is([ban.status, ban.out], [0, [`banned\t${accounts[0].id}`]], 'an account is banned');
await Promise.all([lobby.closed, play.closed]);
ok(true, 'its sockets end at once');
const refused = await ann.get('/api/v1/account');
is([refused.status, refused.body.code], [403, 'banned'], 'and its requests are refused');
ok(refused.body.detail.includes('cheating') && refused.body.until > Date.now(), 'with the reason, and until when');
is((await new Person(server).post('/api/v1/session', { name: 'Ann', password: 'Ann-secret' })).body.code, 'banned', 'it cannot log in');
is((await new Person(server).post('/api/v1/session', { name: 'Ann', password: 'wrong-secret' })).body.code, 'bad_login',
    'and who does not know the password is not told');
is((await bob.get('/api/v1/account')).status, 200, 'others go on');
is((await json('list', 'sanctions')).map((s) => [s.subject, s.kind, s.reason]), [[accounts[0].id, 'ban', 'cheating']], 'bans are listed');
is((await admin('unban', 'Ann')).status, 0, 'it is unbanned');
is((await ann.get('/api/v1/account')).status, 200, 'and comes in again');
is((await admin('unban', 'Ann')).status, 1, 'once');
is((await admin('ban', 'Nobody-here')).status, 1, 'who is not there cannot be banned');
is((await admin('ban', '127.0.0.1')).status, 0, 'an address is banned');
is((await bobs.closed), 1008, 'with whoever is there');
is((await guest.get('/api/v1/account')).body.code, 'banned', 'and all who come from it');
is((await admin('unban', '127.0.0.1')).status, 0, 'until it is not');

// ---- Mutes ----

const say = (who) => who.post(`/api/v1/games/${game.id}/chat`, { text: 'hello' });
is((await say(bob)).status, 200, 'somebody talks');
is((await admin('mute', 'Bob')).status, 0, 'is muted');
is((await say(bob)).body.code, 'muted', 'and cannot');
is((await bob.post('/api/v1/challenges', { to: 'Ann' })).body.code, 'muted', 'nor challenge anyone');
is((await bob.get(`/api/v1/games/${game.id}`)).status, 200, 'but play');
is((await admin('unmute', 'Bob')).status, 0, 'is not muted any more');

// ---- Backup and check, while moves are made ----

let plies = 0, busy = true;
const moves = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const playing = (async () => {
    for (; busy && plies < 400; plies++)
        if ((await (plies % 2 ? bob : ann).post(`/api/v1/games/${game.id}/moves`, { ply: plies, move: moves[plies % 4] })).status !== 200)
            break;
})();
const copy = path.join(folder, 'copy', 'banmen.db');
fs.mkdirSync(path.dirname(copy));
is((await admin('backup', copy)).status, 0, 'a copy is made while a game is played');
is((await admin('check')).status, 0, 'and the file is checked');
busy = false;
await playing;
ok(plies > 0, `${plies} moves meanwhile`);
is((await admin('check', '--db', copy)).status, 0, 'the copy is sound');
const second = await Server.start(banmen, path.dirname(copy), '--no-limits');
is((await new Person(second).post('/api/v1/session', { name: 'Bob', password: 'Bob-secret' })).status, 200, 'and a server serves it');
await second.stop();
is((await admin('backup', '/nowhere/at/all')).status, 2, 'a copy that cannot be written');

// ---- Deletions ----

const anns = await ann.socket('/ws/v1/lobby');
is((await admin('delete', 'account', 'Ann')).status, 0, 'an account is deleted');
await anns.closed;
is((await ann.get('/api/v1/account')).body.account, false, 'its session is over');
const left = (await bob.get(`/api/v1/games/${game.id}`)).body;
is([left.seats[0].name, left.seats[1].name], ['', 'Bob'], 'its games stay, without its name');
is((await admin('delete', 'account', 'Ann')).status, 1, 'only once');
const watched = await bob.socket(`/ws/v1/game/${game.id}`);
is((await admin('delete', 'game', game.id)).status, 0, 'a game is deleted');
await watched.closed;
is((await bob.get(`/api/v1/games/${game.id}`)).body.code, 'no_such_game', 'and gone at once');
const mine = (await bob.post('/api/v1/games', { variant, seats: [{ kind: 'me' }, { kind: 'open' }] })).body;
is((await admin('delete', 'variant', variant)).status, 1, 'a variant that is played is not deleted');
is((await admin('delete', 'game', mine.id)).status, 0, 'its game is');
is((await admin('delete', 'variant', variant)).status, 0, 'and then the variant');
is((await bob.post('/api/v1/games', { variant, seats: [{ kind: 'me' }, { kind: 'open' }] })).body.code, 'bad_variant', 'which nobody can play any more');
is((await bob.get('/api/v1/account')).status, 200, 'the server goes on');

// ---- Wrong usage ----

is((await admin('fly')).status, 2, 'no such action');
is((await admin('ban')).status, 2, 'ban whom?');
is((await admin('list', 'moons')).status, 2, 'list what?');
is((await admin('delete', 'game', 'x')).status, 1, 'no such game');
is((await admin('check', '--db', path.join(folder, 'none.db'))).status, 2, 'no such file');

// ---- Without a server ----

await guest.post('/api/v1/games', { variant: 'chess', seats: [{ kind: 'me' }, { kind: 'open' }] });
is((await admin('ban', 'Bob')).status, 0, 'a ban');
await server.stop();
is((await json('prune', '--days', '1')).map((p) => [p.pruned, p.count])[0], ['games', 0], 'young games are not pruned');
is((await admin('migrate')).status, 0, 'a file that is up to date stays so');
is((await admin('list', 'accounts')).out.length, 1, 'lists work without a server');
server = await Server.start(banmen, folder, '--no-limits');
is((await new Person(server).post('/api/v1/session', { name: 'Bob', password: 'Bob-secret' })).body.code, 'banned', 'a ban outlives a restart');
await server.stop();
fs.rmSync(folder, { recursive: true, force: true });
done();
