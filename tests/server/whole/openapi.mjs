// SPDX-License-Identifier: MIT
// openapi.mjs BANMEN: every route of the OpenAPI document says what it answers, and real answers are so, by a validator of
// JSON Schema. TAP.
import Module, { createRequire } from 'node:module';

import { Person, Server, done, is, ok } from '../serving.mjs';

// Where Debian has it, and what it needs.
process.env.NODE_PATH = '/usr/share/nodejs';
Module._initPaths();
const Ajv = createRequire(import.meta.url)('ajv');
const server = await Server.start(process.argv[2]);
const ann = new Person(server), bob = new Person(server);
const { body: api } = await ann.get('/api/v1/openapi.json');
const ajv = new Ajv({ unknownFormats: 'ignore' });
ajv.addSchema(api, 'api');

const silent = [], seen = new Set();
for (const [path, methods] of Object.entries(api.paths))
    for (const [method, route] of Object.entries(methods))
        for (const [status, answer] of Object.entries(route.responses))
            if (!answer.content && status !== '204')
                silent.push(`${method} ${path} ${status}`);
is(silent, [], 'every answer has a schema');

// Ask, and compare what comes with what the document says of it.
async function check(person, method, path, body, params = {}) {
    const route = path.replace(/\{(\w+)\}/g, (_, name) => params[name]) + (params.query ?? '');
    const answer = typeof body === 'string' ? await person.send(method, route, body, 'text/plain') : await person.call(method, route, body);
    const name = `${method} ${path} ${answer.status}`;
    seen.add(`${method.toLowerCase()} ${path}`);
    const content = api.paths[path][method.toLowerCase()].responses[answer.status]?.content;
    if (answer.status === 204 || !ok(content, `${name}: is in the document`))
        return answer.body;
    const type = answer.headers['content-type'].split(';')[0];
    if (!content[type] && type !== 'text/plain' && !('text/plain' in content)) {
        ok(false, `${name}: ${type} is said to come`);
        return answer.body;
    }
    if (type === 'application/json' || type === 'application/problem+json') {
        const escaped = path.replace(/~/g, '~0').replace(/\//g, '~1').replace(/\{/g, '%7B').replace(/\}/g, '%7D');
        const fits = ajv.compile({ $ref: `api#/paths/${escaped}/${method.toLowerCase()}/responses/${answer.status}/content/${type.replace('/', '~1').replace('+', '%2B')}/schema` });
        if (!ok(fits(answer.body), `${name}: is as the document says`))
            console.log(`# ${JSON.stringify(fits.errors)} of ${JSON.stringify(answer.body).slice(0, 600)}`);
    }
    return answer.body;
}

await check(ann, 'GET', '/api/v1/openapi.json');
await check(ann, 'GET', '/api/v1/account');
await check(bob, 'GET', '/api/v1/account');
const game = await check(ann, 'POST', '/api/v1/games', { variant: 'chess', clock: '5m+3', seats: [{ kind: 'me' }, { kind: 'link' }] });
const id = { id: game.id };
await check(bob, 'POST', '/api/v1/games/{id}/join', { token: game.tokens[1] }, id);
await check(ann, 'POST', '/api/v1/games/{id}/moves', { ply: 0, move: 'e2e4' }, id);
await check(ann, 'POST', '/api/v1/games/{id}/moves', { ply: 1, move: 'e7e9' }, id);
await check(ann, 'POST', '/api/v1/games/{id}/chat', { text: 'hello' }, id);
await check(ann, 'GET', '/api/v1/games/{id}', undefined, id);
await check(ann, 'GET', '/api/v1/games/{id}', undefined, { id: 'none' });
await check(ann, 'GET', '/api/v1/games/{id}/events', undefined, { ...id, query: '?since=0' });
await check(ann, 'GET', '/api/v1/games/{id}/export', undefined, { ...id, query: '?format=pgn' });
await check(ann, 'POST', '/api/v1/games/{id}/actions', { action: 'resign' }, id);
await check(ann, 'POST', '/api/v1/games/{id}/rematch', {}, id);
await check(bob, 'GET', '/api/v1/games', undefined, { query: '?mine=1' });
await check(ann, 'POST', '/api/v1/games/import', { record: '1. e4 e5 *' });
await check(ann, 'POST', '/api/v1/games', { variant: 'shogi', clock: '600+30b', seats: [{ kind: 'me' }, { kind: 'level', level: 1 }] });
await check(ann, 'POST', '/api/v1/positions', { variant: 'shogi', moves: ['7g7f'] });
await check(ann, 'POST', '/api/v1/positions', { variant: 'none' });
await check(ann, 'GET', '/api/v1/variants');
await check(ann, 'GET', '/api/v1/variants/{name}', undefined, { name: 'xiangqi' });
await check(ann, 'GET', '/api/v1/variants/{name}/text', undefined, { name: 'xiangqi' });
await check(ann, 'GET', '/api/v1/engines');
await check(ann, 'POST', '/reset', {});
await check(ann, 'POST', '/validate', { piece: 'wP', src: 52, dst: 54 });
await check(ann, 'POST', '/validate', { piece: 'wP', src: 52, dst: 59 });
await check(ann, 'POST', '/api/v1/accounts', { name: 'Ann', password: 'a long password' });
await check(bob, 'POST', '/api/v1/accounts', { name: 'Bob', password: 'a long password' });
await check(ann, 'POST', '/api/v1/session', { name: 'Ann', password: 'a long password' });
const token = await check(ann, 'POST', '/api/v1/tokens', { label: 'x', scopes: ['read'] });
await check(ann, 'GET', '/api/v1/tokens');
await check(ann, 'GET', '/api/v1/account/blocks');
await check(ann, 'DELETE', '/api/v1/tokens/{id}', undefined, { id: token.id });
const seek = await check(ann, 'POST', '/api/v1/seeks', { variant: 'chess', clock: '5m' });
await check(ann, 'GET', '/api/v1/seeks');
await check(bob, 'POST', '/api/v1/seeks/{id}/accept', {}, { id: seek.id });
const challenge = await check(ann, 'POST', '/api/v1/challenges', { to: 'Bob', variant: 'chess', clock: '5m' });
await check(bob, 'GET', '/api/v1/challenges');
await check(bob, 'POST', '/api/v1/challenges/{id}/accept', {}, { id: challenge.id });
await check(ann, 'DELETE', '/api/v1/session');
ok(seen.size >= 30, `${seen.size} routes were asked`);
await server.stop();
done();
