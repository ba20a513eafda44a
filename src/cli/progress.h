/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_PROGRESS_H
#define BM_CLI_PROGRESS_H

/* What long work owes to people: a bar on a terminal, and an end by Ctrl-C. */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* From now on Ctrl-C, SIGTERM and SIGHUP only make bm_interrupted() true, so that work is saved
 * and engines end; or, with false, they end the program again. */
void bm_interrupt_catch(bool on);
/* Whether one of them came; any thread may ask. */
bool bm_interrupted(void);

/* A bar on stderr; `part` runs from 0 to 1. */
void bm_bar_draw(double part, double seconds);
void bm_bar_wipe(void);

/* A bar that is drawn when it is time to. */
struct bm_bar {
    uint64_t total; /* 0: none is drawn */
    double start, drawn;
    bool visible;
};

void bm_bar_begin(struct bm_bar *bar, uint64_t total);
void bm_bar_tick(struct bm_bar *bar, uint64_t done);
/* Make room for other text on stderr. */
void bm_bar_clear(struct bm_bar *bar);

/* Wait for a tenth of a second, so that a bar can be drawn; false if nobody woke us. */
bool bm_wait_a_little(pthread_cond_t *cond, pthread_mutex_t *lock);

#endif
