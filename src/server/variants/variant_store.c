/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include <sodium.h>

#include "banmen/message.h"
#include "server/http/routes.h"
#include "server/variants/variant_store.h"

enum {
    KEPT = 64,
    NAME = 72,
    DIGEST = 8,
    LISTED = 200,
    ISSUES_TEXT = 32768,
    MOST_WORK = 20 /* of a list of moves (bm_rules_info): the loop judges a move in 2 ms then */
};

struct bm_variant_store {
    struct bm_server *server;
    struct {
        char name[NAME];
        const struct bm_rules *rules; /* NULL with a name: they cannot be compiled */
        uint64_t used;
    } kept[KEPT];
    uint64_t clock;
    unsigned uploads; /* being stored */
};

bm_status bm_variant_store_create(struct bm_variant_store **out, struct bm_server *s)
{
    struct bm_variant_store *const variants = calloc(1, sizeof *variants);
    *out = variants;
    if (!variants)
        return BM_ENOMEM;
    variants->server = s;
    return BM_OK;
}

void bm_variant_store_destroy(struct bm_variant_store *variants)
{
    /* What was put is answered yet. */
    while (variants && variants->uploads != 0 && bm_loop_step(&variants->server->loop))
        ;
    for (unsigned i = 0; variants && i < KEPT; i++)
        bm_rules_release(variants->kept[i].rules);
    free(variants);
}

/* Where rules are kept; KEPT: they are not. */
static unsigned find_kept(const struct bm_variant_store *variants, const char *name)
{
    unsigned i = 0;
    while (i < KEPT && strcmp(variants->kept[i].name, name) != 0)
        i++;
    return i;
}

/* Cache rules in place of the least recently used. NULL: there are none of this name. */
static void keep_rules(struct bm_variant_store *variants, const char *name,
                       const struct bm_rules *rules)
{
    unsigned at = find_kept(variants, name);
    if (at == KEPT) {
        at = 0;
        for (unsigned i = 1; i < KEPT; i++)
            if (variants->kept[i].used < variants->kept[at].used)
                at = i;
    }
    bm_rules_release(variants->kept[at].rules);
    (void)snprintf(variants->kept[at].name, NAME, "%s", name);
    variants->kept[at].rules = bm_rules_hold(rules);
    variants->kept[at].used = ++variants->clock;
}

static bool is_name(const char *name) { return name[0] && strlen(name) < NAME; }

/* The text that was uploaded under a name; false: there is none. It is valid until the next
 * query. */
static bool find_text(struct bm_variant_store *variants, const char *name,
                      struct bm_variant_row *row)
{
    return strchr(name, '@') &&
           bm_store_variant(variants->server->store, name, row) == BM_STORE_OK;
}

const struct bm_rules *bm_variant_store_rules(struct bm_variant_store *variants,
                                              const char *name)
{
    const struct bm_rules *rules = NULL;
    struct bm_variant_row row;
    if (!is_name(name))
        return NULL;
    const unsigned at = find_kept(variants, name);
    if (at != KEPT) {
        variants->kept[at].used = ++variants->clock;
        return bm_rules_hold(variants->kept[at].rules);
    }
    if (!strchr(name, '@')) {
        if (bm_rules_open(&rules, name, strlen(name)) != BM_OK)
            return NULL;
    } else if (!find_text(variants, name, &row) ||
               bm_rules_load(&rules, row.text, row.len, NULL, NULL) != BM_OK) {
        return NULL;
    }
    keep_rules(variants, name, rules);
    return rules;
}

void bm_variant_store_forget(struct bm_variant_store *variants, const char *name)
{
    const unsigned at = find_kept(variants, name);
    if (at == KEPT)
        return;
    bm_rules_release(variants->kept[at].rules);
    variants->kept[at].rules = NULL;
    variants->kept[at].name[0] = '\0';
    variants->kept[at].used = 0;
}

/* ---- Compiling in a worker ---- */

