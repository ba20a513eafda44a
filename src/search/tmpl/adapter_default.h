/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_ADAPTER_DEFAULT_H
#define BM_SEARCH_TMPL_ADAPTER_DEFAULT_H

/* For games of which the search need not know more: all moves, and mates by searching. */

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
