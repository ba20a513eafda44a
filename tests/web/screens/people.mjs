// SPDX-License-Identifier: MIT
// people.mjs BANMEN FOLDER: accounts in the page: signing up, the two chats of a game, mute and block, and the deletion
// of one's own account. TAP.
import { run, is, ok } from '../harness.mjs';

const lines = (p) => p.evaluate(() => deep('[data-chat-line]').map((e) => e.textContent.trim()));
const hears = (p, text) => p.until((text) => deep('[data-chat-line]').some((e) => e.textContent.includes(text)), text, `a line of chat: ${text}`);
const stage = (s) => [(s) => document.querySelector('[data-stage]')?.dataset.stage === s, s, `stage ${s}`];
const named = (name) => document.querySelector('[data-test=account]')?.textContent.includes(name);
const refused = () => document.querySelector('[data-test=account-wrong]')?.textContent;

// Passwords are hashed in threads of low priority, which get nothing on a busy machine: the page and the test wait for
// them until the test's own time limit.
const wait = async (p, f, arg) => (await p.page.waitForFunction(f, arg, { timeout: 0 })).jsonValue();
async function open(rig) {
    const p = await rig.open({ route: null });
    await p.context.addInitScript(() => { AbortSignal.timeout = () => new AbortController().signal; });
    await p.goto();
    return p;
}

async function say(p, text) {
    await p.page.fill('[data-chat] input[name=text]', text);
    await p.page.press('[data-chat] input[name=text]', 'Enter');
}

// In the lobby, where the account's button is.
async function lobby(p) {
    await p.evaluate(() => { location.hash = '#/lobby'; });
    await p.press('[data-test=account]');
}

async function enter(p, name, password, how = 'signup') {
    await lobby(p);
    await p.page.fill('[data-test=account-name]', name);
    await p.page.fill('[data-test=account-password]', password);
    await p.press(`[data-test=account-${how}]`);
}

async function signUp(rig, name) {
    const p = await open(rig);
    await enter(p, name, `${name} secret`);
    await wait(p, named, name);
    return p;
}

