// SPDX-License-Identifier: MIT
// screen_sizes.mjs BANMEN FOLDER: every screen in each language at each size: nothing is cut, nothing scrolls
// sideways, squares can be hit, axe has nothing serious to say. TAP.
import { run, is, ok, npm, SIZES } from '../harness.mjs';
import { Board } from '../board.mjs';

const axe = npm('axe-core').source;
const GAMES = ['chess', 'shogi', 'xiangqi', 'raumschach', 'glinski', 'crazyhouse'];
// Squares of these are large enough for a finger wherever there is room for that.
const EIGHT = ['chess'];

// What axe calls serious or critical: on the smallest screen in English and light, on the largest in Japanese and dark.
async function serious(p) {
    if (p.options.size[0] !== (p.options.lang === 'en' ? 360 : 1440))
        return [];
    if (!await p.evaluate(() => 'axe' in window))
        await p.evaluate(axe);
    return p.evaluate(async () => {
        const found = await window.axe.run(document, { resultTypes: ['violations'] });
        return found.violations.filter((v) => ['serious', 'critical'].includes(v.impact))
            .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target.join(' ')} (${n.any[0]?.message ?? ''})`).join(' | ')}`);
    });
}

// Whether nothing is wider than the screen. A phone would show the page smaller, so that the window's own
// width tells nothing.
function fits(p) { return p.evaluate((w) => document.documentElement.scrollWidth <= w, p.options.size[0]); }

// How the board lies on the screen.
function measure(p) {
    return p.evaluate(([w, h]) => {
        const squares = deep('[data-name]').map((e) => e.getBoundingClientRect()).filter((r) => r.width);
        const hands = deep('[data-hand]').map((e) => e.getBoundingClientRect()).filter((r) => r.width);
        const all = squares.concat(hands);
        return {
            inside: all.every((r) => r.left >= -1 && r.top >= -1 && r.right <= w + 1 && r.bottom <= h + 1),
            square: Math.min(...squares.map((r) => Math.min(r.width, r.height))),
            files: new Set(squares.map((r) => Math.round(r.left))).size,
            sideways: document.documentElement.scrollWidth - w,
            down: document.documentElement.scrollHeight - h,
        };
    }, p.options.size);
}

await run(async (rig) => {
    for (const lang of ['en', 'ja'])
        for (const [w, h] of SIZES) {
            const dark = lang === 'ja'; // each theme at each size
            const p = await rig.open({ size: [w, h], lang, dark, touch: w < 800 || h < 500 });
            const b = new Board(p, w < 800 || h < 500 ? 'touch' : 'click'), where = `${lang} ${w}x${h}`;
            await p.until(() => document.querySelectorAll('#main a, #main button').length > 3 && document.querySelector('[data-test=nav-watch]') &&
                document.querySelector('.header-slot').childElementCount > 1, undefined, 'the first screen, its bar complete');
            await p.picture(`${lang}-${w}x${h}-home`);
            ok(await fits(p), `${where}: the first screen does not scroll sideways`);
            is(await serious(p), [], `${where}: axe is content with the first screen`);
            ok(await p.evaluate(() => document.querySelector('#top nav').scrollWidth <= document.querySelector('#top nav').clientWidth),
                `${where}: the bar shows all its links`);
            for (const screen of ['variants', 'variants/edit', 'variants/marseillais', 'lobby', 'watch', 'puzzles', 'puzzles/tsume?at=40', 'setup?game=shogi', 'setup?game=chess', 'solve?game=shogi', 'new/shogi']) {
                await p.evaluate((hash) => { location.hash = hash; }, `#/${screen}`);
                await p.until((name) => document.body.dataset.screen === name &&
                    document.querySelector('#main .screen')?.childElementCount > 0 &&
                    (name !== 'new' || document.querySelector('dialog[open]')), screen.split(/[/?]/)[0]);
                await p.picture(`${lang}-${w}x${h}-${screen.replace(/\W/g, '-')}`);
                ok(await fits(p), `${where}: ${screen} does not scroll sideways`);
                is(await serious(p), [], `${where}: axe is content with ${screen}`);
            }
            for (const game of GAMES) {
                await b.begin(game);
                await p.until(() => deep('[data-name]')[0]?.getBoundingClientRect().width > 4, undefined, 'a board that is drawn');
                const m = await measure(p);
                await p.picture(`${lang}-${w}x${h}-${game}`);
                ok(m.inside, `${where}: the board of ${game} is seen whole`) || console.log(`# ${JSON.stringify(m)}`);
                ok(m.sideways <= 0, `${where}: ${game} does not scroll sideways`);
                if (EIGHT.includes(game))
                    ok(m.square >= Math.min(40, Math.floor((Math.min(w, h) - 16) / 9)), `${where}: squares of ${game} can be hit`) ||
                        console.log(`# ${JSON.stringify(m)}`);
                if (game === 'chess' || game === 'shogi')
                    is(await serious(p), [], `${where}: axe is content with ${game}`);
            }
            // Dialogs, and a game that waits for somebody.
            await b.begin('chess');
            await p.press('[data-stage] [data-do=settings]');
            await p.until(() => document.querySelector('dialog[open]'), undefined, 'settings');
            await p.picture(`${lang}-${w}x${h}-settings`);
            ok(await fits(p), `${where}: the settings fit`);
            is(await serious(p), [], `${where}: axe is content with the settings`);
            await p.page.keyboard.press('Escape');
            await b.play('f2f3 e7e5 g2g4 d8h4');
            await p.until(() => document.querySelector('dialog[open] [data-do=rematch]'), undefined, 'the end');
            await p.picture(`${lang}-${w}x${h}-end`);
            ok(await fits(p), `${where}: the end fits`);
            is(await serious(p), [], `${where}: axe is content with the end`);
            await p.evaluate(() => { location.hash = '#/new/chess'; });
            await p.press('dialog[open] [name=opponent][value=link]');
            await p.press('dialog[open] [data-do=start]');
            await p.until(() => deep('[data-link]').length > 0, undefined, 'a link');
            await p.picture(`${lang}-${w}x${h}-link`);
            ok(await fits(p), `${where}: a game that waits fits`);
            is(await serious(p), [], `${where}: axe is content with a game that waits`);
            await p.close();
        }
});
