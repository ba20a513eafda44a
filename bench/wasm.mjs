// SPDX-License-Identifier: MIT
// wasm.mjs BANMEN WASM-FOLDER: perft of the module for browsers beside the program's portable code,
// in turns, the best of three of each.
import { execFileSync } from 'node:child_process';
import { Core } from '../web/js/core/core.js';
import { CoreModule } from '../web/js/core/module.js';
import { banmen, compile, sources } from '../tests/wasm/rig.mjs';

const CASES = [['chess', 6], ['shogi', 5], ['crazyhouse', 5], ['xiangqi', 5], ['raumschach', 4]];
const module = await CoreModule.start(await compile('full'), { now: () => performance.now(), info: () => {} });
const core = new Core(module, sources);

function native(name, depth) {
    const text = execFileSync(banmen, ['perft', '-v', name, String(depth)],
        { encoding: 'utf8', env: { ...process.env, BANMEN_CPU: 'baseline' } });
    return { nodes: Number(/nodes (\d+)/.exec(text)[1]), seconds: Number(/time ([\d.]+)/.exec(text)[1]) };
}

for (const [name, depth] of CASES) {
    const game = (await core.open(name)).newGame({});
    let here = Infinity, there = Infinity;
    for (let i = 0; i < 3; i++) {
        const began = performance.now();
        const nodes = module.plain('bm_web_perft', game.handle, depth);
        here = Math.min(here, (performance.now() - began) / 1000);
        const other = native(name, depth);
        there = Math.min(there, other.seconds);
        if (nodes !== other.nodes)
            throw new Error(`${name}: ${nodes} here, ${other.nodes} there`);
    }
    console.log(`${name} ${depth}: wasm ${here.toFixed(3)} s, baseline ${there.toFixed(3)} s, ${Math.round(100 * there / here)} %`);
}
