/* SPDX-License-Identifier: MIT */
/* An engine of the server's list for an analysis. All of this is in the loop's thread. */
#include <stdio.h>

#include "banmen/game.h"
#include "engine/engine.h"
#include "server/analysis/analysis_internal.h"
#include "server/analysis/engine_list.h"

static void wake_job(struct bm_analysis_job *job) { (void)uv_async_send(&job->wake); }

static void on_line(void *user, const struct bm_engine_line *line)
{
    struct bm_analysis_job *const job = user;
    const struct bm_info *const i = line->info;
    if (line->multipv == 0 || line->multipv > BM_ANALYSIS_LINES ||
        !(i->has & (BM_INFO_SCORE | BM_INFO_PV)))
        return;
    const struct bm_score score = bm_score_in_moves(i->score, bm_engine_proto(job->engine));
    struct bm_analysis_line *const f = &job->found[line->multipv - 1];
    *f = (struct bm_analysis_line){
        .fresh = true,
        .scored = i->has & BM_INFO_SCORE,
        .mate = score.mate,
        .score = score.value,
        .bound = score.bound,
        .depth = i->has & BM_INFO_DEPTH ? i->depth : 0,
        .seldepth = i->has & BM_INFO_SELDEPTH ? i->seldepth : 0,
        .nodes = i->has & BM_INFO_NODES ? i->nodes : 0,
        .nps = i->has & BM_INFO_NPS ? i->nps : 0,
        .time = i->has & BM_INFO_TIME ? i->time : 0,
        .pv_count = line->pv_count < BM_ANALYSIS_PV ? line->pv_count : BM_ANALYSIS_PV};
    memcpy(f->pv, line->pv, f->pv_count * sizeof *f->pv);
    wake_job(job);
}

static void on_answer(void *user, const struct bm_engine_answer *answer)
{
    struct bm_analysis_job *const job = user;
    if (answer->kind == BM_BEST_MOVE) {
        job->best = answer->move;
        job->ponder = answer->ponder;
    }
    job->declares = answer->kind == BM_BEST_WIN;
    job->done = true;
    wake_job(job);
}

static void on_analysis_engine_failed(void *user, enum bm_engine_trouble trouble,
                                      const char *detail)
{
    struct bm_analysis_job *const job = user;
    (void)detail; /* it may name files of the server */
    bm_server_log("warning", "engine", ",\"engine\":\"%s\",\"why\":\"%s\"",
                  bm_engine_spec(job->engine)->name, bm_engine_trouble_word(trouble));
    job->trouble[0] = "engine_failed";
    job->trouble[1] = bm_engine_trouble_text(trouble, BM_EN);
    job->done = true;
    wake_job(job);
}

/* The position as a game, which engines get. */
static bool make_game(struct bm_game **out, const struct bm_ctx *ctx,
                      const struct bm_setup *start, bm_node *last)
{
    *last = BM_NODE_ROOT;
    if (bm_game_create(out, bm_ctx_rules(ctx), NULL) || bm_game_set_start(*out, start))
        return false;
    for (unsigned i = 0; i < bm_ctx_plies(ctx); i++)
        if (bm_game_add(*out, *last, bm_ctx_played(ctx, i), last))
            return false;
    return true;
}

bool bm_analysis_job_begin_engine(struct bm_analysis_job *job)
{
    static const struct bm_engine_events events = {
        .line = on_line, .answer = on_answer, .failed = on_analysis_engine_failed};
    struct bm_server *const s = job->all->server;
    struct bm_game *game = NULL;
    bm_node last;
    const bool fine = make_game(&game, job->ctx, &job->start, &last) &&
                      bm_engine_create(&job->engine, &s->loop, job->spec,
                                       bm_ctx_rules(job->ctx), &events, job) == BM_OK;
    if (fine)
        (void)bm_engine_go(job->engine, game, last, &job->limits, 0, job->limits.movetime);
    bm_game_destroy(game);
    return fine;
}

void bm_analysis_job_end_engine(struct bm_analysis_job *job)
{
    bm_engine_destroy(job->engine);
    job->engine = NULL;
    bm_fair_leave(&job->placed);
}
