/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_FUZZ_H
#define BM_TESTS_FUZZ_H

/*
 * A property: it holds for every input, or the program stops. libFuzzer calls the function with
 * inputs of its own (`make fuzz`); replay.c calls it with the files of corpus/ (`make test`).
 */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(cond) fuzz_require((cond), #cond, __FILE__, __LINE__)

static inline void fuzz_require(bool holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

/* The context of one game for the whole run: a property must leave it usable. */
static inline struct bm_ctx *fuzz_ctx(const struct bm_rules *rules)
{
    static struct bm_ctx *ctx[8];
    for (unsigned i = 0; i < 8; i++) {
        if (!ctx[i])
            REQUIRE(bm_ctx_create(&ctx[i], rules, 512) == BM_OK);
        if (bm_ctx_rules(ctx[i]) == rules)
            return ctx[i];
    }
    abort();
}

/* An error names a place in the text or just behind it, and ends its sentence in NUL. */
static inline void fuzz_require_error(const struct bm_error *err, size_t size)
{
    REQUIRE(err->code != BM_OK);
    REQUIRE(memchr(err->what, '\0', sizeof err->what) != NULL);
    REQUIRE(err->what[0] != '\0');
    REQUIRE(err->column <= size + 1);
}

#endif
