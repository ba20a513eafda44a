// SPDX-License-Identifier: MIT
// proxies.mjs BANMEN ROOT: the sample configurations of nginx and haproxy, started as they are but for names, ports and
// certificates, in front of a real server: TLS, requests, web sockets, addresses. TAP.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { until } from '../minding.mjs';
import { Server, WebSocket, done, is, ok } from '../serving.mjs';

const [, , banmen, root] = process.argv;
const NAME = 'play.example';

function freePort() {
    return new Promise((resolve) => {
        const s = net.createServer().listen(0, '127.0.0.1', () => {
            const { port } = s.address();
            s.close(() => resolve(port));
        });
    });
}

function ask(port, route, { method = 'GET', body = '', headers = {}, cookie } = {}) {
    return new Promise((resolve, reject) => {
        const request = https.request({
            host: '127.0.0.1', port, path: route, method, servername: NAME, rejectUnauthorized: false,
            headers: { Host: NAME, ...(cookie && { Cookie: cookie }), ...(body && { 'Content-Type': 'application/json' }), ...headers },
        }, (answer) => {
            let text = '';
            answer.setEncoding('utf8');
            answer.on('data', (more) => { text += more; });
            answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
        });
        request.on('error', reject);
        request.end(body);
    });
}

// What each proxy needs to run in a folder of its own: [program, arguments].
const proxies = {
    nginx(folder, config) {
        fs.writeFileSync(path.join(folder, 'nginx.conf'), `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\n` +
            'events {}\nhttp {\n    access_log off;\n' + ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
            .map((n) => `    ${n}_temp_path ${folder}/${n};\n`).join('') + `${config}\n}\n`);
        return ['/usr/sbin/nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')]];
    },
    haproxy(folder, config) {
        fs.writeFileSync(path.join(folder, 'haproxy.cfg'), config);
        return ['/usr/sbin/haproxy', ['-db', '-f', path.join(folder, 'haproxy.cfg')]];
    },
};

async function test(name, sample) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), `banmen-${name}-`));
    const server = await Server.start(banmen, undefined, '--proxy', '--origin', `https://${NAME}`, '--log-requests');
    const port = await freePort();
    const pem = path.join(folder, 'cert.pem'), key = path.join(folder, 'cert.key');
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
        '-subj', `/CN=${NAME}`, '-keyout', key, '-out', pem], { stdio: 'ignore' });
    if (name === 'haproxy') // one file has both
        fs.appendFileSync(pem, fs.readFileSync(key));
    const config = fs.readFileSync(path.join(root, sample), 'utf8')
        .replace('/etc/ssl/play.example.pem', pem).replace('/etc/ssl/play.example.key', key)
        .replace(/listen 443/, `listen 127.0.0.1:${port}`).replace(/bind :443/, `bind 127.0.0.1:${port}`)
        .replace(/server( one)? 127\.0\.0\.1:8080/, (_, one = '') => `server${one} ${server.address}`);
    const [program, args] = proxies[name](folder, config);
    let said = '';
    const proxy = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    process.on('exit', () => proxy.kill('SIGKILL'));
    proxy.stderr.on('data', (text) => { said += text; });
    proxy.stdout.on('data', (text) => { said += text; });
    try {
        const up = await until(async () => (await ask(port, '/healthz').catch(() => ({}))).status === 200);
        if (!ok(up, `${name}: the sample configuration starts`))
            console.log(said.replace(/^/gm, '# '));
        const first = await ask(port, '/api/v1/account', { headers: { 'X-Forwarded-For': '192.0.2.7' } });
        is(first.status, 200, `${name}: requests come through`);
        ok(/max-age/.test(first.headers['strict-transport-security']) && /; Secure/.test(first.headers['set-cookie'][0]), `${name}: for TLS alone`);
        const id = first.headers['x-request-id'];
        await until(() => server.log.includes(id));
        const line = JSON.parse(server.log.split('\n').find((l) => l.includes(id)));
        is(line.address, '127.0.0.1', `${name}: the address is the proxy's word, not the client's`);
        is((await ask(port, '/metrics')).status, 404, `${name}: metrics are not for the world`);
        is((await ask(port, '/healthz', { headers: { Host: 'evil.example' } })).status !== 200, true, `${name}: nor is any other name`);
        const cookie = first.headers['set-cookie'][0].split(';')[0];
        const made = await ask(port, '/api/v1/games', { method: 'POST', cookie, headers: { Origin: `https://${NAME}` },
            body: JSON.stringify({ variant: 'chess', seats: [{ kind: 'me' }, { kind: 'level', level: 1 }] }) });
        is(made.status, 201, `${name}: a game is made`);
        const ws = new WebSocket(`wss://127.0.0.1:${port}/ws/v1/game/${JSON.parse(made.text).id}`,
            { rejectUnauthorized: false, servername: NAME, headers: { Host: NAME, Cookie: cookie, Origin: `https://${NAME}` } });
        const heard = [];
        ws.on('message', (text) => heard.push(JSON.parse(text)));
        ws.on('error', (e) => console.log(`# ${e}`));
        await until(() => heard.some((m) => m.t === 'full'));
        ws.send(JSON.stringify({ t: 'move', id: 'c1', ply: 0, m: 'e2e4' }));
        ok(await until(() => heard.some((m) => m.t === 'ack' && m.id === 'c1')), `${name}: and played through a socket`);
        ws.terminate();
    } finally {
        proxy.kill('SIGKILL');
        await server.stop();
        fs.rmSync(folder, { recursive: true, force: true });
    }
}

await test('nginx', 'packaging/nginx/banmen.conf');
await test('haproxy', 'packaging/haproxy/banmen.cfg');
done();
