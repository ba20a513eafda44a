/* SPDX-License-Identifier: MIT */
/* The memory of the tree search: its threads and the tables that they share. */
#ifdef __linux__
#    define _DEFAULT_SOURCE /* madvise() */
#    include <sys/mman.h>
#endif

#include <stdlib.h>
#include <string.h>

#include "search/level.h"
#include "search/thread.h"

enum { USUAL_HASH = 16, PAIRS = 1 << 20, LISTED = 1 << 16 };
enum { FIRST_STALL = 25 }; /* ms of delay assumed before any was measured */

/* Zeroed memory for tables with random access: on huge pages where the system has them, to
 * avoid TLB misses. */
static void *allocate_large(size_t bytes)
{
    const size_t page = (size_t)2 << 20;
    const size_t align = bytes < page ? 64 : page;
    bytes = (bytes + align - 1) & ~(align - 1);
    void *const p = aligned_alloc(align, bytes);
#ifdef MADV_HUGEPAGE
    if (p && align == page)
        (void)madvise(p, bytes, MADV_HUGEPAGE);
#endif
    return p ? memset(p, 0, bytes) : NULL;
}

/* Part of a block: the size is measured in a first pass with base NULL, then handed out. */
static void *block_part(unsigned char *base, size_t *at, size_t size)
{
    void *const p = base ? base + *at : NULL;
    *at += (size + 63) & ~(size_t)63;
    return p;
}

static size_t lay_out_histories(struct bm_search_thread *td, unsigned char *base)
{
    const unsigned squares = td->squares;
    size_t at = 0;
    td->learned = block_part(base, &at, 0);
    td->piece_to_history =
        block_part(base, &at, 2 * td->piece_to_count * sizeof *td->piece_to_history);
    td->butterfly_history = block_part(
        base, &at, 2 * (squares + BM_MAX_KINDS) * squares * sizeof *td->butterfly_history);
    td->capture_history = block_part(
        base, &at, td->piece_to_count * (BM_MAX_KINDS + 1) * sizeof *td->capture_history);
    td->continuation_history = block_part(base, &at, PAIRS * sizeof *td->continuation_history);
    td->correction_history = block_part(
        base, &at, (size_t)CORRECTION_KEYS * CORRECTION_SIZE * sizeof *td->correction_history);
    td->counter_moves =
        block_part(base, &at, 2 * td->piece_to_count * sizeof *td->counter_moves);
    td->pawn_table = block_part(base, &at, PAWN_TABLE_SIZE * sizeof *td->pawn_table);
    td->learned_size = at;
    td->stack = block_part(base, &at, STACK_SIZE * sizeof *td->stack);
    td->pv = block_part(base, &at, (MAX_PLY + 2) * sizeof *td->pv);
    td->pv_len = block_part(base, &at, (MAX_PLY + 2) * sizeof *td->pv_len);
    td->list_moves = block_part(base, &at, LISTED * sizeof *td->list_moves);
    td->list_scores = block_part(base, &at, LISTED * sizeof *td->list_scores);
    return at;
}

/* One thread; the variant evaluation tables are shared. */
static struct bm_search_thread *create_thread(const struct bm_search *s, unsigned number,
                                              const struct bm_variant_eval *variant_eval)
{
    const struct bm_rules_info *const info = bm_rules_info(s->rules);
    /* Positions in it are aligned for vector instructions. */
    struct bm_search_thread *const td =
        aligned_alloc(_Alignof(struct bm_search_thread), sizeof *td);
    if (!td)
        return NULL;
    memset(td, 0, sizeof *td);
    td->shared = s->shared;
    td->id = number;
    td->squares = info->squares;
    td->piece_to_count = info->kinds * info->squares;
    td->continuation_mask = PAIRS - 1;
    td->list_size = LISTED;
    td->variant_eval = variant_eval;
    td->root_moves =
        calloc(info->max_moves ? info->max_moves : BM_MAX_MOVES, sizeof *td->root_moves);
    unsigned char *const base = allocate_large(lay_out_histories(td, NULL));
    (void)lay_out_histories(td, base);
    if (!td->root_moves || !base) {
        free(td->root_moves);
        free(base);
        free(td);
        return NULL;
    }
    td->stack += STACK_OFFSET;
    return td;
}

static bool create_tt(struct bm_tt *t, const struct bm_search_options *options)
{
    const unsigned hash = options->level < BM_LEVELS ? BM_SKILL_HASH
                          : options->hash            ? options->hash
                                                     : USUAL_HASH;
    const size_t bytes = (size_t)hash << 20;
    size_t clusters = 1;
    while (clusters * 2 * TT_CLUSTER * sizeof(struct bm_tt_entry) <= bytes)
        clusters *= 2;
    t->mask = clusters - 1;
    t->entries = allocate_large(clusters * TT_CLUSTER * sizeof(struct bm_tt_entry));
    return t->entries != NULL;
}

/* Evaluation tables for the variant kernel. */
static bool create_variant_eval(struct bm_search *s)
{
    const size_t room = bm_variant_eval_size(s->rules);
    struct bm_variant_eval *const w = s->variant_eval = calloc(1, sizeof *w);
    if (w && room)
        w->memory = calloc(1, room);
    if (!w || (room && !w->memory))
        return false;
    bm_variant_eval_init(w, s->rules, s->value);
    return true;
}

bm_status bm_threads_create(struct bm_search *s)
{
    const unsigned threads = s->options.level == BM_LEVELS ? s->options.threads : 1;
    const unsigned count = threads < 1                ? 1
                           : threads > BM_MAX_THREADS ? BM_MAX_THREADS
                                                      : threads;
    s->shared = calloc(1, sizeof *s->shared);
    s->threads = calloc(count, sizeof *s->threads);
    if (!s->shared || !s->threads || !create_variant_eval(s) ||
        !create_tt(&s->shared->tt, &s->options))
        return BM_ENOMEM;
    s->shared->rules = s->rules;
    s->shared->stall = FIRST_STALL;
    for (; s->thread_count < count; s->thread_count++) {
        s->threads[s->thread_count] = create_thread(s, s->thread_count, s->variant_eval);
        if (!s->threads[s->thread_count])
            return BM_ENOMEM;
    }
    s->main_thread = s->threads[0];
    return BM_OK;
}

static bool make_thread_room(struct bm_search_thread *td, unsigned plies)
{
    const size_t need = plies + MAX_PLY + 2;
    if (need <= td->keys_capacity)
        return true;
    uint64_t *const keys = calloc(2 * need, sizeof *keys + 2);
    if (!keys)
        return false;
    free(td->keys);
    td->keys = keys;
    td->keys_capacity = 2 * need;
    td->gave_check = (bool *)(keys + td->keys_capacity);
    td->movers = (uint8_t *)td->gave_check + td->keys_capacity;
    return true;
}

bm_status bm_threads_reserve(struct bm_search *s, unsigned plies)
{
    for (unsigned i = 0; i < s->thread_count; i++)
        if (!make_thread_room(s->threads[i], plies))
            return BM_ENOMEM;
    return BM_OK;
}

void bm_threads_destroy(struct bm_search *s)
{
    for (unsigned i = 0; i < s->thread_count; i++) {
        struct bm_search_thread *const td = s->threads[i];
        free(td->learned);
        free(td->keys);
        free(td->root_moves);
        free(td);
    }
    if (s->variant_eval)
        free(s->variant_eval->memory);
    free(s->variant_eval);
    if (s->shared)
        free((void *)s->shared->tt.entries);
    free((void *)s->threads);
    free(s->shared);
}
