// SPDX-License-Identifier: MIT
// Engines of the server's list: games, analysis, limits; and that none outlives its use.
import { begin, engineProcesses, engines, until } from '../minding.mjs';
import { guest } from '../playing.mjs';
import { Server, done, is, ok } from '../serving.mjs';

const banmen = process.argv[2];
const list = engines(banmen);
const server = await Server.start(banmen, undefined, '--engines', list.file);
const ann = await guest(server, '127.0.0.2'), bob = await guest(server, '127.0.0.3'), cid = await guest(server, '127.0.0.4');
const neighbour = await guest(server, '127.0.0.2'); // of Ann
const GAMES = '/api/v1/games', ANALYSIS = '/api/v1/analysis';

const against = (engine, more = {}) => ({ seats: [{ kind: 'me' }, { kind: 'engine', engine }], ...more });
const nobodyLeft = () => until(() => engineProcesses(list) === 0);

// ---- The list ----

let shown;
await until(async () => {
    shown = (await ann.get('/api/v1/engines')).body.engines;
    return shown.every((e) => !e.works || e.variants.length > 0);
});
is(shown.map((e) => [e.name, e.works]), [['broken', false], ['crash', true], ['mind', true]], 'the engines are shown');
ok(shown[2].variants.includes('chess') && shown[2].variants.includes('shogi'), 'with the games that each plays');
is(shown[1].variants, ['chess'], 'which may be one');
ok(!JSON.stringify(shown).includes('/'), 'and without paths');
ok(await nobodyLeft(), 'none runs when it is not needed');

// ---- Who is no engine ----

for (const [body, what, code = 'bad_engine'] of [
    [against('nobody'), 'a name that is not in the list'],
    [against('/bin/sh'), 'a path'],
    [against('mind [Hash=1]'), 'options'],
    [against('crash', { variant: 'shogi' }), 'a game that it does not play'],
    [against('broken'), 'one that does not work'],
    [{ seats: [{ kind: 'me' }, { kind: 'engine', engine: 7 }] }, 'a number'],
    [{ seats: [{ kind: 'link' }, { kind: 'engine', engine: 'mind' }] }, 'another person', 'bad_seats'],
]) {
    const { status, body: answer } = await ann.post(GAMES, body);
    is([status, answer.code], [422, code], `no game with ${what}`);
}

// ---- Games ----

const game = (await ann.post(GAMES, against('mind', { clock: '60' }))).body;
is(game.seats[1].kind, 'engine', 'a game with an engine');
await ann.post(`${GAMES}/${game.id}/moves`, { ply: 0, move: 'e2e4' });
ok(await until(async () => (await ann.get(`${GAMES}/${game.id}`)).body.moves.length === 2), 'it answers');
ok(await nobodyLeft(), 'and is gone while the other thinks');
is((await ann.post(GAMES, against('mind'))).body.code, 'engines_busy', 'one game for each person');
const shogi = (await bob.post(GAMES, against('mind', { variant: 'shogi' }))).body;
await bob.post(`${GAMES}/${shogi.id}/moves`, { ply: 0, move: '7g7f' });
ok(await until(async () => (await bob.get(`${GAMES}/${shogi.id}`)).body.moves.length === 2), 'others may have theirs');
await ann.post(`${GAMES}/${game.id}/actions`, { action: 'resign' });
const lost = (await ann.post(GAMES, against('crash'))).body;
ok(lost.id, 'and another when it is over');
await ann.post(`${GAMES}/${lost.id}/moves`, { ply: 0, move: 'e2e4' });
ok(await until(async () => (await ann.get(`${GAMES}/${lost.id}`)).body.stage === 'over'), 'an engine that dies has lost');
const events = (await ann.get(`${GAMES}/${lost.id}/events?since=0`)).body;
ok(/"k":"forfeit"[^\n]*crash|crash[^\n]*"k":"forfeit"/.test(typeof events === 'string' ? events : JSON.stringify(events)),
    'and an event says why');
const next = (await ann.post(`${GAMES}/${game.id}/rematch`, {})).body.next;
ok(next, 'it plays again');
is((await ann.post(`${GAMES}/${lost.id}/rematch`, {})).body.code, 'engines_busy', 'but one game at a time');
await ann.post(`${GAMES}/${next}/actions`, { action: 'resign' });
ok(await nobodyLeft(), 'none is left of it');

// ---- Analysis ----

const mate = { engine: 'mind', position: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1', depth: 4 };
const lines = (await ann.post(ANALYSIS, mate)).body.split('\n').filter(Boolean).map((l) => JSON.parse(l));
is([lines.at(-1), lines.at(-2).score, lines.at(-2).san], [{ t: 'done', best: 'a1a8' }, { mate: 1 }, ['Ra8#']], 'an engine analyses');
const after = (await ann.post(ANALYSIS, { engine: 'mind', moves: ['e2e4', 'e7e5'], multipv: 2, depth: 3 })).body;
ok(/"multipv":2/.test(after) && /"t":"done"/.test(after), 'several lines, after moves');
is((await ann.post(ANALYSIS, { engine: 'crash' })).body, { t: 'error', code: 'engine_failed', detail: 'the engine ended' },
    'one that dies is told of');
is((await ann.post(ANALYSIS, { engine: 'sh' })).body.code, 'bad_engine', 'one that is not there is not');
ok(await nobodyLeft(), 'none is left of it');
const one = await begin(ann, ANALYSIS, { engine: 'mind', movetime: 30000 });
is(engineProcesses(list), 1, 'one thinks');
one.leave();
ok(await nobodyLeft(), 'until whoever asked goes');

// ---- Places ----

const slow = { clock: '30/move', seats: [{ kind: 'engine', engine: 'mind' }, { kind: 'me' }] };
const waiting = async () => Number(/^banmen_engines_waiting (\d+)$/m.exec(await server.metrics())[1]);
const thinking = [(await ann.post(GAMES, slow)).body];
ok(await until(() => engineProcesses(list) === 1), 'one thinks');
const moves = async (person, game) => (await person.get(`${GAMES}/${game.id}`)).body.moves.length;
const nextDoor = (await neighbour.post(GAMES, slow)).body;
// On a slow machine it may have waited long enough already: Ann's engine has moved then.
ok(await until(async () => await waiting() === 1 || await moves(ann, thinking[0]) === 1), 'a second of the same address waits for it');
ok(await until(async () => await moves(neighbour, nextDoor) === 1), 'until the first has had its share, and no longer');
is(await moves(ann, thinking[0]), 1, 'which moves before the clock demands it');
await neighbour.post(`${GAMES}/${nextDoor.id}/actions`, { action: 'resign' });
await ann.post(`${GAMES}/${thinking[0].id}/moves`, { ply: 1, move: 'e7e5' });
thinking.push((await cid.post(GAMES, slow)).body);
ok(await until(() => engineProcesses(list) === 2), 'another address does not wait');
is((await bob.post(ANALYSIS, { engine: 'mind' })).body.code, 'engines_busy', 'and there are two places');
await bob.post(`${GAMES}/${shogi.id}/moves`, { ply: 2, move: '2g2f' });
ok(await until(async () => await moves(bob, shogi) === 4), 'a third game goes on when one has had its share');

// ---- The end ----

await begin(ann, ANALYSIS, { engine: 'mind', movetime: 30000 });
await server.stop('SIGKILL');
ok(await nobodyLeft(), 'none outlives a server that was killed');
done();
