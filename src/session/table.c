/* SPDX-License-Identifier: MIT */
#include "session/table.h"

#include <stdlib.h>
#include <string.h>

#include "session/search_job.h"

enum { USUAL_THINK = 1000 };

/* What a built-in player has found, while it waits as a person would. */
struct found_move {
    struct bm_action action;
    bool has_answer; /* false: there was no memory */
    bool has_line;
    struct bm_search_info line; /* the last, best one */
    bm_move pv[BM_SEARCH_JOB_PV];
};

struct seat {
    struct bm_table *table;
    unsigned side;
    struct bm_table_player player;
    struct bm_engine_events old; /* of the engine, given back at the end */
    void *old_user;
    uint64_t asked;   /* number of the engine's search for a move; 0: none */
    bm_move expected; /* pondering on this, */
    bm_node before;   /* played here */
    uint64_t pondering;
    struct bm_search_job *job; /* NULL: it does not search, */
    bool finished;             /* or has answered and waits */
    bool called_off, hurried;
    int64_t job_began;      /* ms */
    struct bm_think limits; /* of the job */
    struct found_move found;
    struct bm_timer wait;
};

struct bm_table {
    struct bm_loop *loop;
    struct bm_match *match;
    struct bm_table_events events;
    void *user;
    struct seat seat[2];
    struct bm_timer flag;
    uint64_t version; /* of the match, when a player was asked */
    bool starting;    /* until the engines are ready */
    bool told_over;
    bool destroyed;
};

static void continue_match(struct bm_table *t);

/* ---- Doing ---- */

static int64_t now_of(const struct bm_table *t)
{
    return t->events.now ? t->events.now(t->user) : bm_loop_now(t->loop);
}

static enum bm_refusal apply_action(struct bm_table *t, const struct bm_action *action,
                                    int64_t now)
{
    const enum bm_refusal r =
        t->events.act ? t->events.act(t->user, action) : bm_match_act(t->match, action, now);
    if (r == BM_REFUSAL_NONE && t->events.acted)
        t->events.acted(t->user, action);
    return r;
}

enum bm_refusal bm_table_act(struct bm_table *t, const struct bm_action *action)
{
    const enum bm_refusal r = apply_action(t, action, now_of(t));
    if (r == BM_REFUSAL_NONE && !t->destroyed)
        continue_match(t);
    return r;
}

/* Whether a flag, or the owner of the table, has ended the game. */
static bool has_ended(struct bm_table *t, int64_t now)
{
    struct bm_match_state state;
    if (!t->events.act)
        return bm_match_tick(t->match, now);
    bm_match_state(t->match, &state);
    return state.stage == BM_MATCH_OVER;
}

/* A move or another answer of a player, in time if it is late by no more than the margin. */
static void answer_move(struct seat *s, const struct bm_action *action)
{
    struct bm_table *const t = s->table;
    int64_t now = now_of(t);
    const int64_t flag = bm_match_deadline(t->match);
    if (flag != BM_NO_LIMIT && now >= flag && now - flag < s->player.margin)
        now = flag - 1; /* the last moment at which it was up */
    const enum bm_refusal r = apply_action(t, action, now);
    if (t->destroyed)
        return;
    /* A flag that fell is found by the match; anything else would be asked for again. */
    if (r != BM_REFUSAL_NONE && !has_ended(t, now))
        apply_action(t,
                     &(struct bm_action){
                         .act = BM_ACT_FORFEIT, .side = s->side, .reason = BM_REASON_ILLEGAL},
                     now);
    if (!t->destroyed)
        continue_match(t);
}

/* ---- Engines ---- */

static enum bm_reason forfeit_reason(enum bm_engine_trouble trouble)
{
    return trouble == BM_TROUBLE_ILLEGAL_MOVE || trouble == BM_TROUBLE_BAD_MOVE
               ? BM_REASON_ILLEGAL
               : BM_REASON_CRASH;
}

