/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_FUZZ_STYLES_H
#define BM_TESTS_FUZZ_STYLES_H

/*
 * Any text as moves of one game, each up to a line end, in a style: an error with words, or a
 * legal move that is read back as itself when it is written in that style, and is then played.
 * The first byte chooses the position.
 */

#include "fuzz.h"

static inline void fuzz_move(struct bm_ctx *ctx, enum bm_move_style style, const char *s,
                             size_t len)
{
    struct bm_error err = {0};
    bm_move m, again;
    const bm_status status = bm_ctx_read_move(ctx, style, s, len, &m, &err);
    if (status != BM_OK) {
        fuzz_require_error(&err, len);
        REQUIRE(status == BM_ERULE || m.bits == BM_MOVE_NONE);
        REQUIRE(m.bits == BM_MOVE_NONE || bm_ctx_judge(ctx, m) != 0);
        return;
    }
    char text[BM_MOVE_TEXT];
    REQUIRE(bm_ctx_judge(ctx, m) == 0);
    const size_t n = bm_ctx_write_move(ctx, m, style, text, sizeof text);
    REQUIRE(n < sizeof text);
    REQUIRE(bm_ctx_read_move(ctx, style, text, n, &again, &err) == BM_OK);
    REQUIRE(bm_move_equal(m, again));
    if (bm_ctx_room(ctx) != 0)
        REQUIRE(bm_ctx_play(ctx, m) == 0);
}

static inline void fuzz_style(enum bm_move_style style, const uint8_t *data, size_t size)
{
    static const char *const boards[] = {
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "4k4/9/9/9/9/3+P5/3+P+P+P3/2S1S4/+R+R2KG1G1 b GSN2Pgp 1",
        "+r3k1g1g/3+b1s1s1/2n1n4/9/9/9/9/9/4K3R w BGSNL2P 1",
        "3k1r3/9/9/9/9/9/9/3G1G3/5K3 b G 1",
    };
    struct bm_ctx *const ctx = fuzz_ctx(bm_rules_shogi());
    struct bm_setup setup;
    if (size == 0)
        return;
    const char *const board = boards[data[0] % 4];
    REQUIRE(bm_position_parse(&setup, bm_rules_shogi(), board, strlen(board), 0, NULL) ==
            BM_OK);
    REQUIRE(bm_ctx_sync(ctx, &setup, NULL, NULL) == BM_OK);
    const char *s = (const char *)data + 1, *const end = (const char *)data + size;
    while (s < end) {
        const char *const lf = memchr(s, '\n', (size_t)(end - s));
        const char *const stop = lf ? lf : end;
        fuzz_move(ctx, style, s, (size_t)(stop - s));
        s = lf ? lf + 1 : end;
    }
}

#endif
