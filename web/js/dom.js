// SPDX-License-Identifier: MIT
// Elements in one call. Texts are bound to keys of the words, so that a switch of language reaches
// them wherever they are.
import { onLang, t } from './words/words.js';
import { paths } from './icons.js';

/** @typedef {import('./words/words.js').Key} Key */
/** @typedef {Record<string, string|number>} Args */
/** @typedef {Node|string|number|null|undefined|false} Kid */
/**
 * @typedef {{
 *   class?: string, id?: string, test?: string, t?: Key, args?: Args, label?: Key, tip?: Key, hint?: Key,
 *   icon?: string, on?: Record<string, (e: any) => void>, [attribute: string]: unknown
 * }} Props  t: text; label: aria-label and tooltip; hint: placeholder
 */

/** @type {WeakMap<Element, Args>} */
const argsOf = new WeakMap();

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props|null} [props]
 * @param {...(Kid|Kid[])} kids
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...kids) {
    const el = document.createElement(tag);
    const p = props ?? {};
    for (const [k, v] of Object.entries(p)) {
        if (v === undefined || v === null || v === false) continue;
        if (k === 'class') el.className = String(v);
        else if (k === 'test') el.dataset.test = String(v);
        else if (k === 'on') {
            for (const [name, f] of Object.entries(/** @type {object} */ (v))) el.addEventListener(name, f);
        } else if (k === 't') el.dataset.t = String(v);
        else if (k === 'label') el.dataset.tl = String(v);
        else if (k === 'hint') el.dataset.tp = String(v);
        else if (k === 'args') argsOf.set(el, /** @type {Args} */ (v));
        else if (k === 'icon') el.append(icon(String(v)));
        else if (k in el && typeof v !== 'string') /** @type {any} */ (el)[k] = v;
        else el.setAttribute(k, v === true ? '' : String(v));
    }
    if (p.t && (p.icon || kids.length)) {
        // Text beside an icon or other children lives in a span of its own.
        const key = el.dataset.t;
        delete el.dataset.t;
        el.append(h('span', { t: /** @type {Key} */ (key), args: p.args }));
    }
    el.append(...kids.flat().filter((k) => k !== null && k !== undefined && k !== false).map((k) => (k instanceof Node ? k : String(k))));
    if (p.t || p.label || p.hint) relabel(el);
    return el;
}

/** Change the key that an element shows. @param {HTMLElement} el @param {Key} key @param {Args} [args] */
export function setText(el, key, args) {
    el.dataset.t = key;
    if (args) argsOf.set(el, args);
    else argsOf.delete(el);
    relabel(el);
}

/** @param {HTMLElement} el */
function relabel(el) {
    const { t: text, tl, tp } = el.dataset;
    const args = argsOf.get(el);
    if (text) el.textContent = t(/** @type {Key} */ (text), args);
    if (tl) {
        const s = t(/** @type {Key} */ (tl), args);
        el.setAttribute('aria-label', s);
        if (el.matches('button, a, summary')) el.title = s;
    }
    if (tp) el.setAttribute('placeholder', t(/** @type {Key} */ (tp), args));
}

onLang(() => {
    for (const el of document.querySelectorAll('[data-t],[data-tl],[data-tp]')) relabel(/** @type {HTMLElement} */ (el));
});

/** A line drawing of 24x24. @param {string} name */
export function icon(name) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('class', 'icon');
    svg.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', paths[name] ?? '');
    svg.append(path);
    return svg;
}

/** A button with an icon, text or both. @param {Props} props @param {(e: MouseEvent) => void} click */
export function button(props, click) {
    return h('button', { type: 'button', ...props, on: { click } });
}

/** Put children in place of those that are there. @param {Element} el @param {...Kid} kids */
export function fill(el, ...kids) {
    el.replaceChildren(...kids.filter((k) => k !== null && k !== undefined && k !== false).map((k) => (k instanceof Node ? k : String(k))));
}
