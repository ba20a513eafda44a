// SPDX-License-Identifier: MIT
// A game as a file, or to somebody else.
import { button, h } from '../dom.js';
import { openDialog, toast } from '../dialogs/dialog.js';
import { t } from '../words.js';

/** @typedef {import('../play/types.js').Controller} Controller */

/** Formats that fit a game, the usual one first. @param {{dialect: string, name: string}} rules */
export function formatsFor(rules) {
    return rules.name === 'shogi' ? ['kif', 'csa', 'ki2', 'jkf'] : rules.dialect === 'usi' ? ['json', 'pgn'] : ['pgn', 'json'];
}

/** @param {Controller} c @param {string} format */
export async function saveAs(c, format) {
    try {
        const text = await c.game.export(format);
        const day = new Date().toISOString().slice(0, 10);
        const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
        const a = h('a', { href: url, download: `${c.rules.name}-${day}.${format}` });
        document.body.append(a);
        a.click();
        a.remove();
        setTimeout(() => URL.revokeObjectURL(url), 10000);
    } catch (e) {
        toast(String(/** @type {any} */ (e).message ?? e));
    }
}

/** @param {string} text */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        toast(t('share.copied'));
    } catch {
        // No clipboard here: the text is shown, to be copied by hand.
        const box = h('textarea', { rows: '8', readonly: true, label: 'act.share' });
        box.value = text;
        openDialog({ title: 'act.share', test: 'share-text', body: [box] });
        box.select();
    }
}

/** Hand it on: by the system where it can, else into the clipboard. @param {Controller} c */
export async function share(c) {
    const text = await c.game.export(formatsFor(c.rules)[0]);
    const url = /^#\/g\/[^/]+/.exec(location.hash)?.[0];
    const data = url ? { title: 'banmen', url: `${location.origin}${location.pathname}${url}` } : { title: 'banmen', text };
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
        try {
            await navigator.share(data);
        } catch {
            // Thought better of it.
        }
        return;
    }
    await copy(url ? `${data.url}` : text);
}

/** Which format? @param {Controller} c */
export function openSave(c) {
    openDialog({
        title: 'act.save', test: 'save',
        body: [
            h('div', { class: 'pick' }, formatsFor(c.rules).map((f) => h('button', { type: 'button', class: 'btn', test: `save-${f}`, on: { click: () => void saveAs(c, f) } }, f.toUpperCase()))),
            h('div', { class: 'field' }, h('span', { class: 'cap', t: 'share.position' }), h('code', { class: 'position' }, c.game.view().position),
                button({ class: 'btn', icon: 'copy', t: 'share.copyPosition', test: 'copy-position' }, () => void copy(c.game.view().position))),
        ],
    });
}
