/* SPDX-License-Identifier: MIT */
#ifndef BM_STORE_STORE_H
#define BM_STORE_STORE_H

/*
 * Event store of the server. The state of a game is its events, numbered from 1 without gaps.
 *
 * Writing: changes that belong together are put together, and all of them are stored or none. A
 * thread of the store writes them in the order in which they were put, many in one transaction
 * (group commit); when they are on disk, and not before, `done` is called from the loop. A
 * change must not be announced before its `done`.
 *
 * Reading is from the loop's thread, and sees what is on disk: all changes whose `done` was
 * called, and perhaps some whose `done` is about to be called. It takes microseconds. A
 * function that calls `each` must not be called again from there; other functions may be.
 */

#include "banmen/status.h"
#include "base/buf.h"
#include "io/loop.h"

struct bm_store;

enum bm_store_status {
    BM_STORE_OK,
    BM_STORE_TAKEN,   /* there is such an event, name or id already: nothing was changed */
    BM_STORE_FULL,    /* no room: nothing was changed */
    BM_STORE_FAILED,  /* the disk does not do what it should: nothing was changed, but if the
                         power fails before the next success, it may yet be found done */
    BM_STORE_MISSING, /* there is none; of a put: the game or account that it is for */
    BM_STORE_STATUSES
};

struct bm_store_options {
    const char *path;   /* of the file; ":memory:" for tests of what lies above */
    const char *vfs;    /* of SQLite; NULL: the usual. Tests cut the power there */
    bool not_synced;    /* synchronous=NORMAL: for the test that shows that it loses */
    unsigned batch_us;  /* wait so long for more before a commit begins; 0: not at all */
    unsigned probe_ms;  /* try again so often when writing failed; 0: every second */
    unsigned log_pages; /* so much is in the log before it is carried over; 0: as usual */
};

/* *why (cap bytes) gets what was wrong. */
bm_status bm_store_open(struct bm_store **out, struct bm_loop *loop,
                        const struct bm_store_options *options, char *why, size_t cap);
/* Waits until all that was put is done, and has told so. The loop has to run once more after it
 * before it can be released: bm_loop_fini() does that. */
void bm_store_close(struct bm_store *s);

/* Whether the last write failed: then it is tried again from time to time, and until it
 * succeeds everything that is put fails at once. `changed` is called from the loop. */
bool bm_store_is_writable(const struct bm_store *s);
/* Why the last write that failed did, in words: "disk I/O error: No space left on device". */
void bm_store_trouble(struct bm_store *s, char *why, size_t cap);
void bm_store_watch(struct bm_store *s, void (*changed)(void *user, bool writable), void *user);

/* ---- Writing ---- */

/* Texts are UTF-8, borrowed until bm_store_put() returns. Times are ms since 1970. */
enum bm_change_kind {
    BM_CHANGE_GAME,     /* a game is new, or its row is replaced */
    BM_CHANGE_EVENT,    /* one more event of a game; its seq must be the next */
    BM_CHANGE_ACCOUNT,  /* a new account; BM_STORE_TAKEN if there is one of the same name, or of
                           one with the same skeleton */
    BM_CHANGE_PASSWORD, /* an account gets another: its id and hash alone count */
    BM_CHANGE_TOKEN,    /* a new token, or a session */
    BM_CHANGE_NO_TOKEN, /* a token is not valid any more */
    BM_CHANGE_VARIANT,  /* a new version of a variant */
    BM_CHANGE_NO_TOKENS,  /* of an account, all of them: its id alone counts */
    BM_CHANGE_NO_ACCOUNT, /* an account goes; its tokens must be gone */
    /* A person becomes another, in the events, rows and variants that name the first. */
    BM_CHANGE_RENAME_EVENTS, /* before the rows: these say which games */
    BM_CHANGE_RENAME_GAMES,
    BM_CHANGE_RENAME_VARIANTS,
    BM_CHANGE_QUOTA,    /* so much more was used of the quota of a day */
    BM_CHANGE_VALUE,    /* one of the server's own values: secrets, settings */
    BM_CHANGE_DEADLINE, /* deadline of a running game; replaces the previous one */
    BM_CHANGE_NO_DEADLINE,
    BM_CHANGE_DEADLINES, /* the server was away: all deadlines move */
    BM_CHANGE_BLOCK,     /* an account blocks another */
    BM_CHANGE_NO_BLOCK,
    /* A record of the archive of an account, or its tombstone: BM_STORE_TAKEN if its version is
       not the one that this replaces. */
    BM_CHANGE_ARCHIVE,
    BM_CHANGE_TRIM_ARCHIVE, /* of an account's tombstones the newest alone stay */
    BM_CHANGE_STUDY,        /* a new shared study */
    BM_CHANGE_STUDY_EVENT,  /* one more event of a study; as BM_CHANGE_EVENT */
    BM_CHANGE_NO_STUDY,     /* a study goes, with its events */
    BM_CHANGE_NO_STUDIES,   /* of a person, all of them */
    BM_CHANGE_RENAME_STUDY_OWNERS,
    BM_CHANGE_RENAME_STUDIES /* a person becomes another in the events of studies */
};

