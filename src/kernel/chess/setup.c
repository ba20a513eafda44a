/* SPDX-License-Identifier: MIT */
/* Boards in and out, and the slow twins of what make.c keeps. */
#include "kernel/tmpl/tmpl.h"

#include <string.h>

#include "kernel/chess/masks.h"

static void place_piece(struct k_bits *b, unsigned sq, bm_piece piece)
{
    uint64_t *const s = b->set[bm_piece_side(piece)];
    const unsigned kind = bm_piece_kind(piece);
    const uint64_t at = square(sq);

    b->all[bm_piece_side(piece)] |= at;
    if (kind == BM_CHESS_PAWN)
        s[PAWNS] |= at;
    if (kind == BM_CHESS_KNIGHT)
        s[KNIGHTS] |= at;
    if (kind == BM_CHESS_BISHOP || kind == BM_CHESS_QUEEN)
        s[DIAG] |= at;
    if (kind == BM_CHESS_ROOK || kind == BM_CHESS_QUEEN)
        s[ORTH] |= at;
    if (kind == BM_CHESS_KING)
        b->king[bm_piece_side(piece)] |= at;
}

static bm_defects load_board(struct k_pos *p, const struct bm_setup *setup)
{
    bm_defects d = 0;
    for (unsigned sq = 0; sq < BM_MAX_SQUARES; sq++) {
        const bm_piece piece = setup->board[sq];
        if (!piece)
            continue;
        if (sq >= K_SQUARES || bm_piece_kind(piece) >= K_KINDS) {
            d |= BM_DEFECT_BAD_PIECE;
            continue;
        }
        p->board[sq] = piece;
        place_piece(&p->bits, sq, piece);
    }
    for (unsigned side = 0; side < 2; side++) {
        const uint64_t kings = p->bits.king[side];
        if (!kings)
            d |= BM_DEFECT_NO_KING;
        else if (bits_many(kings))
            d |= BM_DEFECT_MANY_KINGS;
        if (p->bits.set[side][PAWNS] & (rank_home(WHITE) | rank_home(BLACK)))
            d |= BM_DEFECT_PAWN_RANK;
        for (unsigned kind = 0; kind < BM_MAX_KINDS; kind++)
            if (setup->hand[side][kind])
                d |= BM_DEFECT_HAND;
    }
    return d;
}

/* All squares from one to the other of a rank, both included. */
static uint64_t rank_span(unsigned a, unsigned b)
{
    return bm_chess_tables.between[a][b] | square(a) | square(b);
}

static struct k_way find_way(unsigned king, unsigned rook, enum k_wing wing, bool chess960)
{
    const unsigned home = king & 56;
    const unsigned king_to = home + (wing == KINGSIDE ? 6 : 2);
    const unsigned rook_to = home + (wing == KINGSIDE ? 5 : 3);
    const unsigned corner = home + (wing == KINGSIDE ? 7 : 0);
    const bool usual = !chess960 && king == home + 4 && rook == corner;
    const uint64_t both = square(king) | square(rook);
    return (struct k_way){.rook = square(rook),
                          .clear =
                              (rank_span(king, king_to) | rank_span(rook, rook_to)) & ~both,
                          .safe = rank_span(king, king_to),
                          .king_to = (uint8_t)king_to,
                          .rook_to = (uint8_t)rook_to,
                          .move_to = (uint8_t)(usual ? king_to : rook)};
}

/* Keep of the rights claimed those that king and rook bear out: one a wing, the outermost. */
static bm_defects load_castling(struct k_pos *p, uint64_t claimed, bool chess960)
{
    uint64_t kept = 0;
    for (unsigned side = 0; side < 2; side++) {
        const uint64_t *const s = p->bits.set[side];
        const uint64_t home = side == WHITE ? rank_home(WHITE) : rank_home(BLACK);
        const uint64_t rooks = claimed & home & s[ORTH] & ~s[DIAG];
        if (!(p->bits.king[side] & home))
            continue;
        const unsigned king = bits_first(p->bits.king[side]);
        const uint64_t below = rooks & (square(king) - 1), above = rooks & ~(square(king) - 1);
        if (above)
            p->way[side][KINGSIDE] = find_way(king, bits_last(above), KINGSIDE, chess960);
        if (below)
            p->way[side][QUEENSIDE] = find_way(king, bits_first(below), QUEENSIDE, chess960);
        kept |= p->way[side][KINGSIDE].rook | p->way[side][QUEENSIDE].rook;
    }
    p->bits.castle = kept;
    return kept == claimed ? 0 : BM_DEFECT_CASTLING;
}

/* Whether the last move can have been a double step over `ep`. */
static bool is_ep_possible(const struct k_bits *b, unsigned ep, unsigned us)
{
    const uint64_t occupied = b->all[WHITE] | b->all[BLACK];
    const unsigned rank = us == WHITE ? 5 : 2;
    return ep >> 3 == rank && !(occupied >> ep & 1) &&
           !(occupied >> (us == WHITE ? ep + 8 : ep - 8) & 1) &&
           (b->set[!us][PAWNS] >> (us == WHITE ? ep - 8 : ep + 8) & 1);
}

