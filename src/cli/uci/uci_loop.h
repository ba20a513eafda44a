/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_UCI_UCI_LOOP_H
#define BM_CLI_UCI_UCI_LOOP_H

/* banmen as an engine: reads commands until "quit" or the end of the input. */

#include "cli/args.h"
#include "io/line_reader.h"
#include "protocol/protocol.h"

/*
 * Run as an engine of this protocol. `in` has the commands; `first` is one that was read
 * already, or NULL. Returns the exit code.
 */
int bm_uci_run(enum bm_proto proto, const struct bm_args *args, struct bm_line_reader *in,
               const char *first);

/* The same, with the protocol that the first line asks for. */
int bm_uci_run_detect(const struct bm_args *args);

#endif
