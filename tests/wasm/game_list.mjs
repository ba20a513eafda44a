// SPDX-License-Identifier: MIT
// Lists of games through what the worker of the page runs, in Node: files of any size in parts, positions looked up.
import { ListReader } from '../../web/js/game_list/list_reader.js';
import { compile, done, is, ok, sources } from './rig.mjs';

const reader = await ListReader.start(await compile('full'), sources);

// A file whose bytes are made when they are asked for, and counted.
function file(bytes) {
    const source = { size: bytes.length, largest: 0, read: (begin, end) => {
        source.largest = Math.max(source.largest, end - begin);
        return bytes.slice(begin, end);
    } };
    return source;
}

const utf8 = (text) => new TextEncoder().encode(text);
const LINES = ['1. e4 e5 2. Nf3 Nc6 3. Bb5', '1. d4 d5 2. c4', '1. Nf3 d5 2. d4', '1. e4 c5'];
const RESULTS = ['1-0', '0-1', '1/2-1/2', '*'];

function pgn(count) {
    let text = '';
    for (let i = 0; i < count; i++) {
        const result = RESULTS[i % 4];
        text += `[Event "Open ${i % 10}"]\n[White "Player ${i}"]\n[Black "Ōta ${i % 7}"]\n[Date "2024.01.${10 + i % 10}"]\n[Result "${result}"]\n\n${LINES[i % 4]} ${result}\n\n`;
    }
    return utf8(text);
}

function all(source, most = 100) {
    reader.open(source, 'san');
    const rows = [], reports = [];
    let part, parts = 0;
    do {
        part = reader.next(most);
        rows.push(...part.rows);
        reports.push(...part.reports);
        parts++;
    } while (!part.done);
    return { rows, reports, parts, part };
}

{
    const { rows, parts, part } = all(file(pgn(1000)));
    is([rows.length, part.format, parts >= 10], [1000, 'pgn', true], 'a file of many games comes in parts');
    is(rows[5].slice(0, 8), ['chess', 'Player 5', 'Ōta 5', 'Open 5', '2024.01.15', 'second', 3, 'd4 d5 c4'], 'a row');
    is(new TextDecoder().decode(reader.game(5, rows[5])).includes('[White "Player 5"]'), true, 'a game is fetched by its place');

    // A position, however it was reached: 1. Nf3 d5 2. d4 and 1. d4 d5 2. Nf3 are the same.
    const found = await reader.find('chess', null, 'rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2');
    is([found.games.length, found.games[0]], [250, 2], 'a position is found in all games that have it');
    const start = await reader.find('chess', null, '');
    const some = await reader.find('chess', null, '', 3);
    is([some.games, some.found, some.moves.length], [[0, 1, 2], 1000, 3], 'as many of them as are asked for');
    is(start.games.length, 1000, 'the start in all');
    is(start.moves.map((m) => [m.text, m.games, m.first, m.draws, m.second]).sort(),
        [['Nf3', 250, 0, 250, 0], ['d4', 250, 0, 0, 250], ['e4', 500, 250, 0, 0]], 'what was played from it, with results');
    ok((await reader.find('chess', null, 'no position')).error[1], 'a text that is no position');
    is((await reader.find('crazyhouse', null, '')).games, [], 'another game has none of them');
}

// Encodings whose places are not known.
{
    const csa = (i) => `V2.2\nN+甲${i}\nN-乙\nPI\n+\n+${['7776', '2726'][i % 2]}FU\n-3334FU\n%TORYO\n`;
    const kif = file(utf8([0, 1, 2].map(csa).join('/\n')));
    const { rows } = all(kif);
    is(rows.map((r) => r[1]), ['甲0', '甲1', '甲2'], 'several CSA games');
    const sjis = new Uint8Array([0x90, 0xe6, 0x8e, 0xe8, 0x81, 0x46, 0x8d, 0x62, 10, ...[...'   1 7'].map((c) => c.charCodeAt(0))]);
    reader.open(file(sjis), 'western');
    const part = reader.next(10);
    is(part.encoding, 'shift_jis', 'Shift_JIS is found');
    is(part.rows[0]?.[8], -1, 'where places are not known, none is told');
    ok(reader.game(0, part.rows[0]).length > 0, 'and the game is found by reading again');
}

// What is wrong says where; a file that is none says so.
{
    const { rows, reports } = all(file(utf8('1. e4 e5 2. Ke3 *\n\n[Event "b"]\n\n1. d4 *\n')));
    is([rows.length, reports.length, reports[0].line, reports[0].game], [2, 1, 1, 1], 'one defect in two games');
    reader.open(file(utf8('\x00\x01\x02 nothing')), 'san');
    const part = reader.next(10);
    ok(part.error?.[1] || part.rows.length === 0, 'no games in it');
}

// Games that are kept.
{
    const rows = await reader.openKept([{ variant: 'chess', record: '[White "A"]\n\n1. e4 e5 *' }, { variant: 'shogi', record: 'broken' },
        { variant: 'xiangqi', game: { v: 1, variant: 'xiangqi', yaml: null, options: {}, deeds: [], at: 0 } }], 'san');
    is([rows[0][1], rows[1], rows[2][0]], ['A', null, 'xiangqi'], 'kept games are listed, what is broken is not');
    is((await reader.find('chess', null, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')).games, [0], 'and looked up');
}

// A hundred thousand games: all are listed, the file is read in windows.
{
    const source = file(pgn(100000));
    const { rows } = all(source, 400);
    is(rows.length, 100000, 'a hundred thousand games');
    ok(source.largest <= 1 << 20, 'read in windows of a mebibyte');
    is((await reader.find('chess', null, '')).games.length, 100000, 'all are looked through');
    is(new TextDecoder().decode(reader.game(99999, rows[99999])).includes('"Player 99999"'), true, 'the last is fetched');
}
done();
