/* SPDX-License-Identifier: MIT */
/*
 * The archive of an account: games and studies as its pages keep them. The server does not read
 * them. Each record has a version, and a change names the version that it replaces: what was
 * changed meanwhile elsewhere is refused with a 409, never lost. Deleted records leave
 * tombstones, so that other browsers learn of it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/http/routes.h"

enum {
    LISTED = 100,
    PAGE_BYTES = 256 * 1024, /* of bodies; a longer one is a page of its own */
    TOMBSTONES = 5000,
    BYTES_FOR_ONE = 1024 /* unit of work */
};

static const char id_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

/* ---- What has changed ---- */

struct archive_page {
    struct bm_buf out;
    int64_t serial; /* of the last record */
    unsigned count;
    size_t bytes;
    bool more;
};

static bool list_record(void *user, const struct bm_archive_row *row)
{
    struct archive_page *const p = user;
    if (p->count == LISTED || (p->count != 0 && p->bytes + row->len > PAGE_BYTES)) {
        p->more = true;
        return false;
    }
    bm_api_put_text(&p->out, p->count++ ? ",{\"id\":" : "{\"id\":", row->id);
    bm_buf_text(&p->out, ",\"version\":");
    bm_json_int(&p->out, row->version);
    bm_buf_text(&p->out, ",\"changed\":");
    bm_json_int(&p->out, row->changed);
    bm_buf_text(&p->out, row->deleted ? ",\"deleted\":true" : ",\"deleted\":false");
    bm_buf_text(&p->out, ",\"body\":");
    bm_json_quote(&p->out, row->body, row->len);
    bm_buf_char(&p->out, '}');
    p->bytes += row->len;
    p->serial = row->serial;
    return !p->out.failed;
}

static void list_changes(struct bm_api_request *req)
{
    struct archive_page p = {.serial = 0};
    if (!bm_api_query_int(req, "after", 0, INT64_MAX, &p.serial))
        return;
    bm_buf_text(&p.out, "{\"games\":[");
    const enum bm_store_status status = bm_store_archive(req->server->store, req->identity.id,
                                                         p.serial, LISTED + 1, list_record, &p);
    if (status) {
        bm_buf_free(&p.out);
        bm_api_reply_store_problem(req, status);
        return;
    }
    bm_request_charge(req->request, p.bytes / BYTES_FOR_ONE);
    bm_buf_text(&p.out, "],\"serial\":");
    bm_json_int(&p.out, p.serial);
    bm_buf_text(&p.out, p.more ? ",\"more\":true}" : ",\"more\":false}");
    bm_api_reply_json(req, 200, &p.out);
}

/* ---- Changes ---- */

struct archive_change {
    struct bm_api_request *req;
    struct bm_archive_row row;
};

static void on_archived(void *user, enum bm_store_status status)
{
    struct archive_change *const c = user;
    struct bm_api_request *const req = c->req;
    struct bm_buf out = {0};
    if (status == BM_STORE_OK) {
        bm_buf_text(&out, "{\"version\":");
        bm_json_int(&out, c->row.version + 1);
        bm_buf_char(&out, '}');
        bm_api_reply_json(req, 200, &out);
    } else if (status == BM_STORE_TAKEN) {
        char more[64];
        struct bm_archive_row now = {.version = 0};
        (void)bm_store_archived(req->server->store, c->row.account, c->row.id, &now);
        (void)snprintf(more, sizeof more, ",\"version\":%" PRId64, now.version);
        bm_api_reply_problem(req, 409, "conflict", more,
                             "this was changed elsewhere: read what has changed first");
    } else if (status == BM_STORE_MISSING) { /* the account was deleted meanwhile */
        bm_api_reply_problem(req, 401, "account_needed", "", "log in first");
    } else {
        bm_api_reply_store_problem(req, status);
    }
    free(c);
}

