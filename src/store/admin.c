/* SPDX-License-Identifier: MIT */
#include "store/admin.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/store_internal.h"

struct bm_admin {
    sqlite3 *db;
};

static const char *const queries[BM_ADMIN_QUERIES] = {
    [BM_ADMIN_ACCOUNTS] =
        "SELECT id, name, created,"
        " (SELECT count(*) FROM game WHERE player0 = account.id AND player0 <> '') +"
        " (SELECT count(*) FROM game WHERE player1 = account.id AND player1 <> ''"
        "  AND player0 <> account.id) AS games,"
        " (SELECT count(*) FROM token WHERE account = account.id) AS tokens,"
        " EXISTS (SELECT 1 FROM sanction WHERE subject = account.id AND kind = 1) AS banned,"
        " EXISTS (SELECT 1 FROM sanction WHERE subject = account.id AND kind = 2) AS muted"
        " FROM account ORDER BY created, id",
    [BM_ADMIN_GAMES] =
        "SELECT id, variant, CASE stage WHEN 0 THEN 'waiting' WHEN 1 THEN 'playing'"
        " WHEN 2 THEN 'paused' WHEN 3 THEN 'adjourned' ELSE 'over' END AS stage, plies, "
        "created, changed,"
        " player0 AS first, player1 AS second, listed FROM game ORDER BY created, id",
    [BM_ADMIN_VARIANTS] = "SELECT name, owner, created, length(CAST(text AS BLOB)) AS bytes,"
                          " (SELECT count(*) FROM game WHERE variant = v.name) AS games"
                          " FROM variant AS v ORDER BY created, name",
    [BM_ADMIN_SANCTIONS] =
        "SELECT subject, CASE kind WHEN 1 THEN 'ban' ELSE 'mute' END AS kind, until, created,"
        " reason FROM sanction ORDER BY created, subject",
    [BM_ADMIN_ACCOUNT] = "SELECT id, name FROM account WHERE folded = ?1 OR id = ?1",
    [BM_ADMIN_GAME] = "SELECT id FROM game WHERE id = ?1",
    [BM_ADMIN_VARIANT] = "SELECT name, (SELECT count(*) FROM game WHERE variant = ?1) AS games"
                         " FROM variant WHERE name = ?1",
    [BM_ADMIN_CHECK] = "PRAGMA integrity_check",
    [BM_ADMIN_REFERENCES] =
        "SELECT \"table\" || ': a row refers to no ' || parent FROM pragma_foreign_key_check",
};

static bool say_failure(char *why, size_t cap, const char *path, const char *what)
{
    snprintf(why, cap, "%s: %s", path, what);
    return false;
}

static int64_t ask_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st = NULL;
    int64_t value = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        value = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return value;
}

/* The store itself brings a file up to date: it also takes the lock that a server holds. */
static bool migrate_file(const char *path, char *why, size_t cap)
{
    struct bm_loop loop;
    struct bm_store *s = NULL;
    if (bm_loop_init(&loop))
        return say_failure(why, cap, path, "no loop");
    const bool good =
        bm_store_open(&s, &loop, &(struct bm_store_options){.path = path}, why, cap) == BM_OK;
    bm_store_close(s);
    bm_loop_fini(&loop);
    return good;
}

