/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include <sodium.h>

#include "server/routes.h"
#include "server/shelf.h"

enum { KEPT = 64, NAME = 72, DIGEST = 8, LISTED = 200, ISSUES_TEXT = 32768 };

struct bm_shelf {
    struct bm_server *server;
    struct {
        char name[NAME];
        const struct bm_rules *rules;
        uint64_t used;
    } kept[KEPT];
    uint64_t clock;
    unsigned uploads; /* under way */
};

bm_status bm_shelf_create(struct bm_shelf **out, struct bm_server *s)
{
    struct bm_shelf *const shelf = calloc(1, sizeof *shelf);
    *out = shelf;
    if (!shelf)
        return BM_ENOMEM;
    shelf->server = s;
    return BM_OK;
}

void bm_shelf_destroy(struct bm_shelf *shelf)
{
    /* What another thread compiles is saved yet, whether or not somebody waits for it. */
    while (shelf && shelf->uploads != 0 && bm_loop_step(&shelf->server->loop))
        ;
    for (unsigned i = 0; shelf && i < KEPT; i++)
        bm_rules_release(shelf->kept[i].rules);
    free(shelf);
}

/* Keep rules in the place of those that were not asked for the longest. */
static void keep(struct bm_shelf *shelf, const char *name, const struct bm_rules *rules)
{
    unsigned oldest = 0;
    for (unsigned i = 1; i < KEPT; i++)
        if (shelf->kept[i].used < shelf->kept[oldest].used)
            oldest = i;
    bm_rules_release(shelf->kept[oldest].rules);
    (void)snprintf(shelf->kept[oldest].name, NAME, "%s", name);
    shelf->kept[oldest].rules = bm_rules_hold(rules);
    shelf->kept[oldest].used = ++shelf->clock;
}

const struct bm_rules *bm_shelf_rules(struct bm_shelf *shelf, const char *name)
{
    const struct bm_rules *rules = NULL;
    struct bm_variant_row row;
    if (strlen(name) >= NAME)
        return NULL;
    for (unsigned i = 0; i < KEPT; i++)
        if (shelf->kept[i].rules && strcmp(shelf->kept[i].name, name) == 0) {
            shelf->kept[i].used = ++shelf->clock;
            return bm_rules_hold(shelf->kept[i].rules);
        }
    if (!strchr(name, '@')) {
        if (bm_rules_open(&rules, name, strlen(name)) != BM_OK)
            return NULL;
    } else if (bm_store_variant(shelf->server->store, name, &row) != BM_STORE_OK ||
               bm_rules_load(&rules, row.text, row.len, NULL, NULL) != BM_OK) {
        return NULL;
    }
    keep(shelf, name, rules);
    return rules;
}

/* ---- Uploads ---- */

/* A text that is being compiled, off the loop, and then saved. */
struct upload {
    uv_work_t work;
    struct bm_shelf *shelf;
    struct bm_call *call;
    struct bm_issues issues;
    const struct bm_rules *rules;
    bm_status status;
    struct bm_variant_row row;
    char text[];
};

static void put_facts(struct bm_buf *out, const char *name, const struct bm_rules *rules)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    bm_call_put(out, "{\"variant\":", name);
    bm_call_put(out, ",\"title\":{\"en\":", info->title[BM_EN]);
    bm_call_put(out, ",\"ja\":", info->title[BM_JA]);
    bm_buf_text(out, "},\"size\":[");
    for (unsigned i = 0; i < info->axes; i++) {
        bm_buf_text(out, i ? "," : "");
        bm_json_int(out, info->size[i]);
    }
    bm_buf_text(out, info->has_hands ? "],\"hands\":true}" : "],\"hands\":false}");
}

static void free_upload(struct upload *u)
{
    u->shelf->uploads--;
    free(u);
}

static void end_upload(struct upload *u, enum bm_store_status status)
{
    struct bm_buf out = {0};
    if (status == BM_STORE_OK || status == BM_STORE_TAKEN) {
        put_facts(&out, u->row.name, u->rules);
        bm_call_json(u->call, 201, &out);
    } else {
        bm_call_store_problem(u->call, status);
    }
    bm_rules_release(u->rules);
    free_upload(u);
}

static void saved(void *user, enum bm_store_status status) { end_upload(user, status); }

static void compile(uv_work_t *work)
{
    struct upload *const u = work->data;
    u->status = bm_rules_load(&u->rules, u->text, u->row.len, NULL, &u->issues);
}

static void refuse(struct upload *u)
{
    char *const more = malloc(ISSUES_TEXT);
    if (more) {
        const size_t head = (size_t)snprintf(more, ISSUES_TEXT, ",\"issues\":");
        if (bm_issues_json(&u->issues, more + head, ISSUES_TEXT - head) >= ISSUES_TEXT - head)
            more[0] = '\0';
        char detail[512];
        const struct bm_issue *const first = u->issues.list;
        (void)snprintf(detail, sizeof detail, "line %u, column %u: %s%s%s", first->line,
                       first->column, first->message, first->hint[0] ? "; " : "", first->hint);
        bm_call_problem(u->call, 422, "bad_variant", more, detail);
    } else {
        bm_call_no_memory(u->call);
    }
    free(more);
    free_upload(u);
}

