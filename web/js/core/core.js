// SPDX-License-Identifier: MIT
// The C core in the page: rules, games and clocks. All legality decisions are made there.
import { CoreModule } from './module.js';
import { Rules } from './rules.js';

/** @typedef {import('./types.js').VariantEntry} VariantEntry */
/** @typedef {import('./types.js').Issue} Issue */
/** @typedef {import('./types.js').ClockAnswer} ClockAnswer */
/** @typedef {import('./types.js').Bilingual} Bilingual */
/** @typedef {{variants: () => Promise<VariantEntry[]>, library: () => Promise<Record<string, string>>, variantModule?: () => Promise<CoreModule>}} Sources */
// `more` is the module that knows all games, if the first one does not.

/** Games that need no text. */
const BUILT_IN = ['chess', 'chess960', 'shogi'];

/** @param {string} text @param {number} line @param {number} column */
function charColumn(text, line, column) {
    const bytes = new TextEncoder().encode(text.split('\n')[line - 1] ?? '');
    return new TextDecoder().decode(bytes.subarray(0, column - 1)).length + 1;
}

/** Words of issues to those of the page; columns of bytes become columns of characters.
 * @param {CoreModule} module @param {string} text @param {any} issue @returns {Issue} */
function readIssue(module, text, issue) {
    const { line, col, len, level, code, message, hint } = issue;
    return {
        line, code, message, hint, severity: level, text: module.bilingual(message), help: module.bilingual(hint),
        column: charColumn(text, line, col), endColumn: charColumn(text, line, col + len),
    };
}

export class Core {
    /** @type {Promise<VariantEntry[]>|undefined} */
    #variants;
    /** @type {Promise<void>|undefined} */
    #library;
    /** @type {Record<string, string>} */
    #texts = {};
    /** The module that loads texts. @type {CoreModule|undefined} */
    #loader;
    #sources;

    /** @param {CoreModule} module @param {Sources} sources */
    constructor(module, sources) {
        this.module = module;
        this.#sources = sources;
        /** @type {{level: number, name: string, text: Bilingual}[]} */
        this.levels = module.json('bm_web_levels');
    }

    /** The games that are part of the program. */
    async variants() {
        this.#variants ??= this.#sources.variants();
        this.#variants.catch(() => { this.#variants = undefined; });
        return this.#variants;
    }

    /** What load() needs: the texts of those games, which others may extend. Wait for this first. */
    async library() {
        this.#library ??= this.#fetchLibrary();
        this.#library.catch(() => { this.#library = undefined; });
        return this.#library;
    }

    async #fetchLibrary() {
        const { library, variantModule } = this.#sources;
        const [texts, loader] = await Promise.all([library(), variantModule?.() ?? this.module]);
        for (const [name, text] of Object.entries(texts)) {
            loader.put(name, text);
            loader.call('bm_web_library_add');
        }
        this.#texts = texts;
        this.#loader = loader;
    }

    /**
     * A game of the program.
     * @param {string} name
     * @returns {Promise<Rules>}
     */
    async open(name) {
        if (BUILT_IN.includes(name)) {
            this.module.put(name);
            return new Rules(this, this.module, this.module.call('bm_web_rules_open'), null);
        }
        await this.library();
        const text = this.#texts[name];
        const answer = text === undefined ? null : this.load(text);
        if (!answer?.rules)
            throw new Error(`there is no game called ${name}`);
        answer.rules.yaml = null;
        return answer.rules;
    }

    /**
     * A game of the program, by the module that can edit positions, too.
     * @param {string} name
     * @returns {Promise<Rules>}
     */
    async openForEditing(name) {
        await this.library();
        const module = this.#loader;
        if (!module || !BUILT_IN.includes(name))
            return this.open(name);
        module.put(name);
        return new Rules(this, module, module.call('bm_web_rules_open'), null);
    }

    /** What the library says of a game, in a paragraph. @param {string} name @returns {Promise<Bilingual>} */
    async about(name) {
        await this.library();
        const { rules } = this.load(this.#texts[name] ?? '');
        rules?.release();
        return rules?.about ?? ['', ''];
    }

    /**
     * A game from its text. Bad text gives issues; good text may have warnings. library() must be
     * here before.
     * @param {string} yaml
     * @returns {{rules: Rules, warnings: Issue[], issues?: undefined} | {rules?: undefined, issues: Issue[]}}
     */
    load(yaml) {
        const module = this.#loader;
        if (!module)
            throw new Error('wait for library() before load()');
        module.put(yaml);
        const handle = module.call('bm_web_rules_load');
        const issues = JSON.parse(module.text())
            .map((/** @type {any} */ issue) => readIssue(module, yaml, issue));
        return handle === 0 ? { issues }
            : { rules: new Rules(this, module, handle, yaml), warnings: issues };
    }

    /**
     * What the library has said of a text, here or at a server, in both languages.
     * @param {string} message
     */
    bilingual(message) { return (this.#loader ?? this.module).bilingual(message); }

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

/** @param {string} name */
async function fetchModule(name) {
    return CoreModule.start(await WebAssembly.compileStreaming(fetch(`/wasm/${name}.wasm`)));
}

/** @type {Promise<Core>|undefined} */
let loaded;

/** Loads /wasm/rules.wasm once. */
export function loadCore() {
    loaded ??= fetchModule('rules')
        .then(module => new Core(module, { ...pageSources, variantModule: () => fetchModule('variants') }));
    loaded.catch(() => { loaded = undefined; });
    return loaded;
}
