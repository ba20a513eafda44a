/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_BATCH_ANALYSIS_STATE_H
#define BM_SESSION_BATCH_ANALYSIS_STATE_H

/*
 * The state file of an analysis: a line of text (annotation/position_text.h)
 * for each analysed position. Positions are analysed
 * and looked up in one order: game after game, each from its last position to the first.
 */

#include "annotation/game_analysis.h"
#include "io/files/journal.h"

struct bm_analyse_state {
    struct bm_journal journal;
    struct bm_buf text; /* of the lines that were there, each ended by LF */
    size_t at;          /* offset of the first line that was not looked up yet */
};

/* As bm_journal_open(). */
bool bm_analyse_state_open(struct bm_analyse_state *s, const char *name, const char *title);
void bm_analyse_state_close(struct bm_analyse_state *s);

/*
 * Add the stored lines of a position to the analysis; false if there are none. The context is
 * at the position, with room for lines, and is left unchanged.
 */
bool bm_analyse_state_find(struct bm_analyse_state *s, uint64_t game, size_t place,
                           struct bm_ctx *ctx, struct bm_analysis *a);
/* Store the lines of a position. False after an error message. */
bool bm_analyse_state_add(struct bm_analyse_state *s, uint64_t game, size_t place,
                          const struct bm_rules *rules, const struct bm_analysis *a);

#endif
