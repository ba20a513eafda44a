// SPDX-License-Identifier: MIT
// The worker of game_list.js. The first message is the compiled module with the names of openings; the others are questions with an id. A file that is
// being read tells its games in parts, and questions are answered in between.
import { ListReader } from './list_reader.js';

/** @typedef {import('./list_reader.js').Source} Source */

/** Games at once: so many that a question waits for some hundredths of a second. */
const PART = 400;

/** @type {Promise<ListReader>} */
let reader;
/** The file that is being read; one that was opened later ends it. */
let current = 0;

/** @param {Blob} blob @returns {Source} */
function sourceOf(blob) {
    const sync = new FileReaderSync();
    return { size: blob.size, read: (begin, end) => new Uint8Array(sync.readAsArrayBuffer(blob.slice(begin, end))) };
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** @param {ListReader} list @param {any} question */
async function readAll(list, question) {
    const mine = ++current;
    list.open(sourceOf(question.open), question.style);
    for (let done = false; !done && mine === current;) {
        const part = list.next(PART);
        done = part.done;
        postMessage({ id: question.id, part });
        await pause();
    }
}

/** @param {any} question */
async function answer(question) {
    const list = await reader;
    if (question.open) {
        void readAll(list, question);
        return true;
    }
    if (question.kept) {
        current++;
        return list.openKept(question.kept, question.style);
    }
    if (question.find) return list.find(question.find.variant, question.find.yaml, question.find.position, question.find.most);
    return list.game(question.game, question.row);
}

self.onmessage = async ({ data }) => {
    if (data.module) {
        reader = ListReader.start(data.module).then(async (list) => {
            await list.nameBy(data.tables);
            return list;
        });
        reader.catch(() => { /* told with the first question */ });
        return;
    }
    try {
        postMessage({ id: data.id, answer: await answer(data) });
    } catch (error) {
        postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
    }
};
