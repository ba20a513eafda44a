/* SPDX-License-Identifier: MIT */
/*
 * Rooms: what is asked for is stored before anybody is told; who missed something gets exactly
 * that; the same move again is answered as before; clocks are fair; what cannot be stored has
 * not happened.
 */
#include "rooming.h"

#include "match/match.h"
#include "rules/ctx.h"

/* ---- Beginning ---- */

static void test_begin(void)
{
    struct bm_room *const r = rooming_new("{\"clock\":\"5m+3\"}");
    eq_str(bm_stage_word(bm_game_state_stage(&r->state)), "waiting");
    eq_u64(r->state.seq, 1);
    eq_u64(rooming_move(r, &ann, 0, "e2e4"), BM_CODE_NOT_STARTED);
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"join\"}").code, BM_CODE_ALREADY_SEATED);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"join\",\"side\":\"first\"}").code,
           BM_CODE_SEAT_TAKEN);
    const struct rooming_answer a = rooming_ask(r, &bob, "{\"t\":\"join\"}");
    eq_u64(a.code, BM_CODE_OK);
    ok_named(a.seq == 2 && r->state.seq == 3, "joining is an event, and begins the game");
    eq_str(bm_stage_word(bm_game_state_stage(&r->state)), "playing");
    eq_u64(rooming_ask(r, &eve, "{\"t\":\"join\"}").code, BM_CODE_SEAT_TAKEN);
    eq_u64(rooming_move(r, &eve, 0, "e2e4"), BM_CODE_NOT_SEATED);
    eq_u64(rooming_move(r, &bob, 0, "e7e5"), BM_CODE_NOT_YOUR_TURN);
    eq_u64(rooming_move(r, &ann, 0, "e2e4"), BM_CODE_OK);
    eq_u64(bm_room_sides(r, &bob), 2);
}

/* ---- Judging ---- */

#ifdef NDEBUG
enum { ASSERTED = 0 };
#else
enum { ASSERTED = 1 }; /* bm_ctx_play_legal() judges the move in an assertion */
#endif

static const struct bm_kernel *judging;
static unsigned judged;

static bm_faults count_judge(const void *pos, bm_move m)
{
    judged++;
    return judging->judge(pos, m);
}

/* From the message to the broadcast a move is judged once, and one that is sent again not at
 * all. */
static void test_judged_once(void)
{
    struct bm_room *const r = rooming_new("{\"clock\":\"5m+3\"}");
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"join\"}").code, BM_CODE_OK);
    struct bm_ctx *const ctx = r->state.match->line.ctx;
    struct bm_kernel counting = *ctx->kernel;
    struct rooming_eye eye;
    judging = ctx->kernel;
    counting.judge = count_judge;
    ctx->kernel = &counting;
    rooming_watch(&eye, r, r->state.seq);
    judged = 0;
    eq_u64(rooming_move(r, &ann, 0, "e2e4"), BM_CODE_OK);
    eq_u64(judged, 1 + ASSERTED);
    ok_named(strstr(eye.last, "\"m\":\"e2e4\"") != NULL, "the move is broadcast");
    judged = 0;
    eq_u64(rooming_move(r, &ann, 0, "e2e4"), BM_CODE_OK);
    eq_u64(judged, 0);
    eq_u64(rooming_move(r, &bob, 1, "e7e4"), BM_CODE_ILLEGAL_MOVE);
    eq_u64(judged, 1);
    ctx->kernel = judging;
    bm_room_unwatch(&eye.watcher);
}

static void test_bad_configs(void)
{
    static const struct {
        const char *body;
        enum bm_code code;
    } bad[] = {
        {"{\"variant\":\"nochess\"}", BM_CODE_BAD_VARIANT},
        {"{\"variant\":7}", BM_CODE_BAD_VARIANT},
        {"{\"start\":\"8/8/8/8/8/8/8/8 w - - 0 1\"}", BM_CODE_BAD_POSITION},
        {"{\"start\":\"nonsense\"}", BM_CODE_BAD_POSITION},
        {"{\"clock\":\"five minutes\"}", BM_CODE_BAD_CLOCK},
        {"{\"clock\":5}", BM_CODE_BAD_CLOCK},
        {"{\"seats\":[{\"kind\":\"me\"}]}", BM_CODE_BAD_SEATS},
        {"{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"god\"}]}", BM_CODE_BAD_SEATS},
        {"{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"level\",\"level\":9}]}", BM_CODE_BAD_SEATS},
        {"{\"seats\":[{\"kind\":\"level\",\"level\":1},{\"kind\":\"level\",\"level\":1}]}",
         BM_CODE_BAD_SEATS},
        {"{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"engine\"}]}", BM_CODE_BAD_ENGINE},
        {"{\"side\":\"third\"}", BM_CODE_BAD_SEATS},
        {"{\"listed\":\"yes\"}", BM_CODE_BAD_VALUE},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct rooming_answer a;
        const bool none = !rooming_open(&ann, bad[i].body, NULL, &a);
        ok_named(none && a.code == bad[i].code && a.detail[0], "%s is %s: %s", bad[i].body,
                 bm_code_word(a.code), a.detail);
    }
}

