// SPDX-License-Identifier: MIT
// The worker of player.js. The first message is the compiled module; each later one is a request with one answer.
import { FullModule } from './full_module.js';

/** @type {Promise<FullModule>} */
let fullModule;

/** @param {any} question */
async function answer(question) {
    const t = await fullModule;
    if (question.what === 'think')
        return t.think(question.question, info => postMessage({ id: question.id, info }));
    if (question.what === 'review')
        return t.review(question.question);
    if (question.what === 'annotate')
        return t.annotate(question.record, question.format, question.evaluations, question.by, question.lang);
    if (question.what === 'mate')
        return t.mate(question.question, info => postMessage({ id: question.id, info }));
    return t.export(question.saved, question.format, question.tags);
}

// Requests run one after the other: they share the session.
let turn = Promise.resolve();

self.onmessage = ({ data }) => {
    if (data.module) {
        fullModule = FullModule.start(data.module);
        fullModule.catch(() => { /* told with the first question */ });
        return;
    }
    turn = turn.then(async () => {
        try {
            postMessage({ id: data.id, answer: await answer(data) });
        } catch (error) {
            const broken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
            postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error), broken });
        }
    });
};
