// SPDX-License-Identifier: MIT
// Saves local games. Each change goes to the archive (archive.js), which is asynchronous,
// and synchronously to one slot of localStorage, so that the last change before the page closes is not lost.
import { forgetLocalGame, noteLocalGame } from '../shell/local_games.js';
import { deleteGame, storeGame, loadGame } from './archive.js';

const KEY = 'banmen.game';
/** Which game this tab shows: other tabs write the slot, too. */
const TAB = 'banmen.tab';

/**
 * @typedef {{
 *   id: string, began: number, changed: number, variant: string, dialect: string, yaml: string|null, title: string[], sides: string[][], you: 0|1|'both'|null,
 *   position: string, over: boolean, result: string, reason: string[], plies: number, game: any, seats: import('./types.js').Seat[],
 *   flipped: boolean, gameNo: number, seed: number, drawn?: boolean, hash?: string, study?: boolean, record?: string, name?: string
 * }} SavedEntry  began, changed: milliseconds of Date.now(); hash: where an online game is; record: a study, or the analysis of the
 * game, as JSON; study: there is nothing but the record; name: what it is called
 */

/** A name for a new game. */
export function newGameId() {
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

/** What is in the slot. @returns {SavedEntry|null} */
export function slotGame() {
    try {
        const saved = JSON.parse(localStorage.getItem(KEY) ?? 'null');
        if (!saved || !saved.game || typeof saved.variant !== 'string') return null;
        // What earlier versions wrote has no name and no dates.
        return { dialect: 'uci', began: Date.now(), changed: Date.now(), result: 'ongoing', reason: ['', ''], plies: saved.game.deeds?.length ?? 0, ...saved, id: saved.id ?? newGameId() };
    } catch {
        return null;
    }
}

/** The game of this tab: the slot if it is that one, else what the archive has. @returns {Promise<SavedEntry|null>} */
export async function tabGame() {
    const slot = slotGame();
    let id = null;
    try {
        id = sessionStorage.getItem(TAB);
    } catch {
        // A browser that keeps nothing.
    }
    return (id && slot?.id !== id && (await loadGame(id))) || slot;
}

/** Archive the slot if it is newer than the archived game. */
export async function recoverSlot() {
    const slot = slotGame();
    if (!slot || slot.plies === 0) return;
    const kept = await loadGame(slot.id);
    if (!kept || kept.changed < slot.changed) await storeGame(slot);
}

/** Keep a game. Without a move it is in the slot alone. @param {SavedEntry} saved */
export function saveGame(saved) {
    try {
        sessionStorage.setItem(TAB, saved.id);
        localStorage.setItem(KEY, JSON.stringify(saved));
    } catch {
        // No room, or a browser that keeps nothing: the game goes on all the same.
    }
    noteLocalGame(saved);
    if (saved.plies > 0) void storeGame(saved);
}

/** Listen to writes of other tabs; returns the function that stops. @param {(saved: SavedEntry) => void} f */
export function onSlotWritten(f) {
    const heard = (/** @type {StorageEvent} */ e) => {
        const saved = e.key === KEY ? slotGame() : null;
        if (saved) f(saved);
    };
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
}

/** Delete a game from the archive and the slot. @param {string} id */
export async function removeGame(id) {
    await deleteGame(id);
    forgetLocalGame(id);
    if (slotGame()?.id === id) localStorage.removeItem(KEY);
}