static void fail_seat(struct seat *s, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_table *const t = s->table;
    struct bm_match_state state;
    s->asked = s->pondering = 0;
    bm_match_state(t->match, &state);
    if (state.stage == BM_MATCH_OVER)
        return;
    if (t->events.failed && t->events.failed(t->user, s->side, trouble, detail))
        return;
    if (t->destroyed)
        return;
    /* A game that could not begin is forfeited all the same. */
    if (t->starting) {
        t->starting = false;
        apply_action(t, &(struct bm_action){.act = BM_ACT_START}, now_of(t));
    }
    bm_table_act(t, &(struct bm_action){.act = BM_ACT_FORFEIT,
                                        .side = s->side,
                                        .reason = forfeit_reason(trouble)});
}

static void on_engine_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct seat *const s = user;
    /* On the opponent's time no harm is done: it is started again when it is asked. */
    if (s->asked || s->table->starting || s->player.strict)
        fail_seat(s, trouble, detail);
    else
        s->pondering = 0;
}

static void on_engine_line(void *user, const struct bm_engine_line *line)
{
    struct seat *const s = user;
    if (line->search == s->asked && s->table->events.line)
        s->table->events.line(s->table->user, s->side, line);
}

/* Think on the opponent's time. */
static void ponder_seat(struct seat *s, bm_move expected);

static void on_engine_answer(void *user, const struct bm_engine_answer *a)
{
    struct seat *const s = user;
    struct bm_table *const t = s->table;
    if (a->search == s->pondering && a->search != s->asked) {
        s->pondering = 0; /* it gave up pondering by itself */
        return;
    }
    if (a->search != s->asked)
        return;
    s->asked = 0;
    struct bm_action action = {.act = BM_ACT_MOVE, .side = s->side, .move = a->move};
    switch (a->kind) {
    case BM_BEST_MOVE: break;
    case BM_BEST_RESIGN: action.act = BM_ACT_RESIGN; break;
    case BM_BEST_WIN: action.act = BM_ACT_DECLARE; break;
    case BM_BEST_NONE:
        fail_seat(s, BM_TROUBLE_BAD_MOVE, "it gave no move although there is one");
        return;
    }
    answer_move(s, &action);
    if (!t->destroyed && a->kind == BM_BEST_MOVE && s->player.ponder &&
        a->ponder.bits != BM_MOVE_NONE)
        ponder_seat(s, a->ponder);
}

static void start_if_ready(struct bm_table *t);

static void on_idle(void *user)
{
    struct seat *const s = user;
    start_if_ready(s->table);
}

static void on_notice(void *user, const char *what)
{
    struct seat *const s = user;
    if (s->old.notice)
        s->old.notice(s->old_user, what);
}

static void on_engine_traffic(void *user, bool out, const char *text, size_t len)
{
    struct seat *const s = user;
    if (s->old.traffic)
        s->old.traffic(s->old_user, out, text, len);
}

static const struct bm_engine_events engine_events = {.idle = on_idle,
                                                      .line = on_engine_line,
                                                      .answer = on_engine_answer,
                                                      .failed = on_engine_failed,
                                                      .notice = on_notice,
                                                      .traffic = on_engine_traffic};

/* ---- Limits ---- */

/* What the clock of the match says, beside the player's own limits. */
static struct bm_think limits_of(const struct seat *s)
{
    struct bm_table *const t = s->table;
    const struct bm_clock *const clock = bm_match_clock(t->match);
    const struct bm_time *const mine = &clock->times.side[s->side];
    const int64_t now = now_of(t);
    struct bm_think think = s->player.limits;
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_time *const time = &clock->times.side[side];
        struct bm_face face;
        if (time->kind != BM_CLOCK_GAME)
            continue;
        bm_clock_face(clock, side, now, &face);
        think.time[side] = face.main;
        think.increment[side] = time->increment + time->delay;
        if (side == s->side) {
            think.timed = true;
            think.byoyomi = time->byoyomi;
        }
    }
    const bool free = !think.timed && !think.depth && !think.nodes && !think.movetime;
    /* The flag falls when the time is over: some of it is for the way back. */
    if (free && (mine->kind == BM_CLOCK_MOVE || mine->kind == BM_CLOCK_DAYS))
        think.movetime = mine->base - (mine->base < 1000 ? mine->base / 10 : 100);
    if (free && (think.movetime == 0 || think.movetime > USUAL_THINK * 60))
        think.movetime = USUAL_THINK;
    return think;
}

