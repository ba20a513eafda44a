/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ACCOUNTS_H
#define BM_SERVER_ACCOUNTS_H

/*
 * Identities and accounts. No account is needed: a client without one gets a guest's id in a
 * signed cookie. An account has a name and a password (argon2id, computed in a worker),
 * sessions by cookie, and tokens for programs.
 */

#include "server/app/server.h"

/* What a token may do; a cookie may do all. */
enum bm_scope {
    BM_SCOPE_READ = 1,
    BM_SCOPE_PLAY = 2,
    BM_SCOPE_VARIANTS = 4,
    BM_SCOPE_ACCOUNT = 8,
    BM_SCOPE_ALL = 15
};

/* A scope by its name, and many with blanks between them; what is unknown is 0. */
unsigned bm_scope_of(const char *name, size_t len);
unsigned bm_scopes_parse(const char *text);
/* Append the names of a set, each between two of `quote`, with `between` between them. */
void bm_scopes_format(unsigned set, const char *quote, const char *between, struct bm_buf *out);

/* What proves an identity; the identity ends when it is revoked. */
enum bm_grant { BM_GRANT_NONE, BM_GRANT_TOKEN, BM_GRANT_PASSWORD };

struct bm_identity {
    char id[40];    /* "a:..." of a guest, "u:..." of an account; "": none yet */
    char name[80];  /* to show; "" for guests */
    char also[40];  /* the guest id "a:..." of the same browser besides an account, or "": games
                       that were begun before log-in continue */
    char place[48]; /* the address that work is done for, by bm_rate_limits_address_key(); "":
                       unknown */
    unsigned scopes;
    bool by_token;
    enum bm_grant granted;
    unsigned char grant[32]; /* the hash of the session or token, or of the password's hash */
};

/* Whether a seat, or whatever else belongs to an id, is theirs. */
bool bm_identity_owns(const struct bm_identity *identity, const char *id);

bm_status bm_accounts_create(struct bm_accounts **out, struct bm_server *s);
/* Passwords that wait to be checked; for metrics. */
unsigned bm_accounts_waiting_passwords(const struct bm_accounts *accounts);
/* Refuses new log-ins and sign-ups. Password hashes under way are completed and answered. */
void bm_accounts_stop(struct bm_accounts *accounts);
/* Call it after every owner of a registered connection (below) is destroyed; registrations
 * that are left are dropped. */
void bm_accounts_destroy(struct bm_accounts *accounts);

/* The identity of a request: by token, session or cookie. False: it has an invalid token. */
bool bm_accounts_identify(struct bm_accounts *accounts, const struct bm_request *r,
                          struct bm_identity *out);
/* Create a guest: an id, and the Set-Cookie line (with CR LF) for it. */
void bm_accounts_create_guest(struct bm_accounts *accounts, struct bm_identity *identity,
                              char *line, size_t cap);
/* Whether a browser may send this: its Origin, if it has one, is ours. */
bool bm_accounts_is_origin(struct bm_accounts *accounts, const struct bm_request *r);
/* The client's address; behind a proxy (--behind-proxy) the one that the proxy reports. */
const char *bm_accounts_address(struct bm_accounts *accounts, const struct bm_request *r,
                                char *buf, size_t cap);
/*
 * Take from the allowances of an address and of a person. 0, or how many seconds to wait. A
 * costly thing takes more, from an allowance of its own.
 */
unsigned bm_accounts_charge(struct bm_accounts *accounts, const char *address,
                            const struct bm_identity *identity, bool writes, bool costly);

/*
 * An open socket or stream: part of whatever it is, all zero at first. It is ended as soon as
 * the session or token that let it in is revoked, or its account deleted or banned.
 */
struct bm_connection {
    struct bm_connection *next, **link; /* link is NULL: not kept */
    char id[40], also[40], address[64];
    enum bm_grant granted;
    unsigned char grant[32];
    void (*end)(void *user);
    void *user;
};
/* Why a socket is closed then. */
#define BM_REVOKED "the session or token has ended"
/* `end` is called once, from the loop, unless the connection is unregistered before;
 * afterwards it is not registered any more. */
void bm_accounts_register_connection(struct bm_accounts *accounts, struct bm_connection *line,
                                     const struct bm_identity *identity, const char *address,
                                     void (*end)(void *user), void *user);
void bm_connection_unregister(struct bm_connection *line);
/* End the connections of a person whose session or token is not valid any more, by the
 * store. */
void bm_accounts_check_connections(struct bm_accounts *accounts, const char *id);

/* ---- Bans and mutes: sanctions.c ---- */

/* Whether a person or an address is banned; what was decided. */
bool bm_accounts_find_ban(const struct bm_accounts *accounts,
                          const struct bm_identity *identity, const char *address,
                          struct bm_sanction_row *out);
bool bm_accounts_is_muted(const struct bm_accounts *accounts,
                          const struct bm_identity *identity);
/* An administrator has changed a person (by id) or an address in the store: sanctions in
 * memory are updated, and connections of banned or deleted persons end. */
void bm_accounts_reload(struct bm_accounts *accounts, const char *subject);

/*
 * For protocols other than HTTP: whether there is an account of a name, and its identity if
 * the password is right. `told` is called once, from the loop, later or at once; with NULL if
 * the password is wrong or the rate limit is exceeded.
 */
typedef void bm_password_checked(void *user, const struct bm_identity *identity);
bool bm_accounts_has_name(struct bm_accounts *accounts, const char *name);
/* Whether a name resembles that of an account, or is reserved. */
bool bm_accounts_is_similar_name(struct bm_accounts *accounts, const char *name);
void bm_accounts_check_password(struct bm_accounts *accounts, const char *address,
                                const char *name, const char *password,
                                bm_password_checked *told, void *user);

/* The account of a name, letters of either case being equal. */
enum bm_store_status bm_accounts_find_by_name(struct bm_accounts *accounts, const char *name,
                                              struct bm_account_row *out);

#endif