static void test_links(void)
{
    char tokens[2][BM_TOKEN_TEXT], text[120];
    struct rooming_answer a;
    struct bm_room *const r = rooming_open(
        &ann, "{\"side\":\"second\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"link\"}]}", tokens,
        &a);
    ok_named(tokens[0][0] && !tokens[1][0], "the token is of the seat that is not mine");
    ok(!r->state.config.listed);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"join\"}").code, BM_CODE_BAD_TOKEN);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"join\",\"token\":\"guess\"}").code,
           BM_CODE_BAD_TOKEN);
    snprintf(text, sizeof text, "{\"t\":\"join\",\"token\":\"%s\"}", tokens[0]);
    eq_u64(rooming_ask(r, &bob, text).code, BM_CODE_OK);
    eq_u64(rooming_ask(r, &bob, text).code, BM_CODE_OK);
    eq_u64(rooming_ask(r, &eve, text).code, BM_CODE_SEAT_TAKEN);
    eq_u64(bm_room_sides(r, &bob), 1);
    struct bm_buf all = {0};
    bm_room_write_snapshot(&all, r, &eve, true);
    bm_buf_char(&all, '\0');
    ok_named(!strstr(all.s, "\"lock\"") && !strstr(all.s, tokens[0]),
             "nobody is shown the token");
    bm_buf_free(&all);
}

/* ---- The rule ---- */

/* Whoever reads sees nothing that is not stored. */
static void read_clean(void *user, const struct bm_room_reply *v)
{
    *(bool *)user = !v->code && bm_room_is_stored(v->room);
    ok_named(*(bool *)user, "a reader waits until nothing is under way");
}

static void test_not_before_stored(void)
{
    bool clean = false;
    struct bm_room *const r = rooming_pair("");
    struct rooming_eye eye;
    struct rooming_answer first = {0}, second = {0}, reader = {0}, no = {0};
    const struct bm_client_message moves[] = {{.kind = BM_CLIENT_MOVE,
                                               .ply = 0,
                                               .move = "e2e4",
                                               .side = BM_ANY_SIDE,
                                               .round_trip_ms = -1},
                                              {.kind = BM_CLIENT_MOVE,
                                               .ply = 1,
                                               .move = "e7e5",
                                               .side = BM_ANY_SIDE,
                                               .round_trip_ms = -1},
                                              {.kind = BM_CLIENT_MOVE,
                                               .ply = 1,
                                               .move = "d7d5",
                                               .side = BM_ANY_SIDE,
                                               .round_trip_ms = -1}};
    rooming_watch(&eye, r, r->state.seq);
    const uint64_t before = r->stored;
    bm_room_handle_message(r, &ann, &moves[0], rooming_hear, &first);
    bm_room_when_stored(r, read_clean, &clean);
    bm_room_handle_message(r, &bob, &moves[1], rooming_hear, &second);
    bm_room_handle_message(r, &bob, &moves[2], rooming_hear, &no);
    bm_room_when_stored(r, rooming_hear, &reader);
    ok_named(!first.there && !second.there && !reader.there && !no.there && eye.count == 0 &&
                 r->stored == before && r->state.seq == before + 2,
             "two moves are made, and nobody is told, nor of what follows from them");
    rooming_await(&reader);
    ok_named(first.there && second.there && first.seq == before + 1 && second.seq == before + 2,
             "both are acknowledged with their numbers");
    eq_u64(no.code, BM_CODE_STALE_PLY);
    ok_named(eye.count == 2 && eye.seq[0] == before + 1 && eye.seq[1] == before + 2,
             "both are told in order");
    bm_room_unwatch(&eye.watcher);
}

