/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ANALYSE_ANALYSIS_REPORT_H
#define BM_CLI_ANALYSE_ANALYSIS_REPORT_H

/* The results of an analysis besides the record: a table as text, or JSON objects. */

#include <stdio.h>

#include "annotation/game_analysis.h"

/* A table of both sides; of a position without moves, its best line. */
void bm_analyse_report(FILE *to, const struct bm_analysis *a, const struct bm_game *game,
                       struct bm_line *line, uint64_t number, enum bm_lang lang);

/*
 * To stdout, an object for each move and one for the game. `by` is the engine and its limits.
 */
void bm_analyse_report_json(const struct bm_analysis *a, const struct bm_game *game,
                            struct bm_line *line, uint64_t number, const char *by,
                            enum bm_lang lang);

#endif
