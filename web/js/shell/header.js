// SPDX-License-Identifier: MIT
// What the bar on top has besides the ways: the running games and the account. It comes when the first screen is there.
import { accountButton } from '../dialogs/account.js';
import { hasServer } from '../net/server_check.js';
import { addWords } from '../words/words.js';
import { gamesButton } from './games_button.js';

/** @param {HTMLElement} slot */
export async function openHeader(slot) {
    await addWords('play');
    slot.append(gamesButton({ always: true }).el);
    if (await hasServer()) slot.append(accountButton());
}
