/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_CHECKS_SHOGI_H
#define BM_SEARCH_TMPL_CHECKS_SHOGI_H

/* Mate in one, and quiet checks, for shogi. */

#include "kernel/shogi/movegen.h"

/* ---- Mate in one ---- By a piece adjacent to the king or by a knight, so that nothing can
 * interpose. Most moves are ruled out by bitboards; the others are made, and replies are
 * generated. */

struct net {
    unsigned king, half;
    bb81 occ;
    uint64_t free;   /* flight squares of the king, in word `half` */
    uint64_t hit;    /* squares there that we attack, through the king */
    bb81 bound;      /* pinned pieces of the other side */
    bb81 our_pinned; /* our pinned pieces; computed on demand */
    bool has_pinned;
};

static bool is_mate(struct k_pos *p, bm_move m)
{
    struct k_undo undo;
    k_make(p, m, &undo);
    const bool mate = !K(can_move)(p);
    k_unmake(p, m, &undo);
    return mate;
}

/* Whether a piece of that role on `to` gives check and leaves the king no square, as far as
 * bitboards tell. */
TEMPLATE bool may_mate(const struct net *n, unsigned to, enum role role, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 a = attacks_by(to, bb_minus(n->occ, t->square[n->king]), role, US);
    return bb_meet(a, t->square[n->king]) &&
           !(n->free & ~(a.w[n->half] | t->square[to].w[n->half]));
}

/* Whether a piece other than the king can capture on `to`; a pinned one only on its line. */
TEMPLATE bool can_take(const struct k_pos *p, const struct net *n, unsigned to,
                       const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 takers =
        bb_split(bb_minus(attackers_of(p, to, n->occ, !US), t->square[n->king]));
    return bb_any(bb_minus(takers, bb_minus(n->bound, t->line[n->king][to])));
}

LARGE_TEMPLATE bool mate_by_drop(struct k_pos *p, const struct net *n, unsigned to,
                                 bm_move *out, const unsigned US)
{
    static const enum role kinds[] = {GOLD, SILVER, ROOK, BISHOP, LANCE};
    bool looked = false;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!(p->held[US] & 1u << kinds[i]) || !may_mate(n, to, kinds[i], US))
            continue;
        if (!looked && can_take(p, n, to, US))
            return false;
        looked = true;
        *out = bm_move_drop(kinds[i], (bm_sq)to);
        if (is_mate(p, *out))
            return true;
    }
    return false;
}

LARGE_TEMPLATE bool mate_from(struct k_pos *p, struct net *n, unsigned from, unsigned to,
                              bm_move *out, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const enum role role = kind_role(bm_piece_kind(p->board[from]));
    const unsigned kind = bm_piece_kind(p->board[from]);
    const bool promotes = kind_promotes(kind) && bb_meet(t->promoting[US][from], t->square[to]);
    const bool plain = !promotes || role == SILVER || role == LANCE || role == KNIGHT;
    if (!n->has_pinned) {
        n->our_pinned = pinned_of(p, p->king[US], n->occ, US);
        n->has_pinned = true;
    }
    if (bb_meet(n->our_pinned, t->square[from]) &&
        !bb_meet(t->line[p->king[US]][from], t->square[to]))
        return false;
    if (promotes && may_mate(n, to, kind_role(kind + 8), US)) {
        *out = bm_move_promoting((bm_sq)from, (bm_sq)to, kind + 8);
        if (is_mate(p, *out))
            return true;
    }
    if (plain && rank_seen(t->rank_of[to], US) >= dead_ranks(role) &&
        may_mate(n, to, role, US)) {
        *out = bm_move_plain((bm_sq)from, (bm_sq)to);
        return is_mate(p, *out);
    }
    return false;
}

