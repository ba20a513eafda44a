/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_INTERRUPT_H
#define BM_IO_INTERRUPT_H

/* A request to end the program, by Ctrl-C or by a signal, as a flag that long work polls. */

#include <stdbool.h>

/*
 * With true, SIGINT, SIGTERM and SIGHUP only set the flag, so that work is saved and engines
 * are ended; with false they end the program again. A signal that was ignored when the program
 * started stays ignored.
 */
void bm_interrupt_catch(bool on);
/* Whether one of these signals has arrived. Any thread may call it. */
bool bm_interrupted(void);

#endif
