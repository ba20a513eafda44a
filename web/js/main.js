// SPDX-License-Identifier: MIT
// The entry point: language, theme, top bar, router. Routes are in the fragment, so that the
// tokens of links never reach a server's log:
//
//   #/                         home
//   #/play                     the game on this screen (comes back after a reload)
//   #/play/NAME?first=human&second=level-3&clock=5m%2B3&start=FEN
//                              begin one at once; level-N, human; every part may be left out
//   #/games, #/games/ID        all games that were played here, and one of them
//   #/new/NAME                 home, with the dialog for a new game open
//   #/variants, #/variants/NAME, #/variants/edit
//   #/open                     any record: file, paste, address; lists of many games
//   #/analysis, #/analysis/ID, #/analysis?fen=…&variant=…, ?sfen=…, ?pgn=…, ?moves=…, ?game=ID   the analysis board
//   #/s/ID, #/s/ID/KEY        a study that is shared by link: to read, to edit
//   #/setup?game=NAME&position=FEN     the position editor
//   #/solve?game=NAME&position=FEN      the mate solver
//   #/puzzles, #/puzzles/KIND           puzzles
//   #/lobby, #/watch, #/g/ID, #/g/ID/TOKEN    online
//
// Any other route shows screens/not_found.js.
//
// A screen is a module with open(root, params, query); what that gives may have close() and
// relabel(), which is called when the language was switched. <body data-screen> names the screen.
import { button, h } from './dom.js';
import { applyTheme, get, onSetting, set } from './settings.js';
import { lang, onLang, preferredLang, setLang, t } from './words/words.js';
import { settled } from './shell/settled.js';
import { hasServer, wasLoggedIn } from './net/server_check.js';

/** @typedef {{close?: () => void, relabel?: () => void}} Screen */
/** @typedef {{open: (root: HTMLElement, params: string[], query: URLSearchParams) => Promise<Screen|void>|Screen|void}} ScreenModule */

/** @type {Record<string, () => Promise<ScreenModule>>} */
const routes = {
    '': () => import('./screens/home.js'),
    new: () => import('./screens/home.js'),
    play: () => import('./screens/local_game.js'),
    variants: () => import('./screens/variants.js'),
    games: () => (partsOf(location.hash)?.[1] ? import('./screens/local_game.js') : import('./screens/my_games.js')),
    open: () => import('./screens/open.js'),
    analysis: () => import('./screens/analysis.js'),
    s: () => import('./screens/analysis.js'),
    setup: () => import('./screens/position_editor.js'),
    solve: () => import('./screens/mate_solver.js'),
    puzzles: () => import('./screens/puzzles.js'),
    lobby: () => import('./screens/lobby.js'),
    watch: () => import('./screens/watch.js'),
    g: () => import('./screens/online_game.js'),
};

/** Whether there is such a screen. @param {string} name */
export function hasScreen(name) {
    return Object.hasOwn(routes, name);
}

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const bar = /** @type {HTMLElement} */ (document.getElementById('top'));
/** The place of the running games and the account, which come when the screen is there. */
const headerSlot = document.createElement('div');
/** @type {Promise<void>|null} */
let header = null;
/** What is in the bar; a game takes it away. @type {ChildNode[]} */
let barItems = [];
/** @type {Screen|void} */
let screen;
let routeCount = 0;

