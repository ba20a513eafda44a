// SPDX-License-Identifier: MIT
// rest.mjs BANMEN: the API against its own document. Every route is called and answers as it
// should, and every error that the document knows is provoked, but those listed here. TAP.
import net from 'node:net';

import { begin, engines } from '../minding.mjs';
import { Person, Server, bot, done, is, member, ok } from '../serving.mjs';
import { Table, guest } from '../playing.mjs';

// What cannot be provoked from outside, and why.
const CANNOT = {
    no_memory: 'needs a machine without memory',
    read_only: 'needs a disk that is full: see full.mjs',
    too_many_events: 'takes many joins, or hours of talk: see fair_test.c',
    too_many_blocks: 'needs a thousand accounts',
    busy: 'needs more games than the server has room for, or a crowd with passwords: see room_test.c, entrance_test.c',
    banned: 'needs an administrator: see admin.mjs',
    muted: 'needs an administrator: see admin.mjs',
    wrong_host: 'needs another name: see accounts.mjs',
    quota_exceeded: 'needs a day, or small quotas: see accounts.mjs',
    archive_full: 'needs small quotas: see accounts.mjs',
};

const banmen = process.argv[2];
const free = await Server.start(banmen, undefined, '--no-limits', '--engines', engines(banmen).file);
const doc = (await new Person(free).get('/api/v1/openapi.json')).body;

// ---- The document ----

const routes = {}; // 'POST /api/v1/games': {scope, codes: {'422 bad_clock', ...}, ...}
for (const [path, methods] of Object.entries(doc.paths))
    for (const [method, r] of Object.entries(methods)) {
        const codes = new Set();
        for (const [status, answer] of Object.entries(r.responses))
            for (const code of answer.description.split(', '))
                codes.add(`${status} ${code}`);
        routes[`${method.toUpperCase()} ${path}`] = {
            codes, seen: new Set(), scope: r.security?.[1].token[0],
            type: Object.keys(r.requestBody?.content ?? {})[0],
        };
    }
ok(Object.keys(routes).length > 30, `the document has ${Object.keys(routes).length} routes`);

// Errors that go away say when to try again.
const PASSING = [429, 503];
const isDone = (code) => code.endsWith(' done');
const strange = [];

// Note what a route has answered; '201 done', '409 stale_ply'.
function note(name, answer) {
    const r = routes[name], fine = answer.status < 400;
    const got = `${answer.status} ${fine ? 'done' : answer.body.code}`;
    r.seen.add(got);
    if (!r.codes.has(got))
        strange.push(`${name}: ${got}`);
    if (!fine && (answer.headers['content-type'] !== 'application/problem+json' ||
            answer.body.status !== answer.status || !answer.body.title || !answer.body.detail ||
            (PASSING.includes(answer.status) && !(Number(answer.headers['retry-after']) > 0))))
        strange.push(`${name}: ${got}: ${JSON.stringify(answer.body)}`);
    return got;
}

function fill(name, values) {
    const [method, path] = name.split(' ');
    return [method, path.replace(/\{[a-z]+\}/g, () => values.shift())];
}

// Call a route as a person; `more` has values for the path, a body, a query, ...
async function call(person, name, more = {}) {
    const [method, path] = fill(name, [].concat(more.at ?? []));
    const text = more.text ?? (more.body === undefined ? '' : JSON.stringify(more.body));
    return person.send(method, path + (more.query ?? ''), text, more.type, more.headers);
}

async function expect(want, person, name, more) {
    const answer = await call(person, name, more);
    const got = note(name, answer);
    if (got !== want)
        is(got, want, `${name} ${JSON.stringify(more ?? {})}`);
    return answer.body;
}

// ---- What any route may say ----

const cleo = await member(free, 'Cleo');
const reader = await bot(free, 'Reader', ['read']), player = await bot(free, 'Player', ['play']);
const fake = new Person(free, 'bmt_nothing');
for (const [name, r] of Object.entries(routes)) {
    const at = ['nosuchthing0'];
    await expect('401 bad_token', fake, name, { at });
    if (r.codes.has('403 scope_needed'))
        await expect('403 scope_needed', r.scope === 'read' ? player : reader, name, { at });
    if (r.codes.has('401 account_needed'))
        await expect('401 account_needed', new Person(free), name, { at });
    if (r.codes.has('403 bad_origin'))
        await expect('403 bad_origin', cleo, name, { at, headers: { Origin: 'http://elsewhere.example' } });
    if (r.codes.has('400 bad_json'))
        await expect('400 bad_json', cleo, name, { at, text: '{"a":' });
    if (r.codes.has('415 not_json'))
        await expect('415 not_json', cleo, name, { at, text: '{}', type: 'text/plain' });
    if (r.codes.has('413 too_large'))
        await expect('413 too_large', cleo, name, { at, text: `{"a":"${'x'.repeat(1 << 20)}"}` });
}

// ---- Accounts ----

