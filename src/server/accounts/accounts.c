/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "server/accounts/accounts_internal.h"

#define KEY_NAME "server_key"

enum { ID_SECONDS = 365 * 24 * 3600, SESSION_SECONDS = 30 * 24 * 3600 };

/* ---- The server's key ---- */

static void key_is_kept(void *user, enum bm_store_status status)
{
    *(enum bm_store_status *)user = status;
}

/*
 * No id is handed out before the key that signs it is on disk: without the key the id would be
 * void after a restart.
 */
static bool make_key(struct bm_server *s, unsigned char key[BM_SECRET_KEY])
{
    enum bm_store_status told = BM_STORE_STATUSES;
    bm_secrets_make_key(key);
    const struct bm_change change = {.kind = BM_CHANGE_VALUE,
                                     .value = {KEY_NAME, (const char *)key, BM_SECRET_KEY}};
    bm_store_put(s->store, &change, 1, key_is_kept, &told);
    while (told == BM_STORE_STATUSES && bm_loop_step(&s->loop))
        ;
    return told == BM_STORE_OK;
}

static bm_status find_key(struct bm_accounts *accounts)
{
    unsigned char key[BM_SECRET_KEY];
    struct bm_buf found = {0};
    const enum bm_store_status status =
        bm_store_value(accounts->server->store, KEY_NAME, &found);
    bool good = status == BM_STORE_OK && !found.failed && found.len == sizeof key;
    if (good)
        memcpy(key, found.s, sizeof key);
    else if (status == BM_STORE_MISSING)
        good = make_key(accounts->server, key);
    if (good)
        bm_secrets_init(&accounts->secrets, key);
    else
        bm_server_log("error", "no_server_key", ",\"status\":%d", (int)status);
    bm_secrets_wipe(key, sizeof key);
    if (found.s)
        bm_secrets_wipe(found.s, found.len);
    bm_buf_free(&found);
    return good ? BM_OK : BM_EINVAL;
}

bm_status bm_accounts_create(struct bm_accounts **out, struct bm_server *s)
{
    struct bm_accounts *const accounts = calloc(1, sizeof *accounts);
    if (!accounts)
        return BM_ENOMEM;
    accounts->server = s;
    accounts->secure = s->options.origin && strncmp(s->options.origin, "https://", 8) == 0;
    accounts->letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    bm_status status = bm_secrets_begin() ? BM_OK : BM_EINVAL;
    if (!status && !(accounts->limits = bm_rate_limits_create()))
        status = BM_ENOMEM;
    if (!status)
        status = bm_password_queues_create(accounts);
    if (!status)
        status = find_key(accounts);
    if (!status && !bm_accounts_load_sanctions(accounts))
        status = BM_EINVAL;
    if (status)
        bm_accounts_destroy(accounts);
    else
        *out = accounts;
    return status;
}

void bm_accounts_stop(struct bm_accounts *accounts)
{
    if (accounts)
        bm_password_queues_destroy(accounts);
}

void bm_accounts_destroy(struct bm_accounts *accounts)
{
    if (!accounts)
        return;
    bm_accounts_stop(accounts);
    bm_accounts_forget_connections(accounts);
    if (accounts->letters)
        freelocale(accounts->letters);
    bm_rate_limits_destroy(accounts->limits);
    bm_buf_free(&accounts->sanctions);
    bm_secrets_fini(&accounts->secrets);
    free(accounts);
}

/* ---- Cookies ---- */

void bm_accounts_cookie(const struct bm_accounts *accounts, const char *name, const char *value,
                        int seconds, char *line, size_t cap)
{
    (void)snprintf(line, cap,
                   "Set-Cookie: %s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s\r\n", name,
                   value, seconds, accounts->secure ? "; Secure" : "");
}

void bm_accounts_session_cookie(const struct bm_accounts *accounts, const char *session,
                                char *line, size_t cap)
{
    bm_accounts_cookie(accounts, BM_SESSION_COOKIE, session, session[0] ? SESSION_SECONDS : 0,
                       line, cap);
}

void bm_accounts_create_guest(struct bm_accounts *accounts, struct bm_identity *identity,
                              char *line, size_t cap)
{
    char text[BM_SECRET_SIGNED];
    *identity = (struct bm_identity){.scopes = BM_SCOPE_ALL};
    bm_secrets_make_id('a', identity->id);
    bm_secrets_sign(&accounts->secrets, identity->id, text);
    bm_accounts_cookie(accounts, BM_ID_COOKIE, text, ID_SECONDS, line, cap);
}

/* ---- Identification ---- */

/* The row of a token or of a session that is valid. */
static bool find_row(struct bm_accounts *accounts, const char *prefix, const char *text,
                     size_t len, struct bm_token_row *out)
{
    unsigned char hash[BM_SECRET_HASH];
    return bm_secrets_hash_token(prefix, text, len, hash) &&
           bm_store_token(accounts->server->store, hash, out) == BM_STORE_OK &&
           bm_secrets_is_same(hash, out->hash) && !bm_token_is_over(out);
}

bool bm_accounts_find_session(struct bm_accounts *accounts, const struct bm_request *r,
                              struct bm_token_row *out)
{
    char text[BM_SECRET_TOKEN];
    return bm_cookie_get(bm_request_header(r, "cookie"), BM_SESSION_COOKIE, text,
                         sizeof text) &&
           find_row(accounts, BM_SESSION_PREFIX, text, strlen(text), out) &&
           bm_token_is_session(out);
}

