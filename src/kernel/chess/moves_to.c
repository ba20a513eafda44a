/* SPDX-License-Identifier: MIT */
/*
 * Legal moves of one kind of piece to one square, as a move is named by people: found backwards
 * from the square, and each of the few that there are is tried by itself.
 */
#include "kernel/tmpl/tmpl.h"

#include "kernel/chess/masks.h"

/* Whether something stands between two squares. */
TEMPLATE bool is_blocked(uint64_t occupied, unsigned from, unsigned to)
{
    return (bm_chess_tables.between[from][to] & occupied & ~square(to)) != 0;
}

/*
 * Whether the king is safe once a piece other than it has gone from one square to another. Few
 * sliders stand in line with the king, so that these are looked at one by one: the tables of
 * slider attacks are large, and a single look at a place in them is a slow one.
 */
TEMPLATE bool is_safe(const struct k_bits *b, uint64_t occupied, unsigned king, uint64_t from,
                      uint64_t to, const enum k_color US)
{
    const uint64_t *const e = b->set[!US];
    const uint64_t after = (occupied ^ from) | to;
    const uint64_t near = (bm_chess_tables.knight[king] & e[KNIGHTS]) |
                          (bm_chess_tables.pawn[US][king] & e[PAWNS]);
    uint64_t far =
        ((bm_chess_tables.orth[king] & e[ORTH]) | (bm_chess_tables.diag[king] & e[DIAG])) & ~to;
    for (; far; far = bits_drop_first(far))
        if (!is_blocked(after, king, bits_first(far)))
            return false;
    return !(near & ~to);
}

TEMPLATE bm_move *king_to(const struct k_pos *p, unsigned to, uint64_t occupied, bm_move *out,
                          const enum k_color US)
{
    const struct k_bits *const b = &p->bits;
    const unsigned king = bits_first(b->king[US]);
    if ((bm_chess_tables.king[king] & ~b->all[US]) >> to & 1 &&
        !(attackers_of(b, to, !US, occupied ^ square(king)) & ~square(to)))
        *out++ = bm_move_plain((bm_sq)king, (bm_sq)to);
    if (!may_castle(b, US) ||
        (p->way[US][KINGSIDE].move_to != to && p->way[US][QUEENSIDE].move_to != to))
        return out;

    const struct masks m = find_masks(b, US);
    for (int wing = KINGSIDE; wing <= QUEENSIDE && !m.checkers; wing++)
        if (p->way[US][wing].move_to == to && is_castling_legal(b, &m, &p->way[US][wing]))
            *out++ = bm_move_plain((bm_sq)king, (bm_sq)to);
    return out;
}

/* Pawns that could go to a square if their king did not matter; not in passing. */
TEMPLATE uint64_t pawns_to(const struct k_bits *b, unsigned sq, uint64_t occupied,
                           const enum k_color US)
{
    const uint64_t pawns = b->set[US][PAWNS], to = square(sq), step = behind(to, US);
    if (occupied & to)
        return b->all[!US] & to ? bm_chess_tables.pawn[!US][sq] & pawns : 0;
    if (pawns & step)
        return step;
    const bool leap = (ahead(rank_third(US), US) & to) != 0 && !(occupied & step);
    return leap ? behind(step, US) & pawns : 0;
}

TEMPLATE bm_move *emit_pawn(bm_move *out, unsigned from, unsigned to, const enum k_color US)
{
    if (LIKELY(!(rank_last(US) >> to & 1))) {
        *out++ = bm_move_plain((bm_sq)from, (bm_sq)to);
        return out;
    }
    for (unsigned kind = BM_CHESS_QUEEN; kind >= BM_CHESS_KNIGHT; kind--)
        *out++ = bm_move_promoting((bm_sq)from, (bm_sq)to, kind);
    return out;
}

/*
 * Pieces other than pawns and kings that attack a square. One way for all kinds: which of them
 * comes next in a game is not to be foreseen.
 */
TEMPLATE uint64_t pieces_to(const struct k_bits *b, unsigned kind, unsigned to,
                            uint64_t occupied, const enum k_color US)
{
    const uint64_t *const o = b->set[US];
    const uint64_t diag = bm_chess_tables.diag[to], orth = bm_chess_tables.orth[to];
    const uint64_t aim[] = {
        [BM_CHESS_PAWN] = 0,
        [BM_CHESS_KNIGHT] = bm_chess_tables.knight[to] & o[KNIGHTS],
        [BM_CHESS_BISHOP] = diag & o[DIAG] & ~o[ORTH],
        [BM_CHESS_ROOK] = orth & o[ORTH] & ~o[DIAG],
        [BM_CHESS_QUEEN] = (diag | orth) & o[DIAG] & o[ORTH],
    };
    uint64_t found = 0;
    for (uint64_t from = aim[kind]; from; from = bits_drop_first(from))
        if (!is_blocked(occupied, bits_first(from), to))
            found |= bits_lowest(from);
    return found;
}

TEMPLATE bm_move *list_to(const struct k_pos *p, unsigned kind, unsigned to, bm_move *out,
                          const enum k_color US)
{
    const struct k_bits *const b = &p->bits;
    const uint64_t occupied = b->all[WHITE] | b->all[BLACK];
    const unsigned king = bits_first(b->king[US]);
    if (UNLIKELY(kind == BM_CHESS_KING))
        return king_to(p, to, occupied, out, US);
    if (UNLIKELY(b->all[US] >> to & 1))
        return out;

    uint64_t from = kind == BM_CHESS_PAWN ? pawns_to(b, to, occupied, US)
                                          : pieces_to(b, kind, to, occupied, US);
    for (; from; from = bits_drop_first(from)) {
        if (UNLIKELY(!is_safe(b, occupied, king, bits_lowest(from), square(to), US)))
            continue;
        if (kind == BM_CHESS_PAWN)
            out = emit_pawn(out, bits_first(from), to, US);
        else
            *out++ = bm_move_plain((bm_sq)bits_first(from), (bm_sq)to);
    }
    if (UNLIKELY(b->ep == square(to)) && kind == BM_CHESS_PAWN)
        for (from = find_ep_takers(b, US); from; from = bits_drop_first(from))
            if (is_ep_legal(b, occupied, king, bits_lowest(from), US))
                *out++ = bm_move_plain((bm_sq)bits_first(from), (bm_sq)to);
    return out;
}

size_t K(moves_to)(const void *pos, unsigned kind, bm_sq to, bm_move *out)
{
    const struct k_pos *const p = pos;
    return (size_t)((p->head.turn == WHITE ? list_to(p, kind, to, out, WHITE)
                                           : list_to(p, kind, to, out, BLACK)) -
                    out);
}
