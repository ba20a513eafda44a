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

/* A token is named by the beginning of its hash, which is of no use to anybody. */
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

void bm_people_list_tokens(struct bm_call *c)
{
    struct bm_token_list *const s = bm_token_list_read(c->server->store, c->who.id);
    struct bm_buf out = {0};
    if (!s) {
        bm_call_no_memory(c);
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
    bm_call_json(c, 200, &out);
}

/* The scopes that a token is to have; 0: the call was answered. */
static unsigned need_scopes(struct bm_call *c)
{
    static const char want[] = "some of \"read\", \"play\", \"variants\", \"account\"";
    const json_t *const list = json_object_get(c->body, "scopes");
    unsigned set = 0;
    size_t i;
    json_t *v;
    json_array_foreach(list, i, v)
    {
        const unsigned scope =
            json_is_string(v) ? bm_scope_of(json_string_value(v), json_string_length(v)) : 0;
        if (!scope)
            return bm_call_bad_member(c, "scopes", want);
        set |= scope;
    }
    if (!set)
        return bm_call_bad_member(c, "scopes", want);
    /* A token does not make another one that may do more. */
    if (set & ~c->who.scopes) {
        bm_call_problem(c, 403, "scope_needed", "",
                        "this token cannot give scopes that it does not have");
        return 0;
    }
    return set;
}

/* A token that is being made: the text is told once, when its hash is on disk. */
struct making {
    struct bm_call *call;
    struct bm_token_row row;
    char text[BM_SECRET_TOKEN];
};

static void token_is_made(void *user, enum bm_store_status status)
{
    struct making *const m = user;
    m->call->server->people->pending--;
    if (status != BM_STORE_OK) {
        bm_call_store_problem(m->call, status);
    } else {
        struct bm_buf out = {0};
        write_token(&out, &m->row);
        bm_buf_text(&out, ",\"token\":");
        bm_json_quote(&out, m->text, strlen(m->text));
        bm_buf_text(&out, "}\n");
        bm_call_json(m->call, 201, &out);
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
static void put_token(struct making *m)
{
    struct bm_store *const store = m->call->server->store;
    struct bm_token_list *const s = bm_token_list_read(store, m->row.account);
    if (s && count_tokens(s) < BM_TOKENS) {
        s->changes[s->changed++] =
            (struct bm_change){.kind = BM_CHANGE_TOKEN, .token = &m->row};
        bm_token_list_prune(s, BM_SESSIONS, NULL);
        m->call->server->people->pending++;
        bm_store_put(store, s->changes, s->changed, token_is_made, m);
    } else {
        if (s)
            bm_call_problem(m->call, 409, "too_many_tokens", "",
                            "an account has 50 tokens at most: end one first");
        else
            bm_call_no_memory(m->call);
        free(m);
    }
    free(s);
}

void bm_people_make_token(struct bm_call *c)
{
    const char *label = "";
    int64_t days = 0;
    if (!bm_people_need(c, "label", &label) ||
        !bm_call_int(c, "expires_days", 1, DAYS_MOST, &days))
        return;
    struct bm_token_row row = {.created = bm_server_wall()};
    if (label[0] == '\0' || strlen(label) >= sizeof row.label) {
        (void)bm_call_bad_member(c, "label", "a text of 1 to 79 bytes");
        return;
    }
    const unsigned set = need_scopes(c);
    if (!set)
        return;
    struct making *const m = calloc(1, sizeof *m);
    struct bm_buf scopes = {0};
    bm_scopes_format(set, "", " ", &scopes);
    bm_buf_char(&scopes, '\0');
    if (!m || scopes.failed || scopes.len > sizeof row.scopes) {
        bm_call_no_memory(c);
        free(m);
    } else {
        memcpy(row.scopes, scopes.s, scopes.len);
        memcpy(row.account, c->who.id, sizeof row.account);
        memcpy(row.label, label, strlen(label));
        row.expires = days ? row.created + days * 24 * 3600 * 1000 : 0;
        bm_secrets_make_token(BM_TOKEN_PREFIX, m->text, row.hash);
        m->call = c;
        m->row = row;
        put_token(m);
    }
    bm_buf_free(&scopes);
}

static void token_has_ended(void *user, enum bm_store_status status)
{
    struct bm_call *const c = user;
    c->server->people->pending--;
    if (status != BM_STORE_OK) {
        bm_call_store_problem(c, status);
    } else {
        bm_people_check_lines(c->server->people, c->who.id);
        bm_call_none(c);
    }
}

void bm_people_end_token(struct bm_call *c)
{
    struct bm_token_list *const s = bm_token_list_read(c->server->store, c->who.id);
    if (!s) {
        bm_call_no_memory(c);
        return;
    }
    const struct bm_token_row *found = NULL;
    for (size_t i = 0; i < s->count && !found; i++) {
        char id[ID_TEXT];
        id_of(&s->rows[i], id);
        if (!bm_token_is_session(&s->rows[i]) && strcmp(id, c->param[0]) == 0)
            found = &s->rows[i];
    }
    if (found) {
        const struct bm_change change = {.kind = BM_CHANGE_NO_TOKEN, .token = found};
        c->server->people->pending++;
        bm_store_put(c->server->store, &change, 1, token_has_ended, c);
    } else {
        bm_call_problem(c, 404, "no_such_token", "", "you have no token of this id");
    }
    free(s);
}
