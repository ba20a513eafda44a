/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/store_internal.h"

static const char *const write_sql[BM_WRITES] = {
    [BM_CHANGE_GAME] =
        ("INSERT INTO game(id, variant, created, changed, stage, plies, listed, player0,"
         " player1, head, engine) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
         " ON CONFLICT(id) DO UPDATE SET variant = ?2, created = ?3, changed = ?4, stage = ?5,"
         " plies = ?6, listed = ?7, player0 = ?8, player1 = ?9, head = ?10, engine = ?11"),
    [BM_CHANGE_EVENT] = "INSERT INTO event SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?2 ="
                        " 1 + (SELECT coalesce(max(seq), 0) FROM event WHERE game = ?1)",
    /* Two accounts of an older version may look alike; of new ones none does. */
    [BM_CHANGE_ACCOUNT] =
        ("INSERT INTO account(id, name, folded, hash, created, skeleton)"
         " SELECT ?1, ?2, ?3, ?4, ?5, ?6"
         " WHERE ?6 = '' OR NOT EXISTS (SELECT 1 FROM account WHERE skeleton = ?6)"),
    [BM_CHANGE_PASSWORD] = "UPDATE account SET hash = ?2 WHERE id = ?1",
    [BM_CHANGE_TOKEN] = "INSERT INTO token VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [BM_CHANGE_NO_TOKEN] = "DELETE FROM token WHERE hash = ?1",
    [BM_CHANGE_VARIANT] = "INSERT INTO variant VALUES (?1, ?2, ?3, ?4)",
    [BM_CHANGE_NO_TOKENS] = "DELETE FROM token WHERE account = ?1",
    [BM_CHANGE_NO_ACCOUNT] = "DELETE FROM account WHERE id = ?1",
    [BM_CHANGE_RENAME_EVENTS] =
        ("UPDATE event SET body = replace(body, ?3, ?4) WHERE game IN"
         " (SELECT id FROM game WHERE player0 = ?1 AND player0 <> '' UNION ALL"
         "  SELECT id FROM game WHERE player1 = ?1 AND player1 <> '')"
         " AND instr(body, ?3) AND ?2 <> ''"),
    [BM_CHANGE_RENAME_GAMES] =
        ("UPDATE game SET head = replace(head, ?3, ?4),"
         " player0 = CASE player0 WHEN ?1 THEN ?2 ELSE player0 END,"
         " player1 = CASE player1 WHEN ?1 THEN ?2 ELSE player1 END WHERE rowid IN"
         " (SELECT rowid FROM game WHERE player0 = ?1 AND player0 <> '' UNION ALL"
         "  SELECT rowid FROM game WHERE player1 = ?1 AND player1 <> '')"),
    [BM_CHANGE_RENAME_VARIANTS] = "UPDATE variant SET owner = ?2 WHERE owner = ?1 AND ?3 <> ?4",
    [BM_CHANGE_QUOTA] = ("INSERT INTO quota VALUES (?1, ?2, ?3, ?4)"
                         " ON CONFLICT(subject, kind) DO UPDATE SET day = ?3,"
                         " used = CASE day WHEN ?3 THEN used + ?4 ELSE ?4 END"),
    [BM_CHANGE_VALUE] =
        "INSERT INTO value VALUES (?1, ?2) ON CONFLICT(name) DO UPDATE SET bytes = ?2",
    [BM_CHANGE_DEADLINE] = ("INSERT INTO deadline VALUES (?1, ?2, ?3, ?4)"
                            " ON CONFLICT(game) DO UPDATE SET at = ?2, remaining = ?3,"
                            " slow = ?4"),
    [BM_CHANGE_NO_DEADLINE] = "DELETE FROM deadline WHERE game = ?1",
    [BM_CHANGE_DEADLINES] = ("UPDATE deadline SET at = CASE slow WHEN 0 THEN ?1 + remaining"
                             " ELSE at + ?2 END"),
    [BM_CHANGE_BLOCK] =
        "INSERT INTO block VALUES (?1, ?2, ?3) ON CONFLICT(account, blocked) DO NOTHING",
    [BM_CHANGE_NO_BLOCK] = "DELETE FROM block WHERE account = ?1 AND blocked = ?2",
    /* Only if the version is still the one that the client has seen. */
    [BM_CHANGE_ARCHIVE] =
        ("INSERT INTO archive(account, id, version, serial, changed, deleted, size, body)"
         " SELECT ?1, ?2, ?3 + 1,"
         " 1 + (SELECT coalesce(max(serial), 0) FROM archive WHERE account = ?1),"
         " ?4, ?5, ?6, ?7 WHERE ?3 ="
         " coalesce((SELECT version FROM archive WHERE account = ?1 AND id = ?2), 0)"
         " ON CONFLICT(account, id) DO UPDATE SET version = excluded.version,"
         " serial = excluded.serial, changed = excluded.changed, deleted = excluded.deleted,"
         " size = excluded.size, body = excluded.body"),
    [BM_CHANGE_TRIM_ARCHIVE] =
        ("DELETE FROM archive WHERE account = ?1 AND deleted = 1 AND serial <="
         " coalesce((SELECT serial FROM archive WHERE account = ?1 AND deleted = 1"
         " ORDER BY serial DESC LIMIT 1 OFFSET ?2), 0)"),
    [BM_CHANGE_STUDY] = "INSERT INTO study VALUES (?1, ?2, ?3, ?4)",
    [BM_CHANGE_STUDY_EVENT] =
        ("INSERT INTO study_event SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?2 ="
         " 1 + (SELECT coalesce(max(seq), 0) FROM study_event WHERE study = ?1)"),
    [BM_CHANGE_NO_STUDY] = "DELETE FROM study WHERE id = ?1",
    [BM_CHANGE_NO_STUDIES] = "DELETE FROM study WHERE owner = ?1",
    [BM_CHANGE_RENAME_STUDY_OWNERS] =
        "UPDATE study SET owner = ?2 WHERE owner = ?1 AND ?3 <> ?4",
    [BM_CHANGE_RENAME_STUDIES] =
        ("UPDATE study_event SET body = replace(body, ?3, ?4), person = ?2"
         " WHERE person = ?1 AND person <> ''"),
    [BM_WRITE_BEGIN] = "BEGIN IMMEDIATE",
    [BM_WRITE_COMMIT] = "COMMIT",
    [BM_WRITE_ROLLBACK] = "ROLLBACK",
    [BM_WRITE_SAVE] = "SAVEPOINT put",
    [BM_WRITE_BACK] = "ROLLBACK TO put",
    [BM_WRITE_RELEASE] = "RELEASE put",
    [BM_WRITE_PROBE] =
        "INSERT INTO probe VALUES (0, 1) ON CONFLICT(id) DO UPDATE SET tries = tries + 1",
};

