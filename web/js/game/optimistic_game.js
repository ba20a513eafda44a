// SPDX-License-Identifier: MIT
// Optimistic updates for a game on the server. Every event of the server is applied to a match of the core at
// the server's time, so that board, clocks, offers and result equal the server's. Moves of this page are played
// at once, before the server confirms them, as pending moves after the confirmed events. When an event arrives,
// the match is rolled back to the savepoint before the first pending move, the event is applied, and what is
// still pending is played again. The game is replayed from its start only when a player joins or leaves.
import { REASONS } from '../net/messages.js';

/**
 * @typedef {import('../core/rules.js').Rules} Rules
 * @typedef {import('../core/game.js').Game} Game
 * @typedef {import('../net/game_socket.js').GameEvent} GameEvent
 * @typedef {import('../net/rest.js').WireGame} WireGame
 * @typedef {import('../net/rest.js').WireSeat} WireSeat
 * @typedef {{ply: number, move: number, side: 0|1, text: string}} PendingMove
 * @typedef {{variant: string, start?: string, clock: string, seats: [WireSeat, WireSeat], takebacks: boolean,
 *   whole_seconds?: boolean}} Config
 */

const RESULTS = ['none', 'first', 'second', 'draw'];
/** Events that are not actions of the match. */
const NOT_ACTIONS = ['create', 'join', 'leave', 'chat', 'end', 'rematch'];

/** @param {string|null|undefined} word @returns {0|1|null} */
export function sideOf(word) { return word === 'first' ? 0 : word === 'second' ? 1 : null; }

/** @param {WireSeat} c */
export function isProgram(c) { return c.kind === 'level' || c.kind === 'engine'; }

/** Seats of the match. Their kinds decide whether a takeback needs consent, as on the server. @param {[WireSeat, WireSeat]} seats */
function matchSeats(seats) {
    const same = seats[0].who !== undefined && seats[0].who === seats[1].who;
    return seats.map((c, i) => ({
        kind: /** @type {'level'|'engine'|'human'|'remote'} */ (
            isProgram(c) ? c.kind : isProgram(seats[1 - i]) || same ? 'human' : 'remote'),
        level: c.level ?? 0,
        name: c.name,
    }));
}

export class OptimisticGame {
    /** @param {Rules} rules @param {Config} config */
    constructor(rules, config) {
        this.rules = rules;
        this.config = config;
        this.seats = /** @type {[WireSeat, WireSeat]} */ (config.seats.map((c) => ({ ...c })));
        /** Confirmed events. @type {GameEvent[]} */
        this.events = [];
        /** State of the game when this page opened it, if the events before are not known. @type {WireGame|null} */
        this.snapshot = null;
        /** Moves of this page that the server has not confirmed. @type {PendingMove[]} */
        this.pending = [];
        const clock = rules.core.parseClock(config.clock);
        this.isCorrespondence = clock.ok && clock.sides.some((s) => s.kind === 'days');
        this.game = this.createGame();
    }
    /** A game whose earlier events are not known. @param {Rules} rules @param {WireGame} full */
    static of(rules, full) {
        const m = new OptimisticGame(rules, full);
        m.snapshot = full;
        m.rebuild();
        return m;
    }
    /** @returns {Game} */
    createGame() {
        const game = this.rules.newGame({
            start: this.config.start, clock: this.snapshot ? 'none' : this.config.clock, seats: matchSeats(this.seats),
            clockWaits: !this.isCorrespondence && !this.config.whole_seconds, takebacks: this.config.takebacks,
        });
        if ('error' in game)
            throw new Error(game.error);
        return game;
    }
    /** Replay the whole game. */
    rebuild() {
        const game = this.createGame();
        this.game.release();
        this.game = game;
        if (this.snapshot)
            this.applySnapshot(this.snapshot);
        for (const ev of this.events)
            this.applyAction(ev);
        this.replayPending();
    }
    /** @param {WireGame} full */
    applySnapshot(full) {
        this.game.setMoves(full.moves);
        if (full.stage === 'over') {
            const result = RESULTS.indexOf(full.result ?? 'none');
            const reason = Math.max(0, REASONS.indexOf(full.reason ?? ''));
            this.game.act(result ? 'adjudicate' : 'abort', { result, reason }, 0);
            return;
        }
        full.offers.forEach((o, side) => {
            if (o.draw)
                this.game.act('offer-draw', { side }, 0);
            if (o.takeback)
                this.game.act('ask-takeback', { side, plies: o.takeback }, 0);
        });
    }
    /** @param {GameEvent} ev */
    applyAction(ev) {
        const side = sideOf(ev.side) ?? undefined;
        const plies = ev.k === 'undo' && ev.ply !== undefined ? this.game.plies - ev.ply : ev.plies ?? 0;
        const move = ev.m === undefined ? undefined : this.game.readMove(ev.m).move;
        const reason = Math.max(0, REASONS.indexOf(ev.why ?? ''));
        const result = Math.max(0, RESULTS.indexOf(ev.result ?? ''));
        this.game.act(ev.k, { side, move, plies, ms: ev.ms ?? 0, reason, result }, ev.at);
    }

    // ---- Confirmed events ----

    /** @param {GameEvent} ev */
    applyEvent(ev) {
        if (ev.k === 'join' || ev.k === 'leave') {
            const side = sideOf(ev.side) ?? 0;
            this.seats[side] = ev.k === 'join' ? { kind: 'person', who: ev.who, name: ev.name ?? '' } : { kind: 'open', name: '' };
            // For the names in the record.
            this.rebuild();
        }
        if (NOT_ACTIONS.includes(ev.k))
            return;
        this.events.push(ev);
        this.rollback();
        const first = this.pending[0];
        if (first && ev.k === 'move')
            this.pending = ev.ply === first.ply && ev.m === first.text ? this.pending.slice(1) : [];
        else if (ev.k === 'undo' || ev.k === 'grant-takeback')
            this.pending = [];
        this.applyAction(ev);
        this.replayPending();
    }

    // ---- Pending moves ----

    /** Return to the state that the server has confirmed. */
    rollback() {
        if (this.pending.length)
            this.game.rollback();
    }
    replayPending() {
        if (this.pending.length)
            this.game.savepoint();
        for (const p of this.pending)
            this.playMove(p, null);
    }
    /** Play a move that the server has not confirmed. @param {number} move @param {number|null} now */
    playPending(move, now) {
        const { turn, plies } = this.game.state(now ?? 0);
        const pending = { ply: plies, move, side: turn, text: '' };
        if (!this.pending.length)
            this.game.savepoint();
        const done = this.playMove(pending, now);
        if (done.ok) {
            pending.text = this.game.moveText(plies, 'coordinates');
            this.pending.push(pending);
        }
        return { done, pending };
    }
    /** @param {PendingMove} p @param {number|null} now */
    playMove(p, now) {
        // Only the server decides that a flag has fallen: the move is dated before the deadline.
        const deadline = this.game.deadline();
        const last = this.events.at(-1)?.at ?? 0;
        const at = Math.max(last, Math.min(now ?? last, deadline === null ? Infinity : deadline - 1));
        return this.game.act('move', { move: p.move, side: p.side }, at);
    }
    /** The server has refused a pending move: remove it and those after it. @param {PendingMove} p */
    reject(p) {
        const at = this.pending.indexOf(p);
        if (at < 0)
            return false;
        this.rollback();
        this.pending.length = at;
        this.replayPending();
        return true;
    }
    release() { this.game.release(); }
}