const ann = new Person(free), ben = new Person(free);
const account = { name: 'Ann', password: 'correct horse' };
await expect('422 bad_member', ann, 'POST /api/v1/accounts', { body: { name: 'A', password: 'correct horse' } });
await expect('422 bad_member', ann, 'POST /api/v1/accounts', { body: { name: 'Ann', password: 'short' } });
await expect('422 name_reserved', ann, 'POST /api/v1/accounts', { body: { ...account, name: 'Admin' } });
await expect('201 done', ann, 'POST /api/v1/accounts', { body: account });
await expect('409 name_taken', ben, 'POST /api/v1/accounts', { body: { ...account, name: 'ANN' } });
await expect('201 done', ben, 'POST /api/v1/accounts', { body: { ...account, name: 'Ben' } });
is((await expect('200 done', ann, 'GET /api/v1/account')).name, 'Ann', 'an account is made');
await expect('204 done', ann, 'DELETE /api/v1/session');
is((await ann.get('/api/v1/account')).body.account, false, 'and logged out of');
await expect('401 bad_login', ann, 'POST /api/v1/session', { body: { ...account, password: 'wrong horse' } });
await expect('401 bad_login', ann, 'POST /api/v1/session', { body: { ...account, name: 'nobody at all' } });
await expect('422 bad_member', ann, 'POST /api/v1/session', { body: { name: 'Ann' } });
await expect('200 done', ann, 'POST /api/v1/session', { body: account });
const fresh = { password: account.password, new_password: 'battery staple' };
await expect('403 wrong_password', ann, 'POST /api/v1/account/password', { body: { ...fresh, password: 'wrong' } });
await expect('422 bad_member', ann, 'POST /api/v1/account/password', { body: { ...fresh, new_password: 'x' } });
await expect('204 done', ann, 'POST /api/v1/account/password', { body: fresh });
await expect('401 bad_login', new Person(free), 'POST /api/v1/session', { body: account });
const leaver = await member(free, 'Leaver');
await expect('422 bad_member', leaver, 'DELETE /api/v1/account', { body: {} });
await expect('403 wrong_password', leaver, 'DELETE /api/v1/account', { body: { password: 'wrong' } });
await expect('204 done', leaver, 'DELETE /api/v1/account', { body: { password: 'Leaver-secret' } });

await expect('422 bad_member', ann, 'POST /api/v1/tokens', { body: { label: 'x', scopes: ['fly'] } });
const token = await expect('201 done', ann, 'POST /api/v1/tokens', { body: { label: 'x', scopes: ['read'] } });
const tokens = (await expect('200 done', ann, 'GET /api/v1/tokens')).tokens;
is(tokens.map((t) => [t.id, t.label, t.token]), [[token.id, 'x', undefined]], 'a token is listed, without its text');
await expect('204 done', ann, 'DELETE /api/v1/tokens/{id}', { at: token.id });
await expect('404 no_such_token', ann, 'DELETE /api/v1/tokens/{id}', { at: token.id });
await expect('401 bad_token', new Person(free, token.token), 'GET /api/v1/account');
for (let i = 0; i < 1000 && !routes['POST /api/v1/tokens'].seen.has('409 too_many_tokens'); i++)
    note('POST /api/v1/tokens', await ann.post('/api/v1/tokens', { label: `${i}`, scopes: ['read'] }));

// ---- Games ----

const GAMES = 'POST /api/v1/games', IMPORT = 'POST /api/v1/games/import';
const both = [{ kind: 'me' }, { kind: 'me' }];
await expect('422 bad_variant', ann, GAMES, { body: { variant: 'nothing' } });
{ // Shuffled starts: by number, or drawn by lot, and their number is told.
    const chosen = await expect('201 done', ann, GAMES, { body: { variant: 'chess960', start: 518, seats: both } });
    is(chosen.start, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'a start has the number 518');
    is(chosen.start_number, 518, 'which is told');
    const numbers = new Set();
    for (let i = 0; i < 6; i++)
        numbers.add((await expect('201 done', ann, GAMES, { body: { variant: 'chess960', seats: both } })).start_number);
    ok([...numbers].every((n) => n >= 0 && n < 960) && numbers.size > 1, 'other games begin at random');
    const usual = await expect('201 done', ann, GAMES, { body: { variant: 'chess', seats: both } });
    ok(!('start_number' in usual), 'a game that is not shuffled has no number');
    for (const start of [960, -1, 1.5])
        await expect('422 bad_position', ann, GAMES, { body: { variant: 'chess960', start } });
}
await expect('422 bad_position', ann, GAMES, { body: { start: '8/8/8/8/8/8/8/8 w - - 0 1' } });
await expect('422 bad_clock', ann, GAMES, { body: { clock: 'never' } });
await expect('422 bad_seats', ann, GAMES, { body: { seats: [{ kind: 'me' }] } });
await expect('422 bad_engine', ann, GAMES, { body: { seats: [{ kind: 'me' }, { kind: 'engine', engine: 'none' }] } });
await expect('422 bad_value', ann, GAMES, { body: { listed: 'perhaps' } });
const open = await expect('201 done', ann, GAMES, { body: { clock: '5m' } });
const linked = await expect('201 done', ann, GAMES, { body: { seats: [{ kind: 'me' }, { kind: 'link' }] } });
const alone = await expect('201 done', ann, GAMES, { body: { seats: both } });
await expect('400 bad_parameter', ann, 'GET /api/v1/games', { query: '?most=many' });
await expect('400 bad_parameter', ann, 'GET /api/v1/games', { query: '?stage=odd' });
await expect('400 bad_parameter', ann, 'GET /api/v1/games', { query: '?before=yesterday' });
const page = await expect('200 done', ann, 'GET /api/v1/games', { query: '?mine=1&most=2' });
const rest = await expect('200 done', ann, 'GET /api/v1/games', { query: `?mine=1&most=200&before=${page.before}` });
ok(page.games.length === 2 && rest.games.every((g) => !page.games.some((p) => p.id === g.id)), 'a list goes on where its page ended');
ok((await expect('200 done', ann, 'GET /api/v1/games', { query: '?mine=1' })).games.length >= 3, 'games are listed');
const listed = (await expect('200 done', ann, 'GET /api/v1/games', { query: '?mine=1' })).games;
const [played, sought] = [alone, open].map(({ id }) => listed.find((g) => g.id === id));
is([played.turn, played.you, 'turn' in sought, sought.you.length], ['first', ['first', 'second'], false, 1], 'a list says whose turn it is, and which sides are one\'s own');
await expect('404 no_such_game', ann, 'GET /api/v1/games/{id}', { at: 'nosuchgame00' });
await expect('200 done', ann, 'GET /api/v1/games/{id}', { at: open.id });

