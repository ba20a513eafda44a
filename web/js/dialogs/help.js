// SPDX-License-Identifier: MIT
// What the keys do.
import { h } from '../dom.js';
import { openDialog } from './dialog.js';

/** @type {[string[], import('../words/words.js').Key][]} */
const keys = [
    [['Tab'], 'keys.tab'],
    [['←', '→'], 'keys.walk'],
    [['k'], 'keys.mode'],
    [['←', '→', '↑', '↓'], 'keys.board'],
    [['Enter', 'Space'], 'keys.enter'],
    [['Esc'], 'keys.esc'],
    [[',', '.'], 'keys.walkAlways'],
    [['Home', 'End'], 'keys.ends'],
    [['m'], 'keys.type'],
    [['f'], 'keys.flip'],
    [['z'], 'keys.zen'],
    [['u'], 'keys.undo'],
    [['c'], 'keys.clock'],
    [['?'], 'keys.help'],
];

/** Show them. */
export function openHelp() {
    openDialog({
        title: 'keys.title', test: 'help',
        body: [
            h('dl', { class: 'keys' }, keys.flatMap(([k, what]) => [
                h('dt', null, k.flatMap((key, i) => [i ? ' ' : null, h('kbd', null, key)])), h('dd', { t: what })])),
            h('p', { class: 'soft', t: 'keys.mouse' }),
            h('p', { class: 'soft', t: 'keys.study' }),
        ],
    });
}
