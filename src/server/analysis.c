/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "client/engine.h"
#include "server/analysis_inside.h"
#include "server/engines.h"
#include "server/routes.h"

enum {
    MOST = 2,        /* at a time */
    EVERY = 100,     /* ms between two times that something is told */
    LONGEST = 30000, /* ms */
    USUAL = 5000,    /* the same, if nothing was said */
    DEEPEST = 100,   /* plies */
    RETRY = 5        /* s */
};
static const int64_t MOST_NODES = 1000000000;

/* ---- Life ---- */

static void free_analysis(void *user)
{
    struct bm_study *const a = user;
    bm_search_destroy(a->search);
    bm_ctx_destroy(a->own);
    bm_position_drop(a->ctx);
    uv_mutex_destroy(&a->lock);
    free(a);
}

static void close_pause(uv_handle_t *wake)
{
    struct bm_study *const a = wake->data;
    bm_timer_close(&a->pause, free_analysis, a);
}

/* It is over, and nobody listens: its memory goes when its handles are closed. */
static void leave(struct bm_study *a)
{
    if (a->threaded)
        uv_thread_join(&a->thread);
    bm_study_end_engine(a);
    bm_people_drop_line(&a->line);
    *a->link = a->next;
    if (a->next)
        a->next->link = a->link;
    a->all->count--;
    bm_timer_stop(&a->pause);
    uv_close((uv_handle_t *)&a->wake, close_pause);
}

/* It tells soon what it has. */
static void stop(struct bm_study *a)
{
    if (a->search)
        bm_search_stop(a->search);
    if (a->engine)
        bm_engine_stop(a->engine, false);
}

/* ---- Telling ---- */

/* Take what is new of a number; false: nothing is. */
static bool take(struct bm_study *a, unsigned i, struct bm_found *out)
{
    uv_mutex_lock(&a->lock);
    const bool fresh = a->found[i].fresh;
    *out = a->found[i];
    a->found[i].fresh = false;
    uv_mutex_unlock(&a->lock);
    return fresh;
}

static void push(struct bm_study *a, struct bm_buf *text)
{
    if (a->stream && !text->failed && text->len != 0)
        bm_stream_send(a->stream, text->s, text->len);
    bm_buf_free(text);
}

static void tell(void *user)
{
    struct bm_study *const a = user;
    struct bm_buf text = {0};
    struct bm_found f;
    for (unsigned i = 0; i < BM_FOUND_LINES; i++)
        if (take(a, i, &f) && a->stream)
            bm_found_write(&text, a->ctx, i + 1, &f);
    a->told = bm_server_now(a->all->server);
    push(a, &text);
}

static void finish(struct bm_study *a)
{
    struct bm_buf text = {0};
    tell(a);
    if (a->stream) {
        bm_study_write_end(&text, a);
        push(a, &text);
        bm_stream_end(a->stream);
    }
    leave(a);
}

static void on_wake(uv_async_t *wake)
{
    struct bm_study *const a = wake->data;
    uv_mutex_lock(&a->lock);
    const bool done = a->done;
    uv_mutex_unlock(&a->lock);
    const int64_t wait = a->told + EVERY - bm_server_now(a->all->server);
    if (done)
        finish(a);
    else if (wait > 0)
        bm_timer_set(&a->pause, &a->all->server->loop, wait, tell, a);
    else
        tell(a);
}

static void on_gone(void *user)
{
    struct bm_study *const a = user;
    a->stream = NULL;
    if (a->engine)
        leave(a);
    else
        stop(a);
}

/* What let it in is not valid any more. */
static void on_revoked(void *user)
{
    struct bm_study *const a = user;
    struct bm_stream *const stream = a->stream;
    if (stream) {
        on_gone(a);
        bm_stream_end(stream);
    }
}

/* ---- The beginning ---- */

/* What it is to be stopped by. False: the call was answered. */
static bool read_limits(struct bm_call *c, struct bm_think *out)
{
    int64_t depth = 0, nodes = 0, movetime = 0, multipv = 1;
    if (!bm_call_int(c, "depth", 1, DEEPEST, &depth) ||
        !bm_call_int(c, "nodes", 1, MOST_NODES, &nodes) ||
        !bm_call_int(c, "movetime", 1, LONGEST, &movetime) ||
        !bm_call_int(c, "multipv", 1, BM_FOUND_LINES, &multipv))
        return false;
    if (!movetime)
        movetime = depth || nodes ? LONGEST : USUAL;
    *out = (struct bm_think){.depth = (unsigned)depth,
                             .nodes = (uint64_t)nodes,
                             .movetime = movetime,
                             .multipv = (unsigned)multipv};
    return true;
}

/* Who it counts for: who came without a cookie is known by his address. */
static void name_of(char out[64], const struct bm_call *c)
{
    char address[64];
    (void)snprintf(
        out, 64, "%.63s",
        c->cookie[0] ? bm_people_address(c->server->people, c->request, address, sizeof address)
                     : c->who.id);
}

static bool is_busy(const struct bm_studies *all, const char *whose)
{
    if (all->count >= MOST || all->server->draining)
        return true;
    for (const struct bm_study *a = all->first; a; a = a->next)
        if (strcmp(a->whose, whose) == 0)
            return true;
    return false;
}

