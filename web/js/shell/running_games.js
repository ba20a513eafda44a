// SPDX-License-Identifier: MIT
// The games that are running, here and at the server, and what waits for an answer: asked again while a page is
// looked at. A browser that the server does not know asks nothing.
import { api, getAccount, isKnown, onAccount } from '../net/server.js';
import { hasServer } from '../net/server_check.js';
import { localGames } from './local_games.js';

/**
 * @typedef {import('../net/rest.js').GameSummary} GameSummary
 * @typedef {import('../net/lobby_socket.js').Challenge} Challenge
 * @typedef {{local: import('./local_games.js').LocalGame[], online: GameSummary[], challenges: Challenge[]}} Running
 */

const PERIOD_MS = 15000;

/** @type {Running} */
let known = { local: [], online: [], challenges: [] };
/** @type {Set<(r: Running) => void>} */
const listeners = new Set();
let asking = false;

/** Whether the person here is to move. @param {GameSummary} g */
export function isMyTurn(g) {
    return g.stage === 'playing' && g.turn !== undefined && (g.you ?? []).includes(g.turn);
}

/** Games whose turn the list does not know are asked for themselves. @param {GameSummary} g @returns {Promise<GameSummary>} */
async function withTurn(g) {
    if (g.stage !== 'playing' || g.turn) return g;
    const full = await api.game(g.id).catch(() => null);
    return full ? { ...g, stage: full.stage, turn: full.turn, you: full.you } : g;
}

/** @returns {Promise<Pick<Running, 'online'|'challenges'>>} */
async function askServer() {
    if (!isKnown() || !(await hasServer())) return { online: [], challenges: [] };
    const account = await getAccount();
    const [playing, waiting, challenges] = await Promise.all([
        api.myGames('playing'), api.myGames('waiting'), account.account ? api.challenges() : { challenges: [] }]);
    const online = await Promise.all([...playing.games, ...waiting.games].map(withTurn));
    return {
        online: online.filter((g) => g.stage !== 'over').sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a))),
        challenges: challenges.challenges.filter((c) => !c.mine),
    };
}

/** Ask now. */
export async function refreshRunning() {
    if (asking) return;
    asking = true;
    const before = JSON.stringify(known);
    try {
        known = { ...known, local: localGames() };
        known = { ...known, ...(await askServer()) };
    } catch {
        // Without a connection what was known stays.
    }
    asking = false;
    if (JSON.stringify(known) !== before) for (const f of listeners) f(known);
}

/** The games that are known, now and after each change; returns the function that stops. @param {(r: Running) => void} f */
export function onRunning(f) {
    if (listeners.size === 0) void refreshRunning();
    listeners.add(f);
    f(known);
    return () => void listeners.delete(f);
}

setInterval(() => {
    if (document.visibilityState === 'visible' && listeners.size > 0) void refreshRunning();
}, PERIOD_MS);
document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshRunning();
});
addEventListener('hashchange', () => void refreshRunning());
addEventListener('storage', () => void refreshRunning());
onAccount(() => void refreshRunning());