const JOIN = 'POST /api/v1/games/{id}/join', MOVES = 'POST /api/v1/games/{id}/moves';
const ACT = 'POST /api/v1/games/{id}/actions', CHAT = 'POST /api/v1/games/{id}/chat';
const REMATCH = 'POST /api/v1/games/{id}/rematch', eve = await guest(free);
const act = (want, who, at, action, more) => expect(want, who, ACT, { at, body: { action, ...more } });
for (const name of [JOIN, MOVES, ACT, CHAT, REMATCH])
    await expect('404 no_such_game', ann, name, { at: 'nosuchgame00', body: { action: 'resign' } });
await expect('409 not_started', ann, MOVES, { at: open.id, body: { ply: 0, move: 'e2e4' } });
await act('409 not_started', ann, open.id, 'resign');
await expect('409 already_seated', ann, JOIN, { at: open.id, body: {} });
await expect('422 bad_message', ben, JOIN, { at: open.id, body: { side: 'third' } });
await expect('200 done', ben, JOIN, { at: open.id, body: {} });
await expect('409 seat_taken', eve, JOIN, { at: open.id, body: {} });
await expect('403 bad_token', ben, JOIN, { at: linked.id, body: { token: 'wrong' } });
await expect('403 not_seated', eve, MOVES, { at: open.id, body: { ply: 0, move: 'e2e4' } });
await act('403 not_seated', eve, open.id, 'resign');
await expect('409 not_your_turn', ben, MOVES, { at: open.id, body: { ply: 0, move: 'e7e5' } });
await expect('422 bad_message', ann, MOVES, { at: open.id, body: { ply: 'x', move: 'e2e4' } });
await expect('422 bad_move', ann, MOVES, { at: open.id, body: { ply: 0, move: 'queen' } });
await expect('422 illegal_move', ann, MOVES, { at: open.id, body: { ply: 0, move: 'e2e5' } });
await act('409 no_moves', ann, open.id, 'takeback');
await act('409 no_offer', ann, open.id, 'draw', { yes: true });
const sent = await expect('200 done', ann, MOVES, { at: open.id, body: { ply: 0, move: 'e2e4' } });
is(await expect('200 done', ann, MOVES, { at: open.id, body: { ply: 0, move: 'e2e4' } }), sent, 'a move sent twice is made once');
await expect('409 stale_ply', ann, MOVES, { at: open.id, body: { ply: 0, move: 'd2d4' } });
await expect('200 done', ben, MOVES, { at: open.id, body: { ply: 1, move: 'e7e5' } });
await act('422 bad_message', ann, open.id, 'dance');
await act('422 bad_member', ann, open.id, 7);
await act('200 done', ann, open.id, 'draw');
await act('409 offered', ann, open.id, 'draw');
await act('200 done', ben, open.id, 'draw', { yes: false });
await act('409 too_soon', ann, open.id, 'draw');
await act('409 no_claim', ann, open.id, 'claim');
await act('409 no_declaration', ann, open.id, 'declare');
await act('409 too_late_to_abort', ann, open.id, 'abort');
await act('409 started', ann, open.id, 'leave');
await act('422 bad_value', ann, open.id, 'give-time', { ms: 0 });
await act('409 no_clock', ann, alone.id, 'give-time', { ms: 1000 });
await expect('409 not_over', ann, REMATCH, { at: open.id, body: {} });
await expect('403 not_seated', eve, REMATCH, { at: open.id, body: {} });
await expect('422 bad_message', ann, REMATCH, { at: open.id, body: { yes: 'perhaps' } });

