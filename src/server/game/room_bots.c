/* SPDX-License-Identifier: MIT */
/*
 * Bots of a room: built-in levels and engines of the server's list. A level has memory, and an
 * engine a process, only while it searches, and few search at a time: the others wait in queues
 * while their clocks run, as those of people do. The queues of levels are fair by address:
 * level 8, which searches by the clock, has a queue of its own; the other levels, which search
 * a number of nodes, share one by nodes. The queue of engines is fair by address.
 */
#include <sodium.h>
#include <stdlib.h>

#include "search/level.h"
#include "server/analysis/engine_list.h"
#include "server/game/room_internal.h"

enum {
    QUICK = 2,        /* workers of levels 1 to 7, */
    STRONG = 2,       /* and of level 8; */
    STRONG_OWN = 1,   /* of one address */
    BY_CLOCK = 4,     /* searches of level 8 and engines at a time, at most */
    WAITING = 16,     /* moves of an address that are waited for when no more games may begin */
    SHARE = 2000,     /* ms that those may search while others wait, */
    LONGEST = 30000,  /* and level 8 in any case */
    LOOK = 250,       /* ms between two looks at that */
    COST_NODES = 500, /* that are one unit of cost */
    HASH = 16         /* MiB for the highest level */
};

struct bm_bots {
    struct bm_game_manager *games;
    struct bm_pool *pool;
    struct bm_fair *quick, *strong;
    struct bm_room *thinkers[BY_CLOCK]; /* rooms where level 8 or an engine searches */
    struct bm_timer look;
    bool looking;
};

/* ---- Turns of built-in players ---- */

static struct bm_room *room_of(struct bm_ticket *t)
{
    return (struct bm_room *)((char *)t - offsetof(struct bm_room, ticket));
}

static bool is_strong(unsigned level) { return level == BM_LEVELS; }

/* What a move of a level costs at most; of one that only looks at its moves, a little. */
static uint64_t cost_of(unsigned level)
{
    const struct bm_skill *const skill = bm_skill_of(level);
    return is_strong(level) ? 1 : 1 + (skill->nodes << skill->blunder_check) / COST_NODES;
}

/* Level 8 and engines search by the clock: they are told to move when others have waited
 * long enough. */
static void look_at_thinkers(void *user)
{
    struct bm_bots *const t = user;
    const int64_t now = bm_loop_now(&t->games->server->loop);
    t->looking = false;
    for (unsigned i = 0; i < BY_CLOCK; i++) {
        struct bm_room *const r = t->thinkers[i];
        if (!r)
            continue;
        const int64_t since = now - r->bot_since;
        t->looking = true;
        if ((since > LONGEST && r->ticket.fair == t->strong) ||
            (since > SHARE && bm_fair_is_wanted(&r->ticket)))
            bm_table_hurry(r->table);
    }
    if (t->looking)
        bm_timer_set(&t->look, &t->games->server->loop, LOOK, look_at_thinkers, t);
}

static void note_thinker(struct bm_bots *t, struct bm_room *r)
{
    unsigned i = 0;
    while (i < BY_CLOCK - 1 && t->thinkers[i])
        i++;
    t->thinkers[i] = r;
    r->bot_since = bm_loop_now(bm_room_loop(r));
    if (!t->looking)
        look_at_thinkers(t);
}

/* The address that a program plays for. */
static const char *place_of(const struct bm_room *r)
{
    return r->place[0] ? r->place : r->state.config.place;
}

/* The ticket has a worker: the search of the bot begins. */
static void begin_turn(struct bm_ticket *ticket)
{
    struct bm_room *const r = room_of(ticket);
    struct bm_bots *const t = r->games->bots;
    if (r->games->closing)
        return;
    if (ticket->fair != t->quick)
        note_thinker(t, r);
    if (!r->is_taking)
        bm_table_ask(r->table);
}

/* The address pays for the nodes of a turn; those of level 8 go by the time. */
static void charge_turn(const struct bm_room *r)
{
    const struct bm_bots *const t = r->games->bots;
    if (r->ticket.state != BM_TICKET_WORKS)
        return;
    /* An engine's nodes are not known: its time counts, too. */
    const int64_t ms = bm_loop_now(bm_room_loop(r)) - r->bot_since;
    bm_server_charge(r->games->server, place_of(r),
                     r->ticket.fair != t->quick
                         ? (uint64_t)ms
                         : r->ticket.cost * COST_NODES / BM_NODES_FOR_ONE);
}

static void end_turn(struct bm_room *r)
{
    struct bm_bots *const t = r->games->bots;
    charge_turn(r);
    for (unsigned i = 0; i < BY_CLOCK; i++)
        if (t->thinkers[i] == r)
            t->thinkers[i] = NULL;
    r->bot_thinks = false;
    bm_fair_leave(&r->ticket);
}

