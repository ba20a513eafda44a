// SPDX-License-Identifier: MIT
// zoom.mjs BANMEN FOLDER: a window of 1280 by 1024 pixels at 400 % is one of 320 by 256: nothing scrolls sideways, and a game
// can be played (WCAG 2.1, 1.4.10). TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

const SCREENS = ['#/', '#/games', '#/variants', '#/variants/xiangqi', '#/variants/edit', '#/lobby', '#/watch', '#/nonsense', '#/new/chess'];

// What is wider than the window, and may not be scrolled by itself.
const wide = () => {
    const out = [];
    if (document.documentElement.scrollWidth > innerWidth)
        out.push(`the page: ${document.documentElement.scrollWidth}`);
    for (const e of document.querySelectorAll('dialog[open], dialog[open] *, #main *')) {
        const r = e.getBoundingClientRect();
        if (r.width && r.right > innerWidth + 1 && !e.closest('.moves, pre, .editor, .there, .unseen, .mini, #top nav, bm-board'))
            out.push(`${e.tagName}.${e.className}: ${Math.round(r.right)}`);
    }
    return out.slice(0, 5);
};

await run(async (rig) => {
    for (const lang of ['en', 'ja']) {
        const p = await rig.open({ size: [320, 256], lang, settings: { lang } });
        for (const hash of SCREENS) {
            await p.evaluate((hash) => { location.hash = hash; }, hash);
            await p.until((name) => (document.body.dataset.screen === name || name === 'nonsense') && document.querySelector('#main .screen')?.childElementCount > 0 &&
                (name !== 'new' || document.querySelector('dialog[open]')), hash.split('/')[1] || 'home', hash);
            is(await p.evaluate(wide), [], `${lang}: ${hash} fits`);
        }
        await p.page.keyboard.press('Escape');
        for (const [game, move] of [['chess', 'e2e4'], ['shogi', '7g7f']]) {
            const b = new Board(p);
            await b.begin(game);
            is(await p.evaluate(wide), [], `${lang}: ${game} fits`);
            const seen = await p.evaluate(() => {
                document.querySelector('[data-test=board-box]').scrollIntoView();
                const r = document.querySelector('.bm-frame').getBoundingClientRect();
                return { whole: r.top >= -1 && r.bottom <= innerHeight + 1 && r.left >= -1 && r.right <= innerWidth + 1, side: Math.min(r.width, r.height) };
            });
            ok(seen.whole && seen.side >= 180, `${lang}: the whole board of ${game} is seen at once`) || console.log(`# ${JSON.stringify(seen)}`);
            await b.move(move);
            await p.picture(`zoom-${game}-${lang}`);
            await p.press('[data-stage] [data-do=resign]');
            await b.confirm();
            is((await b.end()).split(' ')[1], 'resignation', `${lang}: ${game} is played, and its buttons are reached`);
            await p.until(() => document.querySelector('dialog[open]'), undefined, 'the end');
            is(await p.evaluate(wide), [], `${lang}: its end fits`);
            await p.page.keyboard.press('Escape');
        }
        await p.press('[data-do=rules]');
        await p.until(() => document.querySelector('dialog[open] .pieces td'), undefined, 'the rules');
        is(await p.evaluate(wide), [], `${lang}: the rules fit`);
        await p.close();
    }
});
