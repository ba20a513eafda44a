// SPDX-License-Identifier: MIT
// The board by keyboard: one square at a time has the focus. Enter or Space turns the keyboard mode on; in it arrow
// keys walk, Enter and Space select and play, and Esc leaves. Without it arrow keys are left to the page.

/** @typedef {import('./board.js').BmBoard} Board */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Board} board @param {KeyboardEvent} e */
export function onKey(board, e) {
    if (e.ctrlKey && e.key !== 'Home' && e.key !== 'End') return;
    if (e.altKey || e.metaKey || !(e.target instanceof HTMLElement)) return;
    const sq = e.target.dataset.sq;
    const kind = e.target.dataset.kind;
    let used = false;
    if (e.key === 'Escape') used = board.cancel() || leave(board);
    else if (sq === undefined && kind === undefined) used = false;
    else if (!board.keyboard) used = enter(board, e, kind !== undefined);
    else if (sq !== undefined) used = onSquare(board, Number(sq), e);
    else if (kind !== undefined) used = onSlot(e.target, e);
    if (used) {
        e.preventDefault();
        e.stopPropagation();
    }
}

/** Turn the mode on. A piece in hand is a button and is taken by the same press. @param {Board} board @param {KeyboardEvent} e @param {boolean} slot */
function enter(board, e, slot) {
    if (e.key !== 'Enter' && e.key !== ' ') return false;
    board.setKeyboard(true);
    return !slot;
}

/** Turn it off, if it is on. @param {Board} board */
function leave(board) {
    const on = board.keyboard;
    board.setKeyboard(false);
    return on;
}

/** @param {Board} board @param {number} sq @param {KeyboardEvent} e */
function onSquare(board, sq, e) {
    if (e.key === 'Enter' || e.key === ' ') {
        board.activate({ from: sq, drop: -1 });
        return true;
    }
    const to = STEPS[e.key] ? neighbour(board, sq, STEPS[e.key]) : jump(board, sq, e);
    if (to === undefined) return false;
    if (to !== null) board.focusSquare(to);
    return true;
}

/** The next square in a direction on the screen, on the next board, too; null at the edge. @param {Board} board @param {number} sq @param {[number, number]} step */
function neighbour(board, sq, [dx, dy]) {
    const layout = board.layout;
    const from = layout?.at.get(sq);
    if (!layout || !from) return null;
    let best = null;
    let least = Infinity;
    for (const [other, at] of layout.at) {
        const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
        const aside = Math.abs((at.x - from.x) * dy) + Math.abs((at.y - from.y) * dx);
        // On hexagons the nearest in that direction; on squares only the same row or file.
        if (along < 0.4 || (layout.style === 'hex' ? aside > 0.6 : aside > 0.01)) continue;
        const far = along + aside * 1.01;
        if (far < least) [best, least] = [other, far];
    }
    return best;
}

/** Home, End, and Page Up and Down between boards. @param {Board} board @param {number} sq @param {KeyboardEvent} e */
function jump(board, sq, e) {
    const fields = board.layout?.fields ?? [];
    const f = fields.findIndex((field) => field.rows.some((r) => r.includes(sq)));
    const rows = fields[f]?.rows;
    if (!rows) return undefined;
    const y = rows.findIndex((r) => r.includes(sq));
    const row = rows[y];
    if (e.key === 'Home') return e.ctrlKey ? rows[0][0] : row[0];
    if (e.key === 'End') return e.ctrlKey ? rows[rows.length - 1].slice(-1)[0] : row[row.length - 1];
    if ((e.key === 'PageUp' || e.key === 'PageDown') && fields.length > 1) {
        const next = fields[f + (e.key === 'PageDown' ? 1 : -1)];
        const line = next?.rows[Math.min(y, next.rows.length - 1)];
        return line ? line[Math.min(row.indexOf(sq), line.length - 1)] : null;
    }
    return undefined;
}

/** Arrow keys inside a hand. @param {HTMLElement} slot @param {KeyboardEvent} e */
function onSlot(slot, e) {
    const step = STEPS[e.key];
    if (!step) return false;
    const slots = [...(slot.parentElement?.querySelectorAll('button:not(:disabled)') ?? [])];
    const next = slots[slots.indexOf(slot) + step[0] + step[1]];
    if (next instanceof HTMLElement) {
        slot.tabIndex = -1;
        next.tabIndex = 0;
        next.focus({ preventScroll: true });
    }
    return true;
}
