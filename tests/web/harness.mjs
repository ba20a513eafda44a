// SPDX-License-Identifier: MIT
// What tests of the web app share: a real server, a real browser, pages that fail a test when
// anything goes wrong in them, and TAP. Pages wait for states, never for times.
//
//     node TEST.mjs BANMEN FOLDER     pictures of failures go to FOLDER; all of them with BANMEN_TEST_PICTURES=1
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Server, done, is, ok } from '../server/serving.mjs';

export { done, is, ok };
export const banmen = process.argv[2];
export const PATIENCE = 20000;
export const SIZES = [[360, 640], [768, 1024], [844, 390], [1440, 900]];
const SETTINGS = 'banmen.settings'; // as in web/js/settings.js
const pictures = process.argv[3];
const require = createRequire(import.meta.url);

// A package of the lock file; a word on what to do if it is not here.
export function npm(name) {
    try {
        return require(name);
    } catch {
        console.log('Bail out! The npm packages are missing: run tests/web/install');
        process.exit(1);
    }
}

function find(...names) {
    for (const name of names) {
        try {
            return execFileSync('which', [name], { encoding: 'utf8' }).trim();
        } catch { /* the next */ }
    }
    console.log(`Bail out! There is no ${names[0]}: run tools/install-packages test`);
    process.exit(1);
}

// ---- Browsers ----

// Bilingual drivers' pages behind the few words that tests use.
class Chromium {
    static async start() {
        const b = new Chromium();
        b.browser = await npm('playwright-core').chromium.launch({
            executablePath: find('chromium'), args: ['--no-sandbox', '--disable-gpu'] });
        return b;
    }
    async context(o) {
        return this.browser.newContext({
            viewport: { width: o.size[0], height: o.size[1] }, hasTouch: o.touch, isMobile: o.touch,
            locale: o.lang, colorScheme: o.dark ? 'dark' : 'light', deviceScaleFactor: o.scale,
            reducedMotion: o.still ? 'reduce' : 'no-preference', acceptDownloads: true });
    }
    async close() { await this.browser.close(); }
}

class Firefox {
    static async start() {
        const b = new Firefox();
        b.browser = await npm('puppeteer-core').launch({
            browser: 'firefox', executablePath: find('firefox-esr', 'firefox'), headless: true,
            extraPrefsFirefox: { 'intl.accept_languages': 'en', 'ui.prefersReducedMotion': 1 } });
        return b;
    }
    async close() { await this.browser.close(); }
}

// ---- Pages ----

// Run in a page before anything else. What the security policy stops is an error; settings are
// there when the app starts; `deep` finds things, inside of open shadow roots, too.
function prepare([key, settings]) {
    addEventListener('securitypolicyviolation', (e) =>
        console.error(`policy ${e.violatedDirective}: ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`));
    window.deep = (selector, root = document) => [...root.querySelectorAll(selector)].concat(
        ...[...root.querySelectorAll('*')].filter((e) => e.shadowRoot).map((e) => deep(selector, e.shadowRoot)));
    if (location.protocol === 'http:' && !localStorage.getItem(key))
        localStorage.setItem(key, JSON.stringify(settings));
}

