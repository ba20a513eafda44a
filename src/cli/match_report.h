/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_MATCH_REPORT_H
#define BM_CLI_MATCH_REPORT_H

#include "cli/match.h"

/* The same as bm_report_game() and bm_report_end(), as JSON; `order` has all engines. */
void bm_report_json_game(const struct bm_tourney *t, const struct bm_fixture *f,
                         const struct bm_played *p);
void bm_report_json_end(const struct bm_tourney *t, const unsigned *order);

#endif
