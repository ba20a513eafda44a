/* SPDX-License-Identifier: MIT */
/*
 * The store: every kind of row comes back as it was put, in order; what is refused changes
 * nothing; puts share commits; files that are not ours are left alone.
 */
#include <limits.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "store/store_internal.h"
#include "storing.h"

static struct bm_loop loop;
static char folder[256], path[300];

static struct bm_store *open_file(void)
{
    return storing_open(&loop, &(struct bm_store_options){.path = path});
}

static enum bm_store_status put(struct bm_store *s, struct bm_change c)
{
    return storing_put(s, &loop, &c, 1);
}

static enum bm_store_status put_game(struct bm_store *s, const struct bm_game_row *row)
{
    return put(s, (struct bm_change){.kind = BM_CHANGE_GAME, .game = row});
}

static enum bm_store_status put_event(struct bm_store *s, const char *game, uint64_t seq,
                                      const char *body)
{
    const struct bm_event_row row = storing_event(game, seq, body);
    return put(s, (struct bm_change){.kind = BM_CHANGE_EVENT, .event = &row});
}

/* What a list shows, as text. */
struct shown {
    char text[2048];
    size_t count, most;
};

static bool show(struct shown *w, const char *text, size_t len)
{
    const size_t at = strlen(w->text);
    snprintf(w->text + at, sizeof w->text - at, "%s%.*s", at ? " " : "", (int)len, text);
    return ++w->count != w->most;
}

static bool show_event(void *user, const struct bm_event_row *row)
{
    char text[256];
    snprintf(text, sizeof text, "%s:%" PRIu64 ":%" PRId64 ":%s:%.*s", row->game, row->seq,
             row->ts, row->kind, (int)row->len, row->body);
    return show(user, text, strlen(text));
}

static bool show_game(void *user, const struct bm_game_row *row)
{
    return show(user, row->id, strlen(row->id));
}

static bool show_token(void *user, const struct bm_token_row *row)
{
    return show(user, row->label, strlen(row->label));
}

static bool show_variant(void *user, const struct bm_variant_row *row)
{
    char text[256];
    snprintf(text, sizeof text, "%s=%.*s", row->name, (int)row->len, row->text);
    return show(user, text, strlen(text));
}

static void check_games(struct bm_store *s)
{
    struct bm_game_row row = storing_game("k3Jx9aBcD_-1"), got;
    SET_TEXT(row.variant, "my-game@0123456789abcdef0123456789abcdef");
    row.created = 1234567890123;
    row.changed = 1234567890456;
    row.stage = 3;
    row.plies = 77;
    SET_TEXT(row.player[0], "u:first");
    SET_TEXT(row.player[1], "a:second");
    char head[9000];
    memset(head, 'x', sizeof head);
    memcpy(head, "{\"names\":\"\xe5\x85\x88\xe6\x89\x8b\"", 16);
    row.head = head;
    row.head_len = sizeof head;
    eq_u64(bm_store_game(s, row.id, &got), BM_STORE_MISSING);
    eq_u64(put_game(s, &row), BM_STORE_OK);
    eq_u64(bm_store_game(s, row.id, &got), BM_STORE_OK);
    eq_str(got.id, row.id);
    eq_str(got.variant, row.variant);
    eq_str(got.player[0], "u:first");
    eq_str(got.player[1], "a:second");
    ok(got.created == row.created && got.changed == row.changed);
    ok(got.stage == 3 && got.plies == 77 && got.listed);
    ok(got.head_len == sizeof head && !memcmp(got.head, head, sizeof head));

    /* Replaced, its events staying. */
    eq_u64(put_event(s, row.id, 1, "{}"), BM_STORE_OK);
    row.head = "";
    row.head_len = 0;
    row.listed = false;
    SET_TEXT(row.player[1], "");
    eq_u64(put_game(s, &row), BM_STORE_OK);
    eq_u64(bm_store_game(s, row.id, &got), BM_STORE_OK);
    ok(got.head_len == 0 && !got.listed);
    eq_str(got.player[1], "");
    struct shown w = {0};
    eq_u64(bm_store_events(s, row.id, 0, show_event, &w), BM_STORE_OK);
    eq_u64(w.count, 1);
}

static void list(struct bm_store *s, const char *player, unsigned stage, int64_t before,
                 unsigned most, const char *want)
{
    struct shown w = {0};
    eq_u64(bm_store_games(s, player, stage, (struct bm_games_cursor){before, INT64_MIN}, most,
                          show_game, &w),
           BM_STORE_OK);
    eq_str(w.text, want);
}