static void test_again(void)
{
    struct bm_room *const r = rooming_pair("");
    const char *const e4 = "{\"t\":\"move\",\"ply\":0,\"m\":\"e2e4\"}";
    const uint64_t seq = rooming_ask(r, &ann, e4).seq;
    rooming_move(r, &bob, 1, "e7e5");
    const struct rooming_answer a = rooming_ask(r, &ann, e4);
    ok_named(a.code == BM_CODE_OK && a.seq == seq, "the same move again is the same event");
    eq_u64(rooming_move(r, &ann, 0, "d2d4"), BM_CODE_STALE_PLY);
    eq_u64(rooming_move(r, &bob, 0, "e2e4"), BM_CODE_STALE_PLY);
    eq_u64(rooming_move(r, &ann, 7, "d2d4"), BM_CODE_STALE_PLY);
    eq_u64(rooming_move(r, &ann, 2, "zz"), BM_CODE_BAD_MOVE);
    const char *const bad = "{\"t\":\"move\",\"ply\":2,\"m\":\"e4e5\"}";
    const struct rooming_answer en = rooming_ask(r, &ann, bad),
                                ja = rooming_ask_in(r, &ann, -1, BM_JA, bad);
    ok_named(en.code == BM_CODE_ILLEGAL_MOVE && strlen(en.detail) > 10, "%s", en.detail);
    ok_named(ja.code == BM_CODE_ILLEGAL_MOVE && strcmp(en.detail, ja.detail) != 0, "%s",
             ja.detail);
    eq_u64(bm_game_state_plies(&r->state), 2);
    /* However it is written. */
    struct bm_room *const c = rooming_pair("\"start\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"");
    const uint64_t castled =
        rooming_ask(c, &ann, "{\"t\":\"move\",\"ply\":0,\"m\":\"e1h1\"}").seq;
    const struct rooming_answer same =
        rooming_ask(c, &ann, "{\"t\":\"move\",\"ply\":0,\"m\":\"e1h1\"}");
    ok(same.code == BM_CODE_OK && same.seq == castled);
    eq_u64(rooming_ask(c, &ann, "{\"t\":\"move\",\"ply\":0,\"m\":\"e1g1\"}").seq, castled);
}

/* A message that is sent twice does not play again what was taken back between. */
static void test_taken_back(void)
{
    struct bm_room *r = rooming_pair("");
    char text[120], id[16];
    const char *const bare = "{\"t\":\"move\",\"ply\":0,\"m\":\"e2e4\"}";
    memcpy(id, r->id, sizeof id);
    snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":0,\"m\":\"e2e4\",\"seq\":%u}",
             (unsigned)r->state.seq);
    const uint64_t seq = rooming_ask(r, &ann, text).seq;
    rooming_ask(r, &ann, "{\"t\":\"takeback\"}");
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"takeback\",\"yes\":true}").code, BM_CODE_OK);
    for (unsigned i = 0; i < 2; i++) { /* once as it was played, once as it was loaded */
        const struct rooming_answer again = rooming_ask(r, &ann, text);
        ok_named(again.code == BM_CODE_OK && again.seq == seq &&
                     bm_game_state_plies(&r->state) == 0,
                 "the same message is answered as before, and plays nothing");
        eq_u64(rooming_ask(r, &ann, bare).code, BM_CODE_RETRACTED);
        eq_u64(bm_game_state_plies(&r->state), 0);
        rooming_restart();
        r = rooming_find(id);
    }
    /* Another move from before the takeback is as late. */
    snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":0,\"m\":\"d2d4\",\"seq\":%u}",
             (unsigned)seq);
    eq_u64(rooming_ask(r, &ann, text).code, BM_CODE_RETRACTED);
    eq_u64(rooming_move(r, &ann, 0, "c2c4"), BM_CODE_OK);
    rooming_ask(r, &ann, "{\"t\":\"takeback\"}");
    rooming_ask(r, &bob, "{\"t\":\"takeback\",\"yes\":true}");
    snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":0,\"m\":\"e2e4\",\"seq\":%u}",
             (unsigned)r->state.seq);
    const struct rooming_answer meant = rooming_ask(r, &ann, text);
    ok_named(meant.code == BM_CODE_OK && meant.seq == r->state.seq &&
                 bm_game_state_plies(&r->state) == 1,
             "who has seen the takeback may play the same again");
}

/* Something else has written into the game: what was done on top of it has not happened. */
static void test_not_stored(void)
{
    struct bm_room *const r = rooming_pair("");
    char id[16];
    struct rooming_eye eye;
    struct bm_event_row row = {
        .seq = r->state.seq + 1, .ts = 1, .kind = "chat", .body = "", .len = 0};
    row.body = "{\"at\":0,\"who\":\"\",\"name\":\"x\",\"text\":\"first\"}";
    row.len = strlen(row.body);
    memcpy(id, r->id, sizeof id);
    memcpy(row.game, id, sizeof id);
    rooming_watch(&eye, r, r->state.seq);
    eq_u64(storing_put(server.store, &server.loop,
                       &(struct bm_change){.kind = BM_CHANGE_EVENT, .event = &row}, 1),
           BM_STORE_OK);
    const struct rooming_answer a =
        rooming_ask(r, &ann, "{\"t\":\"move\",\"ply\":0,\"m\":\"e2e4\"}");
    ok_named(a.code == BM_CODE_NOT_STORED && !a.room, "it was not stored, and is said so");
    ok_named(eye.gone && eye.count == 0, "who watched is sent away, and was told nothing");
    struct bm_room *const again = rooming_find(id);
    ok_named(again && bm_game_state_plies(&again->state) == 0 && again->state.chat_count == 1,
             "the game is as the store has it");
    eq_u64(rooming_move(again, &ann, 0, "e2e4"), BM_CODE_OK);
}

