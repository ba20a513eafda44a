// SPDX-License-Identifier: MIT
// The review of a study's main line: its positions are evaluated one after the other by the search beside the page. What was evaluated is
// remembered, so that a review that was stopped goes on where it was. The numbers are the core's, those of `banmen analyse`.
import { FullModule } from '../core/full_module.js';
import { evaluatedLine } from '../core/review.js';
import { lang } from '../words/words.js';
import { Analyser } from './analyser.js';
import { positionKey, recall, remember } from './evaluations.js';
import { fullCore } from '../study/full_core.js';

/** @typedef {import('../study/study.js').Study} Study */
/** @typedef {import('../core/review.js').Review} Review */
/** @typedef {import('../core/review.js').EvaluatedLine} EvaluatedLine */
/** @typedef {import('./line_search.js').Info} Info */

/** Nodes of the search for a position. */
export const EFFORTS = { quick: 40000, usual: 150000, deep: 600000 };
const LINES = 2;
/** Results are computed anew after so many positions. */
const STEP = 4;

export class GameReview extends EventTarget {
    #study;
    #analyser = new Analyser();
    /** Raised by stop(): what was begun before is over. */
    #run = 0;
    /** What was found for each position. @type {(EvaluatedLine[]|null)[]} */
    evaluations = [];
    /** Nodes of the main line, the root included; all are moves. @type {number[]} */
    line = [];
    /** @type {Review|null} */
    review = null;
    running = false;
    nodes = EFFORTS.usual;

    /** @param {Study} study */
    constructor(study) {
        super();
        this.#study = study;
        this.#takeLine();
    }

    /** The nodes of the main line, as they are numbered now. */
    follow() {
        this.line = [0];
        for (const id of this.#study.mainLine()) {
            const n = this.#study.node(id);
            if (n.kind !== 'move' || n.illegal) break;
            this.line.push(id);
        }
    }

    #takeLine() {
        this.follow();
        this.evaluations = this.line.map(() => null);
        this.review = null;
    }

    /** Positions that are done. */
    get done() {
        return this.evaluations.filter(Boolean).length;
    }

    /** Positions that are evaluated: those where the game goes on. */
    get total() {
        const last = this.#study.view(this.line[this.line.length - 1]);
        return this.line.length - (last && (!last.legal || !last.moves.length) ? 1 : 0);
    }

    /** The moves of the line in coordinates. */
    get moves() {
        return this.line.slice(1).map((id) => this.#study.node(id).move);
    }

    /** @param {number} nodes */
    async start(nodes) {
        const run = ++this.#run;
        this.nodes = nodes;
        this.#takeLine();
        this.running = true;
        this.#tell();
        // The last position first: what is known there helps those before it.
        for (let i = this.line.length - 1; i >= 0; i--) {
            const found = await this.#evaluate(this.line[i], run);
            if (run !== this.#run) return;
            this.evaluations[i] = found;
            if ((this.line.length - i) % STEP === 0) await this.#compute(run);
            this.#tell();
        }
        await this.#compute(run);
        if (run !== this.#run) return;
        this.running = false;
        this.#analyser.stop();
        this.#tell();
    }

    #tell() {
        this.dispatchEvent(new Event('change'));
    }

    /** A position, from memory or by the search. @param {number} id @param {number} run @returns {Promise<EvaluatedLine[]|null>} */
    async #evaluate(id, run) {
        const study = this.#study;
        const view = study.view(id);
        const question = study.question(id);
        if (!view || !question || !view.legal || !view.moves.length) return null;
        const key = `review ${this.nodes} ${positionKey(study.rules.name, study.rules.yaml, question.key)}`;
        const known = await recall(key);
        if (run !== this.#run) return null;
        const lines = known?.lines ?? await this.search(question.start, question.moves);
        if (!known && run === this.#run) void remember(key, lines);
        return lines.length ? lines.map((info) => evaluatedLine(info, view.turn)) : null;
    }

    /** @param {string} start @param {string[]} moves @returns {Promise<Info[]>} */
    async search(start, moves) {
        const { rules } = this.#study;
        return (await this.#analyser.start({ variant: rules.name, yaml: rules.yaml, start, moves, lines: LINES, movetime: 0, nodes: this.nodes })).filter(Boolean);
    }

    /** @param {string[]} moves @param {(EvaluatedLine[]|null)[]} evaluations @returns {Promise<Review>} */
    async compute(moves, evaluations) {
        const { rules } = this.#study;
        const { start } = this.#study.facts();
        return new FullModule(await fullCore()).review({ variant: rules.name, yaml: rules.yaml, start, moves, evaluations, lang: lang() === 'ja' ? 1 : 0 });
    }

    /** @param {number} run */
    async #compute(run) {
        const review = await this.compute(this.moves, this.evaluations);
        if (run === this.#run) this.review = review;
    }

    /** The record with the review written into it. @returns {Promise<string>} */
    async annotated() {
        const by = `banmen, ${this.nodes} nodes`;
        return new FullModule(await fullCore()).annotate(this.#study.text('json'), 'json', this.evaluations, by, lang() === 'ja' ? 1 : 0);
    }

    /**
     * How good another move is than the one that was played: the review of the game up to there, with it in place.
     * @param {number} ply of the move @param {string} move
     */
    async judge(ply, move) {
        const before = this.line[ply - 1];
        const question = this.#study.question(before);
        const after = this.#study.lineView(before, [move]);
        if (!question || !after) return null;
        const over = !after.legal || !after.moves.length;
        const lines = over ? [] : await this.search(question.start, [...question.moves, move]);
        const evaluations = [...this.evaluations.slice(0, ply), over ? null : lines.map((info) => evaluatedLine(info, /** @type {0|1} */ (after.turn)))];
        const { moves } = await this.compute([...this.moves.slice(0, ply - 1), move], evaluations);
        return moves.find((m) => m.ply === ply) ?? null;
    }

    stop() {
        this.#run++;
        this.running = false;
        this.#analyser.stop();
        this.#tell();
    }

    close() {
        this.#run++;
        this.#analyser.close();
    }
}