static void check_lists(struct bm_store *s)
{
    static const struct {
        const char *id, *first, *second;
        unsigned stage;
        bool listed;
    } games[] = {
        {"g1", "u:a", "u:b", 0, true},  {"g2", "u:b", "u:a", 1, true},
        {"g3", "u:a", "u:a", 1, false}, {"g4", "", "u:b", 1, true},
        {"g5", "u:c", "", 0, true},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct bm_game_row row = storing_game(games[i].id);
        row.changed = 100 * (int64_t)(i + 1);
        row.stage = games[i].stage;
        row.listed = games[i].listed;
        SET_TEXT(row.player[0], games[i].first);
        SET_TEXT(row.player[1], games[i].second);
        (void)put_game(s, &row);
    }
    list(s, NULL, UINT_MAX, INT64_MAX, 100, "g5 g4 g2 g1");
    list(s, NULL, UINT_MAX, 500, 2, "g4 g2");
    list(s, NULL, 1, INT64_MAX, 100, "g4 g2");
    list(s, "u:a", UINT_MAX, INT64_MAX, 100, "g3 g2 g1");
    list(s, "u:a", 1, INT64_MAX, 100, "g3 g2");
    list(s, "u:b", UINT_MAX, 400, 100, "g2 g1");
    list(s, "", UINT_MAX, INT64_MAX, 100, "");
    struct shown w = {.most = 2};
    eq_u64(bm_store_games(s, NULL, UINT_MAX, BM_GAMES_FIRST, 100, show_game, &w), BM_STORE_OK);
    eq_str(w.text, "g5 g4");

    /* Those that are not over. */
    unsigned count = 0;
    struct bm_game_row over = storing_game("g2");
    over.stage = 4;
    over.changed = 600;
    over.listed = true;
    (void)put_game(s, &over);
    w = (struct shown){0};
    eq_u64(bm_store_games_live(s, 2, show_game, &w), BM_STORE_OK);
    eq_str(w.text, "g5 g4");
    w = (struct shown){0};
    eq_u64(bm_store_games_live(s, 100, show_game, &w), BM_STORE_OK);
    eq_str(w.text, "g5 g4 g1");
    eq_u64(bm_store_count_live(s, 100, &count), BM_STORE_OK);
    eq_u64(count, 3);
    eq_u64(bm_store_count_live(s, 2, &count), BM_STORE_OK);
    eq_u64(count, 2);
}

static void check_events(struct bm_store *s)
{
    const struct bm_game_row row = storing_game("ev");
    (void)put_game(s, &row);
    eq_u64(put_event(s, "ev", 2, "gap"), BM_STORE_TAKEN);
    eq_u64(put_event(s, "ev", 1, "one"), BM_STORE_OK);
    eq_u64(put_event(s, "ev", 1, "again"), BM_STORE_TAKEN);
    eq_u64(put_event(s, "ev", 3, "gap"), BM_STORE_TAKEN);
    eq_u64(put_event(s, "ev", 2, "two"), BM_STORE_OK);
    eq_u64(put_event(s, "none", 1, "no game"), BM_STORE_MISSING);
    struct shown all = {0}, later = {0}, some = {.most = 1}, none = {0};
    eq_u64(bm_store_events(s, "ev", 0, show_event, &all), BM_STORE_OK);
    eq_str(all.text, "ev:1:10:move:one ev:2:20:move:two");
    (void)bm_store_events(s, "ev", 1, show_event, &later);
    eq_str(later.text, "ev:2:20:move:two");
    (void)bm_store_events(s, "ev", 0, show_event, &some);
    eq_str(some.text, "ev:1:10:move:one");
    (void)bm_store_events(s, "ev", UINT64_MAX, show_event, &none);
    eq_str(none.text, "");
}

