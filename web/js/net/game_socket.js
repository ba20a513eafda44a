// SPDX-License-Identifier: MIT
// The event stream of one game on the server. Every event is delivered once and in order, even when the
// connection is lost. Unanswered requests are sent again after a reconnect, unless the
// missed events show that they were done. A move names its ply, so it is never made twice.
import { ASK, SAY } from './messages.js';
import { Socket, socketUrl } from './socket.js';

/**
 * @typedef {import('./socket.js').Message} Message
 * @typedef {import('./rest.js').WireGame} WireGame
 * @typedef {{seq: number, ts: number, k: string, at: number, side?: 'first'|'second', ply?: number, m?: string,
 *   plies?: number, ms?: number, why?: string, who?: string, name?: string, text?: string, yes?: boolean,
 *   game?: string, result?: string, reason?: string, clk?: import('./rest.js').WireClock, [member: string]: any}} GameEvent
 * @typedef {{here: [boolean, boolean], watching: number, claim: [number|null, number|null]}} Presence  claim: ms until
 *   the opponent of a side that has left may claim
 * @typedef {{ok: true, seq: number}|{ok: false, code: string, detail: string}} Answer
 * @typedef {'connecting'|'ok'|'lost'|'closed'} NetState
 * @typedef {{message: Message, resolve: (answer: Answer) => void, sent: boolean, since: number}} PendingRequest
 * @typedef {{
 *   event: (ev: GameEvent) => void,
 *   full: (game: WireGame) => void,
 *   presence?: (p: Presence) => void,
 *   changed?: (state: NetState) => void,
 *   me?: () => string,
 *   lang?: () => string,
 *   url?: (path: string) => string,
 *   path?: string, query?: string, other?: (m: Message) => void,
 *   WebSocket?: any,
 *   timing?: import('./socket.js').SocketOptions['timing'],
 * }} GameSocketOptions
 */

/** Kinds of events that each request can cause. @type {Record<string, string[]>} */
const EVENTS_OF = {
    [ASK.MOVE]: ['move'],
    [ASK.RESIGN]: ['resign'],
    [ASK.DRAW]: ['offer-draw', 'accept-draw', 'decline-draw'],
    [ASK.TAKEBACK]: ['ask-takeback', 'grant-takeback', 'refuse-takeback', 'undo'],
    [ASK.DECLARE]: ['declare'],
    [ASK.CLAIM]: ['claim'],
    [ASK.CLAIM_WIN]: ['forfeit'],
    [ASK.CLAIM_DRAW]: ['adjudicate'],
    [ASK.GIVE_TIME]: ['give-time'],
    [ASK.ABORT]: ['abort'],
    [ASK.REMATCH]: ['rematch'],
    [ASK.CHAT]: ['chat'],
    [ASK.JOIN]: ['join'],
    [ASK.LEAVE]: ['leave'],
    [ASK.EDIT]: ['node', 'delete', 'order', 'comment', 'before', 'nags', 'marks'],
};
/** What is sent again when it came too fast. @type {string[]} */
const RETRIED = [ASK.MOVE, ASK.EDIT];
/** Delay before a rate-limited move is sent again, in ms. */
const RATE_LIMIT_RETRY = 600;

export class GameSocket {
    /** @param {string} id @param {GameSocketOptions} options @param {number} [since] the last event that is known */
    constructor(id, options, since = 0) {
        this.id = id;
        this.options = options;
        this.seq = since;
        /** @type {NetState} */
        this.state = 'connecting';
        /** Number of the last event when the socket was opened; null: not known yet. @type {number|null} */
        this.catchUpSeq = null;
        /** The time in the game at performance.now() 0; null: not known. @type {number|null} */
        this.offset = null;
        this.requestCount = 0;
        // Unique to this page, so that answers to another page's requests are not confused with ours.
        this.idPrefix = Math.random().toString(36).slice(2, 8);
        /** @type {Map<string, PendingRequest>} */
        this.pending = new Map();
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        this.rateLimitTimer = undefined;
        const url = options.url ?? socketUrl;
        this.socket = new Socket({
            url: () => url(`${options.path ?? '/ws/v1/game'}/${id}?since=${this.seq}&lang=${options.lang?.() ?? 'en'}${options.query ?? ''}`),
            onMessage: (m) => this.onMessage(m),
            onOpen: () => { this.catchUpSeq = null; },
            onState: (state) => this.socketChanged(state),
            WebSocket: options.WebSocket,
            timing: options.timing,
        });
    }
    /** Round-trip time in ms. */
    get lag() { return this.socket.lag; }
    /** The time in the game; null: not known yet. */
    now() { return this.offset === null ? null : performance.now() + this.offset; }
    close() {
        clearTimeout(this.rateLimitTimer);
        this.socket.close();
        this.setState('closed');
        for (const p of this.pending.values())
            p.resolve({ ok: false, code: 'offline', detail: '' });
        this.pending.clear();
    }

