/* SPDX-License-Identifier: MIT */
/*
 * Migrations of the store's schema: a file of the first version, written out here as it was, is
 * brought up to date with all its rows; it then has the same schema as a new file; a copy of it
 * as it was stays beside it; a power cut at any point of the migration leaves an older version
 * or the newest one, whole; a file of a newer version is refused and not touched.
 */
#include <sqlite3.h>
#include <sys/stat.h>

#include "disk.h"
#include "store/admin.h"
#include "storing.h"

static struct bm_loop loop;
static char folder[256], path[300];

/* The schema of version 1. It is history: it never changes. */
static const char version_1[] =
    "PRAGMA synchronous = EXTRA; PRAGMA journal_mode = WAL;"
    "BEGIN;"
    "CREATE TABLE game(id TEXT NOT NULL UNIQUE, variant TEXT NOT NULL, created INT NOT NULL,"
    " changed INT NOT NULL, stage INT NOT NULL, plies INT NOT NULL, listed INT NOT NULL,"
    " player0 TEXT NOT NULL, player1 TEXT NOT NULL, head TEXT NOT NULL) STRICT;"
    "CREATE INDEX game_listed ON game(changed) WHERE listed;"
    "CREATE INDEX game_stage ON game(stage, changed) WHERE listed;"
    "CREATE INDEX game_first ON game(player0, changed) WHERE player0 <> '';"
    "CREATE INDEX game_second ON game(player1, changed) WHERE player1 <> '';"
    "CREATE TABLE event(game TEXT NOT NULL REFERENCES game(id), seq INT NOT NULL,"
    " ts INT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY(game, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE account(id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,"
    " folded TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, created INT NOT NULL) STRICT;"
    "CREATE TABLE token(hash BLOB NOT NULL PRIMARY KEY,"
    " account TEXT NOT NULL REFERENCES account(id), scopes TEXT NOT NULL,"
    " label TEXT NOT NULL, created INT NOT NULL, expires INT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX token_account ON token(account, created);"
    "CREATE TABLE variant(name TEXT NOT NULL UNIQUE, owner TEXT NOT NULL,"
    " created INT NOT NULL, text TEXT NOT NULL) STRICT;"
    "CREATE INDEX variant_created ON variant(created);"
    "CREATE TABLE value(name TEXT NOT NULL PRIMARY KEY, bytes BLOB NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE probe(id INTEGER PRIMARY KEY, tries INT NOT NULL) STRICT;"
    "INSERT INTO probe VALUES (0, 3);"
    "INSERT INTO game VALUES ('old1', 'shogi', 100, 200, 1, 2, 1, 'u:ann', 'a:bob', "
    "'{\"h\":1}');"
    "INSERT INTO game VALUES ('old2', 'chess', 300, 400, 2, 0, 0, '', '', '{}');"
    "INSERT INTO event VALUES ('old1', 1, 101, 'create', '{}');"
    "INSERT INTO event VALUES ('old1', 2, 102, 'move', '{\"m\":\"7g7f\"}');"
    "INSERT INTO account VALUES ('u:ann', 'Ann', 'ann', '$argon2id$ann', 50);"
    "INSERT INTO account VALUES ('u:anN', '\u0410nn', '\u0430nn', '$argon2id$other', 51);"
    "INSERT INTO token VALUES (zeroblob(32), 'u:ann', 'read play', 'bot', 60, 0);"
    "INSERT INTO variant VALUES ('hop@12', 'u:ann', 70, 'variant: hop');"
    "INSERT INTO value VALUES ('secret', x'00ff');"
    "PRAGMA application_id = 0x424d454e; PRAGMA user_version = 1;"
    "COMMIT;";

static sqlite3 *open_database(const char *file, const char *vfs)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(file, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs) !=
        SQLITE_OK)
        tap_bail("no database");
    return db;
}

static void make_database(const char *file, const char *vfs, const char *sql)
{
    char *error = NULL;
    sqlite3 *const db = open_database(file, vfs);
    if (sqlite3_exec(db, sql, NULL, NULL, &error))
        tap_bail(error ? error : "no database");
    sqlite3_close(db);
}

/* The first column of all rows, each on a line of its own. */
static void query_text(const char *file, const char *vfs, const char *sql, struct bm_buf *out)
{
    sqlite3 *const db = open_database(file, vfs);
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
        tap_bail(sqlite3_errmsg(db));
    out->len = 0;
    while (sqlite3_step(st) == SQLITE_ROW) {
        const char *const text = (const char *)sqlite3_column_text(st, 0);
        bm_buf_text(out, text ? text : "-");
        bm_buf_char(out, '\n');
    }
    bm_buf_char(out, '\0');
    sqlite3_finalize(st);
    sqlite3_close(db);
}

