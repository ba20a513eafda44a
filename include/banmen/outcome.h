/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_OUTCOME_H
#define BANMEN_OUTCOME_H

/**
 * @file
 * Who won or drew, and why; and the choices that the rules leave to the organiser.
 */

#include "banmen/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Who won. */
enum bm_result { BM_ONGOING, BM_FIRST_WINS, BM_SECOND_WINS, BM_DRAW };

/** Name, English, Japanese. */
#define BM_REASON_MAP(X)                                                     \
    X(NONE, "ongoing", "対局中")                                             \
    X(CHECKMATE, "checkmate", "詰み")                                        \
    X(STALEMATE, "stalemate", "ステイルメイト")                              \
    X(NO_MOVE, "no legal move", "指し手なし")                                \
    X(REPETITION, "repetition", "千日手")                                    \
    X(PERPETUAL, "perpetual check", "連続王手の千日手")                      \
    X(FIFTY, "50-move rule", "50手ルール")                                   \
    X(SEVENTY_FIVE, "75-move rule", "75手ルール")                            \
    X(MATERIAL, "insufficient material", "駒不足")                           \
    X(DEAD, "dead position", "デッドポジション")                             \
    X(IMPASSE, "impasse", "入玉宣言")                                        \
    X(TRY, "try rule", "トライ")                                             \
    X(MOVE_LIMIT, "move limit", "最大手数")                                  \
    X(GOAL, "goal reached", "目標到達")                                      \
    X(EXTINCT, "pieces lost", "駒の全滅")                                    \
    X(CHECKS, "checks given", "王手回数")                                    \
    X(QUIET, "no progress", "進展なし")                                      \
    X(RESIGNATION, "resignation", "投了")                                    \
    X(TIME, "time forfeit", "時間切れ")                                      \
    X(TIME_MATERIAL, "time out, but no material to win", "時間切れ・駒不足") \
    X(AGREEMENT, "draw agreed", "合意")                                      \
    X(DECLARATION, "failed declaration", "入玉宣言失敗")                     \
    X(ILLEGAL, "illegal move", "反則")                                       \
    X(CRASH, "engine failed", "エンジン異常終了")                            \
    X(ABSENT, "absent", "不戦")                                              \
    X(ADJUDICATION, "adjudication", "判定")                                  \
    X(ABORTED, "aborted", "中止")                                            \
    X(ADJOURNED, "adjourned", "中断")

/** Why a game ended. */
enum bm_reason {
#define X(name, en, ja) BM_REASON_##name,
    BM_REASON_MAP(X)
#undef X
        BM_REASON_COUNT
};

/** Draws that a player may claim but that do not come by themselves: a set. */
enum bm_claim { BM_CLAIM_REPETITION = 1, BM_CLAIM_FIFTY = 2 };

/** The state of a game and the counters to show with it. */
struct bm_outcome {
    enum bm_result result; /**< who won */
    enum bm_reason reason; /**< why the game ended */
    unsigned claims;       /**< set of enum bm_claim, while the game goes on */
    unsigned repetitions;  /**< how often this position has occurred, this time included */
    unsigned quiet;        /**< chess: plies since the last capture or pawn move */
    unsigned plies;        /**< plies from the start of this context's line */
};

/** Impasse rules of shogi. */
enum bm_impasse_rule { BM_IMPASSE_27, BM_IMPASSE_24, BM_IMPASSE_TRY, BM_IMPASSE_NONE };

/** What the rules leave open. bm_options_default() gives what most people expect. */
struct bm_options {
    bool auto_draws; /**< chess: 3rd repetition and 50 moves end the game without a claim */
    bool play_on;    /**< moves may be played after a draw or an impasse, for analysis */
    enum bm_impasse_rule impasse; /**< shogi: BM_IMPASSE_27 by default */
    bool no_credit;               /**< shogi: no points for the pieces a handicap took away */
    uint32_t move_limit; /**< plies from the start after which the game is drawn; 0: none */
    bool kingless; /**< shogi: a board without any king can be set up too, and is played as far
                      as the movement of the pieces goes, for diagrams in records */
};

/** A declaration of impasse by the side to move, taken apart. */
struct bm_impasse {
    enum bm_result result; /**< what declaring now would give; BM_ONGOING: no such rule */
    bool king_in_zone;     /**< the declarer's king stands in the far three ranks */
    bool in_check;         /**< the declarer's king is in check */
    unsigned pieces;       /**< the declarer's other pieces there */
    unsigned points;       /**< pieces there and in hand: rook and bishop 5, others 1 */
    unsigned needed;       /**< points needed to win */
};

/** The usual choices. */
BM_API void bm_options_default(struct bm_options *out);

/** Text of a reason, never NULL. */
BM_API const char *bm_reason_text(enum bm_reason r, enum bm_lang lang);

/**
 * "ongoing", "first wins (checkmate)", "draw (repetition)", "no result (aborted)". As snprintf:
 * writes what fits, NUL included, and returns the length that the whole text has.
 */
BM_API size_t bm_outcome_format(const struct bm_outcome *o, enum bm_lang lang, char *buf,
                                size_t cap);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_OUTCOME_H */
