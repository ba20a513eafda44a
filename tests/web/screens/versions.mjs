// SPDX-License-Identifier: MIT
// versions.mjs BANMEN FOLDER: a new version of the app takes over as a whole, and lets nobody wait. TAP.
import http from 'node:http';
import { PATIENCE, run, is, ok } from '../harness.mjs';

// The server's files, of a version that can be changed: a proxy writes its name into the page and the worker.
class Wire {
    static async start(server) {
        const w = new Wire();
        w.version = 'one';
        w.listener = http.createServer((ask, answer) => {
            const headers = { ...ask.headers, 'accept-encoding': 'identity' };
            delete headers['if-none-match'];
            http.get(`http://${server.address}${ask.url}`, { headers }, (got) => {
                const parts = [];
                got.on('data', (part) => parts.push(part));
                got.on('end', () => w.pass(ask.url, got, Buffer.concat(parts), answer));
            });
        });
        await new Promise((resolve) => w.listener.listen(0, '127.0.0.1', resolve));
        w.address = `127.0.0.1:${w.listener.address().port}`;
        return w;
    }
    pass(url, got, body, answer) {
        const headers = { ...got.headers };
        delete headers.etag;
        delete headers['content-length'];
        let text = body;
        if (url === '/sw.js')
            text = body.toString().replace(/VERSION = (['"])[^'"]*\1/, `VERSION = '${this.version}'`);
        if (url === '/' || url === '/index.html')
            text = body.toString().replace('<head>', `<head><meta name="version" content="${this.version}">`);
        answer.writeHead(got.statusCode, headers);
        answer.end(text);
    }
    stop() {
        this.listener.closeAllConnections();
        this.listener.close();
    }
}

const version = () => document.querySelector('meta[name=version]')?.content;
const shown = (v) => document.querySelector('meta[name=version]')?.content === v &&
    document.querySelectorAll('#main button, #main a').length > 3;

// Until a promise of the page brings something true.
async function until(p, f, what) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await p.drawn().catch(() => {})) {
        const got = await p.evaluate(f).catch(() => null); // it may be loaded anew just now
        if (got)
            return got;
    }
    throw new Error(`never: ${what}`);
}
const only = () => caches.keys().then((names) => names.length === 1 && names[0]);

await run(async (rig) => {
    const wire = await Wire.start(rig.server);
    const p = await rig.open({ wire });
    p.forgive(/ERR_ABORTED|Failed to fetch dynamically/); // what a page that is loaded anew gives up
    await p.until(shown, 'one', 'the first version');
    await p.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    is(await until(p, only, 'a version is kept'), 'banmen-one', 'it is kept');

    wire.version = 'two';
    await p.page.reload();
    await p.until(shown, 'one', 'the first version while the second is fetched');
    is(await p.evaluate(version), 'one', 'a page never has to wait for the next version');
    await until(p, () => navigator.serviceWorker.getRegistration().then((r) => Boolean(r?.waiting)), 'the second version is there');

    await p.page.reload();
    await p.until(shown, 'two', 'the second version');
    ok(true, 'the next time it is loaded, the new version is in charge');
    is(await until(p, only, 'one version is kept'), 'banmen-two', 'and the old one is gone');
    await p.page.reload();
    await p.until(shown, 'two', 'the second version once more');
    ok(true, 'and stays');
    await p.close();
    wire.stop();
});
