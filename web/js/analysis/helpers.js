// SPDX-License-Identifier: MIT
// Threads of a search: the worker of analyser.js has helpers, which are workers with the same module and the same memory. A page may
// share memory if it is isolated from other sites, which the server's headers ask for.
import { SHARED_MEMORY } from '../core/module.js';

/** The page and its threads leave a processor to each other. */
const MOST = 8;

/** How many threads a search here may have; 1: memory cannot be shared, or there is one processor. */
export function threadsHere() {
    const most = Math.min(MOST, (navigator.hardwareConcurrency ?? 1) - 1);
    if (most < 2 || !self.crossOriginIsolated) return 1;
    try {
        void new WebAssembly.Memory(SHARED_MEMORY);
        return most;
    } catch {
        return 1;
    }
}

/** @type {Promise<WebAssembly.Module>|undefined} */
let compiled;

/** The module with threads, compiled once. */
export function compileThreads() {
    compiled ??= WebAssembly.compileStreaming(fetch('/wasm/threads.wasm'));
    compiled.catch(() => {
        compiled = undefined;
    });
    return compiled;
}

/** They live as long as the worker that has made them. @type {Worker[]} */
const helpers = [];

/**
 * Start helpers of a module; resolves with how many there are, when all of them wait for work.
 * @param {import('../core/module.js').CoreModule} core @param {WebAssembly.Module} module @param {number} count
 */
export async function startHelpers(core, module, count) {
    const ready = Array.from({ length: count }, () => {
        const stack = core.callRaw('bm_web_stack');
        if (!stack) return 0;
        const worker = new Worker('/js/analysis/search_helper_worker.js', { type: 'module' });
        helpers.push(worker);
        return new Promise((/** @type {(one: number) => void} */ resolve) => {
            worker.onmessage = () => resolve(1);
            worker.onerror = (event) => {
                event.preventDefault();
                resolve(0);
            };
            worker.postMessage({ module, memory: core.memory, stack, origin: performance.timeOrigin });
        });
    });
    return (await Promise.all(ready)).reduce((sum, one) => sum + one, 0);
}
