/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_FAULT_H
#define BANMEN_FAULT_H

/**
 * @file
 * Why a move may not be played (faults) and why a board cannot be played (defects).
 */

#include "banmen/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Name, word for scripts. The most telling reason comes first: it is the one that is reported
 * when only one can be.
 */
#define BM_FAULT_MAP(X)                                                           \
    X(GAME_OVER, "game-over")           /* the game has ended */                  \
    X(NO_PIECE, "no-piece")             /* nothing stands on the from square */   \
    X(WRONG_SIDE, "wrong-side")         /* the piece belongs to the other side */ \
    X(NOT_IN_HAND, "not-in-hand")       /* no such piece to drop */               \
    X(OCCUPIED, "occupied")             /* a drop onto a piece */                 \
    X(CASTLING, "castling")             /* castling is not allowed here */        \
    X(NOT_A_MOVE, "not-a-move")         /* the piece does not move so */          \
    X(OWN_PIECE, "own-piece")           /* the target holds a piece of ours */    \
    X(BLOCKED, "blocked")               /* something stands in the way */         \
    X(NOT_NOW, "not-now")               /* this part of the turn is another's */  \
    X(DROP_ZONE, "drop-zone")           /* it may not be dropped there */         \
    X(TWO_PAWNS, "nifu")                /* a second pawn on the file */           \
    X(DEAD_END, "dead-end")             /* a drop that could never move */        \
    X(MUST_PROMOTE, "must-promote")     /* unpromoted it could never move */      \
    X(CANNOT_PROMOTE, "cannot-promote") /* not this piece, or not here */         \
    X(CANNOT_GATE, "cannot-gate")       /* nothing can be gated there */          \
    X(PINNED, "pinned")                 /* the piece shields its king */          \
    X(ROYAL_LOST, "loses-king")         /* own king would be taken along */       \
    X(KING_LEFT, "leaves-king")         /* own king would stand attacked */       \
    X(PAWN_MATE, "uchifuzume")          /* mate by a dropped pawn */              \
    X(MUST_CAPTURE, "must-capture")     /* there is something to take */          \
    X(GIVES_CHECK, "gives-check")       /* giving check is not allowed now */     \
    X(NO_COMPLETION, "no-completion")   /* the turn could not be finished */

/** A set of reasons; 0 means that the move may be played. */
typedef uint32_t bm_faults;

/** Positions in the set. */
enum bm_fault_bit {
#define X(name, word) BM_FAULT_BIT_##name,
    BM_FAULT_MAP(X)
#undef X
        BM_FAULT_COUNT
};

/** Members of the set. */
enum bm_fault {
#define X(name, word) BM_FAULT_##name = 1 << BM_FAULT_BIT_##name,
    BM_FAULT_MAP(X)
#undef X
};

/** The most telling single reason of a set that is not empty. */
static inline bm_faults bm_fault_first(bm_faults set) { return set & (~set + 1u); }

/** Word for scripts of one reason ("nifu"), or "legal" for 0. */
BM_API const char *bm_fault_word(bm_faults one);

/**
 * Name, word for scripts. A hard defect (1) means that the board cannot be played; a soft one
 * (0) is mended on loading: the claim that the board does not bear out is dropped.
 */
#define BM_DEFECT_MAP(X)                                                              \
    X(NO_KING, "no-king", 1)              /* a side that needs a king has none */     \
    X(MANY_KINGS, "many-kings", 1)        /* a side has more than one king */         \
    X(OTHER_CHECKED, "other-in-check", 1) /* the king of the side not to move */      \
    X(PAWN_RANK, "pawn-on-last-rank", 1)  /* chess: a pawn on rank 1 or 8 */          \
    X(DEAD_PIECE, "dead-end", 1)          /* shogi: a piece that can never move */    \
    X(TWO_PAWNS, "nifu", 1)               /* shogi: two pawns on a file */            \
    X(MATERIAL, "too-many-pieces", 1)     /* more of a kind than the set has */       \
    X(HAND, "hand", 1)                    /* a piece in hand that cannot be there */  \
    X(BAD_PIECE, "bad-piece", 1)          /* a piece unknown to the game */           \
    X(CASTLING, "castling-rights", 0)     /* no king and rook stand for the right */  \
    X(EN_PASSANT, "en-passant", 0)        /* no such capture is possible */           \
    X(TURN, "turn", 1)                    /* the side to move is neither 0 nor 1 */   \
    X(HOLE, "hole", 1)                    /* a piece where the board has no square */ \
    X(PHASE, "phase", 1)                  /* no such phase, or part of a turn */      \
    X(GATES, "gates", 0)                  /* no piece stands for the right to gate */ \
    X(ROYAL_HANGS, "royal-hangs", 0)      /* variants: it can be taken at once; stays so */

/** A set of reasons; 0 means that the board is in order. */
typedef uint32_t bm_defects;

/** Positions in the set. */
enum bm_defect_bit {
#define X(name, word, hard) BM_DEFECT_BIT_##name,
    BM_DEFECT_MAP(X)
#undef X
        BM_DEFECT_COUNT
};

/** Members of the set. */
enum bm_defect {
#define X(name, word, hard) BM_DEFECT_##name = 1 << BM_DEFECT_BIT_##name,
    BM_DEFECT_MAP(X)
#undef X
};

/** Those defects that keep a board from being played. */
enum {
#define X(name, word, hard) | hard << BM_DEFECT_BIT_##name
    BM_DEFECTS_HARD = 0 BM_DEFECT_MAP(X)
#undef X
};

/** Word for scripts of one defect ("nifu"), or "sound" for 0. */
BM_API const char *bm_defect_word(bm_defects one);

/** A sentence for people on one defect, never NULL. */
BM_API const char *bm_defect_text(bm_defects one, enum bm_lang lang);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_FAULT_H */
