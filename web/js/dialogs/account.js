// SPDX-License-Identifier: MIT
// The account dialog: sign up, log in, log out, delete, unblock. Playing needs no account.
//
// Handles: account (the button), account-dialog, account-name, account-password, account-login,
// account-signup, account-logout, account-delete, account-delete-sure, account-wrong.
import { button, fill, h, setText } from '../dom.js';
import { openDialog } from './dialog.js';
import { onLang, t } from '../words/words.js';
import { api, getAccount, isKnown, loadOnlineStyle, onAccount, errorText, setAccount } from '../net/server.js';
import { mute } from '../net/muted.js';

/** The button with the account's name, which opens the dialog. */
export function accountButton() {
    const el = button({ class: 'btn bare account', icon: 'person', t: 'online.guestYou', test: 'account', 'data-do': 'account' }, () => void openAccount());
    const span = /** @type {HTMLElement} */ (el.lastElementChild);
    span.classList.add('long');
    async function show() {
        /** @type {import('../net/server.js').Account|null} */
        const a = isKnown() ? await getAccount().catch(() => null) : null;
        if (a?.account)
            setText(span, 'online.named', { name: a.name });
        else
            setText(span, 'online.guestYou');
        name();
    }
    // The text is not shown on phones.
    function name() { el.setAttribute('aria-label', span.textContent ?? ''); }
    void show();
    onLang(name);
    onAccount(() => void show());
    return el;
}

/** @param {string} label */
function field(label, /** @type {Record<string, unknown>} */ props) {
    const input = h('input', { ...props, id: `account-${label}`, name: label, test: `account-${label}`, required: true, 'aria-describedby': 'account-wrong' });
    return { input, el: h('div', { class: 'field' }, h('label', { for: input.id, t: label === 'name' ? 'online.name' : 'online.password' }), input) };
}

/** The list of blocked accounts, with buttons to unblock. @param {HTMLElement} el */
async function showBlocks(el) {
    const { blocks } = await api.blocks().catch(() => ({ blocks: [] }));
    el.hidden = blocks.length === 0;
    fill(el, h('h3', { t: 'online.blocks' }), ...blocks.map((b) => h('p', { class: 'blocked' }, h('span', null, b.name), ' ',
        button({ class: 'btn', t: 'online.unblock', 'data-do': 'unblock' }, async () => {
            await api.unblock(b.name).catch(() => null);
            mute(b.id, false);
            void showBlocks(el);
        }))));
}

export async function openAccount() {
    const [a] = await Promise.all([getAccount().catch(() => null), loadOnlineStyle()]);
    const body = h('div', { class: 'rows' });
    const dialog = openDialog({ title: 'online.account', test: 'account-dialog', body: [body] });
    const wrong = h('p', { class: 'wrong', id: 'account-wrong', role: 'alert', test: 'account-wrong' });

    /** @param {() => Promise<import('../net/rest.js').Account|null>} f */
    async function run(f) {
        wrong.textContent = '';
        try {
            setAccount(await f());
            dialog.close();
        } catch (e) {
            wrong.textContent = errorText(e);
        }
    }
    // Deleting needs the password, so that an unattended page is not enough.
    function askDelete() {
        const password = field('password', { type: 'password', autocomplete: 'current-password', maxLength: 1024 });
        fill(body, h('form', { class: 'rows', on: { submit: (e) => {
            e.preventDefault();
            void run(async () => {
                await api.deleteAccount(password.input.value);
                await (await import('../archive/sync.js')).forgetSync();
                return null;
            });
        } } },
        h('p', { t: 'online.deleteLead' }), password.el, wrong,
        h('button', { type: 'submit', class: 'btn wide danger', t: 'online.deleteSure', test: 'account-delete-sure' })));
        password.input.focus();
    }
    if (a?.account) {
        const blocked = h('div', { class: 'rows tight', test: 'blocks', hidden: true });
        void showBlocks(blocked);
        fill(body, h('p', null, t('online.loggedIn', { name: a.name })), blocked, wrong,
            button({ class: 'btn wide', t: 'online.logOut', test: 'account-logout' }, () => void run(async () => {
                await api.logOut();
                return null;
            })),
            button({ class: 'btn wide danger', t: 'online.deleteAccount', test: 'account-delete' }, () => askDelete()));
        return;
    }
    const name = field('name', { type: 'text', autocomplete: 'username', minLength: 2, maxLength: 20, spellcheck: false });
    const password = field('password', { type: 'password', autocomplete: 'current-password', minLength: 8, maxLength: 1024 });
    const enter = (/** @type {boolean} */ fresh) => {
        if (form.reportValidity())
            void run(() => (fresh ? api.signUp(name.input.value, password.input.value) : api.logIn(name.input.value, password.input.value)));
    };
    const form = h('form', { class: 'rows', on: { submit: (e) => {
        e.preventDefault();
        enter(false);
    } } },
    h('p', { class: 'soft', t: 'online.accountLead' }), name.el, password.el, wrong,
    h('div', { class: 'two' },
        h('button', { type: 'submit', class: 'btn main', t: 'online.logIn', test: 'account-login' }),
        button({ class: 'btn', t: 'online.signUp', test: 'account-signup' }, () => enter(true))));
    fill(body, form);
    name.input.focus();
}
