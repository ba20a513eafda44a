/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ACCOUNTS_INTERNAL_H
#define BM_SERVER_ACCOUNTS_INTERNAL_H

/* Internals of accounts. */

#include <locale.h>

#include "server/accounts/secrets.h"
#include "server/app/rate_limits.h"
#include "server/http/api_request.h"
#include "store/names.h"

enum {
    BM_PASSWORD_LEAST = 8, /* bytes */
    BM_PASSWORD_MOST = 1024,
    BM_NAMES = 256, /* a power of two */
    BM_CONNECTION_BUCKETS = 4096
};

#define BM_TOKEN_PREFIX   "bmt_"
#define BM_SESSION_PREFIX "bms_"
/* Instead of scopes, in the row of a session. */
#define BM_SESSION_SCOPE  "session"
#define BM_SESSION_COOKIE "bm_session"
#define BM_ID_COOKIE      "bm_id"
#define BM_DEVICE_COOKIE  "bm_device"

/* The client that tries a password, for its rate limits: password_guesses.c */
struct bm_login_attempt {
    char address[64];
    char name[BM_NAME_TEXT];   /* folded; "" if it is none */
    char device[BM_SECRET_ID]; /* of a browser that is known there; "": it is not */
};

/* A password that is hashed or checked in a worker, and then stored. */
struct bm_password_job {
    struct bm_api_request *req; /* NULL: not from HTTP, */
    bm_password_checked *told;  /* then this is called */
    void *user;
    struct bm_login_attempt attempt;
    struct bm_account_row account; /* its hash is checked, or made */
    char password[BM_PASSWORD_MOST + 1];
    char fresh[BM_PASSWORD_MOST + 1];        /* a new one, or "": none */
    char session[BM_SECRET_TOKEN];           /* that is being opened, or "" */
    struct bm_rename_row rename;             /* of a guest that signs up; from "": none */
    char before[40];                         /* whose session ends by that, or "" */
    bool known;                              /* there is a hash to check; else one is made */
    bool right;                              /* the password is the one, or a hash was made */
    bool made;                               /* account.hash is that of the new one */
    void (*done)(struct bm_password_job *e); /* called from the loop */
    struct bm_accounts *accounts;
    struct bm_job job;
};

struct bm_accounts {
    struct bm_server *server;
    struct bm_secrets secrets;
    struct bm_rate_limits *limits;
    locale_t letters; /* knows the letters of all scripts */
    bool secure;      /* cookies are for https alone */
    struct {          /* names that were looked up lately; they never change */
        char id[40], name[80];
    } names[BM_NAMES];
    struct bm_connection *lines[BM_CONNECTION_BUCKETS]; /* by id */
    struct bm_buf sanctions;                            /* rows: bans and mutes */
    struct bm_jobs *passwords[2]; /* of strangers, of known devices: people_work.c */
    unsigned pending; /* jobs and writes under way: accounts are destroyed after them */
    bool closing;
};

/* Whether a name is reserved: the server's, its levels' and engines', guests'. */
bool bm_accounts_is_reserved_name(const struct bm_accounts *accounts, const char *name);

/* Drop the registrations that are left. */
void bm_accounts_forget_connections(struct bm_accounts *accounts);

/* Set-Cookie lines; a session of "" deletes the cookie. */
void bm_accounts_session_cookie(const struct bm_accounts *accounts, const char *session,
                                char *line, size_t cap);
/* The row of the session that a request shows; false: none that is valid. */
bool bm_accounts_find_session(struct bm_accounts *accounts, const struct bm_request *r,
                              struct bm_token_row *out);

/* NULL: no memory, and the request was answered. */
struct bm_password_job *bm_password_job_create_for(struct bm_api_request *req,
                                                   const struct bm_login_attempt *g);
/* The same without a request. */
struct bm_password_job *bm_password_job_create(struct bm_accounts *accounts,
                                               const struct bm_login_attempt *g);
/* Queue it for the workers: `done` is called later. If a queue is full, in all or for this
 * address, the request is answered, or told() called, and the job freed. */
void bm_password_job_start(struct bm_password_job *job,
                           void (*done)(struct bm_password_job *job));