await run(async (rig) => {
    const ann = await signUp(rig, 'Ann'), ben = await signUp(rig, 'Ben');
    ok(true, 'people sign up in the page');
    const cas = await open(rig), dan = await open(rig); // guests

    // A game by link, and two who watch.
    await ann.evaluate(() => { location.hash = '#/new/chess'; });
    await ann.press('dialog[open] [name=opponent][value=link]');
    await ann.press('dialog[open] [name=side][value="0"]');
    await ann.press('dialog[open] [data-do=start]');
    const link = await ann.until(() => deep('[data-link]')[0]?.value, undefined, 'a link');
    await ben.goto(`/${link.slice(link.indexOf('#'))}`);
    await ben.press('[data-do=join]');
    for (const p of [ann, ben])
        await p.until(...stage('playing'));
    const id = await ann.evaluate(() => /#\/g\/([^/?]+)/.exec(location.hash)[1]);
    for (const p of [cas, dan]) {
        await p.goto(`/#/g/${id}`);
        await p.until(...stage('playing'));
    }

    // Two chats: each side of the glass hears itself.
    const title = (p) => p.evaluate(() => deep('[data-chat] h2')[0].textContent);
    is([await title(ann), await title(cas)], ['Chat of the players', 'Chat of the spectators'], 'each chat says whose it is');
    await say(ann, 'from a player');
    await say(cas, 'from a spectator');
    await hears(ben, 'from a player');
    await hears(dan, 'from a spectator');
    await say(ben, 'player again');
    await say(dan, 'spectator again');
    await hears(ann, 'player again');
    await hears(cas, 'spectator again');
    const heard = (await Promise.all([ann, ben, cas, dan].map(lines))).map((l) => l.map((s) => s.replace(/^\S+ /, '')));
    is(heard, [['from a player', 'player again'], ['from a player', 'player again'], ['from a spectator', 'spectator again'],
        ['from a spectator', 'spectator again']], 'players and spectators talk apart');
    await cas.page.reload();
    await hears(cas, 'spectator again');
    is((await lines(cas)).length, 2, 'after a reload, too');

    // Mute: in this browser only, at once, and back again.
    const person = async (p, name) => {
        await p.page.click(`[data-chat-line] [data-do=person]:text-is("${name}")`);
        await p.until(() => document.querySelector('[data-test=person-dialog][open], dialog[open] [data-test=mute]'), undefined, 'what can be done');
    };
    await person(cas, 'Guest');
    await cas.press('[data-test=mute]');
    await cas.until(() => deep('[data-chat-line]').some((e) => /muted/.test(e.textContent)), undefined, 'a muted line');
    is(await lines(cas), ['Guest from a spectator', 'Guest muted'], 'who is muted is not shown');
    await say(dan, 'not heard');
    await cas.until(() => deep('[data-chat-line]').length === 3, undefined, 'one more line');
    is((await lines(cas))[2], 'Guest muted', 'nor what is said later');
    ok((await lines(dan)).includes('Guest not heard'), 'which the muted does not see');
    await person(cas, 'Guest');
    await cas.press('[data-test=mute]');
    await hears(cas, 'not heard');
    ok(true, 'and can be heard again');

    // Block: the server refuses what the blocked says, and words say so; the list shows it, and it can be taken back.
    await person(ann, 'Ben');
    await ann.press('[data-test=block]');
    await ann.until(() => [...document.querySelectorAll('.toast')].some((e) => /Ben is blocked/.test(e.textContent)), undefined, 'a word on it');
    is((await lines(ann)).at(-1), 'Ben muted', 'who is blocked is not shown');
    ben.forgive(/403|401/); // what the server refuses below
    await say(ben, 'let me in');
    const word = await ben.until(() => document.querySelector('.toast')?.textContent, undefined, 'a refusal');
    ok(/block|nothing to do with/i.test(word), 'who is blocked is told so') || console.log(`# ${word}`);
    is((await lines(ben)).some((s) => s.includes('let me in')), false, 'and nothing is said');
    is(await ben.evaluate(() => deep('[data-chat] input[name=text]')[0].value), 'let me in', 'nor lost');
    await lobby(ann);
    await ann.until(() => document.querySelector('[data-test=blocks]')?.textContent.includes('Ben'), undefined, 'the list of the blocked');
    await ann.picture('people-blocks');
    await ann.press('[data-do=unblock]');
    await ann.until(() => document.querySelector('[data-test=blocks]').hidden, undefined, 'an empty list');
    await ben.page.press('[data-chat] input[name=text]', 'Enter');
    await hears(ben, 'let me in');
    ok(true, 'who is unblocked can talk again');

    // The end of an account: a wrong password does nothing; the right one does it everywhere at once.
    await lobby(ben);
    await ben.press('[data-test=account-delete]');
    await ben.page.fill('[data-test=account-password]', 'not the secret');
    await ben.press('[data-test=account-delete-sure]');
    ok(/password/i.test(await wait(ben, refused)), 'a wrong password deletes nothing');
    await ben.picture('people-delete');
    await ben.page.fill('[data-test=account-password]', 'Ben secret');
    await ben.press('[data-test=account-delete-sure]');
    await wait(ben, () => !document.querySelector('dialog[open]') && /Guest/.test(document.querySelector('[data-test=account]')?.textContent ?? ''));
    ok(true, 'who deletes the account is a guest');
    await ben.page.reload();
    await wait(ben, named, 'Guest');
    await enter(ben, 'Ben', 'Ben secret', 'login');
    ok(/password/i.test(await wait(ben, refused)), 'and cannot log in any more');
    await cas.page.reload();
    await cas.until(...stage('playing'));
    is(await cas.evaluate(() => document.querySelector('[data-stage]').textContent.includes('Ben')), false, 'the name is gone from the game');
    for (const p of [ann, ben, cas, dan])
        await p.close();
});