// A question that belongs to whoever is to move.
const shogi = await Table.open(free, { variant: 'shogi', takebacks: false }, [ann, ben]);
await shogi.play('7g7f');
await act('409 not_your_turn', ann, shogi.id, 'declare');
await act('409 no_takebacks', ann, shogi.id, 'takeback');
await shogi.close();

// What was taken back is not played again by a message from before.
const first = { ply: 0, move: 'e2e4', seq: (await ann.get(`/api/v1/games/${alone.id}`)).body.seq };
const made = await expect('200 done', ann, MOVES, { at: alone.id, body: first });
await act('200 done', ann, alone.id, 'takeback');
is(await expect('200 done', ann, MOVES, { at: alone.id, body: first }), made, 'a move that was taken back is answered as before');
await expect('409 retracted', ann, MOVES, { at: alone.id, body: { ply: 0, move: 'e2e4' } });
is((await ann.get(`/api/v1/games/${alone.id}`)).body.moves, [], 'and not played again');
for (let i = 0; i < 200 && !routes[ACT].seen.has('409 too_many_events'); i++) {
    const { seq } = (await ann.get(`/api/v1/games/${alone.id}`)).body;
    await ann.post(`/api/v1/games/${alone.id}/moves`, { ...first, seq });
    note(ACT, await call(ann, ACT, { at: alone.id, body: { action: 'takeback' } }));
}
await act('409 not_away', ann, open.id, 'claim-win');
await act('409 not_away', ben, open.id, 'claim-draw');

// Who is blocked cannot talk, sit down, accept or challenge.
const BLOCKS = 'POST /api/v1/account/blocks', UNBLOCK = 'DELETE /api/v1/account/blocks/{name}';
await expect('422 bad_member', ann, BLOCKS, { body: {} });
await expect('404 no_such_account', ann, BLOCKS, { body: { name: 'Nobody' } });
await expect('409 own_block', ann, BLOCKS, { body: { name: 'Ann' } });
await expect('204 done', ann, BLOCKS, { body: { name: 'ben' } });
is((await expect('200 done', ann, 'GET /api/v1/account/blocks')).blocks.map((b) => b.name), ['Ben'], 'the blocked account is listed');
await expect('403 blocked', ben, CHAT, { at: open.id, body: { text: 'hello' } });
await expect('403 blocked', ben, JOIN, { at: (await ann.post('/api/v1/games', {})).body.id, body: {} });
await expect('403 blocked', ben, 'POST /api/v1/challenges', { body: { to: 'Ann' } });
const hidden = (await ann.post('/api/v1/seeks', {})).body;
is(hidden.clock, '900+10', 'a seek has a clock');
await expect('403 blocked', ben, 'POST /api/v1/seeks/{id}/accept', { at: hidden.id });
await expect('204 done', ann, 'DELETE /api/v1/seeks/{id}', { at: hidden.id });
await expect('404 no_such_account', ann, UNBLOCK, { at: 'Nobody' });
await expect('409 own_block', ann, UNBLOCK, { at: 'Ann' });
await expect('204 done', ann, UNBLOCK, { at: 'Ben' });

await expect('422 bad_message', ann, CHAT, { at: open.id, body: {} });
await expect('422 bad_value', ann, CHAT, { at: open.id, body: { text: '' } });
await expect('200 done', ann, CHAT, { at: open.id, body: { text: 'hello' } });
for (let i = 0; i < 20 && !routes[CHAT].seen.has('429 too_fast'); i++)
    note(CHAT, await call(ann, CHAT, { at: open.id, body: { text: `${i}` } }));

await act('200 done', ben, open.id, 'resign');
await act('409 game_over', ben, open.id, 'resign');
await expect('409 game_over', ann, MOVES, { at: open.id, body: { ply: 2, move: 'd2d4' } });
await act('200 done', ann, linked.id, 'abort');
await expect('409 game_over', ben, JOIN, { at: linked.id, body: { token: linked.tokens[1] } });
await expect('200 done', ann, REMATCH, { at: open.id, body: {} });
await expect('409 offered', ann, REMATCH, { at: open.id, body: {} });
ok((await expect('200 done', ben, REMATCH, { at: open.id, body: {} })).next, 'there is a rematch');

const EVENTS = 'GET /api/v1/games/{id}/events', EXPORT = 'GET /api/v1/games/{id}/export';
await expect('400 bad_parameter', ann, EVENTS, { at: open.id, query: '?since=never' });
await expect('404 no_such_game', ann, EVENTS, { at: 'nosuchgame00' });
const events = await expect('200 done', ann, EVENTS, { at: open.id });
ok(events.every((e, i) => e.seq === i + 1), 'events are numbered from one');
is((await expect('200 done', ann, EVENTS, { at: open.id, query: '?since=1&limit=2' })).map((e) => e.seq), [2, 3], 'and come in pages');
await expect('404 no_such_game', ann, EXPORT, { at: 'nosuchgame00' });
await expect('422 bad_format', ann, EXPORT, { at: open.id, query: '?format=pdf' });
await expect('422 bad_format', ann, EXPORT, { at: open.id, query: '?format=csa' });
const pgn = await expect('200 done', ann, EXPORT, { at: open.id, query: '?format=pgn' });
ok(/1\. e4 .*e5 .*1-0/s.test(pgn), 'a game is exported');

