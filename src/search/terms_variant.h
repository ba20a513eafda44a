/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TERMS_VARIANT_H
#define BM_SEARCH_TERMS_VARIANT_H

/*
 * What the evaluation of games without one of their own looks at: see terms_chess.h. Kinds are
 * seen by rank: pawns, minor, major and great pieces, royals. There are two lists of weights in
 * this order: weights_variant.inc, and weights_drops.inc where what is taken comes back.
 */

#include "search/weigh.h"

enum { RANK_PAWN, RANK_MINOR, RANK_MAJOR, RANK_GREAT, RANK_ROYAL, VARIANT_RANKS };
enum { OPEN_STEPS = 16, DANGER_STEPS = 48, PASSED_STEPS = 7, SHELTER_STEPS = 4 };

/* clang-format off */
#define VARIANT_TERMS(TERM, RUN)                                                        \
    TERM(V_MATERIAL, VW_PAIR, "material", "駒得")                                          \
        RUN(VW_VALUE, 4, "a 25th of the value, more or less: pawn, minor, major, great")   \
        RUN(VW_PAIR, 1, "two of a kind that each see half of the board")                   \
    TERM(V_PLACES, VW_REACH, "places", "駒の配置")                                         \
        RUN(VW_CENTRE, 5, "near the centre, by rank and royal")                            \
        RUN(VW_AHEAD, 5, "advanced, by rank and royal")                                    \
        RUN(VW_REACH, 4, "more to reach from there than elsewhere, by rank")               \
    TERM(V_HANDS, VW_HELD, "hands", "持ち駒")                                              \
        RUN(VW_HELD, 4, "a 25th of the value in hand, more or less, by rank")              \
    TERM(V_MOBILITY, VW_OPEN, "mobility", "利き")                                          \
        RUN(VW_OPEN, 48, "eighths of the usual squares, minor, major, great")              \
    TERM(V_PAWNS, VW_FILES, "pawns", "歩の形")                                             \
        RUN(VW_GUARDED, 1, "pawn guarded by a pawn")                                       \
        RUN(VW_ISOLATED, 1, "isolated pawn")                                               \
        RUN(VW_DOUBLED, 1, "doubled pawn")                                                 \
        RUN(VW_PASSED, 7, "passed pawn, by steps to go, per 300 of what it gains")         \
        RUN(VW_STOPPED, 7, "the same, stopped by a piece")                                 \
        RUN(VW_FILES, 2, "piece that moves along a half-open or open file")                \
    TERM(V_ROYALS, VW_CASTLE, "safety", "玉の安全")                                        \
        RUN(VW_DANGER, 48, "danger to the own royal, by strength")                         \
        RUN(VW_HUNTERS, 1, "piece that attacks beside the other royal")                    \
        RUN(VW_HITS, 1, "square beside the other royal that it attacks")                   \
        RUN(VW_WEAK, 1, "such a square that only its royal guards")                        \
        RUN(VW_CHECKS, 1, "kind that can check safely")                                    \
        RUN(VW_DROPS, 1, "kind that can be dropped with a safe check")                     \
        RUN(VW_BARE, 1, "pieces in hand, times squares that nobody guards")                \
        RUN(VW_GUARDS, 1, "cheap piece beside the own royal")                              \
        RUN(VW_SHELTER, 4, "so many own pawns beside the royal")                           \
        RUN(VW_BARE_FILE, 1, "no own pawn before the royal")                               \
        RUN(VW_CASTLE, 1, "partner to castle with")                                        \
    TERM(V_THREATS, VW_BY_LESS, "threats", "当たり")                                       \
        RUN(VW_BY_PAWN, 3, "pawn attacks a minor, major, great piece")                     \
        RUN(VW_HANGING, 4, "piece attacked and not guarded, by rank")                      \
        RUN(VW_BY_LESS, 3, "minor attacks major, great; major attacks great")              \
    TERM(V_CHECKS, VW_GIVEN, "checks given", "王手の数")                                   \
        RUN(VW_GIVEN, 1, "checks given, squared, where they win")
/* clang-format on */

/* The first weight of each term and run. */
enum {
#define TERM_FIRST(name, last, en, ja) name, name##_BEFORE = name - 1,
#define RUN_FIRST(name, count, en)     name, name##_LAST = name + (count)-1,
    VARIANT_TERMS(TERM_FIRST, RUN_FIRST) VARIANT_WEIGHT_COUNT
#undef TERM_FIRST
#undef RUN_FIRST
};

#endif
