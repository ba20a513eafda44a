// SPDX-License-Identifier: MIT
// lobby.mjs BANMEN: people find each other in the lobby of a real server, and bots are told of
// their games. TAP.
import { Person, Server, bot, done, is, member, ok } from '../serving.mjs';

const banmen = process.argv[2];
let server = await Server.start(banmen);
const ann = new Person(server), bob = new Person(server), eve = new Person(server);
for (const p of [ann, bob, eve])
    await p.get('/api/v1/account');

// ---- Seeks ----

const bobs = await bob.socket('/ws/v1/lobby');
is((await bobs.next('lobby')).seeks, [], 'nobody seeks anything at first');
const made = await ann.post('/api/v1/seeks', { variant: 'shogi', clock: '10m+5', side: 'second' });
is(made.status, 201, 'a game is sought');
const seen = await bobs.next('seek+');
is({ ...seen, t: undefined }, { ...made.body, t: undefined }, 'and who is in the lobby hears of it');
is([seen.variant, seen.side, seen.name], ['shogi', 'second', ''], 'with all that was said of it');
const listed = await bob.get('/api/v1/seeks');
is(listed.body.seeks.map((s) => [s.id, s.mine]), [[made.body.id, false]], 'it is listed');
is((await ann.get('/api/v1/seeks')).body.seeks[0].mine, true, 'to its maker as his own');

is((await ann.post(`/api/v1/seeks/${seen.id}/accept`)).body.code, 'own_seek', 'one cannot accept it oneself');
is((await bob.call('DELETE', `/api/v1/seeks/${seen.id}`)).body.code, 'not_yours', 'nor withdraw that of others');
is((await bob.post('/api/v1/seeks', { variant: 'nothing' })).body.code, 'bad_variant', 'no such variant');
is((await bob.post('/api/v1/seeks', { clock: 'never' })).body.code, 'bad_clock', 'no such clock');
is((await bob.post('/api/v1/seeks', { side: 'third' })).body.code, 'bad_seats', 'no such side');
is((await bob.post('/api/v1/seeks', { start: 'x' })).body.code, 'bad_position', 'no such position');
is((await bob.post('/api/v1/seeks', { variant: 7 })).status, 422, 'no variant at all');

const anns = await ann.socket('/ws/v1/lobby');
is((await anns.next('mine')).seeks, [seen.id], 'who comes is told what he seeks');
const [first, second] = await Promise.all([bob, eve].map((p) => p.post(`/api/v1/seeks/${seen.id}/accept`)));
is([first.status, second.status].sort(), [201, 404], 'of two who accept it one gets it');
const game = (first.status === 201 ? first : second).body;
const winner = first.status === 201 ? bob : eve;
is([game.stage, game.variant, game.you], ['playing', 'shogi', ['first']], 'and plays on the side that is left');
is((await anns.next('go')).game, game.id, 'its maker is told where to go');
await bobs.next('seek-', (m) => m.id === seen.id);
const shown = await bobs.next('game+', (m) => m.id === game.id && m.stage === 'playing');
is([shown.variant, shown.plies, shown.seats.length], ['shogi', 0, 2], 'all see the game');
is((await winner.post(`/api/v1/games/${game.id}/moves`, { ply: 0, move: '7g7f' })).status, 200, 'it can be played');
is((await ann.post(`/api/v1/games/${game.id}/moves`, { ply: 1, move: '3c3d' })).status, 200, 'by both');
const late = await eve.socket('/ws/v1/lobby');
is((await late.next('lobby')).games.map((g) => [g.id, g.plies]), [[game.id, 2]], 'who comes later sees how far it is');
await ann.post(`/api/v1/games/${game.id}/actions`, { action: 'resign' });
await bobs.next('game-', (m) => m.id === game.id);
ok(true, 'when it is over it is not shown any more');

