/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "server/analysis/analysis_internal.h"
#include "server/analysis/engine_list.h"
#include "server/http/routes.h"
#include "server/ws/messages.h"

enum {
    PLACES = 2,  /* at a time */
    WAITING = 3, /* of one address */
    ALL_WAITING = 64,
    SHARE = 5000,    /* ms that one may take while others wait, if the host has not said; */
    SHARE_MORE = 5,  /* a part of it, if its address has another one going */
    LOOK = 250,      /* ms between two looks at that */
    LONGEST = 30000, /* ms */
    USUAL = 5000,    /* the same, if nothing was said */
    DEEPEST = 100,   /* plies */
    RETRY = 5        /* s */
};
static const int64_t MOST_NODES = 1000000000;

static struct bm_study *study_of(struct bm_ticket *t)
{
    return (struct bm_study *)((char *)t - offsetof(struct bm_study, ticket));
}

/* ---- Life ---- */

static void free_analysis(void *user)
{
    struct bm_study *const a = user;
    bm_search_destroy(a->search);
    bm_ctx_destroy(a->own);
    bm_position_drop(a->ctx);
    bm_buf_free(&a->text);
    uv_mutex_destroy(&a->lock);
    free(a);
}

static void close_pause(uv_handle_t *wake)
{
    struct bm_study *const a = wake->data;
    bm_timer_close(&a->pause, free_analysis, a);
}

static void tell_places(struct bm_studies *all);

/* The nodes that were searched, as was told last. */
static uint64_t count_nodes(const struct bm_study *a)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < BM_FOUND_LINES; i++)
        most = a->found[i].nodes > most ? a->found[i].nodes : most;
    return most < (uint64_t)MOST_NODES ? most : (uint64_t)MOST_NODES;
}

/* It is over, and nobody listens: its memory goes when its handles are closed. No worker has it
 * any more. */
static void leave(struct bm_study *a)
{
    struct bm_studies *const all = a->all;
    bm_server_charge(all->server, a->address, count_nodes(a) / BM_NODES_FOR_ONE);
    bm_study_end_engine(a);
    bm_connection_unregister(&a->line);
    *a->link = a->next;
    if (a->next)
        a->next->link = a->link;
    bm_timer_stop(&a->pause);
    uv_close((uv_handle_t *)&a->wake, close_pause);
    bm_fair_leave(&a->ticket);
    tell_places(all);
}

/* It tells soon what it has. */
static void stop(struct bm_study *a)
{
    if (a->running)
        bm_study_stop_search(a);
    if (a->engine)
        bm_engine_stop(a->engine, false);
}

/* ---- Telling ---- */

static void push(struct bm_study *a, struct bm_buf *text)
{
    if (a->stream && !text->failed && text->len != 0)
        bm_stream_send(a->stream, text->s, text->len);
    bm_buf_free(text);
}

/* Send what was written. */
static void send_text(struct bm_study *a)
{
    uv_mutex_lock(&a->lock);
    struct bm_buf text = a->text;
    a->text = (struct bm_buf){0};
    uv_mutex_unlock(&a->lock);
    push(a, &text);
}

/* An engine's lines. */
static void tell_engine(void *user)
{
    struct bm_study *const a = user;
    bm_study_write_found(a);
    a->told = bm_server_now(a->all->server);
    send_text(a);
}

static void finish(struct bm_study *a)
{
    struct bm_buf text = {0};
    if (a->engine)
        bm_study_write_found(a);
    send_text(a);
    if (a->stream) {
        bm_study_write_end(&text, a);
        push(a, &text);
        bm_stream_end(a->stream);
    }
    leave(a);
}

static void finish_search(struct bm_task *t, bool cancelled)
{
    struct bm_study *const a = (struct bm_study *)((char *)t - offsetof(struct bm_study, task));
    (void)cancelled; /* it has no move then */
    a->running = false;
    finish(a);
}

static void on_wake(uv_async_t *wake)
{
    struct bm_study *const a = wake->data;
    if (a->done) {
        finish(a);
    } else if (!a->engine) {
        send_text(a); /* all else is the worker's */
    } else {
        const int64_t wait = a->told + BM_STUDY_EVERY - bm_server_now(a->all->server);
        if (wait > 0)
            bm_timer_set(&a->pause, &a->all->server->loop, wait, tell_engine, a);
        else
            tell_engine(a);
    }
}

static void on_gone(void *user)
{
    struct bm_study *const a = user;
    a->stream = NULL;
    if (a->running)
        stop(a);
    else
        leave(a);
}

/* ---- In turn ---- */

static void fail(struct bm_study *a, const char *code, const char *detail)
{
    a->trouble[0] = code;
    a->trouble[1] = detail;
    a->done = true;
    (void)uv_async_send(&a->wake);
}