/* What belongs together is there together, or not at all. */
static void check_together(struct bm_store *s)
{
    const struct bm_game_row game = storing_game("both");
    const struct bm_event_row one = storing_event("both", 1, "1"),
                              two = storing_event("both", 2, "2"),
                              four = storing_event("both", 4, "4");
    const struct bm_change good[] = {{.kind = BM_CHANGE_GAME, .game = &game},
                                     {.kind = BM_CHANGE_EVENT, .event = &one},
                                     {.kind = BM_CHANGE_EVENT, .event = &two}};
    const struct bm_change bad[] = {
        good[0], good[1], {.kind = BM_CHANGE_EVENT, .event = &four}};
    struct bm_game_row got;
    eq_u64(storing_put(s, &loop, bad, 3), BM_STORE_TAKEN);
    eq_u64(bm_store_game(s, "both", &got), BM_STORE_MISSING);
    /* One that is refused does not undo its neighbours in the same commit. */
    struct storing_wait before = {0}, refused = {0}, after = {0};
    const struct bm_game_row other = storing_game("other");
    const struct bm_change neighbour = {.kind = BM_CHANGE_GAME, .game = &other};
    bm_store_put(s, &neighbour, 1, storing_done, &before);
    bm_store_put(s, bad, 3, storing_done, &refused);
    bm_store_put(s, good, 3, storing_done, &after);
    ok(!before.done && !refused.done && !after.done);
    while (!after.done)
        (void)bm_loop_step(&loop);
    ok(before.done && refused.done);
    eq_u64(before.status, BM_STORE_OK);
    eq_u64(refused.status, BM_STORE_TAKEN);
    eq_u64(after.status, BM_STORE_OK);
    eq_u64(bm_store_game(s, "other", &got), BM_STORE_OK);
    struct shown w = {0};
    (void)bm_store_events(s, "both", 0, show_event, &w);
    eq_str(w.text, "both:1:10:move:1 both:2:20:move:2");
}

static void check_people(struct bm_store *s)
{
    struct bm_account_row row = {.created = 42}, got;
    SET_TEXT(row.id, "u:1");
    SET_TEXT(row.name, "Se\xc3\xb1or");
    SET_TEXT(row.folded, "senor");
    SET_TEXT(row.hash, "$argon2id$...");
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_PASSWORD, .account = &row}),
           BM_STORE_MISSING);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_ACCOUNT, .account = &row}), BM_STORE_OK);
    eq_u64(bm_store_account(s, "u:1", &got), BM_STORE_OK);
    eq_str(got.name, "Se\xc3\xb1or");
    eq_u64(bm_store_account_named(s, "senor", &got), BM_STORE_OK);
    eq_str(got.id, "u:1");
    eq_str(got.hash, "$argon2id$...");
    eq_u64((uint64_t)got.created, 42);
    eq_u64(bm_store_account_named(s, "Senor", &got), BM_STORE_MISSING);
    SET_TEXT(row.id, "u:2");
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_ACCOUNT, .account = &row}),
           BM_STORE_TAKEN);
    eq_u64(bm_store_account(s, "u:2", &got), BM_STORE_MISSING);
    SET_TEXT(row.id, "u:1");
    SET_TEXT(row.name, "not looked at");
    SET_TEXT(row.hash, "new");
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_PASSWORD, .account = &row}),
           BM_STORE_OK);
    eq_u64(bm_store_account(s, "u:1", &got), BM_STORE_OK);
    eq_str(got.hash, "new");
    eq_str(got.name, "Se\xc3\xb1or");

    struct bm_token_row token = {.created = 5, .expires = 6}, back;
    for (size_t i = 0; i < sizeof token.hash; i++)
        token.hash[i] = (unsigned char)(i * 37);
    SET_TEXT(token.account, "u:none");
    SET_TEXT(token.scopes, "read play");
    SET_TEXT(token.label, "phone");
    const struct bm_change add = {.kind = BM_CHANGE_TOKEN, .token = &token};
    eq_u64(put(s, add), BM_STORE_MISSING);
    SET_TEXT(token.account, "u:1");
    eq_u64(put(s, add), BM_STORE_OK);
    eq_u64(put(s, add), BM_STORE_TAKEN);
    eq_u64(bm_store_token(s, token.hash, &back), BM_STORE_OK);
    ok(!memcmp(back.hash, token.hash, sizeof back.hash));
    ok(back.created == 5 && back.expires == 6);
    eq_str(back.account, "u:1");
    eq_str(back.scopes, "read play");
    eq_str(back.label, "phone");
    token.hash[31] ^= 1;
    eq_u64(bm_store_token(s, token.hash, &back), BM_STORE_MISSING);
    token.created = 7;
    SET_TEXT(token.label, "desk");
    eq_u64(put(s, add), BM_STORE_OK);
    struct shown w = {0}, one = {0};
    eq_u64(bm_store_tokens(s, "u:1", show_token, &w), BM_STORE_OK);
    eq_str(w.text, "desk phone");
    const struct bm_change drop = {.kind = BM_CHANGE_NO_TOKEN, .token = &token};
    eq_u64(put(s, drop), BM_STORE_OK);
    eq_u64(put(s, drop), BM_STORE_OK);
    (void)bm_store_tokens(s, "u:1", show_token, &one);
    eq_str(one.text, "phone");
}

