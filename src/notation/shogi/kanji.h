/* SPDX-License-Identifier: MIT */
#ifndef BM_NOTATION_SHOGI_KANJI_H
#define BM_NOTATION_SHOGI_KANJI_H

/* The signs of Japanese shogi notation, shared by moves, hands and diagrams. */

#include "banmen/notation.h"

enum bm_sign_class {
    BM_SIGN_NONE,  /* none of those below */
    BM_SIGN_BLANK, /* half or full width */
    BM_SIGN_SIDE,  /* ▲ and the like; value: the side */
    BM_SIGN_DIGIT, /* half width, full width or kanji; value: 1 to 9 (half and full also 0) */
    BM_SIGN_SAME,  /* 同 */
    BM_SIGN_PIECE, /* value: the kind */
    BM_SIGN_MARK,  /* 右左直上寄引打成; value: of enum bm_kanji_mark */
    BM_SIGN_NOT,   /* 不 of 不成 */
    BM_SIGN_OPEN,  /* ( */
    BM_SIGN_CLOSE  /* ) */
};

/* How a move is told from others to the same square, by words that stand behind the piece. */
enum bm_kanji_mark {
    BM_KANJI_UP = 1,
    BM_KANJI_ASIDE = 2,
    BM_KANJI_DOWN = 4,
    BM_KANJI_LEFT = 8,
    BM_KANJI_RIGHT = 16,
    BM_KANJI_STRAIGHT = 32,
    BM_KANJI_DROP = 64,
    BM_KANJI_PROMOTE = 128,
    BM_KANJI_DECLINE = 256,
    BM_KANJI_WHERE = 63 /* those that tell where the piece comes from */
};

struct bm_kanji_sign {
    uint8_t class; /* of enum bm_sign_class */
    uint8_t len;   /* in bytes; 0 at the end of the text */
    bool kanji;    /* a digit that is written 一 to 九 */
    uint16_t value;
};

/* The sign at the beginning of a text. */
struct bm_kanji_sign bm_kanji_sign(const char *s, const char *end);

/* Behind the blanks, half and full width, and control characters. */
const char *bm_kanji_skip(const char *s, const char *end);

/* What a move says, before the position is asked. */
struct bm_kanji_move {
    bm_sq to;       /* BM_SQ_NONE: 同 */
    bm_sq from;     /* as in (77); BM_SQ_NONE: not told */
    uint8_t kind;   /* as named */
    uint8_t side;   /* ▲ 0, △ 1; 2: not told */
    uint16_t marks; /* of enum bm_kanji_mark */
};

/* Read the move that a text begins with. NULL if it is none, else behind it. */
const char *bm_kanji_parse(struct bm_kanji_move *out, const char *s, const char *end);

/*
 * The move, if the text tells all of it by an origin in brackets or by 打, so that the position
 * need not be searched; it need not be legal.
 */
bool bm_kanji_told(const struct bm_kanji_move *k, const struct bm_ctx *ctx, bm_move *out);

/* The move that is meant, as bm_ctx_read_move() says. */
bm_status bm_kanji_resolve(const struct bm_kanji_move *k, const struct bm_ctx *ctx,
                           bm_move *out, struct bm_error *err);

/* １ to ９, 一 to 九, and the name of a kind as KIF has it. */
extern const char bm_kanji_file[9][4];
extern const char bm_kanji_rank[9][4];
extern const char bm_kanji_piece[16][8];

#endif