/* Listed games of a stage: a walk along an index. */
#define LISTED_IN(stage) "SELECT *, rowid FROM game WHERE listed AND stage = " stage

static const char *const read_sql[BM_READS] = {
    [BM_READ_GAME] = "SELECT *, rowid FROM game WHERE id = ?1",
    [BM_READ_EVENTS] = "SELECT * FROM event WHERE game = ?1 AND seq > ?2 ORDER BY seq",
    /* Pages of lists go on behind the last row, by (changed, rowid): a keyset cursor. */
    [BM_READ_LISTED] = ("SELECT *, rowid FROM game WHERE listed AND (changed, rowid) < (?1, ?2)"
                        " ORDER BY changed DESC, rowid DESC LIMIT ?3"),
    [BM_READ_LISTED_STAGE] =
        ("SELECT *, rowid FROM game WHERE listed AND stage = ?4 AND (changed, rowid) < (?1, ?2)"
         " ORDER BY changed DESC, rowid DESC LIMIT ?3"),
    /* Four walks along an index, merged: games that are over are not read. */
    [BM_READ_LIVE] = (LISTED_IN("0") " UNION ALL " LISTED_IN("1") " UNION ALL " LISTED_IN(
        "2") " UNION ALL " LISTED_IN("3") " ORDER BY changed DESC, 12 DESC LIMIT ?1"),
    [BM_READ_LIVE_COUNT] = ("SELECT count(*) FROM (SELECT 1 FROM game INDEXED BY game_stage"
                            " WHERE listed AND stage < 4 LIMIT ?1)"),
    /* Two walks along two indexes, merged. Who plays both sides is seen once. */
    [BM_READ_PLAYED] = ("SELECT *, rowid FROM game WHERE player0 = ?5 AND player0 <> ''"
                        " AND (changed, rowid) < (?1, ?2) UNION ALL "
                        "SELECT *, rowid FROM game WHERE player1 = ?5 AND player1 <> ''"
                        " AND (changed, rowid) < (?1, ?2) AND player0 <> ?5"
                        " ORDER BY changed DESC, 12 DESC LIMIT ?3"),
    [BM_READ_PLAYED_STAGE] =
        ("SELECT *, rowid FROM game WHERE player0 = ?5 AND player0 <> '' AND stage = ?4"
         " AND (changed, rowid) < (?1, ?2) UNION ALL "
         "SELECT *, rowid FROM game WHERE player1 = ?5 AND player1 <> '' AND stage = ?4"
         " AND (changed, rowid) < (?1, ?2) AND player0 <> ?5"
         " ORDER BY changed DESC, 12 DESC LIMIT ?3"),
    [BM_READ_ENGINE] =
        ("SELECT 1 FROM game WHERE player0 = ?1 AND engine = 1 AND stage < 4 UNION ALL "
         "SELECT 1 FROM game WHERE player1 = ?1 AND engine = 1 AND stage < 4 LIMIT 1"),
    [BM_READ_DEADLINE] = "SELECT * FROM deadline WHERE game = ?1",
    [BM_READ_DEADLINES] = ("SELECT * FROM deadline WHERE (at, game) > (?1, ?2) AND at <= ?3"
                           " ORDER BY at, game LIMIT ?4"),
    [BM_READ_BLOCK] = "SELECT 1 FROM block WHERE account = ?1 AND blocked = ?2",
    [BM_READ_BLOCKS] = ("SELECT account.id, account.name, block.created FROM block"
                        " JOIN account ON account.id = block.blocked"
                        " WHERE block.account = ?1 AND block.blocked > ?2"
                        " ORDER BY block.blocked LIMIT ?3"),
    [BM_READ_ARCHIVE] = ("SELECT * FROM archive WHERE account = ?1 AND serial > ?2"
                         " ORDER BY serial LIMIT ?3"),
    [BM_READ_ARCHIVED] = "SELECT * FROM archive WHERE account = ?1 AND id = ?2",
    [BM_READ_ARCHIVE_SIZE] = ("SELECT count(*), coalesce(sum(size), 0) FROM archive"
                              " WHERE account = ?1 AND deleted = 0"),
    [BM_READ_STUDY] = "SELECT * FROM study WHERE id = ?1",
    [BM_READ_STUDY_EVENTS] =
        "SELECT * FROM study_event WHERE study = ?1 AND seq > ?2 ORDER BY seq",
    [BM_READ_STUDY_SIZE] = ("SELECT coalesce(max(seq), 0), coalesce(sum(length(body)), 0)"
                            " FROM study_event WHERE study = ?1"),
    [BM_READ_ACCOUNT] = "SELECT * FROM account WHERE id = ?1",
    [BM_READ_ACCOUNT_NAMED] = "SELECT * FROM account WHERE folded = ?1",
    [BM_READ_ACCOUNT_ALIKE] = "SELECT * FROM account WHERE skeleton = ?1 LIMIT 1",
    [BM_READ_TOKEN] = "SELECT * FROM token WHERE hash = ?1",
    [BM_READ_TOKENS] = "SELECT * FROM token WHERE account = ?1 ORDER BY created DESC",
    [BM_READ_VARIANT] = "SELECT * FROM variant WHERE name = ?1",
    [BM_READ_VARIANTS] = "SELECT * FROM variant ORDER BY created DESC LIMIT ?1",
    [BM_READ_SANCTIONS] = "SELECT * FROM sanction WHERE subject > ''",
    [BM_READ_QUOTA] = "SELECT * FROM quota WHERE subject = ?1 AND kind = ?2",
    [BM_READ_VALUE] = "SELECT bytes FROM value WHERE name = ?1",
};

