// SPDX-License-Identifier: MIT
// malformed.mjs BANMEN: bytes that no honest client sends. Nothing is answered with 500, nothing
// ends the server, and who comes next is served. TAP.
import net from 'node:net';

import { Server, done, is, ok } from '../serving.mjs';
import { guest } from '../playing.mjs';

const server = await Server.start(process.argv[2], undefined, '--no-limits');
const [host, port] = server.address.split(':');
const HOST = `Host: ${server.address}\r\n`;
const PATIENCE = 120000; // ms: for a machine that is busy with other things

// Send bytes on a connection of their own, and read until the server closes it or has nothing
// more to say: the statuses of its answers.
function send(bytes) {
    return new Promise((resolve) => {
        const socket = net.connect(Number(port), host);
        let text = '';
        const end = () => {
            socket.destroy();
            resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((m) => Number(m[1])));
        };
        socket.setTimeout(PATIENCE, end);
        socket.on('data', (more) => { text += more.toString('latin1'); });
        socket.on('error', end);
        socket.on('close', end);
        socket.write(bytes);
        socket.end(); // nothing more will come: no waiting for deadlines
    });
}

const get = (target, more = '') => `GET ${target} HTTP/1.1\r\n${HOST}${more}Connection: close\r\n\r\n`;
const post = (target, body, more = 'Content-Type: application/json\r\n') => Buffer.concat([
    Buffer.from(`POST ${target} HTTP/1.1\r\n${HOST}${more}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`),
    Buffer.from(body)]);
const chunked = (chunks) => `POST /api/v1/positions HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n` +
    `Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}`;

