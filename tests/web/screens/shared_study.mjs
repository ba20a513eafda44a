// SPDX-License-Identifier: MIT
// shared_study.mjs BANMEN FOLDER [firefox]: two journeys. A KIF in Shift_JIS is opened on a phone, a variation and a comment are added, it is
// shared by link, and another person adds an arrow. A teacher and three pupils study together, one of them drops off the network
// and comes back. TAP.
import { run, is, ok } from '../harness.mjs';
import { Wire } from '../network_proxy.mjs';

const PGN = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 *\n';
// 開始日時 and the like are left out; what is here is in Shift_JIS.
const SJIS = { 先手: [0x90, 0xe6, 0x8e, 0xe8], 後手: [0x8c, 0xe3, 0x8e, 0xe8], '：': [0x81, 0x46], 手合割: [0x8e, 0xe8, 0x8d, 0x87, 0x8a, 0x84], 平手: [0x95, 0xbd, 0x8e, 0xe8],
    手数: [0x8e, 0xe8, 0x90, 0x94], 指手: [0x8e, 0x77, 0x8e, 0xe8], '７': [0x82, 0x56], '６': [0x82, 0x55], 六: [0x98, 0x5a], 歩: [0x95, 0xe0], '３': [0x82, 0x52], 四: [0x8e, 0x6c] };
const KIF = ['手合割', '：', '平手', '\n', '先手', '：', 'Ann\n', '後手', '：', 'Bob\n', '手数', '----', '指手', '---------\n',
    '   1 ', '７', '六', '歩', '(77)\n', '   2 ', '３', '四', '歩', '(33)\n'].flatMap((w) => SJIS[w] ?? [...Buffer.from(w, 'latin1')]);

const opened = [() => document.querySelector('[data-test=study] bm-board[data-ready]'), undefined, 'an analysis board'];
const together = (n) => [(n) => document.querySelector('[data-test=shared]')?.dataset.state === 'ok' && document.querySelector('[data-test=shared]').dataset.members === String(n) &&
    document.querySelector('[data-test=shared]').dataset.waiting === '0', n, `${n} are here`];
const words = (p) => p.evaluate(() => [...document.querySelectorAll('[data-test=tree] .mv')].map((b) => [...b.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join('')));
const arrows = [() => document.querySelectorAll('.bm-arrow.bm-green').length === 1, undefined, 'an arrow'];

// The tree of a page has these moves.
const shows = (...moves) => [(moves) => moves.every((m) => [...document.querySelectorAll('[data-test=tree] .mv')].some((b) => b.textContent.includes(m))), moves, `moves ${moves}`];

// Of several pages in Firefox the one in front alone draws.
function front(rig, p) {
    const when = p.when.bind(p);
    if (rig.firefox)
        p.when = async (...what) => {
            await p.page.bringToFront();
            return when(...what);
        };
    return p;
}

async function go(p, hash) {
    await p.evaluate((hash) => { location.hash = hash; }, hash);
    await p.until(...opened);
}

async function play(p, from, to) {
    await p.press(`[data-name="${from}"]`);
    await p.press(`[data-name="${to}"]`);
}

async function write(p, text) {
    await p.evaluate((text) => {
        const note = document.querySelector('[data-test=note-after]');
        note.value = text;
        note.dispatchEvent(new Event('change', { bubbles: true }));
    }, text);
}

async function draw(p, from, to) {
    const at = (name) => p.until((name) => {
        const r = deep(`[data-name="${name}"]`)[0]?.getBoundingClientRect();
        return r?.width ? { x: r.x + r.width / 2, y: r.y + r.height / 2 } : null;
    }, name, name);
    const a = await at(from), b = await at(to);
    await p.page.mouse.move(a.x, a.y);
    await p.page.mouse.down({ button: 'right' });
    await p.page.mouse.move(b.x, b.y, { steps: 4 });
    await p.page.mouse.up({ button: 'right' });
}

// Share what is open: the hash of the link.
async function share(p) {
    await p.press('[data-do=share]');
    await p.until(...together(1));
    return p.evaluate(() => location.hash);
}

async function checkMail(rig, size) {
    const touch = size[0] < 500 && !rig.firefox;
    const p = front(rig, await rig.open({ size, touch, lang: 'ja', settings: { lang: 'ja' } }));
    await p.evaluate(() => { location.hash = '#/open'; });
    await p.until(() => document.querySelector('[data-test=open-file]'));
    await p.evaluate((bytes) => {
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(bytes)], 'mail.kif'));
        const input = document.querySelector('[data-test=open-file]');
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
    }, KIF);
    await p.until(() => document.querySelectorAll('[data-test=tree] .mv').length === 2, undefined, 'a KIF in Shift_JIS');
    await p.press('[data-do=next]');
    await p.until(() => document.querySelector('[data-test=study]').dataset.ply === '1');
    await play(p, '8c', '8d');
    await p.until(() => document.querySelectorAll('[data-test=tree] .mv').length === 3, undefined, 'a variation');
    await write(p, 'この手もある');
    const link = await share(p);
    ok(/^#\/s\/\w+\/.+$/.test(link), `it is shared: a variation and a comment (${size})`);

    const q = front(rig, await rig.open({ route: `/${link}`, settings: { lang: 'en' } }));
    await q.until(...opened);
    await q.until(...together(2));
    await p.until(...together(2));
    await q.until(() => document.querySelectorAll('[data-test=tree] .mv').length === 3 && document.querySelector('[data-test=tree]').textContent.includes('この手もある'), undefined, 'what was added');
    const [ours, theirs] = [await words(p), await words(q)];
    ok(ours[0].includes('７六歩') && !theirs[0].includes('７六歩') && theirs.length === 3, `the other person sees it, in another notation: ${theirs}`);
    await q.press('[data-do=next]');
    await draw(q, '3c', '3d');
    await q.until(...arrows);
    await p.press('[data-do=next]');
    await p.until(...arrows);
    ok(true, 'and adds an arrow, which the first one sees');
    await p.picture(`shared-${size[0]}`);
    await p.close();
    await q.close();
}

