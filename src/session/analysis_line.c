/* SPDX-License-Identifier: MIT */
#include "session/analysis_line.h"

#include <stdlib.h>

void bm_line_queue_init(struct bm_line_queue *q, int64_t interval, bm_describe_line *describe)
{
    *q = (struct bm_line_queue){.interval = interval, .describe = describe};
    q->last = &q->first;
}

void bm_line_queue_clear(struct bm_line_queue *q, struct bm_ctx *ctx, int64_t now)
{
    bm_queued_lines_free(q->first);
    q->first = NULL;
    q->last = &q->first;
    q->ctx = ctx;
    q->failed = false;
    q->published = now - q->interval;
}

void bm_queued_line_free(struct bm_queued_line *l)
{
    bm_buf_free(&l->text);
    free(l);
}

void bm_queued_lines_free(struct bm_queued_line *first)
{
    while (first) {
        struct bm_queued_line *const next = first->next;
        bm_queued_line_free(first);
        first = next;
    }
}

static void append_line(struct bm_line_queue *q, struct bm_queued_line *l)
{
    *q->last = l;
    q->last = &l->next;
}

/* A newer line of the same rank takes the place of one that was not taken yet. */
static void drop_older(struct bm_line_queue *q, unsigned rank)
{
    for (struct bm_queued_line **at = &q->first; *at; at = &(*at)->next) {
        struct bm_queued_line *const old = *at;
        if (old->line.info.multipv != rank)
            continue;
        *at = old->next;
        if (!old->next)
            q->last = at;
        bm_queued_line_free(old);
        return;
    }
}

static struct bm_queued_line *make_line(struct bm_line_queue *q, size_t moves)
{
    struct bm_queued_line *const l = calloc(1, sizeof *l + moves * sizeof *l->pv);
    q->failed |= !l;
    return l;
}

void bm_line_queue_add(struct bm_line_queue *q, const struct bm_analysis_line *line)
{
    struct bm_queued_line *const l = make_line(q, line->info.pv_count);
    if (!l)
        return;
    if (q->interval)
        drop_older(q, line->info.multipv);
    l->line = *line;
    l->line.info.pv = l->pv;
    if (line->info.pv_count != 0)
        memcpy(l->pv, line->info.pv, line->info.pv_count * sizeof *l->pv);
    append_line(q, l);
}

void bm_line_queue_add_current(struct bm_line_queue *q, bm_move move, unsigned number)
{
    struct bm_queued_line *const l = make_line(q, 0);
    if (!l)
        return;
    l->current = move;
    l->number = number;
    append_line(q, l);
}

int64_t bm_line_queue_wait(const struct bm_line_queue *q, int64_t now)
{
    const int64_t wait = q->published + q->interval - now;
    return !q->first ? -1 : wait > 0 ? wait : 0;
}

struct bm_queued_line *bm_line_queue_take(struct bm_line_queue *q, int64_t now)
{
    struct bm_queued_line *const first = q->first;
    q->first = NULL;
    q->last = &q->first;
    q->published = now;
    for (struct bm_queued_line *l = first; l && q->describe; l = l->next) {
        if (l->line.info.multipv == 0)
            continue;
        q->describe(&l->text, q->ctx, &l->line);
        q->failed |= l->text.failed;
        l->line.text = l->text.failed ? NULL : l->text.s;
        l->line.text_len = l->text.failed ? 0 : l->text.len;
    }
    return first;
}
