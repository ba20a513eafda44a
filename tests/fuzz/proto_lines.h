/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_FUZZ_PROTO_LINES_H
#define BM_TESTS_FUZZ_PROTO_LINES_H

/* What the properties of the protocols' lines share. */

#include "banmen/variant.h"
#include "fuzz.h"
#include "protocol/protocol.h"

/* Games of both dialects, with drops, promotions back and forth, and passes. */
static inline const struct bm_rules *fuzz_game(unsigned i)
{
    static const char *const names[] = {"chess", "shogi", "crazyhouse", "janggi", "kyotoshogi"};
    static const struct bm_rules *rules[5];
    if (!rules[i % 5])
        REQUIRE(bm_rules_open(&rules[i % 5], names[i % 5], strlen(names[i % 5])) == BM_OK);
    return rules[i % 5];
}

static inline bool fuzz_same(const struct bm_buf *a, const struct bm_buf *b)
{
    return a->len == b->len && (a->len == 0 || memcmp(a->s, b->s, a->len) == 0);
}

#endif
