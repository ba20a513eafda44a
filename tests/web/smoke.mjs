// SPDX-License-Identifier: MIT
// smoke.mjs BANMEN FOLDER: the page opens without an error, in both browsers. TAP.
import { run, ok } from './harness.mjs';

const firefox = process.argv[4] === 'firefox';
await run(async (rig) => {
    const p = await rig.open();
    ok(await p.evaluate(() => document.title.length > 0), `${firefox ? 'Firefox' : 'Chromium'} opens the page`);
    await p.picture(`smoke-${firefox ? 'firefox' : 'chromium'}`);
    await p.close();
}, { firefox });
