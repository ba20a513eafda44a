// SPDX-License-Identifier: MIT
// challenge.mjs BANMEN FOLDER: challenges by name: what a guest is told, a name that does not exist, a challenge that is
// declined, withdrawn, blocked, and one that becomes a game. TAP.
import { run, is, ok } from '../harness.mjs';

// Passwords are hashed in threads of low priority: the test makes the accounts by the API, without the page's time limit.
async function person(rig, name, size) {
    const p = await rig.open({ size });
    is(await p.evaluate(async (name) => (await fetch('/api/v1/accounts', { method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name, password: `${name} secret` }) })).status, name), 201, `${name} has an account`);
    await p.goto('/?a#/lobby');
    await p.until(() => document.querySelector('[data-net=ok] [data-test=lobby]'), undefined, 'the lobby');
    return p;
}

async function challenge(p, name) {
    await p.press('[data-test=lobby] [data-do=by-name]');
    await p.until(() => document.querySelector('dialog[open] #challenge-to')?.getClientRects().length, undefined, 'the dialog');
    await p.page.fill('#challenge-to', name);
    await p.press('dialog[open] [name=clock][value="5m+3"]');
    await p.press('dialog[open] [data-do=start]');
}
const gone = () => !document.querySelector('[data-challenge], [data-own-challenge]');

await run(async (rig) => {
    const ann = await person(rig, 'Ann', [1280, 800]), ben = await person(rig, 'Ben', [390, 844]);
    const guest = await rig.open({ route: '/#/lobby' });
    await guest.press('[data-test=lobby] [data-do=by-name]');
    await guest.until(() => document.querySelector('[data-test=account-dialog][open]'), undefined, 'the dialog of the account');
    ok(true, 'a guest is asked to log in first');
    await guest.close();

    ann.forgive(/404|403|409/); // what the server refuses below
    await challenge(ann, 'Nemo');
    is(await ann.until(() => document.querySelector('[data-test=new-game-wrong]').textContent), 'There is no account of this name.', 'a name that does not exist is told');
    await ann.page.keyboard.press('Escape');

    // Declined.
    await challenge(ann, 'ben');
    await ann.until(() => document.querySelector('[data-own-challenge]')?.textContent.includes('Challenge to Ben'), undefined, 'the challenge at its maker');
    await ben.until(() => document.querySelector('[data-test=lobby] [data-challenge]')?.textContent.includes('Ann challenges you'), undefined, 'the challenge at the other');
    is(await ben.evaluate(() => document.querySelector('[data-challenge] .soft').textContent.includes('5 minutes + 3 seconds a move')), true, 'with its terms in words');
    await ben.picture('challenge-390');
    await ann.picture('challenge-1280');
    await ben.press('[data-challenge] [data-do=decline]');
    is(await ann.until(() => document.querySelector('.toast')?.textContent), 'Ben declines the challenge.', 'who made it hears that it is declined');
    await ann.until(gone);

    // Withdrawn.
    await challenge(ann, 'Ben');
    await ben.until(() => document.querySelector('[data-test=lobby] [data-challenge]'), undefined, 'another challenge');
    await ann.press('[data-own-challenge] [data-do=withdraw-challenge]');
    await ben.until(gone, undefined, 'that it is withdrawn');
    ok(true, 'it can be withdrawn');

    // Blocked: nothing comes, and the one who is blocked is told so.
    const block = (method, path) => ben.evaluate(async ([method, path]) => (await fetch(`/api/v1/account/blocks${path}`, { method, headers: { 'Content-Type': 'application/json' },
        body: method === 'POST' ? '{"name":"Ann"}' : undefined })).status, [method, path]);
    ok(await block('POST', '') < 300, 'Ben blocks Ann');
    await challenge(ann, 'Ben');
    ok(await ann.until(() => document.querySelector('[data-test=new-game-wrong]').textContent), 'who is blocked is refused in words');
    is(await ben.evaluate(gone), true, 'and nothing comes');
    await ann.page.keyboard.press('Escape');
    ok(await block('DELETE', '/Ann') < 300, 'Ben unblocks Ann');

    // Accepted, from the list of running games of another page.
    await ben.evaluate(() => { location.hash = '#/variants'; });
    await challenge(ann, 'Ben');
    await ann.until(() => document.querySelector('[data-own-challenge]'), undefined, 'the challenge');
    await ben.evaluate(() => { location.hash = '#/games'; });
    await ben.until(() => document.querySelector('#top [data-test=running]')?.dataset.turns === '1', undefined, 'the challenge in the bar');
    await ben.press('#top [data-test=running]');
    await ben.press('[data-test=running-dialog] [data-challenge] [data-do=accept]');
    for (const p of [ann, ben])
        await p.until(() => document.querySelector('[data-stage]')?.dataset.stage === 'playing', undefined, 'the game');
    is(await ann.evaluate(() => location.hash), await ben.evaluate(() => location.hash), 'both are in the same game');
    await ann.close();
    await ben.close();
});
