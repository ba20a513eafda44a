/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_SHOGI_TERMS_H
#define BM_SEARCH_EVAL_SHOGI_TERMS_H

/* The terms of the evaluation of shogi, in the order of their weights. */

#include "search/eval/trace.h"

enum {
    SLOTS = 13,              /* kinds but the king: pawn to rook, then the promoted ones */
    NTH = 8,                 /* first to eighth piece of a kind in hand */
    PLACES = 5 * 9,          /* squares, left and right alike */
    VIEW_RANKS = 17,         /* ranks from a king: -8 to 8 */
    VIEWS = 13 * VIEW_RANKS, /* files from a king towards its edge and away: -4 to 8 */
    MOBILITY = 21,
    PHASES = 24,
    TEMPO = 20
};

enum {
    W_BOARD = 0,
    W_HAND = W_BOARD + SLOTS,
    W_PLACE = W_HAND + 7 * NTH,
    W_KING = W_PLACE + SLOTS * PLACES,
    W_GUARD = W_KING + 81,
    W_THREAT = W_GUARD + SLOTS * VIEWS,
    W_CONTROL = W_THREAT + SLOTS * VIEWS, /* [own, other attackers][files][ranks away] */
    W_ZONE = W_CONTROL + 8 * 15,          /* [their camp, ours][own, other attackers] */
    W_HIT = W_ZONE + 2 * 8,               /* [kind][guards][one attacker, more] */
    W_MOBILITY = W_HIT + SLOTS * 6,       /* lance, bishop, rook, horse, dragon */
    W_LINE = W_MOBILITY + 5 * MOBILITY,   /* the same: pieces between it and the king */
    W_WEAK = W_LINE + 5 * 4,              /* [squares beside the king][the other's hand] */
    W_FREE = W_WEAK + 9 * 8,
    W_ATTACKERS = W_FREE + 9 * 8,
    W_PIN = W_ATTACKERS + 8 * 8,
    W_FILES = W_PIN + SLOTS, /* [a pawn in hand][files with a pawn] */
    W_COUNT = W_FILES + 2 * 10
};

static const struct bm_weight weights[W_COUNT] = {
#define W(mg, eg) {mg, eg},
#include "search/eval/shogi/weights.inc"
#undef W
};

static const struct bm_eval_term terms[] = {
    {"material", "駒", W_BOARD, SLOTS},
    {"hand", "持ち駒", W_HAND, 7 * NTH},
    {"places", "駒の位置", W_PLACE, SLOTS *PLACES},
    {"place of the king", "玉の位置", W_KING, 81},
    {"guards of the king", "玉の守り", W_GUARD, SLOTS *VIEWS},
    {"threats to the king", "玉への迫り", W_THREAT, SLOTS *VIEWS},
    {"control around the king", "玉周辺の利き", W_CONTROL, 8 * 15},
    {"control of the camps", "陣地の利き", W_ZONE, 2 * 8},
    {"attacked pieces", "取られそうな駒", W_HIT, SLOTS * 6},
    {"mobility", "大駒と香の働き", W_MOBILITY, 5 * MOBILITY},
    {"lines to the king", "玉を狙う筋", W_LINE, 5 * 4},
    {"weak squares at the king", "玉の弱点", W_WEAK, 9 * 8},
    {"ways out for the king", "玉の逃げ道", W_FREE, 9 * 8},
    {"attackers of the king", "玉への攻め駒", W_ATTACKERS, 8 * 8},
    {"pins", "動けない駒", W_PIN, SLOTS},
    {"pawns by files", "歩の筋", W_FILES, 2 * 10},
};

#endif
