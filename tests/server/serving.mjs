// SPDX-License-Identifier: MIT
// What tests of the whole server share: a real `banmen serve` in a folder of its own, people
// with cookies or tokens, web sockets, streams of lines; and TAP. Nothing waits for ever.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

function loadWs() {
    const require = createRequire(import.meta.url);
    try {
        return require('ws');
    } catch {
        return require('/usr/share/nodejs/ws'); // where Debian has it
    }
}
export const WebSocket = loadWs();

const PATIENCE = 60000; // ms: for a machine that is busy with other things

// ---- TAP ----

let count = 0, failed = 0;

// `todo`: why it is not expected to hold yet.
export function ok(fine, what, todo) {
    count++;
    failed += !fine && !todo;
    console.log(`${fine ? 'ok' : 'not ok'} ${count} - ${what}${todo ? ` # TODO ${todo}` : ''}`);
    return fine;
}

export function is(got, want, what) {
    const fine = JSON.stringify(got) === JSON.stringify(want);
    ok(fine, what);
    if (!fine)
        console.log(`# ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`);
    return fine;
}

export function done() {
    console.log(`1..${count}`);
    process.exitCode = failed ? 1 : 0;
}

// ---- The server ----

const running = new Set();

// Whatever happens, nothing is left behind.
for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => process.exit(1));
process.on('exit', () => {
    for (const s of running) {
        s.child.kill('SIGKILL');
        s.clear();
    }
});

export class Server {
    // Start it, and wait until it listens. The program may come with words to run it by.
    static async start(banmen, folder, ...options) {
        const s = new Server();
        s.own = !folder;
        s.folder = folder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-serve-'));
        s.log = '';
        const [program, ...words] = [].concat(banmen);
        s.child = spawn(program, [...words, 'serve', '--listen', '127.0.0.1:0', '--data', s.folder, ...options],
            { stdio: ['ignore', 'pipe', 'pipe'] });
        running.add(s);
        s.child.stderr.on('data', (text) => { s.log += text; });
        s.ended = new Promise((resolve) => {
            s.child.on('close', (status, signal) => {
                if (/runtime error:|Sanitizer/.test(s.log)) // of a server that was built with one
                    ok(false, s.log.replace(/^/gm, '# '));
                resolve({ status, signal });
            });
        });
        s.address = await new Promise((resolve, reject) => {
            let text = '';
            s.child.stdout.on('data', (more) => {
                text += more;
                const found = /http:\/\/([^/]*)\//.exec(text);
                if (found)
                    resolve(found[1]);
            });
            s.child.on('exit', () => reject(new Error(`no server: ${s.log}`)));
        });
        return s;
    }
    // An answer from the administrator's address: {status, headers, body}.
    async admin(route) {
        let port;
        for (const late = Date.now() + PATIENCE; !(port = /"metrics":(\d+)/.exec(this.log)?.[1]);) {
            if (Date.now() > late)
                throw new Error(`no address for metrics: ${this.log}`);
            await new Promise((resolve) => setTimeout(resolve, 10));
        }
        const r = await fetch(`http://127.0.0.1:${port}${route}`);
        return { status: r.status, headers: Object.fromEntries(r.headers), body: await r.text() };
    }
    async metrics() { return (await this.admin('/metrics')).body; }
    async stop(signal = 'SIGTERM') {
        this.child.kill(signal);
        const how = await this.ended;
        if (how.status !== 0 && signal === 'SIGTERM')
            console.log(this.log.replace(/^/gm, '# '));
        running.delete(this);
        this.clear();
        return how;
    }
    clear() {
        if (this.own)
            fs.rmSync(this.folder, { recursive: true, force: true });
    }
}

// ---- Waiting for messages ----

class Ear {
    constructor() {
        this.heard = []; // what nobody has waited for yet
        this.all = [];
        this.waits = [];
        this.closed = new Promise((resolve) => { this.setClosed = resolve; });
    }
    take(message) {
        this.all.push(message);
        const wait = this.waits.find((w) => w.test(message));
        if (!wait) {
            this.heard.push(message);
            return;
        }
        this.waits.splice(this.waits.indexOf(wait), 1);
        wait.resolve(message);
    }
    // The first message, of those not waited for yet, of a kind (or of several) that passes a
    // test.
    next(kind, test = () => true) {
        const fits = (m) => [].concat(kind).includes(m.t) && test(m);
        const at = this.heard.findIndex(fits);
        if (at >= 0)
            return Promise.resolve(this.heard.splice(at, 1)[0]);
        return new Promise((resolve, reject) => {
            const late = setTimeout(() => reject(new Error(
                `no ${kind}; there was ${this.all.map((m) => JSON.stringify(m)).join(' ')}`)), PATIENCE);
            this.waits.push({ test: fits, resolve: (m) => { clearTimeout(late); resolve(m); } });
        });
    }
}

