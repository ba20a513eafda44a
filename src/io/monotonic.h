/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_MONOTONIC_H
#define BM_IO_MONOTONIC_H

/* The monotonic clock of the system, without an event loop. */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

double bm_monotonic_seconds(void);
/* In milliseconds, as a hook of a search; `user` is not used. */
int64_t bm_monotonic_ms(void *user);
/* Wait at most 100 ms for a condition, so that progress can be shown and Ctrl-C be noticed;
 * false after the time. */
bool bm_wait_briefly(pthread_cond_t *cond, pthread_mutex_t *lock);

#endif