await expect('422 bad_member', ann, IMPORT, { body: { record: 7 } });
await expect('422 bad_record', ann, IMPORT, { body: { record: '1. e4 e5 2. Ke3 *' } });
await expect('422 bad_format', ann, IMPORT, { body: { record: pgn, format: 'pdf' } });
await expect('422 bad_variant', ann, IMPORT, { body: { record: pgn, variant: 'nothing' } });
await expect('422 bad_clock', ann, IMPORT, { body: { record: pgn, clock: 'never' } });
await expect('422 bad_seats', ann, IMPORT, { body: { record: pgn, seats: [] } });
is((await expect('201 done', ann, IMPORT, { body: { record: pgn } })).moves, ['e2e4', 'e7e5'], 'and imported');
const half = await expect('201 done', ann, IMPORT, { body: { record: '1. e4 *', seats: [{ kind: 'open' }, { kind: 'me' }] } });
await expect('409 paused', ann, MOVES, { at: half.id, body: { ply: 1, move: 'e7e5' } });

// ---- Shared studies ----

const SHARE = 'POST /api/v1/studies', STUDY = 'GET /api/v1/studies/{id}', UNSHARE = 'DELETE /api/v1/studies/{id}';
await expect('422 bad_member', ann, SHARE, { body: { variant: 'chess' } });
await expect('422 bad_member', ann, SHARE, { body: { variant: 'chess', record: 'x'.repeat(262145) } });
const lesson = { title: 'a lesson', variant: 'chess', yaml: '', record: '1. e4 *' };
const shared = await expect('201 done', ann, SHARE, { body: lesson });
const { created, ...shown } = await expect('200 done', ann, STUDY, { at: shared.id });
is([shown, created > 0], [{ ...shared, ...lesson }, true], 'a study, with its key for the owner');
is((await expect('200 done', ben, STUDY, { at: shared.id })).key, undefined, 'and without it for others');
await expect('404 no_such_study', ann, STUDY, { at: 'nosuchthing0' });
await expect('404 no_such_study', ann, UNSHARE, { at: 'nosuchthing0' });
await expect('403 read_only_link', ben, UNSHARE, { at: shared.id });
const class_ = await ben.socket(`/ws/v1/study/${shared.id}?key=${shared.key}`);
is((await class_.next('study')).edits, true, 'the key opens it');
class_.say({ t: 'edit', id: '1', k: 'comment', path: '', text: 'welcome' });
const said = await class_.next('ev');
is([said.seq, said.k, said.path, said.text, said.name], [1, 'comment', '', 'welcome', 'Ben'], 'an edit is an event');
is((await class_.next('ack')).seq, 1, 'and acknowledged');
for (const [message, code] of [[{ t: 'edit', k: 'marks', path: '', text: '1-2-3G' }, 'bad_message'], [{ t: 'edit', k: 'no', path: '' }, 'bad_message'],
    [{ t: 'edit', k: 'node', path: '' }, 'bad_message'], [{ t: 'edit', k: 'comment', path: '', text: 'x'.repeat(2001) }, 'bad_message'],
    [{ t: 'at', path: ' e2e4' }, 'bad_message'], [{ t: 'chat', text: '' }, 'bad_message'], [{ t: 'resign' }, 'bad_message']]) {
    class_.say({ id: 'x', ...message });
    is((await class_.next('nak')).code, code, `${JSON.stringify(message).slice(0, 60)} is refused`);
}
const looker = await cleo.socket(`/ws/v1/study/${shared.id}?key=wrong`);
is([(await looker.next('study')).edits, (await looker.next('ev')).text], [false, 'welcome'], 'another key does not, but shows all');
looker.say({ t: 'edit', id: '2', k: 'comment', path: '', text: 'mine' });
is((await looker.next('nak')).code, 'read_only_link', 'nothing is edited with it');
await expect('204 done', ann, UNSHARE, { at: shared.id });
await Promise.all([class_.closed, looker.closed]);
is((await ben.get(`/ws/v1/study/${shared.id}`)).status, 404, 'one that is deleted is closed');

// It has bounds: events, members, bytes.
const crowd = await expect('201 done', ann, SHARE, { body: lesson });
const seats = await Promise.all(Array.from({ length: 50 }, () => new Person(free).socket(`/ws/v1/study/${crowd.id}?key=${crowd.key}`)));
is((await ben.get(`/ws/v1/study/${crowd.id}`)).body.code, 'busy', 'fifty members are enough');
for (let i = 0; i < 500; i++)
    seats[i % 50].say({ t: 'edit', id: `${i}`, k: 'comment', path: '', text: `${i} ${'x'.repeat(1990)}` });
