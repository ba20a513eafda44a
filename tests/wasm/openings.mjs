// SPDX-License-Identifier: MIT
// openings.mjs BANMEN WASM-FOLDER: names of openings: every line of the tables can be read, known lines have their names, by whatever
// moves they were reached. TAP.
import { readFile } from 'node:fs/promises';
import { ListReader } from '../../web/js/game_list/list_reader.js';
import { giveTable, NAMED, namesOf, readTable } from '../../web/js/openings/tables.js';
import { openRules, startFullCore } from '../../web/js/study/full_core.js';
import { Study } from '../../web/js/study/study.js';
import { compile, done, is, ok, sources } from './rig.mjs';

const core = await startFullCore(await compile('full'), sources, { read: () => -1 });
const tables = Object.fromEntries(await Promise.all(NAMED.map(async (game) =>
    [game, readTable(game, await readFile(new URL(`../../data/openings/${game}.tsv`, import.meta.url), 'utf8'))])));
const handles = {};
for (const table of Object.values(tables)) {
    handles[table.game] = giveTable(await core.open(table.game), table);
    if (!ok(handles[table.game], `all lines of ${table.game} can be read`))
        console.log(`# line ${core.module.text()}: ${table.lines.split('\n')[Number(core.module.text())]}`);
}
ok(tables.chess.names.length >= 300, 'names of chess') || console.log(`# ${tables.chess.names.length}`);
ok(new Set(tables.shogi.names.map((n) => n[1])).size >= 40, 'names of shogi');
ok(tables.shogi.names.every((n) => n[0] && /[ぁ-んァ-ヶ一-龠]/.test(n[1])), 'those of shogi in both languages');

// What a line is called at its end.
async function called(game, moves, start = '') {
    const study = Study.create(await openRules(core, game, null), start);
    let at = 0;
    for (const word of moves.split(' ')) {
        const { move, error } = study.readMove(at, word);
        if (move === undefined) throw new Error(`${word}: ${error[0]}`);
        at = study.play(at, move).id;
    }
    const found = core.module.json('bm_web_openings_at', handles[game], study.handle, at);
    study.release();
    return namesOf(tables[game], found);
}

// Each position of the table has one name.
{
    const wrong = [];
    const lines = tables.chess.lines.split('\n');
    for (const [i, line] of lines.entries()) {
        const [en] = line ? await called('chess', line) : [tables.chess.names[i][0]];
        if (en !== tables.chess.names[i][0]) wrong.push(`${tables.chess.names[i][0]} is ${en}`);
    }
    is(wrong, [], 'every line of chess has its own name');
}
const KNOWN = [
    ['e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6', 'B90 Sicilian Defence: Najdorf Variation'],
    ['e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bd3 Nc6 O-O', 'B90 Sicilian Defence: Najdorf Variation'], // the last one on the way
    ['d4 e6 e4 d5', 'C00 French Defence: Normal Variation'], // by other moves
    ['c4 e6 Nc3 d5 d4 Nf6', "D35 Queen's Gambit: Declined: Normal"],
    ['Nf3 Nf6 c4 g6 Nc3 Bg7 e4 d6 d4', "E90 King's Indian Defence: Orthodox Variation"],
    ['Nc3 e5 e4', 'C25 Vienna Game'],
];
for (const [moves, want] of KNOWN) is((await called('chess', moves))[0], want, `${moves} is ${want}`);
is((await called('chess', 'e4 c5'))[1], 'B20 シシリアン・ディフェンス', 'and so in Japanese');
is(await called('chess', 'Kd2', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'), ['', ''], 'a start of its own has no opening');

const SHOGI = [
    ['7g7f 3c3d 6g6f 8c8d 2h6h 7a6b', '▲四間飛車'],
    ['7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 3i3h 5a4b 5i4h 4b3b 4h3i 5c5d 3i2h 6a5b', '▲四間飛車・片美濃囲い △舟囲い'],
    ['7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 3i3h 5a4b 5i4h 4b3b 4h3i 5c5d 3i2h 1c1d 6i5h', '▲四間飛車・美濃囲い'],
    ['2g2f 3c3d 7g7f 4c4d 3i4h 8b4b', '△四間飛車'],
    ['7g7f 8c8d 2g2f 3c3d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d', '▲横歩取り'],
];
for (const [moves, want] of SHOGI) is((await called('shogi', moves))[1], want, `${moves} is ${want}`);
is((await called('shogi', SHOGI[1][0]))[0], '▲Fourth-File Rook, Half Mino △Boat', 'and so in English');

// In lists.
{
    const reader = await ListReader.start(await compile('full'), sources);
    await reader.nameBy(tables);
    const bytes = new TextEncoder().encode('[White "A"]\n\n1. d4 e6 2. e4 d5 3. e5 *\n\n[White "B"]\n\n1. e4 c5 *\n\n[White "C"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n');
    reader.open({ size: bytes.length, read: (begin, end) => bytes.slice(begin, end) }, 'san');
    is(reader.next(10).rows.map((row) => namesOf(tables.chess, row[10])[0]), ['C02 French Defence: Advance Variation', 'B20 Sicilian Defence', ''], 'games of a file are named');
    const [row] = await reader.openKept([{ variant: 'shogi', record: SHOGI[1][0] && `手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６六歩(67)\n   4 ８四歩(83)\n   5 ６八飛(28)\n` }], 'japanese');
    is(namesOf(tables.shogi, row[10])[1], '▲四間飛車', 'and those that are kept');
}
done();
