// SPDX-License-Identifier: MIT
// The server's REST API. Failures are thrown as ApiError, which has texts in both languages.
import { CODES } from './messages.js';

/**
 * @typedef {'first'|'second'} SideName
 * @typedef {{kind: string, name: string, who?: string, level?: number}} WireSeat
 * @typedef {{ms: [number, number], byoyomi?: [number, number], periods?: [number, number],
 *   delay?: [number, number], run: SideName|null}} WireClock
 * @typedef {{id: string, variant: string, version: string, start: string, moves: string[], position: string,
 *   clock: string, clk?: WireClock, seats: [WireSeat, WireSeat], stage: string, turn: SideName,
 *   offers: Array<{draw: boolean, takeback: number, rematch: boolean}>, result?: string, reason?: string,
 *   listed: boolean, takebacks: boolean, of?: string, next?: string,
 *   chat: Array<{side: SideName|null, who: string, name: string, text: string}>, you: SideName[], created: number, seq: number,
 *   here: [boolean, boolean], watching: number, claim: [number|null, number|null],
 *   tokens?: Array<string|null>}} WireGame
 * @typedef {{id: string, name: string, variant: string, clock: string, side: string, start?: string,
 *   takebacks: boolean, mine?: boolean}} Seek
 * @typedef {{id: string, variant: string, clock: string, seats: [WireSeat, WireSeat], stage: string, plies: number,
 *   turn?: SideName, you?: SideName[], result?: string, reason?: string, changed?: number}} GameSummary
 * @typedef {{id: string, name: string, account: boolean}} Account
 * @typedef {{name: string, variants: string[], works: boolean}} ServerEngine
 * @typedef {{variant?: string, clock?: string, start?: string, takebacks?: boolean, listed?: boolean, side?: string,
 *   seats?: Array<{kind: string, level?: number, engine?: string}>}} GameConfig
 */

/** Something that the server would not do, or that did not reach it (code 'offline'). */
export class ApiError extends Error {
    /** @param {string} code @param {number} status @param {string} detail @param {any} [body] */
    constructor(code, status, detail, body) {
        super(detail);
        this.name = 'ApiError';
        this.code = code;
        this.status = status;
        this.body = body ?? null;
    }
    /** Its sentence in both languages, if the code has one. @returns {[string, string]|null} */
    get text() { return CODES[this.code] ?? null; }
}

/** @param {number} status @param {any} body */
function errorOf(status, body) {
    const code = typeof body?.code === 'string' ? body.code : status >= 500 ? 'unavailable' : 'refused';
    return new ApiError(code, status, body?.detail ?? String(status), body);
}

export class Api {
    /** @param {{base?: string, fetch?: typeof globalThis.fetch, timeout?: number}} [options] */
    constructor(options = {}) {
        this.base = options.base ?? '';
        this.fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
        this.timeout = options.timeout ?? 15000;
    }
    /**
     * @param {string} method @param {string} path @param {any} [body] an object, or a text of a type
     * @param {string} [type] @returns {Promise<any>}
     */
    async request(method, path, body, type = 'application/json') {
        const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
        let answer, out;
        try {
            answer = await this.fetch(`${this.base}/api/v1${path}`, {
                method,
                body: text,
                headers: text === undefined ? {} : { 'Content-Type': type },
                credentials: 'same-origin',
                cache: 'no-store',
                signal: AbortSignal.timeout(this.timeout),
            });
            out = answer.status === 204 ? '' : await answer.text();
        } catch (e) {
            throw new ApiError('offline', 0, String(e));
        }
        const isJson = /json/.test(answer.headers.get('Content-Type') ?? '');
        let parsed = out;
        try {
            parsed = isJson && out ? JSON.parse(out) : out;
        } catch {
            throw new ApiError('unavailable', answer.status, 'not what the server should say');
        }
        if (!answer.ok)
            throw errorOf(answer.status, parsed);
        return parsed;
    }

    // ---- Account ----

    /** The account of this browser; the server creates a guest if there is none. @returns {Promise<Account>} */
    account() { return this.request('GET', '/account'); }
    /** @param {string} name @param {string} password @returns {Promise<Account>} */
    signUp(name, password) { return this.request('POST', '/accounts', { name, password }); }
    /** @param {string} name @param {string} password @returns {Promise<Account>} */
    logIn(name, password) { return this.request('POST', '/session', { name, password }); }
    logOut() { return this.request('DELETE', '/session'); }
    /** @param {string} password */
    deleteAccount(password) { return this.request('DELETE', '/account', { password }); }

    // ---- The games that the account keeps ----

