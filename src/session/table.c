/* SPDX-License-Identifier: MIT */
#include "session/table.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    USUAL_THINK = 1000,
    MAX_PV = 64,
    MEMORY_TRIES = 20, /* to have memory for a search, */
    MEMORY_WAIT = 100  /* ms apart */
};

/* A built-in player at work, in a worker. */
struct table_job {
    struct bm_task task;                /* first: it is found by it */
    uv_sem_t done;                      /* the thread has finished */
    struct bm_table *table;             /* NULL: the result is dropped */
    _Atomic(struct bm_search *) search; /* NULL: it is not made yet */
    atomic_bool stopped;
    bool fresh; /* the search is the job's, made as `how` says */
    struct bm_search_options how;
    struct bm_ctx *ctx;
    struct bm_think limits;
    struct bm_search_result result;
    bm_status status;
    bool has_answer;            /* without memory a search still has a move */
    struct bm_search_info info; /* the last, best line */
    bm_move pv[MAX_PV];
    bool has_info;
    struct bm_pace pace;
    int64_t asked; /* ms */
    unsigned side;
    bool called_off;
    bool hurried;
    bool finished; /* it has answered, and waits as a person would */
    void (*debug)(const struct bm_ctx *ctx, const struct bm_search_event *event);
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
    struct table_job *job;
    struct bm_timer wait; /* of a job that has finished */
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

static int64_t job_now(void *user)
{
    (void)user;
    return (int64_t)(uv_hrtime() / 1000000);
}

static void job_info(void *user, const struct bm_search_info *info)
{
    struct table_job *const j = user;
    bm_pace_note(&j->pace, info);
    if (info->multipv > 1)
        return;
    j->info = *info;
    j->info.pv = j->pv;
    if (j->info.pv_count > MAX_PV)
        j->info.pv_count = MAX_PV;
    for (size_t i = 0; i < j->info.pv_count; i++)
        j->pv[i] = info->pv[i];
    j->has_info = true;
}

static void job_debug(void *user, const struct bm_search_event *event)
{
    const struct table_job *const j = user;
    j->debug(j->ctx, event);
}

/* In the worker: tables of many megabytes are not to be cleared by the loop. When there is no
 * memory for them, there may be when others have finished. */
static bool make_search(struct table_job *j)
{
    struct bm_search *search = NULL;
    bm_status status = BM_ENOMEM;
    for (unsigned i = 0; i < MEMORY_TRIES && status == BM_ENOMEM && !(i && j->stopped); i++) {
        if (i)
            uv_sleep(MEMORY_WAIT);
        status = bm_search_create(&search, bm_ctx_rules(j->ctx), &j->how);
    }
    if (status)
        return false;
    bm_search_arm(search);
    j->search = search;
    if (j->stopped) /* before there was something to stop */
        bm_search_stop(search);
    return true;
}

static void stop_job(struct table_job *j)
{
    j->stopped = true;
    struct bm_search *const search = j->search;
    if (search)
        bm_search_stop(search);
}

static void run_job(struct bm_task *t)
{
    struct table_job *const j = (struct table_job *)t;
    const struct bm_search_hooks hooks = {
        .now = job_now, .info = job_info, .debug = j->debug ? job_debug : NULL, .user = j};
    j->status = j->fresh && !make_search(j)
                    ? BM_ENOMEM
                    : bm_search_go(j->search, j->ctx, &j->limits, &hooks, &j->result);
    j->has_answer = j->status == BM_OK || j->search;
    uv_sem_post(&j->done);
}

static void free_job(struct table_job *j)
{
    if (j->fresh)
        bm_search_destroy(j->search);
    bm_ctx_destroy(j->ctx);
    uv_sem_destroy(&j->done);
    free(j);
}

static void tell_rested(struct seat *s)
{
    if (s->table->events.rested)
        s->table->events.rested(s->table->user, s->side);
}

/* Play what a job has found. */
static void deliver_answer(void *user)
{
    struct seat *const s = user;
    struct bm_table *const t = s->table;
    struct table_job *const j = s->job;
    s->job = NULL;
    if (j->called_off) {
        free_job(j);
        tell_rested(s);
        continue_match(t);
        return;
    }
    if (!j->has_answer) {
        free_job(j);
        tell_rested(s);
        fail_seat(s, BM_TROUBLE_MEMORY, "out of memory");
        return;
    }
    if (j->has_info && t->events.info)
        t->events.info(t->user, s->side, &j->info);
    struct bm_action action = {.act = BM_ACT_MOVE, .side = s->side, .move = j->result.best};
    if (j->result.resign)
        action.act = BM_ACT_RESIGN;
    if (j->result.declare)
        action.act = BM_ACT_DECLARE;
    free_job(j);
    tell_rested(s);
    if (!t->destroyed)
        answer_move(s, &action);
}

static void on_job_done(struct bm_task *task, bool cancelled)
{
    struct table_job *const j = (struct table_job *)task;
    struct bm_table *const t = j->table;
    if (!t) {
        free_job(j);
        return;
    }
    struct seat *const s = &t->seat[j->side];
    j->called_off |= cancelled;
    if (s->player.natural && !j->called_off && !j->hurried && j->status == BM_OK) {
        const int64_t ms =
            bm_pace_time(&j->pace, j->ctx, &j->limits, j->result.best, s->player.seed) -
            (bm_loop_now(t->loop) - j->asked);
        j->finished = true;
        bm_timer_set(&s->wait, t->loop, ms, deliver_answer, s);
        return;
    }
    deliver_answer(s);
}

static void ask_search(struct seat *s)
{
    struct bm_table *const t = s->table;
    struct table_job *const j = calloc(1, sizeof *j);
    if (!j || uv_sem_init(&j->done, 0)) {
        free(j);
        fail_seat(s, BM_TROUBLE_MEMORY, "out of memory");
        return;
    }
    j->table = t;
    j->fresh = s->player.fresh;
    j->how = s->player.how;
    j->search = j->fresh ? NULL : s->player.search;
    j->limits = limits_of(s);
    j->side = s->side;
    j->asked = bm_loop_now(t->loop);
    j->debug = s->player.debug;
    j->task.work = run_job;
    j->task.done = on_job_done;
    /* A copy of the match's context: playing the game once more takes long when it is long. */
    const struct bm_ctx *const now = bm_match_ctx(t->match);
    bool fine = !bm_ctx_create(&j->ctx, bm_ctx_rules(now), bm_ctx_plies(now) + 1) &&
                !bm_ctx_copy(j->ctx, now);
    if (fine) {
        bm_ctx_configure(j->ctx, bm_ctx_options(now));
        if (!j->fresh)
            bm_search_arm(j->search); /* so that a stop counts even before the thread runs */
        fine = bm_task_run(&j->task, t->loop, s->player.pool);
    }
    if (!fine) {
        free_job(j);
        fail_seat(s, BM_TROUBLE_MEMORY, "out of memory");
        return;
    }
    s->job = j;
}

/* ---- Asking ---- */

/* Cancel the request for a move of this seat. */
static void call_off(struct seat *s)
{
    if (s->asked || s->pondering)
        bm_engine_stop(s->player.engine, true);
    s->asked = s->pondering = 0;
    if (s->job && !s->job->called_off) {
        s->job->called_off = true;
        if (s->job->finished)
            bm_timer_set(&s->wait, s->table->loop, 0, deliver_answer, s);
        else
            stop_job(s->job);
    }
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
        if (s->asked || s->job)
            call_off(s);
        if (t->seat[!state.turn].asked || t->seat[!state.turn].job)
            call_off(&t->seat[!state.turn]);
        t->version = state.version;
    }
    set_flag(t, state.turn);
    if (s->asked || s->job)
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

/* The player stands up; a built-in one that thinks is waited for. */
static void vacate_seat(struct seat *s)
{
    call_off(s);
    if (s->job && s->job->finished) {
        bm_timer_stop(&s->wait);
        free_job(s->job);
        s->job = NULL;
    }
    if (s->job) {
        if (!bm_task_cancel(&s->job->task))
            uv_sem_wait(&s->job->done);
        s->job->table = NULL;
        s->job = NULL;
    }
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
    return t->seat[0].asked || t->seat[1].asked ||
           (t->seat[0].job && !t->seat[0].job->called_off) ||
           (t->seat[1].job && !t->seat[1].job->called_off);
}

void bm_table_hurry(struct bm_table *t)
{
    for (unsigned side = 0; side < 2; side++) {
        struct seat *const s = &t->seat[side];
        if (s->asked)
            bm_engine_stop(s->player.engine, false);
        if (!s->job)
            continue;
        s->job->hurried = true;
        if (s->job->finished)
            bm_timer_set(&s->wait, t->loop, 0, deliver_answer, s);
        else
            stop_job(s->job);
    }
}
