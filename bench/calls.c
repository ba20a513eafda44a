/* SPDX-License-Identifier: MIT */
/*
 * What one call costs: "GAME CALL NANOSECONDS" lines. The positions are those of random games,
 * so that branches and caches see what a program shows them; in each position every legal move
 * is made, judged and played.
 */
#include <stdio.h>
#include <stdlib.h>

#include "banmen/notation.h"
#include "clock.h"
#include "kernel/kernel.h"
#include "rules/ctx.h"

/* make_tmpl.c, once per kernel and instruction set. */
typedef uint64_t loop(void *pos, const bm_move *moves, size_t n);
loop bm_chess_baseline_bench_make, bm_shogi_baseline_bench_make;
#ifdef BM_HAVE_AVX2
loop bm_chess_avx2_bench_make, bm_shogi_avx2_bench_make;
#endif

static loop *find_loop(const struct bm_kernel *k)
{
#ifdef BM_HAVE_AVX2
    if (k == &bm_chess_avx2_kernel)
        return bm_chess_avx2_bench_make;
    if (k == &bm_shogi_avx2_kernel)
        return bm_shogi_avx2_bench_make;
#endif
    return k == &bm_chess_baseline_kernel ? bm_chess_baseline_bench_make
                                          : bm_shogi_baseline_bench_make;
}

enum { POSITIONS = 64, LINE = 64 };

struct sample {
    _Alignas(64) union bm_any_pos pos;
    bm_move moves[BM_MAX_MOVES];
    size_t n;
};

static uint64_t seed = 20261115;

static uint64_t random_word(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* Positions from random games, each with its legal moves; returns their sum. */
static size_t collect(struct sample *samples, struct bm_ctx *ctx)
{
    size_t sum = 0;
    bm_ctx_start(ctx);
    for (unsigned i = 0; i < POSITIONS;) {
        struct sample *const s = &samples[i];
        s->n = bm_ctx_moves(ctx, s->moves, BM_MAX_MOVES);
        if (s->n == 0 || bm_ctx_plies(ctx) >= LINE ||
            bm_ctx_play(ctx, s->moves[random_word() % s->n]) != 0) {
            bm_ctx_start(ctx);
            continue;
        }
        bm_ctx_undo(ctx);
        s->pos = ctx->pos;
        sum += s->n;
        i++;
        if (bm_ctx_play(ctx, s->moves[random_word() % s->n]) != 0)
            bm_ctx_start(ctx);
    }
    return sum;
}

enum call { MAKE_UNMAKE, CALLED, JUDGE, CTX_JUDGE, PLAY_UNDO, LIST, COUNT, CALLS };
static const char *const names[CALLS] = {
    [MAKE_UNMAKE] = "make+unmake", [CALLED] = "make+unmake-called",  [JUDGE] = "kernel-judge",
    [CTX_JUDGE] = "bm_ctx_judge",  [PLAY_UNDO] = "bm_ctx_play+undo", [LIST] = "moves/move",
    [COUNT] = "count/move",
};

/* One round over all samples; the sum keeps the compiler from leaving work out. */
static uint64_t round_of(enum call call, struct sample *samples, struct bm_ctx *ctx)
{
    const struct bm_kernel *const k = ctx->kernel;
    loop *const make = find_loop(k);
    _Alignas(64) unsigned char undo[256];
    bm_move list[BM_MAX_MOVES];
    uint64_t sum = 0;
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct sample *const s = &samples[i];
        if (call == CTX_JUDGE || call == PLAY_UNDO)
            ctx->pos = s->pos;
        switch (call) {
        case MAKE_UNMAKE: sum ^= make(&s->pos, s->moves, s->n); break;
        case CALLED:
            for (size_t m = 0; m < s->n; m++) {
                k->make(&s->pos, s->moves[m], undo);
                sum ^= s->pos.head.key;
                k->unmake(&s->pos, s->moves[m], undo);
            }
            break;
        case JUDGE:
            for (size_t m = 0; m < s->n; m++)
                sum += k->judge(&s->pos, s->moves[m]);
            break;
        case CTX_JUDGE:
            for (size_t m = 0; m < s->n; m++)
                sum += bm_ctx_judge(ctx, s->moves[m]);
            break;
        case PLAY_UNDO:
            for (size_t m = 0; m < s->n; m++) {
                sum += bm_ctx_play(ctx, s->moves[m]);
                bm_ctx_undo(ctx);
            }
            break;
        case LIST: sum += k->moves(&s->pos, list); break;
        case COUNT: sum += k->count(&s->pos); break;
        case CALLS: break;
        }
    }
    return sum;
}

int main(void)
{
    struct sample *const samples = aligned_alloc(64, POSITIONS * sizeof *samples);
    uint64_t sink = 0;
    for (unsigned g = 0; g < 3; g += 2) {
        const struct bm_rules *const rules = bm_rules_at(g);
        struct bm_ctx *ctx;
        if (!samples || bm_ctx_create(&ctx, rules, 512) != BM_OK)
            return 1;
        const size_t moves = collect(samples, ctx);
        bm_ctx_start(ctx);
        for (enum call call = 0; call < CALLS; call++) {
            unsigned long long rounds = 0;
            double spent = 0;
            const double begin = clock_now();
            do {
                sink += round_of(call, samples, ctx);
                rounds++;
                spent = clock_now() - begin;
            } while (spent < CLOCK_ENOUGH);
            printf("%s %s %.2f\n", bm_rules_info(rules)->name, names[call],
                   spent * 1e9 / (double)(rounds * moves));
        }
        bm_ctx_destroy(ctx);
    }
    free(samples);
    return sink == 42; /* never: it only has to be used */
}
