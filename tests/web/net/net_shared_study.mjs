// SPDX-License-Identifier: MIT
// net_shared_study.mjs BANMEN WASM-FOLDER: studies that several people edit at once over wires that are cut, hang and lose what was sent: all
// come to have the same tree, and nothing that was said or done is lost. TAP.
import { Server, done, is, ok } from '../../server/serving.mjs';
import { compile, sources } from '../../wasm/rig.mjs';
import { SharedStudy } from '../../../web/js/shared/shared_study.js';
import { differences, nodeAt, pathOf, stateOf } from '../../../web/js/shared/tree_paths.js';
import { startFullCore } from '../../../web/js/study/full_core.js';
import { Study } from '../../../web/js/study/study.js';
import { TIMING, Visitor, Wire, until } from '../net_rig.mjs';

const server = await Server.start(process.argv[2], undefined, '--no-limits');
const core = await startFullCore(await compile('full'), sources);
const RECORD = '[White "Ann"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {a comment} *\n';

class Storage {
    kept = new Map();
    getItem(key) { return this.kept.get(key) ?? null; }
    setItem(key, value) { this.kept.set(key, value); }
    removeItem(key) { this.kept.delete(key); }
}

// A member of a study, whose connection can be cut by itself.
class Reader {
    static async come(link, storage = new Storage()) {
        const r = new Reader();
        r.wire = await Wire.to(server.address);
        r.visitor = await new Visitor(r.wire).come();
        return r.open(link, storage);
    }
    async open(link, storage = this.storage) {
        this.storage = storage;
        const began = await this.visitor.api.study(link.id);
        this.study = Study.read(core, began.record);
        this.shared = new SharedStudy(this.study, { key: '', me: this.visitor.account.id, ...link },
            { url: (path) => this.visitor.url(path), WebSocket: this.visitor.Socket, timing: TIMING }, storage);
        await until(() => this.shared.connection === 'ok' && this.shared.you, 'a connection');
        return this;
    }
    close() { this.shared.close(); }
    play(path, move) { return this.study.playLine(nodeAt(this.study, path), [].concat(move)); }
    get view() { return JSON.stringify([...stateOf(this.study)].sort()); }
    get paths() { return [...stateOf(this.study).keys()].filter(Boolean).sort(); }
}

async function share(visitor) {
    return visitor.api.shareStudy({ title: 'lesson', variant: 'chess', yaml: '', record: RECORD });
}

// Everybody has sent all and heard all.
async function settle(readers) {
    await until(() => readers.every((r) => r.shared.connection === 'ok' && !r.shared.queue.length && !r.shared.arrived.length) &&
        new Set(readers.map((r) => r.shared.socket.seq)).size === 1, 'all is settled');
}

const owner = await new Visitor(await Wire.to(server.address)).come();

// ---- One edit of each kind ----
{
    const link = await share(owner);
    const ann = await Reader.come(link), ben = await Reader.come(link), cas = await Reader.come({ id: link.id });
    await until(() => ann.shared.members.length === 3 && ben.shared.members.length === 3, 'all are here');
    is([ann.shared.mayEdit, ben.shared.mayEdit, cas.shared.mayEdit], [true, true, false], 'the key lets edit, the id lets read');
    const d4 = ann.play('e2e4 e7e5', 'd2d4');
    ann.study.setComment(d4, 'sharp');
    ann.study.toggleNag(d4, 5);
    ann.study.toggleNag(d4, 10);
    ann.study.setMarks(d4, { arrows: [{ from: 3, to: 27, colour: 'green' }], circles: [{ at: 27, colour: 'red' }] });
    ann.study.setComment(0, 'before all', false);
    await settle([ann, ben, cas]);
    ok(ben.view === ann.view && cas.view === ann.view, 'a move, a comment, annotations and marks');
    is([ben.study.comment(nodeAt(ben.study, 'e2e4 e7e5 d2d4')), ben.study.nags(nodeAt(ben.study, 'e2e4 e7e5 d2d4')).length], ['sharp', 2], 'are there');
    ben.study.promote(nodeAt(ben.study, 'e2e4 e7e5 d2d4'));
    await settle([ann, ben, cas]);
    is([ann.view === ben.view, pathOf(ann.study, ann.study.mainLine().at(-1))], [true, 'e2e4 e7e5 d2d4'], 'a variation is promoted');
    ben.study.remove(nodeAt(ben.study, 'e2e4 c7c5'));
    await settle([ann, ben, cas]);
    is([ann.view === ben.view, nodeAt(cas.study, 'e2e4 c7c5')], [true, null], 'one is deleted');
    ben.study.undo();
    await settle([ann, ben, cas]);
    is([ann.view === ben.view, nodeAt(cas.study, 'e2e4 c7c5 g1f3') !== null], [true, true], 'and brought back by undo');

    // Of another's link nothing is taken; it is said why.
    cas.play('', 'a2a3');
    await until(() => cas.shared.refused, 'a refusal');
    is([cas.shared.refused, nodeAt(ann.study, 'a2a3')], ['read_only_link', null], 'a reader edits nothing');
    is((await cas.shared.say('hello')).ok, true, 'but talks');
    await until(() => ann.shared.chat.length === 1 && ben.shared.chat.length === 1, 'chat');
    is(ann.shared.chat[0].text, 'hello', 'which all hear');

    // Who looks where, and who follows whom.
    let went = null;
    ben.shared.addEventListener('go', (e) => { went = pathOf(ben.study, e.detail); });
    ben.shared.follow(ann.shared.you);
    ann.shared.look(nodeAt(ann.study, 'e2e4 e7e5'));
    await until(() => went === 'e2e4 e7e5', 'ben goes along');
    await until(() => ann.shared.members.find((m) => m.n === ben.shared.you)?.follows === ann.shared.you, 'who follows whom is known');
    ok(true, 'a member follows another');
    ann.close();
    await until(() => ben.shared.members.length === 2 && ben.shared.follows === 0, 'ann has left');
    ok(true, 'until that one leaves');

    // Who comes later gets all.
    const dan = await Reader.come(link);
    await settle([ben, dan]);
    ok(dan.view === ben.view && dan.shared.chat.length === 1, 'a later visitor has the same');
    for (const r of [ben, cas, dan]) r.close();
}

