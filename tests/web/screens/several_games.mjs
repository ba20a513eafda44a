// SPDX-License-Identifier: MIT
// several_games.mjs BANMEN FOLDER: several games at a time, in Chromium. TAP.
import { run } from '../harness.mjs';
import { severalGames } from '../several_games.mjs';

await run(async (rig) => {
    for (const size of [[390, 844], [1280, 800]])
        await severalGames(rig, size);
});
