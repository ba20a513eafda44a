/* SPDX-License-Identifier: MIT */
/* Accounts that an account has blocked. */
#include "server/accounts/blocks.h"

#include <stdio.h>

#include "server/http/routes.h"

enum { LISTED = 100, MOST_BLOCKS = 1000 };

bool bm_is_blocked(struct bm_server *s, const char *by, const struct bm_identity *identity)
{
    return by[0] == 'u' && identity->id[0] == 'u' &&
           bm_store_block(s->store, by, identity->id) == BM_STORE_OK;
}

/* ---- The list ---- */

struct block_listing {
    struct bm_buf out;
    char last[40];
    unsigned count;
};

static bool list_block(void *user, const struct bm_block_row *row)
{
    struct block_listing *const l = user;
    bm_api_put_text(&l->out, l->count++ ? ",{\"name\":" : "{\"name\":", row->name);
    bm_api_put_text(&l->out, ",\"id\":", row->blocked);
    bm_buf_text(&l->out, ",\"created\":");
    bm_json_int(&l->out, row->created);
    bm_buf_char(&l->out, '}');
    memcpy(l->last, row->blocked, sizeof l->last);
    return !l->out.failed;
}

static void list_blocks(struct bm_api_request *req)
{
    struct block_listing l = {.count = 0};
    char after[40] = "";
    (void)bm_query_get(bm_request_query(req->request), "after", after, sizeof after);
    bm_buf_text(&l.out, "{\"blocks\":[");
    const enum bm_store_status status =
        bm_store_blocks(req->server->store, req->identity.id, after, LISTED, list_block, &l);
    if (status) {
        bm_buf_free(&l.out);
        bm_api_reply_store_problem(req, status);
        return;
    }
    bm_buf_text(&l.out, "],\"after\":");
    if (l.count == LISTED)
        bm_json_quote(&l.out, l.last, strlen(l.last));
    else
        bm_buf_text(&l.out, "null");
    bm_buf_char(&l.out, '}');
    bm_api_reply_json(req, 200, &l.out);
}

/* ---- Changes ---- */

static void on_blocked(void *user, enum bm_store_status status)
{
    if (status)
        bm_api_reply_store_problem(user, status);
    else
        bm_api_reply_empty(user);
}

static void put_block(struct bm_api_request *req, enum bm_change_kind kind, const char *name)
{
    struct bm_account_row account;
    struct bm_block_row row = {.created = bm_server_wall()};
    const enum bm_store_status status =
        bm_accounts_find_by_name(req->server->accounts, name, &account);
    if (status == BM_STORE_MISSING) {
        bm_api_reply_problem(req, 404, "no_such_account", "",
                             "there is no account of this name");
    } else if (status) {
        bm_api_reply_store_problem(req, status);
    } else if (bm_identity_owns(&req->identity, account.id)) {
        bm_api_reply_problem(req, 409, "own_block", "", "this is you");
    } else {
        memcpy(row.account, req->identity.id, sizeof row.account);
        memcpy(row.blocked, account.id, sizeof row.blocked);
        const struct bm_change change = {.kind = kind, .block = &row};
        bm_store_put(req->server->store, &change, 1, on_blocked, req);
    }
}

static bool count_block(void *user, const struct bm_block_row *row)
{
    (void)row;
    ++*(unsigned *)user;
    return true;
}

static void post_block(struct bm_api_request *req)
{
    const char *name = NULL;
    unsigned count = 0;
    if (!bm_api_body_string(req, "name", &name))
        return;
    if (!name) {
        (void)bm_api_reply_bad_member(req, "name", "the name of an account");
        return;
    }
    (void)bm_store_blocks(req->server->store, req->identity.id, "", MOST_BLOCKS, count_block,
                          &count);
    if (count >= MOST_BLOCKS)
        bm_api_reply_problem(req, 409, "too_many_blocks", "",
                             "you have blocked 1,000 accounts: unblock one first");
    else
        put_block(req, BM_CHANGE_BLOCK, name);
}

static void delete_block(struct bm_api_request *req)
{
    put_block(req, BM_CHANGE_NO_BLOCK, req->param[0]);
}

const struct bm_route bm_routes_blocks[] = {
    {BM_METHOD_GET, "/api/v1/account/blocks", list_blocks, BM_ROUTE_ACCOUNT, "account",
     "Accounts that you have blocked, a page at a time: after is the id behind which it "
     "begins.",
     NULL, "after", 0, NULL},
    {BM_METHOD_POST, "/api/v1/account/blocks", post_block,
     BM_ROUTE_WRITES | BM_ROUTE_ACCOUNT | BM_ROUTE_BODY, "account",
     "Block an account: it cannot challenge you, accept your seeks, sit down at your open "
     "games "
     "or talk to you.",
     "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":["
     "\"name\"]}",
     NULL, 204, "404 no_such_account, 409 own_block, 409 too_many_blocks, 422 bad_member"},
    {BM_METHOD_DELETE, "/api/v1/account/blocks/{name}", delete_block,
     BM_ROUTE_WRITES | BM_ROUTE_ACCOUNT, "account", "Unblock an account.", NULL, NULL, 204,
     "404 no_such_account, 409 own_block"},
    {.path = NULL},
};
