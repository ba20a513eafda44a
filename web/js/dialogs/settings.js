// SPDX-License-Identifier: MIT
// The settings. Each takes effect at once; nothing is to be confirmed.
import { h } from '../dom.js';
import { themes } from '../board/piece_art.js';
import { get, set } from '../settings.js';
import { sound } from '../sounds.js';
import { lang } from '../words/words.js';
import { choice, openDialog } from './dialog.js';

/** @typedef {import('../words/words.js').Key} Key */
/** @typedef {import('../settings.js').Settings} Settings */

/**
 * A list to choose from.
 * @param {'board'|'setShogi'|'setXiangqi'|'notationChess'|'notationShogi'} key @param {Key} label @param {[string, Key][]} choices
 */
function select(key, label, choices) {
    const el = h('select', { id: `set-${key}`, name: key, test: `set-${key}`, on: { change: () => set(key, el.value) } },
        choices.map(([value, t]) => h('option', { value, t })));
    el.value = get(key);
    return h('div', { class: 'field' }, h('label', { for: `set-${key}`, t: label }), el);
}

/** @param {'coords'|'hints'|'sounds'|'animation'|'premove'|'confirmMove'|'autoQueen'|'blindfold'|'zen'} key @param {Key} label */
function toggle(key, label) {
    return h('label', { class: 'switch' }, h('span', { t: label }),
        h('input', { type: 'checkbox', role: 'switch', name: key, test: `set-${key}`, checked: get(key), on: { change: (/** @type {any} */ e) => {
            set(key, e.target.checked);
            if (key === 'sounds') sound('move');
        } } }));
}

/** @param {object} [_rules]  the game on the screen */
export function openSettings(_rules) {
    const volume = h('input', { type: 'range', min: '0', max: '100', id: 'set-volume', name: 'volume', test: 'set-volume', on: { change: () => {
        set('volume', Number(volume.value));
        sound('move');
    } } });
    volume.value = String(get('volume'));
    const size = h('input', { type: 'range', min: '50', max: '100', step: '5', id: 'set-boardSize', name: 'boardSize', test: 'set-boardSize', on: { input: () => set('boardSize', Number(size.value)) } });
    size.value = String(get('boardSize'));
    openDialog({
        title: 'settings.title', test: 'settings-dialog',
        body: [
            choice({
                name: 'lang', legend: 'settings.lang', value: lang(), onChange: (v) => set('lang', v),
                choices: [{ value: /** @type {const} */ ('en'), text: 'English' }, { value: /** @type {const} */ ('ja'), text: '日本語' }],
            }),
            choice({
                name: 'theme', legend: 'settings.theme', value: get('theme'), onChange: (v) => set('theme', v),
                choices: [{ value: /** @type {const} */ ('auto'), t: 'settings.auto' }, { value: /** @type {const} */ ('light'), t: 'settings.light' }, { value: /** @type {const} */ ('dark'), t: 'settings.dark' }],
            }),
            h('div', { class: 'two' },
                select('board', 'settings.board', [['', 'settings.usual'], ...themes.map((x) => /** @type {[string, Key]} */ ([x, /** @type {Key} */ (`theme.${x}`)]))]),
                select('setShogi', 'settings.shogiSet', [['', 'settings.usual'], ['shogi-int', 'set.int'], ['shogi-one', 'set.one'], ['shogi-two', 'set.two']]),
                select('setXiangqi', 'settings.xiangqiSet', [['', 'settings.usual'], ['xiangqi-int', 'set.figures'], ['xiangqi', 'set.hanzi']]),
                select('notationChess', 'settings.notationChess', [['', 'settings.usual'], ['san', 'style.san'], ['figurine', 'style.figurine'], ['long', 'style.long'], ['coordinates', 'style.coordinates']]),
                select('notationShogi', 'settings.notationShogi', [['', 'settings.usual'], ['japanese', 'style.japanese'], ['kif', 'style.kif'], ['western', 'style.western'], ['csa', 'style.csa'], ['coordinates', 'style.coordinates']])),
            h('div', { class: 'switch' }, h('label', { for: 'set-boardSize', t: 'settings.boardSize' }), size),
            h('div', null, toggle('coords', 'settings.coords'), toggle('hints', 'settings.hints'), toggle('premove', 'settings.premove'),
                toggle('confirmMove', 'settings.confirmMove'), toggle('autoQueen', 'settings.autoQueen'), toggle('blindfold', 'settings.blindfold'), toggle('zen', 'settings.zen'),
                toggle('animation', 'settings.animation'), toggle('sounds', 'settings.sounds'),
                h('div', { class: 'switch' }, h('label', { for: 'set-volume', t: 'settings.volume' }), volume)),
        ],
    });
}
