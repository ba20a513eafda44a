/* SPDX-License-Identifier: MIT */
/* Accounts that an account has blocked. */
#include "server/accounts/blocks.h"

#include <stdio.h>

#include "server/http/routes.h"

enum { LISTED = 100, MOST_BLOCKS = 1000 };

bool bm_is_blocked(struct bm_server *s, const char *by, const struct bm_who *who)
{
    return by[0] == 'u' && who->id[0] == 'u' &&
           bm_store_block(s->store, by, who->id) == BM_STORE_OK;
}

/* ---- The list ---- */

struct listing {
    struct bm_buf out;
    char last[40];
    unsigned count;
};

static bool list_block(void *user, const struct bm_block_row *row)
{
    struct listing *const l = user;
    bm_call_put(&l->out, l->count++ ? ",{\"name\":" : "{\"name\":", row->name);
    bm_call_put(&l->out, ",\"id\":", row->blocked);
    bm_buf_text(&l->out, ",\"created\":");
    bm_json_int(&l->out, row->created);
    bm_buf_char(&l->out, '}');
    memcpy(l->last, row->blocked, sizeof l->last);
    return !l->out.failed;
}

static void list_blocks(struct bm_call *c)
{
    struct listing l = {.count = 0};
    char after[40] = "";
    (void)bm_query_get(bm_request_query(c->request), "after", after, sizeof after);
    bm_buf_text(&l.out, "{\"blocks\":[");
    const enum bm_store_status status =
        bm_store_blocks(c->server->store, c->who.id, after, LISTED, list_block, &l);
    if (status) {
        bm_buf_free(&l.out);
        bm_call_store_problem(c, status);
        return;
    }
    bm_buf_text(&l.out, "],\"after\":");
    if (l.count == LISTED)
        bm_json_quote(&l.out, l.last, strlen(l.last));
    else
        bm_buf_text(&l.out, "null");
    bm_buf_char(&l.out, '}');
    bm_call_json(c, 200, &l.out);
}

/* ---- Changes ---- */

static void on_blocked(void *user, enum bm_store_status status)
{
    if (status)
        bm_call_store_problem(user, status);
    else
        bm_call_none(user);
}

static void put_block(struct bm_call *c, enum bm_change_kind kind, const char *name)
{
    struct bm_account_row account;
    struct bm_block_row row = {.created = bm_server_wall()};
    const enum bm_store_status status = bm_people_named(c->server->people, name, &account);
    if (status == BM_STORE_MISSING) {
        bm_call_problem(c, 404, "no_such_account", "", "nobody has this name");
    } else if (status) {
        bm_call_store_problem(c, status);
    } else if (bm_who_is(&c->who, account.id)) {
        bm_call_problem(c, 409, "own_block", "", "this is you");
    } else {
        memcpy(row.account, c->who.id, sizeof row.account);
        memcpy(row.blocked, account.id, sizeof row.blocked);
        const struct bm_change change = {.kind = kind, .block = &row};
        bm_store_put(c->server->store, &change, 1, on_blocked, c);
    }
}

static bool count_block(void *user, const struct bm_block_row *row)
{
    (void)row;
    ++*(unsigned *)user;
    return true;
}

static void block(struct bm_call *c)
{
    const char *name = NULL;
    unsigned count = 0;
    if (!bm_call_string(c, "name", &name))
        return;
    if (!name) {
        (void)bm_call_bad_member(c, "name", "the name of an account");
        return;
    }
    (void)bm_store_blocks(c->server->store, c->who.id, "", MOST_BLOCKS, count_block, &count);
    if (count >= MOST_BLOCKS)
        bm_call_problem(c, 409, "too_many_blocks", "",
                        "you have blocked 1,000 accounts: unblock one first");
    else
        put_block(c, BM_CHANGE_BLOCK, name);
}

static void unblock(struct bm_call *c) { put_block(c, BM_CHANGE_NO_BLOCK, c->param[0]); }

const struct bm_route bm_routes_blocks[] = {
    {BM_METHOD_GET, "/api/v1/account/blocks", list_blocks, BM_ROUTE_ACCOUNT, "account",
     "Accounts that you have blocked, a page at a time: after is the id behind which it "
     "begins.",
     NULL, "after", 0, NULL},
    {BM_METHOD_POST, "/api/v1/account/blocks", block,
     BM_ROUTE_WRITES | BM_ROUTE_ACCOUNT | BM_ROUTE_BODY, "account",
     "Block an account: it cannot challenge you, accept your seeks, sit down at your open "
     "games "
     "or talk to you.",
     "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":["
     "\"name\"]}",
     NULL, 204, "404 no_such_account, 409 own_block, 409 too_many_blocks, 422 bad_member"},
    {BM_METHOD_DELETE, "/api/v1/account/blocks/{name}", unblock,
     BM_ROUTE_WRITES | BM_ROUTE_ACCOUNT, "account", "Unblock an account.", NULL, NULL, 204,
     "404 no_such_account, 409 own_block"},
    {.path = NULL},
};