/* ---- Watching ---- */

static void test_since(void)
{
    static const char *const moves[] = {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"};
    struct bm_room *const r = rooming_pair("");
    static struct rooming_eye eyes[12];
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++)
        rooming_move(r, i % 2 ? &bob : &ann, i, moves[i]);
    const uint64_t seq = r->state.seq;
    for (; n <= seq; n++)
        rooming_watch(&eyes[n], r, n);
    for (unsigned i = 4; i < 6; i++)
        rooming_move(r, i % 2 ? &bob : &ann, i, moves[i]);
    bool exact = true;
    for (unsigned since = 0; since < n; since++) {
        exact &= eyes[since].count == seq + 2 - since;
        for (size_t i = 0; i < eyes[since].count; i++)
            exact &= eyes[since].seq[i] == since + 1 + i;
    }
    ok_named(exact, "each gets what came after, once and in order, and then what comes");
    struct rooming_eye late = {.watcher = {.hooks = &rooming_hooks}};
    uint64_t last = 0;
    ok_named(bm_room_watch(r, &late.watcher, NULL, seq + 3, &last) == BM_WATCH_SNAPSHOT &&
                 late.count == 0,
             "who knows more than there is has to be told all");
    bm_room_unwatch(&late.watcher);
    for (unsigned i = 0; i < n; i++)
        bm_room_unwatch(&eyes[i].watcher);
    /* What is told now is what is told later. */
    struct rooming_eye live, past;
    rooming_watch(&live, r, r->state.seq);
    rooming_move(r, &ann, 6, "b5a4");
    rooming_watch(&past, r, r->state.seq - 1);
    eq_str(past.last, live.last);
    bm_room_unwatch(&live.watcher);
    bm_room_unwatch(&past.watcher);
}

/* ---- Clocks ---- */

static int64_t main_at(const struct bm_room *r, unsigned side, int64_t now)
{
    struct bm_face face;
    bm_clock_face(bm_match_clock(r->state.match), side, now, &face);
    return face.main;
}

static int64_t main_of(const struct bm_room *r, unsigned side)
{
    return main_at(r, side, bm_room_now(r));
}

enum { MINUTE = 60000 };

/* The machine may be slow: nothing here is told apart by less than a minute. */
static bool is_near(int64_t got, int64_t want) { return got <= want && got > want - MINUTE; }

static struct bm_room *timed(const char *clock)
{
    char text[80];
    snprintf(text, sizeof text, "\"clock\":\"%s\"", clock);
    struct bm_room *const r = rooming_pair(text);
    rooming_move(r, &ann, 0, "e2e4");
    rooming_move(r, &bob, 1, "e7e5"); /* from here on the clocks run */
    return r;
}

static void test_lag(void)
{
    struct bm_room *const r = timed("60");
    char text[120];
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    int64_t given = 0;
    unsigned ply = 2;
    for (unsigned i = 0; i < 12; i++, ply++) {
        rooming_pass(r, 1000);
        snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":%u,\"m\":\"%s\"}", ply,
                 moves[i % 4]);
        const int64_t before = r->state.quota[ply % 2], other = main_of(r, ply % 2 == 0);
        const int64_t sent = bm_room_now(r), from = bm_loop_now(&server.loop);
        (void)rooming_ask_in(r, ply % 2 ? &bob : &ann, 500, BM_EN, text);
        const int64_t lag = before + BM_LAG_REFILL - r->state.quota[ply % 2];
        /* When it counts as made; the machine may have slept between. */
        const int64_t made = r->state.time - (sent - BM_LAG_A_MOVE);
        if (ply % 2 == 0)
            given += lag;
        if (i < 5)
            ok_named(lag == BM_LAG_A_MOVE && made >= 0 &&
                         made <= bm_loop_now(&server.loop) - from &&
                         main_at(r, ply % 2 == 0, r->state.time) == other,
                     "200 ms at most are given back, and the opponent is not charged");
    }
    ok_named(given <= BM_LAG_A_GAME + 6 * BM_LAG_REFILL && given > BM_LAG_A_GAME,
             "about a second in all: %" PRId64, given);
    rooming_pass(r, 1000);
    const int64_t quota = r->state.quota[ply % 2];
    snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":%u,\"m\":\"d2d4\"}", ply);
    (void)rooming_ask_in(r, &ann, -1, BM_EN, text);
    ok_named(r->state.quota[0] >= quota, "who was not measured is given nothing");
}

