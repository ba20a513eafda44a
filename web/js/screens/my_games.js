// SPDX-License-Identifier: MIT
// My games: all that were played here, to go on with, look at, export or delete.
//
// Handles: games-sync (data-state), games, game-row (data-id, data-over), games-none, games-export-all, and those of game_list/search_bar.js; in a row game-opening, game-open, game-analyse, game-export,
// game-delete; in the toast undo.
import { button, fill, h } from '../dom.js';
import { addWords, lang, pick, t } from '../words/words.js';
import { thumbnail } from '../board/thumbnail.js';
import { NAMED } from '../openings/tables.js';
import { openDialog, toast } from '../dialogs/dialog.js';
import { formatsFor, saveRecord } from '../game/record_export.js';
import { seatName, sideName } from '../game/status_text.js';
import { storeGame, loadGames } from '../game/archive.js';
import { removeGame, recoverSlot } from '../game/autosave.js';
import { wasLoggedIn } from '../net/server_check.js';
import { searchBar } from '../game_list/search_bar.js';
import { loadStyle } from '../study/style.js';

/** @typedef {import('../game/autosave.js').SavedEntry} SavedEntry */

/** So often the account is looked at while the list is open, in ms. */
const LOOK = 30000;

/** The result as text. @param {SavedEntry} g */
function resultOf(g) {
    const why = pick(g.reason);
    if (!g.over) return t('games.running', { n: g.plies });
    if (g.result === 'draw') return t('end.drawBy', { why });
    if (g.result === 'first' || g.result === 'second') return t('end.winBy', { who: sideName(g, g.result === 'first' ? 0 : 1), why });
    return why || t('end.none');
}

/** @param {number} ms */
function day(ms) {
    return new Date(ms).toLocaleString(lang(), { dateStyle: 'medium', timeStyle: 'short' });
}

/** A seat's name in its record. @param {SavedEntry} g @param {number} side */
const nameIn = (g, side) => seatName({ seats: g.seats, you: g.you, rules: g }, side);

/** One game as a file: with its analysis, if it has one. @param {SavedEntry} g @param {string} format */
async function save(g, format) {
    if (g.record === undefined) return saveRecord(g, format);
    try {
        await (await import('../game_list/kept_games.js')).exportKept(g, format, nameIn);
    } catch (e) {
        toast(String(/** @type {any} */ (e).message ?? e));
    }
}

/** Which format? @param {SavedEntry} g */
function openExport(g) {
    openDialog({
        title: 'act.save', test: 'export',
        body: [h('div', { class: 'pick' }, formatsFor({ name: g.variant, dialect: g.dialect }).map((f) => h('button', { type: 'button', class: 'btn', test: `export-${f}`, on: { click: () => void save(g, f) } }, f.toUpperCase())))],
    });
}

/** All that are shown, in one file. @param {SavedEntry[]} games */
function openExportAll(games) {
    openDialog({
        title: 'games.exportAll', test: 'export-all',
        body: [h('p', { class: 'soft', t: 'games.exportAllHelp' }), h('div', { class: 'pick' }, ['pgn', 'json'].map((f) => h('button', { type: 'button', class: 'btn', test: `export-all-${f}`, on: { click: async () => {
            const left = await (await import('../game_list/kept_games.js')).exportAll(games, f, nameIn);
            if (left) toast(t('games.leftOut', { n: left }));
        } } }, f.toUpperCase())))],
    });
}

