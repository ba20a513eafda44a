/* SPDX-License-Identifier: MIT */
/* Open sockets and streams. They end when their session or token is revoked, their account
 * is deleted, or they are banned. */
#include <stdio.h>

#include "server/accounts/accounts_internal.h"

static struct bm_connection **bucket_of(struct bm_accounts *accounts, const char *id)
{
    uint32_t hash = 0;
    for (const char *c = id; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    return &accounts->lines[hash % BM_CONNECTION_BUCKETS];
}

void bm_accounts_register_connection(struct bm_accounts *accounts, struct bm_connection *line,
                                     const struct bm_identity *identity, const char *address,
                                     void (*end)(void *user), void *user)
{
    struct bm_connection **const at = bucket_of(accounts, identity->id);
    *line = (struct bm_connection){.next = *at, .link = at, .end = end, .user = user};
    (void)snprintf(line->id, sizeof line->id, "%s", identity->id);
    (void)snprintf(line->also, sizeof line->also, "%s", identity->also);
    (void)snprintf(line->address, sizeof line->address, "%s", address);
    line->granted = identity->granted;
    memcpy(line->grant, identity->grant, sizeof line->grant);
    if (line->next)
        line->next->link = &line->next;
    *at = line;
}

void bm_connection_unregister(struct bm_connection *line)
{
    if (!line->link)
        return;
    *line->link = line->next;
    if (line->next)
        line->next->link = line->link;
    line->link = NULL;
}

void bm_accounts_forget_connections(struct bm_accounts *accounts)
{
    for (size_t i = 0; i < BM_CONNECTION_BUCKETS; i++)
        while (accounts->lines[i])
            bm_connection_unregister(accounts->lines[i]);
}

/* Whether the grant of a connection is still valid. If the store cannot be read, it is. */
static bool is_valid_connection(struct bm_accounts *accounts, const struct bm_connection *line)
{
    struct bm_account_row account;
    struct bm_token_row token;
    if (bm_accounts_is_banned_connection(accounts, line))
        return false;
    unsigned char hash[sizeof line->grant];
    if (strncmp(line->id, "u:", 2) == 0) {
        const enum bm_store_status status =
            bm_store_account(accounts->server->store, line->id, &account);
        if (status != BM_STORE_OK)
            return status != BM_STORE_MISSING;
        bm_secrets_hash_text(account.hash, hash);
        if (line->granted == BM_GRANT_PASSWORD && !bm_secrets_is_same(hash, line->grant))
            return false;
    }
    return line->granted != BM_GRANT_TOKEN ||
           (bm_store_token(accounts->server->store, line->grant, &token) != BM_STORE_MISSING &&
            !bm_token_is_over(&token));
}

static void end_connection(struct bm_connection *line)
{
    bm_connection_unregister(line);
    line->end(line->user);
}

void bm_accounts_check_connections(struct bm_accounts *accounts, const char *id)
{
    struct bm_connection *line = id[0] ? *bucket_of(accounts, id) : NULL;
    while (line) {
        struct bm_connection *const next = line->next;
        if (strcmp(line->id, id) == 0 && !is_valid_connection(accounts, line)) {
            end_connection(line);
            line = *bucket_of(accounts, id); /* the end of one may have dropped others */
        } else {
            line = next;
        }
    }
}

/* A connection of any person whose address is banned. */
static struct bm_connection *find_banned_connection(const struct bm_accounts *accounts)
{
    for (size_t i = 0; i < BM_CONNECTION_BUCKETS; i++)
        for (struct bm_connection *line = accounts->lines[i]; line; line = line->next)
            if (bm_accounts_is_banned_connection(accounts, line))
                return line;
    return NULL;
}

void bm_accounts_reload(struct bm_accounts *accounts, const char *subject)
{
    struct bm_connection *line;
    if (!bm_accounts_load_sanctions(accounts))
        bm_server_log("error", "sanctions", ",\"why\":\"they cannot be read\"");
    memset(accounts->names, 0, sizeof accounts->names);
    bm_accounts_check_connections(accounts, subject);
    while ((line = find_banned_connection(accounts)) != NULL)
        end_connection(line);
}