static void test_flag(void)
{
    struct bm_room *r = timed("10m");
    char id[16];
    struct rooming_eye eye;
    memcpy(id, r->id, sizeof id);
    rooming_watch(&eye, r, r->state.seq);
    rooming_pass(r, 9 * MINUTE);
    eq_u64(rooming_move(r, &ann, 2, "g1f3"), BM_CODE_OK);
    rooming_pass(r, 10 * MINUTE + BM_LAG_A_MOVE + 1);
    eq_u64(rooming_move(r, &bob, 3, "g8f6"), BM_CODE_GAME_OVER);
    struct bm_match_state state;
    bm_match_state(r->state.match, &state);
    ok_named(state.outcome.result == BM_FIRST_WINS && state.outcome.reason == BM_REASON_TIME,
             "whoever is too late has lost on time");
    ok_named(eye.count == 3 && strstr(eye.last, "\"k\":\"end\"") &&
                 strstr(eye.last, "time forfeit"),
             "the flag and the end are events: %s", eye.last);
    bm_room_unwatch(&eye.watcher);
    /* And by itself. */
    r = timed("0.3");
    while (bm_game_state_stage(&r->state) != BM_MATCH_OVER || !bm_room_is_stored(r))
        (void)bm_loop_step(&server.loop);
    bm_match_state(r->state.match, &state);
    eq_u64(state.outcome.result, BM_SECOND_WINS);
}

static void test_restart(void)
{
    struct bm_room *r = timed("1h");
    char id[16], slow[16];
    memcpy(id, r->id, sizeof id);
    rooming_pass(r, 5 * MINUTE);
    rooming_move(r, &ann, 2, "g1f3");
    rooming_pass(r, 7 * MINUTE); /* Bob's, lost with the server: charged to nobody */
    const int64_t left = main_of(r, 0);
    struct bm_room *s = timed("3days");
    memcpy(slow, s->id, sizeof slow);
    rooming_restart();
    r = rooming_find(id);
    ok_named(r && is_near(main_of(r, 1), 60 * MINUTE) && main_of(r, 0) == left,
             "a restart charges nobody: %" PRId64 " %" PRId64, main_of(r, 0), main_of(r, 1));
    ok(bm_match_clock(r->state.match)->running);
    rooming_pass(r, 2 * MINUTE);
    ok_named(is_near(main_of(r, 1), 58 * MINUTE), "and the clock goes on");
    /* Games leave the memory while their clocks run: the store has their deadlines. */
    s = rooming_find(slow);
    ok(s && bm_room_is_idle(s) && bm_room_is_idle(r));
}

static int64_t near_now(int64_t ago) { return bm_server_wall() - ago; }

static void put_value(const char *name, const char *text)
{
    (void)storing_put(
        server.store, &server.loop,
        &(struct bm_change){.kind = BM_CHANGE_VALUE, .value = {name, text, strlen(text)}}, 1);
}

/* The server was down for an hour, and a day before that for two. */
static void test_days(void)
{
    enum { HOUR = 3600000, DAY = 24 * HOUR };
    char id[16], text[120];
    struct bm_room *r = timed("3days");
    memcpy(id, r->id, sizeof id);
    /* The last move was two days ago. */
    struct bm_event_row row = {
        .seq = r->state.seq + 1, .ts = near_now(2 * DAY), .kind = "chat"};
    row.body = "{\"at\":50,\"who\":\"\",\"name\":\"\",\"text\":\"so long\"}";
    row.len = strlen(row.body);
    memcpy(row.game, id, sizeof id);
    (void)storing_put(server.store, &server.loop,
                      &(struct bm_change){.kind = BM_CHANGE_EVENT, .event = &row}, 1);
    bm_game_manager_destroy(server.games);
    snprintf(text, sizeof text, "%" PRId64 " %" PRId64 "\n", near_now(26 * HOUR),
             near_now(24 * HOUR));
    put_value("hall.pauses", text);
    snprintf(text, sizeof text, "%" PRId64, near_now(HOUR));
    put_value("hall.alive", text);
    rooming_open_hall();
    r = rooming_find(id);
    ok_named(r && is_near(main_of(r, 0), DAY + 3 * HOUR),
             "days go by, but not while the server is down: %" PRId64 " ms left",
             r ? main_of(r, 0) : 0);
    rooming_pass(r, DAY + 4 * HOUR);
    eq_u64(rooming_move(r, &ann, 2, "g1f3"), BM_CODE_GAME_OVER);
}