/** @param {HTMLElement} root */
export async function open(root) {
    loadStyle();
    await addWords('study');
    const query = { text: '', result: '', position: '' };
    /** Those that have the position. @type {Set<string>|null} */
    let among = null;
    let asked = 0;
    /** @type {SavedEntry[]} */
    let games = [];
    /** What openings are called, as far as that is known. @type {Map<string, import('../core/types.js').Bilingual>} */
    let openings = new Map();
    const bar = searchBar(query, { onWords: () => show(), onPosition: () => void look() });
    const list = h('ul', { class: 'game-list', test: 'games' });
    const none = h('p', { class: 'soft', t: 'games.none', test: 'games-none' });
    const count = h('p', { class: 'soft', role: 'status', test: 'games-count' });
    const all = button({ class: 'btn', icon: 'save', t: 'games.exportAll', test: 'games-export-all' }, () => openExportAll(shown()));
    const account = h('p', { class: 'soft', role: 'status', test: 'games-sync', hidden: true });
    const tools = h('div', { class: 'rows tight' }, bar.el, bar.wrong, h('div', { class: 'more-head' }, count, all));
    root.append(h('div', { class: 'page' }, h('h1', { t: 'games.title' }), h('p', { class: 'soft', t: 'games.lead' }), account, none, tools, list));

    /** Those that fit what is searched for. */
    function shown() {
        const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
        return games.filter((g) => {
            const text = [...g.title, nameIn(g, 0), nameIn(g, 1), g.name ?? '', g.variant, resultOf(g), day(g.changed), ...openings.get(g.id) ?? []].join('\n').toLowerCase();
            return (!among || among.has(g.id)) && (!query.result || g.result === query.result) && words.every((w) => text.includes(w));
        });
    }

    async function look() {
        const mine = ++asked;
        bar.wrong.textContent = '';
        const text = query.position.trim();
        /** @type {Set<string>|null} */
        let found = null;
        try {
            if (text) found = await (await import('../game_list/kept_games.js')).havingPosition(games, text);
        } catch (e) {
            if (mine === asked) bar.wrong.textContent = String(/** @type {any} */ (e).message ?? e);
            found = new Set();
        }
        if (mine !== asked) return;
        among = found;
        show();
    }

    function show() {
        const some = shown();
        tools.hidden = games.length === 0;
        count.textContent = some.length === games.length ? t('open.count', { n: games.length }) : t('open.countOf', { n: some.length, all: games.length });
        fill(list, ...some.map(row));
    }

    /** @param {SavedEntry} g */
    function row(g) {
        const names = g.name || [0, 1].map((side) => nameIn(g, side)).join(' – ');
        const analysable = g.over || !g.hash;
        return h('li', { class: 'game-row', test: 'game-row', 'data-id': g.id, 'data-over': String(g.over) },
            thumbnail(g.variant, g.position, g.yaml),
            h('div', { class: 'game-what' }, h('strong', null, pick(g.title)), h('span', null, names), h('span', { class: 'soft small' }, `${day(g.changed)} · ${resultOf(g)}`),
                h('span', { class: 'soft small', test: 'game-opening' }, pick(openings.get(g.id)))),
            h('div', { class: 'game-do' },
                h('a', { class: 'btn main', href: g.study ? `#/analysis/${g.id}` : g.hash ?? `#/games/${g.id}`, t: g.over ? 'games.open' : 'games.goOn', test: 'game-open' }),
                g.study || !analysable ? null : h('a', { class: 'btn bare square', href: `#/analysis/${g.id}`, icon: 'search', label: 'games.analyse', test: 'game-analyse' }),
                button({ class: 'btn bare square', icon: 'save', label: 'act.save', test: 'game-export' }, () => openExport(g)),
                button({ class: 'btn bare square', icon: 'trash', label: 'games.delete', test: 'game-delete' }, () => void remove(g))));
    }

    /** @param {SavedEntry} g */
    async function remove(g) {
        await removeGame(g.id);
        await draw();
        toast(t('games.deleted'), { t: 'act.undo', test: 'undo', click: async () => {
            await storeGame(g);
            await draw();
        } });
    }

    async function draw() {
        games = await loadGames();
        none.hidden = games.length > 0;
        show();
        void nameOpenings();
    }

    /** A worker finds the names, behind the list. */
    async function nameOpenings() {
        const named = games;
        if (!named.some((g) => NAMED.includes(g.variant))) return;
        const found = await (await import('../game_list/kept_games.js')).keptOpenings(named).catch(() => null);
        if (!found || named !== games || !root.isConnected) return;
        openings = found;
        for (const el of list.querySelectorAll('[data-test=game-opening]')) {
            const id = /** @type {HTMLElement} */ (el.closest('[data-id]')).dataset.id ?? '';
            el.textContent = pick(openings.get(id));
        }
        if (query.text) show();
    }

    /** How the games stand with the account, and whether some came from there. */
    const sync = await followAccount();

    async function followAccount() {
        if (!wasLoggedIn()) return null;
        const { onSync, syncNow, syncState } = await import('../archive/sync.js');
        const showState = () => {
            const state = syncState();
            account.hidden = state === 'off';
            account.dataset.state = state;
            if (state !== 'off') account.textContent = t(`sync.${state}`);
        };
        const stop = onSync((games) => {
            showState();
            if (games) void draw();
        });
        showState();
        void import('../net/server.js').then((server) => server.getAccount()).then(() => syncNow()).catch(() => undefined);
        const again = setInterval(() => document.visibilityState === 'visible' && void syncNow(), LOOK);
        return { showState, stop() {
            stop();
            clearInterval(again);
        } };
    }

    await recoverSlot();
    await draw();
    return {
        relabel() {
            sync?.showState();
            void draw();
        },
        close() {
            sync?.stop();
            bar.close();
        },
    };
}
