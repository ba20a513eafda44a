/* SPDX-License-Identifier: MIT */
/*
 * Programs that play in a room. A built-in player has memory, and an engine of the server's
 * list a process, only while it thinks, and few may think at a time: the others wait in turn,
 * and their clocks run, as those of people do.
 */
#include <sodium.h>

#include "server/engines.h"
#include "server/room_inside.h"

enum {
    THINKING = 2, /* at a time: they share libuv's threads with passwords */
    HASH = 16     /* MiB for the highest level */
};

/* ---- In turn ---- */

static void queue_up(struct bm_room *r)
{
    struct bm_hall *const h = r->hall;
    if (r->queued)
        return;
    r->queued = true;
    r->queue = NULL;
    *h->last_queued = r;
    h->last_queued = &r->queue;
}

static void leave_queue(struct bm_room *r)
{
    struct bm_hall *const h = r->hall;
    struct bm_room **at = &h->queue;
    if (!r->queued)
        return;
    while (*at != r)
        at = &(*at)->queue;
    *at = r->queue;
    if (!r->queue)
        h->last_queued = at;
    r->queued = false;
}

static void release(struct bm_room *r, unsigned side)
{
    if (!r->search[side])
        return;
    bm_search_destroy(r->search[side]);
    r->search[side] = NULL;
    r->hall->thinking--;
}

/* The engine stands up, and is gone. */
static void dismiss(struct bm_room *r, unsigned side)
{
    struct bm_engine *const engine = r->engine[side];
    if (!engine)
        return;
    r->engine[side] = NULL;
    if (r->table)
        bm_table_seat(r->table, side, &(struct bm_table_player){0});
    bm_engine_destroy(engine);
    bm_engines_give(r->hall->server->engines);
}

/* Whoever is first and can have what he waits for; the others wait behind. */
void bm_hall_let_next(struct bm_hall *h)
{
    size_t waiting = 0;
    for (const struct bm_room *r = h->queue; r; r = r->queue)
        waiting++;
    for (; waiting > 0 && h->queue && !h->closing; waiting--) {
        struct bm_room *const next = h->queue;
        leave_queue(next);
        bm_table_ask(next->table);
        if (!next->queued)
            return;
    }
}

/* ---- At the table ---- */

static enum bm_refusal on_act(void *user, const struct bm_action *action)
{
    struct bm_room *const r = user;
    struct bm_batch *const b = bm_room_begin(r);
    if (!b)
        return BM_REFUSAL_NO_MEMORY;
    const struct bm_deed d = {
        .kind = BM_DEED_ACT, .at = bm_room_now(r), .side = action->side, .action = *action};
    bm_room_look_at_flag(r, b, d.at);
    const enum bm_code code = bm_room_do(r, b, &d, NULL);
    bm_room_put(r, b);
    return code ? BM_REFUSAL_ILLEGAL : BM_REFUSAL_NONE;
}

static int64_t on_now(void *user) { return bm_room_now(user); }

/* NULL: perhaps there is memory when the others have finished. */
static struct bm_search *new_search(const struct bm_room *r, unsigned level)
{
    const struct bm_search_options how = {.level = level,
                                          .seed = (uint64_t)randombytes_random() << 32 |
                                                  randombytes_random(),
                                          .hash = level == BM_LEVELS ? HASH : 0,
                                          .threads = 1};
    struct bm_search *search = NULL;
    if (r->hall->thinking >= THINKING || bm_search_create(&search, r->sheet.plan.rules, &how))
        return NULL;
    r->hall->thinking++;
    return search;
}

static struct bm_engine *new_engine(const struct bm_room *r, const struct bm_engine_spec *spec)
{
    static const struct bm_engine_events none = {0};
    struct bm_engines *const engines = r->hall->server->engines;
    struct bm_engine *engine = NULL;
    if (!bm_engines_take(engines))
        return NULL;
    if (bm_engine_create(&engine, bm_room_loop(r), spec, r->sheet.plan.rules, &none, NULL)) {
        bm_engines_give(engines);
        return NULL;
    }
    bm_engine_new_game(engine);
    return engine;
}

static void on_turn(void *user, unsigned side)
{
    struct bm_room *const r = user;
    const struct bm_chair *const chair = &r->sheet.chair[side];
    struct bm_table_player player = {0};
    if (!bm_chair_is_program(chair) || r->search[side] || r->engine[side])
        return;
    if (chair->kind == BM_CHAIR_LEVEL) {
        player.search = r->search[side] = new_search(r, chair->level);
    } else {
        const struct bm_engine_spec *const spec =
            bm_engines_find(r->hall->server->engines, chair->name);
        if (!spec) { /* the list has changed since the game began */
            bm_room_forfeit(r, side, BM_REASON_CRASH);
            return;
        }
        player.engine = r->engine[side] = new_engine(r, spec);
    }
    if (player.search || player.engine)
        bm_table_seat(r->table, side, &player);
    else
        queue_up(r);
}

static bool on_failed(void *user, unsigned side, enum bm_engine_trouble trouble,
                      const char *detail)
{
    const struct bm_room *const r = user;
    (void)detail;
    bm_server_log("warning", "engine", ",\"game\":\"%s\",\"engine\":\"%s\",\"why\":\"%s\"",
                  r->id, r->sheet.chair[side].name, bm_engine_trouble_word(trouble));
    return false;
}

static void on_rested(void *user, unsigned side)
{
    struct bm_room *const r = user;
    bm_table_seat(r->table, side, &(struct bm_table_player){0});
    release(r, side);
    bm_hall_let_next(r->hall);
}

void bm_room_think(struct bm_room *r)
{
    static const struct bm_table_events events = {.turn = on_turn,
                                                  .act = on_act,
                                                  .now = on_now,
                                                  .rested = on_rested,
                                                  .failed = on_failed};
    if (!bm_chair_is_program(&r->sheet.chair[0]) && !bm_chair_is_program(&r->sheet.chair[1]))
        return;
    if (!r->table && bm_sheet_stage(&r->sheet) != BM_MATCH_PLAYING)
        return;
    if (!r->table &&
        bm_table_create(&r->table, bm_room_loop(r), r->sheet.match, &events, r) != BM_OK) {
        r->table = NULL; /* the next event tries again */
        return;
    }
    leave_queue(r);
    bm_table_ask(r->table);
    struct bm_match_state state;
    bm_match_state(r->sheet.match, &state);
    for (unsigned side = 0; side < 2; side++)
        if (state.stage != BM_MATCH_PLAYING || state.turn != side)
            dismiss(r, side);
}

void bm_room_stop_thinking(struct bm_room *r)
{
    struct bm_hall *const h = r->hall;
    leave_queue(r);
    bm_table_destroy(r->table);
    r->table = NULL;
    for (unsigned side = 0; side < 2; side++) {
        release(r, side);
        dismiss(r, side);
    }
    bm_hall_let_next(h);
}
