// SPDX-License-Identifier: MIT
// The hands: a tray for each side, a button for each kind of piece with its count.
import { t } from '../words/words.js';
import { familyOf, pieceSvg, rotates } from './piece_art.js';
import { attribute, element, svgCopy, place } from './dom.js';
import { isHandKind } from './layout.js';
import { kindName, sideName } from './labels.js';

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./layout.js').Layout} Layout */

export class Hands {
    /** @param {HTMLElement} frame @param {Rules} rules @param {Options} options @param {Layout} layout @param {string} set */
    constructor(frame, rules, options, layout, set) {
        this.rules = rules;
        this.options = options;
        this.layout = layout;
        this.set = set;
        this.trays = layout.trays.map((tray) => {
            const el = element('div', `bm-hand ${tray.across ? 'bm-across' : 'bm-down'}`, { role: 'group' });
            el.dataset.side = String(tray.side);
            el.classList.toggle('bm-low', tray.side === (options.flipped ? 1 : 0));
            el.style.setProperty('--slots', String(tray.slots));
            place(el, tray);
            frame.append(el);
            return { tray, el };
        });
        /** @type {Map<string, HTMLButtonElement>} */
        this.slots = new Map();
    }

    /** @param {number} kind @param {number} side */
    slot(kind, side) {
        return this.slots.get(`${kind},${side}`);
    }

    /**
     * @param {readonly (readonly number[])[]} counts
     * @param {{selected: number, turn: number, may: (side: number) => boolean}} state  the selected kind or -1
     */
    update(counts, state) {
        const { rules, options } = this;
        // Kinds keep their places there.
        const empty = familyOf(rules) === 'shogi';
        for (const { tray, el } of this.trays) {
            const { side } = tray;
            attribute(el, 'aria-label', t('board.hand', { side: sideName(rules, side, options.lang) }));
            const kinds = rules.kinds.flatMap((k) => (k && (counts[side]?.[k.kind] || (empty && isHandKind(k))) ? [k.kind] : [])).reverse();
            const slots = kinds.map((kind) => this.button(kind, side, counts[side]?.[kind] ?? 0, state));
            el.style.setProperty('--n', String(Math.max(slots.length, 1)));
            if (slots.length !== el.children.length || slots.some((s, i) => el.children[i] !== s)) el.replaceChildren(...slots);
            const stop = slots.find((s) => s.tabIndex === 0 && !s.disabled) ?? slots.find((s) => !s.disabled);
            for (const s of slots) s.tabIndex = s === stop ? 0 : -1;
        }
    }

    /**
     * @param {number} kind @param {number} side @param {number} count
     * @param {{selected: number, turn: number, may: (side: number) => boolean}} state
     */
    button(kind, side, count, state) {
        const { rules, options } = this;
        const key = `${kind},${side}`;
        let el = this.slots.get(key);
        if (!el) {
            el = element('button', 'bm-slot', { type: 'button', tabindex: '-1' });
            el.dataset.hand = `${rules.kinds[kind]?.letter}${side}`;
            el.dataset.kind = String(kind);
            el.dataset.side = String(side);
            const art = element('span', 'bm-art');
            art.classList.toggle('bm-turned', rotates(rules) && side !== (options.flipped ? 1 : 0));
            const text = pieceSvg(this.set, rules, kind, side);
            if (text) art.append(svgCopy(text));
            el.append(art, element('span', 'bm-count', { 'aria-hidden': 'true' }));
            this.slots.set(key, el);
        }
        attribute(el, 'data-count', String(count));
        const badge = /** @type {HTMLElement} */ (el.lastElementChild);
        if (badge.textContent !== String(count)) badge.textContent = String(count);
        if (el.disabled !== (count === 0)) el.disabled = count === 0;
        const selected = state.selected === kind && side === state.turn;
        el.classList.toggle('bm-selected', selected);
        attribute(el, 'aria-pressed', String(selected));
        attribute(el, 'aria-label', t('board.inHand', { piece: kindName(rules, kind, options.lang), n: count }));
        el.classList.toggle('bm-mine', state.may(side));
        return el;
    }

    /** Where the picture of a kind is, in units; for slides from there. @param {number} kind @param {number} side @param {HTMLElement} frame @param {number} size */
    at(kind, side, frame, size) {
        const el = this.slot(kind, side) ?? this.trays.find(({ tray }) => tray.side === side)?.el;
        if (!el) return null;
        const a = el.getBoundingClientRect();
        const b = frame.getBoundingClientRect();
        return { x: (a.left + a.width / 2 - b.left) / size - 0.5, y: (a.top + a.height / 2 - b.top) / size - 0.5 };
    }
}