struct bm_compile {
    const struct bm_rules *rules;
    bm_status status;
    char name[NAME];
    size_t len; /* of the text; 0: it is one of the library */
    char text[];
};

struct bm_compile *bm_compile_begin(struct bm_variant_store *variants, const char *name)
{
    struct bm_variant_row row = {.len = 0};
    /* Built-in rules, and unknown names, take no time. */
    if (!is_name(name) || find_kept(variants, name) != KEPT ||
        bm_rules_find(name, strlen(name)) ||
        (!bm_variant_find(name, strlen(name)) && !find_text(variants, name, &row)))
        return NULL;
    struct bm_compile *const c = calloc(1, sizeof *c + row.len);
    if (!c)
        return NULL;
    c->len = row.len;
    (void)snprintf(c->name, sizeof c->name, "%s", name);
    if (row.len)
        memcpy(c->text, row.text, row.len);
    return c;
}

void bm_compile_work(struct bm_compile *c)
{
    c->status = c->len ? bm_rules_load(&c->rules, c->text, c->len, NULL, NULL)
                       : bm_rules_open(&c->rules, c->name, strlen(c->name));
}

const struct bm_rules *bm_compile_rules(const struct bm_compile *c) { return c->rules; }

bool bm_compile_end(struct bm_variant_store *variants, struct bm_compile *c)
{
    const bool had_memory = c->status != BM_ENOMEM;
    if (c->rules || c->status == BM_ESYNTAX)
        keep_rules(variants, c->name, c->rules);
    bm_rules_release(c->rules);
    free(c);
    return had_memory;
}

/* Rules that are being compiled for a request. */
struct rules_job {
    struct bm_compile *compile;
    void (*then)(struct bm_api_request *req);
    struct bm_variant_store *variants;
};

static void drop_rules_job(void *state)
{
    struct rules_job *const p = state;
    (void)bm_compile_end(p->variants, p->compile);
    free(p);
}

static void work_rules_job(const struct bm_api_request *req, void *state)
{
    (void)req;
    bm_compile_work(((struct rules_job *)state)->compile);
}

static void rules_job_done(struct bm_api_request *req, void *state)
{
    const struct rules_job p = *(struct rules_job *)state;
    free(state);
    if (bm_compile_end(p.variants, p.compile))
        p.then(req);
    else
        bm_api_reply_no_memory(req);
}

void bm_variant_store_prepare(struct bm_api_request *req, const char *name,
                              void (*then)(struct bm_api_request *req))
{
    static const struct bm_request_work how = {
        .work = work_rules_job, .done = rules_job_done, .drop = drop_rules_job, .cost = 50};
    struct bm_compile *const compile = bm_compile_begin(req->server->variants, name);
    if (!compile) {
        then(req);
        return;
    }
    struct rules_job *const p = calloc(1, sizeof *p);
    if (!p) {
        (void)bm_compile_end(req->server->variants, compile);
        bm_api_reply_no_memory(req);
        return;
    }
    *p =
        (struct rules_job){.compile = compile, .then = then, .variants = req->server->variants};
    bm_api_run_in_worker(req, &how, p);
}

/* ---- Uploads ---- */

/* A text that is being compiled, off the loop, and then saved. */
struct upload {
    struct bm_variant_store *variants;
    struct bm_api_request *req;
    struct bm_issues issues;
    const struct bm_rules *rules;
    bm_status status;
    struct bm_variant_row row;
    char text[];
};

static void put_facts(struct bm_buf *out, const char *name, const struct bm_rules *rules)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    bm_api_put_text(out, "{\"variant\":", name);
    bm_api_put_text(out, ",\"title\":{\"en\":", info->title[BM_EN]);
    bm_api_put_text(out, ",\"ja\":", info->title[BM_JA]);
    bm_buf_text(out, "},\"size\":[");
    for (unsigned i = 0; i < info->axes; i++) {
        bm_buf_text(out, i ? "," : "");
        bm_json_int(out, info->size[i]);
    }
    bm_buf_text(out, info->has_hands ? "],\"hands\":true}" : "],\"hands\":false}");
}

