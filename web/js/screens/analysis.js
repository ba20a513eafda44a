// SPDX-License-Identifier: MIT
// The analysis board of every game: a tree of moves that is edited by playing, what is written about them, the search beside it.
//
// Handles: study (data-node, data-ply, data-edits, data-saved), opening, tree, engine, notes, eval-bar, explorer (data-do explore); buttons data-do: home, open, menu, flip, first, prev,
// next, last, share, undo, redo, promote, mainline, delete, pass, draw, save, type, note, review.
import { button, h } from '../dom.js';
import { toast } from '../dialogs/dialog.js';
import { boardOptions } from '../game/board_options.js';
import { mayAnimate, notationFor, onSetting } from '../settings.js';
import { sound } from '../sounds.js';
import { settled } from '../shell/settled.js';
import { addWords, lang, pick, t } from '../words/words.js';
import { enginePanel, evaluationBar } from '../analysis/engine_panel.js';
import { noteEditor } from '../study/note_editor.js';
import { openStudy } from '../study/open_study.js';
import { loadStyle } from '../study/style.js';
import { isEmpty, keepStudy, nameOf } from '../study/study_store.js';
import { treeView } from '../study/tree_view.js';
import '../board/board.js';

/** @typedef {import('../study/study.js').Study} Study */
/** @typedef {import('../study/study.js').Marks} Marks */

/** Colours of marks that are the page's own. */
const OWN = ['best', 'other', 'threat'];
/** Who edits waits so long for it to be kept. */
const SAVE = 700;

/** @param {HTMLElement} root @param {string[]} params @param {URLSearchParams} query */
export async function open(root, params, query) {
    loadStyle();
    await addWords('study');
    /** @type {import('../study/open_study.js').Opened} */
    let opened;
    try {
        opened = await openStudy(params, query);
    } catch (e) {
        const { showNotFound } = await import('./not_found.js');
        const tell = () => showNotFound(root, /** @type {any} */ (e).say?.() ?? String(/** @type {any} */ (e).message ?? e));
        tell();
        return { relabel: tell };
    }
    return showStudy(root, opened);
}

