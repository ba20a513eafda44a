/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_MONOTONIC_H
#define BM_IO_MONOTONIC_H

/* The monotonic clock of the system, without an event loop. */

#include <stdint.h>

double bm_monotonic_seconds(void);
/* In milliseconds, as a hook of a search; `user` is not used. */
int64_t bm_monotonic_ms(void *user);

#endif
