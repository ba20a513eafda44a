/* SPDX-License-Identifier: MIT */
/*
 * Deadlines of games that are not in memory. The store has the deadlines of all running games,
 * by time; those of the next minutes are in a binary heap here, with a timer for the first.
 * When one is due, its game is loaded and checks its own clock. A deadline that is early, or
 * of a game in memory (which has a timer of its own), does no harm.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "server/game/room_internal.h"

enum {
    HORIZON_MS = 600000, /* so far the heap looks ahead */
    PAGE = 500,          /* deadlines that are read at once, */
    LOADS = 20,          /* and games that are loaded at once */
    PAUSE_MS = 20,       /* until the next of them */
    AGAIN_MS = 1000      /* until a game is tried again that could not be loaded */
};

/* ---- The heap ---- */

static void swap_due(struct bm_stored_deadline *a, struct bm_stored_deadline *b)
{
    const struct bm_stored_deadline old = *a;
    *a = *b;
    *b = old;
}

static bool push_due(struct bm_game_manager *games, const char *id, int64_t at)
{
    void *mem = games->due;
    if (!bm_grow(&mem, &games->due_cap, games->due_count + 1, sizeof *games->due))
        return false;
    games->due = mem;
    size_t i = games->due_count++;
    games->due[i] = (struct bm_stored_deadline){.at = at};
    memcpy(games->due[i].id, id, sizeof games->due[i].id);
    for (; i > 0 && games->due[(i - 1) / 2].at > games->due[i].at; i = (i - 1) / 2)
        swap_due(&games->due[i], &games->due[(i - 1) / 2]);
    return true;
}

static struct bm_stored_deadline pop_due(struct bm_game_manager *games)
{
    const struct bm_stored_deadline first = games->due[0];
    games->due[0] = games->due[--games->due_count];
    for (size_t i = 0;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++)
            if (child < games->due_count && games->due[child].at < games->due[least].at)
                least = child;
        if (least == i)
            return first;
        swap_due(&games->due[i], &games->due[least]);
        i = least;
    }
}

/* ---- The store ---- */

struct refill {
    struct bm_game_manager *games;
    struct bm_stored_deadline last;
    unsigned count;
    bool failed;
};

static bool take_deadline(void *user, const struct bm_deadline_row *row)
{
    struct refill *const f = user;
    f->failed = !push_due(f->games, row->game, row->at);
    if (f->failed)
        return false;
    f->last.at = row->at;
    memcpy(f->last.id, row->game, sizeof f->last.id);
    f->count++;
    return true;
}

/* Read the deadlines up to the horizon, a page at a time. What could not be read now is read
 * at the next occasion. */
static void refill_due(struct bm_game_manager *games)
{
    const int64_t until = bm_game_manager_now(games) + games->due_horizon;
    struct refill f = {.games = games, .last = {.at = games->due_until, .id = "~"}};
    do {
        f.count = 0;
        if (bm_store_deadlines(games->server->store, f.last.at, f.last.id, until, PAGE,
                               take_deadline, &f) ||
            f.failed)
            return;
        games->due_until = f.count == PAGE ? f.last.at : until;
    } while (f.count == PAGE);
}

/* ---- The timer ---- */

static void on_due_timer(void *user) { bm_game_manager_run_deadlines(user); }

static void set_due_timer(struct bm_game_manager *games, int64_t least)
{
    const int64_t now = bm_game_manager_now(games),
                  refill = games->due_until - games->due_horizon / 2;
    const int64_t next =
        games->due_count && games->due[0].at < refill ? games->due[0].at : refill;
    if (games->closing)
        return;
    bm_timer_set(&games->due_timer, &games->server->loop,
                 next - now > least ? next - now : least, on_due_timer, games);
    uv_unref((uv_handle_t *)&games->due_timer.uv);
}

void bm_game_manager_run_deadlines(struct bm_game_manager *games)
{
    const int64_t now = bm_game_manager_now(games);
    unsigned loaded = 0;
    if (games->due_until - now < games->due_horizon / 2)
        refill_due(games);
    while (games->due_count && games->due[0].at <= now && loaded < LOADS) {
        const struct bm_stored_deadline due = pop_due(games);
        enum bm_code code;
        if (bm_game_manager_has(games, due.id))
            continue;
        loaded++;
        /* A game that is loaded in a worker checks its clock by itself; if the queue is
         * full, it is tried again. */
        if (bm_game_manager_load(games, due.id, "") ||
            (!bm_game_manager_find(games, due.id, &code) && code == BM_CODE_BUSY))
            (void)push_due(games, due.id, now + AGAIN_MS); /* else the next start finds it */
    }
    set_due_timer(games, loaded == LOADS ? PAUSE_MS : 0);
}

void bm_game_manager_add_deadline(struct bm_game_manager *games, const char *id, int64_t at)
{
    if (games->closing || at > games->due_until || !push_due(games, id, at))
        return;
    set_due_timer(games, 0);
}

void bm_game_manager_read_deadlines(struct bm_game_manager *games)
{
    games->due_count = 0;
    games->due_until = INT64_MIN / 2;
    if (!games->due_horizon)
        games->due_horizon = HORIZON_MS;
    bm_game_manager_run_deadlines(games);
}