static void check_rest(struct bm_store *s)
{
    struct bm_variant_row row = {.created = 1, .text = "name: a", .len = 7}, got;
    SET_TEXT(row.name, "a@1");
    SET_TEXT(row.owner, "a:x");
    const struct bm_change c = {.kind = BM_CHANGE_VARIANT, .variant = &row};
    eq_u64(put(s, c), BM_STORE_OK);
    eq_u64(put(s, c), BM_STORE_TAKEN);
    SET_TEXT(row.name, "b@2");
    row.created = 2;
    eq_u64(put(s, c), BM_STORE_OK);
    eq_u64(bm_store_variant(s, "a@1", &got), BM_STORE_OK);
    eq_str(got.text, "name: a");
    eq_str(got.owner, "a:x");
    eq_u64(bm_store_variant(s, "c", &got), BM_STORE_MISSING);
    struct shown w = {0};
    eq_u64(bm_store_variants(s, 10, show_variant, &w), BM_STORE_OK);
    eq_str(w.text, "b@2=name: a a@1=name: a");

    struct bm_buf value = {0};
    struct bm_change v = {.kind = BM_CHANGE_VALUE, .value = {"key", "a\0b", 3}};
    eq_u64(bm_store_value(s, "key", &value), BM_STORE_MISSING);
    eq_u64(put(s, v), BM_STORE_OK);
    v.value.bytes = "xyz";
    eq_u64(bm_store_value(s, "key", &value), BM_STORE_OK);
    eq_u64(put(s, v), BM_STORE_OK);
    eq_u64(bm_store_value(s, "key", &value), BM_STORE_OK);
    ok(value.len == 6 && !memcmp(value.s, "a\0bxyz", 6));
    bm_buf_free(&value);
}

/* Puts that come together share commits, and are told in order. */
enum { MANY = 2000 };
static uint64_t told[MANY], told_count;

static void note(void *user, enum bm_store_status status)
{
    if (status == BM_STORE_OK && told_count < MANY)
        told[told_count++] = (uint64_t)(uintptr_t)user;
}

static void put_many(struct bm_store *s, const char *game)
{
    const struct bm_game_row row = storing_game(game);
    (void)put_game(s, &row);
    told_count = 0;
    for (uint64_t i = 1; i <= MANY; i++) {
        char body[32];
        snprintf(body, sizeof body, "%" PRIu64, i);
        const struct bm_event_row e = storing_event(game, i, body);
        const struct bm_change c = {.kind = BM_CHANGE_EVENT, .event = &e};
        bm_store_put(s, &c, 1, note, (void *)(uintptr_t)i);
    }
}

static void check_told(struct bm_store *s, const char *game)
{
    bool in_order = told_count == MANY;
    for (uint64_t i = 0; i < told_count; i++)
        in_order = in_order && told[i] == i + 1;
    ok_named(in_order, "%d puts are done, in order", MANY);
    struct shown w = {0};
    (void)bm_store_events(s, game, MANY - 1, show_event, &w);
    eq_str(w.text, "many:2000:20000:move:2000");
}

static void check_groups(struct bm_store *s)
{
    struct bm_store_counts before, after;
    bm_store_counts(s, &before);
    put_many(s, "many");
    bm_store_counts(s, &after);
    ok(after.waiting > 0 && after.waiting <= MANY);
    while (told_count < MANY)
        (void)bm_loop_step(&loop);
    bm_store_counts(s, &after);
    eq_u64(after.puts - before.puts, MANY + 1);
    eq_u64(after.waiting, 0);
    eq_u64(after.failures, 0);
    ok(after.commits > before.commits && after.commits - before.commits < MANY / 4);
    ok(after.largest > 4 && after.commit_us > 0 && after.worst_us > 0);
    check_told(s, "many");
}

/* Reading never keeps the log from being carried over, even if it ends early. */
enum { SLOW_PUTS = 60 };
struct slow_puts {
    unsigned count, turn_count;
    bool ordered;
};
static struct slow_puts slow;

/* What follows of a put takes a while. */
static void take_long(void *user, enum bm_store_status status)
{
    const uint64_t until = uv_hrtime() + 300000;
    slow.ordered &= status == BM_STORE_OK && (uintptr_t)user == slow.count;
    slow.count++;
    slow.turn_count++;
    while (uv_hrtime() < until)
        ;
}

