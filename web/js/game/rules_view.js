// SPDX-License-Identifier: MIT
// The rules of a game as a page: what the library says of it, how it ends, and how its pieces move.
import { fill, h } from '../dom.js';
import { aboutText } from '../core/shared_core.js';
import { openDialog } from '../dialogs/dialog.js';
import { loadArt, pieceSvg } from '../board/piece_art.js';
import { paragraph, pick, t } from '../words/words.js';
import { betzaText } from './betza_text.js';
import { pieceSet } from './board_options.js';

/** @typedef {import('../core/rules.js').Rules} Rules */

/** What kind of a piece it is and how it goes. @param {Rules} rules */
export function pieceTable(rules) {
    const set = pieceSet(rules);
    const body = h('tbody');
    void loadArt(set, rules).then(() => fill(body, ...rules.kinds.map((k) => {
        if (!k) return null;
        const art = h('span', { class: 'art', 'aria-hidden': 'true' });
        art.innerHTML = pieceSvg(set, rules, k.kind, 0) ?? '';
        const to = k.promotes.map((p) => pick(rules.kinds[p]?.name)).filter(Boolean);
        return h('tr', null, h('td', null, art), h('th', { scope: 'row' }, pick(k.name), ' ', h('span', { class: 'soft' }, k.letter)),
            h('td', null, ...moveDescription(k.move), k.royal ? h('div', { class: 'soft', t: 'variant.royal' }) : null, to.length ? h('div', { class: 'soft' }, t('variant.promotes', { to: to.join(' · ') })) : null));
    })));
    return h('table', { class: 'pieces' }, h('thead', null, h('tr', null, h('td'), h('th', { scope: 'col', t: 'variant.piece' }), h('th', { scope: 'col', t: 'variant.move' }))), body);
}

/** In words where there are some, and in letters. @param {string} move */
function moveDescription(move) {
    const words = betzaText(move);
    return [...(words ?? []).map((w) => h('div', null, w)), h('code', { class: words ? 'soft' : '' }, move)];
}

/** How it ends and what is special in it. @param {Rules} rules */
export function sentences(rules) {
    return h('ul', { class: 'sentences' }, rules.sentences.map((s) => h('li', null, pick(s))));
}

/** All of it over the game. @param {Rules} rules */
export async function openRules(rules) {
    const about = h('p', { class: 'about' });
    openDialog({
        title: null, titleText: pick(rules.title), test: 'rules', big: true,
        body: [about, sentences(rules), pieceTable(rules), h('p', { class: 'soft small', t: 'variant.betza' })],
    });
    about.textContent = paragraph(await aboutText(rules));
}