bool bm_admin_open(struct bm_admin **out, const char *path, bool migrate, int *version,
                   char *why, size_t cap)
{
    if (access(path, F_OK) != 0)
        return say_failure(why, cap, path, "there is no such file: --db or --data says which");
    struct bm_admin *const a = calloc(1, sizeof *a);
    if (!a)
        return say_failure(why, cap, path, "no memory");
    int rc = sqlite3_open_v2(path, &a->db, SQLITE_OPEN_READWRITE, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_busy_timeout(a->db, BM_STORE_BUSY_MS);
    if (rc != SQLITE_OK || ask_number(a->db, "PRAGMA application_id") != BM_STORE_MARK) {
        say_failure(why, cap, path, "is not a store of banmen");
        bm_admin_close(a);
        return false;
    }
    *version = (int)ask_number(a->db, "PRAGMA user_version");
    if (*version != bm_schema_version()) {
        char what[160];
        snprintf(what, sizeof what, "has schema version %d, and this program %d: %s", *version,
                 bm_schema_version(),
                 *version < bm_schema_version() ? "banmen admin migrate brings it up to date"
                                                : "use a newer banmen");
        const bool fits = migrate && *version < bm_schema_version()
                              ? migrate_file(path, why, cap)
                              : say_failure(why, cap, path, what);
        if (!fits) {
            bm_admin_close(a);
            return false;
        }
    }
    if (sqlite3_exec(a->db, "PRAGMA foreign_keys = 1; PRAGMA synchronous = FULL", NULL, NULL,
                     NULL) != SQLITE_OK) {
        say_failure(why, cap, path, sqlite3_errmsg(a->db));
        bm_admin_close(a);
        return false;
    }
    *out = a;
    return true;
}

void bm_admin_close(struct bm_admin *a)
{
    if (!a)
        return;
    sqlite3_close(a->db);
    free(a);
}

const char *bm_admin_error(const struct bm_admin *a) { return sqlite3_errmsg(a->db); }

static void bind_texts(sqlite3_stmt *st, const char *const *params)
{
    for (int i = 0; i < sqlite3_bind_parameter_count(st); i++)
        (void)sqlite3_bind_text(st, i + 1, params[i], -1, SQLITE_TRANSIENT);
}

static void fill_row(sqlite3_stmt *st, struct bm_admin_row *row)
{
    const int most = (int)(sizeof row->name / sizeof *row->name);
    row->count = sqlite3_column_count(st) < most ? sqlite3_column_count(st) : most;
    for (int i = 0; i < row->count; i++) {
        row->number[i] = sqlite3_column_type(st, i) == SQLITE_INTEGER;
        row->name[i] = sqlite3_column_name(st, i);
        row->text[i] = (const char *)sqlite3_column_text(st, i);
    }
}

int bm_admin_ask(struct bm_admin *a, enum bm_admin_query what, const char *const *params,
                 void (*each)(void *user, const struct bm_admin_row *row), void *user)
{
    sqlite3_stmt *st = NULL;
    struct bm_admin_row row;
    int rows = 0, rc = sqlite3_prepare_v2(a->db, queries[what], -1, &st, NULL);
    if (rc == SQLITE_OK)
        bind_texts(st, params);
    while (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        fill_row(st, &row);
        if (each)
            each(user, &row);
        rows++;
        rc = SQLITE_OK;
    }
    sqlite3_finalize(st);
    return rc == SQLITE_DONE ? rows : -1;
}

/* ---- Changes ---- */

/* Parameters of a statement: texts first, then numbers. */
struct change {
    const char *sql;
    const char *text[4];
    int texts;
    int64_t number[3];
    int numbers;
};

static int run_change(sqlite3 *db, const struct change *c)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(db, c->sql, -1, &st, NULL);
    for (int i = 0; i < c->texts && rc == SQLITE_OK; i++)
        rc = sqlite3_bind_text(st, i + 1, c->text[i], -1, SQLITE_TRANSIENT);
    for (int i = 0; i < c->numbers && rc == SQLITE_OK; i++)
        rc = sqlite3_bind_int64(st, c->texts + i + 1, c->number[i]);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(st);
    sqlite3_finalize(st);
    return rc == SQLITE_DONE ? sqlite3_changes(db) : -1;
}

/* All or none; the rows that the last one changed, or -1. `rows` (or NULL) gets those of each.
 */