/* A large commit does not keep the loop: it is told in slices of a millisecond. */
static void check_slices(void)
{
    struct bm_loop own;
    unsigned most = 0;
    if (bm_loop_init(&own))
        tap_bail("no loop");
    struct bm_store *const s =
        storing_open(&own, &(struct bm_store_options){.path = ":memory:", .batch_us = 50000});
    slow = (struct slow_puts){.ordered = true};
    for (unsigned i = 0; i < SLOW_PUTS; i++) {
        const struct bm_change c = {.kind = BM_CHANGE_VALUE,
                                    .value = {.name = "x", .bytes = "y", .len = 1}};
        bm_store_put(s, &c, 1, take_long, (void *)(uintptr_t)i);
    }
    while (slow.count < SLOW_PUTS / 2) {
        slow.turn_count = 0;
        (void)uv_run(&own.uv, UV_RUN_ONCE);
        most = slow.turn_count > most ? slow.turn_count : most;
    }
    ok_named(most <= 4, "at most %u puts are told in a turn of the loop", most);
    bm_store_close(s);
    ok_named(slow.count == SLOW_PUTS && slow.ordered, "and all, in their order, at the end");
    bm_loop_fini(&own);
}

static void check_log(void)
{
    char log[400];
    struct stat st;
    struct shown first = {.most = 1};
    struct bm_store *const s =
        storing_open(&loop, &(struct bm_store_options){.path = path, .log_pages = 10});
    const struct bm_game_row row = storing_game("log");
    (void)put_game(s, &row);
    (void)put_event(s, "log", 1, "x");
    (void)put_event(s, "log", 2, "x");
    (void)bm_store_events(s, "log", 0, show_event, &first);
    (void)bm_store_games(s, NULL, UINT_MAX, BM_GAMES_FIRST, 100, show_game, &first);
    for (uint64_t i = 3; i <= 200; i++)
        (void)put_event(s, "log", i, "x");
    snprintf(log, sizeof log, "%s-wal", path);
    ok(stat(log, &st) == 0 && st.st_size < 50 * 4096);
    bm_store_close(s);
}

static void check_refused(const char *file, const char *word)
{
    struct bm_store *s = NULL;
    char why[512] = "";
    const struct bm_store_options options = {.path = file};
    ok(bm_store_open(&s, &loop, &options, why, sizeof why) != BM_OK);
    ok_named(strstr(why, word) != NULL, "refused with \"%s\": %s", word, why);
    if (s)
        bm_store_close(s);
}

static void make_database(const char *file, const char *sql)
{
    sqlite3 *db = NULL;
    if (sqlite3_open(file, &db) != SQLITE_OK || sqlite3_exec(db, sql, NULL, NULL, NULL))
        tap_bail("no database");
    sqlite3_close(db);
}

static void check_bad_files(void)
{
    char other[400];
    snprintf(other, sizeof other, "%s/other", folder);
    FILE *const f = fopen(other, "w");
    for (int i = 0; f && i < 1000; i++)
        fputs("this is a text\n", f);
    if (f)
        fclose(f);
    check_refused(other, "not a store");
    storing_clear("", other);
    make_database(other, "CREATE TABLE t(x); INSERT INTO t VALUES (1)");
    check_refused(other, "not a store");
    storing_clear("", other);
    /* Ours, and of a later time. */
    bm_store_close(storing_open(&loop, &(struct bm_store_options){.path = other}));
    make_database(other, "PRAGMA user_version = 1000");
    check_refused(other, "newer");
    storing_clear("", other);
    check_refused("/nowhere/at/all", "/nowhere/at/all");
}

/* A guest becomes an account, in all that names the guest. */
static void check_rename(struct bm_store *s)
{
    struct bm_rename_row row = {.from = "a:g", .to = "u:n"};
    struct bm_game_row game = storing_game("renamed"), got;
    struct shown w = {0};
    SET_TEXT(row.before, "\"who\":\"a:g\",\"name\":\"\"");
    SET_TEXT(row.after, "\"who\":\"u:n\",\"name\":\"Nora\"");
    SET_TEXT(game.player[1], "a:g");
    game.head = "{\"who\":\"a:g\",\"name\":\"\"}";
    game.head_len = strlen(game.head);
    eq_u64(put_game(s, &game), BM_STORE_OK);
    eq_u64(put_event(s, "renamed", 1, "{\"who\":\"a:g\",\"name\":\"\"}"), BM_STORE_OK);
    const struct bm_change all[] = {{.kind = BM_CHANGE_RENAME_EVENTS, .rename = &row},
                                    {.kind = BM_CHANGE_RENAME_GAMES, .rename = &row},
                                    {.kind = BM_CHANGE_RENAME_VARIANTS, .rename = &row}};
    eq_u64(storing_put(s, &loop, all, 3), BM_STORE_OK);
    eq_u64(bm_store_game(s, "renamed", &got), BM_STORE_OK);
    eq_str(got.player[1], "u:n");
    ok(strstr(got.head, "\"Nora\"") != NULL);
    (void)bm_store_events(s, "renamed", 0, show_event, &w);
    ok_named(strstr(w.text, "\"u:n\",\"name\":\"Nora\"") != NULL, "events follow: %s", w.text);
}

