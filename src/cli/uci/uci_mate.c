/* SPDX-License-Identifier: MIT */
#include "cli/uci/uci_mate.h"

#include "banmen/mate.h"
#include "io/monotonic.h"

static bool is_search_stopped(void *user)
{
    struct bm_uci_search *const t = user;
    pthread_mutex_lock(&t->lock);
    const bool stop = t->stopped || t->quit;
    pthread_mutex_unlock(&t->lock);
    return stop;
}

static void put_named_number(struct bm_uci_search *t, const char *name, uint64_t v)
{
    bm_buf_text(&t->line, name);
    bm_buf_u64(&t->line, v, 0);
}

/* Report the depth without a mate. */
static void tell_deeper(void *user, unsigned plies, uint64_t nodes)
{
    struct bm_uci_search *const t = user;
    put_named_number(t, "info depth ", plies);
    put_named_number(t, " nodes ", nodes);
    bm_uci_write(&t->line);
}

void bm_uci_search_checkmate(struct bm_uci_search *t)
{
    const struct bm_mate_hooks hooks = {
        .now = bm_monotonic_ms, .stopped = is_search_stopped, .deeper = tell_deeper, .user = t};
    const struct bm_mate_limits limits = {.checks = bm_rules_info(t->rules)->has_hands,
                                          .quick = true,
                                          .time = t->limits.movetime};
    struct bm_mate *mate = NULL;
    struct bm_mate_result r = {.line_count = 0};
    const bool able = bm_mate_create(&mate, t->rules, t->options.hash) == BM_OK &&
                      bm_mate_solve(mate, t->ctx, &limits, &hooks, &r) == BM_OK;
    bm_buf_text(&t->line, "checkmate");
    if (!able)
        bm_buf_text(&t->line, " notimplemented");
    else if (r.status == BM_MATE_NONE)
        bm_buf_text(&t->line, " nomate");
    else if (r.line_count == 0)
        bm_buf_text(&t->line, " timeout");
    for (size_t i = 0; i < r.line_count; i++) {
        char move[BM_COORDINATES];
        (void)bm_wire_move_format(r.line[i], t->proto, t->rules, move, sizeof move);
        bm_buf_char(&t->line, ' ');
        bm_buf_text(&t->line, move);
    }
    bm_uci_write(&t->line);
    bm_mate_destroy(mate);
}
