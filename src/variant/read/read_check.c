/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

/* What only shows when everything is read. */

/* Sides without a royal piece can neither be mated nor lose, unless they can be wiped out. */
static void check_royals(struct bm_variant_reader *r)
{
    const struct bm_desc *const d = r->d;
    bool has[2] = {false, false};
    if (d->royal == BM_ROYAL_NONE || d->has_extinct)
        return;
    for (unsigned sq = 0; sq < d->squares; sq++) {
        const bm_piece p = d->start.board[sq];
        if (p != 0 && d->piece[bm_piece_kind(p)].royal)
            has[bm_piece_side(p)] = true;
    }
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned k = 0; k < d->kinds; k++)
            has[side] = has[side] || (d->piece[k].royal && d->start.hand[side][k] != 0);
        if (!has[side])
            bm_report_error(r->report, d->start_place, "start",
                            "start: ~ has no royal piece; add one or say 'royal: none'", "",
                            BM_TEXTS(side ? "Black" : "White"));
    }
}

/* A piece of the text itself that no game can ever show. */
static void check_appearance(struct bm_variant_reader *r)
{
    const struct bm_desc *const d = r->d;
    uint64_t seen = 0, before = 1;
    for (unsigned sq = 0; sq < d->squares; sq++)
        if (d->start.board[sq] != 0)
            seen |= (uint64_t)1 << bm_piece_kind(d->start.board[sq]);
    for (unsigned k = 0; k < d->kinds; k++)
        if (d->start.hand[0][k] != 0 || d->start.hand[1][k] != 0)
            seen |= (uint64_t)1 << k;
    while (seen != before) {
        before = seen;
        for (unsigned k = 0; k < d->kinds; k++) {
            const struct bm_desc_piece *const p = &d->piece[k];
            if ((seen >> k & 1) == 0)
                continue;
            seen |= p->promotes[0] | p->promotes[1];
            if (d->hands == BM_HANDS_CAPTURES) /* captured, it is what it was */
                seen |= (uint64_t)1 << p->base;
        }
    }
    for (unsigned k = 0; k < d->kinds; k++) {
        const struct bm_desc_piece *const p = &d->piece[k];
        const bool as_form = r->tilde[k] && (seen >> (r->tilde[k] - 1) & 1) != 0;
        if ((seen >> k & 1) == 0 && !as_form && !p->tilde && p->place.source == 0)
            bm_report_warning(r->report, p->place, "unused-piece",
                              "piece '~' can never appear: not in start, not in hand, nothing "
                              "promotes to it",
                              "", BM_TEXTS(p->letter));
    }
}

void bm_read_check(struct bm_variant_reader *r)
{
    check_royals(r);
    check_appearance(r);
}
