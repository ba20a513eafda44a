/* SPDX-License-Identifier: MIT */
/* Which picture a kind of piece has: data/pieces/README.md has the same in words. */
#include <stdio.h>
#include <string.h>

#include "desktop/board/piece_textures.h"

struct pair {
    const char *name, *letter;
};

static const char *lookup_letter(const struct pair *list, const char *name)
{
    for (; list->name; list++) {
        if (strcmp(list->name, name) == 0)
            return list->letter;
    }
    return NULL;
}

static const struct pair shogi[] = {
    {"玉", "K"},    {"王", "K"},    {"玉将", "K"},  {"王将", "K"},  {"飛", "R"},
    {"飛車", "R"},  {"角", "B"},    {"角行", "B"},  {"金", "G"},    {"金将", "G"},
    {"銀", "S"},    {"銀将", "S"},  {"桂", "N"},    {"桂馬", "N"},  {"香", "L"},
    {"香車", "L"},  {"歩", "P"},    {"歩兵", "P"},  {"龍", "+R"},   {"竜", "+R"},
    {"龍王", "+R"}, {"竜王", "+R"}, {"馬", "+B"},   {"龍馬", "+B"}, {"竜馬", "+B"},
    {"成銀", "+S"}, {"全", "+S"},   {"成桂", "+N"}, {"圭", "+N"},   {"成香", "+L"},
    {"杏", "+L"},   {"と", "+P"},   {"と金", "+P"}, {NULL, NULL}};
static const struct pair xiangqi[] = {{"将", "K"}, {"士", "A"}, {"象", "B"}, {"馬", "N"},
                                      {"車", "R"}, {"炮", "C"}, {"包", "C"}, {"兵", "P"},
                                      {"卒", "P"}, {NULL, NULL}};
static const struct pair by_move[] = {{"Q", "Q"},  {"R", "R"},  {"B", "B"},  {"N", "N"},
                                      {"QN", "A"}, {"RN", "C"}, {"BN", "H"}, {"NN", "Y"},
                                      {"gQ", "G"}, {NULL, NULL}};
static const struct pair by_name[] = {{"king", "K"},    {"queen", "Q"},    {"rook", "R"},
                                      {"bishop", "B"},  {"knight", "N"},   {"pawn", "P"},
                                      {"unicorn", "U"}, {"elephant", "E"}, {"cannon", "X"},
                                      {"duck", "D"},    {NULL, NULL}};

bool bm_is_xiangqi_like(const struct bm_rules *rules)
{
    for (unsigned k = 0; k < bm_rules_info(rules)->kinds; k++) {
        if (bm_rules_kind_is_royal(rules, k) &&
            strcmp(bm_rules_kind_name(rules, k, BM_JA), "将") == 0)
            return true;
    }
    return false;
}

static const char *chess_letter(const struct bm_rules *rules, unsigned kind)
{
    const char *const move = bm_rules_kind_move(rules, kind);
    if (bm_rules_kind_is_royal(rules, kind) && strcmp(move, "K") == 0)
        return "K";
    const char *const letter = lookup_letter(by_move, move);
    if (letter)
        return letter;
    if (strncmp(move, "mfW cfF", 7) == 0 || strncmp(move, "mfW cefF", 8) == 0)
        return "P";
    return lookup_letter(by_name, bm_rules_kind_name(rules, kind, BM_EN));
}

bool bm_piece_picture(const struct bm_rules *rules, unsigned kind, enum bm_piece_set set,
                      const char **folder, const char **letter)
{
    static const char *const sets[BM_PIECE_SETS] = {"shogi-one", "shogi-two", "shogi-int"};
    const char *const ja = bm_rules_kind_name(rules, kind, BM_JA);
    if (bm_rules_info(rules)->dialect == BM_DIALECT_USI) {
        *folder = sets[set];
        *letter = lookup_letter(shogi, ja);
    } else if (bm_is_xiangqi_like(rules)) {
        *folder = set == BM_PIECE_SET_INT ? "xiangqi-int" : "xiangqi";
        *letter = lookup_letter(xiangqi, ja);
    } else {
        *letter = chess_letter(rules, kind);
        *folder = *letter && strchr("KQRBNP", (*letter)[0]) ? "chess" : "fairy";
    }
    return *letter != NULL;
}
