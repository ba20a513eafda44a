// SPDX-License-Identifier: MIT
// The position editor and the mate solver of the modules: what a page asks them.
import { PositionEditor } from '../../web/js/core/editor.js';
import { FullModule } from '../../web/js/core/full_module.js';
import { compile, done, is, ok, sources, start } from './rig.mjs';

const core = await start();

async function editor(game, text = 'startpos') {
    const e = new PositionEditor(await core.openForEditing(game));
    is(e.load(text), null, `${game}: ${text} is read`);
    return e;
}
const square = (e, name) => e.rules.squares.find((s) => s?.name === name).sq;
const piece = (e, letter, side) => (e.rules.kinds.find((k) => k?.letter === letter).kind + 1) | side << 7;
const words = (view) => view.defects.map((d) => d.word);

// Chess: defects, castling, en passant, counters.
const chess = await editor('chess');
let v = chess.view();
ok(v.sound && v.defects.length === 0, 'the start is sound');
is(v.position, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'and is written as FEN');
is(v.castling.map((c) => [chess.rules.squares[c.sq].name, c.on]), [['a1', true], ['h1', true], ['a8', true], ['h8', true]], 'four rooks can castle');
chess.set('castling', square(chess, 'h1'));
is(chess.view().position.split(' ')[2], 'Qkq', 'a right is taken away');
chess.put(square(chess, 'e8'), 0);
v = chess.view();
ok(!v.sound && words(v).includes('no-king'), 'without a king it cannot be played');
ok(v.defects[0].text.every((text) => text.length > 3) && v.defects[0].text[0] !== v.defects[0].text[1], 'which is said in two languages');
chess.put(square(chess, 'e8'), piece(chess, 'K', 1));
chess.put(square(chess, 'e7'), piece(chess, 'R', 0));
chess.set('turn', 0);
is(words(chess.view()).includes('other-in-check'), true, 'the side that has moved may not be in check');
chess.do('clear');
is(chess.view().position, '8/8/8/8/8/8/8/8 w - - 0 1', 'an empty board');
is(chess.load('4k3/8/8/3pP3/8/8/8/4K3 w - - 3 7'), null, 'a position is read');
v = chess.view();
is([v.quiet, v.number], [3, 7], 'with its counters');
is(v.ep.map((sq) => chess.rules.squares[sq].name), ['d6'], 'a pawn could be taken en passant');
chess.set('ep', v.ep[0]);
is(chess.view().position, '4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 7', 'and now can be');
chess.do('swap');
is(chess.view().position, '4k3/8/8/8/3Pp3/8/8/4K3 b - - 3 7', 'the sides are swapped');
chess.do('mirror');
is(chess.view().position, '3k4/8/8/8/3pP3/8/8/3K4 b - - 3 7', 'left is right');
is(chess.load('8/8/8/8/8/8/8/9 w - - 0 1')?.text.length, 2, 'what is no position is refused in two languages');
is(chess.view().position, '3k4/8/8/8/3pP3/8/8/3K4 b - - 3 7', 'and changes nothing');
chess.load('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
ok(chess.view().over[0].includes('stalemate'), 'a game that is over is named');
chess.close();

// Shogi: hands, tsume, half a turn.
const shogi = await editor('shogi');
shogi.do('tsume');
is(shogi.view().position, '4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1', 'a tsume has one king, and the defender all other pieces');
shogi.put(square(shogi, '5c'), piece(shogi, 'P', 0));
shogi.hand(0, shogi.rules.kinds.find((k) => k?.letter === 'G').kind, 1);
shogi.do('rest');
is(shogi.view().position, '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1', 'what is elsewhere is not in its hand');
ok(shogi.view().sound, 'it can be solved');
shogi.do('swap');
is(shogi.view().position, '9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1', 'shogi is turned by half a turn');
shogi.put(square(shogi, '5a'), piece(shogi, 'P', 0));
ok(words(shogi.view()).includes('dead-end'), 'a pawn on the last rank is a defect');
shogi.close();

// All games: the start comes back as it is, swapped twice, mirrored twice.
for (const game of ['xiangqi', 'minishogi', 'crazyhouse', '3check', 'glinski', 'raumschach']) {
    const e = await editor(game);
    const before = e.view();
    for (const act of ['swap', 'swap', 'mirror', 'mirror'])
        e.do(act);
    is([...e.view().board], [...before.board], `${game}: twice swapped and mirrored is the same`);
    ok(before.sound, `${game}: the start is sound`);
    e.close();
}

// The solver.
const full = await FullModule.start(await compile('full'), sources);
const told = [];
const tsume = await full.mate({ variant: 'shogi', start: '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1', checks: true }, (p) => told.push(p));
is([tsume.status, tsume.plies, tsume.shortest, tsume.line], ['mate', 1, true, ['G*5b']], 'a mate of one ply');
const none = await full.mate({ variant: 'shogi', start: '4k4/9/4P4/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1', checks: true });
is([none.status, none.line], ['none', []], 'no mate is proved');
const two = await full.mate({ variant: 'chess', start: 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', checks: false, plies: 3 }, (p) => told.push(p));
is([two.status, two.plies, two.line[0]], ['mate', 3, 'a1a6'], 'a mate in two moves, the first of which is quiet');
ok(told.some((p) => p.none >= 1 && p.nodes > 0), 'it has told how far it was');
const short = await full.mate({ variant: 'chess', start: 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', checks: false, plies: 1 });
is([short.status, short.none], ['unknown', 1], 'what a limit hides is unknown, not none');
is((await full.mate({ variant: 'clobber', checks: false })).status, 'royals', 'a game without royal pieces has no mates');
is(await full.mate({ variant: 'chess', start: 'nonsense', checks: false }).catch((e) => typeof e.message), 'string', 'what is no position is refused');
done();
