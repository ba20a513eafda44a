/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "slow.h"

static int file_of(int sq) { return sq & 7; }
static int rank_of(int sq) { return sq >> 3; }
static int sign(int x) { return (x > 0) - (x < 0); }
static bool is(bm_piece p, unsigned kind, unsigned side)
{
    return p == bm_piece_of(kind, side);
}

static bool clear_between(const struct bm_setup *s, int from, int to)
{
    const int step = sign(rank_of(to) - rank_of(from)) * 8 + sign(file_of(to) - file_of(from));
    for (int sq = from + step; sq != to; sq += step)
        if (s->board[sq])
            return false;
    return true;
}

/* Whether the piece on `from` attacks `to`, whatever stands there. */
static bool attacks(const struct bm_setup *s, int from, int to)
{
    const bm_piece p = s->board[from];
    const int df = abs(file_of(to) - file_of(from)), up = rank_of(to) - rank_of(from);
    const int dr = abs(up);
    if (from == to)
        return false;
    switch (bm_piece_kind(p)) {
    case BM_CHESS_PAWN: return df == 1 && up == (bm_piece_side(p) ? -1 : 1);
    case BM_CHESS_KNIGHT: return df * dr == 2;
    case BM_CHESS_BISHOP: return df == dr && clear_between(s, from, to);
    case BM_CHESS_ROOK: return (df == 0 || dr == 0) && clear_between(s, from, to);
    case BM_CHESS_QUEEN: return (df == dr || df == 0 || dr == 0) && clear_between(s, from, to);
    default: return df <= 1 && dr <= 1;
    }
}

static unsigned attackers(const struct bm_setup *s, bm_sq sq, unsigned side, bm_sq *out)
{
    unsigned n = 0;
    for (int from = 0; from < 64; from++)
        if (s->board[from] && bm_piece_side(s->board[from]) == side && attacks(s, from, sq))
            out[n++] = (bm_sq)from;
    return n;
}

static bool attacked(const struct bm_setup *s, int sq, unsigned side)
{
    bm_sq out[64];
    return attackers(s, (bm_sq)sq, side, out) != 0;
}

static int king_square(const struct bm_setup *s, unsigned side)
{
    int sq = 0;
    while (!is(s->board[sq], BM_CHESS_KING, side))
        sq++;
    return sq;
}

/* Square of the rook that a castling move concerns, or -1. Both ways of writing it are known:
 * the king's two-step and king takes own rook. */
static int castling_rook(const struct bm_setup *s, bm_move m)
{
    const int from = bm_move_from(m), to = bm_move_to(m);
    if (!is(s->board[from], BM_CHESS_KING, s->turn))
        return -1;
    if (is(s->board[to], BM_CHESS_ROOK, s->turn))
        return to;
    if (abs(file_of(to) - file_of(from)) == 2)
        return rank_of(from) * 8 + (to > from ? 7 : 0);
    return -1;
}

static bool is_en_passant(const struct bm_setup *s, bm_move m)
{
    return is(s->board[bm_move_from(m)], BM_CHESS_PAWN, s->turn) && !s->board[bm_move_to(m)] &&
           file_of(bm_move_from(m)) != file_of(bm_move_to(m));
}

static void make(struct bm_setup *s, bm_move m)
{
    const unsigned us = s->turn;
    const int from = bm_move_from(m), to = bm_move_to(m), rook = castling_rook(s, m);
    const bool pawn = is(s->board[from], BM_CHESS_PAWN, us);

    s->quiet = pawn || (s->board[to] && rook < 0) ? 0 : s->quiet + 1;
    s->number += us;
    s->castling[0] &= ~(1ull << from | 1ull << to);
    if (is(s->board[from], BM_CHESS_KING, us))
        s->castling[0] &= ~(us ? 0xffull << 56 : 0xffull);
    if (is_en_passant(s, m))
        s->board[rank_of(from) * 8 + file_of(to)] = 0;

    if (rook >= 0) {
        const int home = rank_of(from) * 8;
        s->board[from] = s->board[rook] = 0;
        s->board[home + (rook > from ? 6 : 2)] = bm_piece_of(BM_CHESS_KING, us);
        s->board[home + (rook > from ? 5 : 3)] = bm_piece_of(BM_CHESS_ROOK, us);
    } else {
        s->board[to] =
            bm_move_promotes(m) ? bm_piece_of(bm_move_promotion(m), us) : s->board[from];
        s->board[from] = 0;
    }
    s->has_ep = pawn && abs(rank_of(to) - rank_of(from)) == 2;
    s->ep = s->has_ep ? (bm_sq)((from + to) / 2) : 0;
    s->turn = (uint8_t)!us;
}

