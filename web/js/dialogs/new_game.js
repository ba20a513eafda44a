// SPDX-License-Identifier: MIT
// A new game: against whom, which side, how strong, with which clock, from where.
//
// Handles: new-game, field names game, opponent, level, side, clock, clock-text, start, start-text, start-number;
// level-1 … level-8, opponent-computer, opponent-friend, opponent-link, opponent-lobby, opponent-name, challenge-to, mind, side-0, side-1, side-any,
// clock-PRESET, new-game-start.
import { button, fill, h } from '../dom.js';
import { get, set } from '../settings.js';
import { lang, pick, t } from '../words/words.js';
import { FEATURED, FIRST } from '../core/featured.js';
import { getCustomRules, loadRules, sharedCore } from '../core/shared_core.js';
import { hasServer } from '../net/server_check.js';
import { clockWords, loadClockWords } from '../game/clock_words.js';
import { sideName } from '../game/status_text.js';
import { choice, openDialog } from './dialog.js';

/** @typedef {import('../core/rules.js').Rules} Rules */
/** @typedef {'computer'|'friend'|'link'|'lobby'|'name'} Opponent */

/** Default clock of a seek. */
const SEEK_CLOCK = '15m+10';
const presets = ['none', '1m+1', '3m+2', '5m+3', '10m', '15m+10', '10m+30b', '0+30b'];

/** The part that depends on the game: sides and starts. @param {Rules} rules */
function gameParts(rules) {
    const side = choice({
        name: 'side', legend: 'new.side', value: '0',
        choices: [
            { value: '0', text: sideName(rules, 0) }, { value: 'any', t: 'new.random' },
            { value: '1', text: sideName(rules, 1) },
        ],
    });
    const wrong = h('p', { class: 'wrong', id: 'start-wrong', role: 'alert', test: 'start-wrong' });
    const text = h('input', {
        type: 'text', name: 'start-text', id: 'start-text', test: 'start-text', spellcheck: false, autocomplete: 'off',
        'aria-describedby': 'start-wrong', on: { input: () => check() },
    });
    const row = h('div', { class: 'field', hidden: true }, h('label', { for: 'start-text', t: rules.dialect === 'usi' ? 'new.sfen' : 'new.fen' }), text);
    const shuffleCount = rules.shuffledStarts;
    const number = h('input', { type: 'text', inputmode: 'numeric', name: 'start-number', id: 'start-number', test: 'start-number', autocomplete: 'off', 'aria-describedby': 'start-wrong', on: { input: () => check() } });
    const numberRow = h('div', { class: 'field', hidden: true }, h('label', { for: 'start-number', t: 'new.startNumber', args: { last: shuffleCount - 1 } }), number);
    const select = h('select', { name: 'start', id: 'start', test: 'start', on: { change: () => change() } },
        shuffleCount ? [h('option', { value: 'lot', t: 'new.startLot' }), h('option', { value: 'number', t: 'new.startByNumber' })] : null,
        rules.starts.map((s, i) => h('option', { value: String(i) }, pick(s.title) || s.name)),
        h('option', { value: 'text', t: 'new.startText' }));
    function change() {
        row.hidden = select.value !== 'text';
        numberRow.hidden = select.value !== 'number';
        if (!row.hidden) text.focus();
        if (!numberRow.hidden) number.focus();
        check();
    }
    /** Whether the start can be played; says what is wrong. */
    function check() {
        const start = value();
        let error = '';
        if (select.value === 'number' && !(/^\d+$/.test(number.value.trim()) && Number(number.value) < shuffleCount)) error = t('new.startNumber', { last: shuffleCount - 1 });
        else if (start !== null && (select.value === 'text' || select.value === 'number')) {
            const made = rules.newGame({ start });
            if ('error' in made) error = pick(made.text);
            else made.release();
        }
        wrong.textContent = error;
        for (const field of [text, number]) field.setAttribute('aria-invalid', String(!!error));
        return !error;
    }
    /** @returns {string|null} */
    function value() {
        if (select.value === 'lot') return null;
        if (select.value === 'number') return `shuffle:${number.value.trim()}`;
        if (select.value === 'text') return text.value.trim() || null;
        return select.value === '0' && !shuffleCount ? null : rules.starts[Number(select.value)].text;
    }
    /** Choose a position. @param {string} position */
    function begin(position) {
        select.value = 'text';
        row.hidden = false;
        text.value = position;
        check();
    }
    return {
        side, check, value, text, begin,
        startField: h('div', { class: 'field' }, h('label', { for: 'start', t: 'new.start' }), select, numberRow, row, wrong),
    };
}

