/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ANALYSE_ANALYSIS_STATE_H
#define BM_CLI_ANALYSE_ANALYSIS_STATE_H

/*
 * The state file of an analysis: the lines of each analysed position. Positions are analysed
 * and looked up in one order: game after game, each from its last position to the first.
 */

#include "cli/analyse/game_analysis.h"
#include "io/journal.h"

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

/* ---- An analysed position as a line of text ---- */

/* The position that a line is about, and the rest of the line. */
struct bm_analysed_position_key {
    uint64_t game, place;
    const char *rest;
    size_t rest_len;
};

/* False if the line does not begin with game and position. */
bool bm_analysed_position_read(const char *s, size_t len, struct bm_analysed_position_key *key);
/*
 * Add the lines of the rest to that position of the analysis; false without a change if they
 * are malformed. The context is at the position, and is left unchanged.
 */
bool bm_analysed_position_read_lines(const struct bm_analysed_position_key *key,
                                     struct bm_ctx *ctx, struct bm_analysis *a);
/* Append a place. */
void bm_analysed_position_write(struct bm_buf *b, uint64_t game, size_t place,
                                const struct bm_rules *rules, const struct bm_analysis *a);

#endif
