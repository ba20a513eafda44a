// SPDX-License-Identifier: MIT
// What belongs to a position besides its board: side to move, hands, castling, en passant, counters, and the starts to
// begin from.
import { button, fill, h } from '../dom.js';
import { kindName, sideName, squareName } from '../board/labels.js';
import { choice } from '../dialogs/dialog.js';
import { lang, pick, t } from '../words/words.js';

/** @typedef {import('../core/editor.js').PositionEditor} PositionEditor */
/** @typedef {import('../core/editor.js').EditorView} EditorView */
/** @typedef {import('../core/rules.js').Rules} Rules */

/** @param {Rules} rules @param {PositionEditor} editor @param {(what: () => void) => void} change */
export function fieldsView(rules, editor, change) {
    const turnSlot = h('div');
    const hands = h('div', { class: 't-hands' });
    const castling = h('div', { class: 't-checks' });
    const castlingSet = h('fieldset', { hidden: true }, h('legend', { t: 'editor.castling' }), castling);
    const ep = h('select', { id: 'editor-ep', name: 'ep', test: 'editor-ep', on: { change: () => change(() => editor.set('ep', Number(ep.value))) } });
    const epField = h('div', { class: 'field', hidden: true }, h('label', { for: 'editor-ep', t: 'editor.ep' }), ep);
    const quiet = number('quiet', 'editor.quiet');
    const count = number('number', 'editor.number');
    const checks = [number('checks0', 'editor.checks'), number('checks1', 'editor.checks')];
    const preset = h('select', { id: 'editor-preset', name: 'preset', test: 'editor-preset', on: { change: () => begin(preset.value) } });
    const rest = button({ class: 'btn', t: 'editor.rest', test: 'editor-rest' }, () => change(() => editor.do('rest')));
    const el = h('div', { class: 'rows' },
        h('div', { class: 'field' }, h('label', { for: 'editor-preset', t: 'editor.preset' }), preset),
        turnSlot, hands, rules.hasHands ? rest : null, castlingSet, epField,
        h('details', { class: 't-more' }, h('summary', { t: 'editor.counters' }),
            h('div', { class: 't-numbers' }, quiet.el, count.el, rules.checksToWin ? checks.map((c) => c.el) : null)));

    /** A number of the position. @param {'quiet'|'number'|'checks0'|'checks1'} what @param {import('../dom.js').Key} label */
    function number(what, label) {
        const input = h('input', { type: 'text', inputmode: 'numeric', id: `editor-${what}`, name: what, test: `editor-${what}`, autocomplete: 'off', on: { change: () => {
            const n = Number(input.value);
            if (Number.isInteger(n) && n >= 0 && n < 10000) change(() => editor.set(what, n));
            else input.setAttribute('aria-invalid', 'true');
        } } });
        const caption = h('label', { for: `editor-${what}`, t: label });
        return { el: h('div', { class: 'field' }, caption, input), input, caption };
    }

    /** @param {string} value a start's number, 'empty' or 'tsume' */
    function begin(value) {
        change(() => {
            if (value === 'empty') editor.do('clear');
            else if (value === 'tsume') editor.do('tsume');
            else if (value !== '') editor.load(rules.starts[Number(value)].text);
        });
        preset.value = '';
    }

    function drawPresets() {
        fill(preset, h('option', { value: '', t: 'editor.presetNone' }), ...rules.starts.map((s, i) => h('option', { value: String(i) }, pick(s.title) || s.name)),
            h('option', { value: 'empty', t: 'editor.empty' }), rules.hasHands && rules.dialect === 'usi' ? h('option', { value: 'tsume', t: 'editor.tsume' }) : null);
    }

    /** @param {EditorView} view */
    function drawTurn(view) {
        const had = turnSlot.contains(document.activeElement);
        fill(turnSlot, choice({
            name: 'editor-turn', legend: 'editor.turn', value: String(view.turn), onChange: (v) => change(() => editor.set('turn', Number(v))),
            choices: [0, 1].map((side) => ({ value: String(side), text: sideName(rules, side, lang()) })),
        }));
        if (had) /** @type {HTMLElement|null} */ (turnSlot.querySelector('input:checked'))?.focus();
    }

    /** Buttons that add and take away pieces in hand. @param {EditorView} view @param {number} side */
    function handOf(view, side) {
        const title = t('board.hand', { side: sideName(rules, side, lang()) });
        return h('details', { class: 't-more', open: /** @type {HTMLDetailsElement|null} */ (hands.children[1 - side])?.open ?? false }, h('summary', null, `${title}: ${view.hands[side].reduce((a, b) => a + b, 0)}`),
            h('div', { class: 't-hand' }, view.handKinds.map((kind) => {
                const n = view.hands[side][kind];
                const piece = kindName(rules, kind, lang());
                return h('div', { class: 't-count' }, h('span', null, piece),
                    step(`hand-${side}-${kind}-less`, '−', t('editor.less', { piece }), n === 0, () => editor.hand(side, kind, n - 1)),
                    h('output', null, String(n)),
                    step(`hand-${side}-${kind}-more`, '+', t('editor.more', { piece }), n >= 40, () => editor.hand(side, kind, n + 1)));
            })));
    }

    /** @param {string} test @param {string} face @param {string} label @param {boolean} disabled @param {() => void} act */
    function step(test, face, label, disabled, act) {
        return h('button', { type: 'button', class: 'btn square', test, disabled, 'aria-label': label, on: { click: () => {
            change(act);
            /** @type {HTMLElement|null} */ (el.querySelector(`[data-test="${test}"]`))?.focus();
        } } }, face);
    }

    /** @param {EditorView} view */
    function drawHands(view) {
        hands.hidden = !view.handKinds.length;
        if (view.handKinds.length) fill(hands, handOf(view, 1), handOf(view, 0));
    }

    /** @param {EditorView} view */
    function drawRights(view) {
        castlingSet.hidden = !view.castling.length;
        const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset.test;
        fill(castling, ...view.castling.map(({ sq, on }) => {
            const name = squareName(rules, sq, lang());
            return h('label', { class: 't-check' }, h('input', { type: 'checkbox', name: `castling-${name}`, test: `castling-${name}`, checked: on, on: { change: () => change(() => editor.set('castling', sq)) } }),
                h('span', null, t('editor.castlingWith', { square: name })));
        }));
        if (focused?.startsWith('castling-')) /** @type {HTMLElement|null} */ (castling.querySelector(`[data-test="${focused}"]`))?.focus();
        epField.hidden = !view.ep.length && view.epNow < 0;
        fill(ep, h('option', { value: '-1', t: 'editor.epNone' }), ...view.ep.map((sq) => h('option', { value: String(sq) }, squareName(rules, sq, lang()))));
        ep.value = String(view.epNow);
    }

    /** @param {EditorView} view */
    function show(view) {
        drawPresets();
        drawTurn(view);
        drawHands(view);
        drawRights(view);
        for (const [field, value] of /** @type {const} */ ([[quiet, view.quiet], [count, view.number], [checks[0], view.checks[0]], [checks[1], view.checks[1]]])) {
            field.input.value = String(value);
            field.input.removeAttribute('aria-invalid');
        }
        checks.forEach((c, side) => (c.caption.textContent = t('editor.checks', { side: sideName(rules, side, lang()) })));
    }
    return { el, show };
}
