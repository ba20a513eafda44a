// SPDX-License-Identifier: MIT
// Exports a game as a file, or shares it.
import { button, h } from '../dom.js';
import { openDialog, toast } from '../dialogs/dialog.js';
import { get } from '../settings.js';
import { t } from '../words/words.js';

/** @typedef {import('./types.js').Controller} Controller */

/** Formats that fit a game, the usual one first. @param {{dialect: string, name: string}} rules */
export function formatsFor(rules) {
    return rules.name === 'shogi' ? ['kif', 'csa', 'ki2', 'jkf'] : rules.dialect === 'usi' ? ['json', 'pgn'] : ['pgn', 'json'];
}

/**
 * What a record is made of: a controller has it, and so has a game that is kept.
 * @typedef {{variant: string, game: import('../core/types.js').SavedGame, seats: import('./types.js').Seat[], began?: number}} Source
 */

/** @param {Controller} c @returns {Source} */
function sourceOf(c) {
    return { variant: c.rules.name, game: c.game.serialize(), seats: c.seats, began: /** @type {any} */ (c).began };
}

/** Names for the record: two people without names are numbered. @param {Source} g */
function namesOf(g) {
    const people = g.seats.filter((s) => s.kind !== 'level' && !s.name).length;
    return g.seats.map((s, side) => {
        if (s.name) return s.name;
        if (s.kind === 'level') return `banmen level ${s.level ?? 0}`;
        return people === 2 ? t('share.playerNo', { n: side + 1 }) : get('name') || t('share.player');
    });
}

/** YYYY.MM.DD, as records have it. @param {number} ms */
function dateOf(ms) {
    const d = new Date(ms);
    return [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, '0')).join('.');
}

/** The text of a record. @param {Source} g @param {string} format @returns {Promise<string>} */
async function recordOf(g, format) {
    const names = namesOf(g);
    const seats = g.game.options.seats?.map((s, side) => ({ ...s, name: s.name || names[side] }));
    const { exportGame } = await import('../core/player.js');
    return exportGame({ ...g.game, options: { ...g.game.options, seats } }, format, g.began ? { Date: dateOf(g.began) } : {});
}

/** As a file. @param {Source} g @param {string} format */
export async function saveRecord(g, format) {
    try {
        const text = await recordOf(g, format);
        const day = dateOf(g.began ?? Date.now()).replaceAll('.', '-');
        const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
        const a = h('a', { href: url, download: `${g.variant}-${day}.${format}` });
        document.body.append(a);
        a.click();
        a.remove();
        setTimeout(() => URL.revokeObjectURL(url), 10000);
    } catch (e) {
        toast(String(/** @type {any} */ (e).message ?? e));
    }
}

/** @param {Controller} c @param {string} format */
export function saveAs(c, format) {
    return saveRecord(sourceOf(c), format);
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

/** Share by the system's dialog, else copy to the clipboard. @param {Controller} c */
export async function share(c) {
    const text = await recordOf(sourceOf(c), formatsFor(c.rules)[0]);
    const url = /^#\/g\/[^/]+/.exec(location.hash)?.[0];
    const data = url ? { title: 'banmen', url: `${location.origin}${location.pathname}${url}` } : { title: 'banmen', text };
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
        try {
            await navigator.share(data);
        } catch {
            // The user cancelled.
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