/* ---- Offers and ends ---- */

static enum bm_reason reason_of(const struct bm_room *r)
{
    struct bm_match_state state;
    bm_match_state(r->state.match, &state);
    return state.outcome.reason;
}

static void test_offers(void)
{
    struct bm_room *r = rooming_pair("");
    rooming_move(r, &ann, 0, "e2e4");
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"draw\"}").code, BM_CODE_OK);
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"draw\"}").code, BM_CODE_OFFERED);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"draw\",\"yes\":false}").code, BM_CODE_OK);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"draw\",\"yes\":true}").code, BM_CODE_NO_OFFER);
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"takeback\"}").code, BM_CODE_OK);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"takeback\",\"yes\":true}").code, BM_CODE_OK);
    eq_u64(bm_game_state_plies(&r->state), 0);
    eq_u64(rooming_move(r, &ann, 0, "d2d4"), BM_CODE_OK);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"claim\"}").code, BM_CODE_NO_CLAIM);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"declare\"}").code, BM_CODE_NO_DECLARATION);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"give-time\",\"ms\":1000}").code, BM_CODE_NO_CLOCK);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"rematch\"}").code, BM_CODE_NOT_OVER);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"leave\"}").code, BM_CODE_STARTED);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"resign\"}").code, BM_CODE_OK);
    eq_u64(reason_of(r), BM_REASON_RESIGNATION);
    eq_u64(rooming_move(r, &bob, 1, "d7d5"), BM_CODE_GAME_OVER);
    r = rooming_pair("\"takebacks\":false");
    rooming_move(r, &ann, 0, "e2e4");
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"takeback\"}").code, BM_CODE_NO_TAKEBACKS);
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"abort\"}").code, BM_CODE_OK);
    eq_u64(reason_of(r), BM_REASON_ABORTED);
    r = rooming_new("{}");
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"leave\"}").code, BM_CODE_OK);
    ok_named(bm_game_state_stage(&r->state) == BM_MATCH_OVER,
             "a game that all have left is over");
    /* Alone at both sides. */
    r = rooming_new("{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"}]}");
    rooming_move(r, &ann, 0, "e2e4");
    rooming_move(r, &ann, 1, "e7e5");
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"takeback\"}").code, BM_CODE_OK);
    eq_u64(bm_game_state_plies(&r->state), 1);
}

static void test_rematch(void)
{
    struct bm_room *const r = rooming_pair("\"variant\":\"shogi\",\"clock\":\"600+30b,300\"");
    struct rooming_eye eye;
    rooming_ask(r, &ann, "{\"t\":\"resign\"}");
    rooming_watch(&eye, r, r->state.seq);
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"rematch\"}").code, BM_CODE_OK);
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"rematch\"}").code, BM_CODE_OFFERED);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"rematch\",\"yes\":false}").code, BM_CODE_OK);
    ok(!r->state.rematch[0] && !r->state.next[0]);
    rooming_ask(r, &bob, "{\"t\":\"rematch\"}");
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"rematch\",\"yes\":true}").code, BM_CODE_OK);
    struct bm_room *const next = rooming_find(r->state.next);
    ok_named(next && strstr(eye.last, next->id), "both are told of the next game");
    bm_room_unwatch(&eye.watcher);
    if (!next)
        return;
    eq_u64(bm_room_sides(next, &bob), 1);
    eq_u64(bm_room_sides(next, &ann), 2);
    eq_str(next->state.config.of, r->id);
    ok_named(next->state.config.times.side[0].base == 300000 &&
                 next->state.config.times.side[1].byoyomi == 30000,
             "the time controls go with the players");
    eq_u64(rooming_move(next, &bob, 0, "7g7f"), BM_CODE_OK);
}

