// SPDX-License-Identifier: MIT
// archive_sync.mjs: several browsers of one account, on and off the network in any order: all come to have the same games, the last change
// of each, and every analysis that was written is in one of them. Without a browser. TAP.
globalThis.addEventListener ??= () => undefined;
const { ArchiveSync } = await import('../../web/js/archive/sync.js');
const { merge } = await import('../../web/js/archive/merge.js');
const { newMeta } = await import('../../web/js/game/archive.js');
const { ApiError } = await import('../../web/js/net/rest.js');

let count = 0, failed = 0;
function ok(good, what) {
    console.log(`${good ? 'ok' : 'not ok'} ${++count} - ${what}`);
    failed += good ? 0 : 1;
}
const is = (got, want, what) => {
    const good = JSON.stringify(got) === JSON.stringify(want);
    ok(good, what);
    if (!good) console.log(`# ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`);
};

const ME = 'u:me';
let clock = 1000;

// What the server keeps, as src/server/accounts/archive_routes.c has it.
class FakeServer {
    rows = new Map();
    serial = 0;
    most = Infinity;
    change(id, base, changed, body) {
        const now = this.rows.get(id)?.version ?? 0;
        if (now !== base) throw new ApiError('conflict', 409, '', { version: now });
        if (body !== null && !now && this.rows.size >= this.most) throw new ApiError('archive_full', 409, '');
        this.rows.set(id, { id, version: base + 1, serial: ++this.serial, changed, deleted: body === null, body: body ?? '' });
        return { version: base + 1 };
    }
    page(after) {
        const all = [...this.rows.values()].filter((r) => r.serial > after).sort((a, b) => a.serial - b.serial);
        const games = all.slice(0, 3);
        return { games, serial: games.at(-1)?.serial ?? after, more: all.length > 3 };
    }
}

// A browser: its archive, and a network that may be cut.
class Browser {
    games = new Map();
    meta = new Map();
    cursors = new Map();
    online = true;
    /** Called before each answer: what happens meanwhile. */
    meanwhile = () => undefined;
    constructor(server, account = ME) {
        const reach = async (work) => {
            if (!this.online) throw new ApiError('offline', 0, '');
            const answer = work();
            this.meanwhile();
            return answer;
        };
        this.sync = new ArchiveSync({
            archive: (after) => reach(() => server.page(after)),
            archiveGame: (id, base, changed, text) => reach(() => server.change(id, base, changed, text)),
            unarchiveGame: (id, base, changed) => reach(() => server.change(id, base, changed, null)),
        }, account, {
            metas: async () => [...this.meta.values()],
            read: async (id) => [this.games.get(id) ?? null, this.meta.get(id) ?? null],
            change: async (id, work) => {
                const done = work(this.games.get(id) ?? null, this.meta.get(id) ?? null);
                if (!done) return false;
                if (done.entry) this.games.set(id, done.entry);
                else if (done.entry === null) this.games.delete(id);
                this.meta.set(id, done.meta);
                if (done.copy) {
                    this.games.set(done.copy.id, done.copy);
                    this.meta.set(done.copy.id, newMeta(done.copy.id));
                }
                return true;
            },
            cursor: async (a) => this.cursors.get(a) ?? 0,
            setCursor: async (a, n) => void this.cursors.set(a, n),
        });
    }
    put(id, more = {}) {
        this.games.set(id, { variant: 'chess', seats: [], plies: 1, name: id, ...this.games.get(id), id, changed: ++clock, ...more });
        const m = this.meta.get(id) ?? newMeta(id);
        this.meta.set(id, { ...m, rev: m.rev + 1, dirty: true, deleted: 0 });
    }
    remove(id) {
        this.games.delete(id);
        const m = this.meta.get(id);
        if (m?.version) this.meta.set(id, { ...m, rev: m.rev + 1, dirty: true, deleted: ++clock });
        else this.meta.delete(id);
    }
    view() { return JSON.stringify([...this.games.values()].sort((a, b) => (a.id < b.id ? -1 : 1))); }
}

// ---- Cases ----

