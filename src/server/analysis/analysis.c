/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "server/analysis/analysis_internal.h"
#include "server/analysis/engine_list.h"
#include "server/http/routes.h"
#include "server/ws/messages.h"

enum {
    PLACES = 2,  /* at a time */
    WAITING = 3, /* of one address */
    ALL_WAITING = 64,
    SHARE = 5000,    /* default of the ms that an analysis may take while others wait; */
    SHARE_MORE = 5,  /* a part of it, if its address has another one going */
    LOOK = 250,      /* ms between two looks at that */
    LONGEST = 30000, /* ms */
    USUAL = 5000,    /* defaults of a request */
    DEEPEST = 100,   /* plies */
    RETRY = 5,       /* s */
    HASH = 32,       /* MiB */
    INTERVAL = 100   /* ms between two times that lines are sent */
};
static const int64_t MOST_NODES = 1000000000;

static struct bm_analysis_job *job_of(struct bm_ticket *t)
{
    return (struct bm_analysis_job *)((char *)t - offsetof(struct bm_analysis_job, ticket));
}

/* ---- Life ---- */

static void free_analysis(void *user)
{
    struct bm_analysis_job *const job = user;
    bm_position_drop(job->ctx);
    free(job);
}

static void send_queue_places(struct bm_analyses *all);

/* It is over, or its client disconnected: its search ends in the background, and it is freed
 * when its timer is closed. */
static void leave_queue(struct bm_analysis_job *job)
{
    struct bm_analyses *const all = job->all;
    const uint64_t most = (uint64_t)MOST_NODES;
    bm_server_charge(all->server, job->address,
                     (job->nodes < most ? job->nodes : most) / BM_NODES_FOR_ONE);
    bm_analyser_destroy(job->analyser);
    bm_fair_leave(&job->placed);
    bm_connection_unregister(&job->line);
    *job->link = job->next;
    if (job->next)
        job->next->link = job->link;
    bm_fair_leave(&job->ticket);
    bm_timer_close(&job->end, free_analysis, job);
    send_queue_places(all);
}

/* It sends its result soon. */
static void stop_job(struct bm_analysis_job *job)
{
    if (job->analyser)
        bm_analyser_stop(job->analyser);
}

/* ---- Telling ---- */

static void push_text(struct bm_analysis_job *job, struct bm_buf *text)
{
    if (job->stream && !text->failed && text->len != 0)
        bm_stream_send(job->stream, text->s, text->len);
    bm_buf_free(text);
}

static void finish_job(void *user)
{
    struct bm_analysis_job *const job = user;
    struct bm_buf text = {0};
    if (job->stream) {
        bm_analysis_job_write_end(&text, job);
        push_text(job, &text);
        bm_stream_end(job->stream);
    }
    leave_queue(job);
}

/* ---- Events of the analyser ---- */

static void on_job_line(void *user, const struct bm_analysis_line *line)
{
    struct bm_analysis_job *const job = user;
    if (line->info.multipv > BM_ANALYSIS_LINES)
        return;
    if (line->info.nodes > job->nodes)
        job->nodes = line->info.nodes;
    if (job->stream && line->text_len != 0)
        bm_stream_send(job->stream, line->text, line->text_len);
}

static void on_job_finished(void *user, const struct bm_engine_answer *answer, bm_status status)
{
    struct bm_analysis_job *const job = user;
    (void)status; /* without memory the move is still legal */
    if (answer->kind == BM_BEST_MOVE || !job->spec) {
        job->best = answer->move;
        job->ponder = answer->ponder;
    }
    job->declares = answer->kind == BM_BEST_WIN;
    finish_job(job);
}

static void on_job_trouble(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_analysis_job *const job = user;
    (void)detail; /* it may name files of the server */
    if (job->spec)
        bm_server_log("warning", "engine", ",\"engine\":\"%s\",\"why\":\"%s\"", job->spec->name,
                      bm_engine_trouble_word(trouble));
    job->trouble[0] = job->spec ? "engine_failed" : "no_memory";
    job->trouble[1] = job->spec ? bm_engine_trouble_text(trouble, BM_EN)
                                : "the server is out of memory: try again";
    finish_job(job);
}

static void on_listener_gone(void *user)
{
    struct bm_analysis_job *const job = user;
    job->stream = NULL;
    leave_queue(job);
}

/* ---- In turn ---- */

static void fail_job(struct bm_analysis_job *job, const char *code, const char *detail)
{
    job->trouble[0] = code;
    job->trouble[1] = detail;
    bm_timer_set(&job->end, &job->all->server->loop, 0, finish_job, job);
}

