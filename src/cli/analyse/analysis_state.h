/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ANALYSE_ANALYSIS_STATE_H
#define BM_CLI_ANALYSE_ANALYSIS_STATE_H

/*
 * What was found about the positions of a file, kept on disk. Positions are asked about, and
 * looked up, in one order: game after game, in each from the last place to the first.
 */

#include "cli/analyse/game_analysis.h"
#include "io/journal.h"

struct bm_analyse_state {
    struct bm_journal journal;
    struct bm_buf text; /* of the lines that were there, each ended by LF */
    size_t at;          /* what is before it was looked up */
};

/* As bm_journal_open(). */
bool bm_analyse_state_open(struct bm_analyse_state *s, const char *name, const char *title);
void bm_analyse_state_close(struct bm_analyse_state *s);

/*
 * If this place was evaluated before, add its lines to the analysis; false if not. The context
 * is at the place, with room for lines, and is left as it was.
 */
bool bm_analyse_state_find(struct bm_analyse_state *s, uint64_t game, size_t place,
                           struct bm_ctx *ctx, struct bm_analysis *a);
/* Note the lines of a place. False after having said why not. */
bool bm_analyse_state_add(struct bm_analyse_state *s, uint64_t game, size_t place,
                          const struct bm_rules *rules, const struct bm_analysis *a);

/* ---- One place as a line of text ---- */

/* Which place a line is about, and the rest of it. */
struct bm_analysed_position_key {
    uint64_t game, place;
    const char *rest;
    size_t rest_len;
};

/* False if the line does not begin so. */
bool bm_analysed_position_read(const char *s, size_t len, struct bm_analysed_position_key *key);
/* Add the lines of play in the rest to that place of the analysis; false, and nothing is added
 * to it, if they are wrong. The context is at the place, and is left as it was. */
bool bm_analysed_position_read_lines(const struct bm_analysed_position_key *key,
                                     struct bm_ctx *ctx, struct bm_analysis *a);
/* Append a place. */
void bm_analysed_position_write(struct bm_buf *b, uint64_t game, size_t place,
                                const struct bm_rules *rules, const struct bm_analysis *a);

#endif
