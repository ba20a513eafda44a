// SPDX-License-Identifier: MIT
// The game on this screen: the one that was just begun, the one that was left, one of those that are kept, or the
// one that the address asks for.
import { loadRules, sharedCore } from '../core/shared_core.js';
import { get } from '../settings.js';
import { loadGame } from '../game/archive.js';
import { recoverSlot, tabGame } from '../game/autosave.js';
import { currentLocal, confirmReplace, restoreLocal, startLocal } from '../game/local_game.js';
import { openGame } from './game.js';
import { pick, t } from '../words/words.js';

/** `level-3` is 3, nothing and `human` is a person. @param {string|null} who */
function levelOf(who) {
    if (who === null || who === 'human') return 0;
    const level = /^level-([1-8])$/.exec(who);
    if (!level) throw new Error(t('missing.level', { who }));
    return Number(level[1]);
}

/** A game that the address describes. @param {string} name @param {URLSearchParams} q */
async function gameFromAddress(name, q) {
    if (!(await (await sharedCore()).variants()).some((v) => v.name === name)) throw new Error(t('missing.game', { name }));
    const levels = /** @type {[number, number]} */ ([levelOf(q.get('first')), levelOf(q.get('second'))]);
    const rules = await loadRules(name);
    if (!(await confirmReplace())) throw new Error(t('missing.stays'));
    const c = startLocal(rules, { level: 0, levels, side: 0, clock: q.get('clock') ?? 'none', start: q.get('start') });
    history.replaceState(null, '', '#/play');
    return c;
}

/** A game of the archive. @param {string} id */
async function gameFromArchive(id) {
    await recoverSlot();
    const saved = await loadGame(id);
    if (!saved) throw new Error(t('missing.kept'));
    const c = currentLocal()?.id === id ? currentLocal() : await restoreLocal(saved);
    history.replaceState(null, '', '#/play');
    return c;
}

/** @param {string[]} params @param {URLSearchParams} q */
async function controller(params, q) {
    if (params[0]) return document.body.dataset.screen === 'games' ? gameFromArchive(params[0]) : gameFromAddress(params[0], q);
    const here = currentLocal();
    if (here) return here;
    const saved = await tabGame();
    if (saved) return restoreLocal(saved);
    return startLocal(await loadRules(get('game')), { level: get('level'), side: 0 });
}

/** @param {HTMLElement} root @param {string[]} params @param {URLSearchParams} query */
export async function open(root, params, query) {
    /** @type {any} */
    let c;
    try {
        c = await controller(params, query);
    } catch (e) {
        const why = pick(/** @type {any} */ (e).text) || String(/** @type {any} */ (e).message ?? e);
        (await import('./not_found.js')).showNotFound(root, why);
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
