/* SPDX-License-Identifier: MIT */
/* The built-in games as data: names, letters, start positions, numbers of the rules. */
#include "rules/ruleset.h"

/* A piece of the first and of the second side, as enum constants are not known here by letter.
 */
#define A(kind) ((kind) + 1)
#define Z(kind) (((kind) + 1) | 0x80)

static const struct bm_kind chess_kinds[] = {
    [BM_CHESS_PAWN] = {"P", {"pawn", "ポーン"}, 100, "mfW cefF imfnD", NULL, NULL},
    [BM_CHESS_KNIGHT] = {"N", {"knight", "ナイト"}, 320, "N", NULL, NULL},
    [BM_CHESS_BISHOP] = {"B", {"bishop", "ビショップ"}, 330, "B", NULL, NULL},
    [BM_CHESS_ROOK] = {"R", {"rook", "ルーク"}, 500, "R", NULL, NULL},
    [BM_CHESS_QUEEN] = {"Q", {"queen", "クイーン"}, 950, "Q", NULL, NULL},
    [BM_CHESS_KING] = {"K", {"king", "キング"}, 0, "K", NULL, NULL},
};

static const struct bm_start chess_starts[] = {
    {"startpos",
     {"start position", "初期局面"},
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {NULL, {NULL, NULL}, NULL},
};

static const struct bm_setup chess_setup = {
    .board = {A(BM_CHESS_ROOK),   A(BM_CHESS_KNIGHT),      A(BM_CHESS_BISHOP),
              A(BM_CHESS_QUEEN),  A(BM_CHESS_KING),        A(BM_CHESS_BISHOP),
              A(BM_CHESS_KNIGHT), A(BM_CHESS_ROOK),        A(BM_CHESS_PAWN),
              A(BM_CHESS_PAWN),   A(BM_CHESS_PAWN),        A(BM_CHESS_PAWN),
              A(BM_CHESS_PAWN),   A(BM_CHESS_PAWN),        A(BM_CHESS_PAWN),
              A(BM_CHESS_PAWN),   [48] = Z(BM_CHESS_PAWN), Z(BM_CHESS_PAWN),
              Z(BM_CHESS_PAWN),   Z(BM_CHESS_PAWN),        Z(BM_CHESS_PAWN),
              Z(BM_CHESS_PAWN),   Z(BM_CHESS_PAWN),        Z(BM_CHESS_PAWN),
              Z(BM_CHESS_ROOK),   Z(BM_CHESS_KNIGHT),      Z(BM_CHESS_BISHOP),
              Z(BM_CHESS_QUEEN),  Z(BM_CHESS_KING),        Z(BM_CHESS_BISHOP),
              Z(BM_CHESS_KNIGHT), Z(BM_CHESS_ROOK)},
    .castling = {0x8100000000000081u},
    .number = 1,
};

/* Chess and Chess960 differ in their names and in how castling is written. */
#define SHUFFLED                                                    \
    {                                                               \
        .on = true, .bishops_opposite = true, .count = 3,           \
        .order = {BM_CHESS_ROOK, BM_CHESS_KING, BM_CHESS_ROOK},     \
        .zone = {{{0x00000000000000ffu}}, {{0xff00000000000000u}}}, \
    }
#define CHESS(NAME, TITLE_EN, TITLE_JA, IS_960, ...)                                 \
    {                                                                                \
        .info = {.name = (NAME),                                                     \
                 .title = {(TITLE_EN), (TITLE_JA)},                                  \
                 .side_name = {{"white", "black"}, {"白", "黒"}},                    \
                 .axes = 2,                                                          \
                 .size = {8, 8, 1, 1},                                               \
                 .files = 8,                                                         \
                 .ranks = 8,                                                         \
                 .squares = 64,                                                      \
                 .kinds = BM_CHESS_KINDS,                                            \
                 .max_moves = 512,                                                   \
                 .dialect = BM_DIALECT_UCI,                                          \
                 .chess960 = (IS_960),                                               \
                 .has_castling = true,                                               \
                 .quiet = 50,                                                        \
                 .work = 1,                                                          \
                 .royals = 1},                                                       \
        .kinds = chess_kinds, .starts = chess_starts, .setup = &chess_setup,         \
        .load_flags = (IS_960) ? BM_LOAD_CHESS960 : 0, .stalemate = BM_VERDICT_DRAW, \
        .repeats_claim = 3, .repeats_end = 5, .repeat_verdict = BM_VERDICT_DRAW,     \
        .quiet_claim = 100, .quiet_end = 150, __VA_ARGS__                            \
    }

const struct bm_ruleset bm_ruleset_chess =
    CHESS("chess", "Chess", "チェス", false, .shuffle = {0});
const struct bm_ruleset bm_ruleset_chess960 =
    CHESS("chess960", "Chess960", "チェス960", true, .shuffle = SHUFFLED);

static const struct bm_kind shogi_kinds[] = {
    [BM_SHOGI_PAWN] = {"P", {"pawn", "歩"}, 100, "fW", NULL, NULL},
    [BM_SHOGI_LANCE] = {"L", {"lance", "香"}, 300, "fR", NULL, NULL},
    [BM_SHOGI_KNIGHT] = {"N", {"knight", "桂"}, 350, "fN", NULL, NULL},
    [BM_SHOGI_SILVER] = {"S", {"silver", "銀"}, 500, "FfW", NULL, NULL},
    [BM_SHOGI_GOLD] = {"G", {"gold", "金"}, 550, "WfF", NULL, NULL},
    [BM_SHOGI_BISHOP] = {"B", {"bishop", "角"}, 800, "B", NULL, NULL},
    [BM_SHOGI_ROOK] = {"R", {"rook", "飛"}, 950, "R", NULL, NULL},
    [BM_SHOGI_KING] = {"K", {"king", "玉"}, 0, "K", NULL, NULL},
    [BM_SHOGI_TOKIN] = {"+P", {"promoted pawn", "と"}, 600, "WfF", NULL, NULL},
    [BM_SHOGI_PRO_LANCE] = {"+L", {"promoted lance", "成香"}, 550, "WfF", NULL, NULL},
    [BM_SHOGI_PRO_KNIGHT] = {"+N", {"promoted knight", "成桂"}, 550, "WfF", NULL, NULL},
    [BM_SHOGI_PRO_SILVER] = {"+S", {"promoted silver", "成銀"}, 550, "WfF", NULL, NULL},
    [12] = {"", {"", ""}, 0, NULL, NULL, NULL},
    [BM_SHOGI_HORSE] = {"+B", {"horse", "馬"}, 1100, "BW", NULL, NULL},
    [BM_SHOGI_DRAGON] = {"+R", {"dragon", "龍"}, 1250, "RF", NULL, NULL},
    [15] = {"", {"", ""}, 0, NULL, NULL, NULL},
};

/* In a handicap game the second side (uwate) gives the pieces and moves first. */
static const struct bm_start shogi_starts[] = {
    {"startpos",
     {"even", "平手"},
     "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
    {"lance",
     {"lance", "香落ち"},
     "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"right-lance",
     {"right lance", "右香落ち"},
     "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"bishop",
     {"bishop", "角落ち"},
     "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"rook",
     {"rook", "飛車落ち"},
     "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"rook-lance",
     {"rook and lance", "飛香落ち"},
     "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"two-piece",
     {"two pieces", "二枚落ち"},
     "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"three-piece",
     {"three pieces", "三枚落ち"},
     "1nsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"four-piece",
     {"four pieces", "四枚落ち"},
     "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"five-piece",
     {"five pieces", "五枚落ち"},
     "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"left-five-piece",
     {"five pieces, left", "左五枚落ち"},
     "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"six-piece",
     {"six pieces", "六枚落ち"},
     "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"left-seven-piece",
     {"seven pieces, left", "左七枚落ち"},
     "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"right-seven-piece",
     {"seven pieces, right", "右七枚落ち"},
     "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"eight-piece",
     {"eight pieces", "八枚落ち"},
     "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"ten-piece",
     {"ten pieces", "十枚落ち"},
     "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"three-pawns",
     {"king and three pawns in hand", "歩三兵"},
     "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1"},
    {"bare-king", {"bare king", "裸玉"}, "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"dragonfly",
     {"dragonfly: rook and bishop only", "トンボ"},
     "4k4/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {NULL, {NULL, NULL}, NULL},
};

/* One file of the start position, rank a first: back piece, second rank, pawns. */
#define FILE_(n, kind, upper, lower)                                                        \
    [(n - 1) * 9] = Z(kind), (upper), Z(BM_SHOGI_PAWN), 0, 0, 0, A(BM_SHOGI_PAWN), (lower), \
               A(kind)

static const struct bm_setup shogi_setup = {
    .board = {FILE_(1, BM_SHOGI_LANCE, 0, 0),
              FILE_(2, BM_SHOGI_KNIGHT, Z(BM_SHOGI_BISHOP), A(BM_SHOGI_ROOK)),
              FILE_(3, BM_SHOGI_SILVER, 0, 0), FILE_(4, BM_SHOGI_GOLD, 0, 0),
              FILE_(5, BM_SHOGI_KING, 0, 0), FILE_(6, BM_SHOGI_GOLD, 0, 0),
              FILE_(7, BM_SHOGI_SILVER, 0, 0),
              FILE_(8, BM_SHOGI_KNIGHT, Z(BM_SHOGI_ROOK), A(BM_SHOGI_BISHOP)),
              FILE_(9, BM_SHOGI_LANCE, 0, 0)},
    .number = 1,
};

const struct bm_ruleset bm_ruleset_shogi = {
    .info = {.name = "shogi",
             .title = {"Shogi", "将棋"},
             .side_name = {{"sente", "gote"}, {"先手", "後手"}},
             .axes = 2,
             .size = {9, 9, 1, 1},
             .files = 9,
             .ranks = 9,
             .squares = 81,
             .kinds = BM_SHOGI_KINDS,
             .max_moves = 600,
             .dialect = BM_DIALECT_USI,
             .has_hands = true,
             .work = 1,
             .royals = 1},
    .kinds = shogi_kinds,
    .starts = shogi_starts,
    .setup = &shogi_setup,
    .stalemate = BM_VERDICT_LOSS,
    .perpetual_loses = true,
    .repeats_end = 4,
    .repeat_verdict = BM_VERDICT_DRAW,
    .points = 54,
};
