/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "slow.h"

static int file_of(int sq) { return sq / 9; }
static int rank_of(int sq) { return sq % 9; }
static int sign(int x) { return (x > 0) - (x < 0); }

/* Ranks from the far edge of the board as `side` sees it: 0 is the last rank. */
static int depth_of(int sq, unsigned side) { return side ? 8 - rank_of(sq) : rank_of(sq); }

static bool clear_between(const struct bm_setup *s, int from, int to)
{
    const int step = sign(file_of(to) - file_of(from)) * 9 + sign(rank_of(to) - rank_of(from));
    for (int sq = from + step; sq != to; sq += step)
        if (s->board[sq])
            return false;
    return true;
}

/* Whether the piece on `from` attacks `to`, whatever stands there. */
static bool attacks(const struct bm_setup *s, int from, int to)
{
    const bm_piece p = s->board[from];
    const unsigned side = bm_piece_side(p);
    const int up = depth_of(from, side) - depth_of(to, side);
    const int df = abs(file_of(to) - file_of(from)), dr = abs(up);
    const bool near = df <= 1 && dr <= 1, diagonal = df == dr, straight = df == 0 || dr == 0;
    if (from == to)
        return false;
    switch (bm_piece_kind(p)) {
    case BM_SHOGI_PAWN: return df == 0 && up == 1;
    case BM_SHOGI_LANCE: return df == 0 && up > 0 && clear_between(s, from, to);
    case BM_SHOGI_KNIGHT: return df == 1 && up == 2;
    case BM_SHOGI_SILVER: return near && (diagonal || up == 1);
    case BM_SHOGI_BISHOP: return diagonal && clear_between(s, from, to);
    case BM_SHOGI_ROOK: return straight && clear_between(s, from, to);
    case BM_SHOGI_KING: return near;
    case BM_SHOGI_HORSE: return near || (diagonal && clear_between(s, from, to));
    case BM_SHOGI_DRAGON: return near || (straight && clear_between(s, from, to));
    default: return near && (straight || up == 1); /* gold and what moves like it */
    }
}

static unsigned attackers(const struct bm_setup *s, bm_sq sq, unsigned side, bm_sq *out)
{
    unsigned n = 0;
    for (int from = 0; from < 81; from++)
        if (s->board[from] && bm_piece_side(s->board[from]) == side && attacks(s, from, sq))
            out[n++] = (bm_sq)from;
    return n;
}

static bool in_check(const struct bm_setup *s, unsigned side)
{
    bm_sq out[81];
    for (int sq = 0; sq < 81; sq++)
        if (s->board[sq] == bm_piece_of(BM_SHOGI_KING, side))
            return attackers(s, (bm_sq)sq, !side, out) != 0;
    return false; /* problems leave out the king of the attacking side */
}

static void make(struct bm_setup *s, bm_move m)
{
    const unsigned us = s->turn;
    const bm_sq from = bm_move_from(m), to = bm_move_to(m);
    if (bm_move_is_drop(m)) {
        s->hand[us][from]--;
        s->board[to] = bm_piece_of(from, us);
    } else {
        if (s->board[to])
            s->hand[us][bm_piece_kind(s->board[to]) & 7u]++;
        s->board[to] =
            bm_move_promotes(m) ? bm_piece_of(bm_move_promotion(m), us) : s->board[from];
        s->board[from] = 0;
    }
    s->number++;
    s->turn = (uint8_t)!us;
}

static bool safe_after(const struct bm_setup *s, bm_move m)
{
    struct bm_setup next = *s;
    make(&next, m);
    return !in_check(&next, s->turn);
}

static bool is_dead_end(unsigned kind, int sq, unsigned side)
{
    return depth_of(sq, side) < (kind == BM_SHOGI_KNIGHT                           ? 2
                                 : kind == BM_SHOGI_PAWN || kind == BM_SHOGI_LANCE ? 1
                                                                                   : 0);
}

static bool can_promote(unsigned kind) { return kind < BM_SHOGI_KING && kind != BM_SHOGI_GOLD; }

static bool pawn_on_file(const struct bm_setup *s, int file)
{
    for (int sq = file * 9; sq < file * 9 + 9; sq++)
        if (s->board[sq] == bm_piece_of(BM_SHOGI_PAWN, s->turn))
            return true;
    return false;
}

static size_t board_moves(const struct bm_setup *s, bm_move *out)
{
    size_t n = 0;
    for (int from = 0; from < 81; from++) {
        if (!s->board[from] || bm_piece_side(s->board[from]) != s->turn)
            continue;
        const unsigned kind = bm_piece_kind(s->board[from]);
        for (int to = 0; to < 81; to++) {
            const bm_move m = bm_move_plain((bm_sq)from, (bm_sq)to);
            if (s->board[to] && bm_piece_side(s->board[to]) == s->turn)
                continue;
            if (!attacks(s, from, to) || !safe_after(s, m))
                continue;
            if (!is_dead_end(kind, to, s->turn))
                out[n++] = m;
            if (can_promote(kind) && (depth_of(from, s->turn) < 3 || depth_of(to, s->turn) < 3))
                out[n++] = bm_move_promoting((bm_sq)from, (bm_sq)to, kind + 8);
        }
    }
    return n;
}

/* Uchifuzume. A pawn gives check from the next square, so that no drop can parry it. */
static bool pawn_mates(const struct bm_setup *s, bm_move drop)
{
    struct bm_setup next = *s;
    bm_move replies[BM_MAX_MOVES];
    make(&next, drop);
    return in_check(&next, next.turn) && board_moves(&next, replies) == 0;
}

static size_t moves(const struct bm_setup *s, bm_move *out)
{
    size_t n = board_moves(s, out);
    for (unsigned kind = BM_SHOGI_PAWN; kind < BM_SHOGI_KING; kind++) {
        for (int to = 0; to < 81 && s->hand[s->turn][kind]; to++) {
            const bm_move m = bm_move_drop(kind, (bm_sq)to);
            if (s->board[to] || is_dead_end(kind, to, s->turn))
                continue;
            if (kind == BM_SHOGI_PAWN && pawn_on_file(s, file_of(to)))
                continue;
            if (safe_after(s, m) && !(kind == BM_SHOGI_PAWN && pawn_mates(s, m)))
                out[n++] = m;
        }
    }
    return n;
}

static bool is_en_passant(const struct bm_setup *s, bm_move m)
{
    (void)s, (void)m;
    return false;
}

const struct slow_rules bm_slow_shogi = {
    .squares = 81,
    .kinds = BM_SHOGI_KINDS,
    .king = BM_SHOGI_KING,
    .moves = moves,
    .make = make,
    .attackers = attackers,
    .is_en_passant = is_en_passant,
};
