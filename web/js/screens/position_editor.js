// SPDX-License-Identifier: MIT
// The position editor: any board of any game, put together piece by piece.
//
//     #/setup?game=shogi&position=SFEN
//
// Handles: editor (data-sound, data-position), tool-move, tool-erase, tool-PIECE, editor-turn-0, editor-turn-1, editor-preset,
// editor-text, editor-wrong, editor-defects, hand-SIDE-KIND-more, hand-SIDE-KIND-less, castling-SQUARE, editor-ep,
// editor-quiet, editor-number, editor-flip, editor-mirror, editor-swap, editor-clear, editor-rest,
// play-computer, play-friend, play-link, editor-solve, editor-analyse, copy-position, save-svg, save-png.
import { fill, h } from '../dom.js';
import { sharedCore } from '../core/shared_core.js';
import { PositionEditor } from '../core/editor.js';
import { boardOptions } from '../game/board_options.js';
import { pieceName } from '../board/labels.js';
import { lang, onLang, pick, t } from '../words/words.js';
import { announce, boardIn, gameSelect, loadParts, rulesByName, togglesKeyboard } from '../training/screen_parts.js';
import { paletteView } from '../training/palette.js';
import { actionsView } from '../training/editor_actions.js';
import { fieldsView } from '../training/editor_fields.js';

/** @typedef {import('../core/editor.js').EditorView} EditorView */

/** @param {HTMLElement} root @param {string[]} _params @param {URLSearchParams} query */
export async function open(root, _params, query) {
    await loadParts();
    const name = query.get('game') ?? 'chess';
    /** @type {import('../core/rules.js').Rules} */
    let rules;
    const core = await sharedCore();
    try {
        await rulesByName(name);
        rules = await core.openForEditing(name);
    } catch (e) {
        (await import('./not_found.js')).showNotFound(root, String(/** @type {any} */ (e).message ?? e));
        return;
    }
    const editor = new PositionEditor(rules);
    const refused = editor.load(query.get('position') || 'startpos');
    if (refused) {
        editor.load('startpos');
        (await import('./not_found.js')).showNotFound(root, pick(refused.text));
        editor.close();
        return;
    }
    let flipped = false;
    /** @type {EditorView} */
    let view = editor.view();
    const { board, box } = boardIn(rules, flipped);
    const palette = paletteView(rules, () => applyTool());
    const fields = fieldsView(rules, editor, change);
    const actions = actionsView({ rules, view: () => view, flipped: () => flipped, board });
    const defects = h('ul', { class: 't-defects', test: 'editor-defects', 'aria-live': 'polite' });
    const text = h('input', { type: 'text', id: 'editor-text', name: 'position', test: 'editor-text', spellcheck: false, autocomplete: 'off', autocapitalize: 'off', 'aria-describedby': 'editor-wrong', on: { change: () => read(text.value) } });
    const wrong = h('p', { class: 'wrong', id: 'editor-wrong', role: 'alert', test: 'editor-wrong' });
    const gameField = await gameSelect(name, (n) => {
        location.hash = `#/setup?game=${encodeURIComponent(n)}`;
    });
    const tools = h('div', { class: 't-row' },
        tool('flip', 'editor.flip', 'editor-flip', () => {
            flipped = !flipped;
            board.options = /** @type {any} */ (boardOptions(rules, flipped));
            palette.turn(flipped);
        }),
        tool('mirror', 'editor.mirror', 'editor-mirror', () => change(() => editor.do('mirror')), () => view.mirrors),
        tool('again', 'editor.swap', 'editor-swap', () => change(() => editor.do('swap')), () => view.swaps),
        tool('trash', 'editor.clear', 'editor-clear', () => change(() => editor.do('clear'))));
    const el = h('div', { class: 't-screen', test: 'editor' },
        h('div', { class: 't-main' }, h('h1', { class: 't-title', t: 'editor.title' }), box, palette.el),
        h('div', { class: 't-panel' },
            h('div', { class: 't-state', role: 'status' }, defects),
            tools, gameField, fields.el,
            h('div', { class: 'field' }, h('label', { for: 'editor-text', t: rules.dialect === 'usi' ? 'new.sfen' : 'new.fen' }), text, wrong),
            actions.el));
    root.append(el);
    board.freeHand = { carries: true, press, move };
    board.addEventListener('keydown', onKey);
    document.addEventListener('keydown', onToggle);

    /** @param {string} icon @param {import('../dom.js').Key} key @param {string} test @param {() => void} click @param {() => boolean} [may] */
    function tool(icon, key, test, click, may) {
        const b = h('button', { type: 'button', class: 'btn', icon, t: key, test, on: { click } });
        if (may && !may()) b.disabled = true;
        return b;
    }

    function applyTool() {
        if (board.freeHand) board.freeHand = { carries: palette.tool() === 'move', press, move };
        board.select(null);
    }

    /** A press on a square with a piece or the eraser in hand; the same piece again takes it away. @param {number} sq */
    function press(sq) {
        const chosen = palette.tool();
        const piece = chosen === 'erase' ? 0 : Number(chosen);
        const next = view.board[sq] === piece ? 0 : piece;
        change(() => editor.put(sq, next));
        announce(next ? pieceName(rules, next, lang()) : t('board.empty'));
    }

    /** @param {number} from @param {number} to -1: off the board */
    function move(from, to) {
        const piece = view.board[from];
        change(() => {
            editor.put(from, 0);
            if (to >= 0) editor.put(to, piece);
        });
    }

    /** @param {KeyboardEvent} e */
    function onToggle(e) {
        if (!e.defaultPrevented) togglesKeyboard(board, e);
    }

    /** Delete takes the piece of the focused square away. @param {KeyboardEvent} e */
    function onKey(e) {
        const at = /** @type {HTMLElement} */ (e.target);
        if ((e.key !== 'Delete' && e.key !== 'Backspace') || at.dataset.sq === undefined) return;
        e.preventDefault();
        change(() => editor.put(Number(at.dataset.sq), 0));
        announce(t('board.empty'));
    }

    /** Read a position from its text. @param {string} s */
    function read(s) {
        const no = editor.load(s.trim());
        wrong.textContent = no ? pick(no.text) : '';
        text.setAttribute('aria-invalid', String(!!no));
        if (!no) change(() => undefined);
    }

    /** Do something to the position, then show it. @param {() => void} what */
    function change(what) {
        what();
        view = editor.view();
        draw();
    }

    function draw() {
        el.dataset.sound = String(view.sound);
        el.dataset.position = view.position;
        board.show(/** @type {any} */ ({ ...view, last: null, lasts: [], moves: [], royalsInCheck: [] }), { animate: false, movable: 'none' });
        if (document.activeElement !== text) text.value = view.position;
        history.replaceState(null, '', `#/setup?${new URLSearchParams({ game: rules.name, position: view.position })}`);
        fill(defects, ...(view.defects.length ? view.defects.map((d) => h('li', { class: d.hard ? 'bad' : '', 'data-defect': d.word }, pick(d.text)))
            : [h('li', { class: 'good' }, pick(view.over) ? t('editor.over', { how: pick(view.over) }) : t('editor.sound'))]));
        fields.show(view);
        actions.show(view);
    }
    const unlisten = onLang(() => palette.relabel());
    draw();
    return {
        close() {
            unlisten();
            document.removeEventListener('keydown', onToggle);
            editor.close();
        },
        relabel: draw,
    };
}