static void end_upload(struct upload *u, enum bm_store_status status)
{
    struct bm_buf out = {0};
    if (status == BM_STORE_OK) {
        bm_quota_use(u->req, BM_QUOTA_VARIANTS, 1);
        bm_quota_use(u->req, BM_QUOTA_BYTES, (int64_t)u->row.len);
    }
    if (status == BM_STORE_OK || status == BM_STORE_TAKEN) {
        put_facts(&out, u->row.name, u->rules);
        bm_api_reply_json(u->req, 201, &out);
    } else {
        bm_api_reply_store_problem(u->req, status);
    }
    bm_rules_release(u->rules);
    u->variants->uploads--;
    free(u);
}

static void upload_saved(void *user, enum bm_store_status status) { end_upload(user, status); }

static void compile_upload(const struct bm_api_request *req, void *state)
{
    struct upload *const u = state;
    (void)req;
    u->status = bm_rules_load(&u->rules, u->text, u->row.len, NULL, &u->issues);
}

static void refuse_upload(struct upload *u)
{
    const enum bm_lang lang = bm_api_lang(u->req);
    char *const more = malloc(ISSUES_TEXT);
    if (more) {
        for (unsigned i = 0; i < u->issues.count; i++)
            bm_issue_translate(&u->issues.list[i], lang);
        const size_t head = (size_t)snprintf(more, ISSUES_TEXT, ",\"issues\":");
        if (bm_issues_json(&u->issues, more + head, ISSUES_TEXT - head) >= ISSUES_TEXT - head)
            more[0] = '\0';
        char detail[512];
        const struct bm_issue *const first = u->issues.list;
        (void)snprintf(detail, sizeof detail,
                       lang == BM_JA ? "%u行%u列: %s%s%s" : "line %u, column %u: %s%s%s",
                       first->line, first->column, first->message, first->hint[0] ? "; " : "",
                       first->hint);
        bm_api_reply_problem(u->req, 422, "bad_variant", more, detail);
    } else {
        bm_api_reply_no_memory(u->req);
    }
    free(more);
    free(u);
}

static void upload_compiled(struct bm_api_request *req, void *state)
{
    struct upload *const u = state;
    u->req = req;
    if (u->status == BM_ESYNTAX) {
        refuse_upload(u);
        return;
    }
    if (u->status) {
        bm_api_reply_no_memory(u->req);
        free(u);
        return;
    }
    if (bm_rules_info(u->rules)->work > MOST_WORK) {
        bm_rules_release(u->rules);
        bm_api_reply_problem(
            u->req, 422, "bad_variant", "",
            "the legal moves of a turn take too long to find for games on a "
            "server: fewer moves a turn, 'safety: move' or 'threat: move' help");
        free(u);
        return;
    }
    u->variants->uploads++;
    unsigned char digest[DIGEST];
    char hex[2 * DIGEST + 1];
    (void)crypto_generichash(digest, sizeof digest, (const unsigned char *)u->text, u->row.len,
                             NULL, 0);
    (void)sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
    (void)snprintf(u->row.name, sizeof u->row.name, "%.48s@%s", bm_rules_info(u->rules)->name,
                   hex);
    (void)snprintf(u->row.owner, sizeof u->row.owner, "%s", u->req->identity.id);
    u->row.created = bm_server_wall();
    u->row.text = u->text;
    const struct bm_change change = {.kind = BM_CHANGE_VARIANT, .variant = &u->row};
    bm_store_put(u->req->server->store, &change, 1, upload_saved, u);
}

