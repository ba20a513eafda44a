/* SPDX-License-Identifier: MIT */
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "net/http/http.h"
#include "server/app/rate_limits.h"

/*
 * Two browsers with many tabs at one address stay within these; guessing passwords does not.
 */
static const struct {
    int64_t every; /* ms until one more may be taken */
    int64_t most;  /* what a full allowance has */
    bool by_place; /* the first word is an address */
} limits[BM_RATE_LIMITS] = {
    [BM_RATE_LIMIT_REQUESTS] = {25, 240, true},
    [BM_RATE_LIMIT_WRITES] = {200, 40, false},
    [BM_RATE_LIMIT_COSTLY] = {5000, 5, false},
    [BM_RATE_LIMIT_COSTLY_PLACE] = {1000, 20, true},
    [BM_RATE_LIMIT_SIGN_UPS] = {30000, 10, true},
    [BM_RATE_LIMIT_LOG_INS] = {5000, 20, true},
    [BM_RATE_LIMIT_GUESS_PLACE] = {10000, 30, true},
    [BM_RATE_LIMIT_GUESS_PAIR] = {30000, 10, true},
    [BM_RATE_LIMIT_GUESS_NAME] = {20000, 100, false},
    [BM_RATE_LIMIT_GUESS_STRICT] = {300000, 3, true},
    [BM_RATE_LIMIT_GUESS_DEVICE] = {10000, 20, false},
};

enum { PLACES = 1 << 16, TRIED = 8 };

/* An allowance is one number: when it will be full. One that is full needs no entry. */
struct rate_entry {
    uint64_t key;
    int64_t full_at;
};

struct bm_rate_limits {
    /* A keyed hash: addresses cannot be chosen to collide. */
    unsigned char key[crypto_shorthash_KEYBYTES];
    struct rate_entry entries[PLACES];
};

struct bm_rate_limits *bm_rate_limits_create(void)
{
    struct bm_rate_limits *const l = calloc(1, sizeof *l);
    if (l)
        randombytes_buf(l->key, sizeof l->key);
    return l;
}

void bm_rate_limits_destroy(struct bm_rate_limits *l) { free(l); }

/* What counts of an address, at `out`; returns its length, 0 if it is no address. */
static size_t address_key_of(const char *address, unsigned char out[16])
{
    unsigned char place[BM_PLACE_SIZE];
    bm_net_place(address, place);
    const size_t n = place[0] == 4 ? 4 : place[0] == 6 ? 8 : 0;
    memcpy(out, place + 1, n);
    return n;
}

bool bm_rate_limits_is_same_address(const char *a, const char *b)
{
    unsigned char x[16], y[16];
    const size_t n = address_key_of(a, x);
    return n == 0 ? strcmp(a, b) == 0 : n == address_key_of(b, y) && memcmp(x, y, n) == 0;
}

enum { LONGEST = 256 };

/* What is hashed: the text, with its first word replaced by the address key if it is an
 * address. */
static size_t bytes_of(enum bm_rate_limit kind, const char *whose, unsigned char out[LONGEST])
{
    char address[64];
    unsigned char place[16];
    const size_t first = limits[kind].by_place ? strcspn(whose, " ") : 0;
    size_t n = 0;
    if (first != 0 && first < sizeof address) {
        memcpy(address, whose, first);
        address[first] = '\0';
        n = address_key_of(address, place);
        memcpy(out, place, n);
    }
    const char *const rest = n ? whose + first : whose;
    size_t len = strlen(rest);
    if (len > LONGEST - n)
        len = LONGEST - n;
    memcpy(out + n, rest, len);
    return n + len;
}

void bm_rate_limits_address_key(const char *address, char *out, size_t cap)
{
    unsigned char place[16] = {0};
    const size_t n = address_key_of(address, place);
    if (n == 8)
        memset(place + n, 0, sizeof place - n);
    if (cap == 0)
        return;
    out[0] = '\0';
    if (n && uv_inet_ntop(n == 4 ? AF_INET : AF_INET6, place, out, cap) == 0)
        return;
    (void)snprintf(out, cap, "%s", address);
}

static uint64_t key_of(const struct bm_rate_limits *l, enum bm_rate_limit kind,
                       const char *whose)
{
    unsigned char bytes[LONGEST], sum[crypto_shorthash_BYTES];
    (void)crypto_shorthash(sum, bytes, bytes_of(kind, whose, bytes), l->key);
    uint64_t key;
    memcpy(&key, sum, sizeof key);
    return key + (uint64_t)kind * UINT64_C(0x9e3779b97f4a7c15);
}

/* The entry of a key, or the one that it may have: a full one, else the fullest nearby. */
static struct rate_entry *entry_of(struct bm_rate_limits *l, uint64_t key)
{
    struct rate_entry *best = NULL;
    for (size_t i = 0; i < TRIED; i++) {
        struct rate_entry *const e = &l->entries[(key + i) % PLACES];
        if (e->key == key)
            return e;
        if (!best || e->full_at < best->full_at)
            best = e;
    }
    return best;
}

static int64_t query_limit(struct bm_rate_limits *l, enum bm_rate_limit kind, const char *whose,
                           int64_t now, bool take)
{
    const uint64_t key = key_of(l, kind, whose);
    struct rate_entry *const e = entry_of(l, key);
    const int64_t every = limits[kind].every;
    const int64_t full_at = (e->key == key && e->full_at > now ? e->full_at : now) + every;
    const int64_t wait = full_at - now - every * limits[kind].most;
    if (wait > 0)
        return wait;
    if (take)
        *e = (struct rate_entry){key, full_at};
    return 0;
}

int64_t bm_rate_limits_take(struct bm_rate_limits *l, enum bm_rate_limit kind,
                            const char *whose, int64_t now)
{
    return query_limit(l, kind, whose, now, true);
}

int64_t bm_rate_limits_wait(struct bm_rate_limits *l, enum bm_rate_limit kind,
                            const char *whose, int64_t now)
{
    return query_limit(l, kind, whose, now, false);
}
