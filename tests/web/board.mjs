// SPDX-License-Identifier: MIT
// Hands on a board: by click, by drag, by touch, by keyboard. Squares are found by their names,
// and moves come as coordinates: e2e4, e7e8q, 8h2b+, P*5e, Q@e2, Ad2Ad3.
import { is, ok } from './harness.mjs';

export const HOW = ['click', 'drag', 'touch', 'keys'];

export class Board {
    constructor(page, how = 'click') {
        this.page = page;
        this.how = how;
    }
    // Begin a game here, between two people if nothing else is said.
    async begin(variant, query = {}) {
        const words = new URLSearchParams({ first: 'human', second: 'human', ...query });
        const hash = `#/play/${variant}?${words}&n=${Date.now()}`;
        await this.page.evaluate((hash) => {
            for (const e of document.querySelectorAll('[data-stage]'))
                e.dataset.stage = 'old'; // so that nobody takes it for the new one
            location.hash = hash;
        }, hash);
        await this.page.until(() => ['playing', 'waiting'].includes(document.querySelector('[data-stage]')?.dataset.stage) &&
            deep('[data-name]').length > 0, undefined, `a board of ${variant}`);
    }
    // What the screen says of the game.
    state() { return this.page.evaluate(() => ({ ...document.querySelector('[data-stage]')?.dataset })); }
    async ply() { return Number((await this.state()).ply); }
    // The middle of a square, or of a piece in hand: the letter and the side, P0.
    async at(name, hand = false) {
        return this.page.until(([name, hand]) => {
            const e = deep(hand ? `[data-hand="${name}"]` : `[data-name="${name}"]`)[0];
            const r = e?.getBoundingClientRect();
            return r && r.width ? { x: r.x + r.width / 2, y: r.y + r.height / 2 } : null;
        }, [name, hand], `a place for ${name}`);
    }
    // The parts of a move: where from, or what is dropped, and where to.
    async parts(text) {
        const drop = /^(\+?[A-Z])[*@](.+)$/.exec(text);
        if (drop) {
            const { turn } = await this.state();
            return { from: drop[1] + turn, hand: true, to: drop[2] };
        }
        return this.page.evaluate((text) => {
            const names = new Set(deep('[data-name]').map((e) => e.dataset.name));
            for (let i = text.length; i > 0; i--) {
                const from = text.slice(0, i);
                if (!names.has(from))
                    continue;
                for (let j = text.length; j > i; j--)
                    if (names.has(text.slice(i, j)))
                        return { from, hand: false, to: text.slice(i, j) };
            }
            throw new Error(`no squares for ${text}`);
        }, text);
    }
    async touch(kind, points) {
        this.cdp ??= await this.page.context.newCDPSession(this.page.page);
        await this.cdp.send('Input.dispatchTouchEvent', { type: kind, touchPoints: points });
    }
    // Bring the focus to a square or a piece in hand, as a person does: with Tab and arrows.
    async walk(name, hand) {
        const { page } = this;
        await page.evaluate(() => {
            const board = document.querySelector('bm-board');
            if (!deep(':focus').some((e) => e.closest('[data-name],[data-hand]')))
                (deep('[data-name][tabindex="0"]', board.shadowRoot ?? board)[0] ?? board).focus();
        });
        if (!await page.evaluate(() => document.querySelector('bm-board').hasAttribute('data-keyboard')))
            await page.page.keyboard.press('k');
        for (let steps = 0; steps < 200; steps++) {
            const key = await page.evaluate(([name, hand]) => {
                const now = deep(':focus').find((e) => e.dataset.name || e.dataset.hand);
                const want = deep(hand ? `[data-hand="${name}"]` : `[data-name="${name}"]`)[0];
                if (now === want)
                    return 'there';
                if (!now || Boolean(now.dataset.hand) !== hand || (hand && now.dataset.hand.at(-1) !== name.at(-1)))
                    return 'Tab';
                const a = now.getBoundingClientRect(), b = want.getBoundingClientRect();
                const dx = b.x - a.x, dy = b.y - a.y;
                if (Math.abs(dx) > a.width / 3)
                    return dx > 0 ? 'ArrowRight' : 'ArrowLeft';
                return dy > 0 ? 'ArrowDown' : 'ArrowUp';
            }, [name, hand]);
            if (key === 'there')
                return;
            await page.page.keyboard.press(key);
        }
        await page.picture('failure-walk');
        throw new Error(`the focus never comes to ${name}; it is at ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200))}`);
    }
    // From one place to another, in this board's way.
    async go(from, hand, to) {
        const { page, how } = this, mouse = page.page.mouse;
        if (how === 'keys') {
            await this.walk(from, hand);
            await page.page.keyboard.press('Enter');
            await this.walk(to, false);
            await page.page.keyboard.press('Enter');
            return;
        }
        const a = await this.at(from, hand), b = await this.at(to);
        if (how === 'click') {
            await mouse.click(a.x, a.y);
            await mouse.click(b.x, b.y);
        } else if (how === 'drag') {
            await mouse.move(a.x, a.y);
            await mouse.down();
            await mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
            await mouse.move(b.x, b.y);
            await mouse.up();
        } else if (how === 'touch') {
            await page.page.touchscreen.tap(a.x, a.y);
            await page.page.touchscreen.tap(b.x, b.y);
        } else {
            await this.touch('touchStart', [a]);
            await this.touch('touchMove', [{ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }]);
            await this.touch('touchMove', [b]);
            await this.touch('touchEnd', []);
        }
    }
    // One move, until the screen shows it. Gives whether a choice had to be made.
    async move(text) {
        const before = await this.ply();
        const { from, hand, to } = await this.parts(text);
        await this.go(from, hand, to);
        const asked = await this.page.until((before) =>
            Number(document.querySelector('[data-stage]').dataset.ply) > before ? 'no'
                : deep('[data-chooser] [data-move]').length ? 'yes' : null, before, `${text} is played`);
        if (asked === 'no')
            return false;
        await this.choose(text);
        await this.page.until((before) => Number(document.querySelector('[data-stage]').dataset.ply) > before,
            before, `${text} is chosen`);
        return true;
    }
    async choose(text) {
        const item = `[data-chooser] [data-move="${text}"]`;
        if (this.how !== 'keys')
            return this.page.press(item);
        for (let i = 0; i < 10; i++) {
            if (await this.page.evaluate((item) => deep(`${item}`).some((e) => e.matches(':focus')), item))
                return this.page.page.keyboard.press('Enter');
            await this.page.page.keyboard.press('ArrowRight');
        }
        throw new Error(`${text} cannot be chosen by keys`);
    }
    async play(text) {
        for (const m of text.trim().split(/\s+/).filter(Boolean))
            await this.move(m);
    }
    // What stands on squares, as letter and side; '' is nothing.
    async pieces(names) {
        await this.page.until(() => deep('[data-piece]').length > 0, undefined, 'pieces');
        await this.page.drawn();
        return this.page.evaluate((names) => Object.fromEntries(names.map((n) =>
            [n, deep(`[data-name="${n}"]`)[0]?.dataset.piece ?? ''])), names);
    }
    // Until the game is over: result and reason.
    async end() {
        await this.page.until(() => document.querySelector('[data-stage]')?.dataset.stage === 'over', undefined,
            'the game is over');
        const { result, reason } = await this.state();
        return `${result} ${reason}`;
    }
    // A try that must fail: the ply stays, and words say why.
    async refuse(text, words) {
        const before = await this.ply();
        const { from, hand, to } = await this.parts(text);
        await this.page.evaluate(() => document.querySelector('.bad:has([data-notice])')?.classList.remove('bad'));
        await this.go(from, hand, to);
        const said = await this.page.until(() => document.querySelector('.bad [data-notice]')?.textContent, undefined,
            `words on ${text}`);
        ok(words.test(said), `${text} is refused in words`) || console.log(`# ${said}`);
        is(await this.ply(), before, 'and nothing has changed');
        await this.page.page.keyboard.press('Escape');
    }
    // A whole script of games.mjs.
    async script(game, variant) {
        await this.begin(game.variant ?? variant, game.start ? { start: game.start } : {});
        const asked = [];
        for (const m of game.moves.trim().split(/\s+/).filter(Boolean))
            asked.push(await this.move(m));
        for (const [text, words] of game.refused ?? [])
            await this.refuse(text, words);
        if (game.unasked)
            ok(!asked.some(Boolean), 'nothing is asked');
        if (game.then) {
            await this.act(game.then);
            await this.confirm();
        }
        if (game.board)
            is(await this.pieces(Object.keys(game.board)), game.board, `${game.name} (${this.how})`);
        if (game.end)
            is(await this.end(), game.end, `${game.name} (${this.how})`);
    }
    // Press a button of the game, which may be behind another on a small screen.
    async act(name) {
        const button = `[data-stage] [data-do="${name}"]`;
        const seen = await this.page.until((button) => deep(button).some((e) => e.getClientRects().length) ? 'yes'
            : deep('[data-do=more]').some((e) => e.getClientRects().length) ? 'no' : null, button, `a button for ${name}`);
        if (seen === 'no')
            await this.page.press('[data-do=more]');
        await this.page.press(button);
    }
    // Whoever is asked whether he means it says yes.
    async confirm() {
        const asked = await this.page.until(() => document.querySelector('[data-stage]').dataset.stage === 'over' ? 'no'
            : deep('dialog[open] [data-do="yes"]').length ? 'yes' : null, undefined, 'an end, or a question');
        if (asked === 'yes')
            await this.page.press('dialog[open] [data-do="yes"]');
    }
}
