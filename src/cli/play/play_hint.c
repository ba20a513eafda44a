/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "cli/play/play.h"
#include "engine/node_context.h"

/* Time for a hint, ms; plies before which the computer declines a draw. */
enum { HINT_TIME = 1000, OPENING = 20 };

static void say_hint(struct bm_play *p, bm_move m)
{
    const struct bm_ctx *const ctx = bm_match_ctx(p->match);
    char text[BM_MOVE_TEXT];
    bm_play_write(p, ctx, m, text, sizeof text);
    bm_play_print(p, TR(p, "hint: %s", "ヒント: %s"), text);
}

/* A built-in search for a hint, in a thread of the loop's pool. */
struct bm_hint_job {
    uv_work_t work;
    struct bm_play *play; /* NULL: the hint is no longer wanted */
    struct bm_search *search;
    struct bm_ctx *ctx;
    bm_node node;
    struct bm_search_result result;
};

static int64_t hint_now(void *user)
{
    (void)user;
    return (int64_t)(uv_hrtime() / 1000000);
}

static void run_hint_job(uv_work_t *w)
{
    struct bm_hint_job *const j = w->data;
    const struct bm_think limits = {.movetime = HINT_TIME};
    const struct bm_search_hooks hooks = {.now = hint_now};
    (void)!bm_search_go(j->search, j->ctx, &limits, &hooks, &j->result);
}

static void free_job(struct bm_hint_job *j)
{
    bm_search_destroy(j->search);
    bm_ctx_destroy(j->ctx);
    free(j);
}

static void on_hint_done(uv_work_t *w, int status)
{
    struct bm_hint_job *const j = w->data;
    struct bm_play *const p = j->play;
    const bm_move m = j->result.best;
    /* The position has changed: drop the hint. */
    const bool wanted = p && status == 0 && bm_match_node(p->match) == j->node;
    if (p)
        p->hint.job = NULL;
    free_job(j);
    if (wanted && m.bits != BM_MOVE_NONE)
        say_hint(p, m);
}

/* The best of the built-in players. */
static void ask_level(struct bm_play *p)
{
    const struct bm_search_options options = {.level = BM_LEVELS, .seed = p->seed};
    struct bm_hint_job *const j = calloc(1, sizeof *j);
    if (j) {
        j->work.data = j;
        j->play = p;
        j->node = bm_match_node(p->match);
    }
    if (!j || bm_search_create(&j->search, p->s.rules, &options) ||
        bm_node_context(&j->ctx, bm_match_game(p->match), j->node, 1)) {
        if (j)
            free_job(j);
        bm_play_print(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        return;
    }
    bm_ctx_configure(j->ctx, bm_ctx_options(bm_match_ctx(p->match)));
    bm_search_arm(j->search); /* so that it can be dropped even before it runs */
    if (uv_queue_work(&p->loop.uv, &j->work, run_hint_job, on_hint_done))
        free_job(j);
    else
        p->hint.job = j;
}

void bm_play_drop_hint(struct bm_play *p)
{
    struct bm_engine *const e = p->hint.engine;
    if (p->hint.job) {
        p->hint.job->play = NULL;
        bm_search_stop(p->hint.job->search);
        p->hint.job = NULL;
    }
    if (!e)
        return;
    p->hint.engine = NULL;
    bm_engine_stop(e, true);
    bm_engine_listen(e, &p->hint.old, p->hint.old_user, NULL, NULL);
}

static void on_hint_answer(void *user, const struct bm_engine_answer *a)
{
    struct bm_play *const p = user;
    if (a->search != p->hint.search)
        return;
    const bool is_move = a->kind == BM_BEST_MOVE;
    const bm_move m = a->move;
    bm_play_drop_hint(p);
    if (is_move)
        say_hint(p, m);
    else
        ask_level(p);
}

/* Pass the failure on to the previous listener of the engine. */
static void on_hint_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_play *const p = user;
    const struct bm_engine_events old = p->hint.old;
    void *const old_user = p->hint.old_user;
    bm_play_drop_hint(p);
    if (old.failed)
        old.failed(old_user, trouble, detail);
}

static const struct bm_engine_events events = {.answer = on_hint_answer,
                                               .failed = on_hint_failed};

void bm_play_hint(struct bm_play *p)
{
    struct bm_match_state state;
    bm_match_state(p->match, &state);
    if (state.stage == BM_MATCH_OVER || state.stage == BM_MATCH_WAITING) {
        bm_play_print(p, "%s",
                      bm_refusal_text(state.stage == BM_MATCH_OVER ? BM_REFUSAL_OVER
                                                                   : BM_REFUSAL_NOT_STARTED,
                                      p->s.lang));
        return;
    }
    bm_play_drop_hint(p);
    /* The engine of the other side has nothing to do now. */
    struct bm_engine *const e = p->player[!state.turn].engine;
    if (!e || bm_engine_state(e) != BM_ENGINE_READY || !bm_play_is_person(p, state.turn)) {
        ask_level(p);
        return;
    }
    const struct bm_think limits = {.movetime = HINT_TIME};
    bm_engine_listen(e, &events, p, &p->hint.old, &p->hint.old_user);
    p->hint.engine = e;
    p->hint.search =
        bm_engine_go(e, bm_match_game(p->match), bm_match_node(p->match), &limits, 0, 0);
}

/* What the pieces of a side are worth to the built-in players. */
static int material_of(const struct bm_play *p, unsigned side)
{
    const struct bm_ctx *const ctx = bm_match_ctx(p->match);
    int sum = 0;
    for (unsigned sq = 0; sq < p->s.info->squares; sq++) {
        const bm_piece piece = bm_ctx_piece(ctx, (bm_sq)sq);
        if (piece && bm_piece_side(piece) == side)
            sum += bm_rules_kind_value(p->s.rules, bm_piece_kind(piece));
    }
    for (unsigned k = 0; k < p->s.info->kinds; k++)
        sum += (int)bm_ctx_hand(ctx, side, k) * bm_rules_kind_value(p->s.rules, k);
    return sum;
}

bool bm_play_takes_draw(struct bm_play *p, unsigned side)
{
    const struct bm_play_player *const player = &p->player[side];
    if (bm_ctx_plies(bm_match_ctx(p->match)) < OPENING)
        return false;
    return player->has_score ? player->score <= 0
                             : material_of(p, side) <= material_of(p, !side);
}
