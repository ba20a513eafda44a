/* SPDX-License-Identifier: MIT */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "server/accounts/accounts_internal.h"

/* ---- What an account has ---- */

bool bm_token_is_over(const struct bm_token_row *row)
{
    return row->expires != 0 && row->expires <= bm_server_wall();
}

static bool note_row(void *user, const struct bm_token_row *row)
{
    struct bm_token_list *const s = user;
    s->rows[s->count++] = *row;
    return s->count < BM_TOKEN_ROWS;
}

static int by_age(const void *a, const void *b)
{
    const struct bm_token_row *const x = a, *const y = b;
    return (x->created < y->created) - (x->created > y->created);
}

struct bm_token_list *bm_token_list_read(struct bm_store *store, const char *account)
{
    struct bm_token_list *const s = calloc(1, sizeof *s);
    if (s) {
        (void)bm_store_tokens(store, account, note_row, s);
        qsort(s->rows, s->count, sizeof *s->rows, by_age);
    }
    return s;
}

bool bm_token_is_session(const struct bm_token_row *row)
{
    return strcmp(row->scopes, BM_SESSION_SCOPE) == 0;
}

void bm_token_list_prune(struct bm_token_list *s, unsigned most, const unsigned char *keep)
{
    unsigned sessions = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct bm_token_row *const row = &s->rows[i];
        const bool kept = keep && bm_secrets_is_same(row->hash, keep);
        if (bm_token_is_over(row) || (bm_token_is_session(row) && !kept && ++sessions > most))
            s->changes[s->changed++] =
                (struct bm_change){.kind = BM_CHANGE_NO_TOKEN, .token = row};
    }
}

/* ---- Tokens ---- */

/* The public id of a token is the beginning of its hash, which grants nothing. */
enum { ID_BYTES = 9, ID_TEXT = 13, DAYS_MOST = 3650 };