enum bm_store_status bm_store_result(int rc)
{
    switch (rc & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE:
    case SQLITE_ROW: return BM_STORE_OK;
    case SQLITE_FULL: return BM_STORE_FULL;
    default: return BM_STORE_FAILED;
    }
}

int bm_store_step(sqlite3_stmt *st)
{
    const int rc = sqlite3_step(st);
    (void)sqlite3_reset(st); /* says the same again */
    return rc == SQLITE_DONE || rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/* How much is in the log, told after each commit. */
static int on_wal_commit(void *store, sqlite3 *db, const char *name, int pages)
{
    struct bm_store *const s = store;
    (void)db;
    (void)name;
    s->log_pages = pages;
    return SQLITE_OK;
}

static bool is_memory(const struct bm_store *s) { return !strcmp(s->options.path, ":memory:"); }

/* Whether there is a real file. */
static bool is_file(const struct bm_store *s) { return !is_memory(s) && !s->options.vfs; }

static bool say_failure(char *why, size_t cap, const struct bm_store *s, const char *what,
                        const char *more)
{
    snprintf(why, cap, "%s: %s%s%s", s->options.path, what, *more ? ": " : "", more);
    return false;
}

static int open_one(struct bm_store *s, sqlite3 **db)
{
    char memory[64];
    const char *name = s->options.path;
    /* A name that only the two connections of this store know. */
    if (is_memory(s)) {
        snprintf(memory, sizeof memory, "file:/store-%p?vfs=memdb", (void *)s);
        name = memory;
    }
    int rc = sqlite3_open_v2(name, db,
                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX |
                                 (is_memory(s) ? SQLITE_OPEN_URI : 0),
                             s->options.vfs);
    if (rc == SQLITE_OK)
        rc = sqlite3_extended_result_codes(*db, 1);
    if (rc == SQLITE_OK)
        rc = sqlite3_busy_timeout(*db, BM_STORE_BUSY_MS);
    return rc;
}

static int prepare_statements(sqlite3 *db, const char *const *sql, sqlite3_stmt **st,
                              size_t count)
{
    int rc = SQLITE_OK;
    for (size_t i = 0; i < count && rc == SQLITE_OK; i++)
        rc = sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &st[i], NULL);
    return rc;
}