static void test_chat(void)
{
    struct bm_room *const r = rooming_pair("");
    char text[800], line[401];
    unsigned said = 0;
    memset(line, 'x', 201);
    line[201] = '\0';
    snprintf(text, sizeof text, "{\"t\":\"chat\",\"text\":\"%s\"}", line);
    eq_u64(rooming_ask(r, &eve, text).code, BM_CODE_BAD_VALUE);
    eq_u64(rooming_ask(r, &eve, "{\"t\":\"chat\",\"text\":\"  \"}").code, BM_CODE_BAD_VALUE);
    eq_u64(rooming_ask(r, &eve, "{\"t\":\"chat\",\"text\":\"a\\nb\"}").code, BM_CODE_BAD_VALUE);
    eq_u64(rooming_ask(r, &(struct bm_identity){.id = ""}, "{\"t\":\"chat\",\"text\":\"hi\"}")
               .code,
           BM_CODE_NOT_SEATED);
    for (unsigned i = 0; i < 20; i++)
        said +=
            rooming_ask(r, &eve, "{\"t\":\"chat\",\"text\":\"よろしく\"}").code == BM_CODE_OK;
    ok_named(said >= 5 && said < 20, "nobody may talk all the time: %u", said);
    eq_u64(rooming_ask(r, &bob, "{\"t\":\"chat\",\"text\":\"good luck\"}").code, BM_CODE_OK);
    eq_str(r->state.chats[r->state.chat_count - 1].text, "good luck");
}

/* ---- Programs ---- */

static void await_ply(const struct bm_room *r, unsigned ply)
{
    while (bm_game_state_plies(&r->state) < ply || !bm_room_is_stored(r))
        (void)bm_loop_step(&server.loop);
}

static void test_levels(void)
{
    struct bm_room *rooms[5];
    for (unsigned i = 0; i < 5; i++) {
        rooms[i] = rooming_new("{\"variant\":\"minishogi\",\"clock\":\"10m\",\"side\":"
                               "\"second\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"level\","
                               "\"level\":1}]}");
        eq_str(rooms[i]->state.seat[0].name, "random");
    }
    struct bm_game_manager_counts counts;
    bm_game_manager_counts(server.games, &counts);
    ok_named(counts.bots <= 2 && counts.bots + counts.queued <= 5,
             "few think at a time: %" PRIu64 ", %" PRIu64 " wait", counts.bots, counts.queued);
    for (unsigned i = 0; i < 5; i++)
        await_ply(rooms[i], 1);
    ok_named(true, "each has moved");
    bm_move moves[600];
    char text[BM_COORDINATES];
    (void)bm_ctx_moves(bm_match_ctx(rooms[0]->state.match), moves, 600);
    (void)bm_move_format(moves[0], rooms[0]->state.config.rules, text, sizeof text);
    eq_u64(rooming_move(rooms[0], &ann, 1, text), BM_CODE_OK);
    await_ply(rooms[0], 3);
    eq_u64(rooming_ask(rooms[0], &ann, "{\"t\":\"takeback\"}").code, BM_CODE_OK);
    eq_u64(bm_game_state_plies(&rooms[0]->state), 1);
    eq_u64(rooming_ask(rooms[0], &ann, "{\"t\":\"resign\"}").code, BM_CODE_OK);
    eq_u64(rooming_ask(rooms[0], &ann, "{\"t\":\"rematch\"}").code, BM_CODE_OK);
    ok_named(rooms[0]->state.next[0], "a program always plays again");
    /* It is the program's turn when the server comes back. */
    eq_u64(rooming_move(rooms[1], &ann, 1, "nothing"), BM_CODE_BAD_MOVE);
    (void)bm_ctx_moves(bm_match_ctx(rooms[1]->state.match), moves, 600);
    (void)bm_move_format(moves[0], rooms[1]->state.config.rules, text, sizeof text);
    struct rooming_answer a = {0};
    const struct bm_client_message message = {.kind = BM_CLIENT_MOVE,
                                              .ply = 1,
                                              .move = text,
                                              .side = BM_ANY_SIDE,
                                              .round_trip_ms = -1};
    char id[16];
    memcpy(id, rooms[1]->id, sizeof id);
    bm_room_handle_message(rooms[1], &ann, &message, rooming_hear, &a);
    rooming_await(&a);
    rooming_restart();
    await_ply(rooming_find(id), 3);
    ok_named(true, "and it moves");
}

/* Ann plays first moves until so many were made. */
static void play_first_moves(struct bm_room *r, unsigned plies)
{
    while (bm_game_state_plies(&r->state) < plies) {
        const unsigned ply = bm_game_state_plies(&r->state);
        char text[BM_COORDINATES];
        bm_move move;
        (void)bm_ctx_moves(bm_match_ctx(r->state.match), &move, 1);
        (void)bm_move_format(move, r->state.config.rules, text, sizeof text);
        if (rooming_move(r, &ann, ply, text))
            tap_bail("a move of the test is refused");
        await_ply(r, ply + 2);
    }
}

