// SPDX-License-Identifier: MIT
// Studies through the binding that the page uses, in Node: records of all formats in, edits with their undo, records out.
import { Game } from '../../web/js/core/game.js';
import { startFullCore } from '../../web/js/study/full_core.js';
import { Study } from '../../web/js/study/study.js';
import { NOTE } from '../../web/js/study/types.js';
import { compile, done, is, ok, sources } from './rig.mjs';

const core = await startFullCore(await compile('full'), sources);

function read(text) {
    const study = Study.read(core, text);
    if (!(study instanceof Study))
        throw new Error(JSON.stringify(study));
    return study;
}

const texts = (s) => s.mainLine().map((id) => s.node(id).text);

// A tree with variations, comments, annotations, times, arrows.
const PGN = `[Event "Cup"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

{Before all} 1. e4 {[%clk 0:10:00]} e5 2. Nf3 $1 {good [%cal Ge2e4,Rf3e5][%csl Bd4]} (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6 3. Bb5 a6 1-0
`;
{
    const s = read(PGN);
    s.style = 'san';
    is(texts(s).slice(0, 6), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6'], 'the main line');
    is(s.tag('White'), 'Ann', 'a tag');
    is(s.facts().format, 'pgn', 'the format is found');
    const nf3 = s.mainLine()[2], e5 = s.mainLine()[1];
    is(s.node(e5).children.map((id) => s.node(id).text), ['Nf3', 'f4'], 'a variation');
    is([s.comment(0), s.comment(nf3), s.nags(nf3)], ['Before all', 'good', [1]], 'comments and annotations');
    is(s.marks(nf3).arrows.map((a) => a.colour), ['green', 'red'], 'arrows');
    is(s.marks(nf3).circles, [{ at: 27, colour: 'blue' }], 'circles');
    is(s.value(s.mainLine()[0], NOTE.clock), 600000, 'clock times');
    is(s.view(nf3).position.split(' ')[0], 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R', 'a position');
    is(s.describe(nf3)[0], 'white knight g1 to f3', 'a move in words');
    const back = s.text('pgn');
    ok(back.includes('[%cal Ge2e4,Rf3e5]') && back.includes('[%csl Bd4]') && back.includes('(2. f4 exf4'), 'all of it is written again');
    const again = read(s.text('json'));
    is(again.text('pgn'), back, 'JSON holds everything');

    // Edits and their undo: the record is what it was.
    let changes = 0;
    s.addEventListener('change', () => changes++);
    const edits = [
        ['a move', () => s.play(nf3, s.readMove(nf3, 'd5').move)],
        ['a line', () => s.playLine(nf3, ['g8f6', 'f3e5', 'd7d6'])],
        ['a promotion', () => s.promote(s.node(s.node(e5).children[1]).children[0])],
        ['a deletion', () => s.remove(s.node(s.node(e5).children[0]).children[1])],
        ['a comment', () => s.setComment(nf3, 'better')],
        ['a comment before a move', () => s.setComment(s.node(e5).children[1], 'or', true)],
        ['an annotation', () => s.toggleNag(nf3, 4)],
        ['marks', () => s.setMarks(nf3, { arrows: [{ from: 0, to: 63, colour: 'yellow' }], circles: [] })],
        ['a tag', () => s.setTag('White', 'Cat')],
        ['a pass', () => s.pass(nf3)],
    ];
    const states = [back];
    for (const [what, edit] of edits) {
        const before = s.edits;
        edit();
        states.push(s.text('pgn'));
        ok(states.at(-1) !== states.at(-2) && s.edits === before + 1, `${what} changes the record, as one step`);
    }
    is(changes, edits.length, 'each change is told once');
    for (let i = states.length - 1; i-- > 0;) {
        s.undo();
        is(s.text('pgn'), states[i], `undone: ${edits[i][0]}`);
    }
    is([s.canUndo, s.canRedo], [false, true], 'nothing is left to undo');
    for (let i = 1; i < states.length; i++) {
        s.redo();
        is(s.text('pgn'), states[i], `redone: ${edits[i - 1][0]}`);
    }
    is(s.nags(nf3), [4], 'one judgement of a move replaces the other');
    const known = s.node(nf3).children.at(-1);
    ok([...s.nodes.values()].every((n) => n.kind !== 'move' || n.text), 'every move has its text');
    ok(s.node(known).kind === 'pass', 'a pass is a node');
    s.release();
}

// What was there is gone to, not doubled; what is not legal is explained.
{
    const s = read('1. e4 e5 *');
    const [e4] = s.mainLine();
    is(s.play(0, s.readMove(0, 'e4').move).id, e4, 'a move that is there is not added');
    is(s.edits, 0, 'and is no edit');
    const no = s.play(e4, s.readMove(0, 'd4').move);
    ok(no.id === undefined && no.error[0] && no.error[1] !== no.error[0], `an illegal one is explained: ${no.error?.[0]}`);
    is(s.lineFrom(e4, ['e7e5', 'g1f3', 'e7e5']).map((m) => m.text), ['e7e5', 'g1f3'], 'a line ends where it is not legal');
    is(s.lineView(e4, ['e7e5', 'g1f3']).turn, 1, 'and is looked at');
    is(s.question(e4), { moves: ['e2e4'], key: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', start: '' }, 'what is asked of an engine');
    const { id } = s.pass(e4);
    ok(s.question(id).start.includes(' w ') && s.question(id).moves.length === 0, 'behind a pass a position is asked about');
    ok(s.threat(e4).includes(' w '), 'the other side to move');
    is(read('1. e4 f5 2. Qh5+ *').threat(3), '', 'not in check');
}

// Mate ends the moves, a draw does not.
{
    const s = read('1. f3 e5 2. g4 Qh4# *');
    const view = s.view(s.mainLine()[3]);
    is([view.result, view.legal, view.moves.length], ['second', false, 0], 'mate');
    const d = read('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 *');
    const end = d.mainLine().findLast((id) => d.node(id).kind === 'move');
    const drawn = d.view(end);
    is([drawn.result, drawn.legal], ['draw', true], 'a repetition is played on');
}

// Japanese records, in their encoding.
{
    const kif = '手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:05/00:00:05)\n*角道を開ける\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 投了\n\n変化：2手\n   2 ８四歩(83)\n';
    const s = read(kif);
    is(s.rules.name, 'shogi', 'KIF is shogi');
    s.style = 'japanese';
    is(texts(s).slice(0, 4), ['▲７六歩', '△３四歩', '▲２二角成', '△同銀'], 'as readers of shogi write it');
    const sjis = s.write('kif', 'shift_jis').bytes;
    ok(sjis.includes(0x82), 'written in Shift_JIS');
    const again = read(sjis);
    is([again.facts().encoding, again.tag('先手', 'Sente'), again.comment(again.mainLine()[0])], ['shift_jis', '甲', '角道を開ける'], 'and read again');
    is(again.node(again.mainLine()[0]).children.length, 2, 'with its variation');
    is(again.node(again.mainLine().at(-1)).end, ['resignation', '投了'], 'and its end');
    for (const format of ['csa', 'ki2', 'jkf', 'usi', 'json', 'pgn']) {
        const copy = read(again.write(format).bytes);
        copy.style = 'coordinates';
        is(texts(copy).slice(0, 4), ['7g7f', '3c3d', '8h2b+', '3a2b'], `the same by ${format}`);
    }
    ok(again.write('csa').losses.some((l) => l.severity === 'loss'), 'what CSA cannot hold is told');
}

// Where a text is wrong.
{
    const s = read('[Event "x"]\n\n1. e4 e5 2. Ke3 Nc6 *\n');
    const [report] = s.facts().reports;
    is([report.line, report.severity], [3, 'defect'], 'a defect has its line');
    ok(report.column > 1 && report.text[0] && report.text[1] !== report.text[0], `and says why: ${report.text}`);
    is(texts(s).length >= 2, true, 'what is right before it is kept');
    const none = Study.read(core, 'nothing that is a game');
    ok(!(none instanceof Study) && none.error, 'a text without a game');
    ok(!(Study.read(core, '') instanceof Study), 'an empty text');
    ok(!(Study.create(await core.open('chess'), 'no position') instanceof Study), 'a start that is none');
}

// Variants; games that were played.
{
    const s = Study.create(await core.open('duck'));
    const line = s.lineFrom(0, ['e2e4', '@a3']);
    ok(line.length >= 1, 'duck chess has moves');
    const { id } = s.play(0, s.view(0).moves[0].move);
    is(s.view(id).turn, 0, 'a turn of two moves');
    const text = s.text('json');
    is(read(text).rules.name, 'duck', 'a record knows its game');
    const game = (await core.open('raumschach')).newGame({});
    game.act('start', {}, 0);
    game.act('move', { move: game.view().moves[0].move }, 0);
    const kept = await Game.restore(core, JSON.parse(JSON.stringify(game.serialize(0))), 0);
    const study = Study.of(core, kept);
    is([study.rules.name, study.mainLine().length], ['raumschach', 1], 'a game that was played becomes a study');
}
done();
