/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_BLOCKS_H
#define BM_SERVER_BLOCKS_H

/* Blocked accounts: they cannot challenge the blocker, accept its seeks, take a seat in its
 * open games, or chat with it. */

#include "server/accounts/accounts.h"

/* Whether the account with this id has blocked an identity. Guests neither block nor are
 * blocked. */
bool bm_is_blocked(struct bm_server *s, const char *by, const struct bm_identity *identity);

#endif
