// SPDX-License-Identifier: MIT
// wrong_links.mjs BANMEN FOLDER: a link that leads nowhere says so, in both languages, and leads home. TAP.
import { run, is, ok } from '../harness.mjs';

const WRONG = [
    ['#/nonsense', /no such page/, /ページはありません/],
    ['#/toString', /no such page/, /ページはありません/],
    ['#/%', /no such page/, /ページはありません/],
    ['#/play/nonsense', /no game called nonsense/, /nonsenseという種目/],
    ['#/new/nonsense', /no game called nonsense/, /nonsenseという種目/],
    ['#/variants/nonsense', /no game called nonsense/, /nonsenseという種目/],
    ['#/play/chess?second=level-9', /no player level-9/, /level-9という対局者/],
    ['#/play/chess?first=somebody', /no player somebody/, /somebodyという対局者/],
    ['#/play/chess?start=nonsense', /neither a FEN/, /^FEN.*startposでもありません$/],
    ['#/play/chess?clock=nonsense', /expected a time/, /^ここには時間を書きます/],
    ['#/analysis?fen=nonsense', /expected|should|rank|piece|position/i, /[ぁ-ん]/],
    ['#/analysis?sfen=9/9/9+b+-+1', /rank/i, /段/],
    ['#/analysis?variant=nonsense', /no game called nonsense/, /nonsenseという種目/],
    ['#/analysis?pgn=nonsense', /no game in this text/, /棋譜/],
    ['#/analysis?variant=chess&moves=e4,e6,Ke3', /^Ke3: /, /^Ke3: .*[ぁ-ん]/],
    ['#/analysis?game=nonsense', /no such game/i, /対局/],
    ['#/games/nonsense', /not kept in this browser/, /保存されていません/],
];

await run(async (rig) => {
    for (const [lang, i] of [['en', 1], ['ja', 2]]) {
        const p = await rig.open({ lang, settings: { lang } });
        p.forgive(/games\/nonsense/); // which the server does not have
        for (const wrong of WRONG) {
            await p.evaluate((hash) => { location.hash = hash; }, wrong[0]);
            const why = await p.until(() => document.body.dataset.screen === 'missing' && document.querySelector('[data-test=missing-why]')?.textContent,
                undefined, `words on ${wrong[0]}`);
            ok(wrong[i].test(why), `${lang}: ${wrong[0]} is told to be wrong`) || console.log(`# ${why}`);
            await p.press('[data-test=missing-home]');
            await p.until(() => document.body.dataset.screen === 'home' && document.querySelector('[data-test=game-chess]'), undefined, 'home');
        }
        await p.close();
    }
    const p = await rig.open({ route: '/#/nonsense', size: [360, 740] });
    await p.until(() => document.querySelector('[data-test=missing]'), undefined, 'the same at the first load');
    await p.picture('wrong-link');
    is(await p.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'it fits a phone');
    await p.close();
});
