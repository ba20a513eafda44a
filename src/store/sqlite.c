/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/inside.h"

enum {
    STORE_VERSION = 1,
    STORE_MARK = 0x424d454e /* "BMEN", in the head of the file */
};

/*
 * Events are kept by game, in order: a game is read as one piece, and appending to it touches
 * one page. `probe` is what a store that could not write tries its luck with.
 */
static const char schema[] =
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
    "CREATE TABLE probe(id INTEGER PRIMARY KEY, tries INT NOT NULL) STRICT;";

static const char *const write_sql[BM_WRITES] = {
    [BM_CHANGE_GAME] =
        ("INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
         " ON CONFLICT(id) DO UPDATE SET variant = ?2, created = ?3, changed = ?4, stage = ?5,"
         " plies = ?6, listed = ?7, player0 = ?8, player1 = ?9, head = ?10"),
    [BM_CHANGE_EVENT] = "INSERT INTO event SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?2 ="
                        " 1 + (SELECT coalesce(max(seq), 0) FROM event WHERE game = ?1)",
    [BM_CHANGE_ACCOUNT] = "INSERT INTO account VALUES (?1, ?2, ?3, ?4, ?5)",
    [BM_CHANGE_PASSWORD] = "UPDATE account SET hash = ?2 WHERE id = ?1",
    [BM_CHANGE_TOKEN] = "INSERT INTO token VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [BM_CHANGE_NO_TOKEN] = "DELETE FROM token WHERE hash = ?1",
    [BM_CHANGE_VARIANT] = "INSERT INTO variant VALUES (?1, ?2, ?3, ?4)",
    [BM_CHANGE_VALUE] =
        "INSERT INTO value VALUES (?1, ?2) ON CONFLICT(name) DO UPDATE SET bytes = ?2",
    [BM_WRITE_BEGIN] = "BEGIN IMMEDIATE",
    [BM_WRITE_COMMIT] = "COMMIT",
    [BM_WRITE_ROLLBACK] = "ROLLBACK",
    [BM_WRITE_SAVE] = "SAVEPOINT put",
    [BM_WRITE_BACK] = "ROLLBACK TO put",
    [BM_WRITE_RELEASE] = "RELEASE put",
    [BM_WRITE_PROBE] =
        "INSERT INTO probe VALUES (0, 1) ON CONFLICT(id) DO UPDATE SET tries = tries + 1",
};

