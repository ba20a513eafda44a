// SPDX-License-Identifier: MIT
// The modules judge as the program does: in random games both give the same moves and positions, and the
// program lists the same moves where a game still went on.
import { execFileSync } from 'node:child_process';
import { CoreModule } from '../../web/js/core/module.js';
import { Core } from '../../web/js/core/core.js';
import { banmen, compile, done, is, sources, start } from './rig.mjs';

const GAMES = ['chess', 'shogi', 'crazyhouse', 'xiangqi', 'minishogi', 'marseillais', 'raumschach', 'glinski', 'atomic', 'duck'];
const small = await start();
const env = { now: () => 0, info: () => {} };
const full = new Core(await CoreModule.start(await compile('full'), env), sources);

let state = 1;
function lot(n) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
}

// What a position is, without the order of its moves.
function facts(game) {
    const { position, moves, checks, turn } = game.view();
    return [position, turn, checks, moves.map(m => m.text + (m.capture ? 'x' : '')).sort(), game.state(0).outcome];
}

for (const name of GAMES) {
    const a = (await small.open(name)).newGame({}), b = (await full.open(name)).newGame({});
    a.act('start', {}, 0);
    b.act('start', {}, 0);
    let same = true, last = null;
    for (let i = 0; i < 80 && same; i++) {
        same = JSON.stringify(facts(a)) === JSON.stringify(facts(b));
        const { moves, position } = a.view();
        if (moves.length === 0 || a.state(0).stage === 'over')
            break;
        last = { position, moves: moves.map(m => m.text).sort() };
        const { text } = moves[lot(moves.length)];
        a.act('move', { move: a.readMove(text).move }, 0);
        b.act('move', { move: b.readMove(text).move }, 0);
    }
    is(same, true, `${name}: both modules agree through a random game`);
    const native = execFileSync(banmen, ['moves', '-v', name, '-p', last.position], { encoding: 'utf8' })
        .trim().split(/\s+/).filter(Boolean).sort();
    is(last.moves, native, `${name}: the program lists the same moves`);
}
done();
