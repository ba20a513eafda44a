/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_RULES_H
#define BANMEN_RULES_H

/**
 * @file
 * Rules: immutable, shared by any number of contexts and threads.
 */

#include "banmen/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The rules of one game. */
struct bm_rules;

/**
 * The built-in games. They live as long as the program and are never released. Which machine
 * code plays them is chosen by what the CPU offers; BANMEN_CPU=baseline in the environment
 * forces the portable code.
 */
BM_API const struct bm_rules *bm_rules_chess(void);
/** Chess960: like chess, but castling is written king takes own rook. */
BM_API const struct bm_rules *bm_rules_chess960(void);
/** Shogi. */
BM_API const struct bm_rules *bm_rules_shogi(void);

/** The i-th built-in game, or NULL when there are no more. */
BM_API const struct bm_rules *bm_rules_at(unsigned i);

/** A built-in game by its name, or NULL. */
BM_API const struct bm_rules *bm_rules_find(const char *name, size_t len);

/** How positions and moves of a game are written. */
enum bm_dialect { BM_DIALECT_UCI, BM_DIALECT_USI };

/** What there is to know of a game; the texts live as long as the rules. */
struct bm_rules_info {
    const char *name;            /**< "chess", as on the command line */
    const char *title[2];        /**< for people, by enum bm_lang */
    const char *side_name[2][2]; /**< [lang][side]: "white", "black"; "先手", "後手" */
    unsigned files;              /**< width of the board */
    unsigned ranks;              /**< height of the board */
    unsigned squares;            /**< files * ranks */
    unsigned kinds;              /**< kinds run from 0 to kinds - 1; some may not exist */
    unsigned max_moves;          /**< no position has more */
    enum bm_dialect dialect;     /**< how it is written */
    bool has_hands;              /**< captured pieces can be dropped */
    bool chess960;               /**< castling is king takes rook */
};

/** Facts of a game. */
BM_API const struct bm_rules_info *bm_rules_info(const struct bm_rules *rules);

/** The machine code in use: "baseline", "avx2". */
BM_API const char *bm_rules_cpu(const struct bm_rules *rules);

/** Letter(s) of a kind as FEN or SFEN write it for the first side ("N", "+R"); "" if none. */
BM_API const char *bm_rules_kind_letter(const struct bm_rules *rules, unsigned kind);
/** Name of a kind for people ("knight", "桂"); "" if the kind does not exist. */
BM_API const char *bm_rules_kind_name(const struct bm_rules *rules, unsigned kind,
                                      enum bm_lang lang);

/** A start position that has a name: the usual one, and shogi's handicaps. */
struct bm_start {
    const char *name;     /**< "startpos", "lance", "two-piece": as on the command line */
    const char *title[2]; /**< for people, by enum bm_lang: "two pieces", "二枚落ち" */
    const char *text;     /**< FEN or SFEN */
};

/** The i-th named start of a game, 0 being the usual one, or NULL when there are no more. */
BM_API const struct bm_start *bm_rules_start(const struct bm_rules *rules, unsigned i);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_RULES_H */
