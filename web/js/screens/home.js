// SPDX-License-Identifier: MIT
// The first screen: the games as pictures of their boards, and the ways to play.
//
// Handles for tests: home-resume, home-play-computer, home-play-friend, home-play-link, home-lobby,
// home-watch (the last three only when a server is there), game-NAME for each picture, home-more.
import { button, h } from '../dom.js';
import { get } from '../settings.js';
import { pick, t } from '../words/words.js';
import { FEATURED, FIRST } from '../core/featured.js';
import { loadRules, sharedCore } from '../core/shared_core.js';
import { hasServer } from '../net/server_check.js';
import { loadGames } from '../game/archive.js';
import { slotGame } from '../game/autosave.js';
import { seatName } from '../game/status_text.js';
import { thumbnail } from '../board/thumbnail.js';

/** @typedef {import('../dialogs/new_game.js').Opponent} Opponent */

/** @param {string} game @param {Opponent} [opponent] */
async function ask(game, opponent) {
    const { newGame } = await import('../dialogs/new_game.js');
    await newGame({ game, opponent });
}

/**
 * A card with the picture of a game's board.
 * @param {string} name @param {string} cls
 */
function card(name, cls) {
    const title = h('span', { class: 'card-name' });
    const el = button({ class: `card ${cls}`, test: `game-${name}`, 'data-game': name }, () => void ask(name));
    el.append(thumbnail(name), title);
    const relabel = () => void sharedCore().then((c) => c.variants()).then((all) => (title.textContent = pick(all.find((v) => v.name === name)?.title) || name));
    relabel();
    return { el, relabel };
}

/** The game to go on with: the one that was left, or the last of those that are kept. @returns {Promise<import('../game/autosave.js').SavedEntry|null>} */
async function unfinished() {
    const slot = slotGame();
    if (slot && !slot.over) return slot;
    return (await loadGames()).find((g) => !g.over && !g.hash) ?? null;
}

/** The way back to it. @param {import('../game/autosave.js').SavedEntry} saved */
function resume(saved) {
    const what = h('span', { class: 'soft' });
    const text = h('span', { class: 'resume-text' }, h('strong', { t: 'home.resume' }), what);
    const relabel = () => (what.textContent = [pick(saved.title), ...[0, 1].map((side) => seatName({ seats: saved.seats, you: saved.you, rules: saved }, side))].join(' · '));
    relabel();
    const a = h('a', { class: 'resume', href: saved.plies ? `#/games/${saved.id}` : '#/play', test: 'home-resume' }, thumbnail(saved.variant, saved.position, saved.yaml), text, h('span', { class: 'go', icon: 'next' }));
    return Object.assign(a, { relabel });
}

/** @param {HTMLElement} root @param {string[]} params */
export async function open(root, params) {
    const big = FIRST.map((n) => card(n, 'big'));
    const small = FEATURED.map((n) => card(n, 'small'));
    const study = h('div', { class: 'ways' },
        h('a', { class: 'btn', icon: 'list', href: '#/games', t: 'games.title', test: 'home-games' }),
        h('a', { class: 'btn', icon: 'save', href: '#/open', t: 'home.open', test: 'home-open' }),
        h('a', { class: 'btn', icon: 'search', href: '#/analysis', t: 'home.analysis', test: 'home-analysis' }),
        h('a', { class: 'btn', icon: 'star', href: '#/puzzles', t: 'shell.puzzles', test: 'home-puzzles' }));
    const ways = h('div', { class: 'ways' },
        button({ class: 'btn main', icon: 'cpu', t: 'home.computer', test: 'home-play-computer' }, () => void ask(get('game'), 'computer')),
        button({ class: 'btn', icon: 'people', t: 'home.friend', test: 'home-play-friend' }, () => void ask(get('game'), 'friend')));
    const side = h('div', { class: 'side' }, ways, study);
    /** @type {ReturnType<typeof resume>|null} */
    let way = null;
    void unfinished().then((saved) => {
        if (saved) side.prepend((way = resume(saved)));
    });
    root.append(
        h('div', { class: 'home-head' }, h('h1', { t: 'home.title' }), h('p', { class: 'soft', t: 'home.lead' })),
        h('section', { class: 'start', 'aria-labelledby': 'h-start' }, h('h2', { class: 'unseen', id: 'h-start', t: 'home.start' }),
            h('div', { class: 'pair' }, big.map((c) => c.el)),
            side),
        h('section', { 'aria-labelledby': 'h-more' },
            h('div', { class: 'more-head' }, h('h2', { id: 'h-more', t: 'home.variants' }), h('a', { class: 'btn bare', href: '#/variants', t: 'home.all', test: 'home-more' })),
            h('div', { class: 'gallery' }, small.map((c) => c.el))));
    void hasServer().then((there) => {
        if (!there) return;
        ways.append(
            button({ class: 'btn', icon: 'link', t: 'home.link', test: 'home-play-link' }, () => void ask(get('game'), 'link')),
            h('a', { class: 'btn', icon: 'hall', t: 'home.lobby', href: '#/lobby', test: 'home-lobby' }),
            h('a', { class: 'btn', icon: 'eye', t: 'home.watch', href: '#/watch', test: 'home-watch' }));
    });
    if (document.body.dataset.screen === 'new' && params[0]) {
        try {
            await loadRules(params[0]);
            void ask(params[0]);
        } catch {
            (await import('./not_found.js')).showNotFound(root, t('missing.game', { name: params[0] }));
            return;
        }
    }
    return {
        relabel() {
            for (const c of [...big, ...small]) c.relabel();
            way?.relabel();
        },
    };
}