/* Those that wait are sent their place in the queue when it has changed. */
static void send_queue_places(struct bm_analyses *all)
{
    for (struct bm_analysis_job *job = all->first; job; job = job->next) {
        const unsigned place = bm_fair_rank(&job->ticket) + 1;
        struct bm_buf text = {0};
        if (!job->stream || job->ticket.state != BM_TICKET_WAITS || place == job->place)
            continue;
        job->place = place;
        bm_buf_text(&text, "{\"t\":\"queued\"");
        bm_message_number(&text, "place", place);
        bm_buf_text(&text, "}\n");
        push_text(job, &text);
    }
}

/* Time slices: one that has used up its share ends with what it has, if others wait. */
static void check_shares(void *user)
{
    struct bm_analyses *const all = user;
    const int64_t now = bm_server_now(all->server), set = all->server->options.analysis_ms;
    const int64_t most = set ? set : SHARE;
    all->looking = bm_fair_waiting(all->queue) != 0;
    for (struct bm_analysis_job *job = all->first; job; job = job->next) {
        if (job->ticket.state != BM_TICKET_WORKS || job->cut ||
            !bm_fair_is_wanted(&job->ticket))
            continue;
        const int64_t share = bm_fair_working_beside(&job->ticket) ? most / SHARE_MORE : most;
        if (now - job->began >= share) {
            job->cut = true;
            stop_job(job);
        }
    }
    if (all->looking)
        bm_timer_set(&all->look, &all->server->loop, LOOK, check_shares, all);
}

static bool start_analyser(struct bm_analysis_job *job)
{
    static const struct bm_analyser_events events = {
        .line = on_job_line, .finished = on_job_finished, .trouble = on_job_trouble};
    const struct bm_analyser_options options = {
        .spec = job->spec,
        .search = {.level = BM_LEVELS, .hash = HASH, .threads = 1},
        .pool = job->all->pool,
        .interval = INTERVAL,
        .describe = bm_analysis_line_write};
    if (bm_analyser_create(&job->analyser, &job->all->server->loop, &options, &events, job) ||
        bm_analyser_set_context(job->analyser, job->ctx, &job->start))
        return false;
    bm_analyser_start(job->analyser, &job->limits, job->limits.movetime);
    return true;
}

/* Begin to search; there is a stream. */
static void begin_job(struct bm_analysis_job *job)
{
    job->began = bm_server_now(job->all->server);
    if (job->spec && job->placed.state != BM_TICKET_WORKS &&
        !bm_engines_take(job->all->server->engines, &job->placed, job->address))
        fail_job(job, "engines_busy",
                 "all engines of this server are at work: try again later");
    else if (!start_analyser(job))
        fail_job(job, "no_memory", "the server is out of memory: try again");
}

static void start_analysis_job(struct bm_ticket *t)
{
    struct bm_analysis_job *const job = job_of(t);
    if (job->stream) /* else it begins when there is one */
        begin_job(job);
}

/* What let it in is not valid any more. */
static void on_access_revoked(void *user)
{
    struct bm_analysis_job *const job = user;
    struct bm_stream *const stream = job->stream;
    if (stream) {
        on_listener_gone(job);
        bm_stream_end(stream);
    }
}

/* ---- The beginning ---- */

/* The limits of the search. False: the request was answered. */
static bool read_limits(struct bm_api_request *req, struct bm_think *out)
{
    int64_t depth = 0, nodes = 0, movetime = 0, multipv = 1;
    if (!bm_api_body_int(req, "depth", 1, DEEPEST, &depth) ||
        !bm_api_body_int(req, "nodes", 1, MOST_NODES, &nodes) ||
        !bm_api_body_int(req, "movetime", 1, LONGEST, &movetime) ||
        !bm_api_body_int(req, "multipv", 1, BM_ANALYSIS_LINES, &multipv))
        return false;
    if (!movetime)
        movetime = depth || nodes ? LONGEST : USUAL;
    *out = (struct bm_think){.depth = (unsigned)depth,
                             .nodes = (uint64_t)nodes,
                             .movetime = movetime,
                             .multipv = (unsigned)multipv};
    return true;
}

/* The person that it counts for; without a cookie, the address. */
static void name_of(char out[64], const struct bm_api_request *req)
{
    char address[64];
    (void)snprintf(out, 64, "%.63s",
                   req->cookie[0] ? bm_accounts_address(req->server->accounts, req->request,
                                                        address, sizeof address)
                                  : req->identity.id);
}

static bool has_one(const struct bm_analyses *all, const char *whose)
{
    for (const struct bm_analysis_job *job = all->first; job; job = job->next)
        if (strcmp(job->whose, whose) == 0)
            return true;
    return false;
}

