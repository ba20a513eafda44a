/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_VARIANT_TERMS_H
#define BM_SEARCH_EVAL_VARIANT_TERMS_H

/*
 * What the evaluation of games without one of their own looks at: see ../chess/terms.h. Kinds
 * are seen by rank: pawns, minor, major and great pieces, royals; or by class: how they move.
 * There are three lists of weights in this order: weights_plain.inc; weights_palace.inc where
 * royals keep to a part of the board; weights_drops.inc where what is taken comes back.
 */

#include "search/eval/trace.h"

enum { RANK_PAWN, RANK_MINOR, RANK_MAJOR, RANK_GREAT, RANK_ROYAL, VARIANT_RANKS };

/* By how they move: lines that they take along, and whether they leap as well. */
enum {
    CLASS_PAWN,
    CLASS_STEP, /* no lines, and little worth */
    CLASS_LEAP, /* no lines */
    CLASS_ODD,  /* lines, but they take in another way */
    CLASS_SLANT,
    CLASS_STRAIGHT,
    CLASS_SLANT_MORE, /* and leaps */
    CLASS_STRAIGHT_MORE,
    CLASS_BOTH, /* slanting and straight */
    CLASS_ROYAL,
    VARIANT_CLASSES
};
enum {
    VALUE_STEP = 25, /* values come in steps as well, so that weights can correct them */
    OPEN_STEPS = 16,
    DANGER_STEPS = 48,
    PASSED_STEPS = 7,
    SHELTER_STEPS = 4,
    UP_STEPS = 8,
    APART_STEPS = 8,
    SPOT_FILES = 5, /* from the edge to the middle */
    SPOTS = SPOT_FILES * UP_STEPS,
    BEARING_FILES = 5, /* from the same file to four or more away */
    BEARING_RANKS = 9, /* from four or more behind to as many ahead */
    BEARINGS = BEARING_FILES * BEARING_RANKS
};

/* clang-format off */
#define VARIANT_TERMS(TERM, RUN)                                                        \
    TERM(V_MATERIAL, VW_PAIR, "material", "駒得")                                          \
        RUN(VW_VALUE, 4, "a 25th of the value, more or less: pawn, minor, major, great")   \
        RUN(VW_PIECE, 9, "a piece, more or less, by class")                                \
        RUN(VW_PAIR, 1, "two of a kind that each see half of the board")                   \
    TERM(V_PLACES, VW_PLACE, "places", "駒の配置")                                         \
        RUN(VW_CENTRE, 5, "near the centre, by rank and royal")                            \
        RUN(VW_AHEAD, 5, "advanced, by rank and royal")                                    \
        RUN(VW_REACH, 4, "more to reach from there than elsewhere, by rank")               \
        RUN(VW_PLACE, 400, "places by class, rank by rank from the edge to the middle")    \
    TERM(V_BEARINGS, VW_TO_OTHER, "places to royals", "玉との位置")                        \
        RUN(VW_TO_OWN, 405, "from the own royal, by class, along and across")              \
        RUN(VW_TO_OTHER, 405, "from the other royal, by class, along and across")          \
    TERM(V_HANDS, VW_HELD_MORE, "hands", "持ち駒")                                         \
        RUN(VW_HELD, 4, "a 25th of the value in hand, more or less, by rank")              \
        RUN(VW_HELD_MORE, 27, "first, second, any more in hand, by class")                 \
    TERM(V_MOBILITY, VW_OPEN, "mobility", "利き")                                          \
        RUN(VW_OPEN, 128, "eighths of the usual squares, by class but pawns")              \
    TERM(V_PAWNS, VW_CANDIDATE, "pawns", "歩の形")                                         \
        RUN(VW_GUARDED, 8, "pawn guarded by a pawn, by how far ahead")                     \
        RUN(VW_PHALANX, 8, "pawn beside a pawn, by how far ahead")                         \
        RUN(VW_ISOLATED, 2, "isolated pawn, on a closed and on a half-open file")          \
        RUN(VW_BACKWARD, 2, "backward pawn, likewise")                                     \
        RUN(VW_DOUBLED, 1, "doubled pawn")                                                 \
        RUN(VW_CANDIDATE, 8, "pawn that may become passed, by how far ahead")              \
    TERM(V_PASSERS, VW_PASSED_HELPED, "passed pawns", "と金作り")                          \
        RUN(VW_PASSED, 7, "passed pawn, by steps to go, per 300 of what it gains")         \
        RUN(VW_STOPPED, 7, "the same, stopped by a piece")                                 \
        RUN(VW_PASSED_OWN, 8, "own royal so far from its next step, times steps gone")     \
        RUN(VW_PASSED_OTHER, 8, "other royal so far from it, times steps gone")            \
        RUN(VW_PASSED_FREE, 7, "nothing in its way, by steps to go")                       \
        RUN(VW_PASSED_SAFE, 7, "nothing attacks its way, by steps to go")                  \
        RUN(VW_PASSED_STEP, 7, "its next step is safe, by steps to go")                    \
        RUN(VW_PASSED_HELPED, 7, "its next step is guarded, by steps to go")               \
    TERM(V_MEN, VW_SHADE, "pieces", "各駒")                                                \
        RUN(VW_FILES, 2, "piece that moves along a half-open or open file")                \
        RUN(VW_OUTPOST, 2, "on an outpost: a piece that leaps, one that moves along lines") \
        RUN(VW_BEHIND, 1, "minor piece behind a pawn")                                     \
        RUN(VW_SHADE, 1, "own pawns on the half of the board that a piece sees")           \
    TERM(V_ROYALS, VW_CASTLE, "safety", "玉の安全")                                        \
        RUN(VW_DANGER, 48, "danger to the own royal, by strength")                         \
        RUN(VW_ATTACKERS, 1, "piece that attacks beside the other royal")                    \
        RUN(VW_HITS, 1, "square beside the other royal that it attacks")                   \
        RUN(VW_WEAK, 1, "such a square that only its royal guards")                        \
        RUN(VW_WIDE, 2, "square two steps from it that is attacked, and not guarded")      \
        RUN(VW_CHECKS, 9, "can check safely, by class")                                    \
        RUN(VW_DROPS, 9, "can be dropped with a safe check, by class")                     \
        RUN(VW_BARE, 1, "pieces in hand, times squares that are not guarded")                \
        RUN(VW_GUARDS, 1, "cheap piece beside the own royal")                              \
        RUN(VW_SHELTER, 4, "so many own pawns beside the royal")                           \
        RUN(VW_BARE_FILE, 1, "no own pawn before the royal")                               \
        RUN(VW_CASTLE, 1, "partner to castle with")                                        \
    TERM(V_THREATS, VW_CONTESTED, "threats", "当たり")                                     \
        RUN(VW_BY_PAWN, 3, "pawn attacks a minor, major, great piece")                     \
        RUN(VW_BY_MINOR, 4, "minor attacks something weak or larger, by rank")             \
        RUN(VW_BY_MAJOR, 4, "major attacks something weak or larger, by rank")             \
        RUN(VW_BY_ROYAL, 1, "royal attacks something weak")                                \
        RUN(VW_HANGING, 4, "piece attacked and not guarded, by rank")                      \
        RUN(VW_OVERRUN, 1, "weak piece attacked twice")                                    \
        RUN(VW_BY_STEP, 1, "piece that a pawn can attack by a step")                       \
        RUN(VW_CONTESTED, 1, "square of the other side that both sides attack")             \
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
