/* SPDX-License-Identifier: MIT */
/*
 * Deadlines: games leave the memory while their clocks run, and flags fall at their time
 * without anybody looking: in the same process, after a restart, and by correspondence. A game
 * whose first move is not made in time is aborted.
 */
#include "match/match.h"
#include "rooming.h"

enum { MINUTE = 60000, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static struct bm_room *timed(const char *clock)
{
    char text[80];
    snprintf(text, sizeof text, "\"clock\":\"%s\"", clock);
    struct bm_room *const r = rooming_pair(text);
    rooming_move(r, &ann, 0, "e2e4");
    rooming_move(r, &bob, 1, "e7e5"); /* from here on the clocks run */
    return r;
}

static int64_t main_of(const struct bm_room *r, unsigned side)
{
    struct bm_face face;
    bm_clock_face(bm_match_clock(r->state.match), side, bm_room_now(r), &face);
    return face.main;
}

/* The machine may be slow: nothing here is told apart by less than a minute. */
static bool is_near(int64_t got, int64_t want) { return got <= want && got > want - MINUTE; }

static bool is_over(const char *id)
{
    struct bm_game_row row;
    return bm_store_game(server.store, id, &row) == BM_STORE_OK && row.stage == BM_MATCH_OVER;
}

static bool is_armed(const char *id)
{
    struct bm_deadline_row row;
    return bm_store_deadline(server.store, id, &row) == BM_STORE_OK;
}

/* Until the store has the end of a game: nothing here opens it. */
static void await_over(const char *id)
{
    while (!is_over(id))
        (void)bm_loop_step(&server.loop);
}

/* Until the manager has read the deadlines of the store. */
static void await_armed(void)
{
    while (server.games->moving)
        (void)bm_loop_step(&server.loop);
}

static void say_result(const char *id, enum bm_result result, enum bm_reason reason)
{
    struct bm_match_state state;
    bm_match_state(rooming_find(id)->state.match, &state);
    ok_named(state.outcome.result == result && state.outcome.reason == reason, "%s: %s, not %s",
             id, bm_reason_text(state.outcome.reason, BM_EN), bm_reason_text(reason, BM_EN));
    ok_named(!is_armed(id), "a game that is over has no deadline");
}

static void forget(struct bm_room *r, char id[16])
{
    memcpy(id, r->id, 16);
    ok_named(bm_room_is_idle(r) && is_armed(id), "a room with a running clock can be unloaded");
    bm_room_drop(r);
    ok(!bm_game_manager_has(server.games, id));
}

static void test_unloaded(void)
{
    char id[16];
    forget(timed("10m"), id);
    rooming_advance(3 * MINUTE);
    ok_named(!bm_game_manager_has(server.games, id),
             "no deadline is near: it stays where it is");
    struct bm_room *const r = rooming_find(id);
    ok_named(r && is_near(main_of(r, 0), 7 * MINUTE), "its clock went on: %" PRId64,
             r ? main_of(r, 0) : 0);
    forget(r, id);
    rooming_advance(7 * MINUTE + 1000);
    await_over(id);
    say_result(id, BM_SECOND_WINS, BM_REASON_TIME);
}

static void test_restarted(void)
{
    char fast[16], days[16], later[16];
    memcpy(fast, timed("20m")->id, sizeof fast);
    memcpy(days, timed("3days")->id, sizeof days);
    memcpy(later, timed("9days")->id, sizeof later);
    rooming_advance(DAY / 2); /* of the fast game's 20 minutes none: it is not opened */
    await_over(fast);
    say_result(fast, BM_SECOND_WINS, BM_REASON_TIME);
    memcpy(fast, timed("20m")->id, sizeof fast);
    for (unsigned i = 0; i < 2; i++) {
        rooming_restart();
        await_armed();
        ok_named(!bm_game_manager_has(server.games, fast) &&
                     !bm_game_manager_has(server.games, days),
                 "a restart loads no game, but knows their deadlines");
        rooming_advance(15 * MINUTE);
        ok_named(!is_over(fast), "a fast game begins anew from its last event");
    }
    rooming_advance(6 * MINUTE);
    await_over(fast);
    say_result(fast, BM_SECOND_WINS, BM_REASON_TIME);
    rooming_advance(2 * DAY);
    ok(!is_over(days));
    rooming_advance(DAY);
    await_over(days);
    say_result(days, BM_SECOND_WINS, BM_REASON_TIME);
    ok(!is_over(later) && is_armed(later));
}

/* A file of the first schema knows no deadlines: each running game is looked at once. */
static void test_unknown(void)
{
    char id[16];
    memcpy(id, timed("3days")->id, sizeof id);
    struct bm_deadline_row row = {.at = 0};
    memcpy(row.game, id, sizeof row.game);
    bm_game_manager_destroy(server.games);
    (void)storing_put(server.store, &server.loop,
                      &(struct bm_change){.kind = BM_CHANGE_DEADLINE, .deadline = &row}, 1);
    rooming_open_hall();
    while (bm_store_deadline(server.store, id, &row) || row.left < 2 * DAY)
        (void)bm_loop_step(&server.loop);
    ok_named(row.slow && row.at > bm_game_manager_now(server.games),
             "it has its deadline again");
}

/* Games that last for ever, made by one who never comes back. */
static void test_full(void)
{
    struct rooming_answer a;
    const size_t most = server.games->most_rooms;
    char first[16] = "";
    unsigned made = 0;
    server.games->most_rooms = server.games->room_count + 20;
    for (unsigned i = 0; i < 100; i++) {
        rooming_age(2000); /* the machine may be fast */
        struct bm_room *const r = rooming_open(
            &ann, "{\"clock\":\"9999h\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"}]}", NULL,
            &a);
        made += r && rooming_move(r, &ann, 0, "e2e4") == BM_CODE_OK &&
                rooming_move(r, &ann, 1, "e7e5") == BM_CODE_OK;
        if (r && !first[0])
            memcpy(first, r->id, sizeof first);
    }
    ok_named(made == 100 && server.games->room_count <= server.games->most_rooms,
             "%u games of 9999 hours, and %zu rooms", made, server.games->room_count);
    rooming_age(2000);
    struct bm_room *const r = rooming_find(first);
    ok_named(r && bm_match_clock(r->state.match)->running, "each is there when asked for");
    server.games->most_rooms = most;
}