const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => seats[i % 50].next(['ack', 'nak'])));
const full = answers.filter((a) => a.code === 'study_full').length;
ok(full > 0 && answers.filter((a) => a.t === 'ack').length > 400 && answers.every((a) => a.t === 'ack' || a.code === 'study_full'), `a study is full at last (${full})`);
await Promise.all(seats.map((s) => s.close()));

// ---- Archives ----

const KEEP = 'PUT /api/v1/account/archive/{id}', DROP = 'DELETE /api/v1/account/archive/{id}', KEPT = 'GET /api/v1/account/archive';
const keep = (want, id, query, text = 'a game') => expect(want, cleo, KEEP, { at: id, query, text, type: 'text/plain' });
const drop = (want, id, query) => expect(want, cleo, DROP, { at: id, query });
is(await keep('200 done', 'x-1', '?base=0&changed=7'), { version: 1 }, 'a game is kept');
is((await keep('409 conflict', 'x-1', '?base=0')).version, 1, 'but not over a version that is not known');
is(await keep('200 done', 'x-1', '?base=1&changed=9', 'a "game"\n更'), { version: 2 }, 'a change of what is known');
await keep('200 done', 'x-2', '?changed=8');
await keep('400 bad_id', 'a b');
await keep('400 bad_parameter', 'x', '?base=-1');
await keep('400 bad_size', 'x', '', '');
await drop('400 bad_id', 'a b', '?base=1');
await drop('400 bad_parameter', 'x-2');
await drop('409 conflict', 'x-2', '?base=2');
is(await drop('200 done', 'x-2', '?base=1&changed=11'), { version: 2 }, 'one is deleted');
const kept = await expect('200 done', cleo, KEPT);
is(kept, { games: [{ id: 'x-1', version: 2, changed: 9, deleted: false, body: 'a "game"\n更' }, { id: 'x-2', version: 2, changed: 11, deleted: true, body: '' }],
    serial: 4, more: false }, 'what changed, in order');
is((await expect('200 done', cleo, KEPT, { query: '?after=2' })).games.map((g) => g.id), ['x-2'], 'and what changed since');
is((await expect('200 done', ann, KEPT)).games, [], 'to others it is not shown');
await expect('400 bad_parameter', cleo, KEPT, { query: '?after=x' });
for (let i = 0; i < 3; i++)
    await keep('200 done', `long-${i}`, '', 'x'.repeat(200000));
const pages = [];
for (let more = true, after = 4; more;) {
    const page = await expect('200 done', cleo, KEPT, { query: `?after=${after}` });
    ({ more, serial: after } = page);
    pages.push(page.games.map((g) => g.id).join());
}
is(pages, ['long-0', 'long-1', 'long-2'], 'long ones come in pages');

// ---- Variants and positions ----

const yaml = { type: 'text/yaml', text: 'variant: hop\nextends: chess\npieces:\n  N: {move: NA}\n' };
await expect('422 bad_variant', ann, 'POST /api/v1/variants', { ...yaml, text: 'variant: hop\nextends: nothing\n' });
await expect('413 bad_size', ann, 'POST /api/v1/variants', { ...yaml, text: '' });
await expect('413 too_large', ann, 'POST /api/v1/variants', { ...yaml, text: `# ${'x'.repeat(70000)}\n` });
// What a move costs to judge is measured in work, not in time: three moves a turn that can be answered by three.
const turns = (n) => `variant: turns${n}\nextends: chess\nturn: {moves: ${n}, threat: turn}\n`;
const slow = await expect('422 bad_variant', ann, 'POST /api/v1/variants', { ...yaml, text: turns(3) });
ok(slow.detail.includes('too long'), 'turns that take too long to judge are refused');
await expect('201 done', ann, 'POST /api/v1/variants', { ...yaml, text: turns(2) });
const hop = (await expect('201 done', ann, 'POST /api/v1/variants', yaml)).variant;
ok((await expect('200 done', ann, 'GET /api/v1/variants')).uploaded.includes(hop), 'a variant is uploaded');
for (const name of ['GET /api/v1/variants/{name}', 'GET /api/v1/variants/{name}/text']) {
    await expect('200 done', ann, name, { at: hop });
    await expect('200 done', ann, name, { at: 'shogi' });
    await expect('404 no_such_variant', ann, name, { at: 'nothing' });
}
is((await ann.get(`/api/v1/variants/${hop}/text`)).body, yaml.text, 'its text is as it was sent');
const POSITIONS = 'POST /api/v1/positions', ANALYSIS = 'POST /api/v1/analysis';
for (const name of [POSITIONS, ANALYSIS]) {
    await expect('404 no_such_variant', ann, name, { body: { variant: 'nothing' } });
    await expect('422 bad_member', ann, name, { body: { moves: 7 } });
    await expect('422 bad_position', ann, name, { body: { position: 'x' } });
    await expect('422 bad_move', ann, name, { body: { moves: ['queen'] } });
    await expect('422 illegal_move', ann, name, { body: { moves: ['e2e5'] } });
}
const thinker = { clock: '30/move', seats: [{ kind: 'engine', engine: 'mind' }, { kind: 'me' }] };
const nobody = { ...thinker, seats: [{ kind: 'engine', engine: '/bin/sh' }, { kind: 'me' }] };
ok((await expect('200 done', ann, 'GET /api/v1/engines')).engines.some((e) => e.name === 'mind'), 'there are engines');
await expect('422 bad_engine', ann, ANALYSIS, { body: { engine: '/bin/sh' } });
await expect('422 bad_engine', ann, IMPORT, { body: { record: pgn, ...nobody } });
const over = await expect('201 done', ann, GAMES, { body: thinker });
await ann.post(`/api/v1/games/${over.id}/actions`, { action: 'resign' });
for (const person of [ann, ben])
    await expect('201 done', person, GAMES, { body: thinker });
