/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_MATE_CHECKS_SHOGI_H
#define BM_SEARCH_MATE_CHECKS_SHOGI_H

/* Moves that may give check: to a square that attacks the king, or from a line towards it
 * (discovered check). */

#include "kernel/shogi/drops.h"
#include "kernel/shogi/movegen.h"

enum { C_HAS_SPECIAL_ENDS = 0 };

/* Squares from which a piece of US with that role gives check. */
LARGE_TEMPLATE bb81 sees_from(const struct k_pos *p, bb81 occ, const enum role ROLE,
                              const unsigned US)
{
    return attacks_by(p->king[!US], occ, ROLE, !US);
}

LARGE_TEMPLATE bm_move *checks_of_role(bm_move *out, const struct k_pos *p,
                                       const struct masks *m, bb81 lines, const enum role ROLE,
                                       const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 pieces = bb_split(p->role[US][ROLE]);
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = pieces.w[h]; x; x = bits_drop_first(x)) {
            const unsigned from = bb_square(bits_first(x), h);
            bb81 to = targets_from(m, from, ROLE, US);
            const bool uncovers = bb_meet(lines, t->square[from]);
            if (role_promotes(ROLE)) {
                const enum role after = kind_role(ROLE + 8u);
                bb81 promoting = bb_and(to, t->promoting[US][from]);
                if (!uncovers && bb_any(promoting))
                    promoting = bb_and(promoting, sees_from(p, m->occ, after, US));
                out = emit(out, promoting, bm_move_promoting((bm_sq)from, 0, ROLE + 8u).bits);
            }
            if (dead_ranks(ROLE))
                to = bb_minus(to, far_ranks(0, dead_ranks(ROLE) - 1, US));
            if (!uncovers)
                to = bb_and(to, sees_from(p, m->occ, ROLE, US));
            out = emit(out, to, bm_move_plain((bm_sq)from, 0).bits);
        }
    return out;
}

LARGE_TEMPLATE bm_move *checks_by_drop(bm_move *out, const struct k_pos *p,
                                       const struct masks *m, bb81 where, const enum role KIND,
                                       const unsigned US)
{
    if (p->held[US] & 1u << KIND)
        out = emit(out, bb_and(where, sees_from(p, m->occ, KIND, US)),
                   bm_move_drop(KIND, 0).bits);
    return out;
}

LARGE_TEMPLATE size_t checks_list(const struct k_pos *p, bm_move *list, const unsigned US)
{
    const unsigned king = p->king[!US];
    bm_move *out = list;
    struct masks m;
    if (king == NO_KING)
        return 0;
    masks_fill(&m, p, NULL, US);
    /* The first piece on a line to the king may discover a check by a piece behind it. */
    const bb81 lines = bb_or(attacks_rook(king, m.occ), attacks_bishop(king, m.occ));
    if (m.king != NO_KING && bb_meet(lines, bm_shogi_tables.square[m.king])) {
        bb81 steps = bb_none();
        steps.w[m.half] = m.steps;
        out = emit(out, steps, bm_move_plain((bm_sq)m.king, 0).bits);
    }
    if (m.only_king)
        return (size_t)(out - list);
    out = checks_of_role(out, p, &m, lines, PAWN, US);
    out = checks_of_role(out, p, &m, lines, LANCE, US);
    out = checks_of_role(out, p, &m, lines, KNIGHT, US);
    out = checks_of_role(out, p, &m, lines, SILVER, US);
    out = checks_of_role(out, p, &m, lines, GOLD, US);
    out = checks_of_role(out, p, &m, lines, BISHOP, US);
    out = checks_of_role(out, p, &m, lines, ROOK, US);
    out = checks_of_role(out, p, &m, lines, HORSE, US);
    out = checks_of_role(out, p, &m, lines, DRAGON, US);
    if (!p->held[US])
        return (size_t)(out - list);
    if (p->held[US] & 1u << PAWN)
        out = checks_by_drop(out, p, &m, pawn_drops(p, &m, US), PAWN, US);
    out = checks_by_drop(out, p, &m, bb_minus(m.drops, far_ranks(0, 0, US)), LANCE, US);
    out = checks_by_drop(out, p, &m, bb_minus(m.drops, far_ranks(0, 1, US)), KNIGHT, US);
    out = checks_by_drop(out, p, &m, m.drops, SILVER, US);
    out = checks_by_drop(out, p, &m, m.drops, GOLD, US);
    out = checks_by_drop(out, p, &m, m.drops, BISHOP, US);
    out = checks_by_drop(out, p, &m, m.drops, ROOK, US);
    return (size_t)(out - list);
}

static size_t k_checks(const struct k_pos *p, bm_move *out)
{
    return p->head.turn ? checks_list(p, out, 1) : checks_list(p, out, 0);
}

#endif
