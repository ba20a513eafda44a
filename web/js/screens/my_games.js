// SPDX-License-Identifier: MIT
// My games: all that were played here, to go on with, look at, export or delete.
//
// Handles: games, game-row (data-id, data-over), games-none; in a row game-open, game-export, game-delete; in the toast undo.
import { button, fill, h } from '../dom.js';
import { lang, pick, t } from '../words/words.js';
import { thumbnail } from '../board/thumbnail.js';
import { openDialog, toast } from '../dialogs/dialog.js';
import { formatsFor, saveRecord } from '../game/record_export.js';
import { seatName, sideName } from '../game/status_text.js';
import { storeGame, loadGames } from '../game/archive.js';
import { removeGame, recoverSlot } from '../game/autosave.js';

/** @typedef {import('../game/autosave.js').SavedEntry} SavedEntry */

/** The result as text. @param {SavedEntry} g */
function resultOf(g) {
    const why = pick(g.reason);
    if (!g.over) return t('games.running', { n: g.plies });
    if (g.result === 'draw') return t('end.drawBy', { why });
    if (g.result === 'first' || g.result === 'second') return t('end.winBy', { who: sideName(g, g.result === 'first' ? 0 : 1), why });
    return why || t('end.none');
}

/** @param {number} ms */
function day(ms) {
    return new Date(ms).toLocaleString(lang(), { dateStyle: 'medium', timeStyle: 'short' });
}

/** Which format? @param {SavedEntry} g */
function openExport(g) {
    openDialog({
        title: 'act.save', test: 'export',
        body: [h('div', { class: 'pick' }, formatsFor({ name: g.variant, dialect: g.dialect }).map((f) => h('button', { type: 'button', class: 'btn', test: `export-${f}`, on: { click: () => void saveRecord(g, f) } }, f.toUpperCase())))],
    });
}

/** @param {HTMLElement} root */
export async function open(root) {
    const list = h('ul', { class: 'game-list', test: 'games' });
    const none = h('p', { class: 'soft', t: 'games.none', test: 'games-none' });
    root.append(h('div', { class: 'page' }, h('h1', { t: 'games.title' }), h('p', { class: 'soft', t: 'games.lead' }), none, list));

    /** @param {SavedEntry} g */
    function row(g) {
        const names = [0, 1].map((side) => seatName({ seats: g.seats, you: g.you, rules: g }, side)).join(' – ');
        return h('li', { class: 'game-row', test: 'game-row', 'data-id': g.id, 'data-over': String(g.over) },
            thumbnail(g.variant, g.position, g.yaml),
            h('div', { class: 'game-what' }, h('strong', null, pick(g.title)), h('span', null, names), h('span', { class: 'soft small' }, `${day(g.changed)} · ${resultOf(g)}`)),
            h('div', { class: 'game-do' },
                h('a', { class: 'btn main', href: g.hash ?? `#/games/${g.id}`, t: g.over ? 'games.open' : 'games.goOn', test: 'game-open' }),
                button({ class: 'btn bare square', icon: 'save', label: 'act.save', test: 'game-export' }, () => openExport(g)),
                button({ class: 'btn bare square', icon: 'trash', label: 'games.delete', test: 'game-delete' }, () => void remove(g))));
    }

    /** @param {SavedEntry} g */
    async function remove(g) {
        await removeGame(g.id);
        await draw();
        toast(t('games.deleted'), { t: 'act.undo', test: 'undo', click: async () => {
            await storeGame(g);
            await draw();
        } });
    }

    async function draw() {
        const games = await loadGames();
        none.hidden = games.length > 0;
        fill(list, ...games.map(row));
    }
    await recoverSlot();
    await draw();
    return { relabel: () => void draw() };
}