// [what, bytes, the statuses that are right; none: it need not be answered]
const CASES = [
    ['the truth', get('/healthz'), [200]],
    ['nothing', '', []],
    ['line ends', '\r\n\r\n\r\n\r\n', []],
    ['no request', 'hello\r\n\r\n', [400]],
    ['zeros', Buffer.alloc(64), []],
    ['any bytes', Buffer.from(Array.from({ length: 256 }, (_, i) => i)), [400]],
    ['the hello of TLS', Buffer.from('16030100c8010000c40303', 'hex'), []],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 501, 505]],
    ['half a request', 'GET /healthz HTT', []],
    ['half a head', `GET /healthz HTTP/1.1\r\n${HOST}`, []],
    ['an unknown method', `BREW /healthz HTTP/1.1\r\n${HOST}\r\n`, [400, 405, 501]],
    ['a method in small letters', `get /healthz HTTP/1.1\r\n${HOST}\r\n`, [400, 405, 501]],
    ['a method that is not for this', `DELETE /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [405]],
    ['CONNECT', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, [400, 404, 405, 501]],
    ['TRACE', `TRACE / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [400, 405, 501]],
    ['another version', `GET /healthz HTTP/3.7\r\n${HOST}\r\n`, [400, 505]],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', [400]],
    ['two hosts', get('/healthz', 'Host: other\r\n'), [400]],
    ['a target without a slash', get('healthz'), [400, 404]],
    ['a target of nothing', 'GET  HTTP/1.1\r\n\r\n', [400]],
    ['a NUL in a path', get('/api/v1/games/%00'), [404]],
    ['a NUL behind an id', get('/api/v1/games/abcdefghijkl%00'), [404]],
    ['a bad escape', get('/api/v1/games/%zz'), [404]],
    ['half an escape', get('/api/v1/games/abc%4'), [404]],
    ['a way up', get('/../../../../etc/passwd'), [400, 404]],
    ['a way up, escaped', get('/%2e%2e/%2e%2e/etc/passwd'), [404]],
    ['a way up in a name', get('/api/v1/variants/..%2f..%2fetc%2fpasswd/text'), [404]],
    ['a long path', get(`/${'a'.repeat(8000)}`), [404, 414]],
    ['a longer path', get(`/${'a'.repeat(100000)}`), [414, 431]],
    ['an id that is too long', get(`/api/v1/games/${'a'.repeat(3000)}`), [404]],
    ['bytes beyond ASCII in a path', Buffer.from(get('/caf\xe9\xff'), 'latin1'), [400, 404]],
    ['a long query', get(`/api/v1/games?most=${'9'.repeat(3000)}`), [200, 400]],
    ['a number that is none', get('/api/v1/games?most=99999999999999999999'), [400]],
    ['a huge header', get('/healthz', `X: ${'a'.repeat(100000)}\r\n`), [431]],
    ['many headers', get('/healthz', 'X: y\r\n'.repeat(5000)), [431]],
    ['a header without a colon', get('/healthz', 'nonsense\r\n'), [400]],
    ['a header that goes on', get('/healthz', 'X: a\r\n b\r\n'), [400]],
    ['a blank before the colon', get('/healthz', 'X : a\r\n'), [400]],
    ['a NUL in a header', get('/healthz', 'X: a\0b\r\n'), [400]],
    ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: x\n\n', [400]],
    ['two lengths that differ', `POST /reset HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, [400]],
    ['two lengths that agree', `POST /reset HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`, [400]],
    ['a list of lengths', `POST /reset HTTP/1.1\r\n${HOST}Content-Length: 1, 1\r\n\r\na`, [400]],
    ['a negative length', `POST /reset HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, [400]],
    ['a length with a sign', `POST /reset HTTP/1.1\r\n${HOST}Content-Length: +1\r\n\r\na`, [400]],
    ['a length beyond all', `POST /reset HTTP/1.1\r\n${HOST}Content-Length: 99999999999999999999\r\n\r\n`, [400, 413]],
    ['a body that is too large', `POST /reset HTTP/1.1\r\n${HOST}Content-Length: 9999999\r\n\r\n`, [413]],
    ['a body that ends early', `POST /reset HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\nabc`, []],
    ['a length and chunks', `POST /reset HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, [400]],
    ['an unknown coding', `POST /reset HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\n`, [400, 501]],
    ['chunked twice', `POST /reset HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`, [400, 501]],
    ['chunks', chunked('2\r\n{}\r\n0\r\n\r\n'), [200]],
    ['a chunk with a bad size', chunked('zz\r\n{}\r\n0\r\n\r\n'), [400]],
    ['a chunk of huge size', chunked('fffffffffffffffff\r\n{}\r\n0\r\n\r\n'), [400, 413]],
    ['a chunk that is too long', chunked('2\r\n{}{}{}\r\n0\r\n\r\n'), [400]],
    ['chunks beyond the limit', chunked(`200000\r\n${'x'.repeat(0x200000)}\r\n0\r\n\r\n`), [413]],
    ['a chunk with a long extension', chunked(`2;${'x'.repeat(100000)}\r\n{}\r\n0\r\n\r\n`), [400, 413, 431]],
    ['a long trailer', chunked(`0\r\nX: ${'x'.repeat(100000)}\r\n\r\n`), [400, 413, 431]],
    ['an expectation', post('/api/v1/positions', '{}', 'Content-Type: application/json\r\nExpect: miracles\r\n'), [417]],
    ['many requests at once', get('/healthz').replace('Connection: close\r\n', '').repeat(200), Array(200).fill(200)],
    ['a socket without a key', get('/ws/v1/lobby', 'Upgrade: websocket\r\n').replace('close', 'Upgrade'), [400, 426]],
    ['a socket of an old version', get('/ws/v1/lobby', 'Upgrade: websocket\r\nSec-WebSocket-Version: 1\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n')
        .replace('close', 'Upgrade'), [400, 426]],
    ['a bad cookie', get('/api/v1/account', 'Cookie: bm_session=;;=; bm_who=%00\r\n'), [200]],
    ['a huge token', get('/api/v1/account', `Authorization: Bearer ${'x'.repeat(8000)}\r\n`), [401]],
    ['a token of another kind', get('/api/v1/account', 'Authorization: Basic YTpi\r\n'), [200, 401]],
];

// Bodies, for every route that takes one.
const deep = (n, a, b) => a.repeat(n) + b.repeat(n);
const BODIES = [
    ['nothing but an open brace', '{'], ['a bare word', 'null'], ['a number', '17'], ['a text', '"x"'],
    ['an array', '[]'], ['two objects', '{}{}'], ['a comma too many', '{"a":1,}'], ['single quotes', "{'a':1}"],
    ['a comment', '{/* */}'], ['NaN', '{"ply":NaN}'], ['a huge number', `{"ply":1${'0'.repeat(400)}}`],
    ['a number beyond 64 bits', '{"ply":99999999999999999999}'], ['a huge exponent', '{"ply":1e999999}'],
    ['a doubled member', '{"action":"resign","action":"abort"}'], ['depth', deep(100000, '[', ']')],
    ['deep members', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`], ['depth within', `{"seats":${deep(1000, '[', ']')}}`],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xc0, 0x22, 0x7d])],
    ['an overlong zero', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0x80, 0x22, 0x7d])],
    ['half a surrogate', '{"text":"\\ud800"}'], ['a NUL', '{"text":"a\\u0000b","move":"e2\\u0000e4","name":"a\\u0000"}'],
    ['a raw control character', '{"text":"a\u0001b"}'], ['a mark of byte order', '\ufeff{}'],
    ['wrong types', '{"variant":[],"clock":{},"seats":7,"start":false,"move":1,"ply":"x","text":[],"action":{},"name":1,' +
        '"password":2,"label":3,"scopes":{},"record":[],"moves":"x","position":9,"token":true,"to":0,"src":"a","dst":null,"piece":3}'],
    ['nothings', '{"variant":null,"clock":null,"seats":null,"start":null,"move":null,"ply":null,"text":null,"action":null,' +
        '"name":null,"password":null,"label":null,"scopes":null,"record":null,"moves":null,"position":null,"token":null,"to":null}'],
    ['seats of nothing', '{"seats":[null,null]}'], ['seats of a level', '{"seats":[{"kind":"me"},{"kind":"level","level":-1}]}'],
    ['negative numbers', '{"ply":-1,"move":"e2e4","plies":-1,"ms":-9223372036854775808,"src":-1,"dst":-1}'],
    ['the largest numbers', '{"ply":9223372036854775807,"move":"e2e4","action":"give-time","ms":9223372036854775807}'],
    ['long texts', JSON.stringify(Object.fromEntries(['variant', 'clock', 'start', 'move', 'text', 'action', 'name', 'label',
        'record', 'position', 'token', 'to', 'piece'].map((k) => [k, 'x'.repeat(20000)])))],
    ['a clock beyond all', '{"clock":"99999999999999999999m+99999999999999999999"}'],
    ['many moves', JSON.stringify({ moves: Array(50000).fill('e2e4') })],
    ['nothing at all', ''],
];

