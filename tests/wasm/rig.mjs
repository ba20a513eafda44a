// SPDX-License-Identifier: MIT
// The core in Node, for tests: the same files that browsers load, from the build folder and the
// sources.
//
//     node TEST.mjs BANMEN WASM-FOLDER
import { readFile, readdir } from 'node:fs/promises';
import { Core } from '../../web/js/core/core.js';
import { CoreModule } from '../../web/js/core/module.js';

export const banmen = process.argv[2];
const folder = process.argv[3];
const texts = new URL('../../data/variants/', import.meta.url);

async function library() {
    const all = {};
    for (const name of await readdir(texts))
        if (name.endsWith('.yaml'))
            all[name.slice(0, -5)] = await readFile(new URL(name, texts), 'utf8');
    return all;
}

export const sources = { library, variants: async () => [] };

export async function compile(name) {
    return WebAssembly.compile(await readFile(`${folder}/${name}.wasm`));
}

// As in a page: chess and shogi in a small module, the others in one that is fetched later.
export async function start() {
    const variantModule = async () => CoreModule.start(await compile('variants'));
    return new Core(await CoreModule.start(await compile('rules')), { ...sources, variantModule });
}

let count = 0, failed = 0;

export function ok(good, what) {
    count++;
    failed += good ? 0 : 1;
    console.log(`${good ? 'ok' : 'not ok'} ${count} - ${what}`);
    return good;
}

export function is(got, want, what) {
    if (!ok(Object.is(got, want) || JSON.stringify(got) === JSON.stringify(want), what))
        console.log(`# got ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
}

export function done() {
    console.log(`1..${count}`);
    process.exitCode = failed ? 1 : 0;
}
