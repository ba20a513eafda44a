// SPDX-License-Identifier: MIT
// The server of this page: its API, the current account, error texts, and the stored tokens of links.
import { Api, ApiError } from './rest.js';
import { noteLogin, wasLoggedIn } from './server_check.js';
import { pick, t } from '../words/words.js';

/** @typedef {import('./rest.js').Account} Account */
/** @typedef {import('../words/words.js').Key} Key */

export const api = new Api();

// ---- Account ----

/** Set when this browser has an identity at the server. */
const KNOWN_KEY = 'banmen.known';
/** @type {Promise<Account>|null} */
let account = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** The games of this browser go along with an account. @param {Account|null} a */
async function follow(a) {
    const before = wasLoggedIn();
    noteLogin(!!a?.account);
    if (before || a?.account) (await import('../archive/sync.js')).setSyncAccount(a?.account ? a.id : null, api);
}

/** Asked once. @returns {Promise<Account>} */
export function getAccount() {
    account ??= api.account().then((a) => {
        try {
            localStorage.setItem(KNOWN_KEY, '1');
        } catch {
            // Without storage the next page asks when it needs to.
        }
        return a;
    });
    account.then(follow).catch(() => { account = null; });
    return account;
}
/** Whether the server knows this browser: only then a page asks for its games by itself, which makes no guests. */
export function isKnown() {
    try {
        return localStorage.getItem(KNOWN_KEY) !== null;
    } catch {
        return false;
    }
}
/** After login or logout. @param {Account|null} a */
export function setAccount(a) {
    account = a && Promise.resolve(a);
    void follow(a);
    for (const f of listeners)
        f();
}
/** @param {() => void} f */
export function onAccount(f) {
    listeners.add(f);
    return () => void listeners.delete(f);
}

// ---- Problems ----

/** Codes that have words of their own here; those of games come with their sentence. */
const KNOWN = ['offline', 'unavailable', 'name_taken', 'name_reserved', 'wrong_password', 'bad_login', 'too_many',
    'too_many_seeks', 'too_many_visits', 'no_such_seek', 'own_seek', 'no_such_account', 'own_challenge', 'too_many_challenges', 'bad_member', 'bad_size', 'stopping', 'draining', 'no_such_variant'];

/** @param {string} code @param {string} detail */
export function codeText(code, detail = '') {
    return KNOWN.includes(code) ? t(/** @type {Key} */ (`problem.${code}`)) : detail || t('problem.refused');
}
/** The text of an error. @param {unknown} e */
export function errorText(e) {
    if (!(e instanceof ApiError))
        return String(/** @type {any} */ (e)?.message ?? e);
    return KNOWN.includes(e.code) ? codeText(e.code) : pick(e.text) || e.message || t('problem.refused');
}

/** Codes whose detail explains an error in a text that was sent. */
const DETAILED = ['bad_position', 'bad_clock', 'bad_variant'];

/** The same, with the reason. @param {unknown} e @returns {Promise<string>} */
export async function errorDetails(e) {
    const problem = errorText(e);
    if (!(e instanceof ApiError) || !DETAILED.includes(e.code) || !e.message)
        return problem;
    const { sharedCore } = await import('../core/shared_core.js');
    const core = await sharedCore();
    const issue = e.body?.issues?.[0];
    const why = issue ? `${t('yaml.at', { line: issue.line, column: issue.col })}: ${pick(core.bilingual(issue.message))}` : pick(core.bilingual(e.message));
    return why === problem ? problem : t('problem.because', { problem, why });
}

// ---- Links ----

const KEY = 'banmen.links';
const KEPT = 20;

/** @returns {[string, string][]} */
function links() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
        return Array.isArray(kept) ? kept : [];
    } catch {
        return [];
    }
}
/** Keep the token of a game that waits for a friend. @param {string} id @param {string} token */
export function storeLink(id, token) {
    try {
        localStorage.setItem(KEY, JSON.stringify([...links().filter((l) => l[0] !== id), [id, token]].slice(-KEPT)));
    } catch {
        // A browser that keeps nothing: the address has it.
    }
}
/** @param {string} id */
export function storedLink(id) { return links().find((l) => l[0] === id)?.[1] ?? null; }

/** Load the style of the online part, once. */
export function loadOnlineStyle() {
    if (document.querySelector('link[data-online]'))
        return Promise.resolve();
    return new Promise((resolve) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = 'css/online.css';
        link.dataset.online = '';
        link.onload = link.onerror = () => resolve(undefined);
        document.head.append(link);
    });
}