/* Those who wait are told at which place, when it has changed. */
static void tell_places(struct bm_studies *all)
{
    for (struct bm_study *a = all->first; a; a = a->next) {
        const unsigned place = bm_fair_rank(&a->ticket) + 1;
        struct bm_buf text = {0};
        if (!a->stream || a->ticket.state != BM_TICKET_WAITS || place == a->place)
            continue;
        a->place = place;
        bm_buf_text(&text, "{\"t\":\"queued\"");
        bm_message_number(&text, "place", place);
        bm_buf_text(&text, "}\n");
        push(a, &text);
    }
}

/* Time slices: one that has used up its share ends with what it has, if others wait. */
static void look_at_shares(void *user)
{
    struct bm_studies *const all = user;
    const int64_t now = bm_server_now(all->server), set = all->server->options.analysis_ms;
    const int64_t most = set ? set : SHARE;
    all->looking = bm_fair_waiting(all->queue) != 0;
    for (struct bm_study *a = all->first; a; a = a->next) {
        if (a->ticket.state != BM_TICKET_WORKS || a->cut || !bm_fair_is_wanted(&a->ticket))
            continue;
        const int64_t share = bm_fair_working_beside(&a->ticket) ? most / SHARE_MORE : most;
        if (now - a->began >= share) {
            a->cut = true;
            stop(a);
        }
    }
    if (all->looking)
        bm_timer_set(&all->look, &all->server->loop, LOOK, look_at_shares, all);
}

/* Begin to think; there is a stream. */
static void begin_study(struct bm_study *a)
{
    a->began = bm_server_now(a->all->server);
    if (!a->spec) {
        bm_study_begin_search(a, finish_search);
        return;
    }
    if (a->placed.state != BM_TICKET_WORKS &&
        !bm_engines_take(a->all->server->engines, &a->placed, a->address))
        fail(a, "engines_busy", "all engines of this server are at work: try again later");
    else if (!bm_study_begin_engine(a))
        fail(a, "no_memory", "the server is out of memory: try again");
}

