// SPDX-License-Identifier: MIT
// words.mjs BANMEN FOLDER: every word that people read is there in each language, and is used; a
// page in Japanese has nothing English left. TAP.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, is } from '../harness.mjs';
import { Board } from '../board.mjs';

const js = fileURLToPath(new URL('../../../web/js/', import.meta.url));
// The words of all screens: those that are always there, and the parts.
async function load(lang) {
    const files = fs.readdirSync(path.join(js, 'words')).filter((name) => name === `${lang}.js` || name.endsWith(`_${lang}.js`));
    return Object.assign({}, ...(await Promise.all(files.map((name) => import(path.join(js, 'words', name))))).map((m) => m.words));
}

function sources(folder) {
    return fs.readdirSync(folder, { withFileTypes: true }).flatMap((e) =>
        e.isDirectory() ? (e.name === 'words' ? [] : sources(path.join(folder, e.name)))
            : e.name.endsWith('.js') ? [path.join(folder, e.name)] : []);
}

async function compare() {
    const [en, ja] = [await load('en'), await load('ja')];
    is(Object.keys(en).filter((k) => !(k in ja)), [], 'all words are there in Japanese');
    is(Object.keys(ja).filter((k) => !(k in en)), [], 'and in English');
    const holes = (text) => [...text.matchAll(/\{\w+\}/g)].map((m) => m[0]).sort().join(' ');
    is(Object.keys(en).filter((k) => holes(en[k]) !== holes(ja[k] ?? '')), [], 'with the same holes to fill');
    is(Object.keys(en).filter((k) => !en[k].trim() || !ja[k]?.trim()), [], 'and none is empty');
    is(Object.keys(en).filter((k) => /\} (s|ms|min)\b/.test(en[k])), [], 'no line breaks between a number and its unit');
    is(Object.keys(ja).filter((k) => ja[k] === en[k] && /[a-z]{3}/.test(ja[k].replace(/\{\w+\}/g, '')) && !ALLOWED.test(ja[k])), [],
        'none is the same in both');

    const text = sources(js).map((f) => fs.readFileSync(f, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')).join('\n');
    const groups = new Set(Object.keys(en).filter((k) => k.includes('.')).map((k) => k.split('.')[0]));
    const literals = new Set([...text.matchAll(/(['"`])([a-z]\w*(?:\.[\w-]+)+)\1/g)].map((m) => m[2]));
    const begins = [...text.matchAll(/`([a-z]\w*(?:\.[\w-]*)*)\$\{/g)].map((m) => m[1]).filter((b) => b.includes('.'));
    is([...literals].filter((l) => groups.has(l.split('.')[0]) && !(l in en) && !/\.(js|css|svg|json|wasm|html)$/.test(l)),
        [], 'whatever the code asks for is there');
    is(Object.keys(en).filter((k) => !literals.has(k) && !begins.some((b) => k.startsWith(b)) && !text.includes(`'${k}'`)),
        [], 'whatever is there is asked for');
}

// Names that are the same everywhere.
const ALLOWED = new RegExp(`^(?:${['banmen', 'English', 'PGN', 'KIF', 'KI2', 'CSA', 'JKF', 'USI', 'UCI', 'FEN', 'SFEN', 'YAML',
    'SAN', 'JSON', 'Esc', 'Enter', 'Home', 'End', 'Tab', 'Space', 'Shift', 'Ctrl', 'Chess', 'Fischer', 'Bronstein', 'Hodges', 'Betza', 'FIDE',
    'URL', 'CPU', 'AI', 'OK', 'vs'].join('|')}|[a-z]\\d{1,2}|\\d+[a-z]|[KQRBN]?[a-h]?x?[a-h][1-8][+#]?)$`, 'i');

// What is written on a page in Latin letters, and is no name.
async function strange(page) {
    const found = await page.evaluate(() => {
        const out = [];
        const see = (text, e) => {
            for (const word of text?.match(/[A-Za-z][A-Za-z0-9'’.-]*[A-Za-z0-9]/g) ?? [])
                out.push([word, `${text.trim().slice(0, 60)} <${e.tagName.toLowerCase()}>`]);
        };
        const walk = (root) => {
            for (const e of root.querySelectorAll('*')) {
                if (e.closest('[lang=en], script, style, pre, code, textarea, [data-text]') || !(e.checkVisibility?.() ?? true))
                    continue;
                for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
                    see(e.getAttribute(name), e);
                for (const n of e.childNodes)
                    if (n.nodeType === 3)
                        see(n.data, e);
                if (e.shadowRoot)
                    walk(e.shadowRoot);
            }
        };
        walk(document.body);
        see(document.title, document.body);
        return out;
    });
    return [...new Set(found.filter(([word]) => !ALLOWED.test(word)).map(([, where]) => where))];
}

await compare();
await run(async (rig) => {
    const p = await rig.open({ lang: 'ja', settings: { lang: 'ja' } });
    const b = new Board(p);
    await p.until(() => document.querySelector('[data-screen=home]') && document.querySelectorAll('#main a, #main button').length > 3);
    is(await p.evaluate(() => document.documentElement.lang), 'ja', 'the page says that it is Japanese');
    is(await strange(p), [], 'the first screen is all Japanese');
    for (const screen of ['variants', 'variants/edit', 'variants/marseillais', 'lobby', 'watch', 'puzzles', 'puzzles/own', 'setup?game=shogi', 'solve?game=shogi', 'new/chess', 'new/shogi']) {
        await p.evaluate((hash) => { location.hash = hash; }, `#/${screen}`);
        await p.until((name) => document.body.dataset.screen === name &&
            document.querySelector('#main .screen')?.childElementCount > 0 &&
            (name !== 'new' || document.querySelector('dialog[open]')), screen.split(/[/?]/)[0]);
        is(await strange(p), [], `so is ${screen}`);
    }
    await p.page.keyboard.press('Escape');
    await p.until(() => !document.querySelector('dialog[open]'), undefined, 'no dialog');
    await p.press('[data-do=settings]');
    await p.until(() => document.querySelector('dialog[open]'));
    is(await strange(p), [], 'so are the settings');
    await p.page.keyboard.press('Escape');
    await b.begin('chess');
    await b.play('f2f3 e7e5 g2g4 d8h4');
    is(await b.end(), 'second checkmate', 'a game is played');
    is(await strange(p), [], 'and everything about it is Japanese');
    await p.close();
});
