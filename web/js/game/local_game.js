// SPDX-License-Identifier: MIT
// Controller of a game in this browser: two people, or a person and a level. The match of the core applies
// the rules and keeps the clocks; the controller passes the time, requests moves of levels, and saves.
import { storeGame } from './archive.js';
import { newGameId, onSlotWritten, slotGame, saveGame } from './autosave.js';
import { resolvePremove } from './premove.js';
import { t } from '../words/words.js';

/** @typedef {import('../core/rules.js').Rules} Rules */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./types.js').Done} Done */

const DONE = /** @type {const} */ ({ ok: true });

/** @type {LocalController|null} */
let current = null;

/**
 * Whether another game may begin: the running one is archived, or the user agrees to replace it.
 * @returns {Promise<boolean>}
 */
export async function confirmReplace() {
    const running = current?.saved() ?? slotGame();
    if (!running || running.over || running.plies === 0) return true;
    const { confirmDialog, toast } = await import('../dialogs/dialog.js');
    if (!(await storeGame(running))) return confirmDialog('games.replace', { yes: 'games.replaceYes', danger: true });
    toast(t('games.kept'));
    return true;
}

/** The game on this screen, if there is one in this tab. */
export function currentLocal() {
    return current;
}

/** Attempts to find a playable shuffled start. */
const SHUFFLE_TRIES = 50;

/** A random shuffled start; null: the game has none. @param {Rules} rules @returns {string|null} */
function randomStart(rules) {
    for (let i = 0; rules.shuffledStarts > 0 && i < SHUFFLE_TRIES; i++) {
        const start = `shuffle:${Math.floor(Math.random() * Math.min(rules.shuffledStarts, Number.MAX_SAFE_INTEGER))}`;
        const game = rules.newGame({ start });
        if ('error' in game) continue;
        game.release();
        return start;
    }
    return null;
}

/**
 * Begin a game; the screen #/play shows it. Without a start, one is drawn where the game is shuffled. Throws if the start cannot be played.
 * @param {Rules} rules
 * @param {{level: number, side: 0|1, clock?: string, start?: string|null, levels?: [number, number]}} o  level 0: two people
 */
export function startLocal(rules, o) {
    /** @type {(n: number, side: number) => Seat} */
    const seat = (n, side) => (n ? { kind: 'level', name: '', level: n, you: false } : { kind: 'human', name: '', you: o.level === 0 || side === o.side });
    const ns = o.levels ?? (o.level ? (o.side === 0 ? [0, o.level] : [o.level, 0]) : [0, 0]);
    /** @type {[Seat, Seat]} */
    const seats = [seat(ns[0], 0), seat(ns[1], 1)];
    for (const s of seats) if (s.kind === 'human') s.you = true;
    const drawn = o.start ? null : randomStart(rules);
    const game = rules.newGame({
        start: o.start ?? drawn ?? undefined, clock: o.clock ?? 'none',
        seats: seats.map((s) => ({ kind: /** @type {'human'|'level'} */ (s.kind), level: s.level ?? 0, name: '' })),
    });
    if ('error' in game) throw Object.assign(new Error(game.error), { text: game.text });
    current?.destroy();
    current = new LocalController(rules, game, seats, { id: newGameId(), began: Date.now(), drawn: drawn !== null, gameNo: 0, seed: (Math.random() * 2 ** 31) | 0 });
    current.begin();
    return current;
}

/** Restore a saved game. @param {import('./autosave.js').SavedEntry} saved @returns {Promise<LocalController>} */
export async function restoreLocal(saved) {
    const { sharedCore } = await import('../core/shared_core.js');
    const core = await sharedCore();
    const { Game } = await import('../core/game.js');
    const game = await Game.restore(core, saved.game);
    current?.destroy();
    current = new LocalController(game.rules, game, /** @type {[Seat, Seat]} */ (saved.seats), saved);
    current.flipped = saved.flipped;
    current.resume();
    return current;
}

/** @implements {Pick<import('./types.js').Controller, 'state'>} */
export class LocalController extends EventTarget {
    /** @type {'local'} */
    kind = 'local';
    /** Whether the board is seen from the second side. */
    flipped = false;

    /** @param {Rules} rules @param {Game} game @param {[Seat, Seat]} seats @param {{id: string, began: number, changed?: number, drawn?: boolean, gameNo: number, seed: number}} o */
    constructor(rules, game, seats, o) {
        super();
        this.rules = rules;
        this.game = game;
        this.seats = seats;
        this.id = o.id;
        this.began = o.began;
        /** Whether the start was drawn by lot: the next game draws another. */
        this.drawn = o.drawn ?? false;
        this.gameNo = o.gameNo;
        this.seed = o.seed;
        const people = [0, 1].filter((s) => seats[s].kind === 'human');
        /** @type {0|1|'both'|null} */
        this.you = people.length === 2 ? 'both' : people.length ? /** @type {0|1} */ (people[0]) : null;
        this.flipped = this.you === 1;
        /** @type {any} */
        this.player = null;
        this.searchId = 0;
        /** @type {{from: number, drop: number, to: number}|null} */
        this.queuedPremove = null;
        /** @type {number|null} the computer's opinion of its game, centipawns */
        this.score = null;
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        this.timer = undefined;
        this.destroyed = false;
        /** Time of the last action, and the number of actions then. */
        this.changedAt = o.changed ?? Date.now();
        this.actionCount = game.serialize().deeds.length;
        this.saveOnHide = () => {
            if (document.visibilityState === 'hidden') this.save();
        };
        addEventListener('pagehide', this.saveOnHide);
        this.stopListening = onSlotWritten((saved) => void this.adoptSaved(saved));
        document.addEventListener('visibilitychange', this.saveOnHide);
    }