/** The parts of an address; null: it is not well formed. @param {string} hash @returns {string[]|null} */
function partsOf(hash) {
    try {
        return hash.replace(/^#\/?/, '').split('?')[0].split('/').filter(Boolean).map(decodeURIComponent);
    } catch {
        return null;
    }
}

/** Show what the address says. */
async function route() {
    const thisRoute = ++routeCount;
    const parts = partsOf(location.hash) ?? ['?'];
    const cut = location.hash.indexOf('?');
    const known = parts.length === 0 || Object.hasOwn(routes, parts[0]);
    const name = known ? parts[0] ?? '' : 'missing';
    /** @type {ScreenModule} */
    let module;
    try {
        module = await (known ? routes[name]() : import('./screens/not_found.js'));
    } catch (e) {
        console.error(e);
        if (name !== '' && thisRoute === routeCount) location.hash = '#/';
        return;
    }
    if (thisRoute !== routeCount) return;
    for (const d of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (d).close();
    if (screen && screen.close) screen.close();
    screen = undefined;
    document.body.classList.remove('in-game');
    bar.replaceChildren(...barItems);
    document.body.dataset.screen = name || 'home';
    const root = h('div', { class: `screen ${name || 'home'}` });
    main.replaceChildren(root);
    document.title = 'banmen';
    window.scrollTo(0, 0);
    markNav(name);
    const opened = await module.open(root, parts.slice(1), new URLSearchParams(cut < 0 ? '' : location.hash.slice(cut + 1)));
    if (thisRoute === routeCount) screen = opened;
    else if (opened && opened.close) opened.close();
    if (bar.childElementCount) fillHeader();
    // Keyboard focus starts at the top of the new screen.
    if (thisRoute > 1 && thisRoute === routeCount && !main.contains(document.activeElement) && !document.querySelector('dialog[open]')) main.focus({ preventScroll: true });
}

/** The running games and the account, once, when the bar is first shown. */
function fillHeader() {
    header ??= import('./shell/header.js').then(({ openHeader }) => openHeader(headerSlot));
    header.catch(() => (header = null));
}

/** @param {string} name */
function markNav(name) {
    for (const a of barItems.flatMap((n) => [.../** @type {Element} */ (n).querySelectorAll('a')]))
        if (a.getAttribute('href') === `#/${name}`) a.setAttribute('aria-current', 'page');
        else a.removeAttribute('aria-current');
}

/** The sign: a board of two by two, with a shogi piece's outline. */
function logo() {
    const span = document.createElement('span');
    span.className = 'sign';
    span.innerHTML = '<svg viewBox="0 0 28 28" aria-hidden="true"><rect class="m0" width="28" height="28" rx="6"/><path class="m1" d="M14 4l6 3.2 3 15.8H5l3-15.8z"/></svg>';
    return span.firstChild;
}

function buildBar() {
    const language = button({ class: 'btn bare', test: 'lang', 'data-do': 'lang' }, () => set('lang', lang() === 'en' ? 'ja' : 'en'));
    const name = () => {
        const other = lang() === 'en' ? 'ja' : 'en';
        language.lang = other;
        language.replaceChildren(h('span', { class: 'long' }, other === 'ja' ? '日本語' : 'English'), h('span', { class: 'short', 'aria-hidden': 'true' }, other === 'ja' ? '日' : 'EN'));
        // Begins with what is seen.
        language.setAttribute('aria-label', other === 'ja' ? '日本語' : 'EN, English');
    };
    name();
    onLang(name);
    const nav = h('nav', { label: 'shell.nav' },
        h('a', { href: '#/', t: 'shell.play', test: 'nav-home' }),
        h('a', { href: '#/games', t: 'games.title', test: 'nav-games' }),
        h('a', { href: '#/variants', t: 'shell.variants', test: 'nav-variants' }),
        h('a', { href: '#/puzzles', t: 'shell.puzzles', test: 'nav-puzzles' }));
    headerSlot.className = 'header-slot';
    bar.append(
        h('a', { class: 'brand', href: '#/', test: 'brand', 'aria-label': 'banmen' }, logo(), h('span', { class: 'long' }, 'banmen')), nav, headerSlot, language,
        button({ class: 'btn bare square', icon: 'gear', label: 'settings.title', test: 'settings', 'data-do': 'settings' }, openSettings));
    barItems = [...bar.childNodes];
    void hasServer().then((there) => {
        if (there) nav.append(h('a', { href: '#/lobby', t: 'shell.lobby', test: 'nav-lobby' }), h('a', { href: '#/watch', t: 'shell.watch', test: 'nav-watch' }));
        markNav(document.body.dataset.screen === 'home' ? '' : document.body.dataset.screen ?? '');
    });
}

async function openSettings() {
    (await import('./dialogs/settings.js')).openSettings();
}

/** Keys that work everywhere. @param {KeyboardEvent} e */
async function onKey(e) {
    const at = /** @type {HTMLElement} */ (e.target);
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || at.matches('input:not([type=radio],[type=checkbox]), textarea, select')) return;
    if (e.key === '?' && !document.querySelector('dialog[open]')) {
        e.preventDefault();
        (await import('./dialogs/help.js')).openHelp();
    }
}

async function boot() {
    applyTheme();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
    await setLang(get('lang') || preferredLang());
    onSetting((key) => {
        if (key === 'theme') applyTheme();
        if (key === 'lang') void setLang(get('lang') || preferredLang());
    });
    onLang(() => {
        if (screen && screen.relabel) screen.relabel();
    });
    buildBar();
    const skip = /** @type {HTMLElement} */ (document.getElementById('skip'));
    const nameSkip = () => (skip.textContent = t('shell.skip'));
    nameSkip();
    onLang(nameSkip);
    skip.addEventListener('click', (e) => {
        e.preventDefault();
        main.focus();
    });
    addEventListener('hashchange', route);
    addEventListener('keydown', onKey);
    await route();
    // The games of an account are synchronised when the page is there.
    if (wasLoggedIn()) void settled().then(async () => (await import('./net/server.js')).getAccount().catch(() => undefined));
    if ('serviceWorker' in navigator && location.protocol !== 'file:')
        navigator.serviceWorker.register('sw.js').catch(() => undefined);
}

void boot();
