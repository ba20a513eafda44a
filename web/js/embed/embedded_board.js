// SPDX-License-Identifier: MIT
// The board in a frame on a page of another site (web/embed/board.js): a position, or a game to step through. The parts behind '#' are
// those of links to the analysis board, with orientation (first, second) and lang.
//
// Handles: embed (data-ply), embed-wrong; buttons data-do: first, prev, next, last, analyse.
import { loadRules, sharedCore } from '../core/shared_core.js';
import { Game } from '../core/game.js';
import { button, h } from '../dom.js';
import { boardOptions } from '../game/board_options.js';
import { applyTheme } from '../settings.js';
import { queryOf } from '../study/link_query.js';
import { addWords, pick, preferredLang, setLang, t } from '../words/words.js';
import '../board/board.js';

/** @typedef {{rules: import('../core/rules.js').Rules, plies: number, view: (ply: number) => any, release: () => void}} Shown */

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
/** @type {Shown|null} */
let shown = null;
let loads = 0;
/** What keys do. @type {(key: string) => boolean} */
let onKey = () => false;

/** A position and moves in coordinates need the small module alone. @param {URLSearchParams} q @returns {Promise<Shown>} */
async function shownGame(q) {
    const name = q.get('variant') ?? (q.has('sfen') ? 'shogi' : 'chess');
    if (!(await (await sharedCore()).variants()).some((v) => v.name === name)) throw new Error(t('missing.game', { name }));
    const rules = await loadRules(name);
    const start = q.get('fen') ?? q.get('sfen') ?? '';
    const game = rules.newGame({ start });
    if (!(game instanceof Game)) throw new Error(pick(/** @type {any} */ (game).text) || game.error);
    const moves = (q.get('moves') ?? '').split(/[\s,_]+/).filter(Boolean);
    const count = game.setMoves(moves, start);
    if (count < moves.length) throw new Error(`${moves[count]}: ${t('study.illegal')}`);
    return { rules, plies: count, view: (ply) => game.view(ply), release: () => game.release() };
}

/** Records are read by the module that has them. @param {URLSearchParams} q @returns {Promise<Shown>} */
async function shownRecord(q) {
    const { studyOfQuery } = await import('../study/open_study.js');
    const study = await studyOfQuery(q);
    const line = [0, ...study.mainLine().filter((id) => study.node(id).kind !== 'end')];
    return { rules: study.rules, plies: line.length - 1, view: (ply) => study.view(line[ply]), release: () => study.release() };
}

/** @param {Shown} s @param {URLSearchParams} q */
function show(s, q) {
    const asked = q.has('ply') ? Number(q.get('ply')) : s.plies;
    let at = Math.max(0, Math.min(s.plies, Number.isFinite(asked) ? Math.trunc(asked) : s.plies));
    const board = /** @type {any} */ (document.createElement('bm-board'));
    const tool = (/** @type {string} */ act, /** @type {string} */ icon, /** @type {import('../words/words.js').Key} */ key, /** @type {() => number} */ to) =>
        button({ class: 'btn bare square', icon, label: key, 'data-do': act }, () => go(to()));
    const tools = [tool('first', 'first', 'act.first', () => 0), tool('prev', 'back', 'act.prev', () => at - 1),
        tool('next', 'next', 'act.next', () => at + 1), tool('last', 'last', 'act.last', () => s.plies)];
    const analyse = h('a', { class: 'btn bare square', href: `../#/analysis${location.hash.slice(1)}`, target: '_blank', rel: 'noopener', icon: 'search', label: 'games.analyse', 'data-do': 'analyse' });
    const el = h('div', { class: 'embed-nav', test: 'embed' }, s.plies ? tools : [], analyse);
    main.replaceChildren(board, el);

    /** @param {number} ply @param {boolean} [animate] */
    function go(ply, animate = true) {
        at = Math.max(0, Math.min(s.plies, ply));
        el.dataset.ply = String(at);
        const view = s.view(at);
        if (view) board.show(view, { animate });
        tools[0].disabled = tools[1].disabled = at === 0;
        tools[2].disabled = tools[3].disabled = at === s.plies;
    }
    onKey = (key) => {
        const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: s.plies }[key];
        if (to === undefined || !s.plies) return false;
        go(to);
        return true;
    };
    board.rules = s.rules;
    board.options = boardOptions(s.rules, q.get('orientation') === 'second');
    go(at, false);
}

async function load() {
    const mine = ++loads;
    const q = queryOf(location.hash);
    const wanted = q.get('lang');
    await setLang(wanted === 'en' || wanted === 'ja' ? wanted : preferredLang());
    await addWords('study');
    /** @type {Shown|null} */
    let next = null;
    let why = '';
    try {
        next = await (['pgn', 'kif', 'record'].some((k) => q.has(k)) ? shownRecord(q) : shownGame(q));
    } catch (e) {
        why = /** @type {any} */ (e).say?.() ?? String(/** @type {any} */ (e).message ?? e);
    }
    if (mine !== loads) return next?.release();
    shown?.release();
    shown = next;
    onKey = () => false;
    if (next) show(next, q);
    else main.replaceChildren(h('p', { class: 'wrong', role: 'alert', test: 'embed-wrong' }, why));
}

applyTheme();
addEventListener('hashchange', () => void load());
addEventListener('keydown', (e) => {
    if (!e.defaultPrevented && onKey(e.key)) e.preventDefault();
});
void load();
