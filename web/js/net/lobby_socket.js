// SPDX-License-Identifier: MIT
// The live state of the lobby: seeks, games, challenges, and the seeks of this account.
import { SAY } from './messages.js';
import { Socket, socketUrl } from './socket.js';

/**
 * @typedef {import('./rest.js').Seek} Seek
 * @typedef {import('./rest.js').GameSummary} GameSummary
 * @typedef {import('./socket.js').SocketOptions} SocketOptions
 * @typedef {{id: string, from: string, to: string, variant: string, clock: string, side: string}} Challenge
 * @typedef {{changed?: () => void, go?: (game: string) => void, declined?: (challenge: Challenge) => void, url?: () => string,
 *   WebSocket?: any, timing?: SocketOptions['timing']}} LobbyOptions
 */

export class LobbySocket {
    /** @param {LobbyOptions} options */
    constructor(options) {
        this.options = options;
        /** @type {Map<string, Seek>} */
        this.seeks = new Map();
        /** @type {Map<string, GameSummary>} */
        this.games = new Map();
        /** @type {Map<string, Challenge>} */
        this.challenges = new Map();
        /** @type {Set<string>} */
        this.mine = new Set();
        this.total = 0;
        /** Whether the state has been received. */
        this.known = false;
        this.socket = new Socket({
            url: options.url ?? (() => socketUrl('/ws/v1/lobby')),
            onMessage: (m) => this.onMessage(m),
            // After a reconnect the server sends the whole lobby; of challenges only those that are open.
            onOpen: () => this.challenges.clear(),
            onState: () => this.notifyChanged(),
            WebSocket: options.WebSocket,
            timing: options.timing,
        });
    }
    get state() { return this.socket.state; }
    close() { this.socket.close(); }
    notifyChanged() { this.options.changed?.(); }

    /** @param {import('./socket.js').Message} m */
    onMessage(m) {
        switch (m.t) {
        case SAY.LOBBY:
            this.seeks = new Map(m.seeks.map((/** @type {Seek} */ s) => [s.id, s]));
            this.games = new Map(m.games.map((/** @type {GameSummary} */ g) => [g.id, g]));
            this.total = m.total;
            this.known = true;
            break;
        case SAY.SEEK: this.seeks.set(m.id, /** @type {any} */ (m)); break;
        case SAY.NO_SEEK: this.seeks.delete(m.id); break;
        case SAY.SHOWN:
            this.total += this.games.has(m.id) ? 0 : 1;
            this.games.set(m.id, /** @type {any} */ (m));
            break;
        case SAY.HIDDEN:
            this.total -= this.games.delete(m.id) ? 1 : 0;
            break;
        case SAY.MINE: {
            // A seek may have been accepted while the connection was lost.
            const found = Object.entries(/** @type {Record<string, string>} */ (m.found ?? {})).find(([seek]) => this.mine.has(seek));
            this.mine = new Set(m.seeks);
            if (found)
                this.options.go?.(found[1]);
            break;
        }
        case SAY.CHALLENGE: this.challenges.set(m.id, /** @type {any} */ (m)); break;
        case SAY.NO_CHALLENGE: {
            const challenge = this.challenges.get(m.id);
            this.challenges.delete(m.id);
            if (challenge && m.why === 'declined')
                this.options.declined?.(challenge);
            break;
        }
        case SAY.GO:
            this.mine.delete(m.seek);
            this.options.go?.(m.game);
            return;
        default: return;
        }
        this.notifyChanged();
    }
}
