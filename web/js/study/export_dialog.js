// SPDX-License-Identifier: MIT
// A study as a file, as text, as an address.
import { button, h } from '../dom.js';
import { choice, openDialog, toast } from '../dialogs/dialog.js';
import { formatsFor } from '../game/record_export.js';
import { t } from '../words/words.js';
import { reportList } from './reports.js';

/** @typedef {import('./study.js').Study} Study */

/** Longer addresses are cut off by some programs. */
const LONGEST = 6000;

/** @param {string} text */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        toast(t('share.copied'));
    } catch {
        toast(t('export.noClipboard'));
    }
}

/** Offer bytes as a file. @param {Uint8Array} bytes @param {string} name */
export function download(bytes, name) {
    const url = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (bytes)], { type: 'application/octet-stream' }));
    const a = h('a', { href: url, download: name });
    document.body.append(a);
    a.click();
    a.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** The address of a study. @param {Study} study */
function linkOf(study) {
    const shogi = study.rules.name === 'shogi';
    const text = study.text(shogi ? 'kif' : 'pgn');
    const q = new URLSearchParams({ variant: study.rules.name, [shogi ? 'kif' : 'pgn']: text });
    return `${location.origin}${location.pathname}#/analysis?${q}`;
}

/** @param {Study} study @param {number} at */
export function openExport(study, at) {
    const japanese = study.rules.name === 'shogi';
    const encoding = japanese ? choice({ name: 'encoding', legend: 'export.encoding', value: 'utf-8', choices: [{ value: 'utf-8', text: 'UTF-8' }, { value: 'shift_jis', text: 'Shift_JIS' }] }) : null;
    const losses = h('div', { 'aria-live': 'polite' });
    /** @param {string} format */
    function save(format) {
        try {
            const { bytes, losses: lost } = study.write(format, encoding && ['kif', 'ki2'].includes(format) ? encoding.value() : '');
            losses.replaceChildren(...(lost.length ? [h('p', { class: 'soft', t: 'export.lost' }), reportList(lost)] : []));
            download(bytes, `${study.rules.name}-${new Date().toISOString().slice(0, 10)}.${format}`);
        } catch (e) {
            toast(String(/** @type {any} */ (e).message ?? e));
        }
    }
    const position = study.view(at)?.position ?? '';
    const link = linkOf(study);
    openDialog({
        title: 'act.save', test: 'study-export',
        body: [
            h('div', { class: 'pick' }, formatsFor(study.rules).map((f) => button({ class: 'btn', test: `study-save-${f}` }, () => save(f))).map((b, i) => {
                b.append(formatsFor(study.rules)[i].toUpperCase());
                return b;
            })),
            ...(encoding ? [encoding] : []), losses,
            h('div', { class: 'pick' },
                button({ class: 'btn', icon: 'copy', t: 'export.copyRecord', test: 'copy-record' }, () => void copy(study.text(japanese ? 'kif' : 'pgn'))),
                link.length <= LONGEST && !study.rules.yaml ? button({ class: 'btn', icon: 'link', t: 'export.copyLink', test: 'copy-link' }, () => void copy(link)) : h('span')),
            h('div', { class: 'field' }, h('span', { class: 'cap', t: 'share.position' }), h('code', { class: 'position' }, position),
                button({ class: 'btn', icon: 'copy', t: 'share.copyPosition', test: 'copy-position' }, () => void copy(position))),
        ],
    });
}