/* What is known of a game without its events. */
struct bm_game_row {
    char id[16];      /* "k3Jx9a..." : what addresses have */
    char variant[72]; /* a name of the library, or "name@digest" of one that was uploaded */
    int64_t created, changed;
    unsigned stage; /* enum bm_match_stage */
    unsigned plies;
    bool listed;        /* in the list of games: not by link only */
    char player[2][40]; /* ids of people, "" for none */
    const char *head;   /* JSON: names, clock, result, start ... */
    size_t head_len;
    bool engine;   /* an engine of the server plays */
    int64_t rowid; /* of the store: with `changed` the place in a list */
};

/* When something is due in a running game, without its events. */
struct bm_deadline_row {
    char game[16];
    int64_t at;   /* ms since 1970; never later than it really is */
    int64_t left; /* ms from the last event until then: a restart begins there anew, */
    bool slow;    /* but in correspondence games, which go on where they stood */
};

struct bm_block_row {
    char account[40], blocked[40];
    char name[80]; /* of the blocked, when read */
    int64_t created;
};

/* A game or study that an account keeps on the server, as the page has it. */
struct bm_archive_row {
    char account[40];
    char id[48];
    int64_t version; /* counts its changes, from 1; when put: the one that is replaced, or 0 */
    int64_t serial;  /* counts the changes of the account; when read */
    int64_t changed; /* when the client changed it */
    bool deleted;    /* a tombstone: without a body */
    const char *body;
    size_t len;
};

struct bm_event_row {
    char game[16];
    uint64_t seq;
    int64_t ts;
    const char *kind; /* "move" */
    const char *body; /* JSON */
    size_t len;
    const char *person; /* of a study: whose it is; NULL otherwise */
};

/* A study that is shared by link: the record that it began with. Its events follow it. */
struct bm_study_row {
    char id[16];
    char owner[40];
    int64_t created;
    const char *text; /* JSON: title, variant, record */
    size_t len;
};

struct bm_account_row {
    char id[40];     /* "u:..." */
    char name[80];   /* 20 characters at most */
    char folded[80]; /* the name in lower case: it finds the account */
    char hash[128];  /* argon2id, as libsodium writes it */
    int64_t created;
    char skeleton[80]; /* what all names that look alike have in common: names.h */
};

struct bm_token_row {
    unsigned char hash[32]; /* of the token; the token itself is nowhere */
    char account[40];
    char scopes[80];
    char label[80];
    int64_t created, expires; /* 0: never */
};

struct bm_variant_row {
    char name[72]; /* "name@digest" */
    char owner[40];
    int64_t created;
    const char *text;
    size_t len;
};

struct bm_rename_row {
    char from[40], to[40];        /* ids */
    char name[80];                /* of `to` */
    char before[160], after[160]; /* as events and heads have them: "who":ID,"name":NAME */
};

struct bm_quota_row {
    char subject[64]; /* the id of a person, or an address */
    unsigned kind;
    int64_t day; /* since 1970 */
    int64_t used;
};

/* A sanction that an administrator has imposed on an account. */
enum bm_sanction { BM_SANCTION_BAN = 1, BM_SANCTION_MUTE = 2 };
struct bm_sanction_row {
    char subject[64]; /* the id of a person, or an address */
    enum bm_sanction kind;
    int64_t until; /* 0: without end */
    int64_t created;
    char reason[160];
};

struct bm_change {
    enum bm_change_kind kind;
    union {
        const struct bm_game_row *game;
        const struct bm_event_row *event; /* STUDY_EVENT too */
        const struct bm_study_row
            *study; /* NO_STUDY too: its id counts, NO_STUDIES: its owner */
        const struct bm_account_row *account; /* PASSWORD, NO_TOKENS, NO_ACCOUNT too */
        const struct bm_token_row *token;     /* NO_TOKEN too: the hash alone counts */
        const struct bm_variant_row *variant;
        const struct bm_deadline_row *deadline; /* NO_DEADLINE too: the game alone counts */
        struct {
            int64_t now, away; /* fast games go on from now, slow ones so much later */
        } moved;
        const struct bm_block_row *block; /* NO_BLOCK too */
        const struct bm_archive_row *archive;
        struct {
            const char *account;
            int64_t most;
        } trim;
        const struct bm_rename_row *rename;
        const struct bm_quota_row *quota;
        struct {
            const char *name, *bytes;
            size_t len;
        } value;
    };
};

typedef void bm_store_done(void *user, enum bm_store_status status);

/* `done` may be NULL. It is called once, in the order of puts, and never before this returns;
 * only when there is no memory at all, not even what is kept for this, it is called at once. */
void bm_store_put(struct bm_store *s, const struct bm_change *changes, size_t count,
                  bm_store_done *done, void *user);

/* ---- Reading; texts in rows are valid until the callback or the next call returns ---- */

enum bm_store_status bm_store_game(struct bm_store *s, const char *id, struct bm_game_row *out);
/* Events after `since`, in order; false from `each` ends it. */
enum bm_store_status bm_store_events(struct bm_store *s, const char *game, uint64_t since,
                                     bool (*each)(void *user, const struct bm_event_row *row),
                                     void *user);
