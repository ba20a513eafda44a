/* SPDX-License-Identifier: MIT */
/* The only file of search/ that allocates. */
#ifdef __linux__
#    define _DEFAULT_SOURCE /* madvise() */
#    include <sys/mman.h>
#endif

#include <stdlib.h>
#include <string.h>

#include "banmen/variant.h"
#include "search/level.h"
#include "search/thread.h"

/* Lines of usual length fit at once. */
enum { PLIES = 256, ROOM = 2 };

bm_status bm_search_create(struct bm_search **out, const struct bm_rules *rules,
                           const struct bm_search_options *options)
{
    if (!out || !rules || !options || !bm_level_name(options->level))
        return BM_EINVAL;
    struct bm_search *const s = calloc(1, sizeof *s);
    if (!s)
        return BM_ENOMEM;
    s->rules = bm_rules_hold(rules);
    s->options = *options;
    const bm_status status = bm_ctx_create(&s->ctx, rules, PLIES);
    if (status != BM_OK) {
        bm_search_destroy(s);
        return status;
    }
    atomic_init(&s->flags, 0);
    bm_values_find(s->value, rules);
    if (options->level >= 3 && bm_hunt_create(s)) {
        bm_search_destroy(s);
        return BM_ENOMEM;
    }
    *out = s;
    return BM_OK;
}

void bm_search_destroy(struct bm_search *search)
{
    if (!search)
        return;
    bm_hunt_destroy(search);
    bm_ctx_destroy(search->ctx);
    bm_rules_release(search->rules);
    free(search);
}

bm_status bm_search_follow(struct bm_search *s, const struct bm_ctx *ctx)
{
    const unsigned need = bm_ctx_plies(ctx) + ROOM;
    unsigned plies = bm_ctx_plies(s->ctx) + bm_ctx_room(s->ctx);
    if (plies < need) {
        struct bm_ctx *larger;
        const unsigned twice = need > plies * 2 ? need : plies * 2;
        const bm_status status =
            bm_ctx_create(&larger, s->rules, bm_ctx_size(s->rules, twice) != 0 ? twice : need);
        if (status != BM_OK)
            return status;
        bm_ctx_destroy(s->ctx);
        s->ctx = larger;
    }
    return bm_ctx_copy(s->ctx, ctx);
}

/* ---- Levels that search ---- */

enum { USUAL_HASH = 16, PAIRS = 1 << 20, LISTED = 1 << 16 };
enum { FIRST_STALL = 25 }; /* ms, until it is seen how busy the machine is */

/*
 * Zeros for tables that are read all over: on large pages, where the system has them, since
 * each look would have to find a small one first.
 */
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

/* Part of a piece of memory that is measured first and then handed out. */
static void *part(unsigned char *base, size_t *at, size_t size)
{
    void *const p = base ? base + *at : NULL;
    *at += (size + 63) & ~(size_t)63;
    return p;
}

static size_t lay_out(struct bm_hunter *h, unsigned char *base)
{
    const unsigned squares = h->squares;
    size_t at = 0;
    h->tables = part(base, &at, 0);
    h->history = part(base, &at, 2 * h->indices * sizeof *h->history);
    h->butterfly =
        part(base, &at, 2 * (squares + BM_MAX_KINDS) * squares * sizeof *h->butterfly);
    h->captures = part(base, &at, h->indices * (BM_MAX_KINDS + 1) * sizeof *h->captures);
    h->continuation = part(base, &at, PAIRS * sizeof *h->continuation);
    h->corrections = part(base, &at, (size_t)SHAPES * SHAPES_KEPT * sizeof *h->corrections);
    h->counters = part(base, &at, 2 * h->indices * sizeof *h->counters);
    h->pawns = part(base, &at, PAWNS_KEPT * sizeof *h->pawns);
    h->tables_size = at;
    h->steps = part(base, &at, STEPS * sizeof *h->steps);
    h->pv = part(base, &at, (MAX_PLY + 2) * sizeof *h->pv);
    h->pv_len = part(base, &at, (MAX_PLY + 2) * sizeof *h->pv_len);
    h->list_moves = part(base, &at, LISTED * sizeof *h->list_moves);
    h->list_scores = part(base, &at, LISTED * sizeof *h->list_scores);
    return at;
}

