// SPDX-License-Identifier: MIT
// variants.mjs BANMEN FOLDER: other games: several moves a turn, five boards, six-sided squares, drops, and
// a game that a person writes himself. TAP.
import { run, is, ok } from '../harness.mjs';
import { Board } from '../board.mjs';
import { others } from '../games.mjs';

const OWN = `variant: knights-home
title: {en: Knights at home, ja: 騎士の家}
extends: chess
start: nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/NNNNKNNN w - - 0 1
`;
const BROKEN = `variant: broken
extends: chess
bord: {files: 8, ranks: 8}
`;

await run(async (rig) => {
    const p = await rig.open();
    const b = new Board(p);
    for (const game of others) {
        await b.script(game);
        await p.picture(`others-${game.variant}`);
    }

    await p.evaluate(() => { location.hash = '#/variants/edit'; });
    await p.until(() => document.querySelector('[name=yaml]'), undefined, 'a box for a game of one\'s own');
    const write = async (text) => {
        await p.page.focus('[name=yaml]');
        await p.page.fill('[name=yaml]', text);
    };
    await write(BROKEN);
    const issue = await p.until(() => {
        const e = document.querySelector('[data-line][data-column]');
        return e && { line: e.dataset.line, column: e.dataset.column, text: e.textContent };
    }, undefined, 'an issue');
    is([issue.line, issue.column], ['3', '1'], 'what is wrong is found at its line and column');
    ok(/board/.test(issue.text), 'with a hint') || console.log(`# ${issue.text}`);
    await p.picture('others-broken');
    await write(OWN);
    await p.until(() => !document.querySelector('[data-line][data-column]'), undefined, 'no issues');
    await p.press('[data-test=yaml-play]');
    await p.press('dialog[open] [name=opponent][value=friend]');
    await p.press('dialog[open] [data-do=start]');
    await p.until(() => document.querySelector('[data-stage]') && deep('[data-name]').length === 64, undefined, 'its board');
    await b.play('a1b3 h8g6');
    is(await b.pieces(['a1', 'b3', 'g6']), { a1: '', b3: 'N0', g6: 'N1' }, 'a game of one\'s own is played at once');
    await p.evaluate(() => { location.hash = '#/variants/edit'; });
    await p.press('[data-test=yaml-play]');
    await p.press('dialog[open] [name=opponent][value=computer]');
    await p.press('dialog[open] [name=level][value="1"]');
    await p.press('dialog[open] [data-do=start]');
    await p.until(() => document.querySelector('[data-stage]')?.dataset.ply === '0', undefined, 'its board');
    await b.play('a1b3');
    await p.until(() => document.querySelector('[data-stage]').dataset.ply === '2', undefined, 'an answer');
    ok(true, 'the computer plays it, too');
    await p.close();
});
