/* SPDX-License-Identifier: MIT */
#ifndef BM_UCI_UCI_LOOP_H
#define BM_UCI_UCI_LOOP_H

/* banmen as an engine: reads commands until "quit" or the end of the input. */

#include "io/files/line_reader.h"
#include "protocol/protocol.h"
#include "terminal/piece_style.h"

/* What the command line sets before the first command. */
struct bm_uci_start {
    unsigned level;              /* 0: the strongest */
    unsigned seed;               /* 0: none */
    bool debug;                  /* debug events of the search on stderr */
    enum bm_piece_choice pieces; /* of the command "d" */
};

/*
 * Run as an engine of this protocol. `in` has the commands; `first` is one that was read
 * already, or NULL. False after an error message on stderr.
 */
bool bm_uci_run(enum bm_proto proto, const struct bm_uci_start *start,
                struct bm_line_reader *in, const char *first);

#endif