await expect('429 engines_busy', ann, REMATCH, { at: over.id, body: {} });
await expect('429 engines_busy', ann, GAMES, { body: thinker });
await expect('429 engines_busy', ann, IMPORT, { body: { record: pgn, ...thinker } });
await expect('429 engines_busy', ann, ANALYSIS, { body: { engine: 'mind' } });

// Sixteen games of an address wait for moves of the computer: no more may begin. Level 8 takes two seconds for a move while
// others wait, so that of fifty games sixteen wait for a minute.
const strong = { clock: '5m/move', seats: [{ kind: 'me' }, { kind: 'level', level: 8 }] };
const beaten = await expect('201 done', ann, GAMES, { body: { ...strong, seats: [{ kind: 'me' }, { kind: 'level', level: 1 }] } });
await ann.post(`/api/v1/games/${beaten.id}/actions`, { action: 'resign' });
const waiting = [];
for (let i = 0; i < 50; i++)
    waiting.push((await expect('201 done', ann, GAMES, { body: strong })).id);
await Promise.all(waiting.map((at) => expect('200 done', ann, MOVES, { at, body: { ply: 0, move: 'e2e4' } })));
await expect('429 levels_busy', ann, GAMES, { body: strong });
await expect('429 levels_busy', ann, IMPORT, { body: { record: pgn, ...strong } });
await expect('429 levels_busy', ann, REMATCH, { at: beaten.id, body: {} });
await Promise.all(waiting.map((id) => ann.post(`/api/v1/games/${id}/actions`, { action: 'resign' })));
await expect('201 done', ann, GAMES, { body: strong });

const thought = await begin(ann, '/api/v1/analysis', { movetime: 30000 });
is(note(ANALYSIS, thought), '200 done', 'a position is analysed');
await expect('429 analysis_busy', ann, ANALYSIS, { body: { movetime: 1000 } });
thought.leave();
is((await expect('200 done', ann, POSITIONS, { body: {} })).moves.length, 20, 'a position has its moves');
await expect('422 bad_member', ann, 'POST /validate', { body: { src: 'e2' } });
is((await expect('200 done', ann, 'POST /validate', { body: { piece: 'wP', src: 52, dst: 54 } })).notation, 'e4', 'a simple client moves');
await expect('200 done', ann, 'POST /reset');

// ---- The lobby ----

const SEEKS = 'POST /api/v1/seeks', CHALLENGES = 'POST /api/v1/challenges';
for (const [name, to] of [[SEEKS, {}], [CHALLENGES, { to: 'Ben' }]]) {
    await expect('422 bad_variant', ann, name, { body: { ...to, variant: 'nothing' } });
    await expect('422 bad_position', ann, name, { body: { ...to, start: 'x' } });
    await expect('422 bad_clock', ann, name, { body: { ...to, clock: 'never' } });
    await expect('422 bad_seats', ann, name, { body: { ...to, side: 'third' } });
    await expect('422 bad_value', ann, name, { body: { ...to, takebacks: 'perhaps' } });
}
const seek = await expect('201 done', ann, SEEKS, { body: { clock: '5m' } });
is((await expect('200 done', ben, 'GET /api/v1/seeks')).seeks.map((s) => s.id), [seek.id], 'a game is sought');
await expect('403 not_yours', ben, 'DELETE /api/v1/seeks/{id}', { at: seek.id });
await expect('409 own_seek', ann, 'POST /api/v1/seeks/{id}/accept', { at: seek.id });
await expect('201 done', ben, 'POST /api/v1/seeks/{id}/accept', { at: seek.id });
await expect('404 no_such_seek', ben, 'POST /api/v1/seeks/{id}/accept', { at: seek.id });
await expect('204 done', ann, 'DELETE /api/v1/seeks/{id}', { at: (await ann.post('/api/v1/seeks', {})).body.id });
await expect('404 no_such_seek', ann, 'DELETE /api/v1/seeks/{id}', { at: seek.id });

