// SPDX-License-Identifier: MIT
// The game on this screen: the one that was just begun, the one that was left, or the one that the
// address asks for.
import { rulesOf } from '../games.js';
import { get } from '../settings.js';
import { savedGame } from '../play/autosave.js';
import { currentLocal, restoreLocal, startLocal } from '../play/local.js';
import { openGame } from './game.js';
import { pick } from '../words.js';

/** `level-3` is 3, everybody else a person. @param {string|null} who */
function levelOf(who) {
    const n = Number(/^level-([1-8])$/.exec(who ?? '')?.[1] ?? 0);
    return n;
}

/** @param {string[]} params @param {URLSearchParams} q */
async function controller(params, q) {
    if (params[0]) {
        const rules = await rulesOf(params[0]);
        const levels = /** @type {[number, number]} */ ([levelOf(q.get('first')), levelOf(q.get('second'))]);
        const c = startLocal(rules, { level: 0, levels, side: 0, clock: q.get('clock') ?? 'none', start: q.get('start') });
        history.replaceState(null, '', '#/play');
        return c;
    }
    const here = currentLocal();
    if (here) return here;
    const saved = savedGame();
    if (saved) return restoreLocal(saved);
    return startLocal(await rulesOf(get('game')), { level: get('level'), side: 0 });
}

/** @param {HTMLElement} root @param {string[]} params @param {URLSearchParams} query */
export async function open(root, params, query) {
    /** @type {any} */
    let c;
    try {
        c = await controller(params, query);
    } catch (e) {
        console.error(e);
        (await import('../dialogs/dialog.js')).toast(pick(/** @type {any} */ (e).text) || String(/** @type {any} */ (e).message ?? e));
        location.hash = '#/';
        return;
    }
    let screen = openGame(root, c);
    /** @param {any} e */
    function replaced(e) {
        screen.close();
        c = e.detail;
        root.replaceChildren();
        screen = openGame(root, c);
        c.addEventListener('replaced', replaced);
    }
    c.addEventListener('replaced', replaced);
    return {
        close() {
            screen.close();
            c.removeEventListener('replaced', replaced);
            c.destroy();
        },
        relabel: () => screen.relabel(),
    };
}
