/* SPDX-License-Identifier: MIT */
#include "cli/engine_mate.h"

#include "banmen/mate.h"
#include "cli/count.h"

/* What a move may cost that is wanted only because there is no mate. */
enum { INSTEAD_NODES = 100000 };

static int64_t now_ms(void *user)
{
    (void)user;
    return (int64_t)(bm_count_clock() * 1000);
}

static bool stopped(void *user)
{
    struct bm_thinker *const t = user;
    pthread_mutex_lock(&t->lock);
    const bool stop = t->stopped || t->quit;
    pthread_mutex_unlock(&t->lock);
    return stop;
}

static void put_number(struct bm_thinker *t, const char *name, uint64_t v)
{
    bm_buf_text(&t->line, name);
    bm_buf_u64(&t->line, v, 0);
}

/* So deep there is none. */
static void tell_deeper(void *user, unsigned plies, uint64_t nodes)
{
    struct bm_thinker *const t = user;
    put_number(t, "info depth ", plies);
    put_number(t, " nodes ", nodes);
    bm_engine_write(&t->line);
}

static void tell_line(struct bm_thinker *t, const struct bm_mate_result *r)
{
    const struct bm_search_info info = {.depth = r->plies,
                                        .seldepth = r->plies,
                                        .multipv = 1,
                                        .mate = true,
                                        .score = (int)(r->plies + 1) / 2,
                                        .nodes = r->nodes,
                                        .time = r->time,
                                        .pv = r->line,
                                        .pv_count = r->line_count};
    bm_info_format(&t->line, t->proto, &info, t->rules);
    bm_engine_write(&t->line);
}

/* Milliseconds to spend; 0: no limit. */
static int64_t time_for(const struct bm_think *l, unsigned turn)
{
    if (l->infinite || l->ponder)
        return 0;
    if (!l->timed || l->movetime)
        return l->movetime;
    return 1 + l->time[turn] / 20 + l->increment[turn] / 2 + l->byoyomi / 2;
}

/* False: there is no solver to be had, for want of memory or because the game has no mates. */
static bool solve(struct bm_thinker *t, bool checks, bool quick, unsigned plies,
                  struct bm_mate *mate, struct bm_mate_result *out)
{
    const struct bm_mate_hooks hooks = {
        .now = now_ms, .stopped = stopped, .deeper = tell_deeper, .user = t};
    const struct bm_mate_limits limits = {.checks = checks,
                                          .quick = quick,
                                          .plies = plies,
                                          .nodes = t->limits.nodes,
                                          .time = time_for(&t->limits, bm_ctx_turn(t->ctx)),
                                          .only = t->limits.only,
                                          .only_count = t->limits.only_count};
    if (bm_mate_solve(mate, t->ctx, &limits, &hooks, out) != BM_OK)
        return false;
    if (out->status == BM_MATE_FOUND)
        tell_line(t, out);
    return true;
}

void bm_thinker_checkmate(struct bm_thinker *t)
{
    struct bm_mate *mate = NULL;
    struct bm_mate_result r = {.line_count = 0};
    const bool checks = bm_rules_info(t->rules)->has_hands;
    const bool able = bm_mate_create(&mate, t->rules, t->options.hash) == BM_OK &&
                      solve(t, checks, true, 0, mate, &r);
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
    bm_engine_write(&t->line);
    bm_mate_destroy(mate);
}

bool bm_thinker_mate(struct bm_thinker *t, struct bm_search_result *out,
                     struct bm_think *instead)
{
    const struct bm_rules_info *const info = bm_rules_info(t->rules);
    const unsigned moves =
        t->limits.mate < BM_MATE_PLIES / 2 ? t->limits.mate : BM_MATE_PLIES / 2;
    const unsigned plies = info->multi ? moves : 2 * moves - 1;
    struct bm_mate *mate = NULL;
    struct bm_mate_result r = {.status = BM_MATE_UNKNOWN};
    bool found = bm_mate_create(&mate, t->rules, t->options.hash) == BM_OK &&
                 solve(t, false, false, plies, mate, &r) && r.line_count != 0;
    if (found)
        *out = (struct bm_search_result){.best = r.line[0],
                                         .ponder = r.line_count > 1 ? r.line[1]
                                                                    : (bm_move){BM_MOVE_NONE}};
    bm_mate_destroy(mate);
    *instead = t->limits;
    instead->mate = 0;
    if (!found && r.status == BM_MATE_NONE) {
        bm_buf_text(&t->line, "info string no mate");
        bm_engine_write(&t->line);
    } else if (!found) {
        put_number(t, "info string no mate within plies ", r.none);
        bm_engine_write(&t->line);
    }
    if (!found && !instead->infinite && !instead->ponder) {
        *instead = (struct bm_think){.nodes = INSTEAD_NODES,
                                     .movetime = instead->movetime,
                                     .multipv = instead->multipv,
                                     .only = instead->only,
                                     .only_count = instead->only_count};
    }
    return found;
}