static void ponder_seat(struct seat *s, bm_move expected)
{
    struct bm_table *const t = s->table;
    struct bm_match_state state;
    bm_match_state(t->match, &state);
    if (state.stage != BM_MATCH_PLAYING || state.turn == s->side || s->asked)
        return;
    const struct bm_think think = limits_of(s);
    s->expected = expected;
    s->before = bm_match_node(t->match);
    s->pondering = bm_engine_ponder(s->player.engine, bm_match_game(t->match),
                                    bm_match_node(t->match), expected, &think);
}

static void ask_engine(struct seat *s)
{
    struct bm_table *const t = s->table;
    struct bm_engine *const e = s->player.engine;
    const struct bm_game *const game = bm_match_game(t->match);
    const bm_node node = bm_match_node(t->match);
    const uint64_t pondering = s->pondering;
    s->pondering = 0;
    if (pondering && bm_engine_state(e) == BM_ENGINE_THINKING &&
        bm_game_parent(game, node) == s->before &&
        bm_move_equal(bm_game_move(game, node), s->expected)) {
        s->asked = pondering;
        bm_engine_ponderhit(e);
        return;
    }
    const struct bm_think think = limits_of(s);
    s->asked = bm_engine_go(e, game, node, &think, 0, s->player.ceiling);
}

/* ---- Built-in players ---- */

/* A built-in player searches, or waits with its answer. */
static bool is_at_work(const struct seat *s) { return s->job || s->finished; }

static void tell_rested(struct seat *s)
{
    if (s->table->events.rested)
        s->table->events.rested(s->table->user, s->side);
}

/* Play what a built-in player has found. */
static void deliver_answer(void *user)
{
    struct seat *const s = user;
    struct bm_table *const t = s->table;
    const struct bm_action action = s->found.action;
    const bool called_off = s->called_off, has_answer = s->found.has_answer;
    s->finished = false;
    if (!called_off && has_answer && s->found.has_line && t->events.info)
        t->events.info(t->user, s->side, &s->found.line);
    tell_rested(s);
    if (called_off)
        continue_match(t);
    else if (!has_answer)
        fail_seat(s, BM_TROUBLE_MEMORY, "out of memory");
    else if (!t->destroyed)
        answer_move(s, &action);
}

static int64_t natural_wait(const struct seat *s, const struct bm_search_job_result *r)
{
    return bm_pace_time(&r->pace, bm_match_ctx(s->table->match), &s->limits, r->answer.best,
                        s->player.seed) -
           (bm_loop_now(s->table->loop) - s->job_began);
}

static void on_search_done(void *user, const struct bm_search_job_result *r)
{
    struct seat *const s = user;
    struct bm_table *const t = s->table;
    s->job = NULL;
    s->finished = true;
    s->called_off |= !r->ran;
    s->found.has_answer = r->has_answer;
    s->found.action = (struct bm_action){.act = r->answer.declare  ? BM_ACT_DECLARE
                                                : r->answer.resign ? BM_ACT_RESIGN
                                                                   : BM_ACT_MOVE,
                                         .side = s->side,
                                         .move = r->answer.best};
    s->found.has_line = r->best;
    if (r->best) {
        s->found.line = *r->best;
        memcpy(s->found.pv, r->best->pv, r->best->pv_count * sizeof *s->found.pv);
        s->found.line.pv = s->found.pv;
    }
    if (s->player.natural && !s->called_off && !s->hurried && r->status == BM_OK)
        bm_timer_set(&s->wait, t->loop, natural_wait(s, r), deliver_answer, s);
    else
        deliver_answer(s);
}