/* The request must have been answered. */
void bm_password_job_destroy(struct bm_password_job *job);
/* The queues of passwords. */
bm_status bm_password_queues_create(struct bm_accounts *accounts);
/* Refuse what waits, and wait for the rest. */
void bm_password_queues_destroy(struct bm_accounts *accounts);

/* The tokens and sessions of an account, the newest first, and what is to be changed. */
enum {
    BM_SESSIONS = 20, /* of an account; the oldest end when there are more */
    BM_TOKENS = 50,
    BM_TOKEN_ROWS = 96 /* rows that are looked at; more there are not */
};
struct bm_token_list {
    struct bm_token_row rows[BM_TOKEN_ROWS];
    size_t count;
    struct bm_change changes[BM_TOKEN_ROWS + 6];
    size_t changed;
};
/* NULL: no memory; the caller frees it. */
struct bm_token_list *bm_token_list_read(struct bm_store *store, const char *account);
/* End what is over, and all sessions but `most` new ones and the one that `keep` names. */
void bm_token_list_prune(struct bm_token_list *s, unsigned most, const unsigned char *keep);
bool bm_token_is_over(const struct bm_token_row *row);
bool bm_token_is_session(const struct bm_token_row *row);

/* ---- sanctions.c ---- */
/* False: they cannot be read, and stay as they were. */
bool bm_accounts_load_sanctions(struct bm_accounts *accounts);
bool bm_accounts_is_banned_connection(const struct bm_accounts *accounts,
                                      const struct bm_connection *line);

/* ---- people_leave.c ---- */
enum { BM_RENAME_CHANGES = 5 };
/* One person, by id and name, becomes another. */
void bm_rename_set(struct bm_rename_row *out, const char *from, const char *from_name,
                   const char *to, const char *to_name);
/* The changes that do it; how many: BM_RENAME_CHANGES. The row is borrowed. */
size_t bm_rename_changes(const struct bm_rename_row *row, struct bm_change changes[]);
/* They are stored: what is in memory follows. */
void bm_accounts_renamed(struct bm_accounts *accounts, const struct bm_rename_row *row);

/* A job for the own password, in the member "password"; NULL: the request was answered. */
struct bm_password_job *bm_accounts_own_password_job(struct bm_api_request *req);
/* The password is wrong: the request is answered, and the job freed. */
void bm_accounts_refuse_password(struct bm_password_job *job);

/* A required member of the body; false: the request was answered. */
bool bm_api_need_string(struct bm_api_request *req, const char *name, const char **out);
/* Answer with an identity. */
void bm_api_reply_identity(struct bm_api_request *req, unsigned status,
                           const struct bm_identity *identity);

/* Routes. */
void bm_accounts_sign_up(struct bm_api_request *req);
void bm_accounts_log_in(struct bm_api_request *req);
void bm_accounts_log_out(struct bm_api_request *req);
void bm_accounts_change_password(struct bm_api_request *req);
void bm_accounts_delete(struct bm_api_request *req);
void bm_accounts_list_tokens(struct bm_api_request *req);
void bm_accounts_make_token(struct bm_api_request *req);
void bm_accounts_end_token(struct bm_api_request *req);

/* Find the attempt of a request at a name; `account` has that name, or is NULL. */
void bm_login_attempt_find(struct bm_accounts *accounts, const struct bm_request *r,
                           const char *folded, const struct bm_account_row *account,
                           struct bm_login_attempt *out);
/* An attempt of a valid session or token is counted by that. */
void bm_login_attempt_by_session(struct bm_login_attempt *g,
                                 const struct bm_identity *identity);
/* Before a sign-up or log-in: 0, or how many seconds to wait. */
unsigned bm_accounts_charge_login(struct bm_accounts *accounts, enum bm_rate_limit kind,
                                  const struct bm_login_attempt *g);
/* The password was wrong. */
void bm_accounts_charge_wrong_guess(struct bm_accounts *accounts,
                                    const struct bm_login_attempt *g);
/* A Set-Cookie line that makes a browser a known device of an account. */
void bm_accounts_device_cookie(const struct bm_accounts *accounts,
                               const struct bm_account_row *account, char *line, size_t cap);
void bm_accounts_cookie(const struct bm_accounts *accounts, const char *name, const char *value,
                        int seconds, char *line, size_t cap);
/* Rounded up. */
unsigned bm_accounts_seconds(int64_t ms);

#endif