static void compiled(uv_work_t *work, int status)
{
    struct upload *const u = work->data;
    (void)status;
    if (u->status == BM_ESYNTAX) {
        refuse(u);
        return;
    }
    if (u->status) {
        bm_call_no_memory(u->call);
        free_upload(u);
        return;
    }
    unsigned char digest[DIGEST];
    char hex[2 * DIGEST + 1];
    (void)crypto_generichash(digest, sizeof digest, (const unsigned char *)u->text, u->row.len,
                             NULL, 0);
    (void)sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
    (void)snprintf(u->row.name, sizeof u->row.name, "%.48s@%s", bm_rules_info(u->rules)->name,
                   hex);
    (void)snprintf(u->row.owner, sizeof u->row.owner, "%s", u->call->who.id);
    u->row.created = bm_server_wall();
    u->row.text = u->text;
    const struct bm_change change = {.kind = BM_CHANGE_VARIANT, .variant = &u->row};
    bm_store_put(u->call->server->store, &change, 1, saved, u);
}

static void run_upload(struct bm_call *c)
{
    const struct bm_slice body = bm_request_body(c->request);
    if (body.len == 0 || body.len > BM_MAX_VARIANT_TEXT) {
        bm_call_problem(c, 413, "bad_size", "", "a variant is a text of 1 to 65536 bytes");
        return;
    }
    struct upload *const u = calloc(1, sizeof *u + body.len);
    if (!u) {
        bm_call_no_memory(c);
        return;
    }
    u->shelf = c->server->shelf;
    u->shelf->uploads++;
    u->call = c;
    u->row.len = body.len;
    u->work.data = u;
    memcpy(u->text, body.s, body.len);
    if (uv_queue_work(&c->server->loop.uv, &u->work, compile, compiled) != 0) {
        bm_call_no_memory(c);
        free_upload(u);
    }
}

/* ---- Looking ---- */

static bool put_name(void *user, const struct bm_variant_row *row)
{
    struct bm_buf *const out = user;
    bm_call_put(out, ",", row->name);
    return true;
}

static void run_list(struct bm_call *c)
{
    struct bm_buf out = {0}, uploaded = {0};
    bm_buf_text(&out, "{\"library\":[");
    for (unsigned i = 0; bm_variant_at(i); i++)
        bm_call_put(&out, i ? "," : "", bm_variant_at(i)->name);
    bm_buf_text(&out, "],\"uploaded\":[");
    (void)bm_store_variants(c->server->store, LISTED, put_name, &uploaded);
    if (uploaded.len)
        bm_buf_bytes(&out, uploaded.s + 1, uploaded.len - 1);
    bm_buf_text(&out, "]}");
    out.failed |= uploaded.failed;
    bm_buf_free(&uploaded);
    bm_call_json(c, 200, &out);
}

void bm_shelf_refuse(struct bm_call *c)
{
    bm_call_problem(c, 404, "no_such_variant", "", "there is no game of this name");
}

static void run_show(struct bm_call *c)
{
    const struct bm_rules *const rules = bm_shelf_rules(c->server->shelf, c->param[0]);
    struct bm_buf out = {0};
    if (!rules) {
        bm_shelf_refuse(c);
        return;
    }
    put_facts(&out, c->param[0], rules);
    bm_rules_release(rules);
    bm_call_json(c, 200, &out);
}

static void run_text(struct bm_call *c)
{
    const struct bm_variant *const v = bm_variant_find(c->param[0], strlen(c->param[0]));
    struct bm_variant_row row;
    static const char type[] = "text/yaml; charset=utf-8";
    if (v)
        bm_call_text(c, 200, type, "", v->text, v->len);
    else if (bm_store_variant(c->server->store, c->param[0], &row) == BM_STORE_OK)
        bm_call_text(c, 200, type, "Cache-Control: max-age=31536000, immutable\r\n", row.text,
                     row.len);
    else
        bm_shelf_refuse(c);
}

const struct bm_route bm_routes_shelf[] = {
    {BM_METHOD_GET, "/api/v1/variants", run_list, 0, "read", "names of all games", NULL, NULL,
     0, NULL},
    {BM_METHOD_POST, "/api/v1/variants", run_upload,
     BM_ROUTE_WRITES | BM_ROUTE_PERSON | BM_ROUTE_TEXT | BM_ROUTE_COSTLY, "variants",
     "upload a game as YAML; the answer has the name to play it by", NULL, NULL, 201,
     "413 bad_size, 422 bad_variant"},
    {BM_METHOD_GET, "/api/v1/variants/{name}", run_show, 0, "read", "facts of a game", NULL,
     NULL, 0, "404 no_such_variant"},
    {BM_METHOD_GET, "/api/v1/variants/{name}/text", run_text, 0, "read", "a game as YAML", NULL,
     NULL, 0, "404 no_such_variant"},
    {0}};
