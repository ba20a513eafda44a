// SPDX-License-Identifier: MIT
// The chat of a game: in the side column, or in a dialog on small screens.
//
// Players and spectators have separate chats during the game. Messages of muted users are hidden in this
// browser; messages of blocked users are refused by the server.
//
// Handles: [data-chat] with input[name=text], [data-chat-line] with [data-do=person], chat-open ([data-do=chat]),
// person-dialog with mute and block.
import { button, h } from '../dom.js';
import { openDialog, toast } from '../dialogs/dialog.js';
import { sideName } from './status_text.js';
import { pick, t } from '../words/words.js';
import { api, getAccount, errorText } from '../net/server.js';
import { isMuted, mute } from '../net/muted.js';

/** @typedef {import('./online_game.js').OnlineController} OnlineController */
/** @typedef {import('./types.js').ChatLine} ChatLine */

const LONGEST = 200;

/** @param {OnlineController} c */
export function chatView(c) {
    const list = h('div', { class: 'chat-lines', role: 'log', label: 'online.chat', tabindex: '0' });
    const input = h('input', { type: 'text', name: 'text', hint: 'online.say', label: 'online.say', maxLength: LONGEST, autocomplete: 'off', enterkeyhint: 'send' });
    const form = h('form', { class: 'chat-form', on: { submit: (e) => {
        e.preventDefault();
        void send();
    } } }, input, h('button', { type: 'submit', class: 'btn square', icon: 'next', label: 'online.send' }));
    const el = h('section', { class: 'chat', 'data-chat': '', test: 'chat' }, h('h2', { t: c.you === null ? 'online.chatSpectators' : 'online.chatPlayers' }), list, form);
    const count = h('b', { class: 'unread', hidden: true });
    const open = button({ class: 'btn bare square chat-open', icon: 'chat', label: 'online.chat', 'data-do': 'chat', test: 'chat-open' }, () => show());
    open.append(count);
    /** Lines that are drawn, and lines that were seen. @type {ChatLine[]} */
    let drawn = [];
    let seen = c.state().chat.length;
    /** Where it is when no dialog shows it. @type {HTMLElement|null} */
    let home = null;

    async function send() {
        const text = input.value.trim();
        if (!text)
            return;
        input.value = '';
        const done = await c.do('chat', { text });
        if (done.ok)
            return;
        input.value ||= text;
        toast(pick(done.text));
    }
    /** @param {ChatLine} line */
    function who(line) { return line.name || (line.side === null ? t('online.guest') : sideName(c.rules, line.side)); }
    /** @param {ChatLine} line */
    function row(line) {
        const name = who(line);
        const silent = isMuted(line.who);
        // One's own lines are not to be muted.
        const shown = c.identities.has(line.who) ? h('b', null, name)
            : button({ class: 'chat-name', 'data-do': 'person' }, () => void person(line, name));
        if (shown instanceof HTMLButtonElement)
            shown.textContent = name;
        return h('p', { 'data-chat-line': '', class: line.side === null ? 'watching' : '' }, shown, ' ',
            silent ? h('span', { class: 'soft', t: 'online.muted' }) : h('span', null, line.text));
    }
    /** Dialog to mute or block a user. @param {ChatLine} line @param {string} name */
    async function person(line, name) {
        const account = await getAccount().catch(() => null);
        const silent = isMuted(line.who);
        const wrong = h('p', { class: 'wrong', role: 'alert' });
        const body = h('div', { class: 'rows' }, h('p', null, t('online.person', { name })),
            button({ class: 'btn wide', t: silent ? 'online.unmute' : 'online.mute', 'data-do': 'mute', test: 'mute' }, () => {
                mute(line.who, !silent);
                dialog.close();
                redraw();
            }),
            account?.account && line.who.startsWith('u:') ? button({ class: 'btn wide danger', t: 'online.block', 'data-do': 'block', test: 'block' }, async () => {
                try {
                    await api.block(line.name);
                    mute(line.who, true);
                    dialog.close();
                    redraw();
                    toast(t('online.blocked', { name }));
                } catch (e) {
                    wrong.textContent = errorText(e);
                }
            }) : null, wrong);
        const dialog = openDialog({ title: 'online.chat', test: 'person-dialog', body: [body] });
    }
    function redraw() {
        drawn = [];
        change();
    }
    function isSeen() { return el.isConnected && el.getClientRects().length > 0; }
    function change() {
        const chat = c.state().chat;
        if (chat === drawn)
            return;
        list.replaceChildren(...chat.map(row));
        drawn = chat;
        list.scrollTop = list.scrollHeight;
        mark();
    }
    function mark() {
        if (isSeen())
            seen = drawn.length;
        count.hidden = drawn.length <= seen;
        count.textContent = String(drawn.length - seen);
    }
    function show() {
        openDialog({ title: 'online.chat', test: 'chat-dialog', body: [el], onClose: () => home?.append(el) });
        mark();
        list.scrollTop = list.scrollHeight;
        input.focus();
    }
    c.addEventListener('change', change);
    change();
    return {
        open,
        /** @param {HTMLElement} slot */
        mount(slot) {
            home = slot;
            slot.append(el);
        },
        relabel: redraw,
        stop() { c.removeEventListener('change', change); },
    };
}
