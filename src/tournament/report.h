/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_REPORT_H
#define BM_TOURNAMENT_REPORT_H

/* The results of `banmen match` on stdout, as text or as JSON, one object a line. */

#include "tournament/tournament.h"

/* A game that has just been counted, and the score of its pairing. */
void bm_match_report_game(const struct bm_tournament *t, const struct bm_scheduled_game *f,
                          const struct bm_played_game *p, bool json);
/* On stderr, how many games the state file had. */
void bm_match_report_restored(const struct bm_tournament *t);
/* The final standings. */
void bm_match_report_end(const struct bm_tournament *t, bool json);

/* ---- The parts as JSON (report_json.c) ---- */

void bm_match_report_json_game(const struct bm_tournament *t, const struct bm_scheduled_game *f,
                               const struct bm_played_game *p);
/* `order`: the numbers of all participants, the best first. */
void bm_match_report_json_end(const struct bm_tournament *t, const unsigned *order);

#endif