await expect('422 bad_member', ann, CHALLENGES, { body: {} });
await expect('404 no_such_account', ann, CHALLENGES, { body: { to: 'Nobody' } });
await expect('409 own_challenge', ann, CHALLENGES, { body: { to: 'Ann' } });
const dare = async () => (await expect('201 done', ann, CHALLENGES, { body: { to: 'Ben', clock: '5m' } })).id;
const dared = await dare();
is((await expect('200 done', ben, 'GET /api/v1/challenges')).challenges.map((c) => c.id), [dared], 'the challenge reaches its account');
await expect('201 done', ben, 'POST /api/v1/challenges/{id}/accept', { at: dared });
await expect('204 done', ben, 'POST /api/v1/challenges/{id}/decline', { at: await dare() });
await expect('204 done', ann, 'DELETE /api/v1/challenges/{id}', { at: await dare() });
for (const name of ['POST /api/v1/challenges/{id}/accept', 'POST /api/v1/challenges/{id}/decline', 'DELETE /api/v1/challenges/{id}'])
    await expect('404 no_such_challenge', ben, name, { at: dared });
// Few seeks for each, and not many challenges for one.
for (const name of [SEEKS, CHALLENGES])
    for (let i = 0; i < 20 && !routes[name].seen.has('429 too_many_seeks'); i++)
        note(name, await call(cleo, name, { body: { to: 'Ben' } }));
for (let i = 0; i < 10 && !routes[CHALLENGES].seen.has('429 too_many_challenges'); i++) {
    const rival = await member(free, `Rival${i}`);
    for (let n = 0; n < 5; n++)
        note(CHALLENGES, await call(rival, CHALLENGES, { body: { to: 'Ben' } }));
}
const stream = await ben.lines('/api/v1/bot/stream');
note('GET /api/v1/bot/stream', { status: stream.status });
await stream.close();
await expect('200 done', ann, 'GET /api/v1/openapi.json');
is((await free.stop()).status, 0, 'the server stops');

// ---- Too much ----

const strict = await Server.start(banmen);
const greedy = await member(strict, 'Grabby'), other = await member(strict, 'Other');
const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
// Until a route says something, with as much patience as it asks for.
async function until(want, person, name, more) {
    for (let i = 0; i < 500; i++) {
        const answer = await call(person, name, typeof more === 'function' ? more(i) : more);
        if (note(name, answer) === want)
            return;
        if (answer.body.retry_ms)
            await sleep(answer.body.retry_ms);
    }
    ok(false, `${name} never says ${want}`);
}
const lobby = await other.socket('/ws/v1/lobby'); // what he seeks stays as long as he does
const theirs = (await other.post('/api/v1/seeks', { clock: '5m' })).body.id;
const dares = (await other.post('/api/v1/challenges', { to: 'Grabby', clock: '5m' })).body.id;
await until('429 too_many_games', greedy, GAMES, { body: {} });
await until('429 too_many_games', greedy, IMPORT, { body: { record: '1. e4 *' } });
await until('429 too_many_games', greedy, 'POST /api/v1/seeks/{id}/accept', { at: theirs });
await until('429 too_many_games', greedy, 'POST /api/v1/challenges/{id}/accept', { at: dares });
await until('429 too_many_games', greedy, SEEKS, { body: {} });
await until('429 too_many_games', greedy, CHALLENGES, { body: { to: 'Other' } });
const visits = [];
for (let i = 0; i < 100; i++) {
    visits.push(await greedy.lines('/api/v1/bot/stream'));
    if (visits.at(-1).status !== 200)
        break;
}
await until('429 too_many_visits', greedy, 'GET /api/v1/bot/stream');
await Promise.all([lobby, ...visits].map((v) => v.close()));
// A flood of the same address, in one piece: on a busy machine calls one by one stay within the rate.
function flood() {
    const socket = net.connect({ host: strict.address.split(':')[0], port: Number(strict.address.split(':')[1]) });
    socket.on('error', () => {}).resume();
    socket.write(`GET /api/v1/seeks HTTP/1.1\r\nHost: ${strict.address}\r\n\r\n`.repeat(1000));
    return socket;
}
for (const name of Object.keys(routes))
    for (let i = 0; i < 50 && !routes[name].seen.has('429 too_many'); i++) {
        const socket = flood();
        const many = Array.from({ length: 5 }, () => call(new Person(strict, 'bmt_nothing'), name, { at: ['x'] }));
        (await Promise.all(many)).forEach((answer) => note(name, answer));
        socket.destroy();
    }
is((await strict.stop()).status, 0, 'the strict server stops');

// ---- What was seen ----

is([...new Set(strange)], [], 'nothing was answered that the document does not know');
for (const [name, r] of Object.entries(routes)) {
    const missed = [...r.codes].filter((c) => !r.seen.has(c) && !(c.split(' ')[1] in CANNOT));
    is(missed, [], `${name}: ${[...r.codes].find(isDone)}, and all its errors`);
}
for (const [code, why] of Object.entries(CANNOT))
    console.log(`# not provoked here: ${code}: ${why}`);
done();
