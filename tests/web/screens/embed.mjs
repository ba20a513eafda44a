// SPDX-License-Identifier: MIT
// embed.mjs BANMEN FOLDER [firefox]: <bm-board> on a page of another site, from one script; nothing else may be framed. TAP.
import http from 'node:http';
import { run, is, ok } from '../harness.mjs';

const FEN = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const body = (address) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>elsewhere</title><script src="http://${address}/embed/board.js"></script>
<h1>elsewhere</h1>
<bm-board id="position" fen="${FEN}" orientation="second" lang="en"></bm-board>
<bm-board id="game" pgn="1. e4 e5 2. Nf3 Nc6 3. Bb5+ a6 *" ply="3" lang="en"></bm-board>
<bm-board id="shogi" variant="shogi" moves="7g7f 3c3d" lang="ja"></bm-board>
<bm-board id="wrong" fen="nonsense" lang="ja"></bm-board>`;

// A page of another site.
async function elsewhere(address) {
    const server = http.createServer((request, answer) => answer.writeHead(200, { 'Content-Type': 'text/html' }).end(request.url === '/' ? body(address) : ''));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
}

// What the frame of an element says, once it says it; asked again until then.
async function inFrame(p, id, what, f, arg) {
    for (const end = Date.now() + 20000; Date.now() < end; await p.drawn()) {
        for (const frame of p.page.frames()) {
            const element = frame === p.page.mainFrame() ? null : await frame.frameElement().catch(() => null);
            if (!element || await element.evaluate((e) => e.getRootNode().host?.id) !== id) continue;
            const got = await frame.evaluate(f, arg).catch(() => null);
            if (got) return got;
        }
    }
    throw new Error(`never: ${what} in ${id}`);
}

const position = (want) => document.querySelector('bm-board[data-ready]')?.view?.position.startsWith(want) && document.querySelector('bm-board').view.position;

await run(async (rig) => {
    const other = await elsewhere(rig.server.address);
    const p = await rig.open({ route: null });
    try {
        await p.page.goto(`http://127.0.0.1:${other.address().port}/`);
        is(await inFrame(p, 'position', 'a position', position, FEN.split(' ')[0]), FEN, 'a position is shown');
        ok(await inFrame(p, 'position', 'the other side', () => document.querySelector('bm-board').options?.flipped ?? document.querySelector('bm-board')._options.flipped), 'from the other side');
        ok(await inFrame(p, 'game', 'a game', () => document.querySelector('[data-test=embed]')?.dataset.ply === '3'), 'a game begins at the move that is wanted');
        await inFrame(p, 'game', 'a press', () => document.querySelector('[data-do=next]').click() ?? true);
        ok(await inFrame(p, 'game', 'the next move', () => document.querySelector('[data-test=embed]').dataset.ply === '4'), 'it is stepped through by a button');
        await inFrame(p, 'game', 'a key', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'End' })));
        ok(await inFrame(p, 'game', 'the last move', () => document.querySelector('[data-test=embed]').dataset.ply === '6'), 'and by keys');
        ok((await inFrame(p, 'game', 'a link', () => document.querySelector('[data-do=analyse]').href)).includes('/#/analysis?pgn='), 'a link leads to the analysis board');
        ok(await inFrame(p, 'shogi', 'shogi', () => document.documentElement.lang === 'ja' && document.querySelector('[data-do=prev]')?.getAttribute('aria-label')), 'shogi, in Japanese');
        ok(/[ぁ-ん]/.test(await inFrame(p, 'wrong', 'a word', () => document.querySelector('[data-test=embed-wrong]')?.textContent)), 'what is wrong is told');
        await p.picture('embed');
        // A frame out of sight is not drawn.
        await p.evaluate(() => document.getElementById('wrong').scrollIntoView());
        await p.evaluate(() => document.getElementById('wrong').setAttribute('fen', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'));
        ok(await inFrame(p, 'wrong', 'another position', position, '4k3/8/8/8/8/8/4P3/4K3'), 'a changed attribute is another position');
        // Only what is made for it may be framed and loaded elsewhere.
        const headers = async (path) => (await fetch(`http://${rig.server.address}${path}`)).headers;
        for (const path of ['/embed/board.html', '/embed/board.js']) {
            const h = await headers(path);
            is([h.get('x-frame-options'), h.get('cross-origin-resource-policy'), /frame-ancestors \*$/.test(h.get('content-security-policy'))], [null, 'cross-origin', true], `${path} may be used elsewhere`);
        }
        const own = await headers('/');
        is([own.get('x-frame-options'), own.get('cross-origin-resource-policy'), /frame-ancestors 'none'$/.test(own.get('content-security-policy'))], ['DENY', 'same-origin', true], 'the app may not');
        await p.goto('/embed/example.html');
        await p.until(() => document.querySelectorAll('bm-board').length === 3 && customElements.get('bm-board'), undefined, 'the page with examples');
        ok(true, 'there is a page with examples');
    } finally {
        await p.close();
        other.closeAllConnections();
        other.close();
    }
}, { firefox: process.argv[4] === 'firefox' });