// ---- Without a network ----
{
    const link = await share(owner);
    const ann = await Reader.come(link), ben = await Reader.come(link);
    ben.wire.cut(true);
    await until(() => ben.shared.connection === 'lost', 'the line is cut');
    ben.play('e2e4', 'd7d5');
    ben.study.setComment(nodeAt(ben.study, 'e2e4 d7d5'), 'made on a train');
    ann.play('e2e4', 'c7c6');
    await until(() => !ann.shared.queue.length, 'ann has sent');
    // The page is closed before it could send, and opened again.
    ben.close();
    ben.wire.shut = false;
    await ben.open(link);
    await settle([ann, ben]);
    ok(ann.view === ben.view, 'two that were apart have the same tree');
    is(ann.study.comment(nodeAt(ann.study, 'e2e4 d7d5')), 'made on a train', 'and what was made without a network, and a page later');
    is(ben.storage.kept.size, 0, 'nothing is left to send');

    // A server that is killed comes back with all.
    const text = ann.view;
    await ann.close();
    await ben.close();
    const late = await Reader.come(link);
    await settle([late]);
    ok(late.view === text, 'an empty room is loaded again');
    late.close();
}

// ---- Any order ----

function random(seed) {
    let x = seed;
    return (n) => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return Math.floor(x / 2 ** 32 * n);
    };
}

let apart = 0, edits = 0;
for (let seed = 1; seed <= 6; seed++) {
    const roll = random(seed);
    const link = await share(owner);
    const readers = await Promise.all(Array.from({ length: 4 }, () => Reader.come(link)));
    for (let step = 0; step < 160; step++) {
        const r = readers[roll(readers.length)];
        const nodes = [...r.study.nodes.keys()];
        const at = nodes[roll(nodes.length)];
        switch (roll(12)) {
        case 0: r.study.setComment(at, `comment ${step}`); break;
        case 1: if (at) r.study.toggleNag(at, 1 + roll(6)); break;
        case 2: r.study.setMarks(at, { arrows: [{ from: roll(64), to: roll(64), colour: 'blue' }], circles: [] }); break;
        case 3: if (roll(3) === 0) r.study.remove(at); break;
        case 4: r.study.promote(at, roll(2) === 0); break;
        case 5: r.study.undo(); break;
        case 6: r.study.redo(); break;
        case 7: if (roll(3) === 0) r.wire.cut(); break;
        case 8: // what was under way is lost
            r.wire.hang(!r.wire.hangs && roll(4) === 0);
            if (!r.wire.hangs) r.wire.cut();
            break;
        case 9: await new Promise((resolve) => { setTimeout(resolve, 1); }); break;
        default: {
            const { moves } = r.study.view(at) ?? { moves: [] };
            if (moves.length) r.study.play(at, moves[roll(moves.length)].move);
        }
        }
        edits++;
    }
    for (const r of readers.filter((one) => one.wire.hangs)) {
        r.wire.hang(false);
        r.wire.cut();
    }
    await settle(readers);
    if (new Set(readers.map((r) => r.view)).size !== 1) {
        apart++;
        for (const r of readers.slice(1)) console.log(`# seed ${seed}: ${JSON.stringify(differences(stateOf(readers[0].study), stateOf(r.study)).slice(0, 4))}`);
    }
    for (const r of readers) r.close();
}
is(apart, 0, `${edits} edits of four people at once, over wires that break, end in one tree each time`);

is((await server.stop()).status, 0, 'the server ends well');
done();
process.exit();
