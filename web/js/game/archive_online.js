// SPDX-License-Identifier: MIT
// Archives online games of this user with their last known record and
// their address.
import { storeGame, loadGame } from './archive.js';

/** @typedef {import('./types.js').Controller} Controller */

/** Gives a function to call after each change. @param {Controller & {id: string}} c */
export function onlineArchiver(c) {
    const id = `g-${c.id}`;
    const began = loadGame(id).then((kept) => kept?.began ?? Date.now());
    let seen = '';
    return async () => {
        const s = c.state();
        const now = `${s.plies} ${s.stage} ${c.you}`;
        if (now === seen || s.plies === 0 || c.you === null) return;
        seen = now;
        await storeGame({
            id, began: await began, changed: Date.now(), variant: c.rules.name, dialect: c.rules.dialect, yaml: c.rules.yaml, title: c.rules.title,
            sides: c.rules.sides, you: c.you, position: c.game.view().position, over: s.stage === 'over', result: s.outcome.result,
            reason: s.outcome.text, plies: s.plies, game: c.game.serialize(), seats: /** @type {any} */ (c.seats.map((x) => ({ ...x, thinking: false }))),
            flipped: c.you === 1, gameNo: 0, seed: 0, hash: `#/g/${c.id}`,
        });
    };
}
