/* SPDX-License-Identifier: MIT */
#ifndef BM_STORE_ADMIN_H
#define BM_STORE_ADMIN_H

/*
 * A store as its administrator sees it: a connection of its own, beside that of a server that
 * may be running. Each change is one transaction, and waits for those of the server.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bm_admin;

/*
 * Open a file that is there. With `migrate` it is brought up to date first, which a running
 * server does not allow; without, it must be up to date. *version gets the one that it had.
 * False, and why.
 */
bool bm_admin_open(struct bm_admin **out, const char *path, bool migrate, int *version,
                   char *why, size_t cap);
void bm_admin_close(struct bm_admin *a);
/* What went wrong last. */
const char *bm_admin_error(const struct bm_admin *a);

/* What can be asked, with its parameters; texts alone. */
enum bm_admin_query {
    BM_ADMIN_ACCOUNTS,  /* id name created games tokens banned muted */
    BM_ADMIN_GAMES,     /* id variant stage plies created changed first second listed */
    BM_ADMIN_VARIANTS,  /* name owner created bytes games */
    BM_ADMIN_SANCTIONS, /* subject kind until created reason */
    BM_ADMIN_ACCOUNT,   /* folded name or id -> id name */
    BM_ADMIN_GAME,      /* id -> id */
    BM_ADMIN_VARIANT,   /* name -> games that are played by it */
    BM_ADMIN_CHECK,     /* "ok", or what is wrong, a line each */
    BM_ADMIN_REFERENCES,
    BM_ADMIN_QUERIES
};

/* One row: the names of its columns, their texts, and which are numbers. */
struct bm_admin_row {
    int count;
    const char *name[16];
    const char *text[16];
    bool number[16];
};
/* How many rows there were; -1: it failed. `each` may be NULL. */
int bm_admin_ask(struct bm_admin *a, enum bm_admin_query what, const char *const *params,
                 void (*each)(void *user, const struct bm_admin_row *row), void *user);

/* Rows that were changed, all or none; -1: it failed. */
int bm_admin_sanction(struct bm_admin *a, const char *subject, unsigned kind, int64_t until,
                      int64_t now, const char *reason);
int bm_admin_pardon(struct bm_admin *a, const char *subject, unsigned kind);
int bm_admin_delete_account(struct bm_admin *a, const char *id, const char *name);
int bm_admin_delete_game(struct bm_admin *a, const char *id);
int bm_admin_delete_variant(struct bm_admin *a, const char *name);
/* What is old: games without an account that are over or were not touched since `before`, and
 * tokens, sanctions and quotas that are over now. */
struct bm_admin_pruned {
    int games, tokens, sanctions, quotas;
};
bool bm_admin_prune(struct bm_admin *a, int64_t before, int64_t now,
                    struct bm_admin_pruned *out);
/* A copy that is whole, while a server may be writing. */
bool bm_admin_backup(struct bm_admin *a, const char *to, char *why, size_t cap);

#endif
