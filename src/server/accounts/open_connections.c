/* SPDX-License-Identifier: MIT */
/* Open sockets and streams, and what ends them: the session or token that let them in is gone,
 * or their account is, or a ban. */
#include <stdio.h>

#include "server/accounts/accounts_internal.h"

static struct bm_open_line **bucket_of(struct bm_people *p, const char *id)
{
    uint32_t hash = 0;
    for (const char *c = id; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    return &p->lines[hash % BM_LINE_BUCKETS];
}

void bm_people_keep_line(struct bm_people *p, struct bm_open_line *line,
                         const struct bm_identity *identity, const char *address,
                         void (*end)(void *user), void *user)
{
    struct bm_open_line **const at = bucket_of(p, identity->id);
    *line = (struct bm_open_line){.next = *at, .link = at, .end = end, .user = user};
    (void)snprintf(line->id, sizeof line->id, "%s", identity->id);
    (void)snprintf(line->also, sizeof line->also, "%s", identity->also);
    (void)snprintf(line->address, sizeof line->address, "%s", address);
    line->granted = identity->granted;
    memcpy(line->grant, identity->grant, sizeof line->grant);
    if (line->next)
        line->next->link = &line->next;
    *at = line;
}

void bm_people_drop_line(struct bm_open_line *line)
{
    if (!line->link)
        return;
    *line->link = line->next;
    if (line->next)
        line->next->link = line->link;
    line->link = NULL;
}

void bm_people_forget_lines(struct bm_people *p)
{
    for (size_t i = 0; i < BM_LINE_BUCKETS; i++)
        while (p->lines[i])
            bm_people_drop_line(p->lines[i]);
}

/* Whether what let a line in is still so. When the store cannot tell, it stays. */
static bool is_valid_line(struct bm_people *p, const struct bm_open_line *line)
{
    struct bm_account_row account;
    struct bm_token_row token;
    if (bm_people_is_banned_line(p, line))
        return false;
    unsigned char hash[sizeof line->grant];
    if (strncmp(line->id, "u:", 2) == 0) {
        const enum bm_store_status status =
            bm_store_account(p->server->store, line->id, &account);
        if (status != BM_STORE_OK)
            return status != BM_STORE_MISSING;
        bm_secrets_hash_text(account.hash, hash);
        if (line->granted == BM_GRANT_PASSWORD && !bm_secrets_is_same(hash, line->grant))
            return false;
    }
    return line->granted != BM_GRANT_TOKEN ||
           (bm_store_token(p->server->store, line->grant, &token) != BM_STORE_MISSING &&
            !bm_token_is_over(&token));
}

static void end_line(struct bm_open_line *line)
{
    bm_people_drop_line(line);
    line->end(line->user);
}

void bm_people_check_lines(struct bm_people *p, const char *id)
{
    struct bm_open_line *line = id[0] ? *bucket_of(p, id) : NULL;
    while (line) {
        struct bm_open_line *const next = line->next;
        if (strcmp(line->id, id) == 0 && !is_valid_line(p, line)) {
            end_line(line);
            line = *bucket_of(p, id); /* the end of one may have dropped others */
        } else {
            line = next;
        }
    }
}

/* A line of any person whose address is banned. */
static struct bm_open_line *find_banned_line(const struct bm_people *p)
{
    for (size_t i = 0; i < BM_LINE_BUCKETS; i++)
        for (struct bm_open_line *line = p->lines[i]; line; line = line->next)
            if (bm_people_is_banned_line(p, line))
                return line;
    return NULL;
}

void bm_people_changed(struct bm_people *p, const char *subject)
{
    struct bm_open_line *line;
    if (!bm_people_load_sanctions(p))
        bm_server_log("error", "sanctions", ",\"why\":\"they cannot be read\"");
    memset(p->names, 0, sizeof p->names);
    bm_people_check_lines(p, subject);
    while ((line = find_banned_line(p)) != NULL)
        end_line(line);
}
