/* SPDX-License-Identifier: MIT */
/* Plays the games of a tournament in one event loop, several at a time. */
#include <stdio.h>
#include <stdlib.h>

#include "tournament/slot.h"

enum { TICK = 100 }; /* ms; also the delay until should_stop() is asked while nothing happens */

struct tournament_run {
    struct bm_tournament *tournament;
    const struct bm_tournament_hooks *hooks;
    struct bm_loop loop;
    struct bm_timer tick;
    struct bm_slot *slots;
    unsigned count;
    uint64_t next; /* number of the game to start next */
    struct bm_buf record;
    bool decided; /* by the SPRT */
};

static void on_run_tick(void *user)
{
    struct tournament_run *const r = user;
    if (r->hooks->tick)
        r->hooks->tick(r->hooks->user);
    bm_timer_set(&r->tick, &r->loop, TICK, on_run_tick, r);
}

static bool should_stop(const struct tournament_run *r)
{
    return r->hooks->should_stop(r->hooks->user);
}

/* The next game without a result; false if there is none. */
static bool take_next_game(struct tournament_run *r, struct bm_scheduled_game *f)
{
    struct bm_tournament *const t = r->tournament;
    for (; r->next < bm_schedule_end(&t->schedule); r->next++) {
        if (!bm_tournament_has_result(t, r->next) && bm_schedule_at(&t->schedule, r->next, f)) {
            r->next++;
            return true;
        }
    }
    return false;
}

/* Store a finished game, then count it, then report it. */
static bool finish_game(struct tournament_run *r, struct bm_slot *s)
{
    struct bm_tournament *const t = r->tournament;
    double llr;
    r->record.len = 0;
    if (!bm_slot_finish(s, &r->record) ||
        !bm_tournament_state_add(&t->state, &s->played, &r->record) ||
        !bm_tournament_add_result(t, &s->played) || !bm_tournament_write_games(t, false) ||
        !r->hooks->game_finished(r->hooks->user, &s->scheduled, &s->played))
        return false;
    r->decided = bm_tournament_sprt_result(t, &llr) != BM_ONGOING;
    return true;
}

/* Finish games that have ended and start others in their slots. False: it cannot go on. */
static bool update_slots(struct tournament_run *r, bool *busy)
{
    struct bm_scheduled_game f;
    *busy = false;
    for (unsigned i = 0; i < r->count && !r->decided; i++) {
        struct bm_slot *const s = &r->slots[i];
        if (s->fatal || (s->over && !finish_game(r, s)))
            return false;
        if (!s->busy && !r->decided && take_next_game(r, &f) && !bm_slot_begin(s, &f))
            return false;
        *busy |= s->busy;
    }
    return true;
}

static bool play_games(struct tournament_run *r)
{
    bool busy;
    double llr;
    r->decided = bm_tournament_sprt_result(r->tournament, &llr) != BM_ONGOING;
    while (!should_stop(r)) {
        if (!update_slots(r, &busy))
            return false;
        if (!busy || r->decided)
            return true;
        bm_loop_step(&r->loop);
    }
    return true;
}

/* End all engines, and release the event loop. */
static void close_slots(struct tournament_run *r, bool at_once)
{
    bool waits = true;
    for (unsigned i = 0; i < r->count; i++)
        bm_slot_dismiss(&r->slots[i], at_once);
    while (waits && !at_once && !should_stop(r)) {
        waits = false;
        for (unsigned i = 0; i < r->count; i++)
            waits |= bm_slot_waits(&r->slots[i]);
        if (waits)
            bm_loop_step(&r->loop);
    }
    for (unsigned i = 0; i < r->count; i++)
        bm_slot_dismiss(&r->slots[i], true);
    bm_timer_close(&r->tick, NULL, NULL);
    bm_loop_fini(&r->loop);
}

enum bm_tournament_end bm_tournament_run(struct bm_tournament *t,
                                         const struct bm_tournament_hooks *hooks)
{
    struct tournament_run r = {.tournament = t, .hooks = hooks, .count = t->concurrency};
    r.slots = calloc(r.count, sizeof *r.slots);
    if (!r.slots || bm_loop_init(&r.loop)) {
        fprintf(stderr, "banmen: out of memory\n");
        free(r.slots);
        return BM_TOURNAMENT_FAILED;
    }
    for (unsigned i = 0; i < r.count; i++) {
        r.slots[i].tournament = t;
        r.slots[i].loop = &r.loop;
    }
    on_run_tick(&r);
    const bool good = play_games(&r);
    const bool stopped = should_stop(&r);
    close_slots(&r, !good || stopped);
    bm_buf_free(&r.record);
    free(r.slots);
    return !good     ? BM_TOURNAMENT_FAILED
           : stopped ? BM_TOURNAMENT_STOPPED
                     : BM_TOURNAMENT_FINISHED;
}
