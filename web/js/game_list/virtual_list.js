// SPDX-License-Identifier: MIT
// A list of any length: only the rows that are seen are there. Arrow keys go through all of it.
import { h } from '../dom.js';

/** Rows beyond the edge that are there as well. */
const SPARE = 8;

/** @param {{height: number, test: string, label: import('../words/words.js').Key, row: (index: number) => HTMLElement}} o  height: pixels of a row; row: its content, which can have the focus */
export function virtualList(o) {
    const inner = h('ol', { class: 'virtual-rows' });
    const el = h('div', { class: 'virtual', test: o.test, label: o.label, role: 'region', tabindex: '-1' }, inner);
    /** @type {Map<number, HTMLElement>} */
    let rows = new Map();
    let count = 0;
    let focused = 0;
    let pending = 0;

    function draw() {
        pending = 0;
        const from = Math.max(0, Math.floor(el.scrollTop / o.height) - SPARE);
        const to = Math.min(count, Math.ceil((el.scrollTop + el.clientHeight) / o.height) + SPARE);
        for (const [i, li] of rows)
            if ((i < from || i >= to) && !li.contains(document.activeElement)) {
                li.remove();
                rows.delete(i);
            }
        for (let i = from; i < to; i++) if (!rows.has(i)) add(i);
    }

    /** @param {number} i */
    function add(i) {
        const content = o.row(i);
        content.tabIndex = i === focused ? 0 : -1;
        const li = h('li', { 'aria-setsize': String(count), 'aria-posinset': String(i + 1), 'data-index': String(i) }, content);
        li.style.transform = `translateY(${i * o.height}px)`;
        li.style.height = `${o.height}px`;
        rows.set(i, li);
        // The order of the elements is that of the rows.
        const after = [...inner.children].find((c) => Number(/** @type {HTMLElement} */ (c).dataset.index) > i);
        inner.insertBefore(li, after ?? null);
    }

    /** @param {number} i */
    function focus(i) {
        const to = Math.max(0, Math.min(count - 1, i));
        const before = /** @type {HTMLElement|null} */ (rows.get(focused)?.firstElementChild);
        if (before) before.tabIndex = -1;
        focused = to;
        if (to * o.height < el.scrollTop) el.scrollTop = to * o.height;
        else if ((to + 1) * o.height > el.scrollTop + el.clientHeight) el.scrollTop = (to + 1) * o.height - el.clientHeight;
        draw();
        const now = /** @type {HTMLElement|null} */ (rows.get(to)?.firstElementChild);
        if (!now) return;
        now.tabIndex = 0;
        now.focus({ preventScroll: true });
    }

    el.addEventListener('scroll', () => {
        pending ||= requestAnimationFrame(draw);
    });
    el.addEventListener('keydown', (e) => {
        const page = Math.max(1, Math.floor(el.clientHeight / o.height) - 1);
        const to = { ArrowDown: focused + 1, ArrowUp: focused - 1, PageDown: focused + page, PageUp: focused - page, Home: 0, End: count - 1 }[e.key];
        if (to === undefined || !count) return;
        e.preventDefault();
        focus(to);
    });
    const watch = new ResizeObserver(() => draw());
    watch.observe(el);

    return {
        el,
        /** So many rows, all of them anew. @param {number} n @param {boolean} [keep] those that are there are the same */
        show(n, keep = false) {
            count = n;
            inner.style.height = `${n * o.height}px`;
            focused = Math.min(focused, Math.max(0, n - 1));
            if (!keep) {
                inner.replaceChildren();
                rows = new Map();
            }
            draw();
        },
        close: () => watch.disconnect(),
    };
}
