// SPDX-License-Identifier: MIT
// Small helpers for elements.

/**
 * An element with a class and attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} name @param {Record<string, string>} [attributes]
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, name, attributes = {}) {
    const el = document.createElement(tag);
    if (name) el.className = name;
    for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, v);
    return el;
}

/** An SVG element. @param {string} tag @param {Record<string, string|number>} attributes */
export function svgElement(tag, attributes) {
    const el = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, String(v));
    return el;
}

/** Set or remove an attribute, if that changes anything. @param {Element} el @param {string} name @param {string|null} value */
export function attribute(el, name, value) {
    if (el.getAttribute(name) === value) return;
    if (value === null) el.removeAttribute(name);
    else el.setAttribute(name, value);
}

/** Puts an element at a place in units of squares. @param {HTMLElement} el @param {{x: number, y: number}} at */
export function place(el, at) {
    el.style.setProperty('--x', String(at.x));
    el.style.setProperty('--y', String(at.y));
}

/** @type {Map<string, Element>} */
const parsed = new Map();

/** A copy of a picture; its text is read once. @param {string} text */
export function svgCopy(text) {
    let svg = parsed.get(text);
    if (!svg) {
        svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
        svg.setAttribute('aria-hidden', 'true');
        svg.setAttribute('focusable', 'false');
        parsed.set(text, svg);
    }
    return /** @type {Element} */ (svg.cloneNode(true));
}
