/* SPDX-License-Identifier: MIT */
#include "uci/uci_mate.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "banmen/mate.h"
#include "io/monotonic.h"
#include "uci/uci_search.h"

struct bm_uci_mate {
    struct bm_task task; /* first: it is found by it */
    const struct bm_ctx *ctx;
    unsigned hash;
    int64_t time;
    atomic_bool stopped;
    struct bm_buf line;
    void (*done)(void *user);
    void *user;
};

static bool is_mate_stopped(void *user) { return ((struct bm_uci_mate *)user)->stopped; }

static void put_named_number(struct bm_uci_mate *m, const char *name, uint64_t v)
{
    bm_buf_text(&m->line, name);
    bm_buf_u64(&m->line, v, 0);
}

/* Report the depth without a mate. */
static void tell_deeper(void *user, unsigned plies, uint64_t nodes)
{
    struct bm_uci_mate *const m = user;
    put_named_number(m, "info depth ", plies);
    put_named_number(m, " nodes ", nodes);
    bm_uci_write(&m->line);
}

static void search_checkmate(struct bm_task *task)
{
    struct bm_uci_mate *const m = (struct bm_uci_mate *)task;
    const struct bm_rules *const rules = bm_ctx_rules(m->ctx);
    const struct bm_mate_hooks hooks = {
        .now = bm_monotonic_ms, .stopped = is_mate_stopped, .deeper = tell_deeper, .user = m};
    const struct bm_mate_limits limits = {
        .checks = bm_rules_info(rules)->has_hands, .quick = true, .time = m->time};
    struct bm_mate *mate = NULL;
    struct bm_mate_result r = {.line_count = 0};
    const bool able = bm_mate_create(&mate, rules, m->hash) == BM_OK &&
                      bm_mate_solve(mate, m->ctx, &limits, &hooks, &r) == BM_OK;
    bm_buf_text(&m->line, "checkmate");
    if (!able)
        bm_buf_text(&m->line, " notimplemented");
    else if (r.status == BM_MATE_NONE)
        bm_buf_text(&m->line, " nomate");
    else if (r.line_count == 0)
        bm_buf_text(&m->line, " timeout");
    for (size_t i = 0; i < r.line_count; i++) {
        char move[BM_COORDINATES];
        (void)bm_wire_move_format(r.line[i], BM_PROTO_USI, rules, move, sizeof move);
        bm_buf_char(&m->line, ' ');
        bm_buf_text(&m->line, move);
    }
    bm_uci_write(&m->line);
    bm_mate_destroy(mate);
}

static void on_checkmate_done(struct bm_task *task, bool cancelled)
{
    struct bm_uci_mate *const m = (struct bm_uci_mate *)task;
    void (*const done)(void *user) = m->done;
    void *const user = m->user;
    (void)cancelled; /* it never is */
    bm_buf_free(&m->line);
    free(m);
    done(user);
}

bool bm_uci_mate_start(struct bm_uci_mate **out, struct bm_loop *loop, const struct bm_ctx *ctx,
                       unsigned hash, int64_t time, void (*done)(void *user), void *user)
{
    struct bm_uci_mate *const m = calloc(1, sizeof *m);
    *out = m;
    if (!m)
        return false;
    m->task.work = search_checkmate;
    m->task.done = on_checkmate_done;
    m->ctx = ctx;
    m->hash = hash;
    m->time = time;
    m->done = done;
    m->user = user;
    if (bm_task_run(&m->task, loop, NULL))
        return true;
    free(m);
    *out = NULL;
    return false;
}

void bm_uci_mate_stop(struct bm_uci_mate *m) { m->stopped = true; }