{
    const server = new FakeServer();
    const a = new Browser(server), b = new Browser(server);
    for (let i = 0; i < 10; i++) a.put(`g${i}`);
    await a.sync.run();
    await b.sync.run();
    is([b.games.size, b.view() === a.view()], [10, true], 'ten games, in pages, in another browser');
    is([a.sync.state, b.sync.takeTouched(), b.sync.takeTouched(), a.sync.takeTouched()], ['done', true, false, false], 'it is told there, once');
    b.remove('g3');
    await b.sync.run();
    await a.sync.run();
    is([a.games.has('g3'), a.games.size], [false, 9], 'one that is deleted is deleted everywhere');
    a.online = false;
    a.put('g1', { plies: 7 });
    ok(await a.sync.run() > 0, 'without a network it is tried again');
    is(a.sync.state, 'offline', 'and said so');
    b.put('g2', { plies: 9 });
    await b.sync.run();
    a.online = true;
    await a.sync.run();
    await b.sync.run();
    is([b.games.get('g1').plies, a.games.get('g2').plies], [7, 9], 'what was changed without a network arrives later');

    // Both change one game; the last change wins, an analysis is not lost.
    a.put('s', { study: true, record: 'one', name: 'study' });
    await a.sync.run();
    await b.sync.run();
    a.put('s', { record: 'two' });
    b.put('s', { record: 'three' });
    await a.sync.run();
    await b.sync.run();
    await a.sync.run();
    ok(a.view() === b.view(), 'two changes of one study come to the same');
    is([...a.games.values()].filter((g) => g.record).map((g) => [g.record, g.name]).sort(), [['three', 'study'], ['two', 'study (2)']],
        'the later one stays, the earlier one is a study of its own');

    // What changes while it is being sent is sent again.
    let once = true;
    a.meanwhile = () => {
        if (once) a.put('g5', { plies: 30 });
        once = false;
    };
    a.put('g5', { plies: 20 });
    await a.sync.run();
    await a.sync.run();
    await b.sync.run();
    is(b.games.get('g5').plies, 30, 'a change during a change is not forgotten');

    // A deletion and a later change: the change wins; an earlier one: the deletion.
    a.remove('g6');
    b.put('g6', { plies: 50 });
    await a.sync.run();
    await b.sync.run();
    await a.sync.run();
    is(a.games.get('g6')?.plies, 50, 'a change after the deletion brings the game back');
    b.put('g7', { plies: 51 });
    a.remove('g7');
    await b.sync.run();
    await a.sync.run();
    await b.sync.run();
    is([a.games.has('g7'), b.games.has('g7')], [false, false], 'a deletion after the change deletes it');

    // Another account in the same browser.
    const other = new FakeServer();
    const theirs = new Browser(other, 'u:other');
    theirs.games = a.games;
    theirs.meta = a.meta;
    theirs.put('new');
    await theirs.sync.run();
    is([...other.rows.keys()], ['new'], 'games of one account are not sent to another');

    server.most = server.rows.size;
    b.put('g0', { plies: 70 });
    b.put('more');
    await b.sync.run();
    is([b.sync.state, JSON.parse(server.rows.get('g0').body).plies], ['full', 70], 'a full account takes changes, no new games, and it is said so');

    is(merge({ id: 'x', version: 1, changed: 5, deleted: false, body: '{"id":"y"}' }, null, null, ME, () => 'n'), null, 'what is no game is not taken');
    is(merge({ id: 'x', version: 1, changed: 5, deleted: false, body: '<' }, null, null, ME, () => 'n'), null, 'nor what is no JSON');
    const record = merge({ id: 'x', version: 3, changed: 9, deleted: false, body: JSON.stringify({ id: 'x', variant: 'chess', seats: [], changed: 9, plies: 4 }) },
        { id: 'x', changed: 8, plies: 4, record: 'analysis' }, { ...newMeta('x'), account: ME, version: 2 }, ME, () => 'n');
    is([record.entry.record, record.meta.dirty], ['analysis', true], 'the analysis of the same moves goes over to the later change');
}

// ---- Any order ----

// Numbers that are the same in each run.
function random(seed) {
    let x = seed;
    return (n) => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return Math.floor(x / 2 ** 32 * n);
    };
}

let bad = 0, lost = 0, copies = 0;
for (let seed = 1; seed <= 300; seed++) {
    const roll = random(seed);
    const server = new FakeServer();
    const all = [0, 1, 2].map(() => new Browser(server));
    const deleted = new Set();
    let records = 0;
    for (let step = 0; step < 60; step++) {
        const one = all[roll(3)];
        const id = `g${roll(5)}`;
        switch (roll(6)) {
        case 0:
            if (roll(4) === 0 && one.games.has(id)) {
                deleted.add(id);
                one.remove(id);
            }
            break;
        case 1: one.online = !one.online; break;
        case 2: await one.sync.run(); break;
        default: one.put(id, { record: `${seed}-${++records}`, study: true, over: one.games.get(id)?.record ?? '' });
        }
    }
    for (const one of all) one.online = true;
    for (let i = 0; i < 4; i++) for (const one of all) await one.sync.run();
    if (all.some((one) => one.view() !== all[0].view() || [...one.meta.values()].some((m) => m.dirty))) bad++;
    // A record is there, or is what a later one was made of, or its game was deleted.
    const there = [...all[0].games.values()];
    copies += there.filter((g) => !/^g\d$/.test(g.id)).length;
    for (const id of [0, 1, 2, 3, 4].map((n) => `g${n}`)) if (!deleted.has(id) && server.rows.has(id) && !all[0].games.has(id)) lost++;
}
is([bad, lost], [0, 0], '300 runs of three browsers end the same everywhere, with all games that were not deleted');
ok(copies > 0, `${copies} changes at the same time were kept as games of their own`);

console.log(`1..${count}`);
process.exitCode = failed ? 1 : 0;