/* Only when not in check. */
LARGE_TEMPLATE bool find_mate(struct k_pos *p, bm_move *out, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    struct net n = {.king = p->king[!US], .occ = pos_occupied(p)};
    if (n.king == NO_KING)
        return false;
    n.half = t->half_of[n.king];
    n.hit = danger(p, n.king, n.half, n.occ, NULL, US);
    const uint64_t ring = t->step[0][KING][n.king].w[n.half];
    n.free = ring & ~p->side[!US].w[n.half] & ~n.hit;
    n.bound = pinned_of(p, n.king, n.occ, !US);

    /* Beside the king, guarded. */
    for (uint64_t x = ring & n.hit & ~p->side[US].w[n.half]; x; x = bits_drop_first(x)) {
        const unsigned to = bb_square(bits_first(x), n.half);
        if (!p->board[to] && p->held[US] > 1 && mate_by_drop(p, &n, to, out, US))
            return true;
        const bb81 movers =
            bb_split(bb_minus(attackers_of(p, to, n.occ, US), p->role[US][KING]));
        if (!bb_any(movers) || can_take(p, &n, to, US))
            continue;
        for (unsigned h = 0; h < 2; h++)
            for (uint64_t y = movers.w[h]; y; y = bits_drop_first(y))
                if (mate_from(p, &n, bb_square(bits_first(y), h), to, out, US))
                    return true;
    }
    /* A knight takes no free square from the king. */
    if (n.free)
        return false;
    const bb81 leaps = bb_split(bb_minus(t->step[!US][KNIGHT][n.king], p->side[US]));
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = leaps.w[h]; x; x = bits_drop_first(x)) {
            const unsigned to = bb_square(bits_first(x), h);
            const bb81 movers = bb_split(bb_and(t->step[!US][KNIGHT][to], p->role[US][KNIGHT]));
            const bool drop = !p->board[to] && p->held[US] >> KNIGHT & 1;
            if ((!drop && !bb_any(movers)) || can_take(p, &n, to, US))
                continue;
            *out = bm_move_drop(KNIGHT, (bm_sq)to);
            if (drop && is_mate(p, *out))
                return true;
            for (unsigned k = 0; k < 2; k++)
                for (uint64_t y = movers.w[k]; y; y = bits_drop_first(y))
                    if (mate_from(p, &n, bb_square(bits_first(y), k), to, out, US))
                        return true;
        }
    return false;
}

/* *out is written only if there is a mate. */
static bool a_mate_in_one(struct k_pos *p, bm_move *out)
{
    bm_move m;
    if (!(p->head.turn ? find_mate(p, &m, 1) : find_mate(p, &m, 0)))
        return false;
    *out = m;
    return true;
}

/* ---- Quiet checks ---- */

LARGE_TEMPLATE bm_move *checks_of_role(bm_move *out, const struct k_pos *p,
                                       const struct masks *m, unsigned king,
                                       const enum role ROLE, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bool both = ROLE == LANCE || ROLE == KNIGHT || ROLE == SILVER;
    const bb81 empty = bb_others(m->occ);
    const bb81 plain = bb_and(attacks_by(king, m->occ, ROLE, !US), empty);
    const bb81 gold =
        both ? bb_and(bb_and(t->step[!US][GOLD][king], empty), far_ranks(0, 2, US)) : bb_none();
    if (p->held[US] & 1u << ROLE && ROLE != PAWN && ROLE < KING)
        out = emit(out, plain, bm_move_drop(ROLE, 0).bits);
    const bb81 pieces = bb_split(p->role[US][ROLE]);
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = pieces.w[h]; x; x = bits_drop_first(x)) {
            const unsigned from = bb_square(bits_first(x), h);
            bb81 to = attacks_by(from, m->occ, ROLE, US);
            if (UNLIKELY(bb_meet(m->pinned, t->square[from])))
                to = bb_and(to, t->line[m->king][from]);
            bb81 stay = bb_and(to, plain);
            if (both)
                out = emit(out, bb_and(bb_and(to, gold), t->promoting[US][from]),
                           bm_move_promoting((bm_sq)from, 0, ROLE + 8u).bits);
            else if (role_promotes(ROLE))
                stay = bb_minus(stay, t->promoting[US][from]);
            out = emit(out, stay, bm_move_plain((bm_sq)from, 0).bits);
        }
    return out;
}

LARGE_TEMPLATE bm_move *quiet_checks(const struct k_pos *p, bm_move *out, const unsigned US)
{
    const unsigned king = p->king[!US];
    const struct masks m = {.occ = pos_occupied(p),
                            .king = p->king[US],
                            .pinned = pinned_of(p, p->king[US], pos_occupied(p), US)};
    out = checks_of_role(out, p, &m, king, PAWN, US);
    out = checks_of_role(out, p, &m, king, LANCE, US);
    out = checks_of_role(out, p, &m, king, KNIGHT, US);
    out = checks_of_role(out, p, &m, king, SILVER, US);
    out = checks_of_role(out, p, &m, king, GOLD, US);
    out = checks_of_role(out, p, &m, king, BISHOP, US);
    out = checks_of_role(out, p, &m, king, ROOK, US);
    out = checks_of_role(out, p, &m, king, HORSE, US);
    return checks_of_role(out, p, &m, king, DRAGON, US);
}

/* Direct checks without capture, of a side that is not in check itself. */
static bm_move *a_quiet_checks(const struct bm_search_thread *td, const struct k_pos *p,
                               bm_move *out)
{
    (void)td;
    return p->head.turn ? quiet_checks(p, out, 1) : quiet_checks(p, out, 0);
}

#endif
