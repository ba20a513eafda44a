// SPDX-License-Identifier: MIT
// Dialogs on the browser's own <dialog>: it keeps the focus inside, and Esc closes.
import { button, h } from '../dom.js';

/** @typedef {import('../words/words.js').Key} Key */

/**
 * A dialog with a title, a body and perhaps buttons below. It is removed when closed.
 * @param {{title: Key|null, titleText?: string, test: string, body: Node[], foot?: Node[], big?: boolean, onClose?: () => void}} o
 */
export function openDialog(o) {
    const id = `dlg-${o.test}`;
    const heading = o.title ? h('h2', { id, t: o.title }) : h('h2', { id }, o.titleText ?? '');
    const dialog = h('dialog', { class: o.big ? 'big' : '', test: o.test, 'aria-labelledby': id },
        h('div', { class: 'dlg-head' }, heading,
            button({ class: 'btn bare square', icon: 'close', label: 'dialog.close', test: 'dialog-close', 'data-do': 'close' }, () => dialog.close())),
        h('div', { class: 'dlg-body' }, ...o.body),
        o.foot ? h('div', { class: 'dlg-foot' }, ...o.foot) : null);
    const back = document.activeElement;
    dialog.addEventListener('close', () => {
        dialog.remove();
        o.onClose?.();
        if (back instanceof HTMLElement && back.isConnected && document.activeElement === document.body) back.focus();
    });
    // A click beside the dialog closes it.
    dialog.addEventListener('pointerdown', (e) => {
        if (e.target !== dialog) return;
        const r = dialog.getBoundingClientRect();
        if (e.clientX < r.left || e.clientX > r.right || e.clientY < r.top || e.clientY > r.bottom) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

/**
 * Ask yes or no.
 * @param {Key} title @param {{text?: string, yes: Key, no?: Key, danger?: boolean}} o
 * @returns {Promise<boolean>}
 */
export function confirmDialog(title, o) {
    return new Promise((resolve) => {
        let yes = false;
        const no = button({ class: 'btn', t: o.no ?? 'dialog.cancel', test: 'confirm-no', 'data-do': 'no' }, () => dialog.close());
        const ok = button({ class: `btn ${o.danger ? 'danger' : 'main'}`, t: o.yes, test: 'confirm-yes', 'data-do': 'yes' }, () => {
            yes = true;
            dialog.close();
        });
        const dialog = openDialog({
            title, test: 'confirm', body: o.text ? [h('p', null, o.text)] : [], foot: [no, ok], onClose: () => resolve(yes),
        });
        ok.focus();
    });
}

/** A word that goes away by itself; with a button it stays longer. @param {string} text @param {{t: Key, test: string, click: () => void}} [act] */
export function toast(text, act) {
    document.querySelector('.toast')?.remove();
    const el = h('div', { class: 'toast', role: 'status' }, text, act ? button({ class: 'btn', t: act.t, test: act.test }, () => {
        el.remove();
        act.click();
    }) : null);
    document.body.append(el);
    setTimeout(() => el.remove(), act ? 10000 : 2500);
}

/**
 * A row of choices of which one is taken.
 * @template {string} V
 * @param {{name: string, legend: Key, choices: {value: V, t?: Key, text?: string, icon?: string, test?: string, args?: Record<string, string|number>}[], value: V, onChange?: (v: V) => void}} o
 */
export function choice(o) {
    const set = h('fieldset', null, h('legend', { t: o.legend }),
        h('div', { class: `pick n${o.choices.length}` }, o.choices.map((c) => h('label', null,
            h('input', {
                type: 'radio', name: o.name, value: c.value, checked: c.value === o.value, test: c.test ?? `${o.name}-${c.value}`,
                on: { change: () => o.onChange?.(c.value) },
            }),
            c.t ? h('span', { class: 'face', t: c.t, args: c.args, icon: c.icon }) : h('span', { class: 'face', icon: c.icon }, c.text ?? '')))));
    return Object.assign(set, {
        value: () => /** @type {V} */ (/** @type {HTMLInputElement|null} */ (set.querySelector('input:checked'))?.value ?? o.value),
    });
}
