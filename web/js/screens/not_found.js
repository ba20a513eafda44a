// SPDX-License-Identifier: MIT
// A link that leads nowhere says so, and shows the way home.
import { h } from '../dom.js';
import { t } from '../words/words.js';

/**
 * Fill a screen with what is wrong.
 * @param {HTMLElement} root @param {string} [why]
 */
export function showNotFound(root, why) {
    document.body.dataset.screen = 'missing';
    root.replaceChildren(h('div', { class: 'page', test: 'missing' },
        h('h1', { t: 'missing.title' }),
        h('p', { t: 'missing.lead' }),
        h('p', { class: 'wrong', test: 'missing-why', role: 'alert' }, why || t('missing.route')),
        h('p', null, h('code', { class: 'position' }, location.hash)),
        h('div', { class: 'pick' }, h('a', { class: 'btn main', href: '#/', icon: 'home', t: 'missing.home', test: 'missing-home' }),
            h('a', { class: 'btn', href: '#/variants', t: 'home.all' }))));
}

/** @param {HTMLElement} root */
export function open(root) {
    showNotFound(root);
}