static void check_quota(struct bm_store *s)
{
    struct bm_quota_row row = {.subject = "u:n", .kind = 1, .day = 7, .used = 2}, got;
    const struct bm_change c = {.kind = BM_CHANGE_QUOTA, .quota = &row};
    eq_u64(bm_store_quota(s, "u:n", 1, &got), BM_STORE_MISSING);
    eq_u64(put(s, c), BM_STORE_OK);
    eq_u64(put(s, c), BM_STORE_OK);
    ok(bm_store_quota(s, "u:n", 1, &got) == BM_STORE_OK && got.day == 7 && got.used == 4);
    row.day = 8;
    eq_u64(put(s, c), BM_STORE_OK);
    ok_named(bm_store_quota(s, "u:n", 1, &got) == BM_STORE_OK && got.day == 8 && got.used == 2,
             "another day begins anew");
}

static bool show_archive(void *user, const struct bm_archive_row *row)
{
    char text[256];
    snprintf(text, sizeof text, "%s:%" PRId64 ":%" PRId64 ":%d:%.*s", row->id, row->version,
             row->changed, row->deleted, (int)row->len, row->body);
    return show(user, text, strlen(text));
}

static enum bm_store_status put_archive(struct bm_store *s, const char *id, int64_t base,
                                        const char *body)
{
    struct bm_archive_row row = {.version = base, .changed = 5 + base};
    SET_TEXT(row.account, "u:keeper");
    SET_TEXT(row.id, id);
    row.deleted = !body;
    row.body = body;
    row.len = body ? strlen(body) : 0;
    return put(s, (struct bm_change){.kind = BM_CHANGE_ARCHIVE, .archive = &row});
}

static void check_archive(struct bm_store *s)
{
    struct shown w = {0}, later = {0};
    struct bm_archive_row got;
    int64_t count = 0, bytes = 0;
    struct bm_account_row account = {.created = 1};
    SET_TEXT(account.id, "u:keeper");
    SET_TEXT(account.name, "keeper");
    SET_TEXT(account.folded, "keeper");
    eq_u64(put_archive(s, "a", 0, "x"), BM_STORE_MISSING);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_ACCOUNT, .account = &account}),
           BM_STORE_OK);
    eq_u64(put_archive(s, "a", 0, "one"), BM_STORE_OK);
    eq_u64(put_archive(s, "b", 0, "two"), BM_STORE_OK);
    ok_named(put_archive(s, "a", 0, "lost") == BM_STORE_TAKEN &&
                 put_archive(s, "a", 2, "lost") == BM_STORE_TAKEN,
             "a change of another version is refused");
    eq_u64(put_archive(s, "a", 1, "three"), BM_STORE_OK);
    (void)bm_store_archive(s, "u:keeper", 0, 10, show_archive, &w);
    eq_str(w.text, "b:1:5:0:two a:2:6:0:three");
    eq_u64(bm_store_archive_size(s, "u:keeper", &count, &bytes), BM_STORE_OK);
    ok(count == 2 && bytes == 8);
    eq_u64(put_archive(s, "b", 1, NULL), BM_STORE_OK);
    (void)bm_store_archive(s, "u:keeper", 3, 10, show_archive, &later);
    eq_str(later.text, "b:2:6:1:");
    eq_u64(bm_store_archive_size(s, "u:keeper", &count, &bytes), BM_STORE_OK);
    ok(count == 1 && bytes == 5);
    eq_u64(bm_store_archived(s, "u:keeper", "a", &got), BM_STORE_OK);
    ok(got.version == 2 && got.serial == 3 && !got.deleted);

    /* Of the tombstones the newest stay. */
    eq_u64(put_archive(s, "a", 2, NULL), BM_STORE_OK);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_TRIM_ARCHIVE, .trim = {"u:keeper", 1}}),
           BM_STORE_OK);
    eq_u64(bm_store_archived(s, "u:keeper", "b", &got), BM_STORE_MISSING);
    eq_u64(bm_store_archived(s, "u:keeper", "a", &got), BM_STORE_OK);

    /* It goes with its account. */
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_NO_ACCOUNT, .account = &account}),
           BM_STORE_OK);
    eq_u64(bm_store_archived(s, "u:keeper", "a", &got), BM_STORE_MISSING);
}

