// SPDX-License-Identifier: MIT
// What to do with an edited position: play from it, solve it, analyse it, take it along as text or picture.
import { button, h } from '../dom.js';
import { boardOptions } from '../game/board_options.js';
import { coloursOf, positionSvg, svgToPng } from '../board/picture.js';
import { hasServer } from '../net/server_check.js';
import { hasScreen } from '../main.js';
import { copyText, positionLink, saveFile } from './screen_parts.js';

/** @typedef {import('../core/editor.js').EditorView} EditorView */
/** @typedef {{rules: import('../core/rules.js').Rules, view: () => EditorView, flipped: () => boolean, board: HTMLElement}} Source */

/** The picture as the board shows it. @param {Source} o */
function pictureOf(o) {
    return positionSvg(o.rules, o.view(), /** @type {any} */ ({ ...boardOptions(o.rules, o.flipped()), coords: true, picture: false, hands: 'beside', marks: false }), coloursOf(o.board));
}

/** @param {Source} o */
export function actionsView(o) {
    const { rules } = o;
    /** Buttons that need a position that can be played. @type {HTMLButtonElement[]} */
    const plays = [];

    /** @param {string} icon @param {import('../dom.js').Key} key @param {string} test @param {'computer'|'friend'|'link'} opponent */
    function playButton(icon, key, test, opponent) {
        const b = button({ class: 'btn', icon, t: key, test }, async () => {
            const { newGame } = await import('../dialogs/new_game.js');
            await newGame({ game: rules.name, opponent, start: o.view().position });
        });
        plays.push(b);
        return b;
    }
    const solve = button({ class: 'btn main', icon: 'search', t: 'editor.solve', test: 'editor-solve' }, () => {
        location.hash = positionLink('solve', rules, o.view().position);
    });
    plays.push(solve);
    const ways = h('div', { class: 't-row' }, solve, playButton('cpu', 'editor.playComputer', 'play-computer', 'computer'), playButton('people', 'editor.playFriend', 'play-friend', 'friend'));
    void hasServer().then((there) => {
        if (there) ways.append(playButton('link', 'editor.playLink', 'play-link', 'link'));
        show(o.view());
    });
    if (hasScreen('analysis')) {
        const analyse = button({ class: 'btn', icon: 'eye', t: 'editor.analyse', test: 'editor-analyse' }, () => {
            location.hash = `#/analysis?${new URLSearchParams({ variant: rules.name, fen: o.view().position })}`;
        });
        plays.push(analyse);
        ways.append(analyse);
    }
    const take = h('div', { class: 't-row' },
        button({ class: 'btn', icon: 'copy', t: 'editor.copy', test: 'copy-position' }, () => void copyText(o.view().position)),
        button({ class: 'btn', icon: 'save', t: 'editor.svg', test: 'save-svg' }, async () => saveFile(new Blob([await pictureOf(o)], { type: 'image/svg+xml' }), `${rules.name}.svg`)),
        button({ class: 'btn', icon: 'save', t: 'editor.png', test: 'save-png' }, async () => saveFile(await svgToPng(await pictureOf(o)), `${rules.name}.png`)));

    /** @param {EditorView} view */
    function show(view) {
        for (const b of plays) b.disabled = !view.sound || view.over[0] !== '';
    }
    return { el: h('div', { class: 'rows' }, ways, take), show };
}
