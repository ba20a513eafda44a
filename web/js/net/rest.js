// SPDX-License-Identifier: MIT
// The server's API by request. What goes wrong is thrown as a Problem, which has words for people.
import { CODES } from './messages.js';

/**
 * @typedef {'first'|'second'} SideWord
 * @typedef {{kind: string, name: string, who?: string, level?: number}} Chair
 * @typedef {{ms: [number, number], byoyomi?: [number, number], periods?: [number, number],
 *   delay?: [number, number], run: SideWord|null}} WireClock
 * @typedef {{id: string, variant: string, version: string, start: string, moves: string[], position: string,
 *   clock: string, clk?: WireClock, seats: [Chair, Chair], stage: string, turn: SideWord,
 *   offers: Array<{draw: boolean, takeback: number, rematch: boolean}>, result?: string, reason?: string,
 *   listed: boolean, takebacks: boolean, of?: string, next?: string,
 *   chat: Array<{side: SideWord|null, who: string, name: string, text: string}>, you: SideWord[], created: number, seq: number,
 *   here: [boolean, boolean], watching: number, claim: [number|null, number|null],
 *   tokens?: Array<string|null>}} WireGame
 * @typedef {{id: string, name: string, variant: string, clock: string, side: string, start?: string,
 *   takebacks: boolean, mine?: boolean}} Seek
 * @typedef {{id: string, variant: string, clock: string, seats: [Chair, Chair], stage: string, plies: number,
 *   result?: string, reason?: string, changed?: number}} Shown
 * @typedef {{id: string, name: string, account: boolean}} Account
 * @typedef {{name: string, variants: string[], works: boolean}} ServerEngine
 * @typedef {{variant?: string, clock?: string, start?: string, takebacks?: boolean, listed?: boolean, side?: string,
 *   seats?: Array<{kind: string, level?: number, engine?: string}>}} GamePlan
 */

/** Something that the server would not do, or that did not reach it (code 'offline'). */
export class Problem extends Error {
    /** @param {string} code @param {number} status @param {string} detail @param {any} [body] */
    constructor(code, status, detail, body) {
        super(detail);
        this.name = 'Problem';
        this.code = code;
        this.status = status;
        this.body = body ?? null;
    }
    /** Its sentence in both languages, if the code has one. @returns {[string, string]|null} */
    get text() { return CODES[this.code] ?? null; }
}

/** @param {number} status @param {any} body */
function problemOf(status, body) {
    const code = typeof body?.code === 'string' ? body.code : status >= 500 ? 'unavailable' : 'refused';
    return new Problem(code, status, body?.detail ?? String(status), body);
}

export class Api {
    /** @param {{base?: string, fetch?: typeof globalThis.fetch, patience?: number}} [options] */
    constructor(options = {}) {
        this.base = options.base ?? '';
        this.fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
        this.patience = options.patience ?? 15000;
    }
    /**
     * @param {string} method @param {string} path @param {any} [body] an object, or a text of a type
     * @param {string} [type] @returns {Promise<any>}
     */
    async call(method, path, body, type = 'application/json') {
        const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
        let answer, out;
        try {
            answer = await this.fetch(`${this.base}/api/v1${path}`, {
                method,
                body: text,
                headers: text === undefined ? {} : { 'Content-Type': type },
                credentials: 'same-origin',
                cache: 'no-store',
                signal: AbortSignal.timeout(this.patience),
            });
            out = answer.status === 204 ? '' : await answer.text();
        } catch (e) {
            throw new Problem('offline', 0, String(e));
        }
        const isJson = /json/.test(answer.headers.get('Content-Type') ?? '');
        let parsed = out;
        try {
            parsed = isJson && out ? JSON.parse(out) : out;
        } catch {
            throw new Problem('unavailable', answer.status, 'not what the server should say');
        }
        if (!answer.ok)
            throw problemOf(answer.status, parsed);
        return parsed;
    }

    // ---- People ----

    /** Who asks; whoever has no cookie gets one. @returns {Promise<Account>} */
    account() { return this.call('GET', '/account'); }
    /** @param {string} name @param {string} password @returns {Promise<Account>} */
    signUp(name, password) { return this.call('POST', '/accounts', { name, password }); }
    /** @param {string} name @param {string} password @returns {Promise<Account>} */
    logIn(name, password) { return this.call('POST', '/session', { name, password }); }
    logOut() { return this.call('DELETE', '/session'); }
    /** @param {string} password */
    deleteAccount(password) { return this.call('DELETE', '/account', { password }); }

    // ---- People who are blocked ----

    /** @returns {Promise<{blocks: {name: string, id: string}[]}>} */
    blocks() { return this.call('GET', '/account/blocks'); }
    /** @param {string} name */
    block(name) { return this.call('POST', '/account/blocks', { name }); }
    /** @param {string} name */
    unblock(name) { return this.call('DELETE', `/account/blocks/${encodeURIComponent(name)}`); }

    // ---- Games ----

    /** @param {GamePlan} plan @returns {Promise<WireGame>} */
    createGame(plan) { return this.call('POST', '/games', plan); }
    /** @param {string} id @returns {Promise<WireGame>} */
    game(id) { return this.call('GET', `/games/${encodeURIComponent(id)}`); }
    /** @param {string} id @param {string} [token] @returns {Promise<WireGame>} */
    join(id, token) { return this.call('POST', `/games/${encodeURIComponent(id)}/join`, token ? { token } : {}); }
    /** @param {string} id @param {string} action */
    act(id, action) { return this.call('POST', `/games/${encodeURIComponent(id)}/actions`, { action }); }
    /** One's own games, the newest first. @param {string} [stage] @returns {Promise<{games: Shown[]}>} */
    mine(stage) { return this.call('GET', `/games?mine=1&most=20${stage ? `&stage=${stage}` : ''}`); }

    // ---- The lobby ----

    /** @param {GamePlan} plan @returns {Promise<Seek>} */
    seek(plan) { return this.call('POST', '/seeks', plan); }
    /** @param {string} id */
    withdraw(id) { return this.call('DELETE', `/seeks/${encodeURIComponent(id)}`); }
    /** @param {string} id @returns {Promise<WireGame>} */
    accept(id) { return this.call('POST', `/seeks/${encodeURIComponent(id)}/accept`); }

    /** What somebody wants of oneself. @param {string} id @param {boolean} yes @returns {Promise<WireGame|null>} */
    answer(id, yes) { return this.call('POST', `/challenges/${encodeURIComponent(id)}/${yes ? 'accept' : 'decline'}`); }

    // ---- What can be played ----

    /** @returns {Promise<{engines: ServerEngine[]}>} */
    engines() { return this.call('GET', '/engines'); }
    /** The text of a variant: the name to play it by. @param {string} yaml @returns {Promise<{variant: string}>} */
    upload(yaml) { return this.call('POST', '/variants', yaml, 'text/yaml'); }
    /** @param {string} name @returns {Promise<string>} */
    variantText(name) { return this.call('GET', `/variants/${encodeURIComponent(name)}/text`); }
}