async function checkLesson(rig, size) {
    const wire = await Wire.lay(rig.server);
    const open = async (more = {}) => {
        const p = front(rig, await rig.open({ size, route: null, ...more }));
        p.forgive(/WebSocket|ERR_|NetworkError|can’t establish|interrupted/);
        await p.goto();
        return p;
    };
    const teacher = await open();
    await go(teacher, `#/analysis?pgn=${encodeURIComponent(PGN)}`);
    const link = await share(teacher);
    const pupils = [await open(), await open(), await open({ wire })];
    for (const p of pupils) await go(p, link);
    const all = [teacher, ...pupils];
    for (const p of all) await p.until(...together(4));
    ok(true, `a teacher and three pupils (${size})`);

    await teacher.press('[data-do=next]');
    await play(teacher, 'c7', 'c5');
    await write(teacher, 'the Sicilian');
    for (const p of pupils) await p.until(...shows('e4', 'e5', 'c5'));
    for (const p of pupils) await p.until(() => document.querySelector('[data-test=tree]').textContent.includes('the Sicilian'), undefined, 'a comment');
    ok(true, 'what the teacher shows is there for all');

    // A pupil follows the teacher.
    const first = await pupils[0].evaluate(() => Math.min(...[...document.querySelectorAll('[data-test=member]')].map((e) => Number(e.dataset.n))));
    await pupils[0].press(`[data-test=member][data-n="${first}"]`);
    await pupils[0].until(() => document.querySelector('[data-test=study]').dataset.ply === '2', undefined, 'the pupil is where the teacher is');
    await teacher.press('[data-do=first]');
    await pupils[0].until(() => document.querySelector('[data-test=study]').dataset.ply === '0', undefined, 'and goes along');
    await teacher.until((n) => [...document.querySelectorAll('[data-test=member]')].some((e) => e.textContent.includes('follows you')), first, 'the teacher sees who follows');
    ok(true, 'a pupil follows the teacher');

    // One drops off the network; all go on.
    const [, other, lost] = pupils;
    wire.cut();
    await lost.until(() => document.querySelector('[data-test=shared]').dataset.state === 'lost', undefined, 'the network is gone');
    for (const p of [teacher, other]) await p.until(() => document.querySelector('[data-test=shared]').dataset.members === '3', undefined, 'one is missing');
    await play(lost, 'd2', 'd4');
    await lost.until(() => Number(document.querySelector('[data-test=shared]').dataset.waiting) > 0, undefined, 'what waits');
    await write(lost, 'found alone');
    await play(other, 'c2', 'c4');
    await teacher.until(...shows('c4'));
    await lost.picture(`lost-${size[0]}`);
    wire.mend();
    for (const p of all) await p.until(...together(4));
    for (const p of all) await p.until(...shows('e4', 'e5', 'c5', 'd4', 'c4'));
    for (const p of all) await p.until(() => document.querySelector('[data-test=tree]').textContent.includes('found alone'), undefined, 'what was written without a network');
    const trees = await Promise.all(all.map(words));
    is(new Set(trees.map((t) => t.join(' '))).size, 1, `one drops off the network and comes back: all have ${trees[0].join(' ')}`);

    // Chat, and a link for reading.
    await teacher.evaluate(() => {
        const input = document.querySelector('[data-test=shared-say]');
        input.value = 'well done';
        input.form.requestSubmit();
    });
    await lost.until(() => document.querySelector('[data-test=shared-chat]')?.textContent.includes('well done'), undefined, 'chat');
    const reader = await open();
    await go(reader, link.split('/').slice(0, 3).join('/'));
    await reader.until(...shows('e4', 'e5', 'c5', 'd4', 'c4'));
    await reader.until(...together(5));
    is(await reader.evaluate(() => [document.querySelector('[data-test=shared]').dataset.edits, document.querySelector('[data-test=shared-chat]').textContent.includes('well done')]), ['false', true], 'the other link is for reading');
    await play(reader, 'a2', 'a4');
    await teacher.press('[data-do=next]');
    await teacher.until(...together(5));
    is((await words(teacher)).some((m) => m.includes('a4')), false, 'what a reader plays stays with the reader');
    await teacher.picture(`lesson-${size[0]}`);
    for (const p of [...all, reader]) await p.close();
    wire.remove();
}

await run(async (rig) => {
    for (const size of [[390, 844], [1280, 800]]) {
        await checkMail(rig, size);
        await checkLesson(rig, size);
    }
}, { firefox: process.argv[4] === 'firefox' });
