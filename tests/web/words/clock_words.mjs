// SPDX-License-Identifier: MIT
// clock_words.mjs BANMEN FOLDER: time controls in words, in both languages, by the function that every screen uses. TAP.
import { run, is } from '../harness.mjs';

const WORDS = {
    none: ['No clock', '時計なし'],
    '10m': ['10 minutes', '10分'],
    '10m+5': ['10 minutes + 5 seconds a move', '10分＋1手ごとに5秒'],
    '1m+1': ['1 minute + 1 second a move', '1分＋1手ごとに1秒'],
    '90+0.5': ['1 minute 30 seconds + 0.5 seconds a move', '1分30秒＋1手ごとに0.5秒'],
    '10m+30b': ['10 minutes, then byoyomi of 30 seconds a move', '10分、その後は秒読み1手30秒'],
    '10m+30x3b': ['10 minutes, then byoyomi of 30 seconds a move (3 periods)', '10分、その後は秒読み1手30秒（3回）'],
    '0+30b': ['Byoyomi of 30 seconds a move', '秒読み1手30秒'],
    '10m+5+30b': ['10 minutes + 5 seconds a move, then byoyomi of 30 seconds a move', '10分＋1手ごとに5秒、その後は秒読み1手30秒'],
    '300+5d': ['5 minutes, a delay of 5 seconds each move', '5分、1手ごとに猶予5秒'],
    '0+5': ['5 seconds more with each move', '1手ごとに5秒加算'],
    '30/move': ['30 seconds a move', '1手30秒'],
    '3days': ['3 days a move', '1手3日'],
    '1day': ['1 day a move', '1手1日'],
    '1.5h': ['1 hour 30 minutes', '1時間30分'],
    '10m,5m': ['10 minutes against 5 minutes', '先手は10分、後手は5分'],
    'no clock': ['no clock', 'no clock'], // stays as it is
};

await run(async (rig) => {
    for (const [i, lang] of ['en', 'ja'].entries()) {
        const p = await rig.open({ lang });
        await p.until(() => document.querySelector('[data-test=home-play-computer]'), undefined, 'the home screen');
        const said = await p.evaluate(async (texts) => {
            const { clockWords, loadClockWords } = await import('/js/game/clock_words.js');
            const [core] = await Promise.all([import('/js/core/shared_core.js').then((m) => m.sharedCore()), loadClockWords()]);
            return texts.map((text) => clockWords(core, text));
        }, Object.keys(WORDS));
        is(said, Object.values(WORDS).map((w) => w[i]), `time controls in words (${lang})`);
        // The dialog for a new game says the same, in its choices and while a text is typed.
        await p.press('[data-test=home-play-computer]');
        await p.until(() => document.querySelector('dialog[open] [name=clock]'), undefined, 'the dialog');
        is(await p.evaluate(() => document.querySelector('dialog[open] [name=clock][value="5m+3"]').parentElement.textContent),
            ['5 minutes + 3 seconds a move', '5分＋1手ごとに3秒'][i], `a choice of the new game (${lang})`);
        await p.press('dialog[open] [name=clock][value=text]');
        await p.page.fill('#clock-text', '10m+30x3b');
        is(await p.until(() => document.querySelector('[data-test=clock-words]').textContent), WORDS['10m+30x3b'][i], `what is typed is read back (${lang})`);
        await p.page.fill('#clock-text', 'ten');
        is(await p.until(() => document.querySelector('[data-test=clock-wrong]').textContent && document.querySelector('[data-test=clock-words]').textContent === ''), true,
            'a text that cannot be read is not');
        await p.picture(`clock-words-${lang}`);
        await p.close();
    }
});