/* The change of a request, with its id, base and time; NULL: the request was answered. */
static struct archive_change *begin_change(struct bm_api_request *req, int64_t least)
{
    const char *const id = req->param[0];
    int64_t base = 0, changed = bm_server_wall();
    struct archive_change *const c = calloc(1, sizeof *c);
    if (!c) {
        bm_api_reply_no_memory(req);
        return NULL;
    }
    if (strlen(id) >= sizeof c->row.id || id[strspn(id, id_letters)] != '\0') {
        bm_api_reply_problem(req, 400, "bad_id", "",
                             "an id has up to 47 letters, digits, '-' and '_'");
    } else if (bm_api_query_int(req, "base", least, INT64_MAX - 1, &base) &&
               bm_api_query_int(req, "changed", 0, INT64_MAX, &changed)) {
        if (base >= least) {
            c->req = req;
            c->row.version = base;
            c->row.changed = changed;
            c->row.body = "";
            memcpy(c->row.account, req->identity.id, sizeof c->row.account);
            memcpy(c->row.id, id, strlen(id));
            return c;
        }
        bm_api_reply_problem(req, 400, "bad_parameter", "", "base is the version that goes");
    }
    free(c);
    return NULL;
}

/* Whether the archive has room for so many bytes; false: the request was answered. */
static bool check_room(struct bm_api_request *req, const struct archive_change *c)
{
    const struct bm_quota *const q = &req->server->options.quota;
    int64_t count = 0, bytes = 0;
    if (!q->is_on)
        return true;
    const enum bm_store_status status =
        bm_store_archive_size(req->server->store, c->row.account, &count, &bytes);
    if (status) {
        bm_api_reply_store_problem(req, status);
        return false;
    }
    if (count + (c->row.version == 0) <= q->archive &&
        bytes + (int64_t)c->row.len <= q->archive_bytes)
        return true;
    char more[96], detail[128];
    (void)snprintf(more, sizeof more, ",\"records\":%" PRId64 ",\"bytes\":%" PRId64, count,
                   bytes);
    (void)snprintf(detail, sizeof detail,
                   "an account keeps %" PRId64 " games of %" PRId64 " bytes: delete some",
                   q->archive, q->archive_bytes);
    bm_api_reply_problem(req, 409, "archive_full", more, detail);
    return false;
}

static void put_record(struct bm_api_request *req)
{
    struct archive_change *const c = begin_change(req, 0);
    if (!c)
        return;
    const struct bm_slice body = bm_request_body(req->request);
    c->row.body = body.s;
    c->row.len = body.len;
    if (body.len == 0) {
        bm_api_reply_problem(req, 400, "bad_size", "", "the body is the game");
        free(c);
    } else if (check_room(req, c)) {
        const struct bm_change change = {.kind = BM_CHANGE_ARCHIVE, .archive = &c->row};
        bm_store_put(req->server->store, &change, 1, on_archived, c);
    } else {
        free(c);
    }
}

static void delete_record(struct bm_api_request *req)
{
    struct archive_change *const c = begin_change(req, 1);
    if (!c)
        return;
    c->row.deleted = true;
    const struct bm_change changes[] = {
        {.kind = BM_CHANGE_ARCHIVE, .archive = &c->row},
        {.kind = BM_CHANGE_TRIM_ARCHIVE, .trim = {c->row.account, TOMBSTONES}}};
    bm_store_put(req->server->store, changes, 2, on_archived, c);
}

const struct bm_route bm_routes_archive[] = {
    {BM_METHOD_GET, "/api/v1/account/archive", list_changes, BM_ROUTE_ACCOUNT, "account",
     "Games and studies that you keep and that changed after a serial number, a page at a "
     "time; "
     "a deleted one has no body.",
     NULL, "after", 0, "400 bad_parameter"},
    {BM_METHOD_PUT, "/api/v1/account/archive/{id}", put_record,
     BM_ROUTE_WRITES | BM_ROUTE_ACCOUNT | BM_ROUTE_TEXT | BM_ROUTE_RECORD, "account",
     "Keep a game or a study, as any text. base is the version that it replaces (0: it is "
     "new), "
     "changed the time of the change in ms since 1970.",
     NULL, "base changed", 0,
     "400 bad_id, 400 bad_parameter, 400 bad_size, 409 archive_full, 409 conflict"},
    {BM_METHOD_DELETE, "/api/v1/account/archive/{id}", delete_record,
     BM_ROUTE_WRITES | BM_ROUTE_ACCOUNT, "account",
     "Delete one. base is the version that goes, changed the time of the change in ms since "
     "1970.",
     NULL, "base changed", 0, "400 bad_id, 400 bad_parameter, 409 conflict"},
    {.path = NULL},
};
