/* SPDX-License-Identifier: MIT */
#ifndef BM_ANNOTATION_ANALYSIS_JSON_H
#define BM_ANNOTATION_ANALYSIS_JSON_H

/*
 * An analysis as members of a JSON object that is open: what `banmen analyse --json` prints and
 * the page gets. docs/analysis.md describes them.
 */

#include "annotation/game_analysis.h"
#include "base/json_write.h"

/* "cp" or "mate", and "depth"; nothing for an evaluation that is not known. */
void bm_eval_json(struct bm_buf *j, const struct bm_eval *e);

/* "pv" in coordinates, and "text" as people write it. The context is at the position. */
void bm_pv_json(struct bm_buf *j, struct bm_ctx *ctx, const bm_move *pv, size_t count,
                enum bm_lang lang);

/* "lines" of a position; the context is there. */
void bm_analysis_lines_json(struct bm_buf *j, const struct bm_analysis *a, size_t place,
                            struct bm_ctx *ctx, enum bm_lang lang);

/*
 * The move from a position to the next: "ply", "side", "move", "text", evaluation behind it,
 * winning chances "before" and "after" for its side, "accuracy", "verdict", and the "lines" of
 * the position. *out becomes the move; false without a member if it is not evaluated.
 */
bool bm_analysis_move_json(struct bm_buf *j, const struct bm_analysis *a,
                           const struct bm_game *game, struct bm_line *line, size_t place,
                           enum bm_lang lang, struct bm_analysed_move *out);

/* "first" and "second", the sums of both sides. */
void bm_analysis_sums_json(struct bm_buf *j, const struct bm_accuracy_summary sum[2]);

#endif
