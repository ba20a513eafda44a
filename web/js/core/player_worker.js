// SPDX-License-Identifier: MIT
// The worker of cpu.js. First comes the module, then questions; each gets one answer.
import { Thinker } from './full_module.js';

/** @type {Promise<Thinker>} */
let thinker;

/** @param {any} question */
async function answer(question) {
    const t = await thinker;
    if (question.what === 'think')
        return t.think(question.question, info => postMessage({ id: question.id, info }));
    if (question.what === 'export')
        return t.export(question.saved, question.format, question.tags);
    return t.read(question.text);
}

// One after the other: a search must not find another's board.
let turn = Promise.resolve();

self.onmessage = ({ data }) => {
    if (data.module) {
        thinker = Thinker.start(data.module);
        thinker.catch(() => { /* told with the first question */ });
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