// ---- People ----

export class Person {
    // `from`: the address that connections come from; on loopback there are many.
    constructor(server, token, from) {
        this.server = server;
        this.token = token;
        this.from = from;
        this.cookies = {};
    }
    headers() {
        const h = {};
        const cookies = Object.entries(this.cookies).map(([k, v]) => `${k}=${v}`).join('; ');
        if (cookies)
            h.Cookie = cookies;
        if (this.token)
            h.Authorization = `Bearer ${this.token}`;
        return h;
    }
    // {status, body}; the body is JSON if it can be.
    call(method, route, body) { return this.send(method, route, body === undefined ? '' : JSON.stringify(body)); }
    send(method, route, text, type = 'application/json', more = {}) {
        const headers = { ...this.headers(), 'Content-Length': Buffer.byteLength(text), ...more };
        if (text)
            headers['Content-Type'] = type;
        return new Promise((resolve, reject) => {
            const request = http.request(`http://${this.server.address}${route}`,
                { method, headers, agent: false, timeout: PATIENCE, localAddress: this.from }, (answer) => {
                    let out = '';
                    for (const line of answer.headers['set-cookie'] ?? []) {
                        const [, name, value] = /^([^=]*)=([^;]*)/.exec(line);
                        this.cookies[name] = value;
                    }
                    answer.setEncoding('utf8');
                    answer.on('data', (more) => { out += more; });
                    answer.on('end', () => {
                        let parsed = out;
                        try {
                            parsed = JSON.parse(out);
                        } catch { /* it is no JSON */ }
                        resolve({ status: answer.statusCode, headers: answer.headers, body: parsed });
                    });
                });
            request.on('timeout', () => request.destroy(new Error(`no answer: ${method} ${route}`)));
            request.on('error', reject);
            request.end(text);
        });
    }
    get(route) { return this.call('GET', route); }
    post(route, body) { return this.call('POST', route, body); }
    async socket(route) {
        const ear = new Ear();
        const ws = new WebSocket(`ws://${this.server.address}${route}`, { headers: this.headers(), localAddress: this.from });
        ear.ws = ws;
        ear.say = (m) => ws.send(JSON.stringify(m));
        ear.close = () => { ws.close(); return ear.closed; };
        ws.on('message', (text) => ear.take(JSON.parse(text)));
        ws.on('close', (code) => ear.setClosed(code));
        await new Promise((resolve, reject) => {
            ws.on('open', resolve);
            ws.on('error', reject);
        });
        return ear;
    }
    // Lines of JSON.
    async lines(route) {
        const ear = new Ear();
        const answer = await new Promise((resolve, reject) => {
            const request = http.request(`http://${this.server.address}${route}`,
                { headers: this.headers(), agent: false, localAddress: this.from }, resolve);
            request.on('error', reject);
            request.end();
        });
        ear.status = answer.statusCode;
        ear.close = () => { answer.destroy(); return ear.closed; };
        let rest = '';
        answer.setEncoding('utf8');
        answer.on('error', () => {});
        answer.on('close', () => ear.setClosed());
        answer.on('data', (more) => {
            const parts = (rest + more).split('\n');
            rest = parts.pop();
            for (const part of parts.filter(Boolean))
                ear.take(JSON.parse(part));
        });
        return ear;
    }
}

// Somebody with an account, by cookie.
export async function member(server, name) {
    const person = new Person(server);
    await person.post('/api/v1/accounts', { name, password: `${name}-secret` });
    return person;
}

// Somebody with an account, by token.
export async function bot(server, name, scopes = ['read', 'play']) {
    const owner = await member(server, name);
    const made = await owner.post('/api/v1/tokens', { label: 'test', scopes });
    return new Person(server, made.body.token);
}
