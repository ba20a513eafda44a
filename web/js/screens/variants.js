// SPDX-License-Identifier: MIT
// The list of variants with a search field, and the rules page of each variant.
//
// Handles: variants-search, variant-NAME in the list, variant-play, variant-own, yaml, yaml-file,
// yaml-play, issues as [data-line][data-column].
import { button, fill, h } from '../dom.js';
import { aboutText, loadRules, sharedCore } from '../core/shared_core.js';
import { paragraph, pick, t } from '../words/words.js';
import { thumbnail } from '../board/thumbnail.js';
import { pieceTable, sentences } from '../game/rules_view.js';

/** @typedef {import('../core/types.js').VariantEntry} Entry */

/** One game. @param {HTMLElement} root @param {string} name */
async function openOne(root, name) {
    const rules = await loadRules(name);
    const about = await aboutText(rules);
    document.title = `${pick(rules.title)} · banmen`;
    const draw = () => fill(root, h('div', { class: 'page' },
        h('a', { class: 'btn bare', href: '#/variants', icon: 'back', t: 'variant.all' }),
        h('div', { class: 'variant-head' }, thumbnail(name), h('div', { class: 'rows' }, h('h1', null, pick(rules.title)), h('p', { class: 'about' }, paragraph(about)),
            h('div', null, button({ class: 'btn main', icon: 'play', t: 'variant.play', test: 'variant-play' }, async () => (await import('../dialogs/new_game.js')).newGame({ game: name }))))),
        h('h2', { t: 'variant.rules' }), sentences(rules), h('h2', { t: 'variant.pieces' }), pieceTable(rules), h('p', { class: 'soft small', t: 'variant.betza' })));
    draw();
    return { relabel: draw };
}

/** @param {HTMLElement} root @param {string[]} params */
export async function open(root, params) {
    if (params[0] === 'edit') return (await import('./variant_editor.js')).openEditor(root);
    if (params[0]) {
        try {
            return await openOne(root, params[0]);
        } catch {
            (await import('./not_found.js')).showNotFound(root, t('missing.game', { name: params[0] }));
            return;
        }
    }
    /** @type {Entry[]} */
    const all = await (await sharedCore()).variants();
    const list = h('ul', { class: 'variant-list', test: 'variant-list' });
    const none = h('p', { class: 'soft', t: 'variant.none', hidden: true, role: 'status' });
    const search = h('input', { type: 'search', id: 'variants-search', test: 'variants-search', label: 'variant.search', hint: 'variant.search', on: { input: () => filter() } });
    /** @type {{entry: Entry, el: HTMLElement, text: string}[]} */
    let rows = [];
    function draw() {
        rows = [...all].sort((a, b) => order(a) - order(b) || pick(a.title).localeCompare(pick(b.title))).map((entry) => ({
            entry, text: `${entry.name} ${entry.title.join(' ')}`.toLowerCase(),
            el: h('li', null, h('a', { class: 'card small', href: `#/variants/${entry.name}`, test: `variant-${entry.name}` }, thumbnail(entry.name), h('span', { class: 'card-name' }, pick(entry.title)))),
        }));
        fill(list, ...rows.map((r) => r.el));
        filter();
    }
    /** What the descriptions say, read when a search begins. @type {Promise<void>|null} */
    let reading = null;
    /** @type {Map<string, string>} */
    const abouts = new Map();
    async function readAbouts() {
        const core = await sharedCore();
        for (const { name } of all) {
            abouts.set(name, (await core.about(name)).join(' ').replace(/\s+/g, ' ').toLowerCase());
            // Typing goes on between two games.
            await new Promise((resolve) => setTimeout(resolve));
        }
        filter();
    }
    function filter() {
        if (search.value.trim()) reading ??= readAbouts().catch(() => void (reading = null));
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        let n = 0;
        for (const r of rows) {
            r.el.hidden = !words.every((w) => r.text.includes(w) || abouts.get(r.entry.name)?.includes(w));
            if (!r.el.hidden) n++;
        }
        none.hidden = n > 0;
    }
    root.append(h('div', { class: 'page' }, h('h1', { t: 'variant.title' }), h('p', { class: 'soft', t: 'variant.lead' }),
        h('div', { class: 'variant-bar' }, search, h('a', { class: 'btn', href: '#/variants/edit', icon: 'edit', t: 'variant.own', test: 'variant-own' })), none, list));
    draw();
    return { relabel: draw };
}

/** Chess and shogi come first. @param {Entry} v */
function order(v) {
    return v.name === 'chess' ? 0 : v.name === 'shogi' ? 1 : 2;
}