/* Where a list goes on: behind the row of these two. */
struct bm_games_cursor {
    int64_t changed, rowid;
};
#define BM_GAMES_FIRST ((struct bm_games_cursor){INT64_MAX, INT64_MAX})
/* Games, those that changed last first: of a person or, with NULL, those that are listed; in a
 * stage or, with UINT_MAX, in any; behind a row. */
enum bm_store_status bm_store_games(struct bm_store *s, const char *player, unsigned stage,
                                    struct bm_games_cursor after, unsigned most,
                                    bool (*each)(void *user, const struct bm_game_row *row),
                                    void *user);
/* Games that are listed and not over, those that changed last first. */
enum bm_store_status bm_store_games_live(struct bm_store *s, unsigned most,
                                         bool (*each)(void *user,
                                                      const struct bm_game_row *row),
                                         void *user);
/* How many there are; more than `most` are not counted. */
enum bm_store_status bm_store_count_live(struct bm_store *s, unsigned most, unsigned *count);
enum bm_store_status bm_store_account(struct bm_store *s, const char *id,
                                      struct bm_account_row *out);
enum bm_store_status bm_store_account_named(struct bm_store *s, const char *folded,
                                            struct bm_account_row *out);
/* Any account whose name looks like that. */
enum bm_store_status bm_store_account_alike(struct bm_store *s, const char *skeleton,
                                            struct bm_account_row *out);
enum bm_store_status bm_store_token(struct bm_store *s, const unsigned char hash[32],
                                    struct bm_token_row *out);
enum bm_store_status bm_store_tokens(struct bm_store *s, const char *account,
                                     bool (*each)(void *user, const struct bm_token_row *row),
                                     void *user);
enum bm_store_status bm_store_variant(struct bm_store *s, const char *name,
                                      struct bm_variant_row *out);
/* Uploaded ones, newest first. */
enum bm_store_status bm_store_variants(struct bm_store *s, unsigned most,
                                       bool (*each)(void *user, const struct bm_variant_row *r),
                                       void *user);
/* All that there are: few. */
enum bm_store_status bm_store_sanctions(struct bm_store *s,
                                        bool (*each)(void *user,
                                                     const struct bm_sanction_row *row),
                                        void *user);
enum bm_store_status bm_store_quota(struct bm_store *s, const char *subject, unsigned kind,
                                    struct bm_quota_row *out);
/* Appends to `out`. */
enum bm_store_status bm_store_value(struct bm_store *s, const char *name, struct bm_buf *out);

/* Whether a person plays against an engine in a game that is not over: OK, or MISSING. */
enum bm_store_status bm_store_engine_game(struct bm_store *s, const char *player);
enum bm_store_status bm_store_deadline(struct bm_store *s, const char *game,
                                       struct bm_deadline_row *out);
/* Deadlines behind (at, game) until a time, the first ones first. */
enum bm_store_status bm_store_deadlines(
    struct bm_store *s, int64_t at, const char *game, int64_t until, unsigned most,
    bool (*each)(void *user, const struct bm_deadline_row *row), void *user);
/* Whether an account has blocked another: OK, or MISSING. */
enum bm_store_status bm_store_block(struct bm_store *s, const char *account,
                                    const char *blocked);
/* Those that an account has blocked, by id, behind one of them or "". */
enum bm_store_status bm_store_blocks(struct bm_store *s, const char *account, const char *after,
                                     unsigned most,
                                     bool (*each)(void *user, const struct bm_block_row *row),
                                     void *user);

/* Records of an account that changed after a serial number, in the order of their changes. */
enum bm_store_status bm_store_archive(
    struct bm_store *s, const char *account, int64_t after, unsigned most,
    bool (*each)(void *user, const struct bm_archive_row *row), void *user);
/* One of them, without its body. */
enum bm_store_status bm_store_archived(struct bm_store *s, const char *account, const char *id,
                                       struct bm_archive_row *out);
/* How many there are, tombstones apart, and their bytes. */
enum bm_store_status bm_store_archive_size(struct bm_store *s, const char *account,
                                           int64_t *count, int64_t *bytes);

enum bm_store_status bm_store_study(struct bm_store *s, const char *id,
                                    struct bm_study_row *out);
/* As bm_store_events(). */
enum bm_store_status bm_store_study_events(
    struct bm_store *s, const char *study, uint64_t since,
    bool (*each)(void *user, const struct bm_event_row *row), void *user);
/* The last event of a study, and the bytes of all. */
enum bm_store_status bm_store_study_size(struct bm_store *s, const char *study, uint64_t *seq,
                                         uint64_t *bytes);

/* For metrics. */
struct bm_store_counts {
    uint64_t puts, commits, failures;
    uint64_t largest;             /* puts in one commit */
    uint64_t waiting;             /* puts not done yet */
    uint64_t commit_us, worst_us; /* all together; the longest */
};
void bm_store_counts(const struct bm_store *s, struct bm_store_counts *out);

#endif
