// SPDX-License-Identifier: MIT
// simple.mjs BANMEN: the routes for simple clients, word by word: GET /, POST /validate, POST /reset.
// One board for each session; what a client says of a piece is checked. TAP.
import { Person, Server, done, is, ok } from '../serving.mjs';

const banmen = process.argv[2];
const server = await Server.start(banmen, undefined, '--no-limits');
const ann = new Person(server), bob = new Person(server);

const BACK = ['R', 'N', 'B', 'Q', 'K', 'B', 'N', 'R'];
const start = {};
BACK.forEach((kind, i) => Object.assign(start, { [`${i + 1}1`]: `w${kind}`, [`${i + 1}2`]: 'wP', [`${i + 1}7`]: 'bP', [`${i + 1}8`]: `b${kind}` }));
const sorted = (pieces) => Object.fromEntries(Object.entries(pieces).sort());
const moved = (pieces, src, dst, piece = pieces[src]) => {
    const next = { ...pieces, [dst]: piece };
    delete next[src];
    return next;
};
const square = (name) => (name.charCodeAt(0) - 96) * 10 + Number(name[1]);
const validate = async (who, piece, move, more = {}) => {
    const { status, body } = await who.post('/validate', { piece, src: square(move), dst: square(move.slice(2)), ...more });
    is(status, 200, `${piece} ${move} is answered`);
    return { ...body, pieces: sorted(body.pieces) };
};
async function line(who, text) { // "wP e2e4 bP e7e5": the last answer
    const words = text.trim().split(/\s+/);
    let last;
    for (let i = 0; i < words.length; i += 2) {
        last = await validate(who, words[i], words[i + 1]);
        ok(last.valid, `${words[i + 1]} is legal`);
    }
    return last;
}
async function fresh(who) {
    const { status, body } = await who.post('/reset');
    is([status, body.status, sorted(body.pieces), Object.keys(body)], [200, 'success', sorted(start), ['status', 'pieces']], 'a new board');
}

const page = await ann.get('/');
ok(page.status === 200 && /^text\/html/.test(page.headers['content-type']), 'there is a page');
await fresh(ann);
const e4 = moved(start, 52, 54);
is(await validate(ann, 'wP', 'e2e4'), { valid: true, notation: 'e4', is_check: false, is_checkmate: false, pieces: sorted(e4), turn: 'b', game_over: false },
    'a move, and the board after it');
const no = await validate(ann, 'wP', 'd2d4');
is([no.valid, typeof no.message, no.turn, no.game_over, no.pieces, Object.keys(no)],
    [false, 'string', 'b', false, sorted(e4), ['valid', 'message', 'pieces', 'turn', 'game_over']], 'no move: the reason, and the board as it was');
is(no.message, 'the pawn on d2 belongs to the other side', 'it says why');

// What a client says is not believed.
is((await validate(ann, 'bQ', 'e7e5')).message, 'there is bP on e7', 'another piece than it says');
is((await validate(ann, 'bQ', 'e5e6')).message, 'there is nothing on e5', 'no piece at all');
is((await validate(ann, 'wP', 'e7e5')).valid, false, 'the piece of the other side');
is((await ann.post('/validate', { piece: 'bP', src: 99, dst: 12 })).body.valid, false, 'a square that is not on the board');
is((await ann.post('/validate', { piece: 'bP', src: 10, dst: 12 })).body.valid, false, 'a rank that is not on the board');
is((await ann.post('/validate', {})).body.valid, false, 'nothing');
is((await ann.post('/validate', { piece: 'bP', src: '57', dst: 55 })).status, 422, 'a text for a number');

// One board for each session.
is((await validate(bob, 'wP', 'd2d4')).pieces, sorted(moved(start, 42, 44)), 'somebody else has a board of his own');
is((await validate(ann, 'bP', 'e7e5')).pieces, sorted(moved(e4, 57, 55)), 'and the first is as it was');

// Whole games: castling, en passant, promotion, check, mate.
await fresh(ann);
const castled = await line(ann, 'wP e2e4 bP e7e5 wN g1f3 bN b8c6 wB f1c4 bB f8c5 wK e1g1');
is([castled.notation, castled.pieces[71], castled.pieces[61], castled.pieces[81]], ['O-O', 'wK', 'wR', undefined], 'castling');
await fresh(ann);
const passed = await line(ann, 'wP e2e4 bP a7a6 wP e4e5 bP d7d5 wP e5d6');
is([passed.notation, passed.pieces[46], passed.pieces[45]], ['exd6', 'wP', undefined], 'en passant');
await line(ann, 'bP a6a5 wP d6c7 bP a5a4');
const knight = await validate(ann, 'wP', 'c7d8', { promotion: 'n' });
is([knight.notation, knight.pieces[48], knight.is_check], ['cxd8=N', 'wN', false], 'a piece of one\'s choice');
await fresh(ann);
const queen = await line(ann, 'wP a2a4 bP b7b5 wP a4b5 bP a7a6 wP b5a6 bR a8a7 wN b1c3 bR a7b7 wP a6a7 bN g8f6 wP a7a8');
is([queen.notation, queen.pieces[18]], ['a8=Q', 'wQ'], 'a queen, if nothing is said');
await fresh(ann);
const check = await line(ann, 'wP e2e4 bP f7f6 wQ d1h5');
is([check.notation, check.is_check, check.is_checkmate, check.game_over], ['Qh5+', true, false, false], 'check');
await fresh(ann);
const mate = await line(ann, 'wP f2f3 bP e7e5 wP g2g4 bQ d8h4');
is([mate.notation, mate.is_check, mate.is_checkmate, mate.game_over, mate.turn], ['Qh4#', true, true, true, 'w'], 'mate');
const after = await validate(ann, 'wP', 'a2a3');
is([after.valid, after.game_over], [false, true], 'then nobody moves');
await fresh(ann);
is((await server.stop()).status, 0, 'the server stops');
done();
