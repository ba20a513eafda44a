// SPDX-License-Identifier: MIT
// The C core in a page: games, rules and clocks. It is the only judge of what is legal.
import { CoreModule } from './module.js';
import { Rules } from './rules.js';

/** @typedef {import('./types.js').VariantEntry} VariantEntry */
/** @typedef {import('./types.js').Issue} Issue */
/** @typedef {import('./types.js').ClockAnswer} ClockAnswer */
/** @typedef {import('./types.js').Both} Both */
/** @typedef {{variants: () => Promise<VariantEntry[]>, library: () => Promise<Record<string, string>>}} Sources */

/** Games that need no text. */
const BUILT_IN = ['chess', 'chess960', 'shogi'];

/** @param {string} text @param {number} line @param {number} column */
function characters(text, line, column) {
    const bytes = new TextEncoder().encode(text.split('\n')[line - 1] ?? '');
    return new TextDecoder().decode(bytes.subarray(0, column - 1)).length + 1;
}

/** Words of issues to those of the page; columns of bytes become columns of characters.
 * @param {string} text @param {any} issue @returns {Issue} */
function readIssue(text, issue) {
    const { line, col, len, level, code, message, hint } = issue;
    return {
        line, code, message, hint, severity: level,
        column: characters(text, line, col), endColumn: characters(text, line, col + len),
    };
}

export class Core {
    /** @type {Promise<VariantEntry[]>|undefined} */
    #variants;
    /** @type {Promise<void>|undefined} */
    #library;
    /** @type {Record<string, string>} */
    #texts = {};
    #sources;

    /** @param {CoreModule} module @param {Sources} sources */
    constructor(module, sources) {
        this.module = module;
        this.#sources = sources;
        /** @type {{level: number, name: string, text: Both}[]} */
        this.levels = module.json('bm_web_levels');
    }

    /** The games that are part of the program. */
    async variants() {
        this.#variants ??= this.#sources.variants();
        this.#variants.catch(() => { this.#variants = undefined; });
        return this.#variants;
    }

    /** The texts of those games, which others may extend: wait for this before load(). */
    async library() {
        this.#library ??= this.#sources.library().then(texts => {
            this.#texts = texts;
            for (const [name, text] of Object.entries(texts)) {
                this.module.put(name, text);
                this.module.call('bm_web_add');
            }
        });
        this.#library.catch(() => { this.#library = undefined; });
        return this.#library;
    }

    /** The text of a game of the library, once that is there. @param {string} name */
    textOf(name) {
        return this.#texts[name] ?? null;
    }

    /**
     * A game of the program.
     * @param {string} name
     * @returns {Promise<Rules>}
     */
    async open(name) {
        if (BUILT_IN.includes(name)) {
            this.module.put(name);
            return new Rules(this, this.module.call('bm_web_open'), null);
        }
        await this.library();
        const text = this.#texts[name];
        const answer = text === undefined ? null : this.load(text);
        if (!answer?.rules)
            throw new Error(`there is no game called ${name}`);
        answer.rules.yaml = null;
        return answer.rules;
    }

    /** What the library says of a game, in a paragraph. @param {string} name @returns {Promise<Both>} */
    async about(name) {
        await this.library();
        const { rules } = this.load(this.#texts[name] ?? '');
        rules?.release();
        return rules?.about ?? ['', ''];
    }

    /**
     * A game from its text. Bad text gives issues; good text may have warnings. Wait for library()
     * before, if the text may extend another.
     * @param {string} yaml
     * @returns {{rules: Rules, warnings: Issue[], issues?: undefined} | {rules?: undefined, issues: Issue[]}}
     */
    load(yaml) {
        this.module.put(yaml);
        const handle = this.module.call('bm_web_load');
        const issues = JSON.parse(this.module.text())
            .map((/** @type {any} */ issue) => readIssue(yaml, issue));
        return handle === 0 ? { issues }
            : { rules: new Rules(this, handle, yaml), warnings: issues };
    }

    /**
     * A time control.
     * @param {string} text
     * @returns {ClockAnswer}
     */
    parseClock(text) {
        this.module.put(text);
        return this.module.json('bm_web_clock');
    }
}

/** @param {string} url */
async function getJson(url) {
    const answer = await fetch(url);
    if (!answer.ok)
        throw new Error(`${url}: ${answer.status}`);
    return answer.json();
}

/** Where the texts come from in a page. @type {Sources} */
export const pageSources = {
    variants: () => getJson('/variants.json'),
    library: () => getJson('/library.json'),
};

/** @type {Promise<Core>|undefined} */
let loaded;

/** Loads /wasm/rules.wasm once. */
export function loadCore() {
    loaded ??= WebAssembly.compileStreaming(fetch('/wasm/rules.wasm'))
        .then(module => CoreModule.start(module))
        .then(module => new Core(module, pageSources));
    loaded.catch(() => { loaded = undefined; });
    return loaded;
}
