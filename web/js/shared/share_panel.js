// SPDX-License-Identifier: MIT
// A study by link: the button that shares it, and beside a shared one who is here, whom one follows, and the chat.
//
// Handles: share (the button); shared (data-state, data-members, data-waiting, data-edits), shared-status, member (data-n), shared-links,
// link-edit, link-read, shared-chat, shared-say.
import { button, fill, h } from '../dom.js';
import { openDialog, toast } from '../dialogs/dialog.js';
import { api, codeText, errorText, getAccount } from '../net/server.js';
import { nameOf } from '../study/study_store.js';
import { t } from '../words/words.js';
import { SharedStudy } from './shared_study.js';

/** @typedef {import('../study/study.js').Study} Study */
/** @typedef {import('../net/game_socket.js').Answer} Answer */

const LONGEST = 200;

/** Make a link of a study, and go there. @param {Study} study */
export async function shareStudy(study) {
    try {
        await getAccount();
        const made = await api.shareStudy({ title: nameOf(study), variant: study.rules.name, yaml: study.rules.yaml ?? '', record: study.text('json') });
        location.hash = `#/s/${made.id}/${made.key}`;
    } catch (e) {
        toast(errorText(e));
    }
}

/** A field with a link, and the button that copies it. @param {string} test @param {import('../words/words.js').Key} key @param {string} link */
function linkField(test, key, link) {
    const input = h('input', { type: 'text', id: test, name: test, test, readOnly: true, value: link, on: { focus: () => input.select() } });
    return h('div', { class: 'field' }, h('label', { for: test, t: key }), h('div', { class: 'two' }, input, button({ class: 'btn', t: 'share.copy', 'data-do': `copy-${test}` }, async () => {
        input.select();
        await navigator.clipboard?.writeText(link).catch(() => undefined);
        toast(t('share.copied'));
    })));
}

/** @param {Study} study @param {{id: string, key: string, me: string}} link @param {(id: number) => void} go */
export function sharePanel(study, link, go) {
    const shared = new SharedStudy(study, link);
    const status = h('p', { class: 'soft small', role: 'status', test: 'shared-status' });
    const people = h('div', { class: 'members', role: 'group', label: 'share.people' });
    const lines = h('div', { class: 'chat-lines', role: 'log', label: 'online.chat', tabindex: '0', test: 'shared-chat' });
    const input = h('input', { type: 'text', name: 'shared-say', test: 'shared-say', hint: 'online.say', label: 'online.say', maxLength: LONGEST, autocomplete: 'off', enterkeyhint: 'send' });
    const form = h('form', { class: 'chat-form', on: { submit: (e) => {
        e.preventDefault();
        void say();
    } } }, input, h('button', { type: 'submit', class: 'btn square', icon: 'next', label: 'online.send' }));
    const links = button({ class: 'btn', icon: 'people', t: 'share.links', test: 'shared-links', 'data-do': 'links' }, openLinks);
    const el = h('section', { class: 'shared', test: 'shared', label: 'share.title' }, h('div', { class: 'shared-head' }, status, links), people, lines, form);
    /** Chat that is drawn. @type {object[]} */
    let drawn = [];

    async function say() {
        const text = input.value.trim();
        if (!text) return;
        input.value = '';
        const answer = /** @type {Answer} */ (await shared.say(text));
        if (answer.ok) return;
        input.value ||= text;
        toast(codeText(answer.code, answer.detail));
    }

    function openLinks() {
        const at = `${location.origin}${location.pathname}#/s/${link.id}`;
        openDialog({ title: 'share.links', test: 'shared-links-dialog', body: [h('div', { class: 'rows' },
            link.key ? linkField('link-edit', 'share.edit', `${at}/${link.key}`) : null, linkField('link-read', 'share.read', at))] });
    }

    /** @param {import('./shared_study.js').Member} m */
    const nameOfMember = (m) => m.name || t('share.guest', { n: m.n });

    /** @param {import('./shared_study.js').Member} m */
    function member(m) {
        const leader = shared.members.find((other) => other.n === m.follows);
        const text = leader ? t('share.follows', { name: nameOfMember(m), other: leader.n === shared.you ? t('share.you') : nameOfMember(leader) }) : nameOfMember(m);
        if (m.n === shared.you) return h('span', { class: 'member me', test: 'member', 'data-n': String(m.n) }, `${text} (${t('share.you')})`);
        const following = shared.follows === m.n;
        return h('button', { type: 'button', class: 'btn member', test: 'member', 'data-n': String(m.n), 'aria-pressed': String(following), title: t('share.follow', { name: nameOfMember(m) }),
            on: { click: () => shared.follow(following ? 0 : m.n) } }, text);
    }

    function statusText() {
        if (shared.connection === 'lost') return shared.queue.length ? t('share.kept', { n: shared.queue.length }) : t('share.lost');
        if (shared.connection !== 'ok') return t('share.connecting');
        return shared.mayEdit ? t('share.here', { n: shared.members.length }) : t('share.reading', { n: shared.members.length });
    }

    function render() {
        Object.assign(el.dataset, { state: shared.connection, members: String(shared.members.length), waiting: String(shared.queue.length), edits: String(shared.mayEdit) });
        const text = statusText();
        if (status.textContent !== text) status.textContent = text;
        // The keyboard's focus stays on its button.
        const focused = people.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.n : undefined;
        fill(people, ...[...shared.members].sort((a, b) => a.n - b.n).map(member));
        if (focused) /** @type {HTMLElement|null} */ (people.querySelector(`[data-n="${focused}"]`))?.focus();
        if (shared.chat !== drawn) {
            drawn = shared.chat;
            fill(lines, ...shared.chat.map((line) => h('p', null, h('b', null, line.name || t('online.guest')), ' ', h('span', null, line.text))));
            lines.scrollTop = lines.scrollHeight;
        }
        lines.hidden = !shared.chat.length;
    }

    shared.addEventListener('change', render);
    shared.addEventListener('go', (e) => go(/** @type {CustomEvent} */ (e).detail));
    shared.addEventListener('refused', () => toast(codeText(shared.refused)));
    render();
    return {
        el, render,
        /** @param {number} id */
        look: (id) => shared.look(id),
        /** Whether an edit of another is being shown. */
        get merging() { return shared.merging; },
        close: () => shared.close(),
    };
}