static bool safe_after(const struct bm_setup *s, bm_move m)
{
    struct bm_setup next = *s;
    make(&next, m);
    return !attacked(&next, king_square(&next, s->turn), next.turn);
}

static bool pawn_goes(const struct bm_setup *s, int from, int to)
{
    const int up = s->turn ? -8 : 8;
    if (to == from + up)
        return !s->board[to];
    if (to == from + 2 * up)
        return rank_of(from) == (s->turn ? 6 : 1) && !s->board[from + up] && !s->board[to];
    return attacks(s, from, to) && (s->board[to] || (s->has_ep && to == s->ep));
}

/* Everything between king and rook and their targets is free, apart from the two. */
static bool may_castle(const struct bm_setup *s, int king, int rook)
{
    const int home = rank_of(king) * 8;
    const int king_to = home + (rook > king ? 6 : 2), rook_to = home + (rook > king ? 5 : 3);
    for (int sq = home; sq < home + 8; sq++) {
        const bool king_way = (sq >= king && sq <= king_to) || (sq <= king && sq >= king_to);
        const bool rook_way = (sq >= rook && sq <= rook_to) || (sq <= rook && sq >= rook_to);
        if ((king_way || rook_way) && sq != king && sq != rook && s->board[sq])
            return false;
        if (king_way && attacked(s, sq, !s->turn))
            return false;
    }
    return true;
}

static size_t castlings(const struct bm_setup *s, bm_move *out, bool takes_rook)
{
    const int king = king_square(s, s->turn);
    size_t n = 0;
    for (int rook = s->turn ? 56 : 0; rook < (s->turn ? 64 : 8); rook++) {
        if (!(s->castling[0] >> rook & 1) || !may_castle(s, king, rook))
            continue;
        const bm_move m = bm_move_plain((bm_sq)king, (bm_sq)rook);
        const int two_step = rank_of(king) * 8 + (rook > king ? 6 : 2);
        if (safe_after(s, m))
            out[n++] = takes_rook ? m : bm_move_plain((bm_sq)king, (bm_sq)two_step);
    }
    return n;
}

static size_t list(const struct bm_setup *s, bm_move *out, bool takes_rook)
{
    size_t n = 0;
    for (int from = 0; from < 64; from++) {
        if (!s->board[from] || bm_piece_side(s->board[from]) != s->turn)
            continue;
        const bool pawn = bm_piece_kind(s->board[from]) == BM_CHESS_PAWN;
        for (int to = 0; to < 64; to++) {
            const bm_move m = bm_move_plain((bm_sq)from, (bm_sq)to);
            if (s->board[to] && bm_piece_side(s->board[to]) == s->turn)
                continue;
            if (!(pawn ? pawn_goes(s, from, to) : attacks(s, from, to)) || !safe_after(s, m))
                continue;
            if (!pawn || (rank_of(to) != 0 && rank_of(to) != 7))
                out[n++] = m;
            else
                for (unsigned kind = BM_CHESS_KNIGHT; kind <= BM_CHESS_QUEEN; kind++)
                    out[n++] = bm_move_promoting((bm_sq)from, (bm_sq)to, kind);
        }
    }
    return n + castlings(s, out + n, takes_rook);
}

static size_t moves(const struct bm_setup *s, bm_move *out) { return list(s, out, false); }
static size_t moves960(const struct bm_setup *s, bm_move *out) { return list(s, out, true); }

const struct slow_rules bm_slow_chess = {
    .squares = 64,
    .kinds = BM_CHESS_KINDS,
    .king = BM_CHESS_KING,
    .moves = moves,
    .make = make,
    .attackers = attackers,
    .is_en_passant = is_en_passant,
};

const struct slow_rules bm_slow_chess960 = {
    .squares = 64,
    .kinds = BM_CHESS_KINDS,
    .king = BM_CHESS_KING,
    .moves = moves960,
    .make = make,
    .attackers = attackers,
    .is_en_passant = is_en_passant,
};
