/* SPDX-License-Identifier: MIT */
/* The tables of modules that people wait for: computed when the module starts, because that is
 * sooner done than fetching them. */
#include "kernel/shogi/tables.h"

struct bm_shogi_tables bm_shogi_tables;

#define t bm_shogi_tables
#include "kernel/shogi/tables_make.h"

__attribute__((constructor)) static void start(void) { (void)make_tables(); }