static void ask_search(struct seat *s)
{
    struct bm_table *const t = s->table;
    const struct bm_table_player *const p = &s->player;
    s->limits = limits_of(s);
    struct bm_search_job_options options = {.pool = p->pool,
                                            .search = p->fresh ? NULL : p->search,
                                            .how = p->how,
                                            .limits = s->limits,
                                            .debug = p->debug};
    const struct bm_search_job_events events = {.done = on_search_done, .user = s};
    /* A copy of the match's context: playing the game once more takes long when it is long. */
    const struct bm_ctx *const now = bm_match_ctx(t->match);
    bool fine = !bm_ctx_create(&options.ctx, bm_ctx_rules(now), bm_ctx_plies(now) + 1) &&
                !bm_ctx_copy(options.ctx, now);
    s->called_off = s->hurried = false;
    s->job_began = bm_loop_now(t->loop);
    if (fine) {
        bm_ctx_configure(options.ctx, bm_ctx_options(now));
        fine = bm_search_job_start(&s->job, t->loop, &options, &events) == BM_OK;
    }
    if (!fine) {
        bm_ctx_destroy(options.ctx);
        fail_seat(s, BM_TROUBLE_MEMORY, "out of memory");
    }
}

/* ---- Asking ---- */

/* Cancel the request for a move of this seat. */
static void call_off(struct seat *s)
{
    if (s->asked || s->pondering)
        bm_engine_stop(s->player.engine, true);
    s->asked = s->pondering = 0;
    if (!is_at_work(s) || s->called_off)
        return;
    s->called_off = true;
    if (s->finished)
        bm_timer_set(&s->wait, s->table->loop, 0, deliver_answer, s);
    else
        bm_search_job_stop(s->job);
}

static void tell_over(struct bm_table *t, const struct bm_match_state *state)
{
    for (unsigned side = 0; side < 2; side++) {
        call_off(&t->seat[side]);
        if (t->seat[side].player.engine)
            bm_engine_game_over(t->seat[side].player.engine, state->outcome.result, side);
    }
    if (t->told_over)
        return;
    t->told_over = true;
    if (t->events.over)
        t->events.over(t->user);
}

static void flag_due(void *user)
{
    struct bm_table *const t = user;
    const int64_t now = bm_loop_now(t->loop);
    if (bm_match_tick(t->match, now) && t->events.acted) {
        struct bm_match_state state;
        bm_match_state(t->match, &state);
        t->events.acted(t->user, &(struct bm_action){.act = BM_ACT_FLAG, .side = state.turn});
    }
    if (!t->destroyed)
        continue_match(t);
}

static void set_flag(struct bm_table *t, unsigned turn)
{
    const int64_t flag = bm_match_deadline(t->match);
    if (flag == BM_NO_LIMIT || t->events.act) {
        bm_timer_stop(&t->flag);
        return;
    }
    const struct bm_table_player *const p = &t->seat[turn].player;
    const int64_t margin = p->engine || p->search || p->fresh ? p->margin : 0;
    bm_timer_set(&t->flag, t->loop, flag + margin - bm_loop_now(t->loop), flag_due, t);
}

/* Look at the state of the match, and ask the player to move, once for each version. */
static void continue_match(struct bm_table *t)
{
    struct bm_match_state state;
    if (t->starting || t->destroyed)
        return;
    bm_match_state(t->match, &state);
    if (state.stage != BM_MATCH_PLAYING) {
        bm_timer_stop(&t->flag);
        if (state.stage == BM_MATCH_OVER) {
            tell_over(t, &state);
            return;
        }
        call_off(&t->seat[0]);
        call_off(&t->seat[1]);
        return;
    }
    t->told_over = false; /* an end may be taken back */
    struct seat *const s = &t->seat[state.turn];
    if (state.version != t->version) {
        /* Pondering goes on: it is looked at when its side is asked. */
        if (s->asked || is_at_work(s))
            call_off(s);
        if (t->seat[!state.turn].asked || is_at_work(&t->seat[!state.turn]))
            call_off(&t->seat[!state.turn]);
        t->version = state.version;
    }
    set_flag(t, state.turn);
    if (s->asked || is_at_work(s))
        return;
    if (t->events.turn) {
        t->events.turn(t->user, state.turn);
        if (t->destroyed)
            return;
        bm_match_state(t->match, &state);
        if (state.version != t->version) {
            continue_match(t);
            return;
        }
    }
    if (s->player.engine)
        ask_engine(s);
    else if (s->player.search || s->player.fresh)
        ask_search(s);
}