const wrong = [];
async function alive(what) {
    const status = await send(get('/healthz'));
    if (status[0] !== 200 || server.child.exitCode !== null)
        wrong.push(`after ${what}: ${status}`);
}

for (const [what, bytes, right] of CASES) {
    const got = await send(bytes);
    const fine = got.length === 0 ? right.length === 0 : got.every((s) => right.includes(s));
    if (!ok(fine, what))
        console.log(`# ${got} instead of ${right}`);
    await alive(what);
}

const cat = await guest(server);
const doc = (await cat.get('/api/v1/openapi.json')).body;
const made = (await cat.post('/api/v1/games', { seats: [{ kind: 'me' }, { kind: 'me' }] })).body;
const cookie = `Content-Type: application/json\r\nCookie: ${cat.headers().Cookie}\r\n`;
for (const [path, methods] of Object.entries(doc.paths)) {
    if (!methods.post)
        continue;
    const target = path.replace('{id}', made.id);
    for (const [what, body] of BODIES) {
        const got = await send(post(target, body, cookie));
        if (got.length !== 1 || got[0] >= 500)
            wrong.push(`${target}: ${what}: ${got}`);
    }
    await alive(target);
    ok(true, `${path}: ${BODIES.length} bodies`);
}

// ---- Sockets ----

