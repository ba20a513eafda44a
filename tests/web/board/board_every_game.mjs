// SPDX-License-Identifier: MIT
// board_every_game.mjs BANMEN FOLDER: the board of every built-in game: each piece is drawn once and where it
// stands, and each legal move can be reached by hand. TAP.
import { run, is } from '../harness.mjs';
import { Board } from '../board.mjs';

const PLIES = 6;

// In the page: what is wrong with what is drawn now.
function faults() {
    const board = document.querySelector('bm-board');
    const { view, rules, layout } = board;
    const bad = [];
    for (const m of view.moves) {
        if (m.to < 0)
            continue; // a pass is no business of the board's
        const source = m.drop < 0 ? { from: m.from, drop: -1 } : { from: -1, drop: board.heldAs(m.drop) };
        if (!board.canSelect(source) || !board.movesOf(source).some((x) => x.move === m.move))
            bad.push(`${m.text} cannot be reached`);
        else if (m.drop >= 0 && !board.hands.slot(source.drop, view.turn)?.isConnected)
            bad.push(`nothing to press for ${m.text}`);
    }
    const stands = rules.squares.filter((s) => s && view.board[s.sq]);
    const drawn = [...board.querySelectorAll('.bm-piece:not(.bm-gone)')];
    if (drawn.length !== stands.length)
        bad.push(`${drawn.length} pieces are drawn, ${stands.length} are there`);
    for (const s of stands) {
        const { el } = board.pieces.nodes.get(s.sq), at = layout.at.get(s.sq);
        if (!el.querySelector('svg') || el.style.getPropertyValue('--x') !== String(at.x) || el.style.getPropertyValue('--y') !== String(at.y))
            bad.push(`the piece on ${s.name} is not there`);
    }
    return bad;
}

// In the page: play the move that a number chooses. False at the end of the game.
function step(n) {
    const board = document.querySelector('bm-board');
    const moves = board.view.moves.filter((m) => m.to >= 0);
    if (moves.length)
        board.play(moves[(n * 7919 + 13) % moves.length]);
    return moves.length > 0;
}

await run(async (rig) => {
    const p = await rig.open({ size: [900, 700] }), b = new Board(p);
    const names = await p.evaluate(async () => (await (await fetch('/variants.json')).json()).map((v) => v.name));
    for (const name of names) {
        await b.begin(name);
        await p.until((name) => {
            const board = document.querySelector('bm-board');
            return board.rules?.name === name && board.view && !board.pending && board.hasAttribute('data-ready');
        }, name);
        const bad = await p.evaluate(faults);
        for (let ply = 0; ply < PLIES && await p.evaluate(step, ply); ply++) {
            await p.until((ply) => Number(document.querySelector('[data-stage]').dataset.ply) > ply &&
                !document.querySelector('bm-board').pending, ply, `${name}: a move after ply ${ply}`);
            bad.push(...await p.evaluate(faults));
        }
        is(bad.slice(0, 5), [], `${name} is drawn and can be played by hand`);
    }
    await p.close();
});
