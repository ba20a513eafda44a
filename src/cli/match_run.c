/* SPDX-License-Identifier: MIT */
/* Plays the games of a match, several at a time, in one loop. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/match_slot.h"
#include "cli/progress.h"

enum { TICK = 100 }; /* ms between looks at Ctrl-C and the bar */

struct run {
    struct bm_tourney *tourney;
    struct bm_loop loop;
    struct bm_timer tick;
    struct bm_slot *slots;
    unsigned count;
    uint64_t next; /* number of the game to begin next */
    struct bm_bar bar;
    struct bm_buf record;
    bool decided; /* by the test */
};

static void on_tick(void *user)
{
    struct run *const r = user;
    bm_bar_tick(&r->bar, r->tourney->done - r->tourney->restored);
    bm_timer_set(&r->tick, &r->loop, TICK, on_tick, r);
}

/* The next game that nobody has played; false if there is none. */
static bool take_next(struct run *r, struct bm_fixture *f)
{
    struct bm_tourney *const t = r->tourney;
    for (; r->next < bm_schedule_end(&t->schedule); r->next++) {
        if (!bm_tourney_has(t, r->next) && bm_schedule_at(&t->schedule, r->next, f)) {
            r->next++;
            return true;
        }
    }
    return false;
}

/* A game is over: it is remembered, then counted, then told. */
static bool finish(struct run *r, struct bm_slot *s)
{
    struct bm_tourney *const t = r->tourney;
    double llr;
    r->record.len = 0;
    if (!bm_slot_finish(s, &r->record) || !bm_state_add(&t->state, &s->played, &r->record) ||
        !bm_tourney_count(t, &s->played) || !bm_tourney_write(t, false))
        return false;
    bm_bar_clear(&r->bar);
    bm_report_game(t, &s->fixture, &s->played);
    if (fflush(stdout) != 0)
        return false;
    r->decided = bm_tourney_verdict(t, &llr) != BM_ONGOING;
    return true;
}

/* Games that have ended make room for others. False: it cannot go on. */
static bool tend(struct run *r, bool *busy)
{
    struct bm_fixture f;
    *busy = false;
    for (unsigned i = 0; i < r->count && !r->decided; i++) {
        struct bm_slot *const s = &r->slots[i];
        if (s->fatal || (s->over && !finish(r, s)))
            return false;
        if (!s->busy && !r->decided && take_next(r, &f) && !bm_slot_begin(s, &f))
            return false;
        *busy |= s->busy;
    }
    return true;
}

static bool play(struct run *r)
{
    bool busy;
    double llr;
    r->decided = bm_tourney_verdict(r->tourney, &llr) != BM_ONGOING;
    while (!bm_interrupted()) {
        if (!tend(r, &busy))
            return false;
        if (!busy || r->decided)
            return true;
        bm_loop_step(&r->loop);
    }
    return true;
}

/* No engine is left when this returns. */
static void dismiss_all(struct run *r, bool at_once)
{
    bool waits = true;
    for (unsigned i = 0; i < r->count; i++)
        bm_slot_dismiss(&r->slots[i], at_once);
    while (waits && !at_once && !bm_interrupted()) {
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

int bm_tourney_run(struct bm_tourney *t)
{
    struct run r = {.tourney = t, .count = t->concurrency};
    r.slots = calloc(r.count, sizeof *r.slots);
    if (!r.slots || bm_loop_init(&r.loop)) {
        fprintf(stderr, "banmen: out of memory\n");
        free(r.slots);
        return EXIT_USAGE;
    }
    for (unsigned i = 0; i < r.count; i++) {
        r.slots[i].tourney = t;
        r.slots[i].loop = &r.loop;
    }
    const uint64_t left = bm_schedule_games(&t->schedule) - t->done;
    bm_interrupt_catch(true);
    bm_bar_begin(&r.bar, isatty(STDERR_FILENO) ? left : 0);
    on_tick(&r);
    const bool good = play(&r);
    const bool interrupted = bm_interrupted();
    bm_bar_clear(&r.bar);
    dismiss_all(&r, !good || interrupted);
    bm_interrupt_catch(false);
    bm_buf_free(&r.record);
    free(r.slots);
    return !good ? EXIT_USAGE : interrupted ? EXIT_INTERRUPTED : EXIT_YES;
}
