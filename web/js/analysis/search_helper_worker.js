// SPDX-License-Identifier: MIT
// A helper of a search: says that it is ready and waits in the module for work until it is terminated.
import { instantiate } from '../core/module.js';

self.onmessage = async ({ data: { module, memory, stack, origin } }) => {
    // The time of the worker that runs the search.
    const ahead = performance.timeOrigin - origin;
    const calls = await instantiate(module, { memory, now: () => performance.now() + ahead, info: () => {} }, () => memory);
    /** @type {WebAssembly.Global} */ (calls.__stack_pointer).value = stack;
    postMessage('ready');
    /** @type {() => void} */ (calls.bm_web_help)();
};