export class Page {
    constructor(rig, options) {
        this.rig = rig;
        this.options = options;
        this.faults = [];
        this.pardons = [];
    }
    // Errors that belong to the test, such as those of a network that it cuts.
    forgive(pattern) { this.pardons.push(pattern); }
    fault(text) {
        if (!this.pardons.some((p) => p.test(text)))
            this.faults.push(text);
    }
    hear() {
        this.page.on('pageerror', (e) => this.fault(`error: ${e.stack ?? e.message}`));
        this.page.on('console', (m) => {
            if (m.type() === 'error')
                this.fault(`console: ${m.text()} ${m.location?.()?.url ?? ''}`);
        });
    }
    goto(route = '/') {
        return this.page.goto(`http://${(this.options.wire ?? this.rig.server).address}${route}`);
    }
    evaluate(f, arg) { return this.page.evaluate(f, arg); }
    // Until what was asked for is drawn: the board does that at the next frame.
    drawn() {
        return this.page.evaluate(() => new Promise((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
        }));
    }
    // Until a function in the page gives something true, and the board is drawn; that is returned.
    async until(f, arg, what) {
        const value = await this.when(f, arg, what);
        // A page that leaves meanwhile has nothing to draw.
        await this.drawn().catch(() => {});
        return value;
    }
    // The same at once: for what moves with the next frame.
    async when(f, arg, what = String(f)) {
        try {
            const handle = this.rig.firefox
                ? await this.page.waitForFunction(f, { timeout: PATIENCE, polling: 'raf' }, arg)
                : await this.page.waitForFunction(f, arg, { timeout: PATIENCE });
            return await handle.jsonValue();
        } catch (e) {
            const name = `failure-${Date.now()}`;
            await this.picture(name).catch(() => {});
            throw new Error(`never: ${what} ${JSON.stringify(arg) ?? ''} (${name}.png)\n${this.faults.join('\n')}\n${e.message.split('\n')[0]}`);
        }
    }
    // Press what a selector finds, once it is there. It may be inside of open shadow roots.
    async press(selector) {
        const at = await this.when((selector) => {
            for (const e of deep(selector).filter((e) => e.getClientRects().length && !e.disabled)) {
                e.scrollIntoView({ block: 'nearest' });
                const r = e.getBoundingClientRect(), at = { x: r.x + r.width / 2, y: r.y + r.height / 2 };
                let top = document.elementFromPoint(at.x, at.y);
                while (top?.shadowRoot?.elementFromPoint(at.x, at.y))
                    top = top.shadowRoot.elementFromPoint(at.x, at.y);
                if (top && (e.contains(top) || e.closest('label')?.contains(top))) // nothing lies over it
                    return at;
            }
            return null;
        }, selector, `press ${selector}`);
        if (this.options.touch)
            await this.page.touchscreen.tap(at.x, at.y);
        else
            await this.page.mouse.click(at.x, at.y);
    }
    // Fill a field, choose from a list, give a file: what the two drivers call differently.
    fill(selector, text) { return this.page.locator(selector).fill(text); }
    choose(selector, value) { return this.rig.firefox ? this.page.select(selector, value) : this.page.selectOption(selector, value); }
    async give(selector, file) {
        await (this.rig.firefox ? (await this.page.$(selector)).uploadFile(file) : this.page.setInputFiles(selector, file));
    }
    // Close the page, and open another in the same browser.
    async again(route = '/') {
        await this.page.close();
        await this.appear();
        await this.goto(route);
    }
    async appear() {
        this.page = await this.context.newPage();
        if (this.rig.firefox) {
            await this.page.setViewport({ width: this.options.size[0], height: this.options.size[1] });
            await this.page.evaluateOnNewDocument(prepare, this.set);
        }
        this.hear();
    }
    async picture(name) {
        if (!pictures || !(process.env.BANMEN_TEST_PICTURES || name.startsWith('failure')))
            return;
        fs.mkdirSync(pictures, { recursive: true });
        await this.page.screenshot({ path: path.join(pictures, `${name}.png`) });
    }
    async close() {
        for (const text of this.faults)
            ok(false, `the page says ${text.replace(/\n/g, '\n# ')}`);
        await (this.context ?? this.page).close();
    }
}

export class Rig {
    static async start({ firefox = false, options = ['--no-limits'] } = {}) {
        const r = new Rig();
        r.firefox = firefox;
        [r.server, r.driver] = await Promise.all([
            Server.start(banmen, undefined, ...options), firefox ? Firefox.start() : Chromium.start()]);
        return r;
    }
    // A person of his own, with cookies and storage of his own, in front of a page.
    async open({ route = '/', settings = {}, ...more } = {}) {
        const options = { size: [1440, 900], lang: 'en', touch: false, dark: false, still: true, ...more };
        const p = new Page(this, options);
        p.set = [SETTINGS, { animation: false, sounds: false, ...settings }];
        if (this.firefox) {
            p.context = await this.driver.browser.createBrowserContext();
        } else {
            p.context = await this.driver.context(options);
            await p.context.addInitScript(prepare, p.set);
        }
        await p.appear();
        if (route !== null)
            await p.goto(route);
        return p;
    }
    async close() {
        await this.driver.close();
        is((await this.server.stop()).status, 0, 'the server ends well');
        done();
    }
}

// Run a test: whatever it throws is a failure, and nothing is left behind.
export async function run(test, options) {
    let rig;
    try {
        rig = await Rig.start(options);
        await test(rig);
    } catch (e) {
        ok(false, `nothing is thrown: ${(e.stack ?? String(e)).replace(/\n/g, '\n# ')}`);
    }
    await rig?.close();
    process.exit();
}