static struct bm_study *create(struct bm_studies *all)
{
    struct bm_study *const a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    if (uv_mutex_init(&a->lock)) {
        free(a);
        return NULL;
    }
    if (uv_async_init(&all->server->loop.uv, &a->wake, on_wake)) {
        uv_mutex_destroy(&a->lock);
        free(a);
        return NULL;
    }
    a->wake.data = a;
    a->all = all;
    a->told = bm_server_now(all->server) - EVERY;
    a->best.bits = a->ponder.bits = BM_MOVE_NONE;
    a->next = all->first;
    a->link = &all->first;
    if (a->next)
        a->next->link = &a->next;
    all->first = a;
    all->count++;
    return a;
}

static void refuse(struct bm_call *c, const char *code, const char *detail)
{
    char line[32], more[48];
    (void)snprintf(line, sizeof line, "Retry-After: %d\r\n", RETRY);
    (void)snprintf(more, sizeof more, ",\"retry_ms\":%d", RETRY * 1000);
    bm_call_problem_with(c, 429, code, line, more, detail);
}

/* The engine that was asked for, if any. False: the call was answered. */
static bool read_engine(struct bm_call *c, const struct bm_engine_spec **out)
{
    const char *name = NULL;
    if (!bm_call_string(c, "engine", &name))
        return false;
    *out = name ? bm_engines_find(c->server->engines, name) : NULL;
    if (name && !*out)
        bm_call_problem(c, 422, "bad_engine", "", "there is no such engine on this server");
    return !name || *out;
}

/* Begin, in a place for an engine if there is to be one. False: the call was answered. */
static bool prepare(struct bm_call *c, struct bm_study *a, const struct bm_engine_spec *engine)
{
    struct bm_engines *const engines = c->server->engines;
    if (!engine) {
        const bool fine = bm_study_prepare(a);
        if (!fine)
            bm_call_no_memory(c);
        return fine;
    }
    if (!bm_engines_plays(engines, engine, bm_ctx_rules(a->ctx))) {
        bm_call_problem(c, 422, "bad_engine", "", "this engine does not play this game");
        return false;
    }
    a->placed = bm_engines_take(engines);
    if (!a->placed)
        refuse(c, "engines_busy", "all engines of this server are at work: try again later");
    return a->placed;
}

static void run_analysis(struct bm_call *c)
{
    struct bm_studies *const all = c->server->studies;
    const struct bm_engine_spec *engine = NULL;
    struct bm_think limits;
    struct bm_setup start;
    char whose[64];
    if (!c->body) {
        bm_call_problem(c, 400, "bad_json", "", "say what to think about: {\"variant\": ...}");
        return;
    }
    if (!read_limits(c, &limits) || !read_engine(c, &engine))
        return;
    name_of(whose, c);
    if (is_busy(all, whose)) {
        refuse(c, "analysis_busy",
               "one analysis for each person, and two in all: try again later");
        return;
    }
    struct bm_ctx *const ctx = bm_position_asked(c, BM_FOUND_PV, &start);
    if (!ctx)
        return;
    struct bm_study *const a = create(all);
    if (!a) {
        bm_position_drop(ctx);
        bm_call_no_memory(c);
        return;
    }
    a->ctx = ctx;
    a->limits = limits;
    memcpy(a->whose, whose, sizeof whose);
    if (!prepare(c, a, engine)) {
        leave(a);
        return;
    }
    bm_call_keep_line(c, &a->line, on_revoked, a);
    a->stream = bm_call_stream(c, "application/x-ndjson", on_gone, a);
    if (!a->stream)
        leave(a);
    else if (!(engine ? bm_study_begin_engine(a, engine, &start) : bm_study_begin(a)))
        finish(a);
}

/* ---- All of them ---- */

bm_status bm_studies_create(struct bm_studies **out, struct bm_server *s)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return BM_ENOMEM;
    (*out)->server = s;
    return BM_OK;
}

void bm_studies_bye(struct bm_studies *all)
{
    for (struct bm_study *a = all->first; a; a = a->next)
        stop(a);
}

void bm_studies_destroy(struct bm_studies *all)
{
    if (!all)
        return;
    bm_studies_bye(all);
    while (all->first)
        leave(all->first);
    free(all);
}

unsigned bm_studies_count(const struct bm_studies *all) { return all->count; }

const struct bm_route bm_routes_analysis[] = {
    {BM_METHOD_POST, "/api/v1/analysis", run_analysis, BM_ROUTE_BODY | BM_ROUTE_PERSON, "read",
     "the best moves of a position, as a stream of lines of JSON while they are found: one for "
     "each line of play, and {\"t\":\"done\"} at the end",
     "{\"type\":\"object\",\"properties\":{\"variant\":{\"type\":\"string\"},\"position\":{"
     "\"type\":\"string\"},\"moves\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
     "\"engine\":{\"type\":\"string\"},\"multipv\":{\"type\":\"integer\",\"minimum\":1,"
     "\"maximum\":5},\"depth\":{\"type\":"
     "\"integer\",\"minimum\":1,\"maximum\":100},\"nodes\":{\"type\":\"integer\",\"minimum\":1,"
     "\"maximum\":1000000000},\"movetime\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":"
     "30000}}}",
     NULL, 0,
     "404 no_such_variant, 422 bad_member, 422 bad_position, 422 bad_move, 422 "
     "illegal_move, 422 bad_engine, 429 analysis_busy, 429 engines_busy"},
    {0}};
