/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_ADAPTER_DEFAULT_H
#define BM_SEARCH_TMPL_ADAPTER_DEFAULT_H

/* Defaults of adapters: all legal moves, and no mate in one by bitboards. */

static bm_move *a_moves(const struct bm_search_thread *td, const struct k_pos *p, bm_move *out)
{
    (void)td;
    return out + K(moves)(p, out);
}

static bool a_mate_in_one(struct k_pos *p, bm_move *out)
{
    (void)p;
    (void)out;
    return false;
}

#endif
