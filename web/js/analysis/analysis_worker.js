// SPDX-License-Identifier: MIT
// The worker of analyser.js. The first message is the compiled module; each later one is a position to analyse. A search that
// runs is ended by ending the worker.
import { LineSearch } from './line_search.js';

/** @type {Promise<LineSearch>} */
let search;

self.onmessage = async ({ data }) => {
    if (data.module) {
        search = LineSearch.start(data.module, undefined, data.threads);
        search.catch(() => { /* told with the first question */ });
        return;
    }
    try {
        const s = await search;
        const answer = await s.go(data.question, (info) => postMessage({ id: data.id, info }));
        postMessage({ id: data.id, answer, threads: s.threads, helped: s.helped });
    } catch (error) {
        postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
    }
};
