// SPDX-License-Identifier: MIT
// The position that a text means: FEN or SFEN, or moves from the start in any notation.
import { Study } from '../study/study.js';
import { pick } from '../words/words.js';

/** @param {import('../core/rules.js').Rules} rules @param {string} text @returns {string} */
export function positionOf(rules, text) {
    const isPosition = text.includes('/');
    const line = Study.create(rules, isPosition ? text : '');
    if (!(line instanceof Study)) throw new Error(pick(line.text));
    try {
        let at = 0;
        const words = isPosition ? [] : text.split(/\s+/).map((w) => w.replace(/^\d+\.+/, '')).filter(Boolean);
        for (const word of words) {
            const { move, error } = line.readMove(at, word);
            if (move === undefined) throw new Error(`${word}: ${pick(error)}`);
            at = line.play(at, move).id ?? at;
        }
        return line.view(at)?.position ?? '';
    } finally {
        line.release();
    }
}