/* Take a ticket. False: the bot waits, and is started when it gets a place. */
static bool take_turn(struct bm_room *r, const struct bm_game_seat *seat)
{
    struct bm_bots *const t = r->games->bots;
    const bool level = seat->kind == BM_GAME_SEAT_LEVEL;
    struct bm_fair *const queue = !level ? bm_engines_places(r->games->server->engines)
                                  : is_strong(seat->level) ? t->strong
                                                           : t->quick;
    if (r->ticket.state == BM_TICKET_NONE && !r->games->closing) {
        r->is_taking = true;
        (void)bm_fair_take(queue, &r->ticket, place_of(r), level ? cost_of(seat->level) : 1,
                           begin_turn);
        r->is_taking = false;
    }
    return r->ticket.state == BM_TICKET_WORKS;
}

bool bm_game_manager_is_bot_queue_full(const struct bm_game_manager *games, const char *place)
{
    const struct bm_bots *const t = games->bots;
    return bm_fair_waiting_of(t->quick, place) + bm_fair_waiting_of(t->strong, place) >=
           WAITING;
}

void bm_bots_count(const struct bm_bots *t, struct bm_game_manager_counts *out)
{
    out->bots = bm_fair_working(t->quick) + bm_fair_working(t->strong);
    out->queued = bm_fair_waiting(t->quick) + bm_fair_waiting(t->strong);
}

bm_status bm_bots_create(struct bm_game_manager *games)
{
    struct bm_bots *const t = calloc(1, sizeof *t);
    games->bots = t;
    if (!t)
        return BM_ENOMEM;
    t->games = games;
    const bm_status status =
        bm_fair_create(&t->quick, &(struct bm_fair_limits){.places = QUICK}) ||
                bm_fair_create(&t->strong, &(struct bm_fair_limits){.places = STRONG,
                                                                    .per_owner = STRONG_OWN}) ||
                bm_pool_create(&t->pool, &games->server->loop, QUICK + STRONG)
            ? BM_ENOMEM
            : BM_OK;
    if (status)
        bm_bots_destroy(t);
    return status;
}

static void free_bots(void *user) { free(user); }

void bm_bots_destroy(struct bm_bots *t)
{
    if (!t)
        return;
    bm_pool_destroy(t->pool);
    bm_fair_destroy(t->quick);
    bm_fair_destroy(t->strong);
    bm_timer_close(&t->look, free_bots, t);
}

/* ---- Waiting for memory ---- */

static void queue_for_memory(struct bm_room *r)
{
    struct bm_game_manager *const games = r->games;
    if (r->queued)
        return;
    r->queued = true;
    r->queue = NULL;
    *games->last_queued = r;
    games->last_queued = &r->queue;
}

static void leave_memory_queue(struct bm_room *r)
{
    struct bm_game_manager *const games = r->games;
    struct bm_room **at = &games->queue;
    if (!r->queued)
        return;
    while (*at != r)
        at = &(*at)->queue;
    *at = r->queue;
    if (!r->queue)
        games->last_queued = at;
    r->queued = false;
}

/* The first that can have what it waits for; the others wait behind. */
static void ask_next_queued(struct bm_game_manager *games)
{
    size_t waiting = 0;
    for (const struct bm_room *r = games->queue; r; r = r->queue)
        waiting++;
    for (; waiting > 0 && games->queue && !games->closing; waiting--) {
        struct bm_room *const next = games->queue;
        leave_memory_queue(next);
        bm_table_ask(next->table);
        if (!next->queued)
            return;
    }
}

/* Destroy the engine of a side. */
static void dismiss_engine(struct bm_room *r, unsigned side)
{
    struct bm_engine *const engine = r->engine[side];
    if (!engine)
        return;
    r->engine[side] = NULL;
    if (r->table)
        bm_table_seat(r->table, side, &(struct bm_table_player){0});
    bm_engine_destroy(engine);
    end_turn(r);
    ask_next_queued(r->games);
}

/* ---- At the table ---- */

static enum bm_refusal on_act(void *user, const struct bm_action *action)
{
    struct bm_room *const r = user;
    struct bm_event_batch *const b = bm_room_begin_batch(r);
    if (!b)
        return BM_REFUSAL_NO_MEMORY;
    const struct bm_game_event event = {.kind = BM_GAME_EVENT_ACT,
                                        .at = bm_room_now(r),
                                        .side = action->side,
                                        .action = *action};
    bm_room_apply_timeouts(r, b, event.at);
    const enum bm_code code = bm_room_apply(r, b, &event, NULL);
    bm_room_commit(r, b);
    return code ? BM_REFUSAL_ILLEGAL : BM_REFUSAL_NONE;
}

static int64_t on_now(void *user) { return bm_room_now(user); }

