/* SPDX-License-Identifier: MIT */

/* A program that knows nothing but the installed headers and library. */

#include <banmen/notation.h>
#include <banmen/version.h>
#include <stdio.h>

int main(void)
{
    struct bm_ctx *ctx;
    char text[128];
    if (bm_ctx_create(&ctx, bm_rules_shogi(), 16) != BM_OK)
        return 1;
    bm_ctx_format(ctx, 0, text, sizeof text);
    printf("%s\n%s\n%u\n", bm_version(), text, (unsigned)bm_ctx_perft(ctx, 3));
    bm_ctx_destroy(ctx);
    return 0;
}
