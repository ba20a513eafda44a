/* SPDX-License-Identifier: MIT */
/* The tables of modules that people wait for: computed when the module starts. */
#include "kernel/chess/tables.h"

struct bm_chess_tables bm_chess_tables;

#include "kernel/chess/tables_make.h"

__attribute__((constructor)) static void start(void) { make_tables(&bm_chess_tables); }
