// SPDX-License-Identifier: MIT
// search_threads.mjs BANMEN FOLDER: the page is isolated, so that a search beside a study has several threads, in both browsers. TAP.
import { Rig, done, is, ok } from '../harness.mjs';

const QUESTION = { variant: 'chess', yaml: null, start: 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4',
    moves: [], lines: 2, movetime: 0, depth: 9 };

// As on a machine with four processors, whatever this one has.
function fourProcessors() {
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 });
}

for (const firefox of [false, true]) {
    const rig = await Rig.start({ firefox });
    const name = firefox ? 'Firefox' : 'Chromium';
    const p = await rig.open({ route: null });
    await (firefox ? p.page.evaluateOnNewDocument(fourProcessors) : p.page.addInitScript(fourProcessors));
    await p.goto('/');
    await p.until(() => document.querySelectorAll('#main a, #main button').length > 3);
    ok(await p.evaluate(() => crossOriginIsolated), `${name}: the page may share memory`);
    const search = (threads) => p.evaluate(async ([threads, question]) => {
        const { Analyser } = await import('/js/analysis/analyser.js');
        const analyser = new Analyser({ threads });
        const why = new Promise((resolve) => analyser.addEventListener('failed', (e) => resolve(e.detail.why)));
        const [found, again] = [await analyser.start(question), await analyser.start({ ...question, moves: ['g1f3'] })];
        const failed = await Promise.race([why, null]);
        analyser.close();
        return { ...analyser.last, failed, mate: found[0]?.mate && found[0].score, best: found[0]?.pv[0], again: again.length };
    }, [threads, QUESTION]);
    is(await search(true), { threads: 3, helped: 4, failed: null, mate: 1, best: 'h5f7', again: 2 }, `${name}: three threads search, and find the mate`);
    is(await search(false), { threads: 1, helped: 0, failed: null, mate: 1, best: 'h5f7', again: 2 }, `${name}: so does one`);
    await p.close();
    await rig.driver.close();
    is((await rig.server.stop()).status, 0, `${name}: the server ends well`);
}
done();
process.exit();
