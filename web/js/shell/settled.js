// SPDX-License-Identifier: MIT
// What can wait begins so long after a screen is there that it takes nothing from what is needed at once.

const SETTLED_MS = 1500;

/** @returns {Promise<void>} */
export function settled() {
    return new Promise((resolve) => {
        setTimeout(resolve, SETTLED_MS);
    });
}
