// SPDX-License-Identifier: MIT
// Controller of a game on the server. The state is the server's, except for pending moves of
// this page.
import { ASK, CODES } from '../net/messages.js';
import { GameSocket } from '../net/game_socket.js';
import { sharedCore } from '../core/shared_core.js';
import { api, codeText, getAccount } from '../net/server.js';
import { lang, pick, t } from '../words/words.js';
import { OptimisticGame, isProgram, sideOf } from './optimistic_game.js';
import { resolvePremove } from './premove.js';

/** @typedef {import('../net/game_socket.js').GameEvent} GameEvent */
/** @typedef {import('../net/rest.js').WireGame} WireGame */
/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./types.js').Done} Done */
/** @typedef {import('./types.js').ChatLine} ChatLine */
/** @typedef {import('../core/rules.js').Rules} Rules */

const SIDES = /** @type {const} */ (['first', 'second']);
const DONE = /** @type {const} */ ({ ok: true });
const MAX_CHAT_LINES = 200;
/** The client message of each action. @type {Record<string, string>} */
const MESSAGES = {
    resign: ASK.RESIGN, draw: ASK.DRAW, 'answer-draw': ASK.DRAW, takeback: ASK.TAKEBACK, undo: ASK.TAKEBACK,
    'answer-takeback': ASK.TAKEBACK, claim: ASK.CLAIM, 'claim-win': ASK.CLAIM_WIN, 'claim-draw': ASK.CLAIM_DRAW, declare: ASK.DECLARE, abort: ASK.ABORT, leave: ASK.LEAVE,
    rematch: ASK.REMATCH, chat: ASK.CHAT, 'give-time': ASK.GIVE_TIME,
};

/** The rules of a game of the server. @param {string} variant @returns {Promise<Rules>} */
async function rulesFor(variant) {
    const core = await sharedCore();
    if (!variant.includes('@'))
        return (await import('../core/shared_core.js')).loadRules(variant);
    const [text] = await Promise.all([api.variantText(variant), core.library()]);
    const { rules } = core.load(text);
    if (!rules)
        throw new Error(variant);
    return rules;
}

/** Open a game. Throws an ApiError if there is none. @param {string} id @returns {Promise<OnlineController>} */
export async function openOnline(id) {
    const [account, full] = await Promise.all([getAccount(), api.game(id)]);
    const c = new OnlineController(id, await rulesFor(full.variant), full, account.id);
    await c.ready;
    return c;
}

export class OnlineController extends EventTarget {
    /** @type {'online'} */
    kind = 'online';
    flipped = false;
    /** @type {((el: HTMLElement) => void)|undefined} */
    mountSide = undefined;

    /** @param {string} id @param {Rules} rules @param {WireGame} full @param {string} me */
    constructor(id, rules, full, me) {
        super();
        this.id = id;
        this.rules = rules;
        this.me = me;
        /** Ids of this user: the account, and the guest from before the login. */
        this.identities = new Set([me, ...full.you.map((s) => full.seats[sideOf(s) ?? 0].who ?? me)]);
        this.optimistic = OptimisticGame.of(rules, full);
        /** @type {ChatLine[]} */
        this.chat = [];
        /** Sides that offer a rematch. */
        this.rematch = [false, false];
        /** The game that follows. */
        this.next = full.next ?? '';
        /** @type {{from: number, drop: number, to: number}|null} */
        this.queuedPremove = null;
        this.catchingUp = true;
        /** Presence of the players, received at `since`. @type {import('../net/game_socket.js').Presence & {since: number}} */
        this.presence = { here: full.here ?? [true, true], watching: full.watching ?? 0, claim: full.claim ?? [null, null], since: performance.now() };
        /** @type {Promise<void>} */
        this.ready = new Promise((resolve) => { this.setReady = resolve; });
        this.socket = new GameSocket(id, {
            event: (ev) => this.onEvent(ev),
            full: (g) => this.onSnapshot(g),
            presence: (p) => this.setPresence(p),
            changed: (state) => this.onSocketState(state),
            me: () => this.me,
            lang,
        });
        this.flipped = this.you === 1;
    }

    // ---- State ----

