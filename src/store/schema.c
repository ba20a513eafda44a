/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "store/names.h"
#include "store/store_internal.h"

/*
 * The schema as steps: steps[N] leads from version N to N + 1. An empty file walks all of them,
 * so there is one definition of each version, and every new file tests every step. A step that
 * was released never changes; what is needed next is a new step behind it.
 *
 * Columns are read by their number ("SELECT *"): a new column goes to the end (ALTER TABLE ...
 * ADD COLUMN).
 */
struct schema_step {
    const char *sql;
    int (*fill)(sqlite3 *db); /* afterwards, what SQL cannot compute; NULL: nothing */
};

static int exec_sql(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* skeleton(NAME) in SQL; of what is no name, the name itself. */
static void call_skeleton(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *const name = (const char *)sqlite3_value_text(values[0]);
    char out[BM_NAME_TEXT];
    const locale_t letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    (void)count;
    if (letters && name && bm_name_skeleton(letters, name, out))
        sqlite3_result_text(context, out, -1, SQLITE_TRANSIENT);
    else
        sqlite3_result_value(context, values[0]);
    if (letters)
        freelocale(letters);
}

static int fill_skeletons(sqlite3 *db)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    int rc = sqlite3_create_function(db, "skeleton", 1, flags, NULL, call_skeleton, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = exec_sql(db, "UPDATE account SET skeleton = skeleton(name)");
    return rc;
}

static const struct schema_step steps[] = {
    /*
     * Version 1. Events are kept by game, in order: a game is read as one piece, and appending
     * to it touches one page. `probe` is written by a store that could not write, to find out
     * whether it can again.
     */
    {"CREATE TABLE game(id TEXT NOT NULL UNIQUE, variant TEXT NOT NULL, created INT NOT NULL,"
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
     "CREATE TABLE probe(id INTEGER PRIMARY KEY, tries INT NOT NULL) STRICT;",
     NULL},
    /* Version 2: expired tokens are found without reading all of them. */
    {"CREATE INDEX token_expires ON token(expires) WHERE expires <> 0;", NULL},
    /* Version 3: accounts are found by what their names look like. */
    {"ALTER TABLE account ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';"
     "CREATE INDEX account_skeleton ON account(skeleton);",
     fill_skeletons},
    /*
     * Version 4. Deadlines of running games by time: those of an older version are unknown, so
     * that each such game is looked at once. Games of a player by stage, and those against
     * engines: no question reads games that are over to find those that are not. Accounts that
     * an account has blocked.
     */
    {"CREATE TABLE deadline(game TEXT NOT NULL PRIMARY KEY"
     " REFERENCES game(id) ON DELETE CASCADE, at INT NOT NULL, remaining INT NOT NULL,"
     " slow INT NOT NULL) STRICT, WITHOUT ROWID;"
     "CREATE INDEX deadline_at ON deadline(at, game);"
     "INSERT INTO deadline SELECT id, 0, 0, 0 FROM game WHERE stage = 1;"
     "ALTER TABLE game ADD COLUMN engine INT NOT NULL DEFAULT 0;"
     "UPDATE game SET engine = 1 WHERE stage < 4 AND head LIKE '%\"kind\":\"engine\"%';"
     "CREATE INDEX game_first_stage ON game(player0, stage, changed) WHERE player0 <> '';"
     "CREATE INDEX game_second_stage ON game(player1, stage, changed) WHERE player1 <> '';"
     "CREATE INDEX game_engine_first ON game(player0) WHERE engine = 1 AND stage < 4;"
     "CREATE INDEX game_engine_second ON game(player1) WHERE engine = 1 AND stage < 4;"
     "CREATE TABLE block(account TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,"
     " blocked TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE, created INT NOT NULL,"
     " PRIMARY KEY(account, blocked)) STRICT, WITHOUT ROWID;"
     "CREATE INDEX block_blocked ON block(blocked);",
     NULL},
    /* Version 5. What administrators decided about people and addresses, what was used of the
     * quotas of a day, and variants by their owner. */
    {"CREATE TABLE sanction(subject TEXT NOT NULL, kind INT NOT NULL, until INT NOT NULL,"
     " created INT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY(subject, kind))"
     " STRICT, WITHOUT ROWID;"
     "CREATE TABLE quota(subject TEXT NOT NULL, kind INT NOT NULL, day INT NOT NULL,"
     " used INT NOT NULL, PRIMARY KEY(subject, kind)) STRICT, WITHOUT ROWID;"
     "CREATE INDEX variant_owner ON variant(owner);",
     NULL},
    /* Version 6. The archives of accounts: games and studies as pages keep them. */
    {"CREATE TABLE archive(account TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,"
     " id TEXT NOT NULL, version INT NOT NULL, serial INT NOT NULL, changed INT NOT NULL,"
     " deleted INT NOT NULL, size INT NOT NULL, body TEXT NOT NULL, UNIQUE(account, id)) "
     "STRICT;"
     "CREATE UNIQUE INDEX archive_serial ON archive(account, serial);"
     "CREATE INDEX archive_size ON archive(account, deleted, size);"
     "CREATE INDEX archive_deleted ON archive(account, serial) WHERE deleted = 1;",
     NULL},
    /* Version 7. Studies that are shared by link, and their events. */
    {"CREATE TABLE study(id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, created INT NOT NULL,"
     " text TEXT NOT NULL) STRICT;"
     "CREATE INDEX study_owner ON study(owner);"
     "CREATE TABLE study_event(study TEXT NOT NULL REFERENCES study(id) ON DELETE CASCADE,"
     " seq INT NOT NULL, ts INT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,"
     " person TEXT NOT NULL, PRIMARY KEY(study, seq)) STRICT, WITHOUT ROWID;"
     "CREATE INDEX study_event_person ON study_event(person) WHERE person <> '';",
     NULL},
};

int bm_schema_version(void) { return (int)(sizeof steps / sizeof *steps); }

/* A row that refers to nothing: SQLITE_CONSTRAINT. */
static int check_references(sqlite3 *db)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(db, "PRAGMA foreign_key_check", -1, &st, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(st);
    sqlite3_finalize(st);
    return rc == SQLITE_DONE ? SQLITE_OK : rc == SQLITE_ROW ? SQLITE_CONSTRAINT : rc;
}

/* One step and its version number, both or none. */
static int make_step(sqlite3 *db, int from)
{
    char marks[96];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             BM_STORE_MARK, from + 1);
    int rc = exec_sql(db, "BEGIN IMMEDIATE");
    if (rc == SQLITE_OK)
        rc = exec_sql(db, steps[from].sql);
    if (rc == SQLITE_OK && steps[from].fill)
        rc = steps[from].fill(db);
    if (rc == SQLITE_OK && from > 0)
        rc = check_references(db);
    if (rc == SQLITE_OK)
        rc = exec_sql(db, marks);
    if (rc == SQLITE_OK)
        rc = exec_sql(db, "COMMIT");
    if (rc != SQLITE_OK && !sqlite3_get_autocommit(db))
        (void)exec_sql(db, "ROLLBACK");
    return rc;
}

int bm_schema_migrate(sqlite3 *db, int from)
{
    int rc = SQLITE_OK;
    for (int i = from; i < bm_schema_version() && rc == SQLITE_OK; i++)
        rc = make_step(db, i);
    return rc;
}
