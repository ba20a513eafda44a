// SPDX-License-Identifier: MIT
// The worker's part, without the worker: levels play, and records are written and read.
import { FullModule } from '../../web/js/core/full_module.js';
import { compile, done, is, ok, sources, start } from './rig.mjs';

const fullModule = await FullModule.start(await compile('full'), sources);
const core = await start();

for (const variant of ['chess', 'shogi', 'minishogi'])
    for (const level of [1, 2, 3, 5]) {
        const question = { variant, moves: [], level, seed: 7, gameNo: 1 };
        const lines = [];
        const first = await fullModule.think(question, info => lines.push(info));
        const game = (await core.open(variant)).newGame({});
        ok(game.readMove(first.move).move !== undefined, `${variant}, level ${level}: ${first.move} is legal`);
        ok(lines.length > 0 && lines.at(-1).pv[0] === first.move || level > 2, 'it has told what it found');
        is((await fullModule.think(question)).move, first.move, 'the same seed, the same move');
        ok(first.wait > 0, 'a person would take some time');
    }
const mated = { variant: 'chess', level: 8, movetime: 500, moves: [], start: '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' };
is((await fullModule.think(mated)).move, 'a1a8', 'the highest level finds a mate');
const refused = await fullModule.think({ variant: 'chess', level: 1, moves: ['e2e5'] }).catch(e => e.message);
is(refused, 'move 1 is not legal: e2e5', 'a move that is not legal is named');

const game = (await core.open('shogi')).newGame({ clock: '5m+10b', seats: [{ kind: 'human', name: 'A' }, { kind: 'level', level: 3, name: 'B' }] });
game.act('start', {}, 0);
for (const [text, at] of [['7g7f', 3000], ['3c3d', 5000]])
    game.act('move', { move: game.readMove(text).move }, at);
game.act('resign', { side: 0 }, 6000);
const saved = JSON.parse(JSON.stringify(game.serialize(6000)));
const kif = await fullModule.export(saved, 'kif', { Event: 'Cup' });
ok(kif.includes('７六歩(77)') && kif.includes('投了') && kif.includes('先手：A') && kif.includes('Cup'), 'KIF');
ok((await fullModule.export(saved, 'csa')).includes('+7776FU'), 'CSA');
is(fullModule.read(kif).moves, ['7g7f', '3c3d'], 'what was written is read');
is(fullModule.read('1. e4 e5 2. Nf3 *'), { variant: 'chess', start: '', moves: ['e2e4', 'e7e5', 'g1f3'], tags: [], reports: [] }, 'PGN is read');
done();
