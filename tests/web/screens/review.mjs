// SPDX-License-Identifier: MIT
// review.mjs BANMEN FOLDER: from the end of a game one press leads to its review: it grows, can be stopped and goes on, names what was
// better, lets one find it, is written into the game, and is kept: found under My games, also without a network. TAP.
import fs from 'node:fs';
import { run, is, ok, npm } from '../harness.mjs';
import { Board } from '../board.mjs';

const axe = npm('axe-core').source;
const panel = (state) => [(s) => document.querySelector('[data-test=review-panel]')?.dataset.state === s, state, `a review that is ${state}`];
const text = (p, selector) => p.evaluate((s) => document.querySelector(s)?.textContent ?? '', selector);

async function games(p, n) {
    await p.evaluate(() => { location.hash = '#/games'; });
    await p.until((n) => document.querySelectorAll('[data-test=game-row]').length === n, n, `${n} games`);
}

await run(async (rig) => {
    for (const [lang, size] of [['en', [1440, 900]], ['ja', [360, 640]]]) {
        const p = await rig.open({ lang, size, touch: size[0] < 800, dark: lang === 'ja' });
        const b = new Board(p, size[0] < 800 ? 'touch' : 'click');
        await b.begin('chess');
        await b.play('e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7');
        await b.end();
        await p.press('dialog[open] [data-test=end-review]');
        await p.until(...panel('running'));
        await p.press('[data-test=review-stop]');
        await p.until(...panel('stopped'));
        await p.page.selectOption('[data-test=review-effort]', 'quick');
        await p.press('[data-test=review-start]');
        await p.until(...panel('done'));
        is(await p.evaluate(() => [...document.querySelectorAll('[data-test=review-mistake]')].map((e) => e.dataset.ply)), ['6'], `${lang}: the mistake is found`);
        ok(/%/.test(await text(p, '[data-test=review-sums]')), `${lang}: with the accuracy of both`);
        ok(await p.evaluate(() => document.querySelectorAll('.graph .first, .graph .edge').length >= 2), `${lang}: and a graph`);
        await p.press('[data-test=review-mistake]');
        await p.until(() => document.querySelector('[data-test=study]').dataset.ply === '6', undefined, 'the mistake on the board');
        ok(await p.evaluate(() => document.querySelector('.mv[aria-current]').classList.contains('v-blunder')), `${lang}: a press goes there`);
        await p.picture(`review-${lang}`);
        await p.evaluate(axe);
        is(await p.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations
            .filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')}`)), [], `${lang}: axe is content with it`);
        ok(await p.evaluate((w) => document.documentElement.scrollWidth <= w, size[0]), `${lang}: it does not scroll sideways`);

        // Learning: the same mistake is none, something else is tried, then the best.
        await p.press('[data-test=review-learn]');
        await p.until(() => document.querySelector('[data-test=study]').dataset.ply === '5', undefined, 'the position before');
        const learnt = (state) => [(s) => document.querySelector('[data-test=learn]').dataset.state === s, state, `an answer that is ${state}`];
        const go = async (move) => {
            const { from, hand, to } = await b.parts(move);
            await b.go(from, hand, to);
        };
        await go('g8f6');
        await p.until(...learnt('wrong'));
        await go('a7a6');
        await p.until(...learnt('wrong'));
        const edits = await p.evaluate(() => document.querySelector('[data-test=study]').dataset.edits);
        await go('g7g6');
        await p.until(...learnt('right'));
        is([edits, await p.evaluate(() => document.querySelector('[data-test=study]').dataset.edits)], ['0', '0'], `${lang}: answers are no edits`);
        await p.press('[data-test=learn-next]');
        await p.until(() => document.querySelector('[data-test=learn]').hidden, undefined, 'no more mistakes');

        // Written into the game, kept, found by a position and exported.
        await p.press('[data-test=review-write]');
        await p.until(() => document.querySelectorAll('[data-test=tree] .var').length > 0, undefined, 'better lines in the tree');
        await p.until(() => document.querySelector('[data-test=study]').dataset.saved, undefined, 'the analysis to be kept');
        await games(p, 1);
        await p.page.fill('[data-test=list-position]', 'e4 e5 Bc4 Nc6');
        await p.until(() => document.querySelector('[data-test=games-count]').textContent, undefined, 'a count');
        await p.page.fill('[data-test=list-position]', 'd4');
        await p.until(() => document.querySelectorAll('[data-test=game-row]').length === 0, undefined, 'no game with another opening');
        await p.page.fill('[data-test=list-position]', '');
        await p.until(() => document.querySelectorAll('[data-test=game-row]').length === 1, undefined, 'all games again');
        await p.page.fill('[data-test=list-search]', 'xiangqi');
        await p.until(() => document.querySelectorAll('[data-test=game-row]').length === 0, undefined, 'no game of these words');
        await p.page.fill('[data-test=list-search]', '');
        await p.until(() => document.querySelectorAll('[data-test=game-row]').length === 1, undefined, 'all games');
        await p.press('[data-test=games-export-all]');
        const [file] = await Promise.all([p.page.waitForEvent('download'), p.press('[data-test=export-all-pgn]')]);
        ok(/Nf6 \$4/.test(fs.readFileSync(await file.path(), 'utf8').replace(/\s+/g, ' ')), `${lang}: the analysis is in the file of all games`);
        await p.page.keyboard.press('Escape');

        // Another day, without a network.
        if (lang === 'en') {
            await p.until(() => navigator.serviceWorker.ready.then(() => true), undefined, 'what keeps the page');
            await p.page.reload();
            await p.until(() => !!navigator.serviceWorker.controller, undefined, 'the page to be kept');
            await p.page.context().setOffline(true);
            p.forgive(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch|NetworkError/);
            await p.page.reload();
            await p.until(() => document.querySelectorAll('[data-test=game-row]').length === 1, undefined, 'the game, without a network');
            await p.press('[data-test=game-analyse]');
            await p.until(() => document.querySelectorAll('[data-test=tree] .var').length > 0, undefined, 'its analysis');
            ok(true, 'without a network the analysis is found again');
            await p.page.context().setOffline(false);
        }
        await p.close();
    }
});
