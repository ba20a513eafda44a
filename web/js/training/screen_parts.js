// SPDX-License-Identifier: MIT
// What the screens for studying positions share: their words and style sheet, a board in a box, texts that are copied.
import { h } from '../dom.js';
import { loadRules, sharedCore } from '../core/shared_core.js';
import { toast } from '../dialogs/dialog.js';
import { boardOptions } from '../game/board_options.js';
import { addWords, pick, t } from '../words/words.js';
import '../board/board.js';

/** @typedef {import('../core/rules.js').Rules} Rules */
/** @typedef {import('../words/words.js').Key} Key */

/** Load what only these screens need. */
export async function loadParts() {
    if (!document.querySelector('link[href="css/training.css"]')) {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = 'css/training.css';
        const loaded = new Promise((resolve) => {
            link.onload = link.onerror = resolve;
        });
        document.head.append(link);
        await loaded;
    }
    await addWords('training');
}

/** A board that fills its box. @param {Rules} rules @param {boolean} flipped */
export function boardIn(rules, flipped) {
    const board = /** @type {import('../board/board.js').BmBoard} */ (document.createElement('bm-board'));
    board.options = /** @type {any} */ (boardOptions(rules, flipped));
    board.rules = rules;
    const box = h('div', { class: 't-board', test: 'board-box' }, board);
    box.classList.toggle('with-hands', rules.hasHands);
    return { board, box };
}

/** `k` turns the keyboard mode of the board on and off, as in a game. @param {import('../board/board.js').BmBoard} board @param {KeyboardEvent} e @returns {boolean} */
export function togglesKeyboard(board, e) {
    const at = /** @type {HTMLElement} */ (e.target);
    if (e.key !== 'k' || e.ctrlKey || e.metaKey || e.altKey || at.matches('input[type=text], select, textarea')) return false;
    board.setKeyboard(!board.keyboard);
    e.preventDefault();
    return true;
}

/** The link of a screen about a position. @param {string} screen @param {Rules} rules @param {string} position */
export function positionLink(screen, rules, position) {
    return `#/${screen}?${new URLSearchParams({ game: rules.name, position })}`;
}

/** @param {string} text */
export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // No permission: by a field that is selected.
        const field = h('textarea', { class: 'unseen' });
        field.value = text;
        document.body.append(field);
        field.select();
        document.execCommand('copy');
        field.remove();
    }
    toast(t('training.copied'));
}

/** Offer a file. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
    const url = URL.createObjectURL(blob);
    const a = h('a', { href: url, download: name });
    document.body.append(a);
    a.click();
    a.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** A select of all games. @param {string} name of the one that is chosen @param {(name: string) => void} onChange */
export async function gameSelect(name, onChange) {
    const all = await (await sharedCore()).variants();
    const first = ['chess', 'shogi'].flatMap((n) => all.filter((v) => v.name === n));
    const rest = all.filter((v) => !first.includes(v)).sort((a, b) => pick(a.title).localeCompare(pick(b.title)));
    const select = h('select', { id: 'training-game', name: 'game', test: 'training-game', on: { change: () => onChange(select.value) } },
        [...first, ...rest].map((v) => h('option', { value: v.name }, pick(v.title))));
    select.value = name;
    return h('div', { class: 'field' }, h('label', { for: 'training-game', t: 'new.game' }), select);
}

/** Rules by the name in an address; an error that can be shown. @param {string} name */
export async function rulesByName(name) {
    if (!(await (await sharedCore()).variants()).some((v) => v.name === name)) throw new Error(t('missing.game', { name }));
    return loadRules(name);
}

/** Announce to screen readers. @param {string} text */
export function announce(text) {
    const live = /** @type {HTMLElement} */ (document.getElementById('live'));
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}
