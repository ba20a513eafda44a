/* SPDX-License-Identifier: MIT */

/*
 * Eight threads with contexts of their own, over rules that they share, find what one thread
 * alone finds. The thread sanitizer watches this program in `make test`.
 */

#include <pthread.h>

#include "banmen/notation.h"
#include "tap.h"

enum { THREADS = 8, PLIES = 200 };

struct task {
    uint64_t seed, games;
    uint64_t digest; /* of all keys, outcomes and counts */
};

static uint64_t mix(uint64_t a, uint64_t b)
{
    a ^= b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2);
    return a * 0xbf58476d1ce4e5b9u;
}

static uint64_t play_game(struct bm_ctx *ctx, uint64_t *rng)
{
    uint64_t digest = 0;
    bm_move list[BM_MAX_MOVES];
    struct bm_outcome o;
    bm_ctx_start(ctx);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
        bm_ctx_outcome(ctx, &o);
        digest = mix(digest, bm_ctx_key(ctx));
        digest = mix(digest, (uint64_t)o.result << 32 | n);
        if (o.result != BM_ONGOING)
            break;
        *rng = *rng * 6364136223846793005u + 1442695040888963407u;
        if (bm_ctx_play(ctx, list[(*rng >> 33) % n]))
            return 0;
    }
    digest = mix(digest, bm_ctx_perft(ctx, 2));
    while (bm_ctx_undo(ctx))
        ;
    return mix(digest, bm_ctx_key(ctx));
}

static void *work(void *arg)
{
    struct task *const t = arg;
    uint64_t rng = t->seed;
    for (unsigned i = 0; bm_rules_at(i); i++) {
        struct bm_ctx *ctx = NULL;
        if (bm_ctx_create(&ctx, bm_rules_at(i), PLIES))
            return NULL;
        for (uint64_t g = 0; g < t->games; g++)
            t->digest = mix(t->digest, play_game(ctx, &rng));
        bm_ctx_start(ctx);
        t->digest = mix(t->digest, bm_ctx_perft(ctx, 3));
        bm_ctx_destroy(ctx);
    }
    return NULL;
}

int main(void)
{
    const uint64_t games = tap_env_u64("BANMEN_TEST_THREADS", 200);
    struct task alone[THREADS], together[THREADS];
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        together[i] = (struct task){.seed = i + 1, .games = games};
        alone[i] = together[i];
        if (pthread_create(&threads[i], NULL, work, &together[i]))
            tap_bail("cannot start a thread");
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < THREADS; i++) {
        work(&alone[i]);
        ok_named(alone[i].digest == together[i].digest && alone[i].digest != 0,
                 "thread %u: %" PRIu64 " games of each kind", i, games);
    }
    return tap_done();
}
