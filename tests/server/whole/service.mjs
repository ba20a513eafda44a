// SPDX-License-Identifier: MIT
// service.mjs BANMEN: the server as whoever runs it sees it: sockets of systemd's, logs, metrics,
// readiness, headers of every kind of answer, how it stops, and what it refuses to start with. TAP.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { begin, enginePids, engines, until } from '../minding.mjs';
import { Table, guest } from '../playing.mjs';
import { Person, Server, done, is, ok } from '../serving.mjs';

const banmen = process.argv[2];
const server = await Server.start(banmen, undefined, '--csa', '0');
const ann = await guest(server);

// ---- Headers ----

const SAFE = {
    'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
};
const POLICY = {
    'default-src': "'self'", 'script-src': "'self' 'wasm-unsafe-eval'", 'style-src': "'self'",
    'img-src': "'self' data: blob:", 'connect-src': "'self'", 'worker-src': "'self'", 'manifest-src': "'self'",
    'object-src': "'none'", 'base-uri': "'none'", 'form-action': "'self'", 'frame-ancestors': "'none'",
};
for (const [route, status, type] of [['/', 200, /^text\/html; charset=utf-8$/], ['/docs', 200, /^text\/html/], ['/favicon.ico', 200, /^image\/png/], ['/metrics', 404, /problem/],
    ['/api/v1/account', 200, /^application\/json$/], ['/api/v1/games/nothing', 404, /^application\/problem\+json$/], ['/none', 404, /problem/],
    ['/validate', 405, /problem/]]) {
    const { status: got, headers } = await ann.get(route);
    ok(got === status && type.test(headers['content-type']), `${route}: ${got} ${headers['content-type']}`);
    is(Object.keys(SAFE).map((k) => headers[k]), Object.values(SAFE), `${route}: says what browsers may not do`);
    is(Object.fromEntries((headers['content-security-policy'] ?? '').split('; ').map((d) => [d.split(' ')[0], d.split(' ').slice(1).join(' ')])),
        POLICY, `${route}: and where everything comes from`);
}
const [cookie] = (await new Person(server).get('/api/v1/account')).headers['set-cookie'];
ok(/; HttpOnly/.test(cookie) && /; SameSite=Lax/.test(cookie), 'a cookie is for this site alone, and not for scripts');
const page = (await ann.get('/')).body;
ok(!/<script(?![^>]*\bsrc=)|<style|\son\w+=|javascript:/i.test(page), 'the page has no scripts or styles inside');
ok(/<code>give-time<\/code>.*<code>challenge-<\/code>/s.test((await ann.get('/docs')).body), 'the manual lists the messages of sockets');
// A page elsewhere may not open a socket in somebody's name.
const upgraded = await new Promise((resolve) => {
    const request = http.request(`http://${server.address}/ws/v1/lobby`, { headers: { ...ann.headers(), Connection: 'Upgrade',
        Upgrade: 'websocket', Origin: 'http://evil.example', 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' } });
    request.on('response', (answer) => { answer.resume(); resolve(answer.statusCode); });
    request.on('upgrade', (answer, socket) => { socket.destroy(); resolve(101); });
    request.end();
});
is(upgraded, 403, 'a page elsewhere gets no socket');

// ---- Metrics ----

{
    const { body, headers } = await server.admin('/metrics');
    const types = {}, wrong = [], seen = new Set();
    ok(/^text\/plain; version=0\.0\.4/.test(headers['content-type']) && body.endsWith('\n'), 'metrics are text for Prometheus');
    for (const line of body.trimEnd().split('\n')) {
        const type = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line);
        const sample = /^([a-z_]+)(\{[a-z]+="[^"\\\n]*"\})? (\d+(?:\.\d+)?)$/.exec(line);
        const family = sample?.[1].replace(/_(bucket|sum|count)$/, '');
        const name = types[family] === 'histogram' ? family : sample?.[1];
        const key = `${sample?.[1]}${sample?.[2]}`;
        if (type && !types[type[1]])
            types[type[1]] = type[2];
        else if (!sample || !types[name] || seen.has(key) || (types[name] === 'counter') !== name.endsWith('_total'))
            wrong.push(line);
        seen.add(key);
    }
    is(wrong, [], `each of ${Object.keys(types).length} has a type and a value`);
    const buckets = [...body.matchAll(/^banmen_request_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)].map((m) => Number(m[2]));
    ok(buckets.length === 13 && buckets.every((n, i) => i === 0 || n >= buckets[i - 1]) && buckets.at(-1) > 0,
        'requests are counted by the time that they took');
    is(buckets.at(-1), Number(/^banmen_request_seconds_count (\d+)$/m.exec(body)[1]), 'all of them');
    ok(/^banmen_answers_total\{status="404"\} [1-9]/m.test(body) && /^banmen_problems_total\{code="no_such_route"\} [1-9]/m.test(body),
        'and by how they were answered');
    is([(await server.admin('/healthz')).body, (await server.admin('/readyz')).body, (await server.admin('/')).status], ['ok\n', 'ready\n', 404],
        'health and readiness are there, too, and nothing else');
    const value = (text, name) => Number(new RegExp(`^banmen_${name} (\\d+)$`, 'm').exec(text)[1]);
    const t = await Table.open(server, { clock: '5m' });
    await t.play('e2e4 e7e5');
    const after = await server.metrics();
    is(['moves_total', 'games_created_total'].map((n) => value(after, n) - value(body, n)), [2, 1], 'moves and games are counted');
    ok(value(after, 'store_commits_total') > value(body, 'store_commits_total') && value(after, 'watchers') === 2, 'and commits, and who looks on');
    await t.close();
}

// ---- The log ----

{
    const logged = await Server.start(banmen, undefined, '--log-requests', '--proxy');
    const eve = new Person(logged);
    const first = await eve.get('/api/v1/account?x=%22y');
    await eve.post('/api/v1/session', { name: 'nobody-here', password: 'wrong-password' });
    await eve.post('/api/v1/accounts', { name: 'Eve', password: 'right-password' });
    await eve.call('DELETE', '/api/v1/games/none');
    const lines = async (event) => {
        await until(() => logged.log.split('\n').some((l) => l.includes(`"event":"${event}"`)));
        return logged.log.split('\n').filter((l) => l.includes(`"event":"${event}"`)).map((l) => JSON.parse(l));
    };
    const [request] = await lines('request');
    is([request.request, request.method, request.path, request.status, request.address],
        [first.headers['x-request-id'], 'GET', '/api/v1/account', 200, '127.0.0.1'], 'a request is logged with its id and address');
    is((await lines('login_failed')).map((l) => [l.status, l.code]), [[401, 'bad_login']], 'so is a log-in that fails');
    is((await lines('login')).map((l) => l.status), [201], 'and one that does not');
    ok(!/wrong-password|right-password|nobody-here/.test(logged.log), 'but neither names nor passwords are');
    await logged.stop();
}
{
    const quiet = await Server.start(banmen);
    const eve = new Person(quiet);
    await eve.get('/api/v1/account');
    for (let i = 0; i < 100; i++)
        await eve.send('POST', '/api/v1/games', '{}', undefined, { Origin: 'https://elsewhere.example' });
    await quiet.stop();
    const events = quiet.log.trim().split('\n').map((l) => JSON.parse(l));
    ok(!events.some((l) => l.event === 'request'), 'requests are not logged unless that is asked for');
    const refused = events.filter((l) => l.event === 'refused');
    ok(refused.length > 0 && refused[0].code === 'bad_origin', 'refusals are');
}

// ---- Too many from one address ----

{
    const [, soft, hard] = /^Max open files +(\d+) +(\d+)/m.exec(fs.readFileSync(`/proc/${server.child.pid}/limits`, 'utf8'));
    is(soft, hard, 'it may have as many connections as the machine allows');
    const connect = () => new Promise((resolve, reject) => {
        const socket = net.connect(Number(server.address.split(':')[1]), '127.0.0.1', () => resolve(socket));
        socket.on('error', reject);
    });
    const crowd = [];
    for (let i = 0; i < 500; i++)
        crowd.push(await connect());
    const one = await connect();
    const said = await new Promise((resolve) => { one.on('data', (text) => resolve(`${text}`)); });
    ok(/^HTTP\/1\.1 429 .*\r\nRetry-After: \d+\r\n/s.test(said), 'nobody gets all connections');
    [one, ...crowd].forEach((socket) => socket.destroy());
    let status = 0; // until the server has seen that they are gone
    while (status !== 200)
        status = (await ann.get('/healthz')).status;
    ok(true, 'and there is place again when they are gone');
}

// ---- It stops ----

const t = await Table.open(server, { clock: '5m' });
const lobby = await ann.socket('/ws/v1/lobby');
const stream = await ann.lines(`/api/v1/games/${t.id}/events?stream=1`);
await stream.next('ev');
const folder = server.folder;
server.own = false;
server.child.kill('SIGTERM');
const byes = await Promise.all([...t.sockets, lobby].map((s) => s.next('bye')));
ok(byes.every((b) => b.retry_ms >= 500 && b.retry_ms <= 2000), 'all sockets hear when to come again');
is(await Promise.all([...t.sockets, lobby].map((s) => s.closed)), [1001, 1001, 1001], 'and are closed as they should');
await stream.closed;
is((await server.ended).status, 0, 'streams end, and the server with them');

const lines = server.log.trimEnd().split('\n').map((line) => {
    try {
        return JSON.parse(line);
    } catch {
        return { bad: line };
    }
});
is(lines.filter((l) => !Number.isInteger(l.t) || !/^(info|warning|error)$/.test(l.level) || !/^[a-z_]+$/.test(l.event)), [],
    `logs are lines of JSON: ${lines.length}`);
is(lines.map((l) => l.event), ['listening', 'listening', 'listening', 'refused', 'draining', 'stopped'], 'which say what happened');

// ---- A socket of systemd's ----

const listener = net.createServer();
await new Promise((resolve) => { listener.listen(0, '127.0.0.1', resolve); });
const { port } = listener.address();
// The socket is number 3; the process that is meant is the one that is to be the server.
const list = engines(banmen);
const child = spawn('sh', ['-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve --data "$1" --engines "$2"', banmen, folder, list.file],
    { stdio: ['ignore', 'pipe', 'pipe', listener._handle] });
listener.close(); // it is the child's now
process.on('exit', () => child.kill('SIGKILL'));
const ended = new Promise((resolve) => { child.on('close', resolve); });
let log = '';
child.stderr.on('data', (more) => { log += more; });
const given = new Person({ address: `127.0.0.1:${port}` });
is((await given.get('/readyz')).body, 'ready\n', 'a socket that is handed over is served');
is((await given.get(t.route)).body.id, t.id, 'with the games that there are');
ok(/"event":"listening","sockets":1\}/.test(log), 'and nothing else is listened on');
// The server asks its engines who they are at first: until none of them runs.
await until(async () => (await given.get('/api/v1/engines')).body.engines.every((e) => !e.works || e.variants.length > 0) && !enginePids(list).length);
const thought = await begin(given, '/api/v1/analysis', { engine: 'mind', movetime: 30000 });
const files = (pid) => fs.readdirSync(`/proc/${pid}/fd`).map((fd) => fs.readlinkSync(`/proc/${pid}/fd/${fd}`));
const handed = fs.readlinkSync(`/proc/${child.pid}/fd/3`), theirs = enginePids(list).map(files);
ok(/^socket:/.test(handed) && theirs.length === 1 && !theirs[0].includes(handed), 'an engine does not get the socket');
thought.leave();
child.kill('SIGTERM');
is(await ended, 0, 'it stops like any other');
fs.rmSync(folder, { recursive: true, force: true });

// ---- What is not started ----

const unit = fs.readFileSync(new URL('../../../packaging/systemd/banmen.service.in', import.meta.url), 'utf8');
ok(/^ProtectSystem=strict$/m.test(unit) && /^NoNewPrivileges=yes$/m.test(unit) && /^DynamicUser=yes$/m.test(unit), 'the unit confines it');
for (const [options, why] of [
    [['--db', 'postgres://me@db/games'], /SQLite alone; --db takes a file/],
    [['--listen', 'nowhere'], /'nowhere' is no address with a port/],
    [['--listen', '192.0.2.1:0'], /cannot listen on 192\.0\.2\.1:0/],
    [['--engines', '/nonexistent/list'], /nonexistent/],
    [['--db', '/nonexistent/folder/db'], /nonexistent/],
]) {
    const data = fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-no-'));
    const got = spawnSync(banmen, ['serve', '--listen', '127.0.0.1:0', '--data', data, ...options], { encoding: 'utf8', timeout: 60000 });
    fs.rmSync(data, { recursive: true, force: true });
    ok(got.status === 2 && why.test(got.stderr) && got.stdout === '', `${options.join(' ')}: ${got.stderr.split('\n')[0]}`);
}
done();