void bm_table_ask(struct bm_table *t) { continue_match(t); }

static void start_if_ready(struct bm_table *t)
{
    struct bm_match_state state;
    if (!t->starting)
        return;
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_engine *const e = t->seat[side].player.engine;
        if (e && !bm_engine_is_idle(e))
            return;
    }
    t->starting = false;
    bm_match_state(t->match, &state);
    if (state.stage == BM_MATCH_WAITING)
        bm_table_act(t, &(struct bm_action){.act = BM_ACT_START});
    else if (state.stage == BM_MATCH_PAUSED || state.stage == BM_MATCH_ADJOURNED)
        bm_table_act(t, &(struct bm_action){.act = BM_ACT_RESUME});
    else
        continue_match(t);
}

void bm_table_start(struct bm_table *t)
{
    t->starting = true;
    for (unsigned side = 0; side < 2; side++) {
        struct seat *const s = &t->seat[side];
        if (s->player.search)
            bm_search_new_game(s->player.search);
        if (s->player.engine) {
            bm_engine_restart(s->player.engine); /* if it has failed */
            if (s->player.ponder)
                bm_engine_may_ponder(s->player.engine);
            bm_engine_new_game(s->player.engine);
        }
    }
    start_if_ready(t);
}

/* ---- Life ---- */

bm_status bm_table_create(struct bm_table **out, struct bm_loop *loop, struct bm_match *match,
                          const struct bm_table_events *events, void *user)
{
    struct bm_table *const t = calloc(1, sizeof *t);
    *out = t;
    if (!t)
        return BM_ENOMEM;
    t->loop = loop;
    t->match = match;
    if (events)
        t->events = *events;
    t->user = user;
    for (unsigned side = 0; side < 2; side++) {
        t->seat[side].table = t;
        t->seat[side].side = side;
    }
    bm_timer_set(&t->flag, loop, 0, flag_due, t);
    bm_timer_stop(&t->flag);
    return BM_OK;
}

/* Remove the player of a seat; waits for the end of a built-in search. */
static void vacate_seat(struct seat *s)
{
    call_off(s);
    if (s->finished)
        bm_timer_stop(&s->wait);
    if (s->job)
        bm_search_job_abandon_and_wait(s->job);
    s->finished = false;
    s->job = NULL;
    if (s->player.engine)
        bm_engine_listen(s->player.engine, &s->old, s->old_user, NULL, NULL);
    s->player = (struct bm_table_player){0};
}

void bm_table_seat(struct bm_table *t, unsigned side, const struct bm_table_player *player)
{
    struct seat *const s = &t->seat[side];
    vacate_seat(s);
    s->player = *player;
    if (player->engine)
        bm_engine_listen(player->engine, &engine_events, s, &s->old, &s->old_user);
}

/* Handles close one after the other; the memory goes with the last. */
static void free_table(void *user) { free(user); }

static void close_flag(void *user)
{
    struct bm_table *const t = user;
    bm_timer_close(&t->flag, free_table, t);
}

static void close_second(void *user)
{
    struct bm_table *const t = user;
    bm_timer_close(&t->seat[1].wait, close_flag, t);
}

void bm_table_destroy(struct bm_table *t)
{
    if (!t || t->destroyed)
        return;
    t->destroyed = true;
    vacate_seat(&t->seat[0]);
    vacate_seat(&t->seat[1]);
    bm_timer_close(&t->seat[0].wait, close_second, t);
}

bool bm_table_is_thinking(const struct bm_table *t)
{
    for (unsigned side = 0; side < 2; side++) {
        const struct seat *const s = &t->seat[side];
        if (s->asked || (is_at_work(s) && !s->called_off))
            return true;
    }
    return false;
}

void bm_table_hurry(struct bm_table *t)
{
    for (unsigned side = 0; side < 2; side++) {
        struct seat *const s = &t->seat[side];
        if (s->asked)
            bm_engine_stop(s->player.engine, false);
        s->hurried = is_at_work(s);
        if (s->finished)
            bm_timer_set(&s->wait, t->loop, 0, deliver_answer, s);
        else if (s->job)
            bm_search_job_stop(s->job);
    }
}