static void check_studies(struct bm_store *s)
{
    struct shown w = {0};
    struct bm_study_row row = {.created = 7, .text = "{}", .len = 2}, got;
    struct bm_event_row event = storing_event("lesson", 1, "{\"who\":\"u:x\",\"name\":\"X\"}");
    struct bm_rename_row rename = {.from = "u:x",
                                   .to = "u:x",
                                   .before = "\"who\":\"u:x\",\"name\":\"X\"",
                                   .after = "\"who\":\"u:x\",\"name\":\"\""};
    uint64_t seq = 0, bytes = 0;
    SET_TEXT(row.id, "lesson");
    SET_TEXT(row.owner, "u:teacher");
    event.person = "u:x";
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_STUDY_EVENT, .event = &event}),
           BM_STORE_MISSING);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_STUDY, .study = &row}), BM_STORE_OK);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_STUDY, .study = &row}), BM_STORE_TAKEN);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_STUDY_EVENT, .event = &event}),
           BM_STORE_OK);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_STUDY_EVENT, .event = &event}),
           BM_STORE_TAKEN);
    eq_u64(bm_store_study(s, "lesson", &got), BM_STORE_OK);
    ok(strcmp(got.owner, "u:teacher") == 0 && got.created == 7 && got.len == 2);
    eq_u64(bm_store_study_size(s, "lesson", &seq, &bytes), BM_STORE_OK);
    ok(seq == 1 && bytes == event.len);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_RENAME_STUDIES, .rename = &rename}),
           BM_STORE_OK);
    (void)bm_store_study_events(s, "lesson", 0, show_event, &w);
    eq_str(w.text, "lesson:1:10:move:{\"who\":\"u:x\",\"name\":\"\"}");
    const struct bm_rename_row owner = {.from = "u:teacher",
                                        .to = "u:head",
                                        .before = "\"who\":\"u:teacher\",\"name\":\"\"",
                                        .after = "\"who\":\"u:head\",\"name\":\"H\""};
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_RENAME_STUDY_OWNERS, .rename = &owner}),
           BM_STORE_OK);
    eq_u64(bm_store_study(s, "lesson", &got), BM_STORE_OK);
    eq_str(got.owner, "u:head");
    SET_TEXT(row.owner, "u:other");
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_NO_STUDIES, .study = &row}),
           BM_STORE_OK);
    eq_u64(bm_store_study(s, "lesson", &got), BM_STORE_OK);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_NO_STUDY, .study = &row}), BM_STORE_OK);
    eq_u64(put(s, (struct bm_change){.kind = BM_CHANGE_NO_STUDY, .study = &row}),
           BM_STORE_MISSING);
    eq_u64(bm_store_study_size(s, "lesson", &seq, &bytes), BM_STORE_OK);
    ok_named(seq == 0 && bytes == 0, "its events are gone with it");
}

static void put_later(void *user, enum bm_store_status status)
{
    const struct bm_change v = {.kind = BM_CHANGE_VALUE, .value = {"late", "1", 1}};
    if (status == BM_STORE_OK)
        bm_store_put(user, &v, 1, NULL, NULL);
}

static void check_memory(void)
{
    struct bm_store *const s =
        storing_open(&loop, &(struct bm_store_options){.path = ":memory:"});
    struct bm_store *const t =
        storing_open(&loop, &(struct bm_store_options){.path = ":memory:"});
    const struct bm_game_row row = storing_game("m");
    struct bm_game_row got;
    eq_u64(put_game(s, &row), BM_STORE_OK);
    eq_u64(put_event(s, "m", 1, "x"), BM_STORE_OK);
    eq_u64(bm_store_game(s, "m", &got), BM_STORE_OK);
    eq_u64(bm_store_game(t, "m", &got), BM_STORE_MISSING);
    bm_store_close(s);
    bm_store_close(t);
    bm_store_close(NULL);
}

/* ---- What questions cost ---- */

/* How SQLite answers: by an index, without sorting; only what is bounded is walked as a whole.
 */
