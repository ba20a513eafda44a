// SPDX-License-Identifier: MIT
// error_texts.mjs BANMEN FOLDER: what is wrong with a variant's text, a position or a clock is told in the reader's
// language, by the page and by what the server answers. TAP.
import { run, is, ok } from '../harness.mjs';

const BAD_YAML = 'variant: mine\nextends: chess\npeices:\n  Q: {move: QX}\nboard: {size: 8x}\n';
const SIZES = [['phone', [360, 740]], ['desk', [1280, 800]]];
const ENGLISH = /[a-z]{2,} [a-z]{2,} [a-z]{2,}/; // a sentence, not a word of YAML

// What a box says once something is typed into a field.
async function said(p, field, text, box) {
    await p.evaluate(([field, text]) => {
        const at = document.querySelector(field);
        at.value = text;
        at.dispatchEvent(new Event('input', { bubbles: true }));
    }, [field, text]);
    return p.until((box) => document.querySelector(box)?.textContent.trim(), box, `words in ${box}`);
}

async function variants(p, lang, picture) {
    await p.evaluate(() => { location.hash = '#/variants/edit'; });
    await p.until(() => document.querySelector('[data-test=yaml]'), undefined, 'the editor');
    await said(p, '[data-test=yaml]', BAD_YAML, '[data-test=issues] .hint');
    const issues = await p.evaluate(() => [...document.querySelectorAll('[data-test=issues] .issue')].map((e) =>
        [e.querySelector('div > div').textContent, e.querySelector('.hint')?.textContent ?? '']));
    if (picture) await p.picture(picture);
    const all = issues.flat().join('\n');
    if (lang === 'ja') {
        ok(all.includes('不明なキー「peices」です。「pieces」ですか？'), 'a wrong key is told in Japanese');
        ok(all.includes('「8x」は盤の大きさではありません') && all.includes('8x8（列×段）'), 'so is a wrong size, with its hint');
        ok(!ENGLISH.test(all.replace(/キー: .*/g, '')), 'no English sentence is left') || console.log(`# ${all}`);
    } else {
        ok(all.includes("unknown key 'peices'; did you mean 'pieces'?"), 'a wrong key is told in English');
    }
}

async function newGame(p, lang, picture) {
    await p.evaluate(() => { location.hash = '#/new/chess'; });
    await p.until(() => document.querySelector('[data-test=start]'), undefined, 'the dialog of a new game');
    await p.evaluate(() => {
        document.querySelector('input[name=clock][value=text]').click();
        const start = document.querySelector('[data-test=start]');
        start.value = 'text';
        start.dispatchEvent(new Event('change'));
    });
    const fen = await said(p, '[data-test=start-text]', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1', '[data-test=start-wrong]');
    const clock = await said(p, '#clock-text', '10m+5+5', '[data-test=clock-wrong]');
    if (picture) {
        await p.evaluate(() => document.querySelector('[data-test=clock-wrong]').scrollIntoView({ block: 'center' }));
        await p.picture(picture);
    }
    const kings = await said(p, '[data-test=start-text]', '8/8/8/8/8/8/8/8 w - - 0 1', '[data-test=start-wrong]');
    if (lang === 'ja') {
        is(fen, '2段目は7マスあります（8マスのはずです）', 'a wrong FEN is told in Japanese');
        is(clock, '7文字目: 加算時間はすでにあります。+5は1回だけ書けます', 'so is a wrong clock');
        is(kings, 'この局面は指せません: 玉がありません', 'and a board that cannot be played');
    } else {
        is(fen, 'rank 2 has 7 files, not 8', 'a wrong FEN is told in English');
        ok(clock.includes('there is an increment already'), 'so is a wrong clock');
        is(kings, 'the board cannot be played: a king is missing', 'and a board that cannot be played');
    }
}

// What only the server refuses reaches the page by its API.
async function fromServer(p) {
    const text = await p.evaluate(async () => {
        const { errorDetails } = await import('/js/net/server.js');
        const { ApiError } = await import('/js/net/rest.js');
        const codes = [['bad_clock', 'this time is too long: at most 100 years'], ['bad_position', "'x' is no rank: 1 to 8"]];
        return Promise.all(codes.map(([code, detail]) => errorDetails(new ApiError(code, 422, detail))));
    });
    is(text, ['持ち時間の形式が正しくありません：時間が長すぎます（100年まで）',
        'この局面からは対局できません：「x」という段はありません（1〜8）'], 'what the server refuses has its reason in Japanese');
    const answer = await p.evaluate(async () => {
        const r = await fetch('/api/v1/games?lang=ja', { method: 'POST', headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ variant: 'chess', clock: '10m+5+5', seats: [{ kind: 'me' }, { kind: 'level', level: 1 }] }) });
        return r.json();
    });
    is(answer.detail, '加算時間はすでにあります。+5は1回だけ書けます', 'and its API answers in Japanese if asked to');
}

await run(async (rig) => {
    for (const lang of ['en', 'ja'])
        for (const [name, size] of SIZES) {
            const p = await rig.open({ lang, settings: { lang }, size });
            p.forgive(/422/);
            await variants(p, lang, lang === 'ja' && `mistakes-yaml-${name}`);
            await newGame(p, lang, lang === 'ja' && `mistakes-new-${name}`);
            if (lang === 'ja' && name === 'desk') await fromServer(p);
            is(await p.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${lang}: all fits ${name}`);
            await p.close();
        }
});
