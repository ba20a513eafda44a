/* SPDX-License-Identifier: MIT */
/* Questions on a position that are not moves: pieces, checks, material. */
#include "kernel/tmpl/tmpl.h"

#include "kernel/chess/movegen.h"

size_t K(moves)(const void *pos, bm_move *out)
{
    const struct k_pos *const p = pos;
    return (size_t)((p->head.turn == WHITE ? list_moves(p, out, WHITE)
                                           : list_moves(p, out, BLACK)) -
                    out);
}

size_t K(count)(const void *pos)
{
    const struct k_pos *const p = pos;
    return p->head.turn == WHITE ? count_moves(&p->bits, p->way, WHITE)
                                 : count_moves(&p->bits, p->way, BLACK);
}

/* Mostly the king can move. */
unsigned K(work)(const void *pos)
{
    (void)pos;
    return 0;
}

bool K(can_move)(const void *pos)
{
    const struct k_pos *const p = pos;
    const struct masks m =
        p->head.turn == WHITE ? find_masks(&p->bits, WHITE) : find_masks(&p->bits, BLACK);
    return m.king_to != 0 || K(count)(pos) != 0;
}

bm_piece K(piece)(const void *pos, bm_sq sq) { return ((const struct k_pos *)pos)->board[sq]; }

unsigned K(hand)(const void *pos, unsigned side, unsigned kind)
{
    (void)pos, (void)side, (void)kind;
    return 0;
}

static uint64_t attackers(const struct k_pos *p, unsigned sq, unsigned by)
{
    const uint64_t occupied = p->bits.all[WHITE] | p->bits.all[BLACK];
    return by == WHITE ? attackers_of(&p->bits, sq, WHITE, occupied)
                       : attackers_of(&p->bits, sq, BLACK, occupied);
}

unsigned K(attackers)(const void *pos, bm_sq sq, unsigned side, bm_sq *out)
{
    const uint64_t found = attackers(pos, sq, side);
    if (out)
        for (uint64_t b = found; b; b = bits_drop_first(b))
            *out++ = (bm_sq)bits_first(b);
    return bits_count(found);
}

static unsigned king_to_move(const struct k_pos *p)
{
    return bits_first(p->bits.king[p->head.turn]);
}

bool K(in_check)(const void *pos)
{
    const struct k_pos *const p = pos;
    return attackers(p, king_to_move(p), !p->head.turn) != 0;
}

unsigned K(checkers)(const void *pos, bm_sq *out)
{
    const struct k_pos *const p = pos;
    return K(attackers)(pos, (bm_sq)king_to_move(p), !p->head.turn, out);
}

/*
 * Whether a side has the material to mate by some line of legal moves, the other side helping.
 * A lone knight needs a piece other than a queen to hem the king in; bishops of one colour need
 * a knight, a pawn or a bishop of the other colour on the board.
 */
bool K(can_mate)(const void *pos, unsigned side)
{
    const struct k_bits *const b = &((const struct k_pos *)pos)->bits;
    const uint64_t *const o = b->set[side], *const e = b->set[!side];
    const uint64_t dark = UINT64_C(0xaa55aa55aa55aa55);

    if (o[PAWNS] | o[ORTH])
        return true;
    if (o[KNIGHTS])
        return bits_count(b->all[side]) > 2 ||
               (b->all[!side] & ~b->king[!side] & ~(e[DIAG] & e[ORTH]));
    if (o[DIAG]) {
        const uint64_t bishops = o[DIAG] | (e[DIAG] & ~e[ORTH]);
        return ((bishops & dark) && (bishops & ~dark)) || e[PAWNS] || e[KNIGHTS];
    }
    return false;
}

/* Every square that a king can ever reach, the pawns standing where they stand. */
TEMPLATE uint64_t king_region(uint64_t king, uint64_t own_pawns, uint64_t enemy_pawns,
                              const enum k_color US)
{
    const uint64_t barred =
        own_pawns | take_west(enemy_pawns, !US) | take_east(enemy_pawns, !US);
    for (uint64_t region = king;;) {
        uint64_t grown = region;
        for (uint64_t r = region; r; r = bits_drop_first(r))
            grown |= bm_chess_tables.king[bits_first(r)] & ~barred;
        if (grown == region)
            return region;
        region = grown;
    }
}

/*
 * Only kings and pawns, every pawn stopped by a pawn, none able to take, and neither king able
 * to reach a pawn: nothing can ever change but where the kings stand.
 */
static bool is_wall(const struct k_bits *b)
{
    const uint64_t white = b->set[WHITE][PAWNS], black = b->set[BLACK][PAWNS];
    const uint64_t pawns = white | black;
    if ((b->all[WHITE] | b->all[BLACK]) != (pawns | b->king[WHITE] | b->king[BLACK]))
        return false;
    if ((ahead(white, WHITE) & ~pawns) | (ahead(black, BLACK) & ~pawns))
        return false;
    if (((take_west(white, WHITE) | take_east(white, WHITE)) & black) || b->ep)
        return false;
    return !(king_region(b->king[WHITE], white, black, WHITE) & black) &&
           !(king_region(b->king[BLACK], black, white, BLACK) & white);
}

enum bm_reason K(dead)(const void *pos)
{
    const struct k_bits *const b = &((const struct k_pos *)pos)->bits;
    const uint64_t pawns = b->set[WHITE][PAWNS] | b->set[BLACK][PAWNS];

    if (LIKELY(b->set[WHITE][ORTH] | b->set[BLACK][ORTH]))
        return BM_REASON_NONE;
    if (!pawns)
        return K(can_mate)(pos, WHITE) || K(can_mate)(pos, BLACK) ? BM_REASON_NONE
                                                                  : BM_REASON_MATERIAL;
    return is_wall(b) ? BM_REASON_DEAD : BM_REASON_NONE;
}

bool K(impasse)(const void *pos, struct bm_impasse *out)
{
    (void)pos, (void)out;
    return false;
}

unsigned K(points)(const void *pos)
{
    (void)pos;
    return 0;
}

bool K(on_goal)(const void *pos, unsigned side)
{
    (void)pos, (void)side;
    return false;
}

enum bm_reason K(over)(const void *pos, enum bm_result *result)
{
    (void)pos;
    *result = BM_ONGOING;
    return BM_REASON_NONE;
}
