// SPDX-License-Identifier: MIT
// training.mjs: what training decides, without a browser: ratings, what comes again and when, which puzzle is next,
// and the puzzles that are shipped. TAP.
import fs from 'node:fs';
import { choosePuzzle } from '../../web/js/training/choose.js';
import { parseDeck } from '../../web/js/training/deck.js';
import { aged, BEGINNER, chance, rated } from '../../web/js/training/rating.js';
import { nextCard, WAITS } from '../../web/js/training/repetition.js';

let count = 0, failed = 0;
function ok(good, what) {
    console.log(`${good ? 'ok' : 'not ok'} ${++count} - ${what}`);
    failed += good ? 0 : 1;
}
const is = (got, want, what) => ok(JSON.stringify(got) === JSON.stringify(want), `${what}${JSON.stringify(got) === JSON.stringify(want) ? '' : `: got ${JSON.stringify(got)}`}`);

// Ratings. Glickman's example: 1500 ± 200 beats 1400 ± 30; here the other's deviation is another, so bounds are tested.
const player = { rating: 1500, deviation: 200 };
const won = rated(player, 1400, true), lost = rated(player, 1400, false);
ok(won.rating > 1500 && lost.rating < 1500, 'a solved puzzle raises the rating, another lowers it');
ok(1500 - lost.rating > won.rating - 1500, 'failing an easy one costs more than solving it gives');
ok(won.deviation < 200 && won.deviation === lost.deviation, 'each result makes it surer');
ok(rated({ rating: 1500, deviation: 60 }, 1400, true).rating - 1500 < won.rating - 1500, 'the surer, the slower');
ok(Math.abs(chance(player, 1500) - 0.5) < 1e-9 && chance(player, 1100) > 0.85, 'chances are as they should be');
ok(aged(player, 100).deviation > 200 && aged(player, 1e6).deviation <= BEGINNER.deviation, 'time makes it less sure, to a limit');
let p = BEGINNER;
for (let i = 0; i < 200; i++)
    p = rated(p, 1600, i % 2 === 0);
ok(Math.abs(p.rating - 1600) < 60, `half of the puzzles of 1600 solved: the rating comes there (${Math.round(p.rating)})`);

// Cards.
const puzzle = { id: 'x', kind: 'mate' };
is(nextCard(null, puzzle, true, 0), null, 'what is solved at once does not come again');
let card = nextCard(null, puzzle, false, 1000);
is([card.box, card.due, card.failures], [0, 1000 + WAITS[0], 1], 'what is not comes soon');
const boxes = [];
for (let now = 2000; card && boxes.length < 20; now = card?.due ?? now) {
    boxes.push(card.due);
    card = nextCard(card, puzzle, true, card.due);
}
ok(card === null && boxes.length === WAITS.length && boxes.every((b, i) => i < 2 || b - boxes[i - 1] > boxes[i - 1] - boxes[i - 2]), 'then later and later, and at last no more');
is(nextCard({ ...puzzle, box: 4, due: 0, failures: 1 }, puzzle, false, 5).box, 0, 'a failure begins anew');

// The choice.
const deck = Array.from({ length: 100 }, (_, i) => ({ id: `p${i}`, kind: 'mate', rating: 600 + 15 * i, game: 'chess', position: '', line: Array(2 * (i % 3) + 1).fill('a') }));
const progress = { rating: 1200, deviation: 60, seen: [] };
const how = { difficulty: 'normal', plies: 0, now: 100, random: () => 0.5 };
ok(Math.abs(choosePuzzle(deck, [], progress, how).rating - 1200) < 120, 'a puzzle fits the rating');
ok(choosePuzzle(deck, [], progress, { ...how, difficulty: 'harder' }).rating > 1330, 'a harder one is harder');
is(choosePuzzle(deck, [], progress, { ...how, plies: 5 }).line.length, 5, 'of the length that is wanted');
is(choosePuzzle(deck, [{ id: 'p3', due: 50 }, { id: 'p4', due: 10 }], progress, how).id, 'p3', 'what is due comes first');
is(choosePuzzle(deck, [{ id: 'p3', due: 500 }], { ...progress, rating: 645 }, { ...how, random: () => 0 }).id === 'p3', false, 'and not before');
const seen = { ...progress, seen: deck.filter((d) => d.rating < 1500).map((d) => d.id) };
ok(choosePuzzle(deck, [], seen, how).rating >= 1500, 'what was seen lately does not come while there are others');
is(choosePuzzle([], [], progress, how), null, 'nothing comes of nothing');

// What is shipped.
for (const kind of ['tsume', 'mate', 'tactic']) {
    const all = parseDeck(kind, fs.readFileSync(new URL(`../../data/puzzles/${kind}.txt`, import.meta.url), 'utf8'));
    ok(all.length > 0, `${kind}: ${all.length} puzzles`);
    ok(all.every((z) => z.rating > 0 && z.line.length % 2 === 1 && z.position.length > 10), `${kind}: all are whole`);
    is(new Set(all.map((z) => z.id)).size, all.length, `${kind}: none is there twice`);
}
console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
