/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_PLAY_H
#define BM_TESTS_PLAY_H

/* Contexts and moves by text, for tests that read like games. */

#include "banmen/notation.h"
#include "tap.h"

static inline struct bm_ctx *new_ctx(const struct bm_rules *rules, unsigned plies)
{
    struct bm_ctx *ctx = NULL;
    if (bm_ctx_create(&ctx, rules, plies))
        tap_bail("cannot create a context");
    return ctx;
}

static inline struct bm_setup board_of(const struct bm_rules *rules, const char *text)
{
    struct bm_setup s;
    struct bm_error err;
    if (bm_position_parse(&s, rules, text, strlen(text), 0, &err)) {
        printf("# %s: %s\n", text, err.what);
        tap_bail("a position of the test cannot be read");
    }
    return s;
}

static inline void set(struct bm_ctx *ctx, const char *text)
{
    const struct bm_setup s = board_of(bm_ctx_rules(ctx), text);
    struct bm_error err;
    if (bm_ctx_sync(ctx, &s, NULL, &err)) {
        printf("# %s: %s\n", text, err.what);
        tap_bail("a position of the test cannot be played");
    }
}

static inline bm_move move_of(const struct bm_ctx *ctx, const char *text)
{
    bm_move m = {BM_MOVE_NONE};
    if (bm_move_parse(&m, ctx, text, strlen(text), NULL)) {
        printf("# %s\n", text);
        tap_bail("a move of the test cannot be read");
    }
    return m;
}

/* Play moves that are separated by blanks; the faults of the first that is refused. */
static inline bm_faults play_all(struct bm_ctx *ctx, const char *moves)
{
    char word[16];
    for (int n; sscanf(moves, "%15s%n", word, &n) == 1; moves += n) {
        const bm_faults f = bm_ctx_play(ctx, move_of(ctx, word));
        if (f)
            return f;
    }
    return 0;
}

static inline const char *text_of(const struct bm_ctx *ctx)
{
    static char buf[512];
    bm_ctx_format(ctx, 0, buf, sizeof buf);
    return buf;
}

static inline const char *outcome_of(const struct bm_ctx *ctx)
{
    static char buf[128];
    struct bm_outcome o;
    bm_ctx_outcome(ctx, &o);
    bm_outcome_format(&o, BM_EN, buf, sizeof buf);
    return buf;
}

#endif
