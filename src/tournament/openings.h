/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_OPENINGS_H
#define BM_TOURNAMENT_OPENINGS_H

/*
 * The openings of a tournament: positions or lines from a record file, or shuffled starts.
 * Stored as position text and moves, which is compact for large books.
 */

#include "banmen/record.h"
#include "base/buf.h"

struct bm_opening {
    size_t text; /* its start in `texts`, NUL-terminated; "": the usual start */
    size_t move; /* its first in `moves` */
    uint32_t moves;
};

struct bm_openings {
    struct bm_opening *list;
    size_t count, cap;
    struct bm_buf texts;
    bm_move *moves;
    size_t moves_count, moves_cap;
    uint64_t skipped; /* openings with errors, which were reported */
    uint64_t digest;  /* of all of them: the same openings, the same number */
};

/*
 * Read a file, at most `plies` moves of each main line. Openings with errors are reported on
 * stderr and skipped. False after an error message if none is left or the file cannot be read.
 * BM_FORMAT_AUTO: the format is detected; `fallback` is used if it is not recognised,
 * BM_FORMAT_AUTO: none.
 */
bool bm_openings_load(struct bm_openings *o, const char *file, enum bm_format format,
                      enum bm_format fallback, const struct bm_rules *rules, unsigned plies);
/*
 * Without a file: the start position, or the shuffled starts of a game that has them, which
 * sets *shuffled.
 */
bool bm_openings_default(struct bm_openings *o, const struct bm_rules *rules, bool *shuffled);
void bm_openings_free(struct bm_openings *o);

/* Make a game of the i-th opening; *last is the node of its last move. */
bm_status bm_openings_game(const struct bm_openings *o, uint64_t i, struct bm_game *game,
                           const struct bm_rules *rules, bm_node *last);

#endif
