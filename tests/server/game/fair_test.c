/* SPDX-License-Identifier: MIT */
/*
 * Fair play in a room: what may happen in a game is bounded; the players and the spectators
 * talk apart; who has left is shown, and loses after a while if the opponent says so; who is
 * blocked cannot talk.
 */
#include "match/match.h"
#include "rooming.h"

static enum bm_code ask(struct bm_room *r, const struct bm_identity *identity,
                        const char *message)
{
    return rooming_ask(r, identity, message).code;
}

static void run_until(bool (*holds)(const void *), const void *what)
{
    while (!holds(what))
        (void)bm_loop_step(&server.loop);
}

/* ---- Bounds ---- */

/* Move and takeback, again and again: what was 100,000 events before. */
static void test_bounded(void)
{
    struct bm_room *r = rooming_new("{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"}]}");
    enum bm_code code = BM_CODE_OK;
    char text[100], id[16];
    unsigned rounds = 0;
    memcpy(id, r->id, sizeof id);
    while (rounds < 5000 && code == BM_CODE_OK) {
        snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":0,\"m\":\"e2e4\",\"seq\":%u}",
                 (unsigned)r->state.seq);
        code = ask(r, &ann, text);
        if (!code)
            code = ask(r, &ann, "{\"t\":\"takeback\"}");
        rounds += !code;
    }
    ok_named(code == BM_CODE_TOO_MANY_EVENTS && rounds == BM_MOST_TAKEBACKS,
             "%u takebacks are enough: %s", rounds, bm_code_text(code, BM_EN));
    eq_u64(ask(r, &ann, "{\"t\":\"resign\"}"), BM_CODE_OK);
    /* Offers, gifts, rematches. */
    static const struct {
        const char *message;
        unsigned most;
    } client_messages[] = {{"{\"t\":\"give-time\",\"ms\":1}", BM_MOST_GIFTS},
                           {"{\"t\":\"rematch\",\"yes\":false}", BM_MOST_REMATCHES}};
    r = rooming_pair("\"clock\":\"3days\"");
    for (size_t i = 0; i < sizeof client_messages / sizeof *client_messages; i++) {
        unsigned done = 0;
        while (done < 1000 && ask(r, &ann, client_messages[i].message) == BM_CODE_OK)
            done++;
        eq_u64(done, client_messages[i].most);
        eq_u64(ask(r, &ann, client_messages[i].message), BM_CODE_TOO_MANY_EVENTS);
        if (i == 0)
            eq_u64(ask(r, &bob, "{\"t\":\"resign\"}"), BM_CODE_OK);
    }
    /* Sitting down and standing up. */
    r = rooming_new("{\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"}]}");
    unsigned joins = 0;
    for (; joins < 1000 && ask(r, &ann, "{\"t\":\"join\",\"side\":\"first\"}") == BM_CODE_OK;
         joins++)
        if (ask(r, &ann, "{\"t\":\"leave\"}"))
            break;
    ok_named(joins <= BM_MOST_JOINS, "%u joins", joins);
}

/* A game of moves that lead nowhere is a draw at last. */
static void test_move_limit(void)
{
    struct bm_room *const r =
        rooming_new("{\"variant\":\"shogi\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"}]}");
    r->state.count.moves = BM_MOST_MOVES - 1; /* as if there had been so many */
    eq_u64(rooming_move(r, &ann, 0, "7g7f"), BM_CODE_OK);
    struct bm_match_state state;
    bm_match_state(r->state.match, &state);
    ok_named(state.stage == BM_MATCH_OVER && state.outcome.result == BM_DRAW &&
                 state.outcome.reason == BM_REASON_MOVE_LIMIT,
             "it is a draw by the limit of moves");
    char id[16];
    memcpy(id, r->id, sizeof id);
    rooming_restart();
    bm_match_state(rooming_find(id)->state.match, &state);
    eq_u64(state.outcome.result, BM_DRAW);
}

/* The past comes in pages. */
static void test_pages(void)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    struct bm_room *const r = rooming_new("{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"}]}");
    struct rooming_eye eye = {.watcher = {.hooks = &rooming_hooks}};
    uint64_t last = 0;
    for (unsigned i = 0; i < 12 * 60; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":%u,\"m\":\"%s\",\"seq\":%u}",
                 i % 12, moves[i % 4], (unsigned)r->state.seq);
        if (ask(r, &ann, text))
            tap_bail("cannot move");
        if (i % 12 == 11)
            eq_u64(ask(r, &ann, "{\"t\":\"takeback\",\"plies\":12}"), BM_CODE_OK);
    }
    const uint64_t all = r->state.seq;
    ok_named(all == 13 * 60 + 2, "%u events", (unsigned)all);
    enum bm_watch watch = bm_room_watch(r, &eye.watcher, &ann, 0, &last);
    ok_named(watch == BM_WATCH_MORE && last == 500 && eye.count == 500 && !eye.watcher.room,
             "the first page has 500");
    while (watch == BM_WATCH_MORE)
        watch = bm_room_watch(r, &eye.watcher, &ann, last, &last);
    bool exact = watch == BM_WATCH_LIVE && eye.count == all;
    for (size_t i = 0; i < eye.count; i++)
        exact &= eye.seq[i] == i + 1;
    ok_named(exact, "page by page all of them come, once and in order");
    bm_room_unwatch(&eye.watcher);
}