/* ---- First moves ---- */

static void await_stage(const struct bm_room *r, enum bm_match_stage stage)
{
    while (bm_game_state_stage(&r->state) != stage || !bm_room_is_stored(r))
        (void)bm_loop_step(&server.loop);
}

/* Many rooms that nobody needs leave the memory a few at a time. */
static void test_sweep(void)
{
    enum { MANY = 200, TURN_MOST = 50 };
    const size_t left = server.games->room_count;
    size_t most = 0;
    for (unsigned i = 0; i < MANY; i++)
        (void)rooming_new("{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"}]}");
    rooming_age(10 * MINUTE);
    bm_timer_set(&server.games->sweep, &server.loop, 0, server.games->sweep.fire,
                 server.games->sweep.user);
    while (server.games->room_count > left) {
        const size_t before = server.games->room_count;
        (void)bm_loop_step(&server.loop);
        if (before - server.games->room_count > most)
            most = before - server.games->room_count;
    }
    ok_named(most <= TURN_MOST, "rooms leave the memory, %zu in a turn", most);
}

static void test_no_show(void)
{
    static const struct {
        const char *clock;
        int64_t enough, too_long; /* ms; 0: never */
    } cases[] = {
        {"5m+3", 20000, 31000}, {"10m+5", 50000, 61000}, {"1h", 110000, 121000},
        {"3days", DAY, 0},      {"none", DAY, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[80], id[16];
        snprintf(text, sizeof text, "\"clock\":\"%s\"", cases[i].clock);
        for (unsigned moves = 0; moves < 2; moves++) {
            struct bm_room *r = rooming_pair(text);
            struct rooming_eye eye;
            memcpy(id, r->id, sizeof id);
            if (moves)
                rooming_move(r, &ann, 0, "e2e4");
            if (!cases[i].too_long) {
                rooming_advance(cases[i].enough);
                ok_named(bm_game_state_stage(&r->state) == BM_MATCH_PLAYING,
                         "%s: nobody waits for the first move", cases[i].clock);
                continue;
            }
            rooming_watch(&eye, r, r->state.seq);
            rooming_advance(cases[i].too_long);
            await_stage(r, BM_MATCH_OVER);
            say_result(id, BM_ONGOING, BM_REASON_ABORTED);
            bm_room_unwatch(&eye.watcher);
            /* The same without anybody there. */
            r = rooming_pair(text);
            if (moves)
                rooming_move(r, &ann, 0, "e2e4");
            rooming_pass(r, cases[i].enough);
            eq_u64(rooming_move(r, moves ? &bob : &ann, moves, moves ? "e7e5" : "e2e4"),
                   BM_CODE_OK);
        }
    }
    struct bm_room *r = timed("5m");
    rooming_advance(2 * MINUTE);
    ok_named(bm_game_state_stage(&r->state) == BM_MATCH_PLAYING,
             "both have moved: the clock counts");
    r = rooming_pair("\"clock\":\"5m\"");
    char id[16];
    forget(r, id);
    rooming_advance(MINUTE);
    await_over(id);
    say_result(id, BM_ONGOING, BM_REASON_ABORTED);
    server.options.first_move_ms = -1;
    r = rooming_pair("\"clock\":\"5m\"");
    rooming_advance(HOUR);
    ok_named(bm_game_state_stage(&r->state) == BM_MATCH_PLAYING, "it can be switched off");
    server.options.first_move_ms = 0;
}

int main(void)
{
    rooming_begin(true);
    test_unloaded();
    test_restarted();
    test_unknown();
    test_full();
    test_sweep();
    test_no_show();
    rooming_end();
    return tap_done();
}