static int query_version(const char *file, const char *vfs)
{
    struct bm_buf b = {0};
    query_text(file, vfs, "PRAGMA user_version", &b);
    const int version = atoi(b.s);
    bm_buf_free(&b);
    return version;
}

static bool count_event(void *user, const struct bm_event_row *row)
{
    unsigned *const n = user;
    if (row->seq == *n + 1 && (row->seq != 2 || (!strcmp(row->kind, "move") && row->ts == 102)))
        ++*n;
    return true;
}

static bool count_variant(void *user, const struct bm_variant_row *row)
{
    unsigned *const n = user;
    *n += row->len == strlen("variant: hop") && !strcmp(row->owner, "u:ann");
    return true;
}

static bool count_game(void *user, const struct bm_game_row *row)
{
    unsigned *const n = user;
    *n += !strcmp(row->id, "old1");
    return true;
}

/* Whether a store has all that version_1 has. */
static bool has_everything(struct bm_store *s)
{
    struct bm_game_row game;
    struct bm_account_row account;
    struct bm_token_row token;
    struct bm_buf value = {0};
    const unsigned char hash[32] = {0};
    unsigned events = 0, variants = 0, games = 0;
    bool all = bm_store_game(s, "old1", &game) == BM_STORE_OK && game.plies == 2 &&
               game.created == 100 && game.changed == 200 && game.stage == 1 && game.listed &&
               !strcmp(game.player[0], "u:ann") && !strcmp(game.player[1], "a:bob") &&
               game.head_len == 7 && !memcmp(game.head, "{\"h\":1}", 7);
    all = all && bm_store_game(s, "old2", &game) == BM_STORE_OK && !game.listed;
    all = all && bm_store_events(s, "old1", 0, count_event, &events) == BM_STORE_OK;
    all = all && bm_store_games(s, "u:ann", UINT32_MAX, BM_GAMES_FIRST, 9, count_game,
                                &games) == BM_STORE_OK;
    all = all && bm_store_account(s, "u:ann", &account) == BM_STORE_OK &&
          !strcmp(account.name, "Ann") && !strcmp(account.hash, "$argon2id$ann") &&
          account.created == 50;
    all = all && bm_store_account_named(s, "ann", &account) == BM_STORE_OK &&
          !strcmp(account.id, "u:ann");
    /* Both of two accounts whose names look alike can still log in. */
    all = all && bm_store_account_named(s, "\u0430nn", &account) == BM_STORE_OK &&
          !strcmp(account.id, "u:anN");
    all = all && bm_store_token(s, hash, &token) == BM_STORE_OK &&
          !strcmp(token.account, "u:ann") && !strcmp(token.scopes, "read play");
    all = all && bm_store_variants(s, 9, count_variant, &variants) == BM_STORE_OK;
    all = all && bm_store_value(s, "secret", &value) == BM_STORE_OK && value.len == 2 &&
          !memcmp(value.s, "\0\377", 2);
    bm_buf_free(&value);
    return all && events == 2 && variants == 1 && games == 1;
}

/* Tables, indexes and columns of a file. */
static const char schema_sql[] =
    "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema"
    " ORDER BY type, name";

static void check_first_version(void)
{
    char copy[400], fresh[400];
    struct stat st;
    struct bm_buf migrated = {0}, made = {0};
    snprintf(copy, sizeof copy, "%s.v1", path);
    snprintf(fresh, sizeof fresh, "%s.fresh", path);
    make_database(path, NULL, version_1);
    storing_close(storing_open(&loop, &(struct bm_store_options){.path = fresh}), &loop);
    struct bm_store *s = storing_open(&loop, &(struct bm_store_options){.path = path});
    ok_named(has_everything(s), "a file of version 1 has all its rows after the migration");
    /* It takes new rows of every kind. */
    const struct bm_event_row event = storing_event("old1", 3, "{}");
    const struct bm_change c = {.kind = BM_CHANGE_EVENT, .event = &event};
    eq_u64(storing_put(s, &loop, &c, 1), BM_STORE_OK);
    storing_close(s, &loop);
    eq_u64((uint64_t)query_version(path, NULL), (uint64_t)query_version(fresh, NULL));
    ok(query_version(path, NULL) > 1);
    query_text(path, NULL, schema_sql, &migrated);
    query_text(fresh, NULL, schema_sql, &made);
    ok_named(!strcmp(migrated.s, made.s), "a migrated file has the schema of a new one");
    query_text(path, NULL, "PRAGMA integrity_check", &made);
    eq_str(made.s, "ok\n");

    /* The copy is as the file was. */
    eq_u64((uint64_t)query_version(copy, NULL), 1);
    query_text(copy, NULL, "SELECT count(*) FROM event", &made);
    eq_str(made.s, "2\n");
    ok(stat(copy, &st) == 0 && (st.st_mode & 0777) == 0600);
    (void)unlink(copy);
    storing_close(storing_open(&loop, &(struct bm_store_options){.path = path}), &loop);
    ok_named(stat(copy, &st) != 0, "a file that is up to date is not copied");
    bm_buf_free(&migrated);
    bm_buf_free(&made);
    storing_clear("", fresh);
}