/* One who searches; *worths is shared. */
static struct bm_hunter *create_hunter(const struct bm_search *s, unsigned number,
                                       const struct bm_worths *worths)
{
    const struct bm_rules_info *const info = bm_rules_info(s->rules);
    /* It holds a position, which kernels read by vectors. */
    struct bm_hunter *const h = aligned_alloc(_Alignof(struct bm_hunter), sizeof *h);
    if (!h)
        return NULL;
    memset(h, 0, sizeof *h);
    h->hunt = s->hunt;
    h->number = number;
    h->squares = info->squares;
    h->indices = info->kinds * info->squares;
    h->continuation_mask = PAIRS - 1;
    h->list_size = LISTED;
    h->worths = worths;
    h->roots = calloc(info->max_moves ? info->max_moves : BM_MAX_MOVES, sizeof *h->roots);
    unsigned char *const base = allocate_large(lay_out(h, NULL));
    (void)lay_out(h, base);
    if (!h->roots || !base) {
        free(h->roots);
        free(base);
        free(h);
        return NULL;
    }
    h->steps += STEPS_BEFORE;
    return h;
}

static bool create_memos(struct bm_memos *t, const struct bm_search_options *options)
{
    const unsigned hash = options->level < BM_LEVELS ? BM_SKILL_HASH
                          : options->hash            ? options->hash
                                                     : USUAL_HASH;
    const size_t bytes = (size_t)hash << 20;
    size_t clusters = 1;
    while (clusters * 2 * MEMO_CLUSTER * sizeof(struct bm_memo) <= bytes)
        clusters *= 2;
    t->mask = clusters - 1;
    t->at = allocate_large(clusters * MEMO_CLUSTER * sizeof(struct bm_memo));
    return t->at != NULL;
}

/* What pieces are worth, and where. */
static bool create_worths(struct bm_search *s)
{
    const size_t room = bm_worths_size(s->rules);
    struct bm_worths *const w = s->worths = calloc(1, sizeof *w);
    if (w && room)
        w->memory = calloc(1, room);
    if (!w || (room && !w->memory))
        return false;
    bm_worths_find(w, s->rules, s->value);
    return true;
}

bm_status bm_hunt_create(struct bm_search *s)
{
    const unsigned threads = s->options.level == BM_LEVELS ? s->options.threads : 1;
    const unsigned count = threads < 1                ? 1
                           : threads > BM_MAX_THREADS ? BM_MAX_THREADS
                                                      : threads;
    s->hunt = calloc(1, sizeof *s->hunt);
    s->crew = calloc(count, sizeof *s->crew);
    if (!s->hunt || !s->crew || !create_worths(s) ||
        !create_memos(&s->hunt->memos, &s->options))
        return BM_ENOMEM;
    s->hunt->rules = s->rules;
    s->hunt->stall = FIRST_STALL;
    for (; s->crew_count < count; s->crew_count++) {
        s->crew[s->crew_count] = create_hunter(s, s->crew_count, s->worths);
        if (!s->crew[s->crew_count])
            return BM_ENOMEM;
    }
    s->hunter = s->crew[0];
    return BM_OK;
}

static bool make_room(struct bm_hunter *h, unsigned plies)
{
    const size_t need = plies + MAX_PLY + 2;
    if (need <= h->keys_room)
        return true;
    uint64_t *const keys = calloc(2 * need, sizeof *keys + 2);
    if (!keys)
        return false;
    free(h->keys);
    h->keys = keys;
    h->keys_room = 2 * need;
    h->gave_check = (bool *)(keys + h->keys_room);
    h->movers = (uint8_t *)h->gave_check + h->keys_room;
    return true;
}

bm_status bm_hunt_room(struct bm_search *s, unsigned plies)
{
    for (unsigned i = 0; i < s->crew_count; i++)
        if (!make_room(s->crew[i], plies))
            return BM_ENOMEM;
    return BM_OK;
}

void bm_hunt_destroy(struct bm_search *s)
{
    for (unsigned i = 0; i < s->crew_count; i++) {
        struct bm_hunter *const h = s->crew[i];
        free(h->tables);
        free(h->keys);
        free(h->roots);
        free(h);
    }
    if (s->worths)
        free(s->worths->memory);
    free(s->worths);
    if (s->hunt)
        free((void *)s->hunt->memos.at);
    free((void *)s->crew);
    free(s->hunt);
}