static bool is_bounded(const char *step)
{
    static const char *const walks[] = {"SCAN CONSTANT ROW", "SCAN variant USING INDEX",
                                        "SCAN (subquery" /* whose own plan has a limit */,
                                        "SCAN deadline" /* running games, once at a start */};
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++)
        if (strncmp(step, walks[i], strlen(walks[i])) == 0)
            return true;
    return strncmp(step, "SCAN", 4) != 0 && !strstr(step, "TEMP B-TREE");
}

static void check_plan(sqlite3 *db, sqlite3_stmt *asked)
{
    char sql[1200];
    sqlite3_stmt *st = NULL;
    const char *const text = asked ? sqlite3_sql(asked) : "BEGIN";
    if (strncmp(text, "SELECT", 6) != 0 && strncmp(text, "UPDATE", 6) != 0 &&
        strncmp(text, "DELETE", 6) != 0 && strncmp(text, "INSERT", 6) != 0)
        return;
    snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", text);
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
        tap_bail(sqlite3_errmsg(db));
    while (sqlite3_step(st) == SQLITE_ROW) {
        const char *const step = (const char *)sqlite3_column_text(st, 3);
        ok_named(is_bounded(step), "%s: %s", step, text);
    }
    sqlite3_finalize(st);
}

static void check_plans(struct bm_store *s)
{
    for (unsigned i = 0; i < BM_READS; i++)
        check_plan(s->reader, s->reads[i]);
    for (unsigned i = 0; i < BM_WRITES; i++)
        check_plan(s->reader, s->writes[i]);
}

struct paging {
    unsigned seen[30], count;
    struct bm_games_cursor last;
};

static bool see_page(void *user, const struct bm_game_row *row)
{
    struct paging *const p = user;
    p->seen[atoi(row->id + 4)]++;
    p->count++;
    p->last = (struct bm_games_cursor){row->changed, row->rowid};
    return true;
}

/* Games that changed at the same moment are not lost between two pages. */
static void check_pages(struct bm_store *s)
{
    enum { GAMES = 30, EACH = 4 };
    struct paging p = {.last = BM_GAMES_FIRST};
    for (unsigned i = 0; i < GAMES; i++) {
        char id[16];
        snprintf(id, sizeof id, "page%u", i);
        struct bm_game_row row = storing_game(id);
        row.changed = 5;
        SET_TEXT(row.player[i % 2], "u:pages");
        SET_TEXT(row.player[i % 2 == 0], i % 3 ? "" : "u:pages");
        (void)storing_put(s, &loop, &(struct bm_change){.kind = BM_CHANGE_GAME, .game = &row},
                          1);
    }
    unsigned before;
    do {
        before = p.count;
        (void)bm_store_games(s, "u:pages", UINT_MAX, p.last, EACH, see_page, &p);
    } while (p.count > before && p.count <= GAMES);
    bool once = p.count == GAMES;
    for (unsigned i = 0; i < GAMES; i++)
        once &= p.seen[i] == 1;
    ok_named(once, "page by page each game is seen once: %u", p.count);
}

int main(void)
{
    if (bm_loop_init(&loop))
        tap_bail("no loop");
    storing_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/store", folder);

    struct bm_store *s = open_file();
    struct stat st;
    ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
    ok(bm_store_is_writable(s));
    check_refused(path, "in use");
    check_games(s);
    check_events(s);
    check_together(s);
    check_people(s);
    check_rest(s);
    check_plans(s);
    check_pages(s);
    check_groups(s);
    check_rename(s);
    check_quota(s);
    check_archive(s);
    check_studies(s);
    bm_store_close(s);

    /* All is there again, and what waits when it is closed is done first. */
    s = open_file();
    check_told(s, "many");
    struct bm_game_row got;
    eq_u64(bm_store_game(s, "both", &got), BM_STORE_OK);
    put_many(s, "late");
    const struct bm_change v = {.kind = BM_CHANGE_VALUE, .value = {"first", "1", 1}};
    bm_store_put(s, &v, 1, put_later, s);
    bm_store_close(s);
    eq_u64(told_count, MANY);
    s = open_file();
    struct shown w = {0};
    (void)bm_store_events(s, "late", MANY - 1, show_event, &w);
    eq_u64(w.count, 1);
    struct bm_buf value = {0};
    eq_u64(bm_store_value(s, "late", &value), BM_STORE_OK);
    bm_buf_free(&value);
    bm_store_close(s);
    storing_clear(folder, "store");

    storing_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/lists", folder);
    s = open_file();
    check_lists(s);
    bm_store_close(s);
    check_log();
    check_slices();
    check_bad_files();
    check_memory();
    storing_clear(folder, "lists");
    bm_loop_fini(&loop);
    return tap_done();
}
