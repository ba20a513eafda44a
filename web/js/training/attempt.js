// SPDX-License-Identifier: MIT
// One attempt at a puzzle: whose move it is, what is right, what was already wrong. It shows nothing.

/** @typedef {import('./deck.js').Puzzle} Puzzle */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {'right'|'wrong'|'solved'} Verdict */

export class Attempt {
    /** @param {Puzzle} puzzle @param {import('../core/rules.js').Rules} rules */
    constructor(puzzle, rules) {
        this.puzzle = puzzle;
        const game = rules.newGame({ start: puzzle.position });
        if ('error' in game) throw new Error(game.error);
        /** @type {Game} */
        this.game = game;
        game.act('start', {}, 0);
        /** The solver's side. */
        this.side = game.turn;
        /** A wrong move, a hint or the solution: it is not solved any more. */
        this.failed = false;
        this.over = false;
    }

    /** How many of the solver's moves there are. */
    get turns() {
        return (this.puzzle.line.length + 1) / 2;
    }

    /** The move that is wanted now. */
    expected() {
        return this.game.readMove(this.puzzle.line[this.game.plies]).move ?? 0;
    }

    /** Whether the last move may be any that mates, as it may in all mates. */
    #acceptsMate() {
        return this.puzzle.kind !== 'tactic' && this.game.plies === this.puzzle.line.length - 1;
    }

    /**
     * A move of the solver. A wrong one is taken back.
     * @param {number} move @returns {Verdict}
     */
    play(move) {
        const wanted = move === this.expected();
        if (!wanted && !this.#acceptsMate()) return this.#refuse();
        this.game.savepoint();
        if (!this.game.act('move', { move }, 0).ok) return this.#refuse();
        if (!wanted && !this.#isWon()) {
            this.game.rollback();
            return this.#refuse();
        }
        if (this.game.plies < this.puzzle.line.length) return 'right';
        this.over = true;
        return 'solved';
    }

    #isWon() {
        const { outcome } = this.game.state(0);
        return outcome.result === (this.side ? 'second' : 'first');
    }

    /** @returns {Verdict} */
    #refuse() {
        this.failed = true;
        return 'wrong';
    }

    /** The opponent's move, or the solver's in a solution that is shown. @returns {boolean} whether there was one */
    step() {
        if (this.game.plies >= this.puzzle.line.length) return false;
        const played = this.game.act('move', { move: this.expected() }, 0).ok;
        if (this.game.plies >= this.puzzle.line.length) this.over = true;
        return played;
    }

    close() {
        this.game.release();
    }
}
