/* SPDX-License-Identifier: MIT */
#include "terminal/search_debug.h"

#include <inttypes.h>
#include <stdio.h>

#include "banmen/notation.h"

enum { LINE = 1024, PV = 12 };

struct debug_line {
    char text[LINE];
    size_t len;
};

#define ADD(line, ...)                                                                        \
    do {                                                                                      \
        const int n_ = snprintf((line)->text + (line)->len, LINE - (line)->len, __VA_ARGS__); \
        (line)->len += n_ > 0 && (size_t)n_ < LINE - (line)->len ? (size_t)n_ : 0;            \
    } while (0)

static void add_debug_move(struct debug_line *l, const struct bm_ctx *ctx, bm_move m)
{
    char text[BM_COORDINATES];
    bm_move_format(m, bm_ctx_rules(ctx), text, sizeof text);
    ADD(l, "%s", text);
}

static void add_debug_value(struct debug_line *l, int value)
{
    if (value >= BM_VALUE_MATE)
        ADD(l, "a won end");
    else if (value <= -BM_VALUE_MATE)
        ADD(l, "a lost end");
    else
        ADD(l, "%+d", value);
}

static void add_begin(struct debug_line *l, const struct bm_search_event *e)
{
    ADD(l, "%u legal moves; the position stands at ", e->count);
    add_debug_value(l, e->value);
    ADD(l, "; it looks at most %u %s ahead", e->depth, e->depth == 1 ? "ply" : "plies");
    if (e->nodes != UINT64_MAX)
        ADD(l, ", at %" PRIu64 " positions", e->nodes);
    if (e->soft != INT64_MAX)
        ADD(l, ", plans %" PRId64 " ms", e->soft);
    if (e->hard != INT64_MAX)
        ADD(l, ", takes at most %" PRId64 " ms", e->hard);
    if (e->error != 0)
        ADD(l, ", and misjudges by up to %d", e->error);
}

static void add_depth(struct debug_line *l, const struct bm_ctx *ctx,
                      const struct bm_search_event *e)
{
    ADD(l, "depth %u: ", e->depth);
    add_debug_move(l, ctx, e->move);
    ADD(l, " at ");
    add_debug_value(l, e->value);
    ADD(l, ", %" PRIu64 " positions, %" PRId64 " ms:", e->nodes, e->time);
    for (size_t i = 0; i < e->pv_count && i < PV; i++) {
        ADD(l, " ");
        add_debug_move(l, ctx, e->pv[i]);
    }
}

static void add_two(struct debug_line *l, const struct bm_ctx *ctx,
                    const struct bm_search_event *e)
{
    add_debug_move(l, ctx, e->other);
    ADD(l, " at ");
    add_debug_value(l, e->other_value);
}

static const char *end_text(enum bm_search_end end)
{
    switch (end) {
    case BM_SEARCH_END_DEPTH: return "as deep as it may look";
    case BM_SEARCH_END_NODES: return "as many positions as it may look at";
    case BM_SEARCH_END_LEVEL: return "as many positions as its level has";
    case BM_SEARCH_END_TIME: return "no more time for this move";
    case BM_SEARCH_END_STOP: return "it was told to stop";
    case BM_SEARCH_END_ENOUGH: return "more would not change it, or not be done in time";
    }
    return "";
}

void bm_search_debug_print(const struct bm_ctx *ctx, const struct bm_search_event *e)
{
    struct debug_line l = {.len = 0};
    switch (e->kind) {
    case BM_EVENT_BEGIN: add_begin(&l, e); break;
    case BM_EVENT_JUDGE:
        ADD(&l, "at first sight ");
        add_debug_move(&l, ctx, e->move);
        ADD(&l, " stands at ");
        add_debug_value(&l, e->value);
        if (e->error != 0)
            ADD(&l, ", misjudged by %+d", e->error);
        break;
    case BM_EVENT_LOT:
        add_debug_move(&l, ctx, e->move);
        ADD(&l, " is drawn by lot, from %u that are equal", e->count);
        break;
    case BM_EVENT_MISS:
        ADD(&l, "depth %u: %s than expected, ", e->depth, e->error > 0 ? "better" : "worse");
        add_debug_value(&l, e->value);
        ADD(&l, " %s; it looks again", e->error > 0 ? "or more" : "or less");
        break;
    case BM_EVENT_DEPTH: add_depth(&l, ctx, e); break;
    case BM_EVENT_END:
        ADD(&l, "ends: %s; %" PRIu64 " positions, %" PRId64 " ms", end_text(e->why), e->nodes,
            e->time);
        break;
    case BM_EVENT_SPARE:
        ADD(&l, "second look: ");
        add_debug_move(&l, ctx, e->move);
        ADD(&l, " instead of ");
        add_two(&l, ctx, e);
        ADD(&l, ", which loses a piece");
        break;
    case BM_EVENT_ERROR:
        ADD(&l, "error: it plays ");
        add_debug_move(&l, ctx, e->move);
        ADD(&l, "; without misjudging it would play ");
        add_two(&l, ctx, e);
        break;
    case BM_EVENT_RIGHT:
        ADD(&l, "no error: without misjudging it would play ");
        add_debug_move(&l, ctx, e->move);
        ADD(&l, ", too");
        break;
    }
    fprintf(stderr, "debug: %s\n", l.text); /* one call: threads do not mix their lines */
}