static int run_changes(struct bm_admin *a, const struct change *changes, int count, int *rows)
{
    int changed =
        sqlite3_exec(a->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
    for (int i = 0; i < count && changed >= 0; i++) {
        changed = run_change(a->db, &changes[i]);
        if (rows)
            rows[i] = changed;
    }
    if (changed >= 0 && sqlite3_exec(a->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        changed = -1;
    if (changed < 0 && !sqlite3_get_autocommit(a->db))
        (void)sqlite3_exec(a->db, "ROLLBACK", NULL, NULL, NULL);
    return changed;
}

int bm_admin_sanction(struct bm_admin *a, const char *subject, unsigned kind, int64_t until,
                      int64_t now, const char *reason)
{
    const struct change c = {
        "INSERT INTO sanction(subject, reason, kind, until, created) VALUES (?1, ?2, ?3, ?4, "
        "?5)"
        " ON CONFLICT(subject, kind) DO UPDATE SET reason = ?2, until = ?4, created = ?5",
        {subject, reason},
        2,
        {kind, until, now},
        3};
    return run_changes(a, &c, 1, NULL);
}

int bm_admin_pardon(struct bm_admin *a, const char *subject, unsigned kind)
{
    const struct change c = {
        "DELETE FROM sanction WHERE subject = ?1 AND kind = ?2", {subject}, 1, {kind}, 1};
    return run_changes(a, &c, 1, NULL);
}

int bm_admin_delete_account(struct bm_admin *a, const char *id, const char *name)
{
    char before[160], after[160];
    snprintf(before, sizeof before, "\"who\":\"%s\",\"name\":\"%s\"", id, name);
    snprintf(after, sizeof after, "\"who\":\"%s\",\"name\":\"\"", id);
    const struct change all[] = {
        {"UPDATE event SET body = replace(body, ?2, ?3) WHERE game IN"
         " (SELECT id FROM game WHERE player0 = ?1 AND player0 <> '' UNION ALL"
         "  SELECT id FROM game WHERE player1 = ?1 AND player1 <> '') AND instr(body, ?2)",
         {id, before, after},
         3,
         {0},
         0},
        {"UPDATE game SET head = replace(head, ?2, ?3) WHERE rowid IN"
         " (SELECT rowid FROM game WHERE player0 = ?1 AND player0 <> '' UNION ALL"
         "  SELECT rowid FROM game WHERE player1 = ?1 AND player1 <> '')",
         {id, before, after},
         3,
         {0},
         0},
        {"DELETE FROM token WHERE account = ?1", {id}, 1, {0}, 0},
        {"DELETE FROM sanction WHERE subject = ?1", {id}, 1, {0}, 0},
        {"DELETE FROM study WHERE owner = ?1", {id}, 1, {0}, 0},
        {"UPDATE study_event SET body = replace(body, ?2, ?3) WHERE person = ?1 AND person <> "
         "''",
         {id, before, after},
         3,
         {0},
         0},
        {"DELETE FROM account WHERE id = ?1", {id}, 1, {0}, 0},
    };
    return run_changes(a, all, sizeof all / sizeof *all, NULL);
}

int bm_admin_delete_game(struct bm_admin *a, const char *id)
{
    const struct change all[] = {
        {"DELETE FROM event WHERE game = ?1", {id}, 1, {0}, 0},
        {"DELETE FROM game WHERE id = ?1", {id}, 1, {0}, 0},
    };
    return run_changes(a, all, 2, NULL);
}

int bm_admin_delete_variant(struct bm_admin *a, const char *name)
{
    const struct change c = {"DELETE FROM variant WHERE name = ?1", {name}, 1, {0}, 0};
    return run_changes(a, &c, 1, NULL);
}

/* Games that no account plays in. */
#define OLD_GAMES \
    "player0 NOT LIKE 'u:%' AND player1 NOT LIKE 'u:%' AND changed < ?1 AND stage <> 1"

bool bm_admin_prune(struct bm_admin *a, int64_t before, int64_t now,
                    struct bm_admin_pruned *out)
{
    const struct change all[] = {
        {"DELETE FROM event WHERE game IN (SELECT id FROM game WHERE " OLD_GAMES ")",
         {0},
         0,
         {before},
         1},
        {"DELETE FROM game WHERE " OLD_GAMES, {0}, 0, {before}, 1},
        {"DELETE FROM token WHERE expires <> 0 AND expires <= ?1", {0}, 0, {now}, 1},
        {"DELETE FROM sanction WHERE until <> 0 AND until <= ?1", {0}, 0, {now}, 1},
        {"DELETE FROM quota WHERE day < ?1", {0}, 0, {now / 86400000}, 1},
    };
    int rows[5] = {0};
    const int changed = run_changes(a, all, 5, rows);
    *out = (struct bm_admin_pruned){rows[1], rows[2], rows[3], rows[4]};
    return changed >= 0;
}

bool bm_admin_backup(struct bm_admin *a, const char *to, char *why, size_t cap)
{
    return bm_store_copy(a->db, to, why, cap);
}
