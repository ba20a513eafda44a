// SPDX-License-Identifier: MIT
// What a record says wrongly, with its places; what a format could not hold.
import { h } from '../dom.js';
import { openDialog } from '../dialogs/dialog.js';
import { pick, t } from '../words/words.js';

/** @typedef {import('./types.js').Report} Report */

/** @param {Report} r */
function place(r) {
    return r.line ? t(r.column ? 'report.place' : 'report.line', { line: r.line, column: r.column }) : '';
}

/** As a list. @param {Report[]} reports */
export function reportList(reports) {
    return h('ul', { class: 'issues', test: 'reports' }, reports.map((r) => h('li', { class: `issue ${r.severity === 'defect' ? '' : 'warning'}`, 'data-line': String(r.line) },
        place(r) ? h('strong', null, place(r)) : null, h('span', { 'data-text': '' }, pick(r.text)))));
}

/** @param {Report[]} reports */
export function showReports(reports) {
    openDialog({ title: 'report.title', test: 'reports-dialog', body: [reportList(reports.slice(0, 100))] });
}
