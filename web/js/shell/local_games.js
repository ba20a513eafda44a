// SPDX-License-Identifier: MIT
// A short list of the games of this browser that are not over, so that every page can name them without reading the
// archive. The archive (game/archive.js) has the games themselves.

const KEY = 'banmen.running';
const KEPT = 12;

/** @typedef {Pick<import('../game/autosave.js').SavedEntry, 'id'|'changed'|'variant'|'title'|'sides'|'you'|'seats'|'plies'>} LocalGame */

/** Those that are not over, the one that was played last first. @returns {LocalGame[]} */
export function localGames() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
        return Array.isArray(kept) ? kept.filter((g) => typeof g?.id === 'string' && Array.isArray(g.seats)) : [];
    } catch {
        return [];
    }
}

/** @param {LocalGame[]} games */
function write(games) {
    try {
        localStorage.setItem(KEY, JSON.stringify(games.slice(0, KEPT)));
    } catch {
        // No room: the games are in the archive all the same.
    }
}

/** A game was saved: it is in the list until it is over. @param {import('../game/autosave.js').SavedEntry} saved */
export function noteLocalGame(saved) {
    const others = localGames().filter((g) => g.id !== saved.id);
    if (saved.over || saved.plies === 0 || saved.study) {
        forgetLocalGame(saved.id);
        return;
    }
    const { id, changed, variant, title, sides, you, seats, plies } = saved;
    write([{ id, changed, variant, title, sides, you, seats, plies }, ...others]);
}

/** It is over, or was deleted. @param {string} id */
export function forgetLocalGame(id) {
    const all = localGames();
    if (all.some((g) => g.id === id)) write(all.filter((g) => g.id !== id));
}