TEMPLATE bool has_legal_ep(const struct k_bits *b, const enum k_color US)
{
    const uint64_t occupied = b->all[WHITE] | b->all[BLACK];
    const unsigned king = bits_first(b->king[US]);
    for (uint64_t t = find_ep_takers(b, US); t; t = bits_drop_first(t))
        if (is_ep_legal(b, occupied, king, bits_lowest(t), US))
            return true;
    return false;
}

static bool is_ep_capturable(const struct k_bits *b, unsigned us)
{
    return us == WHITE ? has_legal_ep(b, WHITE) : has_legal_ep(b, BLACK);
}

static bool is_attacked(const struct k_bits *b, unsigned sq, unsigned by)
{
    const uint64_t occupied = b->all[WHITE] | b->all[BLACK];
    return (by == WHITE ? attackers_of(b, sq, WHITE, occupied)
                        : attackers_of(b, sq, BLACK, occupied)) != 0;
}

bm_defects K(load)(void *pos, const struct bm_setup *setup, const void *game, unsigned flags)
{
    (void)game;
    struct k_pos p;
    memset(&p, 0, sizeof p);
    bm_defects d = load_board(&p, setup);
    const unsigned us = setup->turn;
    if (us > 1)
        d |= BM_DEFECT_TURN;
    p.head.turn = (uint8_t)us;
    p.head.quiet = setup->quiet;
    p.head.number = setup->number ? setup->number : 1;

    /* What follows needs a king on each side. */
    if (!(d & (BM_DEFECT_NO_KING | BM_DEFECT_MANY_KINGS | BM_DEFECT_TURN))) {
        if (is_attacked(&p.bits, bits_first(p.bits.king[!us]), us))
            d |= BM_DEFECT_OTHER_CHECKED;
        d |= load_castling(&p, setup->castling[0], flags & BM_LOAD_CHESS960);
        if (setup->has_ep &&
            (setup->ep >= K_SQUARES || !is_ep_possible(&p.bits, setup->ep, us)))
            d |= BM_DEFECT_EN_PASSANT;
        else if (setup->has_ep) {
            p.head.passed = (uint8_t)setup->ep;
            p.bits.ep = square(setup->ep);
            if (!is_ep_capturable(&p.bits, us))
                p.bits.ep = 0;
        }
    }
    if (d & BM_DEFECTS_HARD)
        return d;
    p.head.key = K(slow_key)(&p);
    memcpy(pos, &p, sizeof p);
    return d;
}

void K(save)(const void *pos, struct bm_setup *out)
{
    const struct k_pos *const p = pos;
    memset(out, 0, sizeof *out);
    memcpy(out->board, p->board, sizeof p->board);
    out->turn = p->head.turn;
    out->has_ep = p->bits.ep != 0;
    out->ep = p->bits.ep ? (bm_sq)bits_first(p->bits.ep) : 0;
    out->castling[0] = p->bits.castle;
    out->quiet = p->head.quiet;
    out->number = p->head.number;
}

uint64_t K(slow_key)(const void *pos)
{
    const struct k_pos *const p = pos;
    uint64_t key = p->head.turn == BLACK ? bm_chess_tables.key_turn : 0;
    for (unsigned sq = 0; sq < K_SQUARES; sq++)
        if (p->board[sq])
            key ^= bm_chess_tables.key_piece[bm_piece_side(p->board[sq])]
                                            [bm_piece_kind(p->board[sq]) + 1][sq];
    for (uint64_t c = p->bits.castle; c; c = bits_drop_first(c))
        key ^= bm_chess_tables.key_castle[bits_first(c)];
    if (p->bits.ep)
        key ^= bm_chess_tables.key_ep[bits_first(p->bits.ep) & 7];
    return key;
}

bool K(sound)(const void *pos)
{
    const struct k_pos *const p = pos;
    struct k_bits b = {.ep = p->bits.ep, .castle = p->bits.castle};
    for (unsigned sq = 0; sq < K_SQUARES; sq++)
        if (p->board[sq])
            place_piece(&b, sq, p->board[sq]);
    if (memcmp(&b, &p->bits, sizeof b) != 0 || p->head.key != K(slow_key)(p))
        return false;

    const unsigned us = p->head.turn;
    const unsigned passed = p->head.passed;
    if (passed && !is_ep_possible(&b, passed, us))
        return false;
    b.ep = passed ? square(passed) : 0;
    if (p->bits.ep != (is_ep_capturable(&b, us) ? b.ep : 0))
        return false;
    for (uint64_t c = b.castle; c; c = bits_drop_first(c)) {
        const unsigned sq = bits_first(c), side = sq >= 56;
        if (p->board[sq] != bm_piece_of(BM_CHESS_ROOK, side) || (sq > 7 && sq < 56))
            return false;
    }
    return !is_attacked(&b, bits_first(b.king[!us]), us);
}
