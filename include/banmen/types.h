/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_TYPES_H
#define BANMEN_TYPES_H

/**
 * @file
 * The words of the interface: side, square, piece, move. All are plain values.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "banmen/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Side 0 moves first in every game: white in chess, black (sente) in shogi. */
enum bm_side { BM_FIRST = 0, BM_SECOND = 1 };

/** Limits that hold for every game. */
enum {
    BM_MAX_SQUARES = 256,
    BM_MAX_KINDS = 64,
    BM_MAX_MOVES = 4096,  /**< no position of any game has more legal moves */
    BM_MAX_ATTACKERS = 32 /**< no square is attacked by more pieces of one side */
};

/** Language of texts for people. */
enum bm_lang { BM_EN = 0, BM_JA = 1 };

/**
 * A square. Chess: rank * 8 + file, a1 = 0, h8 = 63. Shogi: (file - 1) * 9 + rank, 1a = 0,
 * 9i = 80, so that 7g is 60. Games loaded from YAML: x + size[0] * (y + size[1] * (z + size[2]
 * * w)), holes counted, from the first side's lower left; that goes for shogi-like ones too.
 */
typedef uint16_t bm_sq;
#define BM_SQ_NONE ((bm_sq)0xffff) /**< no square */

/** Kinds of chess pieces. */
enum bm_chess_kind {
    BM_CHESS_PAWN,
    BM_CHESS_KNIGHT,
    BM_CHESS_BISHOP,
    BM_CHESS_ROOK,
    BM_CHESS_QUEEN,
    BM_CHESS_KING,
    BM_CHESS_KINDS
};

/** Kinds of shogi pieces; a promoted kind is the plain one + 8. 12 and 15 do not exist. */
enum bm_shogi_kind {
    BM_SHOGI_PAWN,
    BM_SHOGI_LANCE,
    BM_SHOGI_KNIGHT,
    BM_SHOGI_SILVER,
    BM_SHOGI_GOLD,
    BM_SHOGI_BISHOP,
    BM_SHOGI_ROOK,
    BM_SHOGI_KING,
    BM_SHOGI_TOKIN,
    BM_SHOGI_PRO_LANCE,
    BM_SHOGI_PRO_KNIGHT,
    BM_SHOGI_PRO_SILVER,
    BM_SHOGI_HORSE = 13,
    BM_SHOGI_DRAGON = 14,
    BM_SHOGI_KINDS = 16
};

/**
 * A piece on a board: 0 is none, else kind + 1, with bit 7 set for the second side. Pieces of
 * no side (a duck) have bit 7 clear: bm_rules_kind_is_neutral() tells.
 */
typedef uint8_t bm_piece;

/** The piece of that kind and side. */
static inline bm_piece bm_piece_of(unsigned kind, unsigned side)
{
    return (bm_piece)((kind + 1u) | side << 7);
}
/** Kind of a piece that is not 0. */
static inline unsigned bm_piece_kind(bm_piece p) { return (p & 0x7fu) - 1u; }
/** Side of a piece that is not 0. */
static inline unsigned bm_piece_side(bm_piece p) { return p >> 7; }

/**
 * A move is coordinates only, so that a program can build one from two clicks:
 *
 *      31   30   24 23   22     16 15      8 7       0
 *     +----+-------+----+---------+---------+---------+
 *     |side| gate  |drop| promote |  from   |   to    |
 *     +----+-------+----+---------+---------+---------+
 *
 * `promote` is the kind that the piece becomes, + 1 (0: it stays what it is); from and to may
 * be the same square then. In a drop, `from` is the kind that is dropped. Castling is the
 * king's two-step in chess (e1g1) and king takes own rook in Chess960 (e1h1) and wherever
 * needed. `gate` is the kind, + 1, that comes into play on the square that was left (0: none);
 * `side`: on the square that the castling partner left.
 */
typedef struct bm_move {
    uint32_t bits; /**< see above */
} bm_move;

/** No move: all bits 0 is a1a1, which no piece of any game plays. */
#define BM_MOVE_NONE 0u
/** The move that moves nothing, in games that know it. */
#define BM_MOVE_PASS 0xff000000u

/** A move of a piece on the board that stays what it is. */
static inline bm_move bm_move_plain(bm_sq from, bm_sq to)
{
    bm_move m;
    m.bits = (uint32_t)to | (uint32_t)from << 8;
    return m;
}
/** A move that turns the piece into `kind`. */
static inline bm_move bm_move_promoting(bm_sq from, bm_sq to, unsigned kind)
{
    bm_move m;
    m.bits = (uint32_t)to | (uint32_t)from << 8 | (kind + 1u) << 16;
    return m;
}
/** A piece of `kind` from the mover's hand to an empty square. */
static inline bm_move bm_move_drop(unsigned kind, bm_sq to)
{
    bm_move m;
    m.bits = (uint32_t)to | kind << 8 | 1u << 23;
    return m;
}
/** Target square. */
static inline bm_sq bm_move_to(bm_move m) { return (bm_sq)(m.bits & 0xffu); }
/** Square the piece comes from, or the kind dropped. */
static inline bm_sq bm_move_from(bm_move m) { return (bm_sq)(m.bits >> 8 & 0xffu); }
/** Whether a piece is dropped. */
static inline bool bm_move_is_drop(bm_move m) { return (m.bits >> 23 & 1u) != 0; }
/** Whether the piece changes its kind. */
static inline bool bm_move_promotes(bm_move m) { return (m.bits >> 16 & 0x7fu) != 0; }
/** Kind the piece becomes; only if bm_move_promotes(). */
static inline unsigned bm_move_promotion(bm_move m) { return (m.bits >> 16 & 0x7fu) - 1u; }
/** The same move, bringing a piece of `kind` into play on the square left. */
static inline bm_move bm_move_gating(bm_move plain, unsigned kind, bool at_partner)
{
    bm_move m;
    m.bits = plain.bits | (kind + 1u) << 24 | (uint32_t)at_partner << 31;
    return m;
}
/** Whether it is a pass. */
static inline bool bm_move_is_pass(bm_move m) { return m.bits == BM_MOVE_PASS; }
/** Whether a piece is gated. */
static inline bool bm_move_gates(bm_move m)
{
    return (m.bits >> 24 & 0x7fu) != 0 && m.bits != BM_MOVE_PASS;
}
/** Kind that is gated; only if bm_move_gates(). */
static inline unsigned bm_move_gate(bm_move m) { return (m.bits >> 24 & 0x7fu) - 1u; }
/** Whether it is gated where the castling partner stood. */
static inline bool bm_move_gates_partner(bm_move m) { return m.bits >> 31 != 0; }
/** Whether two moves are the same. */
static inline bool bm_move_equal(bm_move a, bm_move b) { return a.bits == b.bits; }

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_TYPES_H */
