/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_BLOCKS_H
#define BM_SERVER_BLOCKS_H

/* Accounts that an account has blocked: they cannot challenge it, accept its seeks, sit down at
 * its open games, or talk to it. */

#include "server/accounts/accounts.h"

/* Whether the account of an id has blocked somebody; people without account block nobody, and
 * are not blocked. */
bool bm_is_blocked(struct bm_server *s, const char *by, const struct bm_identity *identity);

#endif