const hidden = await ann.post('/api/v1/games', { seats: [{ kind: 'me' }, { kind: 'link' }] });
const open = await ann.post('/api/v1/games', { variant: 'chess' });
const waiting = await bobs.next('game+', (m) => m.id !== game.id);
is([waiting.id, waiting.stage], [open.body.id, 'waiting'], 'a game with an open seat is shown, one by link is not');
await bob.post(`/api/v1/games/${open.body.id}/join`, {});
ok(await bobs.next('game+', (m) => m.id === open.body.id && m.stage === 'playing'), 'and again when it begins');
ok(!bobs.all.some((m) => m.id === hidden.body.id), 'what is not listed stays unknown');

const ids = [];
for (let i = 0; i < 5; i++)
    ids.push((await eve.post('/api/v1/seeks', { clock: '5m' })).body.id);
is((await eve.post('/api/v1/seeks', {})).body.code, 'too_many_seeks', 'nobody seeks more than five');
is((await eve.call('DELETE', `/api/v1/seeks/${ids[0]}`)).status, 204, 'one is withdrawn');
await bobs.next('seek-', (m) => m.id === ids[0]);
is((await eve.call('DELETE', `/api/v1/seeks/${ids[0]}`)).body.code, 'no_such_seek', 'once');
is((await eve.post('/api/v1/seeks', {})).status, 201, 'and another is sought');

bobs.say({ t: 'ping', id: 'p1' });
is((await bobs.next('pong')).id, 'p1', 'a ping is answered');
bobs.say({ t: 'move', id: 'm', ply: 0, m: 'e2e4' });
is((await bobs.next('nak')).code, 'bad_message', 'moves are not made here');
bobs.ws.send('[');
is((await bobs.next('nak')).code, 'bad_message', 'nor is nonsense');

// ---- Challenges ----

const carl = await member(server, 'Carl'), dora = await member(server, 'Dora');
const robot = await bot(server, 'Robot');
is((await ann.post('/api/v1/challenges', { to: 'Carl' })).body.code, 'account_needed', 'a challenge needs a name');
is((await carl.post('/api/v1/challenges', { to: 'Nobody' })).body.code, 'no_such_account', 'on both sides');
is((await carl.post('/api/v1/challenges', { to: 'CARL' })).body.code, 'own_challenge', 'and two people');
is((await carl.post('/api/v1/challenges', {})).status, 422, 'whom');
const carls = await carl.socket('/ws/v1/lobby'), doras = await dora.socket('/ws/v1/lobby');
const dare = await carl.post('/api/v1/challenges', { to: 'dora', variant: 'chess', clock: '3m+2', side: 'first' });
is(dare.status, 201, 'somebody is challenged');
const heard = await doras.next('challenge+');
is([heard.id, heard.from, heard.to, heard.side], [dare.body.id, 'Carl', 'Dora', 'first'], 'and hears of it');
is((await carls.next('challenge+')).id, dare.body.id, 'so does whoever made it');
const again = await dora.socket('/ws/v1/lobby');
is((await again.next('challenge+')).id, dare.body.id, 'and who comes later');
is((await bob.get('/api/v1/seeks')).body.seeks.filter((s) => s.id === dare.body.id), [], 'it is nothing for others');
is((await carl.post(`/api/v1/challenges/${dare.body.id}/accept`)).body.code, 'no_such_challenge', 'its maker cannot accept it');
is((await robot.post(`/api/v1/challenges/${dare.body.id}/accept`)).body.code, 'no_such_challenge', 'nor others');
is((await dora.get('/api/v1/challenges')).body.challenges.map((c) => [c.id, c.mine]), [[dare.body.id, false]], 'it is listed');
is((await dora.post(`/api/v1/challenges/${dare.body.id}/decline`)).status, 204, 'it is declined');
is((await carls.next('challenge-')).why, 'declined', 'which its maker hears');
const taken = await carl.post('/api/v1/challenges', { to: 'Dora' });
await carl.call('DELETE', `/api/v1/challenges/${taken.body.id}`);
is((await doras.next('challenge-', (m) => m.id === taken.body.id)).why, 'withdrawn', 'another is withdrawn');
ok(!bobs.all.some((m) => m.t.startsWith('challenge')), 'and nobody else hears any of this');

