// SPDX-License-Identifier: MIT
// online.mjs BANMEN FOLDER: two people by link, a network that is cut, chat, rematch, spectators, the
// lobby. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';
import { Wire } from '../network_proxy.mjs';

const ply = (n) => [(n) => Number(document.querySelector('[data-stage]')?.dataset.ply) >= n, n, `${n} moves`];
const stage = (s) => [(s) => document.querySelector('[data-stage]')?.dataset.stage === s, s, `stage ${s}`];
const net = (s) => [(s) => document.querySelector('[data-net]')?.dataset.net === s, s, `net ${s}`];

// Bilingual see the move of one of them.
async function play(boards, text, first = 0) {
    let n = await boards[0].ply();
    for (const m of text.split(' ')) {
        await boards[(n + first) % 2].move(m);
        n++;
        for (const b of boards)
            await b.page.until(...ply(n));
    }
}

// A game by link: who opens it sits first.
async function byLink(a, b, variant, clock = '10m') {
    await a.evaluate((variant) => { location.hash = `#/new/${variant}`; }, variant);
    await a.until(() => document.querySelector('dialog[open] [data-do=start]'), undefined, 'the dialog for a new game');
    await a.press('dialog[open] [name=opponent][value=link]');
    await a.press('dialog[open] [name=side][value="0"]');
    await a.press(`dialog[open] [name=clock][value="${clock}"]`);
    await a.press('dialog[open] [data-do=start]');
    const link = await a.until(() => {
        const e = deep('[data-link]')[0];
        return e && (e.value || e.dataset.link);
    }, undefined, 'a link');
    await a.picture(`online-link-${variant}`);
    await b.goto(`/${link.slice(link.indexOf('#'))}`);
    // The terms stand before the seat: nothing begins by opening the link.
    await b.until(() => document.querySelector('[data-test=terms] dd'), undefined, 'the terms');
    await b.picture(`online-terms-${variant}`);
    const terms = await b.evaluate(() => [...document.querySelectorAll('[data-test=terms] dd')].map((e) => e.textContent));
    is(terms, ['チェス', '10分', '黒', 'ゲスト', 'なし（レートは変わりません）', '相手の同意があれば可'], 'who is invited reads the terms');
    is(await a.evaluate(() => document.querySelector('[data-test=link-page]') !== null), true, 'and nothing has begun');
    await b.press('[data-do=join]');
    return link;
}

await run(async (rig) => {
    const wire = await Wire.lay(rig.server);
    const a = await rig.open(), b = await rig.open({ wire, lang: 'ja' });
    b.forgive(/WebSocket|ERR_|Failed to load/); // while it is cut
    const boards = [new Board(a), new Board(b)];
    await byLink(a, b, 'chess');
    for (const p of [a, b])
        await p.until(...stage('playing'));
    ok(true, 'two people meet by link');
    await play(boards, 'e2e4 e7e5');
    is(await boards[1].pieces(['e4', 'e5']), { e4: 'P0', e5: 'P1' }, 'each sees the moves of the other');

    // The wire is cut; the other goes on; everything is there when it is mended.
    wire.cut();
    await b.until(() => ['lost', 'connecting'].includes(document.querySelector('[data-net]').dataset.net), undefined, 'a lost network');
    ok(true, 'a cut shows');
    await b.picture('online-cut');
    await boards[0].move('d1h5');
    wire.mend();
    await b.until(...net('ok'));
    await b.until(...ply(3));
    is(await boards[1].pieces(['h5']), { h5: 'Q0' }, 'after a cut it goes on by itself, and nothing is lost');
    // Who has left is shown as away, with a countdown.
    wire.cut();
    await a.until(() => document.querySelector('[data-test=away]') && document.querySelector('.lost-touch'), undefined, 'that the opponent is away');
    ok(await a.evaluate(() => [...document.querySelectorAll('[data-test=away] button')].every((b) => !b.getClientRects().length)), 'nothing can be claimed yet');
    await a.picture('online-away');
    wire.mend();
    await b.until(...net('ok'));
    await a.until(() => !document.querySelector('[data-test=away]'), undefined, 'that the opponent is back');
    ok(true, 'who is away is shown, until the return');
    await play(boards, 'b8c6 f1c4');

    // Chat.
    const say = async (p, text) => {
        await p.page.fill('[data-chat] input[name=text]', text);
        await p.page.press('[data-chat] input[name=text]', 'Enter');
    };
    await say(a, 'good luck <b>');
    await b.until(() => deep('[data-chat-line]').some((e) => e.textContent.includes('good luck <b>')), undefined, 'a line of chat');
    ok(true, 'what one says the other reads, as it was said');

    // A spectator.
    const id = await a.evaluate(() => /#\/g\/([^/?]+)/.exec(location.hash)[1]);
    const c = await rig.open({ route: `/#/g/${id}` });
    await c.until(...ply(5));
    is(await new Board(c).pieces(['c4']), { c4: 'B0' }, 'a spectator sees the game');
    is(await c.evaluate(() => deep('[data-chat-line]').length), 0, 'but not what the players say');
    await a.until(() => [...document.querySelectorAll('.g-side p')].at(-1)?.textContent.includes('1'), undefined, 'one spectator is counted');
    is(await c.evaluate(() => deep('[data-do=resign]').filter((e) => e.getClientRects().length).length), 0, 'and has no part in it');
    await play(boards, 'g8f6 h5f7');
    await c.until(...stage('over'));
    for (const board of boards)
        is(await board.end(), 'first checkmate', 'it ends by mate');
    ok(true, 'which the spectator sees');
    await c.close();

    // Once more, with sides changed.
    for (const p of [a, b])
        await p.press('dialog[open] [data-do=rematch]');
    for (const p of [a, b])
        await p.until(() => document.querySelector('[data-stage]')?.dataset.stage === 'playing' &&
            document.querySelector('[data-stage]').dataset.ply === '0', undefined, 'a rematch');
    await boards[1].move('d2d4');
    await a.until(...ply(1));
    ok(true, 'a rematch has the sides changed');
    await boards[1].act('resign');
    await boards[1].confirm();
    is(await boards[0].end(), 'second resignation', 'who resigns loses');

    // The lobby.
    for (const p of [a, b])
        await p.goto('/#/lobby');
    await a.press('[data-do=seek]');
    await a.press('dialog[open] [data-do=start]');
    await b.until(() => deep('[data-seek]').length, undefined, 'what is sought');
    await b.press('[data-seek] [data-do=accept], [data-seek][data-do=accept]');
    for (const p of [a, b])
        await p.until(...stage('playing'));
    ok(true, 'two people meet in the lobby');
    const d = await rig.open({ route: '/#/watch' });
    await d.until(() => deep('[data-game]').length, undefined, 'games to watch');
    await d.press('[data-game] a, [data-game] button, a[data-game]');
    await d.until(...stage('playing'));
    ok(true, 'and can be watched');
    await d.close();
    await a.close();
    await b.close();
    wire.remove();
});