static void id_of(const struct bm_token_row *row, char out[ID_TEXT])
{
    (void)sodium_bin2base64(out, ID_TEXT, row->hash, ID_BYTES,
                            sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Without the brace that ends it. */
static void write_token(struct bm_buf *out, const struct bm_token_row *row)
{
    char id[ID_TEXT];
    id_of(row, id);
    bm_buf_text(out, "{\"id\":");
    bm_json_quote(out, id, strlen(id));
    bm_buf_text(out, ",\"label\":");
    bm_json_quote(out, row->label, strlen(row->label));
    bm_buf_text(out, ",\"scopes\":[");
    bm_scopes_format(bm_scopes_parse(row->scopes), "\"", ",", out);
    bm_buf_text(out, "],\"created\":");
    bm_json_int(out, row->created);
    bm_buf_text(out, ",\"expires\":");
    if (row->expires)
        bm_json_int(out, row->expires);
    else
        bm_buf_text(out, "null");
}

void bm_accounts_list_tokens(struct bm_api_request *req)
{
    struct bm_token_list *const s = bm_token_list_read(req->server->store, req->identity.id);
    struct bm_buf out = {0};
    if (!s) {
        bm_api_reply_no_memory(req);
        return;
    }
    bm_buf_text(&out, "{\"tokens\":[");
    const char *between = "";
    for (size_t i = 0; i < s->count; i++) {
        if (bm_token_is_session(&s->rows[i]) || bm_token_is_over(&s->rows[i]))
            continue;
        bm_buf_text(&out, between);
        write_token(&out, &s->rows[i]);
        bm_buf_char(&out, '}');
        between = ",";
    }
    bm_buf_text(&out, "]}\n");
    free(s);
    bm_api_reply_json(req, 200, &out);
}

/* The scopes of a new token; 0: the request was answered. */
static unsigned need_scopes(struct bm_api_request *req)
{
    static const char want[] = "some of \"read\", \"play\", \"variants\", \"account\"";
    const json_t *const list = json_object_get(req->body, "scopes");
    unsigned set = 0;
    size_t i;
    json_t *v;
    json_array_foreach(list, i, v)
    {
        const unsigned scope =
            json_is_string(v) ? bm_scope_of(json_string_value(v), json_string_length(v)) : 0;
        if (!scope)
            return bm_api_reply_bad_member(req, "scopes", want);
        set |= scope;
    }
    if (!set)
        return bm_api_reply_bad_member(req, "scopes", want);
    /* A token does not make another one that may do more. */
    if (set & ~req->identity.scopes) {
        bm_api_reply_problem(req, 403, "scope_needed", "",
                             "this token cannot give scopes that it does not have");
        return 0;
    }
    return set;
}

/* A token that is being created: its text is shown once, when its hash is on disk. */
struct token_creation {
    struct bm_api_request *req;
    struct bm_token_row row;
    char text[BM_SECRET_TOKEN];
};

static void token_is_made(void *user, enum bm_store_status status)
{
    struct token_creation *const m = user;
    m->req->server->accounts->pending--;
    if (status != BM_STORE_OK) {
        bm_api_reply_store_problem(m->req, status);
    } else {
        struct bm_buf out = {0};
        write_token(&out, &m->row);
        bm_buf_text(&out, ",\"token\":");
        bm_json_quote(&out, m->text, strlen(m->text));
        bm_buf_text(&out, "}\n");
        bm_api_reply_json(m->req, 201, &out);
    }
    bm_secrets_wipe(m, sizeof *m);
    free(m);
}

/* How many tokens there are that are not over. */
static unsigned count_tokens(const struct bm_token_list *s)
{
    unsigned n = 0;
    for (size_t i = 0; i < s->count; i++)
        n += !bm_token_is_session(&s->rows[i]) && !bm_token_is_over(&s->rows[i]);
    return n;
}

/* Put it, and sweep out those that are over. */
static void put_token(struct token_creation *m)
{
    struct bm_store *const store = m->req->server->store;
    struct bm_token_list *const s = bm_token_list_read(store, m->row.account);
    if (s && count_tokens(s) < BM_TOKENS) {
        s->changes[s->changed++] =
            (struct bm_change){.kind = BM_CHANGE_TOKEN, .token = &m->row};
        bm_token_list_prune(s, BM_SESSIONS, NULL);
        m->req->server->accounts->pending++;
        bm_store_put(store, s->changes, s->changed, token_is_made, m);
    } else {
        if (s)
            bm_api_reply_problem(m->req, 409, "too_many_tokens", "",
                                 "an account has 50 tokens at most: end one first");
        else
            bm_api_reply_no_memory(m->req);
        free(m);
    }
    free(s);
}

void bm_accounts_make_token(struct bm_api_request *req)
{
    const char *label = "";
    int64_t days = 0;
    if (!bm_api_need_string(req, "label", &label) ||
        !bm_api_body_int(req, "expires_days", 1, DAYS_MOST, &days))
        return;
    struct bm_token_row row = {.created = bm_server_wall()};
    if (label[0] == '\0' || strlen(label) >= sizeof row.label) {
        (void)bm_api_reply_bad_member(req, "label", "a text of 1 to 79 bytes");
        return;
    }
    const unsigned set = need_scopes(req);
    if (!set)
        return;
    struct token_creation *const m = calloc(1, sizeof *m);
    struct bm_buf scopes = {0};
    bm_scopes_format(set, "", " ", &scopes);
    bm_buf_char(&scopes, '\0');
    if (!m || scopes.failed || scopes.len > sizeof row.scopes) {
        bm_api_reply_no_memory(req);
        free(m);
    } else {
        memcpy(row.scopes, scopes.s, scopes.len);
        memcpy(row.account, req->identity.id, sizeof row.account);
        memcpy(row.label, label, strlen(label));
        row.expires = days ? row.created + days * 24 * 3600 * 1000 : 0;
        bm_secrets_make_token(BM_TOKEN_PREFIX, m->text, row.hash);
        m->req = req;
        m->row = row;
        put_token(m);
    }
    bm_buf_free(&scopes);
}

static void token_has_ended(void *user, enum bm_store_status status)
{
    struct bm_api_request *const req = user;
    req->server->accounts->pending--;
    if (status != BM_STORE_OK) {
        bm_api_reply_store_problem(req, status);
    } else {
        bm_accounts_check_connections(req->server->accounts, req->identity.id);
        bm_api_reply_empty(req);
    }
}

void bm_accounts_end_token(struct bm_api_request *req)
{
    struct bm_token_list *const s = bm_token_list_read(req->server->store, req->identity.id);
    if (!s) {
        bm_api_reply_no_memory(req);
        return;
    }
    const struct bm_token_row *found = NULL;
    for (size_t i = 0; i < s->count && !found; i++) {
        char id[ID_TEXT];
        id_of(&s->rows[i], id);
        if (!bm_token_is_session(&s->rows[i]) && strcmp(id, req->param[0]) == 0)
            found = &s->rows[i];
    }
    if (found) {
        const struct bm_change change = {.kind = BM_CHANGE_NO_TOKEN, .token = found};
        req->server->accounts->pending++;
        bm_store_put(req->server->store, &change, 1, token_has_ended, req);
    } else {
        bm_api_reply_problem(req, 404, "no_such_token", "", "you have no token of this id");
    }
    free(s);
}
