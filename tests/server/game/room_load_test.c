/* SPDX-License-Identifier: MIT */
/* Games that are loaded beside the loop, page by page. */
#include "rooming.h"
#include "server/accounts/accounts_internal.h"
#include "server/http/api_request.h"

static struct bm_room *find_room(const char *id)
{
    return bm_game_manager_has(server.games, id) ? rooming_find(id) : NULL;
}

/* A long game, stored, and not in memory. */
static uint64_t make_long(char id[16])
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    struct bm_room *const r = rooming_new("{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"}]}");
    for (unsigned i = 0; i < 12 * 50; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":%u,\"m\":\"%s\",\"seq\":%u}",
                 i % 12, moves[i % 4], (unsigned)r->state.seq);
        if (rooming_ask(r, &ann, text).code ||
            (i % 12 == 11 && i < 12 * 49 &&
             rooming_ask(r, &ann, "{\"t\":\"takeback\",\"plies\":12}").code))
            tap_bail("cannot play");
    }
    const uint64_t seq = r->state.seq;
    memcpy(id, r->id, 16);
    bm_game_manager_drop_room(server.games, id);
    return seq;
}

static unsigned count_fetches(void)
{
    return bm_jobs_working(server.jobs) + bm_jobs_waiting(server.jobs);
}

static void count_told(void *user) { ++*(unsigned *)user; }

static void test_fetch(const char *id, uint64_t seq)
{
    const uint64_t loaded = server.games->counts.loaded;
    ok_named(bm_game_manager_load(server.games, id, "192.0.2.1"),
             "a long game is loaded beside the loop");
    ok(!bm_game_manager_has(server.games, id));
    eq_u64(count_fetches(), 1);
    ok(bm_game_manager_load(server.games, id, "192.0.2.1"));
    ok(bm_game_manager_load(server.games, id, "192.0.2.2"));
    unsigned told = 0;
    ok(bm_game_manager_load_then(server.games, id, "192.0.2.2", count_told, &told));
    ok_named(count_fetches() == 1, "once, however often it is asked for");
    while (!bm_game_manager_has(server.games, id)) {
        ok(told == 0);
        (void)bm_loop_step(&server.loop);
    }
    ok_named(told == 1, "who wants to know is told when it is here");
    ok(!bm_game_manager_load(server.games, id, "192.0.2.1"));
    const struct bm_room *const r = find_room(id);
    eq_u64(r->state.seq, seq);
    eq_u64(r->stored, seq);
    eq_u64(bm_game_state_plies(&r->state), 12);
    eq_u64(server.games->counts.loaded, loaded + 1);
    bm_game_manager_drop_room(server.games, id);
    ok(!server.games->background_loads);
}

/* Whatever is stored while a game is being loaded is there when it is. */
static void test_overtaken(const char *id, uint64_t seq)
{
    struct bm_loading *const l = bm_loading_begin(server.games, id);
    unsigned pages = 0, most = 0;
    if (!l)
        tap_bail("nothing to load");
    struct bm_room *const r = rooming_find(id);
    eq_u64(rooming_move(r, &ann, 12, "b1c3"), BM_CODE_OK);
    bm_game_manager_drop_room(server.games, id);
    do {
        most = l->page.count > most ? (unsigned)l->page.count : most;
        pages++;
        bm_loading_work(l);
    } while (bm_loading_continue(l));
    ok_named(pages >= 3 && most <= 250, "%u pages, of at most %u events", pages, most);
    const struct bm_room *const again = find_room(id);
    ok_named(again && again->state.seq == seq + 1 && bm_game_state_plies(&again->state) == 13,
             "what was played meanwhile is there");
    bm_game_manager_drop_room(server.games, id);

    /* Or the room, which is left as it is. */
    struct bm_loading *const late = bm_loading_begin(server.games, id);
    if (!late)
        tap_bail("nothing to load");
    bm_loading_work(late);
    const struct bm_room *const there = rooming_find(id);
    while (bm_loading_continue(late))
        bm_loading_work(late);
    ok_named(find_room(id) == there, "a room that is there already stays");
    bm_game_manager_drop_room(server.games, id);
}

