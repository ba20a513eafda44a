// SPDX-License-Identifier: MIT
// Whole games through the binding that pages use, in Node.
import { Game } from '../../web/js/core/game.js';
import { done, is, ok, start } from './rig.mjs';

const core = await start();

function play(game, moves, side) {
    for (const text of moves.split(' ')) {
        const read = game.readMove(text);
        if (read.move === undefined || !game.act('move', { move: read.move, side }, 0).ok)
            return ok(false, `${text} can be played: ${read.error}`);
    }
    return true;
}

async function begin(name, options = {}) {
    const game = (await core.open(name)).newGame(options);
    game.act('start', {}, 0);
    return game;
}

// Chess, to mate.
{
    const game = await begin('chess');
    is(game.view().moves.length, 20, 'chess begins with 20 moves');
    play(game, 'e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7');
    const state = game.state(0);
    is([state.stage, state.outcome.result, state.outcome.reason], ['over', 'first', 'checkmate'], 'the scholar mates');
    is(game.moveText(6, 'san'), 'Qxf7#', 'written with its sign');
    is(game.describe(6)[0], 'white queen h5 takes black pawn on f7, checkmate', 'told in words');
    const view = game.view();
    is([view.legal, view.moves.length, view.last.captured], [false, 0, 0x81], 'no moves are left, and a pawn was taken');
    is(game.view(2).moves.length, 29, 'an earlier position has its moves');
    is(game.explain(game.readMove('a3').move ?? 0, 7)[0].length > 0, true, 'a move after the end is explained');
    game.act('undo', {}, 0);
    is(game.state(0).stage, 'playing', 'the mate can be taken back');
}
{
    const game = await begin('chess', { start: '4k3/8/8/8/8/4r3/4B3/4K3 w - - 0 1' });
    const { move, error } = game.readMove('e2d3');
    ok(move === undefined && /pinned|king/.test(error[0]), `a pinned bishop stays: ${error?.[0]}`);
    ok(error[1].length > 0 && error[1] !== error[0], 'in Japanese too');
}

// A level takes a draw by the policy that all programs have.
{
    const game = await begin('chess');
    play(game, 'a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 Nd2 Nd7 Nb1 Nb8');
    is([game.takesDraw(1, 0), game.takesDraw(1, 1), game.takesDraw(1, null)], [true, false, true], 'by its score, or by the material');
    is((await begin('chess')).takesDraw(1, -500), false, 'not early on');
}

// En passant is a capture, though its target is empty.
{
    const game = await begin('chess');
    play(game, 'e4 a6 e5 d5');
    ok(game.view().moves.find(m => m.text === 'e5d6').capture, 'en passant is a capture');
    play(game, 'exd6');
    is(game.view().last.captured, 0x81, 'and takes a pawn');
}

// Shogi: two pawns, mate by a dropped pawn, mate.
{
    const game = await begin('shogi');
    is(game.rules.squares[60], { sq: 60, x: 2, y: 2, z: 0, w: 0, name: '7g', ja: '７七' }, '7g lies where it lies');
    play(game, '7g7f 3c3d 8h2b+ 3a2b');
    const drop = game.view().moves.find(m => m.drop === 5);
    ok(drop && drop.from === -1, 'a bishop in hand can be dropped');
    is(game.moveText(2, 'kif'), '２二角成(88)', 'KIF');
    is(game.readMove('P*5e').move, undefined, 'no pawn is in hand');
}
{
    const game = await begin('shogi', { start: '4k4/9/4G4/9/9/9/9/9/4K4 b G 1' });
    play(game, 'G*5b');
    is(game.state(0).outcome.reason, 'checkmate', 'gold before the head mates');
}
{
    const game = await begin('shogi', { start: '4k4/4p4/9/9/9/9/9/9/4K4 w p 1' });
    ok(game.readMove('P*5e').error[0].length > 0, 'two pawns on a file are refused');
}

// Turns of two moves; three dimensions; drops.
{
    const game = await begin('marseillais');
    play(game, 'e2e4');
    is([game.view().turn, game.view().turnMoves, game.view().turnBudget], [0, 1, 2], 'the second half of a turn');
    play(game, 'd2d4');
    is(game.view().turn, 1, 'then the other side');
    play(game, 'e7e5 d7d5');
    is(game.view().turn, 0, 'and back');
}
{
    const game = await begin('raumschach');
    is([game.rules.axes, game.rules.squares.length, game.view().moves.length], [3, 125, 61], 'raumschach');
    is(game.rules.squares[124], { sq: 124, x: 4, y: 4, z: 4, w: 0, name: 'Ee5', ja: 'Ee5' }, 'its last cell');
}
{
    const game = await begin('crazyhouse');
    play(game, 'e4 d5 exd5 Qxd5 Nc3 Qa5');
    is(game.view().hands[0].filter(n => n).length, 1, 'a pawn is in hand');
    play(game, 'P@e5');
    is(game.moveText(6, 'coordinates'), 'P@e5', 'and is dropped');
}

// Texts.
{
    const { issues } = core.load('variant: mine\nextends: chess\npieces:\n  N: {move: NX}\nboerd: 8x8\n');
    ok(issues?.some(i => i.line === 5 && i.column === 1 && i.hint.includes('board')), 'a key that is misspelt');
    ok(issues?.some(i => i.line === 4 && i.column > 10), 'a move that cannot be read');
    const { rules } = core.load('variant: mine\nextends: chess\npieces:\n  N: {move: N}\n');
    is(rules?.newGame({}).view().moves.length, 20, 'a good text is played at once');
}

// Clocks.
{
    is(core.parseClock('300+3').text, '5m+3', 'a time control');
    is(core.parseClock('5x').ok, false, 'which may be wrong');
    const game = (await core.open('chess')).newGame({ clock: '10+2' });
    game.act('start', {}, 1000);
    is(game.deadline(), 11001, 'the flag falls after ten seconds');
    game.act('move', { move: game.readMove('e4').move }, 4000);
    is(game.state(4500).clocks.map(c => c.ms), [9000, 9500], 'both clocks');
    const saved = JSON.parse(JSON.stringify(game.serialize(5000)));
    const again = await Game.restore(core, saved, 900000);
    is(again.state(901000).clocks.map(c => c.ms), [9000, 8000], 'the clock stood still while the game was saved');
    is(again.tick(909002), true, 'then the flag falls');
    is(again.state(909002).outcome, game.state(0).outcome && again.state(0).outcome, 'once');
    is(again.state(0).outcome.reason, 'time forfeit', 'by time');
}

// A game that is played elsewhere.
{
    const game = (await core.open('chess')).newGame({});
    is(game.setMoves(['e2e4', 'e7e5']), 2, 'two moves come in');
    is(game.setMoves(['e2e4', 'e7e5', 'g1f3']), 3, 'a third');
    is(game.setMoves(['e2e4']), 1, 'two are taken back');
    is(game.setMoves(['e2e4', 'e2e4']), 1, 'what is not legal is left out');
}
done();