/* ---- Talk ---- */

static bool shows(const struct bm_room *r, const struct bm_identity *identity, const char *text)
{
    struct bm_buf all = {0};
    bm_room_write_snapshot(&all, r, identity, true);
    bm_buf_char(&all, '\0');
    const bool there = strstr(all.s, text);
    bm_buf_free(&all);
    return there;
}

static void test_two_chats(void)
{
    struct bm_room *const r = rooming_pair("");
    struct rooming_eye player, watcher, late;
    rooming_watch_as(&player, r, &bob, r->state.seq);
    rooming_watch_as(&watcher, r, &eve, r->state.seq);
    ask(r, &ann, "{\"t\":\"chat\",\"text\":\"for bob\"}");
    ok_named(strstr(player.last, "for bob") && strstr(player.last, "\"room\":\"players\""),
             "players hear each other: %s", player.last);
    ok_named(!strstr(watcher.last, "for bob") && strstr(watcher.last, "\"hidden\":true") &&
                 watcher.count == player.count,
             "spectators know that there was something: %s", watcher.last);
    ask(r, &eve, "{\"t\":\"chat\",\"text\":\"knight f7 \\\"side\\\": wins\"}");
    ok_named(strstr(watcher.last, "wins") && !strstr(player.last, "wins"),
             "what spectators say does not help the players: %s", player.last);
    ok(shows(r, &ann, "for bob") && !shows(r, &ann, "wins"));
    ok(shows(r, &eve, "wins") && !shows(r, &eve, "for bob"));
    rooming_watch_as(&late, r, &eve, r->state.seq - 2);
    ok_named(late.count == 2 && strstr(late.last, "wins"), "the same for those who come later");
    bm_room_unwatch(&late.watcher);
    ask(r, &ann, "{\"t\":\"resign\"}");
    ok_named(shows(r, &eve, "for bob") && shows(r, &bob, "wins"),
             "after the game all can be read");
    bm_room_unwatch(&player.watcher);
    bm_room_unwatch(&watcher.watcher);
}

/* ---- Who is here ---- */

static bool has_said(const void *eye) { return ((const struct rooming_eye *)eye)->said[0]; }

static void hear_presence(struct rooming_eye *e, const char *want)
{
    e->said[0] = '\0';
    run_until(has_said, e);
    ok_named(strstr(e->said, want), "%s: %s", want, e->said);
}

static void test_away(void)
{
    struct bm_room *r = rooming_pair("\"clock\":\"5m\"");
    struct rooming_eye a, b, e;
    char id[16];
    memcpy(id, r->id, sizeof id);
    rooming_watch_as(&a, r, &ann, r->state.seq);
    rooming_watch_as(&b, r, &bob, r->state.seq);
    rooming_watch_as(&e, r, &eve, r->state.seq);
    hear_presence(&a, "\"here\":[true,true],\"watching\":1,\"claim\":[null,null]");
    rooming_move(r, &ann, 0, "e2e4");
    rooming_move(r, &bob, 1, "e7e5");
    bm_room_unwatch(&b.watcher);
    hear_presence(&a, "\"here\":[true,false],\"watching\":1,\"claim\":[null,");
    ok(bm_room_claim_ms(r, 1) > 0 && bm_room_claim_ms(r, 1) <= 60000);
    ok(bm_room_claim_ms(r, 0) == BM_NO_LIMIT);
    eq_u64(ask(r, &ann, "{\"t\":\"claim-win\"}"), BM_CODE_NOT_AWAY);
    rooming_advance(61000);
    eq_u64(ask(r, &eve, "{\"t\":\"claim-win\"}"), BM_CODE_NOT_SEATED);
    rooming_watch_as(&b, r, &bob, r->state.seq);
    ok_named(ask(r, &ann, "{\"t\":\"claim-win\"}") == BM_CODE_NOT_AWAY,
             "who is back has not left");
    bm_room_unwatch(&b.watcher);
    rooming_advance(61000);
    eq_u64(ask(r, &ann, "{\"t\":\"claim-win\"}"), BM_CODE_OK);
    struct bm_match_state state;
    bm_match_state(r->state.match, &state);
    ok_named(state.outcome.result == BM_FIRST_WINS && state.outcome.reason == BM_REASON_ABSENT,
             "the win was claimed");
    bm_room_unwatch(&a.watcher);
    bm_room_unwatch(&e.watcher);
    /* Or a draw; and by somebody who plays by requests alone. */
    r = rooming_pair("\"clock\":\"5m\"");
    memcpy(id, r->id, sizeof id);
    rooming_move(r, &ann, 0, "e2e4");
    rooming_move(r, &bob, 1, "e7e5");
    rooming_advance(50000);
    rooming_move(r, &ann, 2, "g1f3");
    rooming_advance(30000);
    eq_u64(ask(r, &bob, "{\"t\":\"claim-draw\"}"), BM_CODE_NOT_AWAY);
    rooming_advance(31000);
    eq_u64(ask(r, &bob, "{\"t\":\"claim-draw\"}"), BM_CODE_OK);
    rooming_restart();
    bm_match_state(rooming_find(id)->state.match, &state);
    ok_named(state.stage == BM_MATCH_OVER && state.outcome.result == BM_DRAW,
             "a draw that was claimed is one after a restart");
    /* Not before both have moved, by correspondence, or alone. */
    static const char *const never[] = {"\"clock\":\"3days\"", ""};
    for (unsigned i = 0; i < 2; i++) {
        r = rooming_pair(never[i]);
        rooming_move(r, &ann, 0, "e2e4");
        rooming_move(r, &bob, 1, "e7e5");
        rooming_advance(600000);
        eq_u64(ask(r, &ann, "{\"t\":\"claim-win\"}"), BM_CODE_NOT_AWAY);
    }
}