    // ---- Requests ----

    /** Send a request, now or after the reconnect. @param {Message} message @returns {Promise<Answer>} */
    request(message) {
        const id = `${this.idPrefix}${++this.requestCount}`;
        return new Promise((resolve) => {
            /** @type {PendingRequest} */
            const p = { message: { ...message, id }, resolve, sent: false, since: this.seq };
            this.pending.set(id, p);
            if (this.state === 'ok')
                p.sent = this.socket.send(p.message);
        });
    }
    /** @param {string} id @param {Answer} answer */
    settle(id, answer) {
        const p = this.pending.get(id);
        this.pending.delete(id);
        p?.resolve(answer);
    }
    /** @param {(m: Message) => boolean} [which] */
    sendPending(which = () => true) {
        for (const p of this.pending.values())
            if (which(p.message))
                p.sent = this.socket.send(p.message) || p.sent;
    }
    /** An event that came of something that was sent, but whose answer may be lost. @param {GameEvent} ev */
    confirm(ev) {
        for (const [id, p] of this.pending) {
            if (!p.sent || ev.seq <= p.since || !EVENTS_OF[p.message.t]?.includes(ev.k) || !this.isResultOf(p.message, ev))
                continue;
            this.settle(id, { ok: true, seq: ev.seq });
            return;
        }
    }
    /** @param {Message} m @param {GameEvent} ev */
    isResultOf(m, ev) {
        if (m.t === ASK.EDIT)
            return ev.who === this.options.me?.() && ev.k === m.k && ev.path === m.path && (ev.text ?? '') === (m.text ?? '');
        if (m.t === ASK.MOVE)
            return ev.ply === m.ply && ev.m === m.m;
        if (ev.who !== undefined)
            return ev.who === this.options.me?.() && (m.t !== ASK.CHAT || ev.text === m.text);
        // Those name the side that has left.
        const other = m.t === ASK.CLAIM_WIN || m.t === ASK.CLAIM_DRAW;
        return (ev.side === m.side) !== other;
    }

    // ---- Messages ----

    /** @param {Message} m */
    onMessage(m) {
        switch (m.t) {
        case SAY.EV: this.takeEvent(/** @type {any} */ (m)); break;
        case SAY.FULL:
            this.seq = m.seq;
            this.options.full(/** @type {any} */ (m));
            break;
        case SAY.MORE: this.socket.send({ t: ASK.EVENTS, since: this.seq }); break;
        case SAY.PRESENCE: this.options.presence?.(/** @type {any} */ (m)); break;
        case SAY.ACK: this.settle(m.id, { ok: true, seq: m.seq }); break;
        case SAY.NAK: this.requestRefused(m); break;
        case SAY.PONG:
            if (m.at !== undefined)
                this.offset = m.at + (this.socket.lag ?? 0) / 2 - performance.now();
            this.catchUpSeq ??= m.seq ?? 0;
            break;
        default: return this.options.other?.(m);
        }
        if (this.state !== 'ok' && this.catchUpSeq !== null && this.seq >= this.catchUpSeq) {
            this.setState('ok');
            this.sendPending();
        }
    }
    /** @param {GameEvent} ev */
    takeEvent(ev) {
        if (ev.seq <= this.seq)
            return;
        // A gap in the sequence: reconnect to receive the missing events.
        if (ev.seq !== this.seq + 1) {
            this.socket.disconnect();
            return;
        }
        this.seq = ev.seq;
        this.options.event(ev);
        this.confirm(ev);
    }
    /** @param {Message} m */
    requestRefused(m) {
        const refused = this.pending.get(m.id)?.message;
        // A rate-limited move is sent again later; other requests fail.
        if (m.id !== undefined && !(m.code === 'too_fast' && refused && RETRIED.includes(refused.t))) {
            this.settle(m.id, { ok: false, code: m.code, detail: m.detail });
        } else if (m.code === 'too_fast') {
            clearTimeout(this.rateLimitTimer);
            this.rateLimitTimer = setTimeout(() => this.state === 'ok' && this.sendPending((p) => RETRIED.includes(p.t)), RATE_LIMIT_RETRY);
        }
    }
    /** @param {import('./socket.js').SocketState} state */
    socketChanged(state) {
        // The state is 'ok' only after the missed events have arrived.
        if (state === 'lost')
            this.setState('lost');
    }
    /** @param {NetState} state */
    setState(state) {
        if (this.state === state || this.state === 'closed')
            return;
        this.state = state;
        this.options.changed?.(state);
    }
}