static struct bm_analysis_job *create_job(struct bm_analyses *all)
{
    struct bm_analysis_job *const job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->all = all;
    bm_timer_set(&job->end, &all->server->loop, 0, NULL, NULL); /* closing it frees later */
    bm_timer_stop(&job->end);
    job->best.bits = job->ponder.bits = BM_MOVE_NONE;
    job->next = all->first;
    job->link = &all->first;
    if (job->next)
        job->next->link = &job->next;
    all->first = job;
    return job;
}

/* The requested engine, if any. False: the request was answered. */
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

/* A place for an engine, if one is requested. False: the request was answered. */
static bool check_engine(struct bm_api_request *req, struct bm_analysis_job *job)
{
    struct bm_engines *const engines = req->server->engines;
    if (!job->spec)
        return true;
    if (!bm_engines_plays(engines, job->spec, bm_ctx_rules(job->ctx))) {
        bm_api_reply_problem(req, 422, "bad_engine", "", "this engine does not play this game");
        return false;
    }
    const bool placed = bm_engines_take(engines, &job->placed, job->address);
    if (!placed)
        bm_api_reply_busy(
            req, "engines_busy", RETRY,
            "all engines of this server, or that of this address, are at work: try "
            "again later");
    return placed;
}

/* Its ticket in the queue. False: the request was answered. */
static bool queue_job(struct bm_api_request *req, struct bm_analysis_job *job)
{
    switch (bm_fair_take(job->all->queue, &job->ticket, req->identity.place,
                         (uint64_t)job->limits.movetime, start_analysis_job)) {
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

/* One for each person. False: the request was answered. */
static bool may_analyse(struct bm_api_request *req, char whose[64])
{
    const struct bm_analyses *const all = req->server->analyses;
    name_of(whose, req);
    const bool fine = !all->server->draining && !has_one(all, whose);
    if (!fine)
        bm_api_reply_busy(req, "analysis_busy", RETRY,
                          "one analysis for each person: end that first");
    return fine;
}

/* The position was set up. */
static void make_job(struct bm_api_request *req, struct bm_ctx *ctx,
                     const struct bm_setup *start)
{
    struct bm_analyses *const all = req->server->analyses;
    char whose[64];
    if (!may_analyse(req, whose)) {
        bm_position_drop(ctx);
        return;
    }
    struct bm_analysis_job *const job = create_job(all);
    if (!job) {
        bm_position_drop(ctx);
        bm_api_reply_no_memory(req);
        return;
    }
    job->ctx = ctx;
    job->start = *start;
    memcpy(job->whose, whose, sizeof whose);
    (void)snprintf(job->address, sizeof job->address, "%s", req->identity.place);
    if (!read_limits(req, &job->limits) || !read_engine(req, &job->spec) ||
        !check_engine(req, job) || !queue_job(req, job)) {
        leave_queue(job);
        return;
    }
    bm_api_register_connection(req, &job->line, on_access_revoked, job);
    job->stream = bm_api_reply_stream(req, "application/x-ndjson", on_listener_gone, job);
    if (!job->stream) {
        leave_queue(job);
    } else if (job->ticket.state == BM_TICKET_WORKS) {
        begin_job(job);
    } else {
        bm_fair_leave(&job->placed); /* another may take the place meanwhile */
        send_queue_places(all);
        if (!all->looking)
            check_shares(all);
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
    if (read_limits(req, &limits) && read_engine(req, &engine) && may_analyse(req, whose))
        bm_position_prepare(req, 1, make_job);
}

/* ---- All of them ---- */

bm_status bm_analyses_create(struct bm_analyses **out, struct bm_server *s)
{
    struct bm_analyses *const all = calloc(1, sizeof *all);
    *out = all;
    if (!all)
        return BM_ENOMEM;
    all->server = s;
    const bm_status status = bm_fair_create(
        &all->queue,
        &(struct bm_fair_limits){.places = PLACES, .waiting = WAITING, .all = ALL_WAITING});
    return status ? status : bm_pool_create(&all->pool, &s->loop, PLACES);
}

void bm_analyses_disconnect_all(struct bm_analyses *all)
{
    bm_fair_close(all->queue);
    for (struct bm_analysis_job *job = all->first; job; job = job->next)
        if (job->ticket.state == BM_TICKET_WAITS)
            fail_job(job, "stopping", "the server is being stopped: try again");
        else
            stop_job(job);
}

static void free_studies(void *user) { free(user); }

void bm_analyses_destroy(struct bm_analyses *all)
{
    if (!all)
        return;
    if (all->queue)
        bm_analyses_disconnect_all(all);
    while (all->first)
        leave_queue(all->first);
    bm_pool_destroy(all->pool); /* those at work end here */
    bm_fair_destroy(all->queue);
    bm_timer_close(&all->look, free_studies, all);
}

unsigned bm_analyses_count(const struct bm_analyses *all)
{
    return bm_fair_working(all->queue);
}
unsigned bm_analyses_waiting(const struct bm_analyses *all)
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