/** @param {HTMLElement} root @param {import('../study/open_study.js').Opened} opened */
function showStudy(root, opened) {
    const { study } = opened;
    const live = /** @type {HTMLElement} */ (document.getElementById('live'));
    let { entry } = opened;
    let at = 0;
    let flipped = entry?.you === 1;
    /** Moves of a line that is being looked at. @type {string[]|null} */
    let peeked = null;
    /** @type {Marks} */
    let engineMarks = { arrows: [], circles: [] };
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let saving;
    /** The way to where one is: what is left of it when that is taken out. @type {number[]} */
    let trail = [];
    /** Where the line goes on from a fork: the child that was visited last. @type {Map<number, number>} */
    const visited = new Map();

    const board = /** @type {any} */ (document.createElement('bm-board'));
    const bar = evaluationBar();
    const box = h('div', { class: 'board-box', test: 'board-box' }, board);
    const tree = treeView({ onGo: go, verdict: (id) => review?.mark(id) ?? '' });
    const engine = enginePanel({
        study, say, onScore: bar.show, onPlay: playLine, onMarks(marks) {
            engineMarks = marks;
            putMarks();
        },
        onPeek: peek,
    });
    const notes = noteEditor(study);
    const openingLine = h('p', { class: 'opening-name', test: 'opening' });
    /** What the opening of a node is called. @type {((id: number) => string)|null} */
    let openingOf = null;
    /** @type {import('../analysis/review_view.js').ReviewView|null} */
    let review = null;
    /** @type {ReturnType<typeof import('../openings/explorer_panel.js').explorerPanel>|null} */
    let explorer = null;
    const explorerSlot = h('div', { class: 'explorer-slot' });
    const reviewSlot = h('div', { class: 'review-slot' });
    /** @type {ReturnType<typeof import('../shared/share_panel.js').sharePanel>|null} */
    let shared = null;
    const statusSpan = h('span', { 'data-notice': '' });
    const status = h('div', { class: 'g-status', role: 'status', test: 'status' }, statusSpan);
    const title = h('h1', { class: 'g-title' });
    const input = h('input', { type: 'text', name: 'type-move', test: 'type-move', label: 'game.type', hint: study.rules.dialect === 'usi' ? 'game.typeHintShogi' : 'game.typeHint', autocomplete: 'off', autocapitalize: 'off', spellcheck: false });
    const form = h('form', { class: 'g-type', on: { submit: typed } }, input);

    /** @param {string} act @param {string} icon @param {import('../words/words.js').Key} key @param {() => void} click */
    const tool = (act, icon, key, click) => button({ class: 'btn bare square', icon, label: key, 'data-do': act, test: act }, click);
    const steps = {
        first: tool('first', 'first', 'act.first', () => go(0)), prev: tool('prev', 'back', 'act.prev', prev),
        next: tool('next', 'next', 'act.next', next), last: tool('last', 'last', 'act.last', last),
    };
    const explorerButton = tool('explore', 'book', 'explorer.title', () => void toggleExplorer());
    explorerButton.setAttribute('aria-pressed', 'false');
    const undo = tool('undo', 'undo', 'act.undo', () => study.undo());
    const redo = tool('redo', 'redo', 'act.redo', () => study.redo());
    const noteButton = tool('note', 'chat', 'study.notes', () => el.classList.toggle('noting'));
    const drawButton = tool('draw', 'edit', 'study.draw', () => {
        const on = drawButton.getAttribute('aria-pressed') !== 'true';
        drawButton.setAttribute('aria-pressed', String(on));
        board.configure({ drawing: on });
    });
    drawButton.setAttribute('aria-pressed', 'false');
    const edits = {
        promote: button({ class: 'btn', icon: 'first', t: 'study.promote', 'data-do': 'promote' }, () => study.promote(at)),
        mainline: button({ class: 'btn', icon: 'list', t: 'study.mainLine', 'data-do': 'mainline' }, () => study.promote(at, true)),
        remove: button({ class: 'btn danger', icon: 'trash', t: 'study.delete', 'data-do': 'delete' }, remove),
        pass: button({ class: 'btn', icon: 'next', t: 'study.pass', 'data-do': 'pass' }, pass),
    };
    const editBar = h('div', { class: 'edit-bar', label: 'study.edit', role: 'group' }, ...Object.values(edits));
    const el = h('div', { class: 'study', test: 'study' },
        h('div', { class: 'g-top' }, tool('home', 'home', 'act.home', () => (location.hash = '#/')), title,
            h('div', { class: 'g-tools' },
                button({ class: 'btn bare square', icon: 'search', label: 'review.title', 'data-do': 'review', test: 'review' }, () => void openReview()),
                explorerButton,
                opened.shared ? null : tool('share', 'people', 'share.title', () => void import('../shared/share_panel.js').then(({ shareStudy }) => shareStudy(study))),
                tool('save', 'save', 'act.save', async () => (await import('../study/export_dialog.js')).openExport(study, at)),
                tool('open', 'list', opened.list ? 'open.back' : 'open.title', () => (location.hash = '#/open')))),
        box, bar.el,
        h('div', { class: 'study-side' }, openingLine, engine.el, explorerSlot, reviewSlot, tree.el, status, editBar, notes.el, form),
        h('div', { class: 'g-nav' }, undo, redo, ...Object.values(steps), tool('flip', 'flip', 'act.flip', flip), drawButton, noteButton));
    root.append(el);
    document.body.classList.add('in-game');
    document.getElementById('top')?.replaceChildren();
    const others = settled().then(() => import('../shell/games_button.js')).then((m) => m.mountGamesButton(/** @type {HTMLElement} */ (el.querySelector('.g-tools'))));
    others.catch(() => undefined);

    /** @param {string} text */
    function say(text) {
        live.textContent = live.textContent === text ? `${text}\u00a0` : text;
    }

    /** @param {string} text @param {boolean} [bad] */
    function notice(text, bad = false) {
        statusSpan.textContent = text;
        status.classList.toggle('bad', bad);
    }

    // ---- The board ----

    function putMarks() {
        const own = peeked || !study.has(at) ? { arrows: [], circles: [] } : study.marks(at);
        const more = peeked ? { arrows: [], circles: [] } : engineMarks;
        const extra = peeked ? { arrows: [], circles: [] } : review?.marks(at) ?? { arrows: [], circles: [] };
        board.marks = { arrows: [...more.arrows, ...extra.arrows, ...own.arrows], circles: [...more.circles, ...extra.circles, ...own.circles] };
    }

    /** @param {boolean} animate */
    function drawBoard(animate) {
        const view = peeked ? study.lineView(at, peeked) : study.view(at);
        el.classList.toggle('peeking', !!peeked);
        if (view) board.show(view, { animate: animate && mayAnimate(), movable: peeked ? 'none' : 'both' });
        putMarks();
    }

    /** @param {string[]|null} moves */
    function peek(moves) {
        if (moves?.join(' ') === peeked?.join(' ')) return;
        peeked = moves;
        drawBoard(false);
    }

    function renderStatus() {
        const view = study.view(at);
        const node = study.node(at);
        const text = node.kind === 'end' ? pick(node.end) : !view ? t('study.illegal') : pick(view.summary) || pick(view.wanted);
        notice(text || (review?.status(at) ?? ''), !view);
    }

    function render() {
        Object.assign(el.dataset, { node: String(at), ply: String(study.node(at).ply), edits: String(study.edits) });
        const fork = study.fork(at);
        const { parent } = study.node(at);
        edits.promote.disabled = edits.mainline.disabled = fork < 0;
        edits.remove.disabled = parent < 0;
        undo.disabled = !study.canUndo;
        redo.disabled = !study.canRedo;
        steps.first.disabled = steps.prev.disabled = at === 0;
        steps.next.disabled = steps.last.disabled = study.node(at).children.length === 0;
        title.textContent = nameOf(study) || pick(study.rules.title);
        openingLine.textContent = openingOf?.(at) ?? '';
        document.title = `${title.textContent} · ${t('study.title')} · banmen`;
        renderStatus();
    }

    // ---- Going about ----

    /** @param {number} id @param {boolean} [quiet] */
    function go(id, quiet = false) {
        notes.commit();
        const from = study.has(at) ? at : 0;
        at = study.has(id) ? id : 0;
        trail = study.path(at);
        for (const n of trail) visited.set(study.node(n).parent, n);
        peeked = null;
        engineMarks = { arrows: [], circles: [] };
        const near = study.node(at).parent === from || study.node(from).parent === at;
        drawBoard(near);
        tree.go(at);
        notes.show(at);
        review?.go(at);
        engine.hide(!!review?.learning);
        engine.look(at);
        explorer?.go(at);
        shared?.look(at);
        render();
        if (!quiet) say(at ? pick(study.describe(at)) || statusSpan.textContent || '' : t('game.start'));
    }

    /** The child to go on with: where one was before, else the main line. @param {number} id */
    function following(id) {
        const { children } = study.node(id);
        const before = visited.get(id);
        return before !== undefined && children.includes(before) ? before : children[0];
    }
    function prev() {
        if (at) go(study.node(at).parent);
    }
    function next() {
        const id = following(at);
        if (id !== undefined) go(id);
    }
    function last() {
        let id = at;
        for (let n = following(id); n !== undefined; n = following(id)) id = n;
        go(id);
    }

    /** Another variation at the same place. @param {number} by */
    function sibling(by) {
        const { parent } = study.node(at);
        if (parent < 0) return;
        const { children } = study.node(parent);
        if (children.length > 1) go(children[(children.indexOf(at) + by + children.length) % children.length]);
    }

    // ---- Edits ----

    /** @param {number} move */
    function play(move) {
        const text = board.view?.moves.find((/** @type {any} */ m) => m.move === move)?.text ?? '';
        if (review?.tries(at, text)) return drawBoard(false);
        const done = study.play(at, move);
        if (done.id === undefined) {
            sound('illegal');
            notice(pick(done.error), true);
            return drawBoard(false);
        }
        go(done.id);
        const view = study.view(at);
        sound(view?.royalsInCheck.length ? 'check' : view?.last?.captured ? 'capture' : 'move');
    }

    /** @param {string[]} moves */
    function playLine(moves) {
        go(study.playLine(at, moves));
    }

    function pass() {
        const done = study.pass(at);
        if (done.id === undefined) return notice(pick(done.error), true);
        go(done.id);
    }

    function remove() {
        const { parent } = study.node(at);
        if (parent < 0) return;
        study.remove(at);
        go(parent);
        toast(t('study.deleted'), { t: 'act.undo', test: 'undo-delete', click: () => study.undo() });
    }

    /** @param {Event} e */
    function typed(e) {
        e.preventDefault();
        const text = input.value.trim();
        if (!text) return;
        const read = study.readMove(at, text);
        if (read.move === undefined) {
            sound('illegal');
            return notice(pick(read.error), true);
        }
        input.value = '';
        play(read.move);
    }

    function flip() {
        flipped = !flipped;
        applyOptions();
    }

    function applyOptions() {
        board.options = { ...boardOptions(study.rules, flipped), keepMarks: true, drawing: drawButton.getAttribute('aria-pressed') === 'true' };
        study.style = notationFor(study.rules, lang());
        el.classList.toggle('flipped', flipped);
        tree.show(study);
        drawBoard(false);
        tree.go(at);
        render();
    }

    // ---- Keeping ----

    async function save() {
        clearTimeout(saving);
        saving = undefined;
        // The server keeps what is shared.
        if (opened.shared) return;
        if (isEmpty(study)) return;
        const kept = await keepStudy(study, entry);
        if (!kept) return;
        entry = kept;
        el.dataset.saved = kept.id;
        if (!el.isConnected || !location.hash.startsWith('#/analysis')) return;
        history.replaceState(null, '', `#/analysis/${kept.id}`);
    }

    function changed() {
        tree.show(study);
        if (study.has(at)) {
            tree.go(at);
            // What is being written here stays when others edit.
            if (!shared?.merging || !notes.el.contains(document.activeElement)) notes.show(at);
            putMarks();
            render();
        } else go(trail.filter((id) => study.has(id)).pop() ?? 0, true);
        clearTimeout(saving);
        saving = setTimeout(() => void save(), SAVE);
    }

    /** @param {boolean} [begin] at once */
    async function openReview(begin = false) {
        if (!review) {
            const { reviewView } = await import('../analysis/review_view.js');
            if (!el.isConnected) return;
            review = reviewView({ study, you: entry?.you ?? null, go, say, notice, redraw() {
                tree.show(study);
                tree.go(at);
                engine.hide(!!review?.learning);
                putMarks();
                renderStatus();
            } });
            reviewSlot.append(review.el);
            review.go(at);
            if (begin) review.begin();
        }
        review.focus();
    }

    /** The explorer comes with the first press. */
    async function toggleExplorer() {
        const [{ explorerPanel }, { openedList }] = await Promise.all([import('../openings/explorer_panel.js'), import('./open.js')]);
        if (!el.isConnected) return;
        if (!explorer) {
            explorer = explorerPanel({ study, opened: openedList(), onPlay: playLine });
            explorerSlot.append(explorer.el);
            explorer.go(at);
        }
        explorer.turn(!explorer.on);
        explorerButton.setAttribute('aria-pressed', String(explorer.on));
    }

    // ---- Events ----

    board.addEventListener('bm-move', (/** @type {CustomEvent} */ e) => play(e.detail.move));
    board.addEventListener('bm-illegal', (/** @type {CustomEvent} */ e) => {
        sound('illegal');
        notice(pick(study.explain(at, e.detail.move)), true);
    });
    board.addEventListener('bm-marks', (/** @type {CustomEvent} */ e) => {
        const { arrows, circles } = /** @type {Marks} */ (e.detail.marks);
        study.setMarks(at, { arrows: arrows.filter((a) => !OWN.includes(a.colour)), circles: circles.filter((c) => !OWN.includes(c.colour)) });
    });

    /** @param {KeyboardEvent} e */
    function onKey(e) {
        const target = /** @type {HTMLElement} */ (e.target);
        if (e.defaultPrevented || e.altKey || document.querySelector('dialog[open]') || target.matches('input, textarea, select')) return;
        const undoing = (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'z';
        if (undoing) {
            e.preventDefault();
            return e.shiftKey ? study.redo() : study.undo();
        }
        if (e.ctrlKey || e.metaKey) return;
        /** @type {Record<string, () => void>} */
        const keys = {
            ArrowLeft: prev, ArrowRight: next, ArrowUp: () => sibling(-1), ArrowDown: () => sibling(1), Home: () => go(0), End: last, ',': prev, '.': next, '<': () => go(0), '>': last,
            f: flip, e: () => engine.toggle(), m: () => input.focus(), u: () => study.undo(), Delete: remove,
            c: () => {
                el.classList.add('noting');
                /** @type {HTMLElement|null} */ (notes.el.querySelector('textarea'))?.focus();
            },
            k: () => board.setKeyboard(true),
        };
        const act = keys[e.key];
        if (!act) return;
        e.preventDefault();
        act();
    }

    const forget = onSetting((key) => {
        if (key !== 'lang') applyOptions();
    });
    addEventListener('keydown', onKey);
    const leave = () => {
        notes.commit();
        if (saving !== undefined) void save();
    };
    addEventListener('pagehide', leave);
    study.addEventListener('change', changed);
    board.rules = study.rules;
    applyOptions();
    void import('../openings/opening_names.js').then(({ namesFor }) => namesFor(study)).then((names) => {
        openingOf = names;
        if (el.isConnected) render();
    }).catch(() => undefined);
    go(opened.at > 0 ? study.mainLine().slice(0, opened.at).pop() ?? 0 : 0, true);
    const link = opened.shared;
    if (link) void import('../shared/share_panel.js').then(({ sharePanel }) => {
        if (!el.isConnected) return;
        shared = sharePanel(study, link, (id) => go(id));
        el.querySelector('.study-side')?.append(shared.el);
        shared.look(at);
    });
    const { reports } = study.facts();
    if (reports.length) void import('../study/reports.js').then(({ showReports }) => showReports(reports));
    if (new URLSearchParams(location.hash.split('?')[1]).has('review')) void openReview(true);

    return {
        close() {
            leave();
            forget();
            removeEventListener('keydown', onKey);
            removeEventListener('pagehide', leave);
            engine.close();
            review?.close();
            explorer?.close();
            shared?.close();
            study.release();
            document.body.classList.remove('in-game');
            void others.then((stop) => stop(), () => undefined);
            live.textContent = '';
        },
        relabel() {
            applyOptions();
            notes.show(at);
            shared?.render();
            review?.relabel();
            explorer?.relabel();
        },
    };
}