/* A person of a game that is being loaded gets another id and name. */
static void test_renamed(const char *id)
{
    struct bm_loading *const l = bm_loading_begin(server.games, id);
    struct bm_change changes[BM_RENAME_CHANGES];
    struct bm_rename_row row;
    if (!l)
        tap_bail("nothing to load");
    bm_loading_work(l);
    bm_rename_set(&row, ann.id, ann.name, "u:annie", "Annie");
    if (storing_put(server.store, &server.loop, changes, bm_rename_changes(&row, changes)))
        tap_bail("cannot rename");
    bm_game_manager_rename_person(server.games, ann.id, "u:annie", "Annie");
    while (bm_loading_continue(l))
        bm_loading_work(l);
    const struct bm_game_seat *const seat = find_room(id)->state.seat;
    ok_named(!strcmp(seat[0].person, "u:annie") && !strcmp(seat[1].name, "Annie"),
             "a game that is being loaded is read again when a name changes");
    bm_game_manager_drop_room(server.games, id);
}

static void test_short(void)
{
    char id[16];
    struct bm_room *const r = rooming_pair("");
    memcpy(id, r->id, sizeof id);
    eq_u64(rooming_move(r, &ann, 0, "e2e4"), BM_CODE_OK);
    bm_game_manager_drop_room(server.games, id);
    ok_named(!bm_game_manager_load(server.games, id, "") &&
                 bm_game_manager_has(server.games, id),
             "a short game is loaded at once");
    eq_u64(count_fetches(), 0);
    ok(!bm_game_manager_load(server.games, "0123456789ab", "") &&
       !bm_game_manager_has(server.games, "0123456789ab"));
    ok_named(!rooming_find("0123456789ab"), "a game that is not there is not");
}

/* A deadline of a long game: it is loaded beside the loop, and the flag falls. */
static void test_due(void)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    char id[16];
    struct bm_room *r = rooming_pair("\"clock\":\"60m\"");
    memcpy(id, r->id, sizeof id);
    for (unsigned i = 0; i < 240; i++) {
        const struct bm_identity *const identity = i % 2 ? &bob : &ann;
        char text[100];
        snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":%u,\"m\":\"%s\",\"seq\":%u}",
                 i % 12, moves[i % 4], (unsigned)r->state.seq);
        if (rooming_ask(r, identity, text).code)
            tap_bail("cannot move");
        if (i % 12 == 11 && (rooming_ask(r, &ann, "{\"t\":\"takeback\",\"plies\":12}").code ||
                             rooming_ask(r, &bob, "{\"t\":\"takeback\",\"yes\":true}").code))
            tap_bail("cannot take back");
    }
    eq_u64(rooming_move(r, &ann, 0, "e2e4"), BM_CODE_OK);
    eq_u64(rooming_move(r, &bob, 1, "e7e5"), BM_CODE_OK);
    bm_game_manager_drop_room(server.games, id);
    rooming_advance((int64_t)3600 * 1000 + 1000);
    ok_named(!bm_game_manager_has(server.games, id) && count_fetches() == 1,
             "a game whose deadline has come is loaded beside the loop");
    while (!bm_game_manager_has(server.games, id))
        (void)bm_loop_step(&server.loop);
    r = rooming_find(id);
    while (bm_game_state_stage(&r->state) != BM_MATCH_OVER)
        (void)bm_loop_step(&server.loop);
    struct bm_match_state state;
    bm_match_state(r->state.match, &state);
    ok_named(state.outcome.reason == BM_REASON_TIME, "and its flag falls");
}

int main(void)
{
    char id[16];
    rooming_begin(false);
    if (bm_api_create_workers(&server) != BM_OK)
        tap_bail("no workers");
    const uint64_t seq = make_long(id);
    test_fetch(id, seq);
    test_overtaken(id, seq);
    test_renamed(id);
    test_short();
    test_due();
    /* The server stops while one is being loaded. */
    const uint64_t last = make_long(id);
    ok(last > 500 && bm_game_manager_load(server.games, id, ""));
    bm_jobs_destroy(server.jobs);
    server.jobs = NULL;
    ok_named(!server.games->background_loads,
             "what is being loaded when the server stops is let go");
    rooming_end();
    return tap_done();
}