/* The name to show for a person, "" for guests; from the store if it is not cached. */
static void display_name_of(struct bm_accounts *accounts, const char *id, char *buf, size_t cap)
{
    struct bm_account_row row;
    uint32_t at = 0;
    for (const char *c = id; *c; c++)
        at = at * 31 + (unsigned char)*c;
    at %= BM_NAMES;
    if (cap != 0)
        buf[0] = '\0';
    if (strncmp(id, "u:", 2) != 0)
        return;
    if (strcmp(accounts->names[at].id, id) != 0) {
        if (bm_store_account(accounts->server->store, id, &row) != BM_STORE_OK)
            return;
        memcpy(accounts->names[at].id, row.id, sizeof row.id);
        memcpy(accounts->names[at].name, row.name, sizeof row.name);
    }
    (void)snprintf(buf, cap, "%s", accounts->names[at].name);
}

/* The identity of an account; false: there is no such account. */
static bool is_account(struct bm_accounts *accounts, const char *id,
                       struct bm_identity *identity)
{
    (void)snprintf(identity->id, sizeof identity->id, "%s", id);
    display_name_of(accounts, id, identity->name, sizeof identity->name);
    return identity->name[0] != '\0';
}

static void grant_by(struct bm_identity *identity, const struct bm_token_row *row)
{
    identity->granted = BM_GRANT_TOKEN;
    memcpy(identity->grant, row->hash, sizeof identity->grant);
}

static bool find_by_token(struct bm_accounts *accounts, struct bm_slice text,
                          struct bm_identity *out)
{
    struct bm_token_row row;
    while (text.len != 0 && text.s[0] == ' ') {
        text.s++;
        text.len--;
    }
    if (!find_row(accounts, BM_TOKEN_PREFIX, text.s, text.len, &row) ||
        bm_token_is_session(&row) || !is_account(accounts, row.account, out))
        return false;
    out->by_token = true;
    grant_by(out, &row);
    out->scopes = bm_scopes_parse(row.scopes);
    return true;
}

bool bm_accounts_identify(struct bm_accounts *accounts, const struct bm_request *r,
                          struct bm_identity *out)
{
    const struct bm_slice by = bm_request_header(r, "authorization");
    const char *const blank = by.len ? memchr(by.s, ' ', by.len) : NULL;
    const size_t n = blank ? (size_t)(blank - by.s) : by.len;
    *out = (struct bm_identity){.scopes = BM_SCOPE_ALL};
    if (bm_slice_is_like((struct bm_slice){by.s, n}, "bearer")) {
        struct bm_identity identity = *out;
        if (!find_by_token(accounts, (struct bm_slice){by.s + n, by.len - n}, &identity))
            return false;
        *out = identity;
        return true;
    }

    struct bm_token_row row;
    char text[BM_SECRET_SIGNED];
    const bool is_in =
        bm_accounts_find_session(accounts, r, &row) && is_account(accounts, row.account, out);
    if (is_in)
        grant_by(out, &row);
    else
        *out = (struct bm_identity){.scopes = BM_SCOPE_ALL};
    if (bm_cookie_get(bm_request_header(r, "cookie"), BM_ID_COOKIE, text, sizeof text))
        (void)bm_secrets_open(&accounts->secrets, text, is_in ? out->also : out->id);
    return true;
}

enum bm_store_status bm_accounts_find_by_name(struct bm_accounts *accounts, const char *name,
                                              struct bm_account_row *out)
{
    char folded[BM_NAME_TEXT];
    return bm_name_fold(accounts->letters, name, folded)
               ? bm_store_account_named(accounts->server->store, folded, out)
               : BM_STORE_MISSING;
}

/* ---- Origin and address ---- */

bool bm_accounts_is_origin(struct bm_accounts *accounts, const struct bm_request *r)
{
    const struct bm_slice origin = bm_request_header(r, "origin");
    const struct bm_slice host = bm_request_header(r, "host");
    if (!origin.s)
        return !bm_slice_is_like(bm_request_header(r, "sec-fetch-site"), "cross-site");
    if (accounts->server->options.origin &&
        bm_slice_is(origin, accounts->server->options.origin))
        return true;
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < 2; i++) {
        const size_t n = strlen(schemes[i]);
        if (host.len != 0 && origin.len == n + host.len &&
            memcmp(origin.s, schemes[i], n) == 0 && memcmp(origin.s + n, host.s, host.len) == 0)
            return true;
    }
    return false;
}

const char *bm_accounts_address(struct bm_accounts *accounts, const struct bm_request *r,
                                char *buf, size_t cap)
{
    const bool proxy = accounts->server->options.behind_proxy;
    if (!proxy || !bm_request_forwarded(r, buf, cap))
        (void)snprintf(buf, cap, "%s", bm_request_address(r));
    return buf;
}

/* ---- How much they may do ---- */

unsigned bm_accounts_charge(struct bm_accounts *accounts, const char *address,
                            const struct bm_identity *identity, bool writes, bool costly)
{
    const int64_t now = bm_server_now(accounts->server);
    const char *const whose = identity->id[0] ? identity->id : address;
    if (accounts->server->options.quick_limits)
        return 0;
    int64_t wait = bm_rate_limits_take(accounts->limits, BM_RATE_LIMIT_REQUESTS, address, now);
    if (!wait && writes)
        wait = bm_rate_limits_take(accounts->limits, BM_RATE_LIMIT_WRITES, whose, now);
    if (!wait && costly)
        wait = bm_rate_limits_take(accounts->limits, BM_RATE_LIMIT_COSTLY_PLACE, address, now);
    if (!wait && costly)
        wait = bm_rate_limits_take(accounts->limits, BM_RATE_LIMIT_COSTLY, whose, now);
    return bm_accounts_seconds(wait);
}
