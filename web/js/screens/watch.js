// SPDX-License-Identifier: MIT
// Games that are played now, to look on. Handles: those of lobby.js.
import { open as openLobby } from './lobby.js';

/** @param {HTMLElement} root @param {string[]} params @param {URLSearchParams} query */
export function open(root, params, query) {
    return openLobby(root, params, query, true);
}