/** @param {import('../core/core.js').Core} core */
function clockPart(core) {
    const kept = get('clock');
    let chosen = false;
    const wrong = h('p', { class: 'wrong', id: 'clock-wrong', role: 'alert', test: 'clock-wrong' });
    const read = h('p', { class: 'small', role: 'status', test: 'clock-words' });
    const said = h('p', { class: 'soft small', id: 'clock-said', t: 'new.clockHelp' });
    const text = h('input', {
        type: 'text', name: 'clock-text', id: 'clock-text', test: 'clock-text', spellcheck: false, autocomplete: 'off', value: kept === 'none' ? '' : kept,
        'aria-describedby': 'clock-wrong clock-said', on: { input: () => check() },
    });
    text.value = kept === 'none' ? '' : kept;
    const row = h('div', { class: 'field', hidden: presets.includes(kept) }, h('label', { for: 'clock-text', t: 'new.clockText' }), text, read, wrong, said);
    const presetChoice = choice({
        name: 'clock', legend: 'new.clock', value: presets.includes(kept) ? kept : 'text',
        choices: [
            ...presets.map((p) => ({ value: p, text: clockWords(core, p) })),
            { value: 'text', t: 'new.otherClock' },
        ],
        onChange: (v) => {
            chosen = true;
            row.hidden = v !== 'text';
            if (v === 'text') text.focus();
            check();
        },
    });
    presetChoice.classList.add('clocks');
    function check() {
        const r = core.parseClock(value());
        wrong.textContent = r.ok ? '' : t('new.clockWrong', { column: r.column, message: pick(r.text) });
        read.textContent = r.ok && presetChoice.value() === 'text' && text.value.trim() ? clockWords(core, value()) : '';
        text.setAttribute('aria-invalid', String(!r.ok));
        return r.ok;
    }
    function value() {
        return presetChoice.value() === 'text' ? text.value.trim() || 'none' : presetChoice.value();
    }
    /** Without a choice a seek has a clock. @param {boolean} seeks */
    function suggest(seeks) {
        if (chosen || kept !== 'none') return;
        const preset = /** @type {HTMLInputElement} */ (presetChoice.querySelector(`input[value="${seeks ? SEEK_CLOCK : kept}"]`));
        preset.checked = true;
    }
    return { el: h('div', { class: 'rows tight' }, presetChoice, row), check, value, text, suggest, isChosen: () => chosen };
}

/** Where the computer's moves come from: the worker, the server's level, or an engine of the server. @param {() => void} onChange */
function computerPart(onChange) {
    const select = h('select', { name: 'mind', id: 'mind', test: 'mind', on: { change: onChange } });
    const el = h('div', { class: 'field', hidden: true }, h('label', { for: 'mind', t: 'new.mind' }), select);
    const value = () => select.value || 'here';
    return {
        el, value,
        /** The engine's name, null if it is the built-in player. */
        engine: () => (value().startsWith('engine:') ? value().slice(7) : null),
        /** @param {Rules} rules */
        async offer(rules) {
            const { enginesFor } = await import('../net/create_game.js');
            const names = rules.yaml === null ? await enginesFor(rules.name) : [];
            const kept = value();
            fill(select, h('option', { value: 'here', t: 'new.mindHere' }), h('option', { value: 'server', t: 'new.mindServer' }), ...names.map((n) => h('option', { value: `engine:${n}` }, n)));
            select.value = [...select.options].some((x) => x.value === kept) ? kept : 'here';
            onChange();
        },
    };
}

