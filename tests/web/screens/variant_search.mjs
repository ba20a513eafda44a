// SPDX-License-Identifier: MIT
// variant_search.mjs BANMEN FOLDER: the list of variants is searched by titles and by descriptions, in both languages. TAP.
import { run, is, ok } from '../harness.mjs';

const shown = () => [...document.querySelectorAll('[data-test=variant-list] li')].filter((e) => !e.hidden).map((e) => e.firstChild.dataset.test.slice(8));

await run(async (rig) => {
    for (const [lang, words] of [['en', 'rubber duck'], ['ja', 'アヒル']]) {
        const p = await rig.open({ route: '/#/variants', lang });
        await p.until(() => document.querySelectorAll('[data-test=variant-list] li').length > 50, undefined, 'the list');
        await p.page.fill('[data-test=variants-search]', words);
        await p.until(() => [...document.querySelectorAll('[data-test=variant-list] li')].some((e) => !e.hidden), undefined, 'a game of this description');
        ok((await p.evaluate(shown)).includes('duck'), `a word of the description finds the game (${lang})`);
        await p.page.fill('[data-test=variants-search]', 'no such words');
        is(await p.evaluate(shown), [], 'what is said nowhere finds nothing');
        await p.close();
    }
});