// ---- A bot ----

is((await new Person(server).get('/api/v1/bot/stream')).status, 401, 'a bot has an account');
const reader = await bot(server, 'Reader', ['read']);
is((await reader.get('/api/v1/bot/stream')).body.code, 'scope_needed', 'and a token that may play');
let line = await robot.lines('/api/v1/bot/stream');
await line.next('alive');
const match = await carl.post('/api/v1/challenges', { to: 'Robot', variant: 'chess', clock: '5m', side: 'first' });
is((await line.next('challenge+')).id, match.body.id, 'a bot hears of a challenge');
const begun = await robot.post(`/api/v1/challenges/${match.body.id}/accept`);
is([begun.status, begun.body.you], [201, ['second']], 'and accepts it');
const play = begun.body.id;
is((await carls.next('go', (m) => m.challenge === match.body.id)).game, play, 'the challenger is told where to go');
const start = await line.next('game', (m) => m.id === play);
is([start.side, start.stage, start.turn, start.plies], ['second', 'playing', false, 0], 'it hears that the game begins');
const post = (p, ply, move) => p.post(`/api/v1/games/${play}/moves`, { ply, move });
await post(carl, 0, 'e2e4');
is((await line.next('game', (m) => m.turn)).plies, 1, 'and that it is its turn');
await line.close();
await post(robot, 1, 'e7e5');
await post(carl, 2, 'g1f3');
line = await robot.lines('/api/v1/bot/stream');
const still = await line.next('game');
is([still.id, still.turn, still.plies], [play, true, 3], 'a bot that comes again hears that it is still its turn');
const rest = await robot.lines(`/api/v1/games/${play}/events?stream=1&since=${still.seq}`);
await post(robot, 3, 'b8c6');
is((await rest.next('ev')).k, 'move', 'and what happens from there on is in the events of the game');
await carl.post(`/api/v1/games/${play}/actions`, { action: 'draw' });
is((await line.next('game')).turn, false, 'an offer is told, too');
const want = await robot.post('/api/v1/seeks', { variant: 'minishogi' });
await dora.post(`/api/v1/seeks/${want.body.id}/accept`);
ok(await line.next('go', (m) => m.seek === want.body.id), 'and that what it sought was found');
await carl.post(`/api/v1/games/${play}/actions`, { action: 'resign' });
is((await line.next('game', (m) => m.stage === 'over')).id, play, 'and the end');
const api = (await ann.get('/api/v1/openapi.json')).body.paths;
ok('403' in api['/api/v1/bot/stream'].get.responses, 'the document says that a scope is needed');
const metrics = await server.metrics();
ok(/banmen_bot_streams 1\n/.test(metrics), 'there is one stream');

// ---- A restart ----

const next = await bot(server, 'Second');
const pair = await robot.post('/api/v1/challenges', { to: 'Second', side: 'first', clock: '1m' });
const other = await next.post(`/api/v1/challenges/${pair.body.id}/accept`);
is(other.status, 201, 'two bots play');
const folder = server.folder;
server.own = false;
await Promise.all([bobs.next('bye'), line.next('bye'), server.stop()]);
is(await bobs.closed, 1001, 'all are told when the server stops');
is((await server.ended).status, 0, 'which it does well');
server = await Server.start(banmen, folder);
server.own = true;
robot.server = next.server = server;
line = await robot.lines('/api/v1/bot/stream');
const found = await line.next('game', (m) => m.id === other.body.id);
is([found.side, found.turn], ['first', true], 'after a restart a bot finds its games');
is((await robot.get('/api/v1/seeks')).body.seeks, [], 'but what was sought is forgotten');
const lobbyAgain = await next.socket('/ws/v1/lobby');
ok((await lobbyAgain.next('lobby')).games.some((g) => g.id === other.body.id && g.stage === 'playing'), 'and the list shows games of before');
await lobbyAgain.close();
is((await server.stop('SIGTERM')).status, 0, 'the server ends well');
done();
process.exit();