    state() {
        return { ...this.game.state(performance.now()), net: null, chat: null, rematch: null };
    }

    begin() {
        this.game.act('start', {}, performance.now());
        this.update();
    }

    /** Continue a restored game. */
    resume() {
        if (this.state().stage === 'waiting') this.game.act('start', {}, performance.now());
        else if (this.state().stage === 'paused') this.game.act('resume', {}, performance.now());
        this.update();
    }

    /** After each change: notify, save, set the timer of the flag, start a search. */
    update() {
        if (this.destroyed) return;
        this.dispatchEvent(new Event('change'));
        this.save();
        clearTimeout(this.timer);
        const at = this.game.deadline();
        if (at !== null && this.state().stage === 'playing')
            this.timer = setTimeout(() => {
                if (this.game.tick(performance.now())) this.stopThinking();
                this.update();
            }, Math.min(Math.max(0, at - performance.now()) + 1, 2 ** 30));
        void this.think();
    }

    /** The complete state, for the archive. @returns {import('./autosave.js').SavedEntry} */
    saved() {
        const state = this.state();
        const game = this.game.serialize();
        if (game.deeds.length !== this.actionCount) this.changedAt = Date.now();
        this.actionCount = game.deeds.length;
        return {
            id: this.id, began: this.began, changed: this.changedAt, plies: state.plies, over: state.stage === 'over', result: state.outcome.result,
            reason: state.outcome.text, variant: this.rules.name, dialect: this.rules.dialect, yaml: this.rules.yaml, title: this.rules.title,
            position: this.game.view().position, sides: this.rules.sides, you: this.you, game, drawn: this.drawn,
            seats: this.seats.map((s) => ({ ...s, thinking: false })), flipped: this.flipped, gameNo: this.gameNo, seed: this.seed,
        };
    }

    save() {
        if (!this.destroyed) saveGame(this.saved());
    }

    /** Another tab has continued the same game: take over its state. @param {import('./autosave.js').SavedEntry} saved */
    async adoptSaved(saved) {
        if (this.destroyed || saved.id !== this.id || saved.changed <= this.changedAt) return;
        // The older state must not be saved any more.
        this.destroyed = true;
        const next = await restoreLocal(saved);
        this.dispatchEvent(new CustomEvent('replaced', { detail: next }));
    }

    stopThinking() {
        this.searchId++;
        for (const s of this.seats) s.thinking = false;
        this.player?.stop();
    }

    /** Start a search if a level is to move. */
    async think() {
        const state = this.state();
        const side = state.turn;
        const seat = this.seats[side];
        if (state.stage !== 'playing' || seat.kind !== 'level' || seat.thinking) return;
        seat.thinking = true;
        const mine = ++this.searchId;
        const began = performance.now();
        this.dispatchEvent(new Event('change'));
        try {
            const { startPlayer } = await import('../core/player.js');
            this.player ??= await startPlayer();
            if (mine !== this.searchId || this.destroyed) return;
            const answer = await this.player.think(this.searchRequest(seat.level ?? 1, state), {
                onInfo: (/** @type {any} */ info) => {
                    if (mine !== this.searchId) return;
                    if (typeof info?.score === 'number') this.score = info.mate ? Math.sign(info.score) * 1e5 : info.score;
                    if (info?.depth) {
                        seat.info = String(info.depth);
                        this.dispatchEvent(new Event('change'));
                    }
                },
            });
            const rest = Math.min(answer.wait ?? 0, 1500) - (performance.now() - began);
            if (rest > 0) await new Promise((r) => setTimeout(r, rest));
            if (mine !== this.searchId || this.destroyed) return;
            seat.thinking = false;
            this.play(side, answer);
        } catch (e) {
            if (mine !== this.searchId || this.destroyed) return;
            seat.thinking = false;
            this.dispatchEvent(new CustomEvent('notice', { detail: { text: t('game.cpuFailed'), error: true } }));
            this.dispatchEvent(new Event('change'));
            console.error(e);
        }
    }

    /** The request to the player worker. @param {number} level @param {ReturnType<LocalController['state']>} state */
    searchRequest(level, state) {
        const clocks = state.clocks;
        return {
            variant: this.rules.name, yaml: this.rules.yaml, start: this.game.start, moves: this.game.coordinates(), level, seed: this.seed + state.plies, gameNo: this.gameNo,
            clock: clocks ? { time: clocks.map((c) => c.ms), clocks } : null,
        };
    }

