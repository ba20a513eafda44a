// SPDX-License-Identifier: MIT
// The variant editor: a YAML text, typed, pasted or from a file. Issues are shown at their line
// with a hint; a valid text can be played at once.
import { button, fill, h } from '../dom.js';
import { setCustomRules, sharedCore } from '../core/shared_core.js';
import { paragraph, pick, t } from '../words/words.js';
import { thumbnailOf } from '../board/thumbnail.js';
import { pieceTable, sentences } from '../game/rules_view.js';

/** @typedef {import('../core/rules.js').Rules} Rules */
/** @typedef {import('../core/types.js').Issue} Issue */

const KEY = 'banmen.yaml';
const SAMPLE = `variant: my-chess
title: {en: My chess, ja: 私のチェス}
about:
  en: Chess in which the queens also leap as knights.
  ja: クイーンがナイトの動きもするチェスです。
extends: chess
pieces:
  Q: {move: QN, name: {en: amazon, ja: アマゾン}}
`;

/** @param {HTMLElement} root */
export async function openEditor(root) {
    const core = await sharedCore();
    await core.library();
    const box = h('textarea', { name: 'yaml', id: 'yaml', test: 'yaml', rows: '16', wrap: 'off', spellcheck: false, autocapitalize: 'off', 'aria-describedby': 'yaml-issues', on: { input: () => later() } });
    const numbers = h('pre', { class: 'numbers', 'aria-hidden': 'true' });
    const issues = h('ol', { class: 'issues', id: 'yaml-issues', test: 'issues', 'aria-live': 'polite' });
    const preview = h('div', { class: 'rows' });
    const play = button({ class: 'btn main', icon: 'play', t: 'variant.play', test: 'yaml-play' }, async () => {
        check();
        if (rules) (await import('../dialogs/new_game.js')).newGame({ game: 'own', rules });
    });
    const file = h('input', { type: 'file', id: 'yaml-file', test: 'yaml-file', class: 'unseen', accept: '.yaml,.yml,text/yaml,text/plain', on: { change: async () => {
        const f = file.files?.[0];
        if (f) {
            box.value = await f.text();
            check();
        }
        file.value = '';
    } } });
    box.value = localStorage.getItem(KEY) ?? SAMPLE;
    /** @type {Rules|null} */
    let rules = null;
    /** @type {Issue[]} */
    let found = [];
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let timer;
    function later() {
        clearTimeout(timer);
        timer = setTimeout(check, 250);
        number();
    }

    /** Numbers beside the lines; those with a fault are marked. */
    function number() {
        const bad = new Map(found.map((i) => [i.line, i.severity]));
        fill(numbers, ...box.value.split('\n').map((_, i) => h('span', { class: bad.has(i + 1) ? `bad ${bad.get(i + 1)}` : '' }, `${i + 1}\n`)));
        numbers.scrollTop = box.scrollTop;
    }

    function check() {
        try {
            localStorage.setItem(KEY, box.value);
        } catch {
            // It is kept until the page is closed.
        }
        const r = core.load(box.value);
        rules = r.rules ?? null;
        found = r.issues ?? r.warnings;
        setCustomRules(rules);
        play.disabled = !rules;
        box.setAttribute('aria-invalid', String(!rules));
        draw();
    }

    /** Put the caret where a fault is. @param {Issue} i */
    function goTo(i) {
        const lines = box.value.split('\n');
        const at = lines.slice(0, i.line - 1).reduce((n, l) => n + l.length + 1, 0) + Math.max(0, i.column - 1);
        box.focus();
        box.setSelectionRange(at, i.endColumn ? at + Math.max(1, i.endColumn - i.column) : at + 1);
        box.scrollTop = Math.max(0, (i.line - 5) * (box.scrollHeight / lines.length));
    }

    function draw() {
        number();
        fill(issues, ...found.map((i) => h('li', { class: `issue ${i.severity}`, 'data-line': String(i.line), 'data-column': String(i.column) },
            button({ class: 'btn bare' }, () => goTo(i)).appendChild(h('span', { class: 'at' }, t('yaml.at', { line: i.line, column: i.column }))).parentElement,
            h('div', null, h('div', null, pick(i.text)), h('code', { class: 'there' }, mark(box.value.split('\n')[i.line - 1] ?? '', i)), i.hint ? h('div', { class: 'hint' }, pick(i.help)) : null))));
        issues.hidden = !found.length;
        if (rules) fill(preview, h('h2', null, pick(rules.title) || rules.name), thumbnailOf(rules), h('p', { class: 'about' }, paragraph(rules.about)), sentences(rules), pieceTable(rules));
        else fill(preview);
    }

    /** The line, with a mark below the place. @param {string} line @param {Issue} i */
    function mark(line, i) {
        const from = Math.max(0, i.column - 20);
        return `${line.slice(from, from + 60)}\n${' '.repeat(Math.max(0, i.column - 1 - from))}^`;
    }

    box.addEventListener('scroll', () => (numbers.scrollTop = box.scrollTop));
    root.append(h('div', { class: 'page own' }, h('a', { class: 'btn bare', href: '#/variants', icon: 'back', t: 'variant.all' }), h('h1', { t: 'yaml.title' }), h('p', { class: 'soft', t: 'yaml.lead' }),
        h('div', { class: 'own-cols' },
            h('div', { class: 'rows' },
                h('label', { for: 'yaml', t: 'yaml.text' }), h('div', { class: 'editor' }, numbers, box), issues,
                h('div', { class: 'variant-bar' }, play, h('label', { class: 'btn', for: 'yaml-file', t: 'yaml.file' }), file)),
            preview)));
    root.addEventListener('dragover', (e) => e.preventDefault());
    root.addEventListener('drop', async (e) => {
        const f = e.dataTransfer?.files[0];
        if (!f) return;
        e.preventDefault();
        box.value = await f.text();
        check();
    });
    check();
    return { relabel: draw };
}
