// SPDX-License-Identifier: MIT
// Open any record: a file, a text that is pasted, something that is dropped. A file of many games becomes a list.
//
// Handles: open-file (the input), open-text, open-go, open-drop, open-wrong, and those of game_list/list_view.js.
import { button, h } from '../dom.js';
import { addWords, lang, pick, t } from '../words/words.js';
import { GameList } from '../game_list/game_list.js';
import { listStyle, listView } from '../game_list/list_view.js';
import { handOver } from '../study/open_study.js';
import { showReports } from '../study/reports.js';
import { loadStyle } from '../study/style.js';

/** The file that was opened last: one comes back to it from its games. @type {{list: GameList, name: string, query: import('../game_list/list_view.js').Query}|null} */
let current = null;

/** Its games. */
export const openedList = () => current?.list ?? null;

/** @param {Uint8Array|string} text @param {import('../study/open_study.js').Handed['list']} [list] */
function openGame(text, list) {
    handOver({ text, list });
    location.hash = '#/analysis';
}

/** @param {HTMLElement} root @param {string[]} _params @param {URLSearchParams} query */
export async function open(root, _params, query) {
    if (['pgn', 'kif', 'fen', 'sfen', 'record', 'moves'].some((k) => query.has(k))) {
        location.replace(`#/analysis${location.hash.slice(location.hash.indexOf('?'))}`);
        return;
    }
    loadStyle();
    await addWords('study');
    const file = h('input', { type: 'file', id: 'open-file', class: 'unseen', test: 'open-file', on: { change: () => file.files?.[0] && void take(file.files[0]) } });
    const text = h('textarea', { rows: '6', test: 'open-text', label: 'open.paste', hint: 'open.pasteHint', spellcheck: false });
    const wrong = h('p', { class: 'wrong', test: 'open-wrong', role: 'alert' });
    const heading = h('h2', { test: 'open-name' });
    const warnings = button({ class: 'btn bare', t: 'report.show', test: 'open-reports', hidden: true }, () => current && showReports(current.list.reports));
    const slot = h('div', { class: 'open-list' });
    const result = h('section', { hidden: true, class: 'rows tight' }, h('div', { class: 'more-head' }, heading, warnings), slot);
    const drop = h('div', { class: 'drop', test: 'open-drop' },
        h('label', { class: 'btn main', for: 'open-file' }, h('span', { t: 'open.choose' })), file, h('p', { class: 'soft', t: 'open.drop' }));
    root.append(h('div', { class: 'page' }, h('h1', { t: 'open.title' }), h('p', { class: 'soft', t: 'open.lead' }), wrong, result,
        h('div', { class: 'open-ways' }, drop,
            h('div', { class: 'rows tight' }, text, h('div', { class: 'pick' },
                button({ class: 'btn', t: 'open.go', test: 'open-go' }, () => text.value.trim() && void take(new File([text.value], ''))),
                h('a', { class: 'btn', href: '#/analysis', t: 'open.empty', test: 'open-empty' }))))));
    /** @type {ReturnType<typeof listView>|null} */
    let view = null;

    /** @param {{list: GameList, name: string, query: import('../game_list/list_view.js').Query}} opened */
    function show(opened) {
        const { list } = opened;
        view?.close();
        result.hidden = false;
        heading.textContent = opened.name || t('open.games');
        view = listView(list, {
            query: opened.query,
            onOpen: (index, found) => void list.game(index).then((bytes) => openGame(bytes, { list, index, found }), (e) => (wrong.textContent = String(e.message ?? e))),
        });
        slot.replaceChildren(view.el);
        warnings.hidden = list.reports.length === 0;
    }

    /** Read a file. One game is opened at once; many are listed as soon as there are two. @param {File} taken */
    async function take(taken) {
        wrong.textContent = '';
        result.hidden = true;
        current?.list.close();
        const list = new GameList();
        const mine = current = { list, name: taken.name, query: { text: '', result: '', position: '' } };
        let listed = false;
        list.addEventListener('change', async () => {
            if (mine !== current || !root.isConnected) return;
            warnings.hidden = list.reports.length === 0;
            if (!listed && list.rows.length > 1) {
                listed = true;
                show(mine);
            }
            if (!list.done) return;
            if (list.error && !list.rows.length) wrong.textContent = pick(list.error);
            else if (!list.rows.length) wrong.textContent = t('open.nothing');
            else if (list.rows.length === 1) {
                const bytes = new Uint8Array(await taken.arrayBuffer());
                current = null;
                list.close();
                openGame(bytes);
            }
        });
        try {
            await list.open(taken, listStyle(lang()));
        } catch (e) {
            wrong.textContent = String(/** @type {any} */ (e).message ?? e);
        }
    }

    /** @param {DragEvent} e */
    const over = (e) => {
        if (!e.dataTransfer?.types.length) return;
        e.preventDefault();
        drop.classList.add('over');
    };
    const out = () => drop.classList.remove('over');
    /** @param {DragEvent} e */
    const dropped = (e) => {
        e.preventDefault();
        out();
        const given = e.dataTransfer?.files[0];
        const said = e.dataTransfer?.getData('text/plain');
        if (given) void take(given);
        else if (said) void take(new File([said], ''));
    };
    /** @param {ClipboardEvent} e */
    const pasted = (e) => {
        if (/** @type {HTMLElement} */ (e.target).matches('input, textarea')) return;
        const given = e.clipboardData?.files[0];
        const said = e.clipboardData?.getData('text/plain');
        if (given) void take(given);
        else if (said) void take(new File([said], ''));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', out);
    addEventListener('drop', dropped);
    addEventListener('paste', pasted);
    if (current) show(current);

    return {
        relabel: () => view?.relabel(),
        close() {
            view?.close();
            removeEventListener('dragover', over);
            removeEventListener('dragleave', out);
            removeEventListener('drop', dropped);
            removeEventListener('paste', pasted);
        },
    };
}
