/* SPDX-License-Identifier: MIT */
#ifndef BM_STORE_STORE_INTERNAL_H
#define BM_STORE_STORE_INTERNAL_H

/*
 * The store on SQLite. Two connections to one file in WAL mode: the writer's belongs to a
 * thread of its own, the reader's to the loop's thread. Puts go to the writer as a list, and
 * come back to the loop as a list when their transaction is on disk:
 *
 *     bm_store_put() -> in -> writer thread: one transaction -> out -> uv_async -> done()
 */

#include <sqlite3.h>

#include "store/store.h"

/* One call of bm_store_put(): a single block, with copies of all that it points to behind it.
 */
struct bm_put {
    struct bm_put *next;
    bm_store_done *done;
    void *user;
    enum bm_store_status status; /* not OK: it is not even tried */
    bool spare;                  /* one of those that are kept for when there is no memory */
    bool used;                   /* of a spare one */
    size_t count;
    struct bm_change *changes;
};

struct bm_put_list {
    struct bm_put *first, **end;
};

/* Those of the writer; what makes a change comes first, in the order of enum bm_change_kind. */
enum bm_write {
    BM_WRITE_CHANGE,
    BM_WRITE_BEGIN = BM_CHANGE_RENAME_STUDIES + 1,
    BM_WRITE_COMMIT,
    BM_WRITE_ROLLBACK,
    BM_WRITE_SAVE,
    BM_WRITE_BACK,
    BM_WRITE_RELEASE,
    BM_WRITE_PROBE,
    BM_WRITES
};

enum bm_read {
    BM_READ_GAME,
    BM_READ_EVENTS,
    BM_READ_LISTED,
    BM_READ_LISTED_STAGE,
    BM_READ_LIVE,
    BM_READ_LIVE_COUNT,
    BM_READ_PLAYED,
    BM_READ_PLAYED_STAGE,
    BM_READ_ENGINE,
    BM_READ_DEADLINE,
    BM_READ_DEADLINES,
    BM_READ_BLOCK,
    BM_READ_BLOCKS,
    BM_READ_ARCHIVE,
    BM_READ_ARCHIVED,
    BM_READ_ARCHIVE_SIZE,
    BM_READ_STUDY,
    BM_READ_STUDY_EVENTS,
    BM_READ_STUDY_SIZE,
    BM_READ_ACCOUNT,
    BM_READ_ACCOUNT_NAMED,
    BM_READ_ACCOUNT_ALIKE,
    BM_READ_TOKEN,
    BM_READ_TOKENS,
    BM_READ_VARIANT,
    BM_READ_VARIANTS,
    BM_READ_SANCTIONS,
    BM_READ_QUOTA,
    BM_READ_VALUE,
    BM_READS
};

enum {
    BM_STORE_SPARES = 64,
    BM_STORE_PROBE_MS = 1000,
    BM_STORE_LOG_PAGES = 1000, /* 4 MB */
    BM_STORE_BUSY_MS = 5000
};

struct bm_store {
    struct bm_loop *loop;
    struct bm_store_options options; /* its texts are not kept */
    int lock_fd;                     /* descriptor of the lock file; -1: none */
    uv_async_t async;                /* something is in `out` */
    uv_thread_t thread;

    /* The loop's. */
    sqlite3 *reader;
    sqlite3_stmt *reads[BM_READS];
    struct bm_buf text; /* of the row that was read last */
    void (*changed)(void *user, bool writable);
    void *changed_user;
    unsigned told_turns; /* of those below, so many were told */
    uint64_t puts, waiting;
    struct bm_put spares[BM_STORE_SPARES];

    /* Both threads', under the lock. */
    uv_mutex_t lock;
    uv_cond_t wake;  /* for the writer: something is in `in`, or stop */
    uv_cond_t ready; /* wakes the closing thread: `out` is not empty */
    struct bm_put_list in, out;
    struct bm_put_list telling; /* came back, and are told by and by; of the loop's thread */
    bool stop;
    int error; /* SQLite's extended code of the last failure, and errno with it */
    int error_errno;
    unsigned turns; /* how often it has become unwritable, and writable again, together */
    struct bm_store_counts counts; /* puts and waiting are the loop's */

    /* The writer's. */
    sqlite3 *writer;
    sqlite3_stmt *writes[BM_WRITES];
    enum bm_store_status trouble; /* why nothing is written now; OK: it is */
    uint64_t probe_at;            /* uv_hrtime() of the next try */
    int log_pages;                /* in the log, as the last commit said */
    int carry_at;                 /* so many are too many */
};

/* Put lists: put.c */
void bm_put_list_init(struct bm_put_list *l);
void bm_put_list_add(struct bm_put_list *l, struct bm_put *p);
/* All of `from`, behind all of `to`. */
void bm_put_list_move(struct bm_put_list *to, struct bm_put_list *from);
/* The first, which there must be. */
struct bm_put *bm_put_list_take(struct bm_put_list *l);
/* A copy of changes; NULL: no memory. */
struct bm_put *bm_put_make(const struct bm_change *changes, size_t count);

enum { BM_STORE_MARK = 0x424d454e /* "BMEN", the application id in the head of the file */ };

/* The schema's newest version, and the steps that lead there from an older one (0: an empty
 * file), each in a transaction with its version number. SQLITE_OK, or what went wrong; then the
 * version is that of the last step that was made. Foreign keys must be off: schema.c */
int bm_schema_version(void);
int bm_schema_migrate(sqlite3 *db, int from);

/* Copy a database while it is in use (SQLite's online backup): `to` is there whole, and on
 * disk, or as it was before. False, and why: copy.c */
bool bm_store_copy(sqlite3 *from, const char *to, char *why, size_t cap);
/* Make a directory entry durable: sync the folder that `path` is in. 0, or errno is set. */
int bm_store_sync_folder(const char *path);

/* The file, both connections and all statements: sqlite.c. False, and why. */
bool bm_store_connect(struct bm_store *s, char *why, size_t cap);
void bm_store_disconnect(struct bm_store *s);
/* What a result of SQLite's means. */
enum bm_store_status bm_store_result(int rc);
/* Run a statement that has no rows: SQLITE_OK, or what went wrong. It is reset. */
int bm_store_step(sqlite3_stmt *st);

/* Make a put's changes within the transaction, all or none, and note its status. SQLITE_OK, or
 * what must undo the whole transaction: change.c */
int bm_store_apply(struct bm_store *s, struct bm_put *p);
/* The thread: writer.c */
void bm_store_write(void *store);

#endif
