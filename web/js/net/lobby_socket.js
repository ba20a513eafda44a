// SPDX-License-Identifier: MIT
// The lobby as it is now: what is sought, what is played, what one seeks oneself.
import { SAY } from './messages.js';
import { Line, socketUrl } from './socket.js';

/**
 * @typedef {import('./rest.js').Seek} Seek
 * @typedef {import('./rest.js').Shown} Shown
 * @typedef {import('./socket.js').LineOptions} LineOptions
 * @typedef {{id: string, from: string, to: string, variant: string, clock: string, side: string}} Challenge
 * @typedef {{changed?: () => void, go?: (game: string) => void, url?: () => string,
 *   WebSocket?: any, pace?: LineOptions['pace']}} LobbyOptions
 */

export class LobbyLine {
    /** @param {LobbyOptions} options */
    constructor(options) {
        this.options = options;
        /** @type {Map<string, Seek>} */
        this.seeks = new Map();
        /** @type {Map<string, Shown>} */
        this.games = new Map();
        /** @type {Map<string, Challenge>} */
        this.challenges = new Map();
        /** @type {Set<string>} */
        this.mine = new Set();
        this.total = 0;
        /** Whether the lobby has been told once. */
        this.known = false;
        this.line = new Line({
            url: options.url ?? (() => socketUrl('/ws/v1/lobby')),
            hear: (m) => this.hear(m),
            // What was missed is told as the whole lobby anew; of challenges only what is still there.
            opened: () => this.challenges.clear(),
            changed: () => this.tell(),
            WebSocket: options.WebSocket,
            pace: options.pace,
        });
    }
    get state() { return this.line.state; }
    close() { this.line.close(); }
    tell() { this.options.changed?.(); }

    /** @param {import('./socket.js').Message} m */
    hear(m) {
        switch (m.t) {
        case SAY.LOBBY:
            this.seeks = new Map(m.seeks.map((/** @type {Seek} */ s) => [s.id, s]));
            this.games = new Map(m.games.map((/** @type {Shown} */ g) => [g.id, g]));
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
            // What one sought before the line was lost may be played by now.
            const found = Object.entries(/** @type {Record<string, string>} */ (m.found ?? {})).find(([seek]) => this.mine.has(seek));
            this.mine = new Set(m.seeks);
            if (found)
                this.options.go?.(found[1]);
            break;
        }
        case SAY.CHALLENGE: this.challenges.set(m.id, /** @type {any} */ (m)); break;
        case SAY.NO_CHALLENGE: this.challenges.delete(m.id); break;
        case SAY.GO:
            this.mine.delete(m.seek);
            this.options.go?.(m.game);
            return;
        default: return;
        }
        this.tell();
    }
}
