// SPDX-License-Identifier: MIT
// The box of pieces: what a press on a square does. A group of radio buttons, so that it works by keys.
import { h } from '../dom.js';
import { element, svgCopy } from '../board/dom.js';
import { loadArt, pieceSvg, rotates } from '../board/piece_art.js';
import { kindName, pieceName } from '../board/labels.js';
import { pieceSet } from '../game/board_options.js';
import { lang, t } from '../words/words.js';

/** @typedef {import('../core/rules.js').Rules} Rules */

/** @param {Rules} rules @param {() => void} onChange */
export function paletteView(rules, onChange) {
    let chosen = 'move';
    const set = pieceSet(rules);
    /** @type {{input: HTMLInputElement, piece: number, art: HTMLElement}[]} */
    const pieces = [];

    /** @param {string} value @param {HTMLElement} face */
    function option(value, face) {
        const input = h('input', { type: 'radio', name: 'tool', value, test: `tool-${value}`, checked: value === chosen, on: { change: () => {
            chosen = value;
            onChange();
        } } });
        return { input, el: h('label', { class: 't-tool' }, input, face) };
    }

    /** @param {number} kind @param {number} side */
    function pieceOption(kind, side) {
        const piece = (kind + 1) | (side << 7);
        const art = element('span', 'face t-art');
        const { input, el } = option(String(piece), art);
        pieces.push({ input, piece, art });
        return el;
    }

    const kinds = rules.kinds.flatMap((k) => (k ? [k] : []));
    const neutral = kinds.filter((k) => k.neutral);
    const rows = [0, 1].map((side) => h('div', { class: 't-pieces' }, kinds.filter((k) => !k.neutral).map((k) => pieceOption(k.kind, side))));
    const move = option('move', h('span', { class: 'face', t: 'editor.move' }));
    const erase = option('erase', h('span', { class: 'face', t: 'editor.erase' }));
    const el = h('fieldset', { class: 't-palette', test: 'palette' }, h('legend', { class: 'unseen', t: 'editor.tools' }),
        rows[1], rows[0], h('div', { class: 't-pieces' }, move.el, erase.el, neutral.map((k) => pieceOption(k.kind, 0))));
    void loadArt(set, rules).then(() => {
        for (const p of pieces) {
            const text = pieceSvg(set, rules, (p.piece & 127) - 1, p.piece >> 7);
            if (text) p.art.replaceChildren(svgCopy(text));
        }
    });

    function relabel() {
        for (const p of pieces) {
            const kind = rules.kinds[(p.piece & 127) - 1];
            const name = kind?.neutral ? kindName(rules, kind.kind, lang()) : pieceName(rules, p.piece, lang());
            p.input.setAttribute('aria-label', t('editor.put', { piece: name }));
            /** @type {HTMLElement} */ (p.input.parentElement).title = name;
        }
    }

    /** Pieces point as they do on the board. @param {boolean} flipped */
    function turn(flipped) {
        for (const p of pieces) p.art.classList.toggle('bm-turned', rotates(rules) && p.piece >> 7 !== (flipped ? 1 : 0));
        el.classList.toggle('flipped', flipped);
    }
    relabel();
    turn(false);
    return { el, relabel, turn, /** 'move', 'erase' or a piece. */ tool: () => chosen };
}
