/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_SCATTER_H
#define BM_TESTS_SCATTER_H

/* Positions by chance. */

#include "base/random.h"
#include "play.h"

/*
 * Put pieces down at random, "KQRkpp": capitals are those of the first side, which moves. Only
 * some boards can be played: false if this one cannot, or if its game is over.
 */
static inline bool scatter(struct bm_ctx *ctx, const char *pieces, uint64_t *state)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    struct bm_setup setup;
    struct bm_outcome o;
    bm_setup_start(&setup, rules);
    memset(setup.board, 0, sizeof setup.board);
    memset(setup.castling, 0, sizeof setup.castling);
    for (const char *p = pieces; *p; p++) {
        const unsigned side = *p >= 'a';
        unsigned kind = 0;
        while (bm_rules_kind_letter(rules, kind)[0] != (side ? *p - 32 : *p))
            kind++;
        setup.board[bm_random(state) % bm_rules_info(rules)->squares] = bm_piece_of(kind, side);
    }
    setup.turn = BM_FIRST;
    if (bm_ctx_sync(ctx, &setup, NULL, NULL))
        return false;
    bm_ctx_outcome(ctx, &o);
    return o.result == BM_ONGOING;
}

#endif