static const char *const read_sql[BM_READS] = {
    [BM_READ_GAME] = "SELECT * FROM game WHERE id = ?1",
    [BM_READ_EVENTS] = "SELECT * FROM event WHERE game = ?1 AND seq > ?2 ORDER BY seq",
    [BM_READ_LISTED] =
        ("SELECT * FROM game WHERE listed AND changed < ?1 ORDER BY changed DESC LIMIT ?2"),
    [BM_READ_LISTED_STAGE] = ("SELECT * FROM game WHERE listed AND changed < ?1 AND stage = ?3"
                              " ORDER BY changed DESC LIMIT ?2"),
    /* Two walks along two indexes, merged. Who plays both sides is seen once. */
    [BM_READ_PLAYED] =
        ("SELECT * FROM game WHERE player0 = ?4 AND player0 <> '' AND changed < ?1"
         " AND (?3 < 0 OR stage = ?3) UNION ALL "
         "SELECT * FROM game WHERE player1 = ?4 AND player1 <> '' AND changed < ?1"
         " AND (?3 < 0 OR stage = ?3) AND player0 <> ?4 ORDER BY changed DESC LIMIT ?2"),
    [BM_READ_ACCOUNT] = "SELECT * FROM account WHERE id = ?1",
    [BM_READ_ACCOUNT_NAMED] = "SELECT * FROM account WHERE folded = ?1",
    [BM_READ_TOKEN] = "SELECT * FROM token WHERE hash = ?1",
    [BM_READ_TOKENS] = "SELECT * FROM token WHERE account = ?1 ORDER BY created DESC",
    [BM_READ_VARIANT] = "SELECT * FROM variant WHERE name = ?1",
    [BM_READ_VARIANTS] = "SELECT * FROM variant ORDER BY created DESC LIMIT ?1",
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
static int logged(void *store, sqlite3 *db, const char *name, int pages)
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

static bool say(char *why, size_t cap, const struct bm_store *s, const char *what,
                const char *more)
{
    snprintf(why, cap, "%s: %s%s%s", s->options.path, what, *more ? ": " : "", more);
    return false;
}

static int open_one(struct bm_store *s, sqlite3 **db)
{
    char memory[64];
    const char *name = s->options.path;
    /* A name that both connections find, and nobody else. */
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

static int prepare(sqlite3 *db, const char *const *sql, sqlite3_stmt **st, size_t count)
{
    int rc = SQLITE_OK;
    for (size_t i = 0; i < count && rc == SQLITE_OK; i++)
        rc = sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &st[i], NULL);
    return rc;
}

static int exec(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static int ask(sqlite3 *db, const char *sql, int64_t *out)
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

/* The tables and the marks, all or none. */
static int found_store(sqlite3 *db)
{
    char marks[96];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             STORE_MARK, STORE_VERSION);
    int rc = exec(db, "BEGIN IMMEDIATE");
    if (rc == SQLITE_OK)
        rc = exec(db, schema);
    if (rc == SQLITE_OK)
        rc = exec(db, marks);
    if (rc == SQLITE_OK)
        rc = exec(db, "COMMIT");
    return rc;
}

/* Nothing is changed in a file before it is known to be ours, or empty. */
static bool look(struct bm_store *s, bool *is_new, char *why, size_t cap)
{
    int64_t mark = 0, version = 0, tables = 0;
    int rc = ask(s->writer, "PRAGMA application_id", &mark);
    if (rc == SQLITE_OK)
        rc = ask(s->writer, "PRAGMA user_version", &version);
    if (rc == SQLITE_OK)
        rc = ask(s->writer, "SELECT count(*) FROM sqlite_schema", &tables);
    *is_new = tables == 0 && mark == 0 && version == 0;
    if (rc == SQLITE_NOTADB || (rc == SQLITE_OK && mark != STORE_MARK && !*is_new))
        return say(why, cap, s, "is not a store of banmen: choose another file", "");
    if (rc != SQLITE_OK)
        return say(why, cap, s, "cannot be read", sqlite3_errmsg(s->writer));
    if (version > STORE_VERSION)
        return say(why, cap, s,
                   "was written by a newer banmen: use that one, or choose another file", "");
    return true;
}

static bool open_connections(struct bm_store *s, char *why, size_t cap)
{
    bool is_new;
    int64_t mode = 0;
    if (open_one(s, &s->writer) != SQLITE_OK)
        return say(why, cap, s, "cannot be opened",
                   s->writer ? sqlite3_errmsg(s->writer) : "no memory");
    if (!look(s, &is_new, why, cap))
        return false;

    /* The change itself uses a journal, and a power cut must not bring that back: EXTRA makes
     * sure that it is gone. */
    int rc = exec(s->writer, "PRAGMA synchronous = EXTRA; PRAGMA journal_mode = WAL");
    if (rc == SQLITE_OK)
        rc = exec(s->writer, s->options.not_synced ? "PRAGMA synchronous = NORMAL"
                                                   : "PRAGMA synchronous = FULL");
    if (rc == SQLITE_OK)
        rc =
            exec(s->writer, "PRAGMA foreign_keys = 1; PRAGMA temp_store = MEMORY;"
                            "PRAGMA cache_size = -16000; PRAGMA journal_size_limit = 67108864");
    if (rc == SQLITE_OK && is_new)
        rc = found_store(s->writer);
    if (rc == SQLITE_OK)
        rc = ask(s->writer,
                 "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'", &mode);
    if (rc == SQLITE_OK && mode != 1 && !is_memory(s))
        return say(why, cap, s, "cannot have a log: choose a file on a local disk", "");
    if (rc == SQLITE_OK)
        rc = prepare(s->writer, write_sql, s->writes, BM_WRITES);
    /* Who cannot write should be told now. */
    if (rc == SQLITE_OK)
        rc = bm_store_step(s->writes[BM_WRITE_PROBE]);
    if (rc != SQLITE_OK)
        return say(why, cap, s, "cannot be written", sqlite3_errmsg(s->writer));
    /* The log is carried over when nobody waits: see writer.c. */
    sqlite3_wal_hook(s->writer, logged, s);

    rc = open_one(s, &s->reader);
    if (rc == SQLITE_OK)
        rc = exec(s->reader, "PRAGMA query_only = 1; PRAGMA cache_size = -8000");
    if (rc == SQLITE_OK)
        rc = prepare(s->reader, read_sql, s->reads, BM_READS);
    if (rc != SQLITE_OK)
        return say(why, cap, s, "cannot be read",
                   s->reader ? sqlite3_errmsg(s->reader) : "no memory");
    return true;
}

/* A name that was just made is on disk when its folder is. */
static int sync_folder(const char *path)
{
    char *const copy = strdup(path);
    int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    const int failed = fd < 0 || fsync(fd) != 0;
    if (fd >= 0)
        close(fd);
    free(copy);
    return failed;
}

/*
 * The file, for nobody's eyes but ours, and a lock beside it. SQLite's own locks would not do:
 * they keep two servers from writing at a time, not from both being there.
 */
static bool take_file(struct bm_store *s, char *why, size_t cap)
{
    char *lock = NULL;
    const size_t size = strlen(s->options.path) + sizeof ".lock";
    lock = malloc(size);
    if (!lock)
        return say(why, cap, s, "no memory", "");
    snprintf(lock, size, "%s.lock", s->options.path);
    s->lock_fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(lock);
    if (s->lock_fd < 0)
        return say(why, cap, s, "cannot make a lock beside it", strerror(errno));
    if (flock(s->lock_fd, LOCK_EX | LOCK_NB))
        return say(why, cap, s,
                   errno == EWOULDBLOCK
                       ? "is in use by another server: stop that one, or choose another file"
                       : "cannot be locked",
                   errno == EWOULDBLOCK ? "" : strerror(errno));
    const int fd = open(s->options.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno == EEXIST || say(why, cap, s, "cannot be made", strerror(errno));
    close(fd);
    return !sync_folder(s->options.path) || say(why, cap, s, "cannot be made", strerror(errno));
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
