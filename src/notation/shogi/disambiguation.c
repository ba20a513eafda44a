/* SPDX-License-Identifier: MIT */
#include "notation/shogi/disambiguation.h"

#include "base/str.h"
#include "notation/styles.h"

void bm_candidates_find(struct bm_candidates *r, const struct bm_ctx *ctx, bm_sq to,
                        unsigned kind)
{
    bm_sq from[BM_MAX_ATTACKERS];
    r->to = to;
    r->side = bm_ctx_turn(ctx);
    r->kind = kind;
    r->n = 0;
    const bm_piece piece = bm_piece_of(kind, r->side);
    const unsigned n = bm_ctx_attackers(ctx, to, r->side, from);
    for (unsigned i = 0; i < n; i++) {
        if (bm_ctx_piece(ctx, from[i]) == piece)
            r->from[r->n++] = from[i];
    }
}

bm_status bm_candidates_only_legal(struct bm_candidates *r, const struct bm_ctx *ctx,
                                   bool promotes, const char *several, bm_move *out,
                                   struct bm_error *err)
{
    bm_move legal = {BM_MOVE_NONE}, first = {BM_MOVE_NONE};
    unsigned n = 0;
    for (unsigned i = 0; i < r->n; i++) {
        const bm_move m = promotes ? bm_move_promoting(r->from[i], r->to, r->kind | 8u)
                                   : bm_move_plain(r->from[i], r->to);
        if (i == 0)
            first = m;
        if (bm_ctx_judge(ctx, m) != 0)
            continue;
        legal = m;
        r->from[n++] = r->from[i];
    }
    if (n < 2)
        return bm_style_settle(ctx, n == 1 ? legal : first, out, err);

    return bm_candidates_refuse(r, ctx, several, err);
}

bm_status bm_candidates_refuse(const struct bm_candidates *r, const struct bm_ctx *ctx,
                               const char *what, struct bm_error *err)
{
    if (!err)
        return BM_ERULE;
    struct bm_str s;
    char name[BM_COORDINATES];
    *err = (struct bm_error){.code = BM_ERULE, .line = 1, .column = 1};
    bm_str_init(&s, err->what, sizeof err->what);
    for (; *what != '\0'; what++) {
        if (*what != '{') {
            bm_str_char(&s, *what);
            continue;
        }
        if (what[1] == 'k') {
            bm_str_text(&s, bm_rules_kind_name(bm_ctx_rules(ctx), r->kind, BM_EN));
        } else {
            const bm_sq sq = what[1] == 't' ? r->to : what[1] == 'a' ? r->from[0] : r->from[1];
            bm_sq_format(sq, bm_ctx_rules(ctx), name, sizeof name);
            bm_str_text(&s, name);
        }
        what += 2;
    }
    bm_str_end(&s);
    return BM_ERULE;
}

bool bm_candidates_may_promote(unsigned kind, bm_sq from, bm_sq to, unsigned side)
{
    if (kind >= 8 || kind == BM_SHOGI_GOLD || kind == BM_SHOGI_KING)
        return false;
    return side == BM_FIRST ? from % 9 < 3 || to % 9 < 3 : from % 9 > 5 || to % 9 > 5;
}