/* An offer to a level is answered by the policy of computer players. */
static void test_draw_offers(void)
{
    static const char *const offer = "{\"t\":\"draw\"}";
    struct bm_room *const r = rooming_new(
        "{\"variant\":\"chess\",\"clock\":\"10m\",\"side\":\"first\",\"seats\":[{\"kind\":"
        "\"me\"},{\"kind\":\"level\",\"level\":1}]}");
    struct bm_match_state state;
    play_first_moves(r, 2);
    r->bot_view[1] = (struct bm_computer_view){.has_score = true, .score = -300};
    eq_u64(rooming_ask(r, &ann, offer).code, BM_CODE_OK);
    bm_match_state(r->state.match, &state);
    ok_named(!state.offer[0] && state.stage == BM_MATCH_PLAYING, "early on it is declined");
    play_first_moves(r, bm_computer_policy.draw_from);
    r->bot_view[1] = (struct bm_computer_view){.has_score = true, .score = 1};
    eq_u64(rooming_ask(r, &ann, offer).code, BM_CODE_OK);
    bm_match_state(r->state.match, &state);
    ok_named(!state.offer[0] && state.stage == BM_MATCH_PLAYING, "and when it is better");
    play_first_moves(r, bm_computer_policy.draw_from + 2);
    r->bot_view[1] = (struct bm_computer_view){.has_score = true, .score = 0};
    eq_u64(rooming_ask(r, &ann, offer).code, BM_CODE_OK);
    bm_match_state(r->state.match, &state);
    ok_named(state.stage == BM_MATCH_OVER && state.outcome.result == BM_DRAW,
             "else it is accepted");
}

/* ---- Words ---- */

static void test_words(void)
{
    bool fine = true;
    for (unsigned i = 0; i < BM_CODE_COUNT; i++) {
        const enum bm_code code = (enum bm_code)i;
        fine &= bm_code_word(code)[0] && bm_code_text(code, BM_EN)[0] &&
                bm_code_text(code, BM_JA)[0] && bm_code_status(code) >= 200;
        for (unsigned j = 0; j < i; j++)
            fine &= strcmp(bm_code_word(code), bm_code_word((enum bm_code)j)) != 0;
    }
    ok_named(fine, "each code has a word of its own, and a sentence in both languages");
    for (unsigned r = 1; r < BM_REFUSAL_COUNT; r++)
        fine &= bm_code_of((enum bm_refusal)r) != BM_CODE_OK;
    ok_named(fine, "whatever a match refuses has a code");
#define X(name, word, members) fine &= bm_client_message_find(word) == BM_CLIENT_##name;
    BM_CLIENT_MESSAGE_MAP(X)
#undef X
    ok_named(fine && bm_client_message_find("") == BM_CLIENT_MESSAGE_COUNT,
             "messages are found by their words");
}

/* ---- Many ---- */

static void test_crowd(void)
{
    struct rooming_answer a;
    rooming_restart();
    struct bm_room *const timed_game = timed("10m");
    struct bm_room *const watched = rooming_pair("");
    struct rooming_eye eye;
    char id[16], kept[16];
    rooming_watch(&eye, watched, 0);
    struct bm_room *const idle = rooming_new("{}");
    memcpy(id, idle->id, sizeof id);
    memcpy(kept, timed_game->id, sizeof kept);
    const size_t most = server.games->most_rooms;
    server.games->most_rooms = server.games->room_count;
    rooming_age(-1000000); /* however slow the machine is */
    ok_named(!rooming_open(&ann, "{}", NULL, &a) && a.code == BM_CODE_BUSY,
             "there is no place for another");
    bm_room_touch(timed_game);
    rooming_age(2000000);
    timed_game->used += 2000000;
    struct bm_game_manager_counts before, after;
    bm_game_manager_counts(server.games, &before);
    ok_named(rooming_open(&ann, "{}", NULL, &a), "but in place of one that nobody needs");
    bm_game_manager_counts(server.games, &after);
    eq_u64(after.dropped - before.dropped, 1);
    ok(watched->watchers && rooming_find(kept) == timed_game);
    server.games->most_rooms = most;
    struct bm_room *const again = rooming_find(id);
    ok_named(again && bm_room_sides(again, &ann) == 1, "which comes back when somebody asks");
    bm_room_unwatch(&eye.watcher);
}

int main(void)
{
    rooming_begin(true);
    test_begin();
    test_judged_once();
    test_bad_configs();
    test_links();
    test_not_before_stored();
    test_again();
    test_taken_back();
    test_not_stored();
    test_since();
    test_lag();
    test_flag();
    test_restart();
    test_days();
    test_offers();
    test_rematch();
    test_chat();
    test_words();
    test_crowd();
    test_levels();
    test_draw_offers();
    rooming_end();
    return tap_done();
}