    get game() { return this.optimistic.game; }
    /** @returns {0|1|'both'|null} */
    get you() {
        const mine = this.optimistic.seats.map((c) => this.isMe(c));
        return mine[0] && mine[1] ? 'both' : mine[0] ? 0 : mine[1] ? 1 : null;
    }
    /** @param {import('../net/rest.js').WireSeat} c */
    isMe(c) { return c.who !== undefined && this.identities.has(c.who); }
    /** @returns {[Seat, Seat]} */
    get seats() {
        const s = this.game.state(this.now());
        return /** @type {[Seat, Seat]} */ (this.optimistic.seats.map((c, side) => {
            const you = this.isMe(c);
            const kind = c.kind === 'person' ? (you ? 'human' : 'remote') : c.kind === 'link' || c.kind === 'none' ? 'open' : c.kind;
            return {
                kind, you, level: c.level,
                name: kind === 'level' ? '' : c.name || (kind === 'remote' ? t('online.guest') : ''),
                present: kind !== 'remote' || s.stage === 'over' || this.presence.here[side],
                thinking: isProgram(c) && s.stage === 'playing' && s.turn === side,
            };
        }));
    }
    /** Time in the game. */
    now() { return this.socket?.now() ?? this.optimistic.events.at(-1)?.at ?? 0; }
    state() {
        const s = this.game.state(this.now());
        const offered = this.rematch[0] ? 0 : this.rematch[1] ? 1 : null;
        return {
            ...s,
            clocks: this.clocks(s),
            net: this.socket.state === 'closed' ? null : this.socket.state,
            unsent: this.optimistic.pending.length > 0,
            chat: this.chat,
            spectators: this.presence.watching,
            claimMs: this.claimMs(),
            rematch: s.stage === 'over' && !this.next ? { offered: /** @type {0|1|null} */ (offered) } : null,
        };
    }
    /** A game opened from a snapshot has no clock in the match: the server's clocks are shown. @param {import('./types.js').GameState} s
     * @returns {import('./types.js').GameState['clocks']} */
    clocks(s) {
        const clk = this.optimistic.snapshot && (this.optimistic.events.at(-1)?.clk ?? this.optimistic.snapshot.clk);
        if (!clk)
            return s.clocks;
        const since = this.now() - (this.optimistic.events.at(-1)?.at ?? this.now());
        const face = (/** @type {0|1} */ i) => {
            const running = s.stage === 'playing' && sideOf(clk.run) === i;
            const main = Math.max(0, clk.ms[i] - (running ? since : 0));
            const period = clk.byoyomi?.[i] ?? 0;
            return {
                ms: main || period, main, period, periods: clk.periods?.[i] ?? 0, byoyomi: period, inByoyomi: !main && period > 0,
                delay: clk.delay?.[i] ?? 0, until: null, running, fallen: false, kind: /** @type {const} */ ('game'), increment: 0,
            };
        };
        return [face(0), face(1)];
    }
    /** ms until one may claim the win or a draw, because the opponent has left; null: no. */
    claimMs() {
        const { claim, since } = this.presence;
        const ms = typeof this.you === 'number' && this.game.state(this.now()).stage === 'playing' ? claim[1 - this.you] : null;
        return ms === null ? null : Math.max(0, ms - (performance.now() - since));
    }
    /** Whether the opponent is a program or the same user: takebacks need no consent. */
    get needsNoConsent() { return this.you === 'both' || (typeof this.you === 'number' && isProgram(this.optimistic.seats[1 - this.you])); }
    /** Correspondence: days for each turn. */
    get isCorrespondence() { return this.optimistic.isCorrespondence; }

    /** @param {string} action */
    can(action) {
        const s = this.game.state(this.now());
        const you = this.you;
        const on = s.stage === 'playing' && you !== null;
        const turn = on && (you === 'both' || you === s.turn);
        const people = on && !this.needsNoConsent;
        switch (action) {
        case 'move': return turn;
        case 'resign': return on && s.plies > 0;
        case 'abort': return on && s.plies < 2;
        case 'draw': return people && s.plies > 0 && s.offers.draw === null;
        case 'takeback': return people && s.plies > 0 && this.optimistic.config.takebacks && s.offers.takeback === null;
        case 'undo': return on && this.needsNoConsent && s.plies > (you === 1 ? 1 : 0);
        case 'claim': return turn && s.claims.length > 0;
        case 'claim-win':
        case 'claim-draw': return this.claimMs() === 0;
        case 'declare': return turn && !!s.impasse && s.impasse.kingInZone;
        case 'give-time': return people && !!s.clocks && !this.isCorrespondence;
        case 'rematch': return s.stage === 'over' && you !== null && !this.next && !(you !== 'both' && this.rematch[you]);
        case 'chat': return true;
        case 'premove': return on && you !== 'both';
        case 'flip': return true;
        default: return false;
        }
    }

    // ---- Actions ----