static struct bm_engine *new_engine(const struct bm_room *r, const struct bm_engine_spec *spec)
{
    static const struct bm_engine_events none = {0};
    struct bm_engine *engine = NULL;
    if (bm_engine_create(&engine, bm_room_loop(r), spec, r->state.config.rules, &none, NULL))
        return NULL;
    bm_engine_new_game(engine);
    return engine;
}

static void on_turn(void *user, unsigned side)
{
    struct bm_room *const r = user;
    const struct bm_game_seat *const seat = &r->state.seat[side];
    struct bm_table_player player = {0};
    if (!bm_game_seat_is_program(seat) || r->bot_thinks || r->engine[side])
        return;
    const bool level = seat->kind == BM_GAME_SEAT_LEVEL;
    const struct bm_engine_spec *const spec =
        level ? NULL : bm_engines_find(r->games->server->engines, seat->name);
    if (!level && !spec) { /* the list has changed since the game began */
        bm_room_forfeit(r, side, BM_REASON_CRASH);
        return;
    }
    if (!take_turn(r, seat)) {
        if (r->ticket.state ==
            BM_TICKET_NONE) /* no memory: it is retried when another bot ends */
            queue_for_memory(r);
        return;
    }
    if (level) {
        r->bot_thinks = true;
        player.pool = r->games->bots->pool;
        player.fresh = true;
        player.how = (struct bm_search_options){.level = seat->level,
                                                .seed = (uint64_t)randombytes_random() << 32 |
                                                        randombytes_random(),
                                                .hash = seat->level == BM_LEVELS ? HASH : 0,
                                                .threads = 1};
    } else {
        player.engine = r->engine[side] = new_engine(r, spec);
    }
    if (player.fresh || player.engine) {
        bm_table_seat(r->table, side, &player);
    } else {
        end_turn(r);
        queue_for_memory(r);
    }
}

static bool on_player_failed(void *user, unsigned side, enum bm_engine_trouble trouble,
                             const char *detail)
{
    const struct bm_room *const r = user;
    (void)detail;
    bm_server_log("warning", "engine", ",\"game\":\"%s\",\"engine\":\"%s\",\"why\":\"%s\"",
                  r->id, r->state.seat[side].name, bm_engine_trouble_word(trouble));
    return false;
}

static void on_player_info(void *user, unsigned side, const struct bm_search_info *info)
{
    struct bm_room *const r = user;
    bm_computer_view_info(&r->bot_view[side], info);
}

static void on_player_line(void *user, unsigned side, const struct bm_engine_line *line)
{
    struct bm_room *const r = user;
    if (r->engine[side])
        bm_computer_view_line(&r->bot_view[side], line, bm_engine_proto(r->engine[side]));
}

/* What is offered to a program is answered at once; this comes back here. */
static bool answer_offer(struct bm_room *r)
{
    struct bm_action answer;
    for (unsigned side = 0; side < 2; side++)
        if (bm_game_seat_is_program(&r->state.seat[side]) &&
            bm_computer_answer_offer(r->state.match, side, &r->bot_view[side], &answer))
            return on_act(r, &answer) == BM_REFUSAL_NONE;
    return false;
}

static void on_rested(void *user, unsigned side)
{
    struct bm_room *const r = user;
    bm_table_seat(r->table, side, &(struct bm_table_player){0});
    end_turn(r);
}

void bm_room_run_bots(struct bm_room *r)
{
    static const struct bm_table_events events = {.turn = on_turn,
                                                  .act = on_act,
                                                  .now = on_now,
                                                  .line = on_player_line,
                                                  .info = on_player_info,
                                                  .rested = on_rested,
                                                  .failed = on_player_failed};
    if (!bm_game_seat_is_program(&r->state.seat[0]) &&
        !bm_game_seat_is_program(&r->state.seat[1]))
        return;
    if (!r->table && bm_game_state_stage(&r->state) != BM_MATCH_PLAYING)
        return;
    if (!r->games->closing && answer_offer(r))
        return;
    if (!r->table &&
        bm_table_create(&r->table, bm_room_loop(r), r->state.match, &events, r) != BM_OK) {
        r->table = NULL; /* the next event tries again */
        return;
    }
    leave_memory_queue(r);
    bm_table_ask(r->table);
    struct bm_match_state state;
    bm_match_state(r->state.match, &state);
    for (unsigned side = 0; side < 2; side++)
        if (state.stage != BM_MATCH_PLAYING || state.turn != side)
            dismiss_engine(r, side);
    if (r->ticket.state == BM_TICKET_WAITS &&
        (state.stage != BM_MATCH_PLAYING ||
         !bm_game_seat_is_program(&r->state.seat[state.turn])))
        end_turn(r);
}

void bm_room_stop_bots(struct bm_room *r)
{
    struct bm_game_manager *const games = r->games;
    leave_memory_queue(r);
    bm_table_destroy(r->table);
    r->table = NULL;
    for (unsigned side = 0; side < 2; side++)
        dismiss_engine(r, side);
    end_turn(r);
    ask_next_queued(games);
}
