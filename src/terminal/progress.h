/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_PROGRESS_H
#define BM_TERMINAL_PROGRESS_H

/* A progress bar on stderr. */

#include <stdbool.h>
#include <stdint.h>

/* A bar that is drawn when it is time to. */
struct bm_progress_bar {
    uint64_t total; /* 0: none is drawn */
    double start, drawn;
    bool visible;
};

void bm_progress_bar_begin(struct bm_progress_bar *bar, uint64_t total);
void bm_progress_bar_tick(struct bm_progress_bar *bar, uint64_t done);
/* Make room for other text on stderr. */
void bm_progress_bar_clear(struct bm_progress_bar *bar);

#endif
