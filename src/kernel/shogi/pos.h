/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_POS_H
#define BM_KERNEL_SHOGI_POS_H

/*
 * The shogi position. Side 0 (black, sente) moves towards rank 0; square = file * 9 + rank.
 */

#include "kernel/kernel.h"
#include "kernel/shogi/tables.h"

/*
 * A TEMPLATE of some size. With asserts on it is left to the compiler whether to inline it:
 * sanitizers make every copy long, and a build of many copies takes minutes.
 */
#ifdef NDEBUG
#    define LARGE_TEMPLATE TEMPLATE
#else
#    define LARGE_TEMPLATE static inline
#endif

enum { K_SQUARES = SQUARES, K_KINDS = KINDS, K_MAX_MOVES = 600 };

struct k_pos {
    struct bm_head head;
    bb81 role[2][ROLES];
    bb81 side[2];
    bm_piece board[SQUARES + 1];
    uint8_t king[2];    /* NO_KING if the side has none */
    uint8_t held[2];    /* set of the kinds in hand */
    uint8_t hand[2][8]; /* count by kind; the last is unused */
};

struct k_undo {
    uint64_t key;
    bm_piece captured;
};

/* Unpromoted kind: what a captured piece becomes. */
TEMPLATE unsigned kind_plain(unsigned kind) { return kind & 7u; }

TEMPLATE enum role kind_role(unsigned kind)
{
    static const uint8_t role[KINDS] = {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP,
                                        ROOK, KING,  GOLD,   GOLD,   GOLD, GOLD,
                                        GOLD, HORSE, DRAGON, KING};
    return (enum role)role[kind];
}

/* 12 and 15 do not exist. */
TEMPLATE bool kind_exists(unsigned kind) { return kind < KINDS && (0x6fffu >> kind & 1u); }
/* Pawn, lance, knight, silver, bishop, rook. */
TEMPLATE bool kind_promotes(unsigned kind) { return kind < KING && kind != GOLD; }

/* Far ranks on which an unpromoted piece could never move again; none if 0. */
TEMPLATE unsigned dead_ranks(enum role role)
{
    return role == PAWN || role == LANCE ? 1 : role == KNIGHT ? 2 : 0;
}

TEMPLATE bool role_promotes(enum role role) { return role < KING && role != GOLD; }

TEMPLATE bb81 pos_occupied(const struct k_pos *p) { return bb_or(p->side[0], p->side[1]); }

/* One rank forward. */
TEMPLATE int forward(const unsigned US) { return US ? 1 : -1; }
/* Ranks from a side's far edge. */
TEMPLATE unsigned rank_seen(unsigned rank, unsigned us) { return us ? 8 - rank : rank; }
/* Far ranks `first` to `last` as a side sees them; 0 is the last one it can reach. */
TEMPLATE bb81 far_ranks(unsigned first, unsigned last, unsigned us)
{
    uint64_t w = 0;
    for (unsigned r = first; r <= last; r++)
        w |= BB_BOTTOMS << rank_seen(r, us);
    return (bb81){{w, w}};
}

#endif
