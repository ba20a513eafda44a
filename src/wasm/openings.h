/* SPDX-License-Identifier: MIT */
#ifndef BM_WASM_OPENINGS_H
#define BM_WASM_OPENINGS_H

/*
 * Names of openings. In chess a name belongs to a position, by whatever moves it was reached;
 * in shogi it belongs to a shape that the pieces of a side have: its opening, its castle. A
 * name is the number of a line in a table (data/openings).
 */

#include "banmen/banmen.h"
#include "base/buf.h"

enum {
    BM_NAMES = 4,         /* chess uses the first; shogi: opening, castle of each side */
    BM_NAMED_PLIES = 120, /* names are looked for so long */
    BM_NAME_NONE = -1
};

struct bm_opening_table; /* a table */

/* What a game is called so far. */
struct bm_naming {
    int32_t name[BM_NAMES];
};

void bm_naming_begin(struct bm_naming *n);
/* Look at the position behind the move of number `ply`, from 1. */
void bm_naming_look(struct bm_naming *n, const struct bm_opening_table *o,
                    const struct bm_ctx *ctx, unsigned ply);
/* As an array: empty if there is no name. */
void bm_naming_write(struct bm_buf *out, const struct bm_naming *n);
/* Whether a table is for these rules; `o` may be NULL. */
bool bm_openings_fit(const struct bm_opening_table *o, const struct bm_rules *rules);

#endif