    /** @param {number} side @param {any} answer */
    play(side, answer) {
        const now = performance.now();
        if (answer.resign) this.game.act('resign', { side }, now);
        else if (answer.declare) this.game.act('declare', { side }, now);
        else {
            const read = this.game.readMove(answer.move);
            if (read.move === undefined) throw new Error(`the computer said ${answer.move}`);
            const done = this.game.act('move', { side, move: read.move }, now);
            if (done.ok) this.dispatchEvent(new CustomEvent('move', { detail: { ply: this.state().plies, mine: false } }));
        }
        this.update();
        const premove = this.queuedPremove;
        this.queuedPremove = null;
        const move = premove && this.can('move') ? resolvePremove(this.game, premove) : null;
        if (move !== null) void this.do('move', { move });
    }

    /** Which buttons make sense now. @param {string} action */
    can(action) {
        const s = this.state();
        const on = s.stage === 'playing';
        const human = this.seats[s.turn]?.kind === 'human';
        switch (action) {
            case 'move': return on && human;
            case 'resign': return on && this.you !== null;
            case 'draw': return on && this.you !== null && s.plies > 0;
            case 'claim': return on && human && s.claims.length > 0;
            case 'declare': return on && human && !!s.impasse && s.impasse.kingInZone;
            case 'undo': return s.plies > 0 && (on || s.stage === 'over') && !(this.seats[0].kind === 'level' && s.plies < 2 && this.you === 1);
            case 'redo': return s.canRedo > 0 && on;
            case 'pause': return on && !!s.clocks && this.you !== null;
            case 'resume': return s.stage === 'paused';
            case 'rematch': return s.stage === 'over';
            case 'new': return true;
            case 'flip': return true;
            case 'premove': return on && this.you !== 'both' && this.you !== null;
            default: return false;
        }
    }

    /** @param {string} action @param {Record<string, any>} [o] @returns {Promise<Done>} */
    async do(action, o = {}) {
        const now = performance.now();
        const s = this.state();
        const me = this.you === 'both' || this.you === null ? s.turn : this.you;
        if (action === 'rematch') return this.rematch();
        if (action === 'draw') return this.draw(me);
        if (action !== 'move') this.queuedPremove = null;
        if (action === 'undo' || action === 'redo' || action === 'pause' || action === 'resign') this.stopThinking();
        const done = this.game.act(action, { side: action === 'move' ? s.turn : me, ...o }, now);
        if (done.ok && action === 'move') this.dispatchEvent(new CustomEvent('move', { detail: { ply: s.plies + 1, mine: true } }));
        this.update();
        return done.ok ? DONE : { ok: false, text: done.text };
    }

    /** Offer a draw. Two people agree at the board; a level decides as in the other programs. @param {0|1} me @returns {Promise<Done>} */
    async draw(me) {
        const now = performance.now();
        const other = /** @type {0|1} */ (1 - me);
        const offered = this.game.act('offer-draw', { side: me }, now);
        if (!offered.ok) return { ok: false, text: offered.text };
        const takes = this.seats[other].kind === 'human' || this.game.takesDraw(other, this.score);
        this.game.act(takes ? 'accept-draw' : 'decline-draw', { side: other }, now);
        if (takes) this.stopThinking();
        else this.dispatchEvent(new CustomEvent('notice', { detail: { text: t('game.drawDeclined') } }));
        this.update();
        return DONE;
    }

    /** Rematch; against a level the sides are swapped. @returns {Promise<Done>} */
    async rematch() {
        const { options } = this.game.serialize();
        const swap = this.you !== 'both';
        const seats = /** @type {[Seat, Seat]} */ (swap ? [this.seats[1], this.seats[0]] : this.seats);
        const game = this.rules.newGame({
            start: this.drawn ? randomStart(this.rules) ?? undefined : options.start, clock: options.clock,
            seats: seats.map((x) => ({ kind: /** @type {'human'|'level'} */ (x.kind), level: x.level ?? 0, name: x.name })),
        });
        if ('error' in game) return { ok: false, text: game.text };
        const flipped = this.flipped;
        const next = new LocalController(this.rules, game, /** @type {[Seat, Seat]} */ (seats.map((x) => ({ ...x, thinking: false, info: undefined }))), { id: newGameId(), began: Date.now(), drawn: this.drawn, gameNo: this.gameNo + 1, seed: this.seed });
        if (!swap) next.flipped = flipped;
        this.destroy();
        current = next;
        next.begin();
        this.dispatchEvent(new CustomEvent('replaced', { detail: next }));
        return DONE;
    }

    /** Queue a premove. @param {any} p */
    premove(p) {
        this.queuedPremove = p;
    }

    destroy() {
        this.save();
        this.destroyed = true;
        this.stopThinking();
        this.player?.close?.();
        this.player = null;
        clearTimeout(this.timer);
        removeEventListener('pagehide', this.saveOnHide);
        this.stopListening();
        document.removeEventListener('visibilitychange', this.saveOnHide);
        if (current === this) current = null;
    }
}
