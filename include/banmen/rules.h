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
    unsigned axes;               /**< dimensions of the board, 1 to 4 */
    unsigned size[4];            /**< extent along each: files, ranks, levels, rows of levels */
    unsigned files;              /**< width of a board: size[0] */
    unsigned ranks;              /**< height of a board: size[1] */
    unsigned squares;            /**< all sizes multiplied; some may be holes */
    unsigned kinds;              /**< kinds run from 0 to kinds - 1; some may not exist */
    unsigned max_moves;          /**< no position has more */
    enum bm_dialect dialect;     /**< how it is written */
    bool has_hands;              /**< pieces can be dropped */
    bool chess960;               /**< castling is king takes rook */
    bool hex;                    /**< squares are hexagons: file x is shifted up by x / 2 */
    unsigned wrap;               /**< bit per axis: the board's edges meet */
    bool multi;                  /**< a turn can have several moves, or there are phases */
    bool has_pass;               /**< passing is a move */
    bool has_castling;           /**< FEN has castling rights */
    bool has_gating;             /**< pieces can be gated */
    unsigned checks;             /**< checks that win; 0: no such rule */
    unsigned quiet;              /**< moves without progress that allow a claim; 0: no rule */
    unsigned work;               /**< what a list of moves costs: 1 as usual, more where whole
                                      turns decide what is legal */
    unsigned royals;             /**< how many royal pieces each side starts with, at most */
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

/** What the file says of a game in a paragraph; "" if nothing. */
BM_API const char *bm_rules_about(const struct bm_rules *rules, enum bm_lang lang);
/** Whether a number is a square of the board, not a hole. */
BM_API bool bm_rules_has_square(const struct bm_rules *rules, bm_sq sq);
/** Whether pieces of a kind belong to no side. */
BM_API bool bm_rules_kind_is_neutral(const struct bm_rules *rules, unsigned kind);
/** Whether a kind is royal. */
BM_API bool bm_rules_kind_is_royal(const struct bm_rules *rules, unsigned kind);
/** Worth of a kind for the search, a pawn being about 100; 0 if the game says nothing. */
BM_API int bm_rules_kind_value(const struct bm_rules *rules, unsigned kind);
/** How a kind moves, in the language of variants; "" if that is not known. */
BM_API const char *bm_rules_kind_move(const struct bm_rules *rules, unsigned kind);
/** What a variant says to draw a kind with; "" if nothing. */
BM_API const char *bm_rules_kind_glyph(const struct bm_rules *rules, unsigned kind);
/** Kinds that a piece of a side may become, as a bit set. */
BM_API uint64_t bm_rules_promotions(const struct bm_rules *rules, unsigned side, unsigned kind);
/** Name of a phase, or NULL when there are no more; games without phases have none. */
BM_API const char *bm_rules_phase(const struct bm_rules *rules, unsigned i);

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
