/* SPDX-License-Identifier: MIT */
/* Bans and mutes. They are few and are checked with each request: all are in memory. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/accounts/accounts_internal.h"

static bool note_sanction(void *user, const struct bm_sanction_row *row)
{
    struct bm_buf *const out = user;
    bm_buf_bytes(out, (const char *)row, sizeof *row);
    return !out->failed;
}

bool bm_accounts_load_sanctions(struct bm_accounts *accounts)
{
    struct bm_buf fresh = {0};
    const bool good =
        bm_store_sanctions(accounts->server->store, note_sanction, &fresh) == BM_STORE_OK &&
        !fresh.failed;
    if (!good) {
        bm_buf_free(&fresh);
        return false;
    }
    bm_buf_free(&accounts->sanctions);
    accounts->sanctions = fresh;
    return true;
}

static bool is_of(const struct bm_sanction_row *row, const char *id, const char *also,
                  const char *address)
{
    return (id[0] && strcmp(row->subject, id) == 0) ||
           (also[0] && strcmp(row->subject, also) == 0) ||
           (address[0] && bm_rate_limits_is_same_address(row->subject, address));
}

static bool find_sanction(const struct bm_accounts *accounts, enum bm_sanction kind,
                          const char *id, const char *also, const char *address,
                          struct bm_sanction_row *out)
{
    const int64_t now = bm_server_wall();
    for (size_t at = 0; at < accounts->sanctions.len; at += sizeof *out) {
        memcpy(out, accounts->sanctions.s + at, sizeof *out);
        if (out->kind == kind && (out->until == 0 || out->until > now) &&
            is_of(out, id, also, address))
            return true;
    }
    return false;
}

bool bm_accounts_find_ban(const struct bm_accounts *accounts,
                          const struct bm_identity *identity, const char *address,
                          struct bm_sanction_row *out)
{
    return find_sanction(accounts, BM_SANCTION_BAN, identity->id, identity->also, address, out);
}

bool bm_accounts_is_muted(const struct bm_accounts *accounts,
                          const struct bm_identity *identity)
{
    struct bm_sanction_row row;
    return find_sanction(accounts, BM_SANCTION_MUTE, identity->id, identity->also, "", &row);
}

bool bm_accounts_is_banned_connection(const struct bm_accounts *accounts,
                                      const struct bm_connection *line)
{
    struct bm_sanction_row row;
    return find_sanction(accounts, BM_SANCTION_BAN, line->id, line->also, line->address, &row);
}

void bm_api_reply_banned(struct bm_api_request *req, const struct bm_sanction_row *ban)
{
    char more[48] = ",\"until\":null", detail[240];
    if (ban->until)
        (void)snprintf(more, sizeof more, ",\"until\":%" PRId64, ban->until);
    (void)snprintf(detail, sizeof detail, "you are banned from this server%s%s",
                   ban->reason[0] ? ": " : "", ban->reason);
    bm_api_reply_problem(req, 403, "banned", more, detail);
}
