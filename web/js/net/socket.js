// SPDX-License-Identifier: MIT
// A web socket that comes back by itself: with growing pauses, by lot, or when the server said; it
// asks for a sign of life, and gives up one that hangs. What is said over it is others' business.
import { ASK, SAY } from './messages.js';

/**
 * @typedef {'connecting'|'ok'|'lost'|'closed'} LineState
 * @typedef {{t: string, [member: string]: any}} Message
 * @typedef {{first: number, most: number, ping: number, patience: number}} Pace
 * @typedef {{
 *   url: () => string,
 *   hear: (message: Message) => void,
 *   opened?: () => void,
 *   changed?: (state: LineState) => void,
 *   WebSocket?: any,
 *   pace?: Partial<Pace>,
 * }} LineOptions
 */

/** In ms: the first pause and the longest; how often to ask whether somebody is there; how long to wait for it.
 * @type {Pace} */
const PACE = { first: 250, most: 10000, ping: 10000, patience: 6000 };

/** Where sockets are, seen from this page. @param {string} path */
export function socketUrl(path) {
    return `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`;
}

export class Line {
    /** @param {LineOptions} options */
    constructor(options) {
        this.options = options;
        this.pace = { ...PACE, ...options.pace };
        /** @type {LineState} */
        this.state = 'connecting';
        /** ms there and back, as last measured; null: not yet. @type {number|null} */
        this.lag = null;
        /** When it will be tried again, by performance.now(); null: it is being tried, or there is no need.
         * @type {number|null} */
        this.retryAt = null;
        /** @type {any} */
        this.ws = null;
        this.failures = 0;
        /** @type {number|null} */
        this.byeMs = null;
        this.pinged = 0;
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        this.timer = undefined;
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        this.watch = undefined;
        this.nudge = this.nudge.bind(this);
        this.cut = this.cut.bind(this);
        this.seen = this.seen.bind(this);
        globalThis.addEventListener?.('online', this.nudge);
        globalThis.addEventListener?.('offline', this.cut);
        globalThis.document?.addEventListener('visibilitychange', this.seen);
        this.connect();
    }

    // ---- Coming and going ----

    connect() {
        clearTimeout(this.timer);
        this.retryAt = null;
        const ws = new (this.options.WebSocket ?? globalThis.WebSocket)(this.options.url());
        this.ws = ws;
        this.wait(this.pace.patience);
        ws.onopen = () => {
            this.failures = 0;
            this.set('ok');
            this.ping();
            this.options.opened?.();
        };
        ws.onmessage = (/** @type {any} */ e) => {
            if (ws === this.ws)
                this.take(String(e.data));
        };
        ws.onclose = () => this.lose(ws);
        ws.onerror = () => this.lose(ws);
    }
    /** @param {any} ws */
    lose(ws) {
        if (ws !== this.ws || this.state === 'closed')
            return;
        this.drop();
        const pause = Math.min(this.pace.most, this.pace.first * 2 ** this.failures++);
        // By lot, so that not all who lost the same server are back at the same moment.
        const ms = this.byeMs ?? pause * (0.5 + Math.random() / 2);
        this.byeMs = null;
        this.retryAt = performance.now() + ms;
        this.timer = setTimeout(() => this.connect(), ms);
        this.set('lost');
    }
    /** Leave the socket: it says no more to us, whatever becomes of it. */
    drop() {
        const ws = this.ws;
        this.ws = null;
        clearTimeout(this.watch);
        if (!ws)
            return;
        ws.onopen = ws.onmessage = ws.onclose = null;
        ws.onerror = () => {};
        ws.close();
    }
    /** The network is gone, says the browser. */
    cut() { this.lose(this.ws); }
    /** Perhaps it is back: try now. */
    nudge() {
        if (this.state === 'lost' && !this.ws) {
            this.failures = 0;
            this.connect();
        } else if (this.state === 'ok') {
            this.ping();
        }
    }
    /** A page that was away may have slept through anything. */
    seen() {
        if (document.visibilityState === 'visible')
            this.nudge();
    }
    close() {
        this.drop();
        clearTimeout(this.timer);
        globalThis.removeEventListener?.('online', this.nudge);
        globalThis.removeEventListener?.('offline', this.cut);
        globalThis.document?.removeEventListener('visibilitychange', this.seen);
        this.set('closed');
    }
    /** @param {LineState} state */
    set(state) {
        if (this.state === state || this.state === 'closed')
            return;
        this.state = state;
        this.options.changed?.(state);
    }

    // ---- Talking ----

    /** False: there is nobody to hear it. @param {Message} message */
    send(message) {
        if (this.ws?.readyState !== 1)
            return false;
        this.ws.send(JSON.stringify(message));
        return true;
    }
    ping() {
        this.pinged = performance.now();
        if (this.send({ t: ASK.PING }))
            this.wait(this.pace.patience);
    }
    /** Anything that is heard is a sign of life; without one the line is dead. @param {number} ms */
    wait(ms) {
        clearTimeout(this.watch);
        this.watch = setTimeout(() => this.lose(this.ws), ms);
    }
    /** @param {string} text */
    take(text) {
        /** @type {Message} */
        let message;
        try {
            message = JSON.parse(text);
        } catch {
            return;
        }
        clearTimeout(this.watch);
        this.watch = setTimeout(() => this.ping(), this.pace.ping);
        if (message.t === SAY.PONG && this.pinged) {
            this.lag = performance.now() - this.pinged;
            this.pinged = 0;
        } else if (message.t === SAY.BYE) {
            this.byeMs = Number(message.retry_ms) || null;
        }
        this.options.hear(message);
    }
}
