// SPDX-License-Identifier: MIT
// The explorer beside the analysis board: what was played from the position in the games that are kept here and in the file that was
// opened last. Workers look the position up; a press plays the move.
//
// Handles: explorer (data-state off, asking, there, failed), explorer-found, [name=explore-mine], [name=explore-opened], buttons data-move.
import { fill, h } from '../dom.js';
import { loadGames } from '../game/archive.js';
import { keptList } from '../game_list/kept_games.js';
import { addUp, moveTable } from '../game_list/move_table.js';
import { lang, t } from '../words/words.js';

/** @typedef {import('../game_list/game_list.js').GameList} GameList */
/** @typedef {{name: string, label: import('../words/words.js').Key, on: boolean, list: () => Promise<GameList|null>}} Source */

/** @param {{study: import('../study/study.js').Study, opened: GameList|null, onPlay: (moves: string[]) => void}} o */
export function explorerPanel(o) {
    const { study } = o;
    let at = 0;
    let asked = 0;
    let on = false;
    /** @type {Promise<GameList>|null} */
    let kept = null;
    /** @type {Source[]} */
    const sources = [{ name: 'mine', label: 'games.title', on: true, list: () => (kept ??= loadGames().then(keptList)) }];
    const { opened } = o;
    if (opened) sources.push({ name: 'opened', label: 'explorer.opened', on: true, list: async () => opened });
    const found = h('span', { class: 'soft', role: 'status', test: 'explorer-found' });
    const slot = h('div', { class: 'explorer' });
    const choice = h('div', { class: 'explore-from', role: 'group', label: 'explorer.from', hidden: sources.length < 2 }, sources.length < 2 ? [] : sources.map((source) => {
        const box = h('input', { type: 'checkbox', name: `explore-${source.name}`, checked: source.on, on: { change: () => {
            source.on = box.checked;
            void look();
        } } });
        return h('label', null, box, h('span', { t: source.label }));
    }));
    const el = h('section', { class: 'explorer-panel', test: 'explorer', label: 'explorer.title', 'data-state': 'off' }, h('div', { class: 'explore-head' }, h('strong', { t: 'explorer.title' }), found), choice, slot);

    /** @param {boolean} to */
    function turn(to) {
        on = to;
        el.hidden = !on;
        void look();
    }

    /** @param {string} position */
    async function ask(position) {
        const lists = await Promise.all(sources.filter((s) => s.on).map((s) => s.list()));
        const answers = await Promise.all(lists.map((list) => list?.find(study.rules.name, study.rules.yaml, position, 0)));
        return answers.flatMap((a) => (a && !a.error ? [a] : []));
    }

    async function look() {
        const mine = ++asked;
        const position = on ? study.view(at)?.position ?? '' : '';
        if (!position) {
            el.dataset.state = 'off';
            found.textContent = '';
            return fill(slot);
        }
        el.dataset.state = 'asking';
        try {
            const answers = await ask(position);
            if (mine !== asked) return;
            const moves = addUp(answers.map((a) => a.moves)).map((m) => ({ ...m, text: study.lineFrom(at, [m.move])[0]?.text ?? m.text }));
            found.textContent = t('explorer.count', { n: answers.reduce((n, a) => n + a.found, 0).toLocaleString(lang()) });
            fill(slot, moves.length ? moveTable(moves, (move) => o.onPlay([move])) : h('p', { class: 'soft', t: 'explorer.none' }));
            el.dataset.state = 'there';
        } catch (e) {
            if (mine !== asked) return;
            found.textContent = String(/** @type {any} */ (e).message ?? e);
            fill(slot);
            el.dataset.state = 'failed';
        }
    }

    return {
        el,
        get on() {
            return on;
        },
        /** @param {number} id the node that is looked at */
        go(id) {
            at = id;
            if (on) void look();
        },
        relabel: () => void look(),
        turn,
        close() {
            asked++;
        },
    };
}
