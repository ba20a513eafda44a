// SPDX-License-Identifier: MIT
// net_lobby.mjs BANMEN: the page's line to the lobby of a real server: what is sought and played, over a
// network that fails. TAP.
import { Server, done, is, ok } from '../../server/serving.mjs';
import { Visitor, Wire, until } from '../net_rig.mjs';

const server = await Server.start(process.argv[2], undefined, '--no-limits');
const wire = await Wire.to(server.address);
const ann = await new Visitor(wire).come(), bob = await new Visitor(wire).come();
const anns = ann.lobby(), bobs = bob.lobby();
await until(() => anns.known && bobs.known, 'the lobby is told');
is([anns.seeks.size, anns.games.size, anns.total], [0, 0, 0], 'at first it is empty');

const seek = await ann.api.seek({ variant: 'shogi', clock: '10m+5', side: 'second' });
await until(() => bobs.seeks.has(seek.id), 'a seek is shown');
await until(() => anns.mine.has(seek.id), 'to its maker as his own');
is([bobs.mine.size, bobs.seeks.get(seek.id).variant], [0, 'shogi'], 'a seek is shown to all, as one\'s own to its maker');
const other = await ann.api.seek({ variant: 'chess' });
await until(() => bobs.seeks.has(other.id));
await ann.api.withdraw(other.id);
await until(() => !bobs.seeks.has(other.id) && !anns.mine.has(other.id));
ok(true, 'one that is withdrawn is gone');

// What happens without a line is there when it is back.
wire.cut(true);
await until(() => bobs.state === 'lost' && anns.state === 'lost');
ok(true, 'a line that is lost is seen');
const direct = await new Visitor({ address: server.address }).come();
const more = await direct.api.seek({ variant: 'minishogi', clock: '5m' });
wire.shut = false;
await until(() => bobs.seeks.has(more.id) && bobs.state === 'ok');
is([...bobs.seeks.keys()].sort(), [seek.id, more.id].sort(), 'what came meanwhile is there when it is back');

const game = await bob.api.accept(seek.id);
is(game.you, ['first'], 'who accepts has the side that is left');
await until(() => anns.gone.includes(game.id), 'and its maker is told where to go');
await until(() => !bobs.seeks.has(seek.id) && bobs.games.get(game.id)?.stage === 'playing');
is([bobs.total, bobs.games.get(game.id).variant], [1, 'shogi'], 'all see the game');
is((await bob.api.myGames('playing')).games.map((g) => g.id), [game.id], 'and so it is among one\'s own');
await bob.api.act(game.id, 'resign');
await until(() => !bobs.games.has(game.id));
is(bobs.total, 0, 'when it is over it is not shown any more');

// Whoever is away when somebody accepts is told where to go when he is back, once.
const own = await Wire.to(server.address);
const cat = await new Visitor(own).come();
const cats = cat.lobby();
await until(() => cats.known);
const missed = await cat.api.seek({ variant: 'shogi' });
await until(() => cats.mine.has(missed.id));
own.cut(true);
await until(() => cats.state === 'lost');
const found = await bob.api.accept(missed.id);
is(cats.gone, [], 'without a line nobody is told anything');
own.shut = false;
await until(() => cats.gone.length, 'but as soon as there is one');
is(cats.gone, [found.id], 'one is told where what one sought is played');
const lines = own.count;
own.cut();
await until(() => own.count > lines && cats.state === 'ok');
const after = await bob.api.seek({ variant: 'chess' });
await until(() => cats.seeks.has(after.id));
is([cats.gone, cats.mine.size], [[found.id], 0], 'and not again when one comes once more');
await bob.api.withdraw(after.id);
await bob.api.act(found.id, 'resign');
cats.close();
own.close();

// An account is optional.
const eve = await new Visitor(wire).come();
is([eve.account.account, eve.account.name], [false, ''], 'nobody needs an account');
is((await eve.api.signUp('Eve', 'correct horse')).name, 'Eve', 'but may have one');
await eve.api.logOut();
const wrong = await eve.api.logIn('Eve', 'wrong horse').catch((e) => e);
is(wrong.code, 'bad_login', 'a wrong password is told');
is((await eve.api.logIn('Eve', 'correct horse')).name, 'Eve', 'the right one opens it again');
is((await eve.api.account()).name, 'Eve', 'and so one is known');

anns.close();
bobs.close();
is(anns.state, 'closed', 'who leaves is gone');
wire.close();
is((await server.stop()).status, 0, 'the server ends well');
done();
process.exit();