    /** What changed after a serial number. @param {number} after @returns {Promise<{games: import('../archive/merge.js').ArchiveRow[], serial: number, more: boolean}>} */
    archive(after) { return this.request('GET', `/account/archive?after=${after}`); }
    /** @param {string} id @param {number} base the version that goes; 0: none @param {number} changed @param {string} text @returns {Promise<{version: number}>} */
    archiveGame(id, base, changed, text) { return this.request('PUT', `/account/archive/${encodeURIComponent(id)}?base=${base}&changed=${changed}`, text, 'text/plain'); }
    /** @param {string} id @param {number} base @param {number} changed @returns {Promise<{version: number}>} */
    unarchiveGame(id, base, changed) { return this.request('DELETE', `/account/archive/${encodeURIComponent(id)}?base=${base}&changed=${changed}`); }

    // ---- Shared studies ----

    /** @param {{title: string, variant: string, yaml: string, record: string}} study @returns {Promise<{id: string, key: string}>} */
    shareStudy(study) { return this.request('POST', '/studies', study); }
    /** @param {string} id @returns {Promise<{id: string, title: string, variant: string, yaml: string, record: string, key?: string}>} */
    study(id) { return this.request('GET', `/studies/${encodeURIComponent(id)}`); }

    // ---- Blocked accounts ----

    /** @returns {Promise<{blocks: {name: string, id: string}[]}>} */
    blocks() { return this.request('GET', '/account/blocks'); }
    /** @param {string} name */
    block(name) { return this.request('POST', '/account/blocks', { name }); }
    /** @param {string} name */
    unblock(name) { return this.request('DELETE', `/account/blocks/${encodeURIComponent(name)}`); }

    // ---- Games ----

    /** @param {GameConfig} config @returns {Promise<WireGame>} */
    createGame(config) { return this.request('POST', '/games', config); }
    /** @param {string} id @returns {Promise<WireGame>} */
    game(id) { return this.request('GET', `/games/${encodeURIComponent(id)}`); }
    /** @param {string} id @param {string} [token] @returns {Promise<WireGame>} */
    join(id, token) { return this.request('POST', `/games/${encodeURIComponent(id)}/join`, token ? { token } : {}); }
    /** @param {string} id @param {string} action */
    act(id, action) { return this.request('POST', `/games/${encodeURIComponent(id)}/actions`, { action }); }
    /** One's own games, the newest first. @param {string} [stage] @returns {Promise<{games: GameSummary[]}>} */
    myGames(stage) { return this.request('GET', `/games?mine=1&most=20${stage ? `&stage=${stage}` : ''}`); }

    /** The record of a game, as JSON text. @param {string} id @returns {Promise<string>} */
    async record(id) { return JSON.stringify(await this.request('GET', `/games/${encodeURIComponent(id)}/export?format=json`)); }
    /** Listed games of a stage, those that changed last first. @param {string} stage @returns {Promise<{games: GameSummary[]}>} */
    listedGames(stage) { return this.request('GET', `/games?most=20&stage=${stage}`); }

    // ---- The lobby ----

    /** @param {GameConfig} config @returns {Promise<Seek>} */
    seek(config) { return this.request('POST', '/seeks', config); }
    /** @param {string} id */
    withdraw(id) { return this.request('DELETE', `/seeks/${encodeURIComponent(id)}`); }
    /** @param {string} id @returns {Promise<WireGame>} */
    accept(id) { return this.request('POST', `/seeks/${encodeURIComponent(id)}/accept`); }

    /** Challenges that one made, and those that wait. @returns {Promise<{challenges: (import('./lobby_socket.js').Challenge & {mine: boolean})[]}>} */
    challenges() { return this.request('GET', '/challenges'); }
    /** Challenge an account by its name. @param {string} to @param {GameConfig} config @returns {Promise<import('./lobby_socket.js').Challenge>} */
    challenge(to, config) { return this.request('POST', '/challenges', { to, ...config }); }
    /** Take a challenge back. @param {string} id */
    withdrawChallenge(id) { return this.request('DELETE', `/challenges/${encodeURIComponent(id)}`); }
    /** Accept or decline a challenge. @param {string} id @param {boolean} yes @returns {Promise<WireGame|null>} */
    answerChallenge(id, yes) { return this.request('POST', `/challenges/${encodeURIComponent(id)}/${yes ? 'accept' : 'decline'}`); }

    // ---- What can be played ----

    /** @returns {Promise<{engines: ServerEngine[]}>} */
    engines() { return this.request('GET', '/engines'); }
    /** The text of a variant: the name to play it by. @param {string} yaml @returns {Promise<{variant: string}>} */
    upload(yaml) { return this.request('POST', '/variants', yaml, 'text/yaml'); }
    /** @param {string} name @returns {Promise<string>} */
    variantText(name) { return this.request('GET', `/variants/${encodeURIComponent(name)}/text`); }
}
