// SPDX-License-Identifier: MIT
// account_games.mjs BANMEN FOLDER: the games of an account in two browsers: those from before the log-in, what was done
// without a network, deletion, and the account's end. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';

// Passwords are hashed in threads of low priority: the page and the test wait for them until the test's own time limit.
async function open(rig) {
    const p = await rig.open({ route: null });
    await p.context.addInitScript(() => { AbortSignal.timeout = () => new AbortController().signal; });
    await p.goto();
    p.forgive(/ERR_INTERNET_DISCONNECTED/);
    return p;
}

async function go(p, hash) {
    await p.evaluate((hash) => { location.hash = hash; }, hash);
}

async function enter(p, how) {
    await go(p, '#/lobby');
    await p.press('[data-test=account]');
    await p.page.fill('[data-test=account-name]', 'Keeper');
    await p.page.fill('[data-test=account-password]', 'Keeper secret');
    await p.press(`[data-test=account-${how}]`);
    await p.page.waitForFunction(() => document.querySelector('[data-test=account]')?.textContent.includes('Keeper'), undefined, { timeout: 0 });
}

// The list has these games, and it says how it stands with the account.
async function list(p, games, state) {
    await go(p, '#/');
    await p.until(() => document.body.dataset.screen === 'home');
    await go(p, '#/games');
    await p.until(([games, state]) => document.body.dataset.screen === 'games' &&
        [...document.querySelectorAll('[data-test=game-row] strong')].map((e) => e.textContent).sort().join() === games &&
        (document.querySelector('[data-test=games-sync]')?.dataset.state ?? 'off') === state, [games, state], `games: ${games} (${state})`);
    ok(true, `${games || 'no game'}: ${state}`);
}

await run(async (rig) => {
    const home = await open(rig), away = await open(rig);
    const board = new Board(home), other = new Board(away);
    await board.begin('chess');
    await board.play('e2e4 e7e5');
    await enter(home, 'signup');
    await list(home, 'Chess', 'done');
    await home.picture('account-games');

    await enter(away, 'login');
    await list(away, 'Chess', 'done');
    await away.press('[data-test=game-open]');
    await away.until(() => document.querySelector('[data-stage]')?.dataset.ply === '2');
    await other.move('g1f3');
    ok(true, 'a game of another browser goes on here');
    await list(away, 'Chess', 'done');

    // Without a network.
    await away.context.setOffline(true);
    await other.begin('shogi');
    await other.move('7g7f');
    await list(away, 'Chess,Shogi', 'offline');
    await list(home, 'Chess', 'done');
    await home.until(() => document.querySelector('[data-test=game-row]')?.textContent.includes('3 moves'));
    await home.press('[data-test=game-open]');
    await home.until(() => document.querySelector('[data-stage]')?.dataset.ply === '3');
    ok(true, 'the move of the other browser is here');
    await away.context.setOffline(false);
    await list(away, 'Chess,Shogi', 'done');
    await list(home, 'Chess,Shogi', 'done');

    // Deleted in one, gone in the other.
    await home.page.click('[data-test=game-row]:has(strong:text-is("Chess")) [data-test=game-delete]');
    await list(home, 'Shogi', 'done');
    await list(away, 'Shogi', 'done');

    // A log-out leaves the games here; the account's end does, too.
    await go(away, '#/lobby');
    await away.press('[data-test=account]');
    await away.press('[data-test=account-logout]');
    await away.until(() => !document.querySelector('[data-test=account]')?.textContent.includes('Keeper'));
    await list(away, 'Shogi', 'off');
    is(await away.evaluate(() => document.querySelector('[data-test=games-sync]').hidden), true, 'after a log-out nothing is said of an account');
    await go(home, '#/lobby');
    await home.press('[data-test=account]');
    await home.press('[data-test=account-delete]');
    await home.page.fill('[data-test=account-password]', 'Keeper secret');
    await home.press('[data-test=account-delete-sure]');
    await home.page.waitForFunction(() => !document.querySelector('[data-test=account]')?.textContent.includes('Keeper'), undefined, { timeout: 0 });
    await enter(home, 'signup');
    await list(home, 'Shogi', 'done');
    await enter(away, 'login');
    const kept = await away.evaluate(async () => (await (await fetch('/api/v1/account/archive?after=0')).json()).games.length);
    is(kept, 1, 'a new account gets the games of the browser');
    await home.close();
    await away.close();
});