/** @param {{game: string, opponent?: Opponent, rules?: Rules, start?: string, to?: string}} o  start: a position to offer; to: whom to challenge */
export async function newGame(o) {
    const core = await sharedCore();
    const [all, online] = await Promise.all([core.variants(), hasServer(), loadClockWords()]);
    const own = o.rules ?? (o.game === 'own' ? getCustomRules() : null);
    let rules = own ?? (await loadRules(all.some((v) => v.name === o.game) ? o.game : 'chess'));
    let parts = gameParts(rules);
    if (o.start) parts.begin(o.start);
    const clock = clockPart(core);
    const sideSlot = h('div', null, parts.side);
    const startSlot = h('div', null, parts.startField);
    const opponent = choice({
        name: 'opponent', legend: 'new.opponent', value: o.opponent ?? 'computer',
        choices: [
            { value: 'computer', t: 'new.computer', icon: 'cpu' }, { value: 'friend', t: 'new.friend', icon: 'people' },
            ...(online ? /** @type {const} */ ([{ value: 'link', t: 'new.link', icon: 'link' }, { value: 'lobby', t: 'new.lobby', icon: 'hall' }, { value: 'name', t: 'new.byName', icon: 'person' }]) : []),
        ],
        onChange: () => show(),
    });
    opponent.className = 'opponents';
    const to = h('input', { type: 'text', name: 'to', id: 'challenge-to', test: 'challenge-to', autocomplete: 'off', autocapitalize: 'off', spellcheck: false, maxLength: 20, value: o.to ?? '' });
    to.value = o.to ?? '';
    const toField = h('div', { class: 'field', hidden: true }, h('label', { for: 'challenge-to', t: 'challenge.name' }), to);
    const levelText = h('p', { class: 'soft small', 'aria-live': 'polite' });
    const level = choice({
        name: 'level', legend: 'new.level', value: String(get('level')),
        choices: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ value: String(n), text: String(n), test: `level-${n}` })),
        onChange: () => show(),
    });
    level.append(levelText);
    const computer = computerPart(() => show());
    if (online) void computer.offer(rules);
    const select = h('select', { name: 'game', id: 'new-game-game', test: 'new-game-game', on: { change: async () => {
        rules = select.value === 'own' && own ? own : await loadRules(select.value);
        parts = gameParts(rules);
        fill(sideSlot, parts.side);
        fill(startSlot, parts.startField);
        if (online) void computer.offer(rules);
        show();
    } } });
    select.append(...options(all, own));
    select.value = own ? 'own' : rules.name;
    const wrong = h('p', { class: 'wrong', role: 'alert', test: 'new-game-wrong' });
    const begin = button({ class: 'btn main wide', icon: 'play', t: 'new.begin', test: 'new-game-start', 'data-do': 'start' }, () => void start());

    function show() {
        const who = opponent.value();
        computer.el.hidden = who !== 'computer' || !online;
        level.hidden = who !== 'computer' || computer.engine() !== null;
        sideSlot.hidden = who === 'friend';
        toField.hidden = who !== 'name';
        clock.suggest(who === 'lobby' || who === 'name');
        const n = Number(level.value());
        const l = core.levels.find((x) => x.level === n);
        levelText.textContent = !l ? '' : lang() === 'ja' ? pick(l.text) : `${l.name}: ${pick(l.text)}`;
    }

    async function start() {
        if (!clock.check()) return clock.text.focus();
        if (!parts.check()) return parts.text.focus();
        const who = opponent.value();
        if (who === 'name' && !to.value.trim()) return to.focus();
        const chosen = parts.side.value();
        const side = chosen === 'any' ? (Math.random() < 0.5 ? 0 : 1) : /** @type {0|1} */ (Number(chosen));
        if (select.value !== 'own') set('game', rules.name);
        set('level', Number(level.value()));
        if ((who !== 'lobby' && who !== 'name') || clock.isChosen()) set('clock', clock.value());
        begin.disabled = true;
        try {
            if (who === 'link' || who === 'lobby' || who === 'name' || (who === 'computer' && online && computer.value() !== 'here')) {
                const { challengeByName, createByLink, createOnServer, seekGame } = await import('../net/create_game.js');
                const request = { variant: rules.name, yaml: rules.yaml, start: parts.value(), clock: clock.value(), side: chosen === 'any' ? null : side };
                const hash = await (who === 'link' ? createByLink(request) : who === 'lobby' ? seekGame(request) : who === 'name' ? challengeByName({ ...request, to: to.value.trim() }) : createOnServer({ ...request, engine: computer.engine(), level: Number(level.value()) }));
                dialog.close();
                location.hash = hash;
            } else {
                const { confirmReplace, startLocal } = await import('../game/local_game.js');
                if (!(await confirmReplace())) {
                    begin.disabled = false;
                    return;
                }
                startLocal(rules, { level: who === 'computer' ? Number(level.value()) : 0, side, clock: clock.value(), start: parts.value() });
                dialog.close();
                if (location.hash === '#/play') dispatchEvent(new HashChangeEvent('hashchange'));
                else location.hash = '#/play';
            }
        } catch (e) {
            begin.disabled = false;
            wrong.textContent = pick(/** @type {any} */ (e).text) || String(/** @type {any} */ (e).message ?? e);
        }
    }
    const dialog = openDialog({
        title: 'new.title', test: 'new-game', body: [
            h('div', { class: 'field' }, h('label', { for: 'new-game-game', t: 'new.game' }), select),
            opponent, toField, computer.el, level, sideSlot, clock.el, startSlot, wrong,
        ], foot: [begin],
    });
    dialog.addEventListener('keydown', (e) => {
        const at = /** @type {HTMLElement} */ (e.target);
        if (e.key === 'Enter' && at.matches('input')) {
            e.preventDefault();
            void start();
        }
    });
    show();
    begin.focus({ preventScroll: true });
}

/**
 * The games in groups: chess, shogi, those with pictures, the others.
 * @param {import('../core/types.js').VariantEntry[]} all @param {Rules|null} own
 */
function options(all, own) {
    const option = (/** @type {import('../core/types.js').VariantEntry} */ v) => h('option', { value: v.name }, pick(v.title));
    const first = FIRST.flatMap((n) => all.filter((v) => v.name === n));
    const rest = all.filter((v) => !first.includes(v));
    const known = FEATURED.flatMap((n) => rest.filter((v) => v.name === n));
    const others = rest.filter((v) => !known.includes(v)).sort((a, b) => pick(a.title).localeCompare(pick(b.title)));
    return [own ? h('option', { value: 'own' }, pick(own.title) || own.name) : null, ...first.map(option), ...known.map(option), ...others.map(option)].filter((x) => x !== null);
}