    /** @param {string} action @param {Record<string, any>} [o] @returns {Promise<Done>} */
    async do(action, o = {}) {
        if (action === 'move')
            return this.play(o.move);
        const what = MESSAGES[action];
        if (!what)
            return { ok: false, text: CODES.bad_value };
        const s = this.game.state(this.now());
        const you = this.you;
        const side = you === 'both' ? s.turn : you;
        /** @type {import('../net/socket.js').Message} */
        const message = { t: what, ...(side === null ? {} : { side: SIDES[side] }) };
        for (const name of ['yes', 'text', 'ms', 'plies'])
            if (o[name] !== undefined)
                message[name] = o[name];
        if (action === 'chat' && side !== null)
            delete message.side;
        return this.resultOf(await this.socket.request(message));
    }
    /** @param {import('../net/game_socket.js').Answer} answer @returns {Done} */
    resultOf(answer) {
        if (answer.ok)
            return DONE;
        const text = CODES[answer.code] ?? [codeText(answer.code, answer.detail), codeText(answer.code, answer.detail)];
        return { ok: false, text };
    }
    /** Play a pending move and send it. @param {number} move @returns {Promise<Done>} */
    async play(move) {
        const { done, pending } = this.optimistic.playPending(move, this.now());
        if (!done.ok)
            return { ok: false, text: done.text };
        this.dispatchEvent(new CustomEvent('move', { detail: { ply: pending.ply + 1, mine: true } }));
        this.changed();
        void this.socket.request({ t: ASK.MOVE, ply: pending.ply, m: pending.text, seq: this.socket.seq, side: SIDES[pending.side] }).then((answer) => {
            if (answer.ok || answer.code === 'offline')
                return;
            if (this.optimistic.reject(pending))
                this.changed();
            const why = this.resultOf(answer);
            if (!why.ok)
                this.notice(t('online.moveBack', { why: pick(why.text) }), true);
        });
        return DONE;
    }
    /** @param {any} p */
    premove(p) { this.queuedPremove = p; }

    // ---- Events ----

    /** @param {GameEvent} ev */
    onEvent(ev) {
        if (ev.k === 'create' && !('record' in ev)) {
            // All events follow: they replace the snapshot.
            this.optimistic.release();
            this.optimistic = new OptimisticGame(this.rules, /** @type {any} */ ({ ...ev, start: ev.start }));
            this.chat = [];
        } else if (this.optimistic.snapshot && ev.seq <= this.optimistic.snapshot.seq && ev.k !== 'chat') {
            // The snapshot contains it.
            return;
        } else {
            this.optimistic.applyEvent(ev);
        }
        // Players and spectators have separate chats.
        if (ev.k === 'chat' && !ev.hidden)
            this.chat = [...this.chat, { who: ev.who ?? '', name: ev.name ?? '', text: ev.text ?? '', ts: ev.ts, side: sideOf(ev.side) }].slice(-MAX_CHAT_LINES);
        if (ev.k === 'rematch')
            this.onRematch(ev);
        if (this.catchingUp)
            return;
        this.announce(ev);
        this.changed();
        if (ev.k === 'move')
            this.playPremove();
    }
    playPremove() {
        const p = this.queuedPremove;
        if (!p || !this.can('move'))
            return;
        this.queuedPremove = null;
        const move = resolvePremove(this.game, p);
        if (move !== null)
            void this.play(move);
    }
    /** @param {GameEvent} ev */
    onRematch(ev) {
        this.rematch = ev.yes === false ? [false, false] : this.rematch.map((was, side) => was || sideOf(ev.side) === side);
        this.next = ev.game ?? this.next;
        if (!this.catchingUp && this.next)
            this.dispatchEvent(new CustomEvent('next', { detail: { id: this.next } }));
    }
    /** Notices about events. @param {GameEvent} ev */
    announce(ev) {
        const mine = sideOf(ev.side) === this.you;
        if (ev.k === 'move' && !mine)
            this.dispatchEvent(new CustomEvent('move', { detail: { ply: (ev.ply ?? 0) + 1, mine: false } }));
        else if (ev.k === 'decline-draw' && !mine && this.you !== null)
            this.notice(t('online.drawDeclined'));
        else if (ev.k === 'refuse-takeback' && !mine && this.you !== null)
            this.notice(t('online.takebackRefused'));
        else if (ev.k === 'rematch' && ev.yes === false && !mine)
            this.notice(t('online.rematchDeclined'));
        else if (ev.k === 'abort' && ev.why)
            this.notice(t(mine ? 'online.noShowMine' : 'online.noShow'));
        else if (ev.k === 'give-time')
            this.notice(t(mine ? 'online.timeGiven' : 'online.timeGot', { s: Math.round((ev.ms ?? 0) / 1000) }));
    }
    /** @param {WireGame} full */
    onSnapshot(full) {
        this.optimistic.release();
        this.optimistic = OptimisticGame.of(this.rules, full);
        this.chat = full.chat.map((l) => ({ ...l, ts: 0, side: sideOf(l.side) }));
        this.next = full.next ?? '';
        this.changed();
    }
    /** @param {import('../net/game_socket.js').Presence} p */
    setPresence(p) {
        this.presence = { ...p, since: performance.now() };
        this.changed();
    }
    /** @param {import('../net/game_socket.js').NetState} state */
    onSocketState(state) {
        if (state === 'ok' && this.catchingUp) {
            this.catchingUp = false;
            this.flipped = this.you === 1;
            this.setReady?.();
        }
        this.changed();
    }
    changed() {
        if (!this.catchingUp)
            this.dispatchEvent(new Event('change'));
    }
    /** @param {string} text @param {boolean} [error] */
    notice(text, error = false) { this.dispatchEvent(new CustomEvent('notice', { detail: { text, error } })); }

    destroy() {
        this.socket.close();
        this.optimistic.release();
    }
}
