// SPDX-License-Identifier: MIT
// The buttons of a game. Only what can be done now is shown.
import { button, h } from '../dom.js';
import { pick, t } from '../words/words.js';
import { reviewOf } from './review_link.js';

/** @typedef {import('./types.js').Controller} Controller */
/** @typedef {import('./types.js').ControllerState} State */
/** @typedef {import('../words/words.js').Key} Key */

/** Action, icon, words; the order is that on the screen. */
/** @type {[string, string, Key][]} */
const buttons = [
    ['undo', 'undo', 'act.undo'], ['redo', 'redo', 'act.redo'], ['takeback', 'undo', 'act.takeback'], ['draw', 'draw', 'act.draw'],
    ['claim', 'claim', 'act.claim'], ['declare', 'castle', 'act.declare'], ['pass', 'next', 'act.pass'], ['pause', 'pause', 'act.pause'],
    ['resume', 'play', 'act.resume'], ['give-time', 'time', 'act.giveTime'], ['abort', 'close', 'act.abort'], ['resign', 'flag', 'act.resign'],
    ['rematch', 'again', 'act.rematch'], ['review', 'search', 'act.review'], ['new', 'plus', 'act.new'], ['save', 'save', 'act.save'], ['share', 'share', 'act.share'],
    ['type', 'keyboard', 'act.type'],
];

/** @param {Parameters<typeof import('../dialogs/dialog.js').confirmDialog>} args */
async function confirmDialog(...args) {
    return (await import('../dialogs/dialog.js')).confirmDialog(...args);
}

/** What a declaration would bring, in words. @param {State} s */
function impasseText(s) {
    const i = s.impasse;
    if (!i) return '';
    return [t('declare.points', { points: i.points, needed: i.needed, pieces: i.pieces }), t(i.kingInZone ? 'declare.king' : 'declare.noKing'),
        i.inCheck ? t('declare.check') : '', t(i.wins ? 'declare.wins' : 'declare.loses')].filter(Boolean).join(' ');
}

/**
 * @param {Controller} c
 * @param {{flip: () => void, go: (how: 'first'|'prev'|'next'|'last') => void, home: () => void, type: () => void, notice: (text: string, bad?: boolean) => void}} o
 */
export function actionsView(c, o) {
    const label = h('h2', { class: 'unseen' });
    const all = new Map(buttons.map(([act, icon, key]) => [act, button({ class: `btn${act === 'resign' || act === 'abort' ? ' danger' : ''}`, icon, t: key, 'data-do': act, test: act }, () => {
        close();
        void run(act);
    })]));
    const el = h('div', { class: 'g-acts', test: 'actions' }, label, ...all.values());
    const more = button({ class: 'btn bare square only-small', icon: 'more', label: 'act.more', 'data-do': 'more', test: 'more', 'aria-expanded': 'false' }, () => (el.classList.contains('open') ? close() : open()));
    /** @type {(name: 'first'|'prev'|'next'|'last', icon: string, key: Key) => HTMLButtonElement} */
    const walk = (name, icon, key) => button({ class: 'btn bare square', icon, label: key, 'data-do': name, test: name }, () => o.go(name));
    const steps = [walk('first', 'first', 'act.first'), walk('prev', 'back', 'act.prev'), walk('next', 'next', 'act.next'), walk('last', 'last', 'act.last')];
    const flip = button({ class: 'btn bare square', icon: 'flip', label: 'act.flip', 'data-do': 'flip', test: 'flip' }, o.flip);
    const undo = button({ class: 'btn bare square only-small', icon: 'undo', label: 'act.undo', 'data-do': 'undo-small' }, () => void run('undo'));

    function open() {
        el.classList.add('open');
        more.setAttribute('aria-expanded', 'true');
        el.querySelector('button')?.focus();
        addEventListener('pointerdown', outside);
    }
    function close() {
        if (!el.classList.contains('open')) return;
        el.classList.remove('open');
        more.setAttribute('aria-expanded', 'false');
        removeEventListener('pointerdown', outside);
        more.focus();
    }
    /** @param {Event} e */
    function outside(e) {
        const at = /** @type {Node} */ (e.target);
        if (!el.contains(at) && !more.contains(at)) close();
    }
    el.addEventListener('keydown', (e) => {
        if (e.key === 'Escape') close();
    });

    /** @param {string} act @param {object} [opts] */
    async function tell(act, opts) {
        const done = await c.do(act, opts);
        if (!done.ok) o.notice(pick(done.text), true);
        return done.ok;
    }

    /** @param {string} act */
    async function run(act) {
        switch (act) {
            case 'resign':
                if (await confirmDialog('confirm.resign', { yes: 'act.resign', danger: true })) await tell('resign');
                break;
            case 'draw':
                if (c.you !== 'both' || (await confirmDialog('confirm.draw', { yes: 'confirm.agree' }))) await tell('draw');
                break;
            case 'abort':
                if (await confirmDialog('confirm.abort', { yes: 'act.abort', danger: true })) await tell('abort');
                break;
            case 'declare':
                if (await confirmDialog('confirm.declare', { text: impasseText(c.state()), yes: 'act.declare' })) await tell('declare');
                break;
            case 'give-time': await tell('give-time', { ms: 15000 }); break;
            case 'pass': {
                const move = c.game.pass();
                if (move !== null) await tell('move', { move });
                break;
            }
            case 'new': {
                const { newGame } = await import('../dialogs/new_game.js');
                await newGame({ game: c.rules.name, rules: c.rules.yaml ? c.rules : undefined });
                break;
            }
            case 'save': (await import('./record_export.js')).openSave(c); break;
            case 'share': await (await import('./record_export.js')).share(c); break;
            case 'review': location.hash = reviewOf(c); break;
            case 'type': o.type(); break;
            default: await tell(act);
        }
    }

    return {
        el, label,
        nav: h('div', { class: 'g-nav' }, undo, ...steps, flip, more),
        home: button({ class: 'btn bare square', icon: 'home', label: 'act.home', 'data-do': 'home', test: 'home' }, o.home),
        tools: h('div', { class: 'g-tools' },
            button({ class: 'btn bare square', icon: 'book', label: 'act.rules', 'data-do': 'rules', test: 'rules-open' }, async () => (await import('./rules_view.js')).openRules(c.rules)),
            button({ class: 'btn bare square only-large', icon: 'help', label: 'keys.title', 'data-do': 'help', test: 'help-open' }, async () => (await import('../dialogs/help.js')).openHelp()),
            button({ class: 'btn bare square', icon: 'gear', label: 'settings.title', 'data-do': 'settings', test: 'settings' }, async () => (await import('../dialogs/settings.js')).openSettings(c.rules))),
        /** @param {State} s @param {{shown: number}} at */
        show(s, at) {
            for (const [act, b] of all) {
                const there = act === 'review' ? reviewOf(c) !== '' : act === 'type' ? c.can('move') : act === 'save' || act === 'share' ? s.plies > 0 : act === 'pass' ? c.can('move') && c.rules.hasPass && c.game.pass() !== null
                    : act === 'new' ? c.kind === 'local' || s.stage === 'over' : c.can(act);
                b.hidden = !there;
            }
            undo.hidden = !c.can('undo');
            steps[0].disabled = steps[1].disabled = at.shown === 0;
            steps[2].disabled = steps[3].disabled = at.shown === s.plies;
            all.get('rematch')?.classList.toggle('main', s.stage === 'over');
        },
    };
}
