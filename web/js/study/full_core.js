// SPDX-License-Identifier: MIT
// The full module in the page itself, for studies: what edits a tree answers at once. Searches and long files have workers.
import { Core, pageSources } from '../core/core.js';
import { CoreModule } from '../core/module.js';
import { compileFullModule } from '../core/player.js';

/** @type {Promise<Core>|undefined} */
let loaded;

/** @param {WebAssembly.Module} module @param {import('../core/core.js').Sources} [sources] @param {Record<string, (...args: any[]) => any>} [env] */
export async function startFullCore(module, sources = pageSources, env = {}) {
    return new Core(await CoreModule.start(module, env), sources);
}

/** The core of studies, loaded once. @returns {Promise<Core>} */
export function fullCore() {
    loaded ??= compileFullModule().then((module) => startFullCore(module));
    loaded.catch(() => {
        loaded = undefined;
    });
    return loaded;
}

/** The rules of a game, of the program or from a text. @param {Core} core @param {string} variant @param {string|null|undefined} yaml */
export async function openRules(core, variant, yaml) {
    if (!yaml) return core.open(variant);
    await core.library();
    const { rules } = core.load(yaml);
    if (!rules) throw new Error(`the text of ${variant} cannot be used`);
    return rules;
}