static void start_study(struct bm_ticket *t)
{
    struct bm_study *const a = study_of(t);
    if (a->stream) /* else it begins when there is one */
        begin_study(a);
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
static bool read_limits(struct bm_api_request *req, struct bm_think *out)
{
    int64_t depth = 0, nodes = 0, movetime = 0, multipv = 1;
    if (!bm_api_body_int(req, "depth", 1, DEEPEST, &depth) ||
        !bm_api_body_int(req, "nodes", 1, MOST_NODES, &nodes) ||
        !bm_api_body_int(req, "movetime", 1, LONGEST, &movetime) ||
        !bm_api_body_int(req, "multipv", 1, BM_FOUND_LINES, &multipv))
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
static void name_of(char out[64], const struct bm_api_request *req)
{
    char address[64];
    (void)snprintf(out, 64, "%.63s",
                   req->cookie[0] ? bm_accounts_address(req->server->accounts, req->request,
                                                        address, sizeof address)
                                  : req->identity.id);
}

static bool has_one(const struct bm_studies *all, const char *whose)
{
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
    a->told = bm_server_now(all->server) - BM_STUDY_EVERY;
    a->best.bits = a->ponder.bits = BM_MOVE_NONE;
    a->next = all->first;
    a->link = &all->first;
    if (a->next)
        a->next->link = &a->next;
    all->first = a;
    return a;
}

/* The engine that was asked for, if any. False: the call was answered. */
static bool read_engine(struct bm_api_request *req, const struct bm_engine_spec **out)
{
    const char *name = NULL;
    if (!bm_api_body_string(req, "engine", &name))
        return false;
    *out = name ? bm_engines_find(req->server->engines, name) : NULL;
    if (name && !*out)
        bm_api_reply_problem(req, 422, "bad_engine", "",
                             "there is no such engine on this server");
    return !name || *out;
}

/* An engine that can be had now, if there is to be one. False: the call was answered. */
static bool check_engine(struct bm_api_request *req, struct bm_study *a)
{
    struct bm_engines *const engines = req->server->engines;
    if (!a->spec)
        return true;
    if (!bm_engines_plays(engines, a->spec, bm_ctx_rules(a->ctx))) {
        bm_api_reply_problem(req, 422, "bad_engine", "", "this engine does not play this game");
        return false;
    }
    const bool placed = bm_engines_take(engines, &a->placed, a->address);
    if (!placed)
        bm_api_reply_busy(
            req, "engines_busy", RETRY,
            "all engines of this server, or that of this address, are at work: try "
            "again later");
    return placed;
}

/* Its turn in the queue. False: the call was answered. */
static bool queue_study(struct bm_api_request *req, struct bm_study *a)
{
    switch (bm_fair_take(a->all->queue, &a->ticket, req->identity.place,
                         (uint64_t)a->limits.movetime, start_study)) {
    case BM_FAIR_TAKEN: return true;
    case BM_FAIR_OWNER_FULL:
    case BM_FAIR_FULL:
        bm_api_reply_busy(req, "analysis_busy", RETRY,
                          "too many analyses wait, here or of this address: try again later");
        return false;
    case BM_FAIR_NO_MEMORY: bm_api_reply_no_memory(req); return false;
    }
    return false;
}

/* One for each person. False: the call was answered. */
static bool may_study(struct bm_api_request *req, char whose[64])
{
    const struct bm_studies *const all = req->server->studies;
    name_of(whose, req);
    const bool fine = !all->server->draining && !has_one(all, whose);
    if (!fine)
        bm_api_reply_busy(req, "analysis_busy", RETRY,
                          "one analysis for each person: end that first");
    return fine;
}

/* The position was set up. */
static void make_study(struct bm_api_request *req, struct bm_ctx *ctx,
                       const struct bm_setup *start)
{
    struct bm_studies *const all = req->server->studies;
    char whose[64];
    if (!may_study(req, whose)) {
        bm_position_drop(ctx);
        return;
    }
    struct bm_study *const a = create(all);
    if (!a) {
        bm_position_drop(ctx);
        bm_api_reply_no_memory(req);
        return;
    }
    a->ctx = ctx;
    a->start = *start;
    memcpy(a->whose, whose, sizeof whose);
    (void)snprintf(a->address, sizeof a->address, "%s", req->identity.place);
    if (!read_limits(req, &a->limits) || !read_engine(req, &a->spec) || !check_engine(req, a) ||
        !queue_study(req, a)) {
        leave(a);
        return;
    }
    bm_api_register_connection(req, &a->line, on_revoked, a);
    a->stream = bm_api_reply_stream(req, "application/x-ndjson", on_gone, a);
    if (!a->stream) {
        leave(a);
    } else if (a->ticket.state == BM_TICKET_WORKS) {
        begin_study(a);
    } else {
        bm_study_end_engine(a); /* another may have the place meanwhile */
        tell_places(all);
        if (!all->looking)
            look_at_shares(all);
    }
}

static void run_analysis(struct bm_api_request *req)
{
    const struct bm_engine_spec *engine = NULL;
    struct bm_think limits;
    char whose[64];
    if (!req->body) {
        bm_api_reply_problem(req, 400, "bad_json", "",
                             "say what to think about: {\"variant\": ...}");
        return;
    }
    if (read_limits(req, &limits) && read_engine(req, &engine) && may_study(req, whose))
        bm_position_prepare(req, BM_FOUND_PV, make_study);
}

/* ---- All of them ---- */

bm_status bm_studies_create(struct bm_studies **out, struct bm_server *s)
{
    struct bm_studies *const all = calloc(1, sizeof *all);
    *out = all;
    if (!all)
        return BM_ENOMEM;
    all->server = s;
    const bm_status status = bm_fair_create(
        &all->queue,
        &(struct bm_fair_limits){.places = PLACES, .waiting = WAITING, .all = ALL_WAITING});
    return status ? status : bm_pool_create(&all->pool, &s->loop, PLACES);
}

void bm_studies_bye(struct bm_studies *all)
{
    bm_fair_close(all->queue);
    for (struct bm_study *a = all->first; a; a = a->next)
        if (a->ticket.state == BM_TICKET_WAITS)
            fail(a, "stopping", "the server is being stopped: try again");
        else
            stop(a);
}

static void free_studies(void *user) { free(user); }

void bm_studies_destroy(struct bm_studies *all)
{
    if (!all)
        return;
    if (all->queue)
        bm_studies_bye(all);
    bm_pool_destroy(all->pool); /* those at work end here */
    while (all->first)
        leave(all->first);
    bm_fair_destroy(all->queue);
    bm_timer_close(&all->look, free_studies, all);
}

unsigned bm_studies_count(const struct bm_studies *all) { return bm_fair_working(all->queue); }
unsigned bm_studies_waiting(const struct bm_studies *all)
{
    return bm_fair_waiting(all->queue);
}

const struct bm_route bm_routes_analysis[] = {
    {BM_METHOD_POST, "/api/v1/analysis", run_analysis,
     BM_ROUTE_BODY | BM_ROUTE_LONG | BM_ROUTE_PERSON | BM_ROUTE_RULES, "read",
     "the best moves of a position, as a stream of lines of JSON while they are found: "
     "{\"t\":\"queued\",\"place\":N} while it waits for its turn, one for each line of play, "
     "and {\"t\":\"done\"} at the end, with \"cut\" if others waited",
     "{\"type\":\"object\",\"properties\":{\"variant\":{\"type\":\"string\"},\"position\":{"
     "\"type\":\"string\"},\"moves\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
     "\"engine\":{\"type\":\"string\"},\"multipv\":{\"type\":\"integer\",\"minimum\":1,"
     "\"maximum\":5},\"depth\":{\"type\":"
     "\"integer\",\"minimum\":1,\"maximum\":100},\"nodes\":{\"type\":\"integer\",\"minimum\":1,"
     "\"maximum\":1000000000},\"movetime\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":"
     "30000}}}",
     "lang", 0,
     "404 no_such_variant, 422 bad_member, 422 bad_position, 422 bad_move, 422 "
     "illegal_move, 422 bad_engine, 429 analysis_busy, 429 engines_busy"},
    {0}};