/* Who sits down is no spectator any more. */
static void test_seated(void)
{
    struct bm_room *const r = rooming_new("{}");
    struct rooming_eye a, b;
    rooming_watch_as(&a, r, &ann, r->state.seq);
    rooming_watch_as(&b, r, &bob, r->state.seq);
    hear_presence(&a, "\"here\":[true,false],\"watching\":1");
    ask(r, &bob, "{\"t\":\"join\"}");
    hear_presence(&a, "\"here\":[true,true],\"watching\":0");
    bm_room_unwatch(&a.watcher);
    bm_room_unwatch(&b.watcher);
}

/* ---- Blocked ---- */

static void test_blocked(void)
{
    static const struct bm_identity cat = {.id = "u:cat",
                                           .name = "Cat",
                                           .scopes = BM_SCOPE_ALL},
                                    dog = {
                                        .id = "u:dog", .name = "Dog", .scopes = BM_SCOPE_ALL};
    struct bm_account_row rows[2] = {{.id = "u:cat", .name = "Cat", .folded = "cat"},
                                     {.id = "u:dog", .name = "Dog", .folded = "dog"}};
    const struct bm_block_row block = {.account = "u:cat", .blocked = "u:dog", .created = 1};
    struct rooming_answer a;
    for (unsigned i = 0; i < 2; i++)
        eq_u64(storing_put(server.store, &server.loop,
                           &(struct bm_change){.kind = BM_CHANGE_ACCOUNT, .account = &rows[i]},
                           1),
               BM_STORE_OK);
    struct bm_room *const before = rooming_open(&cat, "{}", NULL, &a);
    eq_u64(ask(before, &dog, "{\"t\":\"join\"}"), BM_CODE_OK);
    eq_u64(ask(before, &dog, "{\"t\":\"chat\",\"text\":\"hi\"}"), BM_CODE_OK);
    eq_u64(storing_put(server.store, &server.loop,
                       &(struct bm_change){.kind = BM_CHANGE_BLOCK, .block = &block}, 1),
           BM_STORE_OK);
    eq_u64(ask(before, &dog, "{\"t\":\"chat\",\"text\":\"hi\"}"), BM_CODE_BLOCKED);
    eq_u64(rooming_move(before, &cat, 0, "e2e4"), BM_CODE_OK);
    eq_u64(rooming_move(before, &dog, 1, "e7e5"), BM_CODE_OK);
    struct bm_room *const after = rooming_open(&cat, "{}", NULL, &a);
    eq_u64(ask(after, &dog, "{\"t\":\"join\"}"), BM_CODE_BLOCKED);
    eq_u64(ask(after, &bob, "{\"t\":\"join\"}"), BM_CODE_OK);
    eq_u64(storing_put(server.store, &server.loop,
                       &(struct bm_change){.kind = BM_CHANGE_NO_BLOCK, .block = &block}, 1),
           BM_STORE_OK);
    eq_u64(ask(before, &dog, "{\"t\":\"chat\",\"text\":\"sorry\"}"), BM_CODE_OK);
}

int main(void)
{
    rooming_begin(true);
    test_bounded();
    test_move_limit();
    test_pages();
    test_two_chats();
    test_away();
    test_seated();
    test_blocked();
    rooming_end();
    return tap_done();
}
