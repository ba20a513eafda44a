/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_CHESS_TERMS_H
#define BM_SEARCH_EVAL_CHESS_TERMS_H

/*
 * What the evaluation of chess looks at. TERM: what people see, from its first weight to the
 * run named; RUN: some of its weights, whose values are in weights.inc in the same order.
 * Squares are seen by the side that they count for, and the wings are alike: 4 files of 8
 * ranks.
 */

#include "search/eval/trace.h"

/* clang-format off */
#define CHESS_TERMS(TERM, RUN)                                                          \
    TERM(T_MATERIAL, BISHOP_PAIR, "material", "駒得")                                   \
        RUN(PIECES, 5, "pieces: pawn, knight, bishop, rook, queen")                     \
        RUN(BISHOP_PAIR, 1, "two bishops")                                              \
    TERM(T_PLACES, PLACE_KING, "places", "駒の配置")                                    \
        RUN(PLACE_PAWN, 32, "places of pawns, rank by rank from a to d")                \
        RUN(PLACE_KNIGHT, 32, "places of knights")                                      \
        RUN(PLACE_BISHOP, 32, "places of bishops")                                      \
        RUN(PLACE_ROOK, 32, "places of rooks")                                          \
        RUN(PLACE_QUEEN, 32, "places of queens")                                        \
        RUN(PLACE_KING, 32, "places of the king")                                       \
    TERM(T_MOBILITY, MOVES_QUEEN, "mobility", "駒の働き")                               \
        RUN(MOVES_KNIGHT, 9, "squares open to a knight")                                \
        RUN(MOVES_BISHOP, 14, "squares open to a bishop")                               \
        RUN(MOVES_ROOK, 15, "squares open to a rook")                                   \
        RUN(MOVES_QUEEN, 28, "squares open to a queen")                                 \
    TERM(T_PAWN_SHAPE, CANDIDATE, "pawns", "ポーン")                                    \
        RUN(DOUBLED, 1, "doubled pawn")                                                 \
        RUN(ISOLATED, 2, "isolated pawn, on a closed and on a half-open file")          \
        RUN(BACKWARD, 2, "backward pawn, likewise")                                     \
        RUN(GUARDED, 8, "pawn guarded by a pawn, by rank")                              \
        RUN(PHALANX, 8, "pawn beside a pawn, by rank")                                  \
        RUN(CANDIDATE, 8, "pawn that may become passed, by rank")                       \
    TERM(T_PASSERS, PASSED_RUNS, "passed pawns", "パスポーン")                          \
        RUN(PASSED, 8, "passed pawn, by rank")                                          \
        RUN(PASSED_OWN_KING, 8, "own king so far from it, times rank less two")         \
        RUN(PASSED_OTHER_KING, 8, "other king so far from it, times rank less two")     \
        RUN(PASSED_STOPPED, 8, "passed pawn stopped by a piece, by rank")               \
        RUN(PASSED_FREE, 8, "nothing in its way, by rank")                              \
        RUN(PASSED_SAFE, 8, "nothing attacks its way, by rank")                         \
        RUN(PASSED_STEP, 8, "its next step is safe, by rank")                           \
        RUN(PASSED_HELPED, 8, "its next step is guarded, by rank")                      \
        RUN(PASSED_RUNS, 1, "it cannot be caught")                                      \
    TERM(T_MEN, QUEEN_FACED, "pieces", "各駒")                                          \
        RUN(OUTPOST, 2, "knight or bishop on an outpost")                               \
        RUN(OUTPOST_NEAR, 1, "knight that can reach an outpost")                        \
        RUN(SHELTERED, 1, "knight or bishop behind a pawn")                             \
        RUN(BAD_BISHOP, 1, "pawns on the squares of the bishop")                        \
        RUN(LONG_DIAGONAL, 1, "bishop that sees both squares of the centre")            \
        RUN(ROOK_FILE, 2, "rook on a half-open and on an open file")                    \
        RUN(ROOK_SEVENTH, 1, "rook on the seventh rank")                                \
        RUN(ROOK_SHUT_IN, 1, "rook shut in by its king")                                \
        RUN(QUEEN_FACED, 1, "queen that a rook or bishop looks at through a piece")     \
    TERM(T_KING_SAFETY, CAN_CASTLE, "king safety", "玉の安全")                          \
        RUN(ATTACK, 64, "attack on the other king, by strength")                        \
        RUN(SHIELD, 32, "own pawn before the king, by file and rank, 0: none")          \
        RUN(STORM, 32, "other pawn before the king, by file and rank")                  \
        RUN(STORM_STOPPED, 8, "the same, stopped by a pawn, by rank")                   \
        RUN(CAN_CASTLE, 2, "castling is possible: one way, both ways")                  \
    TERM(T_THREATS, CONTESTED, "threats", "攻め")                                       \
        RUN(PAWN_HITS, 5, "pawn attacks a pawn (none), knight, bishop, rook, queen")    \
        RUN(MINOR_HITS, 5, "knight or bishop attacks a pawn, and so on")                \
        RUN(ROOK_HITS, 5, "rook attacks a pawn, and so on")                             \
        RUN(KING_HITS, 1, "king attacks something weak")                                \
        RUN(HANGING, 1, "piece attacked and not guarded")                               \
        RUN(PUSH_HITS, 1, "piece that a pawn can attack by a step")                     \
        RUN(CONTESTED, 1, "square of the other side that both sides attack")             \
    TERM(T_ROOM, SPACE, "space", "広さ")                                                \
        RUN(SPACE, 1, "safe square behind the own pawns, times pieces / 4")             \
    TERM(T_ENDING, LONE_CORNER, "ending", "終盤")                                       \
        RUN(LONE_KING, 8, "the other king alone, so far from the edge")                 \
        RUN(LONE_NEAR, 8, "the other king alone, the kings so far apart")               \
        RUN(LONE_CORNER, 8, "the same, so far from the corner of the bishop")
/* clang-format on */

/* The first weight of each term and run. */
enum {
#define TERM_FIRST(name, last, en, ja) name, name##_BEFORE = name - 1,
#define RUN_FIRST(name, count, en)     name, name##_LAST = name + (count)-1,
    CHESS_TERMS(TERM_FIRST, RUN_FIRST) CHESS_WEIGHT_COUNT
#undef TERM_FIRST
#undef RUN_FIRST
};

#endif
