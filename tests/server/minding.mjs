// SPDX-License-Identifier: MIT
// What tests of those who think on the server share: streams that are left in the middle, a
// list of engines, and how many of them run.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

// Whether something becomes so.
export async function until(test) {
    for (let i = 0; i < 1200; i++) { // a minute, on a machine that is busy
        if (await test())
            return true;
        await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
    return false;
}

// Post, and go on with the first piece of the answer: {first, text(), ended, leave()}.
export function begin(person, route, body) {
    return new Promise((resolve, reject) => {
        const text = JSON.stringify(body);
        const request = http.request(`http://${person.server.address}${route}`, {
            method: 'POST', agent: false, localAddress: person.from,
            headers: { ...person.headers(), 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) },
        }, (answer) => {
            let out = '';
            const ended = new Promise((end) => { answer.on('close', () => end(out)); });
            answer.setEncoding('utf8');
            answer.on('error', () => {});
            answer.on('data', (more) => {
                out += more;
                resolve({ status: answer.statusCode, first: out, text: () => out, ended, leave: () => answer.destroy() });
            });
        });
        request.on('error', reject);
        request.end(text);
    });
}

const CRASH = `while read -r line; do
    case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) exit 3 ;;
    esac
done
`;

// A list of three: banmen itself, one that dies when it is to think, and one that cannot speak.
export function engines(banmen) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'banmen-engines-'));
    process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
    const mind = path.join(folder, 'mind'), crash = path.join(folder, 'crash.sh'), file = path.join(folder, 'engines.json');
    fs.symlinkSync(path.resolve(banmen), mind);
    fs.writeFileSync(crash, CRASH);
    fs.writeFileSync(file, JSON.stringify({ format: 1, engines: [
        { name: 'mind', command: mind, args: ['uci'], protocol: 'uci' },
        { name: 'crash', command: 'sh', args: [crash], protocol: 'uci' },
        { name: 'broken', command: 'false' },
    ] }));
    return { folder, file };
}

// Processes whose command line names the folder of a list, the server's apart.
export function enginePids(list) {
    const words = (pid) => {
        try {
            return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        } catch {
            return []; // it has ended
        }
    };
    return fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).filter((pid) => {
        const w = words(pid);
        return w.some((word) => word.startsWith(`${list.folder}/`)) && !w.includes('serve');
    });
}

export function engineProcesses(list) { return enginePids(list).length; }
