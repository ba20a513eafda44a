/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ANALYSE_ANALYSE_H
#define BM_CLI_ANALYSE_ANALYSE_H

/* The two parts of `banmen analyse`: a position, or the games of a file. */

#include "banmen/search.h"
#include "cli/args.h"

/* The limits that the options ask for; multipv is set, and `infinite` if there are none. */
void bm_analyse_limits(const struct bm_args *args, struct bm_think *out);

/* A position: the best lines as they are found. Returns the exit code. */
int bm_analyse_position(const struct bm_args *args);
/* The games of a file: each move is evaluated, and the file written back with notes. */
int bm_analyse_record(const struct bm_args *args);

#endif
