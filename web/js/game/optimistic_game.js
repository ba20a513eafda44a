// SPDX-License-Identifier: MIT
// A game of the server, done again here: each event is done in a match of the core at the time at which
// the server did it, so that board, clocks, offers and end are those of the server. Moves of ours that it
// has not confirmed yet are played behind them, and taken away again if it refuses.
import { REASONS } from '../net/messages.js';

/**
 * @typedef {import('../core/rules.js').Rules} Rules
 * @typedef {import('../core/game.js').Game} Game
 * @typedef {import('../net/game_socket.js').GameEvent} GameEvent
 * @typedef {import('../net/rest.js').WireGame} WireGame
 * @typedef {import('../net/rest.js').Chair} Chair
 * @typedef {{ply: number, move: number, side: 0|1, text: string}} Guess
 * @typedef {{variant: string, start?: string, clock: string, seats: [Chair, Chair], takebacks: boolean,
 *   whole_seconds?: boolean}} Plan
 */

const RESULTS = ['none', 'first', 'second', 'draw'];
/** Events that are no actions of the match. */
const OTHERS = ['create', 'join', 'leave', 'chat', 'end', 'rematch'];

/** @param {string|null|undefined} word @returns {0|1|null} */
export function sideOf(word) { return word === 'first' ? 0 : word === 'second' ? 1 : null; }

/** @param {Chair} c */
export function isProgram(c) { return c.kind === 'level' || c.kind === 'engine'; }

/** Who has to be asked before something is taken back, as the server sees it. @param {[Chair, Chair]} chairs */
function seatsOf(chairs) {
    const same = chairs[0].who !== undefined && chairs[0].who === chairs[1].who;
    return chairs.map((c, i) => ({
        kind: /** @type {'level'|'engine'|'human'|'remote'} */ (
            isProgram(c) ? c.kind : isProgram(chairs[1 - i]) || same ? 'human' : 'remote'),
        level: c.level ?? 0,
        name: c.name,
    }));
}

export class Mirror {
    /** @param {Rules} rules @param {Plan} plan */
    constructor(rules, plan) {
        this.rules = rules;
        this.plan = plan;
        this.chairs = /** @type {[Chair, Chair]} */ (plan.seats.map((c) => ({ ...c })));
        /** What has happened. @type {GameEvent[]} */
        this.events = [];
        /** Of a game that is known only from some moment on. @type {WireGame|null} */
        this.full = null;
        /** Ours, not confirmed. @type {Guess[]} */
        this.guesses = [];
        const clock = rules.core.parseClock(plan.clock);
        this.slow = clock.ok && clock.sides.some((s) => s.kind === 'days');
        this.game = this.make();
    }
    /** A game of which nobody tells how it came to be. @param {Rules} rules @param {WireGame} full */
    static of(rules, full) {
        const m = new Mirror(rules, full);
        m.full = full;
        m.rebuild();
        return m;
    }
    /** @returns {Game} */
    make() {
        const game = this.rules.newGame({
            start: this.plan.start, clock: this.full ? 'none' : this.plan.clock, seats: seatsOf(this.chairs),
            clockWaits: !this.slow && !this.plan.whole_seconds, takebacks: this.plan.takebacks,
        });
        if ('error' in game)
            throw new Error(game.error);
        return game;
    }
    rebuild() {
        const game = this.make();
        this.game.release();
        this.game = game;
        if (this.full)
            this.fillIn(this.full);
        for (const ev of this.events)
            this.act(ev);
        for (const g of this.guesses)
            this.play(g, null);
    }
    /** @param {WireGame} full */
    fillIn(full) {
        this.game.mirror(full.moves);
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
    act(ev) {
        const side = sideOf(ev.side) ?? undefined;
        const plies = ev.k === 'undo' && ev.ply !== undefined ? this.game.plies - ev.ply : ev.plies ?? 0;
        const move = ev.m === undefined ? undefined : this.game.readMove(ev.m).move;
        const reason = Math.max(0, REASONS.indexOf(ev.why ?? ''));
        const result = Math.max(0, RESULTS.indexOf(ev.result ?? ''));
        this.game.act(ev.k, { side, move, plies, ms: ev.ms ?? 0, reason, result }, ev.at);
    }

    // ---- What the server tells ----

    /** @param {GameEvent} ev */
    take(ev) {
        if (ev.k === 'join' || ev.k === 'leave') {
            const side = sideOf(ev.side) ?? 0;
            this.chairs[side] = ev.k === 'join' ? { kind: 'person', who: ev.who, name: ev.name ?? '' } : { kind: 'open', name: '' };
            this.rebuild(); // for the names in the record
        }
        if (OTHERS.includes(ev.k))
            return;
        this.events.push(ev);
        if (this.guesses.length === 0) {
            this.act(ev);
            return;
        }
        // What was guessed is done once more, behind what is known.
        const guess = this.guesses[0];
        if (ev.k === 'move') {
            const right = ev.ply === guess.ply && ev.m === guess.text;
            this.guesses = right ? this.guesses.slice(1) : [];
        } else if (ev.k === 'undo' || ev.k === 'grant-takeback') {
            this.guesses = [];
        }
        this.rebuild();
    }

    // ---- What we do ----

    /** Show a move before the server has confirmed it. @param {number} move @param {number|null} now */
    guess(move, now) {
        const { turn, plies } = this.game.state(now ?? 0);
        const guess = { ply: plies, move, side: turn, text: '' };
        const done = this.play(guess, now);
        if (done.ok) {
            guess.text = this.game.moveText(plies, 'coordinates');
            this.guesses.push(guess);
        }
        return { done, guess };
    }
    /** @param {Guess} g @param {number|null} now */
    play(g, now) {
        // A flag is the server's to see fall.
        const deadline = this.game.deadline();
        const last = this.events.at(-1)?.at ?? 0;
        const at = Math.max(last, Math.min(now ?? last, deadline === null ? Infinity : deadline - 1));
        return this.game.act('move', { move: g.move, side: g.side }, at);
    }
    /** The server said no: that move and those behind it are not played. @param {Guess} g */
    undo(g) {
        const at = this.guesses.indexOf(g);
        if (at < 0)
            return false;
        this.guesses.length = at;
        this.rebuild();
        return true;
    }
    release() { this.game.release(); }
}