static int exec_sql(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static int query_number(sqlite3 *db, const char *sql, int64_t *out)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        *out = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/* Nothing is changed in a file before it is known to be a store, or empty. *version is 0 for an
 * empty one. */
static bool check_file(struct bm_store *s, int *version, char *why, size_t cap)
{
    int64_t mark = 0, found = 0, tables = 0;
    int rc = query_number(s->writer, "PRAGMA application_id", &mark);
    if (rc == SQLITE_OK)
        rc = query_number(s->writer, "PRAGMA user_version", &found);
    if (rc == SQLITE_OK)
        rc = query_number(s->writer, "SELECT count(*) FROM sqlite_schema", &tables);
    const bool is_new = tables == 0 && mark == 0 && found == 0;
    if (rc == SQLITE_NOTADB || (rc == SQLITE_OK && mark != BM_STORE_MARK && !is_new))
        return say_failure(why, cap, s, "is not a store of banmen: choose another file", "");
    if (rc != SQLITE_OK)
        return say_failure(why, cap, s, "cannot be read", sqlite3_errmsg(s->writer));
    if (found > bm_schema_version()) {
        char versions[64];
        snprintf(versions, sizeof versions, "schema version %d, known up to %d", (int)found,
                 bm_schema_version());
        return say_failure(
            why, cap, s, "was written by a newer banmen: use that one, or choose another file",
            versions);
    }
    *version = (int)found;
    return true;
}

/* Bring the schema up to date. A file of an older version is copied first: that copy is what an
 * older program can still read. */
static bool migrate_file(struct bm_store *s, int version, char *why, size_t cap)
{
    if (version == bm_schema_version())
        return true;
    if (version > 0 && is_file(s)) {
        const size_t size = strlen(s->options.path) + 32;
        char *const copy = malloc(size);
        if (!copy)
            return say_failure(why, cap, s, "no memory", "");
        snprintf(copy, size, "%s.v%d", s->options.path, version);
        const bool copied = bm_store_copy(s->writer, copy, why, cap);
        free(copy);
        if (!copied)
            return false;
    }
    if (bm_schema_migrate(s->writer, version) != SQLITE_OK)
        return say_failure(why, cap, s, "its schema cannot be brought up to date",
                           sqlite3_errmsg(s->writer));
    return true;
}

static bool open_connections(struct bm_store *s, char *why, size_t cap)
{
    int version = 0;
    int64_t mode = 0;
    if (open_one(s, &s->writer) != SQLITE_OK)
        return say_failure(why, cap, s, "cannot be opened",
                           s->writer ? sqlite3_errmsg(s->writer) : "no memory");
    if (!check_file(s, &version, why, cap))
        return false;

    /* The change itself uses a journal, and a power cut must not bring that back: EXTRA makes
     * sure that it is gone. */
    int rc = exec_sql(s->writer, "PRAGMA synchronous = EXTRA; PRAGMA journal_mode = WAL");
    if (rc == SQLITE_OK)
        rc = exec_sql(s->writer, s->options.not_synced ? "PRAGMA synchronous = NORMAL"
                                                       : "PRAGMA synchronous = FULL");
    if (rc == SQLITE_OK)
        rc = exec_sql(s->writer, "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000;"
                                 "PRAGMA journal_size_limit = 67108864");
    if (rc == SQLITE_OK && !migrate_file(s, version, why, cap))
        return false;
    /* Off during migrations: a step may rebuild a table that others refer to. */
    if (rc == SQLITE_OK)
        rc = exec_sql(s->writer, "PRAGMA foreign_keys = 1");
    if (rc == SQLITE_OK)
        rc = query_number(s->writer,
                          "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'",
                          &mode);
    if (rc == SQLITE_OK && mode != 1 && !is_memory(s))
        return say_failure(why, cap, s, "cannot have a log: choose a file on a local disk", "");
    if (rc == SQLITE_OK)
        rc = prepare_statements(s->writer, write_sql, s->writes, BM_WRITES);
    /* A database that cannot be written is reported now. */
    if (rc == SQLITE_OK)
        rc = bm_store_step(s->writes[BM_WRITE_PROBE]);
    if (rc != SQLITE_OK)
        return say_failure(why, cap, s, "cannot be written", sqlite3_errmsg(s->writer));
    /* The log is checkpointed when no put waits: see writer.c. */
    sqlite3_wal_hook(s->writer, on_wal_commit, s);

    rc = open_one(s, &s->reader);
    if (rc == SQLITE_OK)
        rc = exec_sql(s->reader, "PRAGMA query_only = 1; PRAGMA cache_size = -8000");
    if (rc == SQLITE_OK)
        rc = prepare_statements(s->reader, read_sql, s->reads, BM_READS);
    if (rc != SQLITE_OK)
        return say_failure(why, cap, s, "cannot be read",
                           s->reader ? sqlite3_errmsg(s->reader) : "no memory");
    return true;
}

/*
 * The database file, readable by this user only, and a lock file beside it. SQLite's own locks
 * are not enough: they keep two servers from writing at the same time, not from running at the
 * same time.
 */
static bool take_file(struct bm_store *s, char *why, size_t cap)
{
    char *lock = NULL;
    const size_t size = strlen(s->options.path) + sizeof ".lock";
    lock = malloc(size);
    if (!lock)
        return say_failure(why, cap, s, "no memory", "");
    snprintf(lock, size, "%s.lock", s->options.path);
    s->lock_fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(lock);
    if (s->lock_fd < 0)
        return say_failure(why, cap, s, "cannot make a lock beside it", strerror(errno));
    if (flock(s->lock_fd, LOCK_EX | LOCK_NB))
        return say_failure(
            why, cap, s,
            errno == EWOULDBLOCK
                ? "is in use by another server: stop that one, or choose another file"
                : "cannot be locked",
            errno == EWOULDBLOCK ? "" : strerror(errno));
    const int fd = open(s->options.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno == EEXIST || say_failure(why, cap, s, "cannot be made", strerror(errno));
    close(fd);
    return !bm_store_sync_folder(s->options.path) ||
           say_failure(why, cap, s, "cannot be made", strerror(errno));
}

bool bm_store_connect(struct bm_store *s, char *why, size_t cap)
{
    s->lock_fd = -1;
    return (!is_file(s) || take_file(s, why, cap)) && open_connections(s, why, cap);
}

void bm_store_disconnect(struct bm_store *s)
{
    for (size_t i = 0; i < BM_READS; i++)
        sqlite3_finalize(s->reads[i]);
    for (size_t i = 0; i < BM_WRITES; i++)
        sqlite3_finalize(s->writes[i]);
    /* The last one carries the log over: it must be the one that may write. */
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    if (s->lock_fd >= 0)
        close(s->lock_fd);
}
