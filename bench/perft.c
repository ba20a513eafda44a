/* SPDX-License-Identifier: MIT */
/* perft VARIANT POSITION DEPTH: "NODES MNPS" of one run of at least CLOCK_ENOUGH seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/notation.h"
#include "clock.h"

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    const struct bm_rules *const rules = bm_rules_find(argv[1], strlen(argv[1]));
    struct bm_ctx *ctx;
    struct bm_setup setup;
    struct bm_error err = {.what = "no such game"};
    if (!rules || bm_ctx_create(&ctx, rules, 1) != BM_OK ||
        bm_position_parse(&setup, rules, argv[2], strlen(argv[2]), 0, &err) != BM_OK ||
        bm_ctx_sync(ctx, &setup, NULL, &err) != BM_OK) {
        fprintf(stderr, "%s\n", err.what);
        return 2;
    }

    const unsigned depth = (unsigned)strtoul(argv[3], NULL, 10);
    unsigned long long nodes = 0, runs = 0;
    const double begin = clock_now();
    double spent = 0;
    do {
        nodes = bm_ctx_perft(ctx, depth);
        runs++;
        spent = clock_now() - begin;
    } while (spent < CLOCK_ENOUGH);
    printf("%llu %.1f\n", nodes, (double)(nodes * runs) / spent / 1e6);
    bm_ctx_destroy(ctx);
    return 0;
}
