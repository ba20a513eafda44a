/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_RATE_LIMITS_H
#define BM_SERVER_RATE_LIMITS_H

/*
 * Rate limits, as token buckets. A bucket fills at its own pace until it is full; when it is
 * empty, the caller learns how long to wait. Memory is bounded: full buckets are forgotten,
 * which changes nothing, and if there is still no space, the fullest are.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bm_rate_limit {
    BM_RATE_LIMIT_REQUESTS,     /* of an address */
    BM_RATE_LIMIT_WRITES,       /* of a person */
    BM_RATE_LIMIT_COSTLY,       /* of a person */
    BM_RATE_LIMIT_COSTLY_PLACE, /* of an address, however many guest ids it uses */
    BM_RATE_LIMIT_SIGN_UPS,     /* of an address */
    BM_RATE_LIMIT_LOG_INS,      /* of an address */
    /* Wrong guesses at passwords */
    BM_RATE_LIMIT_GUESS_PLACE,  /* from an address */
    BM_RATE_LIMIT_GUESS_PAIR,   /* from an address, at a name: "ADDRESS NAME" */
    BM_RATE_LIMIT_GUESS_NAME,   /* at a name, from wherever: when it is used up, */
    BM_RATE_LIMIT_GUESS_STRICT, /* this counts for each "ADDRESS NAME", too */
    BM_RATE_LIMIT_GUESS_DEVICE, /* from a browser that has logged in there before */
    BM_RATE_LIMITS
};

struct bm_rate_limits;

struct bm_rate_limits *bm_rate_limits_create(void); /* NULL: no memory */
void bm_rate_limits_destroy(struct bm_rate_limits *l);

/*
 * Take a token from a bucket. 0: it was taken; else how many ms to wait for one, and nothing
 * was taken. IPv6 addresses count by their first half, a household's prefix. `now` is in ms
 * and monotonic.
 */
int64_t bm_rate_limits_take(struct bm_rate_limits *l, enum bm_rate_limit kind,
                            const char *whose, int64_t now);
/* What counts of an address, as text: equal for addresses that count as one. */
void bm_rate_limits_address_key(const char *address, char *out, size_t cap);
/* The same answer without taking. */
int64_t bm_rate_limits_wait(struct bm_rate_limits *l, enum bm_rate_limit kind,
                            const char *whose, int64_t now);

/* Whether two addresses count as one. */
bool bm_rate_limits_is_same_address(const char *a, const char *b);

#endif
