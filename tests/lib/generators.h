/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_GENERATORS_H
#define BM_TESTS_GENERATORS_H

/* Both generators of the kernel for variants, in each of its instances. */

#include "kernel/kernel.h"
#include "kernel/variant/compiled.h"

/* The two generators of an instance: only the kernel's own files see their declarations. */
typedef size_t generator(const void *pos, bm_move *out, int mode);
#define DECLARE(isa)                                                             \
    generator bm_variant64_##isa##_fast_moves, bm_variant128_##isa##_fast_moves, \
        bm_variant256_##isa##_fast_moves, bm_variant64_##isa##_slow_moves,       \
        bm_variant128_##isa##_slow_moves, bm_variant256_##isa##_slow_moves;
#define INSTANCE(bits, isa)                                                        \
    {                                                                              \
        &bm_variant##bits##_##isa##_kernel, bm_variant##bits##_##isa##_fast_moves, \
            bm_variant##bits##_##isa##_slow_moves                                  \
    }

struct instance {
    const struct bm_kernel *k;
    generator *fast, *slow;
};

DECLARE(baseline)
static const struct instance baseline[] = {INSTANCE(64, baseline), INSTANCE(128, baseline),
                                           INSTANCE(256, baseline)};
#ifdef BM_HAVE_AVX2
DECLARE(avx2)
static const struct instance avx2[] = {INSTANCE(64, avx2), INSTANCE(128, avx2),
                                       INSTANCE(256, avx2)};
#endif

/* How every position of the kernel begins: see kernel/variant/pos.h. */
struct front {
    struct bm_head head;
    const struct bm_compiled *game;
    bool fast;
};

#endif