static void run_upload(struct bm_api_request *req)
{
    static const struct bm_request_work how = {
        .work = compile_upload, .done = upload_compiled, .drop = free, .cost = 50};
    const struct bm_slice body = bm_request_body(req->request);
    if (body.len == 0 || body.len > BM_MAX_VARIANT_TEXT) {
        bm_api_reply_problem(req, 413, "bad_size", "",
                             "a variant is a text of 1 to 65536 bytes");
        return;
    }
    if (!bm_quota_check(req, BM_QUOTA_VARIANTS, 1) ||
        !bm_quota_check(req, BM_QUOTA_BYTES, (int64_t)body.len))
        return;
    struct upload *const u = calloc(1, sizeof *u + body.len);
    if (!u) {
        bm_api_reply_no_memory(req);
        return;
    }
    u->variants = req->server->variants;
    u->row.len = body.len;
    memcpy(u->text, body.s, body.len);
    bm_api_run_in_worker(req, &how, u);
}

/* ---- Looking ---- */

static bool put_name(void *user, const struct bm_variant_row *row)
{
    struct bm_buf *const out = user;
    bm_api_put_text(out, ",", row->name);
    return true;
}

static void run_list(struct bm_api_request *req)
{
    struct bm_buf out = {0}, uploaded = {0};
    bm_buf_text(&out, "{\"library\":[");
    for (unsigned i = 0; bm_variant_at(i); i++)
        bm_api_put_text(&out, i ? "," : "", bm_variant_at(i)->name);
    bm_buf_text(&out, "],\"uploaded\":[");
    (void)bm_store_variants(req->server->store, LISTED, put_name, &uploaded);
    if (uploaded.len)
        bm_buf_bytes(&out, uploaded.s + 1, uploaded.len - 1);
    bm_buf_text(&out, "]}");
    out.failed |= uploaded.failed;
    bm_buf_free(&uploaded);
    bm_api_reply_json(req, 200, &out);
}

void bm_api_reply_no_variant(struct bm_api_request *req)
{
    bm_api_reply_problem(req, 404, "no_such_variant", "", "there is no game of this name");
}

static void show_rules(struct bm_api_request *req)
{
    const struct bm_rules *const rules =
        bm_variant_store_rules(req->server->variants, req->param[0]);
    struct bm_buf out = {0};
    if (!rules) {
        bm_api_reply_no_variant(req);
        return;
    }
    put_facts(&out, req->param[0], rules);
    bm_rules_release(rules);
    bm_api_reply_json(req, 200, &out);
}

static void run_show(struct bm_api_request *req)
{
    bm_variant_store_prepare(req, req->param[0], show_rules);
}

static void run_text(struct bm_api_request *req)
{
    const struct bm_variant *const v = bm_variant_find(req->param[0], strlen(req->param[0]));
    struct bm_variant_row row;
    static const char type[] = "text/yaml; charset=utf-8";
    if (v)
        bm_api_reply_text(req, 200, type, "", v->text, v->len);
    else if (bm_store_variant(req->server->store, req->param[0], &row) == BM_STORE_OK)
        bm_api_reply_text(req, 200, type, "Cache-Control: max-age=31536000, immutable\r\n",
                          row.text, row.len);
    else
        bm_api_reply_no_variant(req);
}

const struct bm_route bm_routes_variants[] = {
    {BM_METHOD_GET, "/api/v1/variants", run_list, 0, "read", "names of all games", NULL, NULL,
     0, NULL},
    {BM_METHOD_POST, "/api/v1/variants", run_upload,
     BM_ROUTE_WRITES | BM_ROUTE_PERSON | BM_ROUTE_TEXT | BM_ROUTE_LONG | BM_ROUTE_COSTLY,
     "variants", "upload a game as YAML; the answer has the name to play it by", NULL, "lang",
     201, "413 bad_size, 422 bad_variant, 429 quota_exceeded"},
    {BM_METHOD_GET, "/api/v1/variants/{name}", run_show, 0, "read", "facts of a game", NULL,
     NULL, 0, "404 no_such_variant"},
    {BM_METHOD_GET, "/api/v1/variants/{name}/text", run_text, 0, "read", "a game as YAML", NULL,
     NULL, 0, "404 no_such_variant"},
    {0}};
