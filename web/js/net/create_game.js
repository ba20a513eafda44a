// SPDX-License-Identifier: MIT
// Games are made at the server: for a friend with a link, with an engine of the server, in the lobby.
import { api, storeLink, errorDetails } from './server.js';

/**
 * @typedef {{variant: string, yaml: string|null, start: string|null, clock: string, side: 0|1|null}} GameRequest  side null: by lot
 */

/** @param {GameRequest} w @returns {Promise<import('./rest.js').GameConfig>} */
async function configOf(w) {
    return {
        // Custom rules are uploaded first; the server names them.
        variant: w.yaml === null ? w.variant : (await api.upload(w.yaml)).variant,
        clock: w.clock,
        ...(w.start ? { start: w.start } : {}),
        side: w.side === null ? 'random' : w.side === 0 ? 'first' : 'second',
    };
}
/** What goes wrong is an Error in words. @template T @param {() => Promise<T>} f @returns {Promise<T>} */
async function withErrorText(f) {
    try {
        return await f();
    } catch (e) {
        throw new Error(await errorDetails(e));
    }
}

/** A game for a friend. @param {GameRequest} w @returns {Promise<string>} where to go */
export function createByLink(w) {
    return withErrorText(async () => {
        const game = await api.createGame({ ...await configOf(w), seats: [{ kind: 'me' }, { kind: 'link' }] });
        const token = game.tokens?.find(Boolean) ?? '';
        storeLink(game.id, token);
        return `#/g/${game.id}/${token}`;
    });
}

/** A game with an engine of the server, or with its built-in player. @param {GameRequest & {engine: string|null, level: number}} w
 * @returns {Promise<string>} where to go */
export function createOnServer(w) {
    return withErrorText(async () => {
        const program = w.engine === null ? { kind: 'level', level: w.level } : { kind: 'engine', engine: w.engine };
        const game = await api.createGame({ ...await configOf(w), seats: [{ kind: 'me' }, program] });
        return `#/g/${game.id}`;
    });
}

/** Post a seek in the lobby. @param {GameRequest} w @returns {Promise<string>} where to go */
export function seekGame(w) {
    return withErrorText(async () => {
        await api.seek(await configOf(w));
        return '#/lobby';
    });
}

/** Challenge an account by its name. @param {GameRequest & {to: string}} w @returns {Promise<string>} where to go */
export function challengeByName(w) {
    return withErrorText(async () => {
        await api.challenge(w.to, await configOf(w));
        return '#/lobby';
    });
}

/** @type {Promise<import('./rest.js').ServerEngine[]>|null} */
let engines = null;

/** Names of the server's engines that play a game; none if there is no server. @param {string} variant */
export async function enginesFor(variant) {
    engines ??= api.engines().then((a) => a.engines);
    try {
        return (await engines).filter((e) => e.works && e.variants.includes(variant)).map((e) => e.name);
    } catch {
        engines = null;
        return [];
    }
}
