// SPDX-License-Identifier: MIT
// What a person does with several games at a time, for both browsers: in the middle of one game another is begun,
// something is looked up in a third, and each is found again as it was. On a phone and on a desktop.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import { is, ok } from './harness.mjs';
import { Board } from './board.mjs';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const stage = (s) => [(s) => document.querySelector('[data-stage]')?.dataset.stage === s, s, `stage ${s}`];
const ply = (n) => [(n) => document.querySelector('[data-stage]')?.dataset.ply === String(n), n, `${n} moves`];
const running = (n, turns) => [([n, turns]) => [...document.querySelectorAll('[data-test=running]')].some((e) => e.dataset.running === String(n) && e.dataset.turns === String(turns)),
    [n, turns], `${n} running games, ${turns} to move in`];

async function serious(p) {
    await p.evaluate(axe);
    return p.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations
        .filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')}`));
}

// Firefox draws what is in front alone.
async function front(p) {
    if (p.rig.firefox)
        await p.page.bringToFront();
    return p;
}

async function visit(p, hash) {
    await p.evaluate((hash) => { location.hash = hash; }, hash);
}

export async function severalGames(rig, size) {
    const where = size.join('x');
    const a = await rig.open({ size, touch: size[0] < 500 && !rig.firefox });
    const b = await rig.open();
    const how = size[0] < 500 && !rig.firefox ? 'touch' : 'click';
    const mine = new Board(a, how), theirs = new Board(b);

    await front(a);
    // A game that is over, to look something up in later.
    await mine.begin('chess');
    await mine.play('f2f3 e7e5 g2g4 d8h4');
    await a.press('[data-test=end-look]');
    // The first: a game of shogi at this board.
    await mine.begin('shogi');
    await mine.play('7g7f 3c3d');
    // In its middle another one: a friend by link, who moves first.
    await visit(a, '#/new/chess');
    await a.press('dialog[open] [name=opponent][value=link]');
    await a.press('dialog[open] [name=side][value="1"]');
    await a.press('dialog[open] [name=clock][value="15m+10"]');
    await a.press('dialog[open] [data-do=start]');
    const link = await a.until(() => deep('[data-link]')[0]?.value, undefined, 'a link');
    await front(b);
    await b.goto(`/${link.slice(link.indexOf('#'))}`);
    await b.press('[data-do=join]');
    await b.until(...stage('playing'));
    await front(a);
    await a.until(...stage('playing'));
    const game = await a.evaluate(() => location.hash);
    await a.until(...running(1, 0));
    ok(true, `${where}: over the second game there is a way to the first`);

    // Something is looked up in the third, the one that is over; meanwhile the friend moves.
    await visit(a, '#/games');
    await a.until(() => document.querySelectorAll('[data-test=game-row]').length >= 2, undefined, 'the kept games');
    await front(b);
    await theirs.play('e2e4');
    await front(a);
    await a.until(...running(2, 1));
    ok(true, `${where}: the bar says that it is one's turn`);
    is(await a.evaluate(() => document.querySelector('#top [data-test=running]').getAttribute('aria-label')), 'Running games: 2. Waiting for you: 1', `${where}: also to a screen reader`);
    await a.picture(`several-games-${rig.firefox ? 'firefox-' : ''}${where}-bar`);
    const row = await a.until(() => {
        const at = [...document.querySelectorAll('[data-test=game-row]')].find((e) => !/Shogi/.test(e.textContent) && e.querySelector('a[href*=analysis]'));
        return at?.querySelector('a[href*=analysis]').getAttribute('href');
    }, undefined, 'the game that is over');
    await visit(a, row);
    await a.until(() => document.querySelector('[data-test=study]'), undefined, 'the third game');
    await a.evaluate(() => document.activeElement?.blur());
    await a.page.keyboard.press('Home');
    await a.page.keyboard.press('ArrowRight');
    await a.until(() => document.querySelector('[data-test=study]').dataset.ply === '1', undefined, 'its first move');
    ok(true, `${where}: something is looked up in a third game`);

    // Back to the second from there, where it is one's turn.
    await a.press('[data-test=running]');
    await a.until(() => document.querySelectorAll('[data-test=running-dialog][open] [data-running-game]').length === 2, undefined, 'the running games');
    is(await a.evaluate(() => [...document.querySelectorAll('[data-running-game]')].map((e) => e.dataset.turn)), ['yes', 'no'], `${where}: one's turn comes first`);
    await a.picture(`several-games-${rig.firefox ? 'firefox-' : ''}${where}-menu`);
    is(await serious(a), [], `${where}: axe is content with the running games`);
    await a.press(`[data-running-game="${game}"]`);
    await a.until(...ply(1));
    await a.until(...stage('playing'));
    await mine.move('e7e5');
    await front(b);
    await b.until(...ply(2));
    is(await theirs.pieces(['e4', 'e5']), { e4: 'P0', e5: 'P1' }, `${where}: the second goes on where it was`);

    // From there to the first, by the keyboard.
    await front(a);
    await a.until(...running(1, 0));
    await a.evaluate(() => document.querySelector('.g-tools [data-test=running]').focus());
    await a.page.keyboard.press('Enter');
    await a.until(() => document.querySelector('[data-test=running-dialog][open] [data-running-game]'), undefined, 'the other games');
    is(await a.evaluate(() => document.querySelectorAll('[data-running-game]').length), 1, `${where}: the game on the screen is not listed`);
    await a.evaluate(() => document.querySelector('[data-running-game]').focus());
    await a.page.keyboard.press('Enter');
    await a.until(() => deep('[data-name="7f"]').length > 0, undefined, 'the board of shogi');
    await a.until(...ply(2));
    is(await mine.pieces(['7f', '3d']), { '7f': 'P0', '3d': 'P1' }, `${where}: the first is as it was left`);
    await mine.move('2g2f');

    // Nothing is lost by closing the page.
    await a.goto('/');
    await a.until(...running(2, 0));
    await a.press('#top [data-test=running]');
    await a.press('[data-running-game^="#/games/"]');
    await a.until(...ply(3));
    ok(true, `${where}: after a new start each is found again`);
    await a.close();
    await b.close();
}