// A frame as clients send them, masked with nothing.
function frame(first, payload, mask = true) {
    const body = Buffer.from(payload);
    const length = body.length < 126 ? [body.length] : [126, body.length >> 8, body.length & 255];
    return Buffer.concat([Buffer.from([first, length[0] | (mask ? 0x80 : 0), ...length.slice(1), ...(mask ? [0, 0, 0, 0] : [])]), body]);
}

// Bytes behind a good upgrade: whether the server closed the connection, and all it said.
function behind(bytes) {
    return new Promise((resolve) => {
        const socket = net.connect(Number(port), host);
        const parts = [];
        const end = (closed) => {
            socket.destroy();
            resolve({ closed, said: Buffer.concat(parts) });
        };
        socket.setTimeout(PATIENCE, () => end(false));
        socket.on('data', (more) => { parts.push(more); });
        socket.on('error', () => end(true));
        socket.on('end', () => end(true));
        socket.write(`GET /ws/v1/game/${made.id} HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n` +
            'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
        socket.write(bytes);
    });
}

// Each ends with the code that the protocol has for it.
const FRAMES = [
    ['a frame without a mask', frame(0x81, '{"t":"ping"}', false), 1002],
    ['a reserved bit', frame(0xc1, 'x'), 1002],
    ['a reserved kind', frame(0x83, 'x'), 1002],
    ['a long ping', frame(0x89, 'x'.repeat(126)), 1002],
    ['a ping in pieces', frame(0x09, 'x'), 1002],
    ['the middle of nothing', frame(0x80, 'x'), 1002],
    ['a beginning within a message', Buffer.concat([frame(0x01, 'a'), frame(0x81, 'b')]), 1002],
    ['a close with half a code', frame(0x88, '\x03'), 1002],
    ['text that is no UTF-8', frame(0x81, Buffer.from([0xff, 0xfe])), 1007],
    ['bytes that are no text', frame(0x82, 'x'), 1003],
    ['a message beyond the limit', Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0x78]), 1009],
];
for (const [what, bytes, code] of FRAMES) {
    const { closed, said } = await behind(bytes);
    const close = said.lastIndexOf(Buffer.from([code >> 8, code & 255]));
    ok(closed && close >= 2 && said[said.lastIndexOf(0x88, close)] === 0x88, `a socket: ${what}: ${code}`);
    await alive(what);
}

// Messages that cannot be understood are refused, and the socket goes on.
const socket = await cat.socket(`/ws/v1/game/${made.id}`);
await socket.next('full');
for (const [what, text] of [...BODIES.filter(([, b]) => typeof b === 'string'), ['no kind', '{"id":"x"}'], ['an odd id', '{"t":"ping","id":7}'],
    ['a long id', `{"t":"ping","id":"${'x'.repeat(100)}"}`], ['an odd kind', '{"t":["move"]}']]) {
    if (text.length > 8000)
        continue;
    socket.ws.send(text);
    const answer = await socket.next('nak');
    if (answer.code !== 'bad_message')
        wrong.push(`a socket: ${what}: ${JSON.stringify(answer)}`);
}
socket.say({ t: 'ping', id: 'still' });
is((await socket.next('pong')).id, 'still', 'a socket outlives whatever cannot be understood');
await socket.close();
is(wrong, [], 'never a 500, and always somebody there');
const now = (await cat.get(`/api/v1/games/${made.id}`)).body;
ok(now.id === made.id, 'the game is still there');
is((await server.stop()).status, 0, 'the server stops');
done();