static void check_newer(void)
{
    char why[512] = "", sql[64];
    struct bm_store *s = NULL;
    const int newer = query_version(path, NULL) + 1;
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", newer);
    make_database(path, NULL, sql);
    ok(bm_store_open(&s, &loop, &(struct bm_store_options){.path = path}, why, sizeof why) !=
       BM_OK);
    ok_named(strstr(why, "newer banmen") != NULL, "a newer file is refused: %s", why);
    eq_u64((uint64_t)query_version(path, NULL), (uint64_t)newer);
}

/* A copy that cannot be written: the file stays as it is, and the error names the copy. */
static void check_no_copy(void)
{
    char why[512] = "", part[400];
    struct bm_store *s = NULL;
    storing_clear("", path);
    make_database(path, NULL, version_1);
    snprintf(part, sizeof part, "%s.v1.part", path);
    if (mkdir(part, 0700))
        tap_bail("no folder");
    ok(bm_store_open(&s, &loop, &(struct bm_store_options){.path = path}, why, sizeof why) !=
       BM_OK);
    ok_named(strstr(why, ".v1: the copy cannot be written") != NULL, "no copy: %s", why);
    eq_u64((uint64_t)query_version(path, NULL), 1);
    (void)rmdir(part);
}

/* An administrator brings it up to date by a word of his own, but not by any other. */
static void check_admin(void)
{
    char why[512] = "", copy[400];
    struct bm_admin *a = NULL;
    int version = 0;
    storing_clear("", path);
    make_database(path, NULL, version_1);
    ok(!bm_admin_open(&a, path, false, &version, why, sizeof why));
    ok_named(strstr(why, "admin migrate") && query_version(path, NULL) == 1,
             "an older file is refused: %s", why);
    ok_named(bm_admin_open(&a, path, true, &version, why, sizeof why) && version == 1,
             "or migrated: %s", why);
    eq_u64((uint64_t)bm_admin_ask(a, BM_ADMIN_ACCOUNTS, NULL, NULL, NULL), 2);
    eq_u64((uint64_t)bm_admin_ask(a, BM_ADMIN_GAMES, NULL, NULL, NULL), 2);
    eq_u64((uint64_t)bm_admin_ask(a, BM_ADMIN_VARIANTS, NULL, NULL, NULL), 1);
    /* Only games that no account plays in are pruned. */
    struct bm_admin_pruned pruned;
    ok(bm_admin_prune(a, 1000, 1000, &pruned) && pruned.games == 1);
    eq_u64((uint64_t)bm_admin_ask(a, BM_ADMIN_GAMES, NULL, NULL, NULL), 1);
    bm_admin_close(a);
    snprintf(copy, sizeof copy, "%s.v1", path);
    eq_u64((uint64_t)query_version(copy, NULL), 1);
    (void)unlink(copy);
}

/* The power fails at every point of a migration, in every way. */
static void check_cuts(void)
{
    const struct bm_store_options options = {.path = "store", .vfs = DISK_VFS};
    unsigned cuts = 0, broken = 0, older = 0, newest = 0;
    disk_init();
    disk_clear();
    disk_record(true);
    make_database("store", DISK_VFS, version_1);
    const size_t begin = disk_length();
    storing_close(storing_open(&loop, &options), &loop);
    const size_t end = disk_length();
    disk_record(false);
    const int latest = query_version("store", DISK_VFS);
    for (size_t at = begin; at <= end; at++)
        for (unsigned how = 0; how < DISK_CUTS; how++) {
            uint64_t told;
            char why[512] = "";
            struct bm_store *s = NULL;
            disk_cut_at(at, how, at * DISK_CUTS + how, &told);
            const int version = query_version("store", DISK_VFS);
            older += version == 1;
            newest += version == latest;
            cuts++;
            if (version < 1 || version > latest ||
                bm_store_open(&s, &loop, &options, why, sizeof why) != BM_OK) {
                printf("# cut at %zu, kind %u: version %d %s\n", at, how, version, why);
                broken++;
                continue;
            }
            broken += !has_everything(s);
            storing_close(s, &loop);
            broken += query_version("store", DISK_VFS) != latest;
        }
    ok_named(broken == 0, "%u power cuts during the migration: %u broken", cuts, broken);
    ok_named(older > 0 && newest > 0, "%u found version 1, %u the newest", older, newest);
    disk_clear();
}

int main(void)
{
    if (bm_loop_init(&loop))
        tap_bail("no loop");
    storing_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/store", folder);
    check_first_version();
    check_newer();
    check_no_copy();
    check_admin();
    check_cuts();
    storing_clear(folder, "store");
    bm_loop_fini(&loop);
    return tap_done();
}
