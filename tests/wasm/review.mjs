// SPDX-License-Identifier: MIT
// A review in the page has the numbers, words and records of `banmen analyse` with the same evaluations.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FullModule } from '../../web/js/core/full_module.js';
import { evaluatedLine } from '../../web/js/core/review.js';
import { banmen, compile, done, is, ok, sources } from './rig.mjs';

const fullModule = await FullModule.start(await compile('full'), sources);
const folder = await mkdtemp(join(tmpdir(), 'banmen-review-'));

const RECORDS = [
    { variant: 'chess', format: 'pgn', lang: 0, text: '[White "A"]\n[Black "B"]\n\n' +
        '1. e4 e5 2. Bc4 Nc6 (2... Nf6 3. d3) 3. Qh5 {too early} Nf6 4. Qxf7# 1-0\n' },
    { variant: 'chess', format: 'pgn', lang: 1, text: '1. f3 e5 2. g4 Qh4# 0-1\n' },
    { variant: 'chess', format: 'json', lang: 0, text: '1. d4 d5 2. c4 dxc4 3. Qa4+ Qd7 4. Qxd7+ Kxd7 5. Kd2 *\n' },
    { variant: 'shogi', format: 'kif', lang: 1, text: 'position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e B*5e\n' },
    { variant: 'shogi', format: 'csa', lang: 0, text: 'position startpos moves 7g7f 8c8d 2h5h 8d8e 5i4h\n' },
    { variant: 'crazyhouse', format: 'pgn', lang: 0, text: '[Variant "crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxd2+ *\n' },
];

/** What the program finds: its objects, and the record that it writes. */
async function analyse(q) {
    const input = join(folder, `in.${q.format}`), output = join(folder, `out.${q.format}`);
    await writeFile(input, q.text);
    const lines = execFileSync(banmen, ['analyse', '--depth', '4', '--multipv', '2', '--json', '--lang', q.lang ? 'ja' : 'en',
        '--to', q.format, '-o', output, input], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim().split('\n');
    const objects = lines.map(line => JSON.parse(line));
    const sum = objects.pop();
    return { moves: objects, sum, record: await readFile(output, 'utf8') };
}

for (const q of RECORDS) {
    const name = `${q.variant}, ${q.format}`;
    const native = await analyse(q);
    const { moves } = fullModule.read(q.text);
    const evaluations = [...native.moves, native.sum].map(({ lines }) => lines);
    const review = await fullModule.review({ variant: q.variant, moves, evaluations, lang: q.lang });
    is(review.moves.map(({ nag, mark, ...move }) => move), native.moves.map(({ game, ...move }) => move), `${name}: the same moves`);
    is([review.first, review.second], [native.sum.first, native.sum.second], `${name}: the same sums`);
    is(fullModule.annotate(q.text, q.format, evaluations, native.sum.engine, q.lang), native.record, `${name}: the same record`);
    is(fullModule.annotate(native.record, q.format, evaluations, native.sum.engine, q.lang), native.record,
        `${name}: an earlier analysis is replaced`);
    is(review.positions.length, moves.length + 1, `${name}: each position has a chance`);
    ok(native.moves.every(move => Math.abs(review.positions[move.ply].chance - (move.side === 'first' ? move.after : 100 - move.after)) < 0.011),
        `${name}: chances of positions are those of moves, for the first side`);
    const marks = review.moves.filter(move => move.nag !== 0);
    is(marks.length, [review.first, review.second].reduce((n, s) => n + s.inaccuracies + s.mistakes + s.blunders, 0), `${name}: marks are counted`);
    ok(marks.every(move => move.mark !== '' && move.verdict !== 'ok'), `${name}: and have words`);
}

const mated = await fullModule.review({ variant: 'chess', moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], evaluations: [null, [{ cp: -30, pv: [] }], null] });
is(mated.positions.map(p => p && [p.score, p.chance]), [null, ['-0.30', 47.24], null, null, ['0-1', 0]], 'what is not evaluated is null, the end is known');
is(mated.moves, [], 'and moves between them have no marks');
is(evaluatedLine({ depth: 3, score: 2, mate: true, pv: ['a1a2'] }, 1), { mate: -2, depth: 3, pv: ['a1a2'] }, 'scores of the second side change their sign');

for (const [evaluations, what] of [
    [[[{ cp: 0, pv: ['e2e5'] }]], 'a line with a move that is not legal'],
    [[null, null, [{ cp: 0, pv: [] }]], 'an evaluation behind the end'],
]) {
    const refused = await fullModule.review({ variant: 'chess', moves: ['e2e4'], evaluations }).catch(e => e.message);
    is(refused, 'an evaluation is malformed, or not of a position of this game', what);
}
const illegal = await fullModule.review({ variant: 'chess', moves: ['e2e5'], evaluations: [] }).catch(e => e.message);
is(illegal, 'move 1 is not legal: e2e5', 'a move that is not legal is named');
let why = '';
try { fullModule.annotate('1. e4 *', 'usi', [], 'x'); } catch (e) { why = e.message; }
is(why, 'the format cannot hold an analysis', 'formats without comments are refused');
await rm(folder, { recursive: true });
done();
