// SPDX-License-Identifier: MIT
// A web socket that reconnects: with exponential backoff and jitter, or after the delay that the server named. It
// pings the server and drops a connection that does not answer. Messages are handled by the caller.
import { ASK, SAY } from './messages.js';

/**
 * @typedef {'connecting'|'ok'|'lost'|'closed'} SocketState
 * @typedef {{t: string, [member: string]: any}} Message
 * @typedef {{firstDelay: number, maxDelay: number, ping: number, timeout: number}} Timing
 * @typedef {{
 *   url: () => string,
 *   onMessage: (message: Message) => void,
 *   onOpen?: () => void,
 *   onState?: (state: SocketState) => void,
 *   WebSocket?: any,
 *   timing?: Partial<Timing>,
 * }} SocketOptions
 */

/** In ms: first and longest reconnect delay, ping interval, timeout of an answer.
 * @type {Timing} */
const TIMING = { firstDelay: 250, maxDelay: 10000, ping: 10000, timeout: 6000 };

/** Where sockets are, onVisible from this page. @param {string} path */
export function socketUrl(path) {
    return `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`;
}

export class Socket {
    /** @param {SocketOptions} options */
    constructor(options) {
        this.options = options;
        this.timing = { ...TIMING, ...options.timing };
        /** @type {SocketState} */
        this.state = 'connecting';
        /** ms there and back, as last measured; null: not yet. @type {number|null} */
        this.lag = null;
        /** Time of the next attempt by performance.now(); null: connecting or connected.
         * @type {number|null} */
        this.retryAt = null;
        /** @type {any} */
        this.ws = null;
        this.failures = 0;
        /** @type {number|null} */
        this.retryAfterMs = null;
        this.pingSentAt = 0;
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        this.timer = undefined;
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        this.watchdog = undefined;
        this.retryNow = this.retryNow.bind(this);
        this.disconnect = this.disconnect.bind(this);
        this.onVisible = this.onVisible.bind(this);
        globalThis.addEventListener?.('online', this.retryNow);
        globalThis.addEventListener?.('offline', this.disconnect);
        globalThis.document?.addEventListener('visibilitychange', this.onVisible);
        this.connect();
    }

    // ---- Connection ----

    connect() {
        clearTimeout(this.timer);
        this.retryAt = null;
        const ws = new (this.options.WebSocket ?? globalThis.WebSocket)(this.options.url());
        this.ws = ws;
        this.startWatchdog(this.timing.timeout);
        ws.onopen = () => {
            this.failures = 0;
            this.setState('ok');
            this.ping();
            this.options.onOpen?.();
        };
        ws.onmessage = (/** @type {any} */ e) => {
            if (ws === this.ws)
                this.receive(String(e.data));
        };
        ws.onclose = () => this.connectionLost(ws);
        ws.onerror = () => this.connectionLost(ws);
    }
    /** @param {any} ws */
    connectionLost(ws) {
        if (ws !== this.ws || this.state === 'closed')
            return;
        this.dropSocket();
        const pause = Math.min(this.timing.maxDelay, this.timing.firstDelay * 2 ** this.failures++);
        // Jitter: clients of a restarted server do not reconnect at the same moment.
        const ms = this.retryAfterMs ?? pause * (0.5 + Math.random() / 2);
        this.retryAfterMs = null;
        this.retryAt = performance.now() + ms;
        this.timer = setTimeout(() => this.connect(), ms);
        this.setState('lost');
    }
    /** Detach the handlers and close the socket. */
    dropSocket() {
        const ws = this.ws;
        this.ws = null;
        clearTimeout(this.watchdog);
        if (!ws)
            return;
        ws.onopen = ws.onmessage = ws.onclose = null;
        ws.onerror = () => {};
        ws.close();
    }
    /** Drop the connection and reconnect later; also at the browser's 'offline' event. */
    disconnect() { this.connectionLost(this.ws); }
    /** Reconnect now, or check the connection. */
    retryNow() {
        if (this.state === 'lost' && !this.ws) {
            this.failures = 0;
            this.connect();
        } else if (this.state === 'ok') {
            this.ping();
        }
    }
    /** A hidden page may have missed the loss of its connection. */
    onVisible() {
        if (document.visibilityState === 'visible')
            this.retryNow();
    }
    close() {
        this.dropSocket();
        clearTimeout(this.timer);
        globalThis.removeEventListener?.('online', this.retryNow);
        globalThis.removeEventListener?.('offline', this.disconnect);
        globalThis.document?.removeEventListener('visibilitychange', this.onVisible);
        this.setState('closed');
    }
    /** @param {SocketState} state */
    setState(state) {
        if (this.state === state || this.state === 'closed')
            return;
        this.state = state;
        this.options.onState?.(state);
    }

    // ---- Messages ----

    /** False: the socket is not open. @param {Message} message */
    send(message) {
        if (this.ws?.readyState !== 1)
            return false;
        this.ws.send(JSON.stringify(message));
        return true;
    }
    ping() {
        this.pingSentAt = performance.now();
        if (this.send({ t: ASK.PING }))
            this.startWatchdog(this.timing.timeout);
    }
    /** Drop the connection unless a message arrives in time. @param {number} ms */
    startWatchdog(ms) {
        clearTimeout(this.watchdog);
        this.watchdog = setTimeout(() => this.connectionLost(this.ws), ms);
    }
    /** @param {string} text */
    receive(text) {
        /** @type {Message} */
        let message;
        try {
            message = JSON.parse(text);
        } catch {
            return;
        }
        clearTimeout(this.watchdog);
        this.watchdog = setTimeout(() => this.ping(), this.timing.ping);
        if (message.t === SAY.PONG && this.pingSentAt) {
            this.lag = performance.now() - this.pingSentAt;
            this.pingSentAt = 0;
        } else if (message.t === SAY.BYE) {
            this.retryAfterMs = Number(message.retry_ms) || null;
        }
        this.options.onMessage(message);
    }
}
