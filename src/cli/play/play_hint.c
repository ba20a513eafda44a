/* SPDX-License-Identifier: MIT */
#include "cli/play/play.h"
#include "match/computer_policy.h"

enum { HINT_TIME = 1000 /* ms */ };

static void say_hint(struct bm_play *p, bm_move m)
{
    const struct bm_ctx *const ctx = bm_match_ctx(p->match);
    char text[BM_MOVE_TEXT];
    bm_play_write(p, ctx, m, text, sizeof text);
    bm_play_print(p, TR(p, "hint: %s", "ヒント: %s"), text);
}

static void start_hint(struct bm_play *p, struct bm_engine *engine);

static void on_hint_finished(void *user, const struct bm_engine_answer *a, bm_status status)
{
    struct bm_play *const p = user;
    const bool is_move = a->kind == BM_BEST_MOVE, by_engine = p->hint.by_engine;
    const bool wanted = bm_match_node(p->match) == p->hint.node;
    const bm_move m = a->move;
    (void)status; /* the move is legal */
    bm_play_drop_hint(p);
    if (wanted && is_move)
        say_hint(p, m);
    else if (wanted && by_engine)
        start_hint(p, NULL);
}

static void on_hint_trouble(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_play *const p = user;
    (void)detail;
    if (!p->hint.by_engine) /* that of the engine is told by the table */
        bm_play_print(p, "%s", bm_engine_trouble_text(trouble, p->s.lang));
    bm_play_drop_hint(p);
}

/* Ask an engine, or else the best of the built-in players. */
static void start_hint(struct bm_play *p, struct bm_engine *engine)
{
    static const struct bm_analyser_events events = {.finished = on_hint_finished,
                                                     .trouble = on_hint_trouble};
    const struct bm_think limits = {.movetime = HINT_TIME};
    const struct bm_analyser_options options = {
        .engine = engine, .search = {.level = BM_LEVELS, .seed = p->seed}};
    p->hint.node = bm_match_node(p->match);
    p->hint.by_engine = engine;
    if (bm_analyser_create(&p->hint.analyser, &p->loop, &options, &events, p) ||
        bm_analyser_set_position(p->hint.analyser, bm_match_game(p->match), p->hint.node,
                                 bm_ctx_options(bm_match_ctx(p->match)))) {
        bm_play_drop_hint(p);
        bm_play_print(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        return;
    }
    bm_analyser_start(p->hint.analyser, &limits, 0);
}

void bm_play_drop_hint(struct bm_play *p)
{
    bm_analyser_destroy(p->hint.analyser);
    p->hint.analyser = NULL;
}

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
    const bool has_time =
        e && bm_engine_state(e) == BM_ENGINE_READY && bm_play_is_person(p, state.turn);
    start_hint(p, has_time ? e : NULL);
}

bool bm_play_takes_draw(struct bm_play *p, unsigned side)
{
    return bm_computer_takes_draw(p->match, side, &p->player[side].view);
}
