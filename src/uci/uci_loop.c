/* SPDX-License-Identifier: MIT */
#include "uci/uci_loop.h"

#include <stdio.h>
#include <string.h>

#include "banmen/variant.h"
#include "banmen/version.h"
#include "terminal/eval_report.h"
#include "terminal/position_diagram.h"
#include "uci/line_feed.h"
#include "uci/uci_options.h"
#include "uci/uci_search.h"

struct uci_engine {
    enum bm_piece_choice pieces;
    enum bm_proto proto;
    struct bm_uci_options settings;
    struct bm_loop loop;
    struct bm_uci_search searcher;
    struct bm_ctx *ctx;   /* the position; NULL: the searcher has taken it over */
    struct bm_ctx *spare; /* where the next one is tried; NULL: none yet */
    struct bm_buf out;
    bm_move only[BM_MAX_MOVES];
    bool quit;
};

/* Room for what most games need; more is made when it is. */
enum { PLIES = 256 };

static void write_uci_text(struct uci_engine *e, const char *text)
{
    bm_buf_text(&e->out, text);
    bm_uci_write(&e->out);
}

/* Something for people. What others sent must not end the line early. */
static void say_info(struct uci_engine *e, const char *text)
{
    bm_buf_text(&e->out, "info string ");
    for (; *text != '\0'; text++)
        bm_buf_char(&e->out, (unsigned char)*text < ' ' ? ' ' : *text);
    bm_uci_write(&e->out);
}

static bm_status new_ctx(struct uci_engine *e, struct bm_ctx **out, size_t plies)
{
    struct bm_options options;
    const struct bm_rules *const rules = e->settings.rules;
    if (plies > UINT32_MAX || bm_ctx_size(rules, (unsigned)plies) == 0)
        return BM_ENOSPC;
    const bm_status status = bm_ctx_create(out, rules, (unsigned)plies);
    if (status != BM_OK)
        return status;
    /* The GUI decides whether a draw ends the game. */
    bm_options_default(&options);
    options.play_on = true;
    bm_ctx_configure(*out, &options);
    return BM_OK;
}

/* The position, to look at. */
static const struct bm_ctx *current_ctx(const struct uci_engine *e)
{
    return e->ctx ? e->ctx : bm_uci_search_ctx(&e->searcher);
}

/* The start of the game that is set now. */
static bool reset_position(struct uci_engine *e)
{
    struct bm_ctx *ctx;
    if (e->ctx && bm_ctx_rules(e->ctx) == e->settings.rules) {
        bm_ctx_start(e->ctx);
        return true;
    }
    if (new_ctx(e, &ctx, PLIES) != BM_OK)
        return false;
    bm_ctx_destroy(e->ctx);
    bm_ctx_destroy(e->spare);
    e->ctx = ctx;
    e->spare = NULL;
    return true;
}

/* ---- Commands: each gets what stands behind its word ---- */

static void do_handshake(struct uci_engine *e, struct bm_text rest)
{
    (void)rest;
    bm_buf_text(&e->out, "id name banmen ");
    bm_buf_text(&e->out, bm_version());
    bm_buf_text(&e->out, "\nid author the banmen authors\n");
    bm_uci_options_declare(&e->settings, &e->out);
    write_uci_text(e, e->proto == BM_PROTO_USI ? "usiok" : "uciok");
}

/* Create the search with the wanted options, or keep the old sizes if memory is missing. */
static bm_status prepare_uci_search(struct uci_engine *e)
{
    struct bm_search_options *const wanted = &e->settings.search;
    const struct bm_search_options *const had = &e->searcher.options;
    const bm_status status = bm_uci_search_prepare(&e->searcher, e->settings.rules, wanted);
    if (status != BM_ENOMEM || (wanted->hash == had->hash && wanted->threads == had->threads))
        return status;
    say_info(e, "not enough memory: the sizes of hash and threads stay as they were");
    wanted->hash = had->hash;
    wanted->threads = had->threads;
    return bm_uci_search_prepare(&e->searcher, e->settings.rules, wanted);
}

static void do_ready(struct uci_engine *e, struct bm_text rest)
{
    (void)rest;
    /* Allocate now, before the clock runs; "go" reports a failure. */
    if (!bm_uci_search_is_busy(&e->searcher))
        (void)!prepare_uci_search(e);
    write_uci_text(e, "readyok");
}

static void do_option(struct uci_engine *e, struct bm_text rest)
{
    struct bm_text name, value;
    struct bm_error err;
    char message[160];
    /* Holds the old rules until no context uses them. */
    const struct bm_rules *const before = bm_rules_hold(e->settings.rules);
    if (bm_option_read_set(rest.s, rest.len, &name, &value) != BM_OK)
        say_info(e, "setoption needs 'name NAME', and 'value VALUE' behind it");
    else if (bm_uci_options_set(&e->settings, name, value, message, sizeof message, &err) !=
             BM_OK)
        say_info(e, err.what);
    else if (*message != '\0')
        say_info(e, message);
    if (e->settings.clear)
        bm_uci_search_new_game(&e->searcher);
    e->settings.clear = false;
    if (e->settings.rules != before && !reset_position(e)) {
        say_info(e, "out of memory");
        e->quit = true;
    }
    bm_rules_release(before);
}

static void do_new_game(struct uci_engine *e, struct bm_text rest)
{
    (void)rest;
    bm_uci_search_new_game(&e->searcher);
    if (!reset_position(e))
        say_info(e, "out of memory");
}

static void do_position(struct uci_engine *e, struct bm_text rest)
{
    struct bm_error err = {.what = "out of memory"};
    const size_t moves = bm_wire_moves(rest.s, rest.len);
    bm_status status = BM_OK;
    if (e->spare && bm_ctx_plies(e->spare) + bm_ctx_room(e->spare) < moves) {
        bm_ctx_destroy(e->spare);
        e->spare = NULL;
    }
    if (!e->spare)
        status = new_ctx(e, &e->spare, moves > PLIES ? 2 * moves : PLIES);
    if (status == BM_ENOSPC)
        snprintf(err.what, sizeof err.what, "the game is too long");
    if (status == BM_OK)
        status = bm_wire_load(e->spare, e->proto, rest.s, rest.len, &err);
    if (status == BM_OK) {
        struct bm_ctx *const loaded = e->spare;
        e->spare = e->ctx;
        e->ctx = loaded;
        return;
    }
    bm_buf_text(&e->out, "info string position not changed: ");
    bm_buf_text(&e->out, err.what);
    bm_uci_write(&e->out);
}

static void do_go(struct uci_engine *e, struct bm_text rest)
{
    struct bm_think limits;
    struct bm_error err;
    if (bm_go_parse(&limits, e->proto, current_ctx(e), rest.s, rest.len, e->only, BM_MAX_MOVES,
                    &err) != BM_OK) {
        say_info(e, err.what);
        limits = (struct bm_think){0};
    }
    limits.multipv = e->settings.multipv;
    limits.overhead = e->settings.overhead;
    if (prepare_uci_search(e) != BM_OK) {
        const struct bm_search_result none = {.best = {BM_MOVE_NONE}};
        say_info(e, "out of memory");
        bm_best_format(&e->out, e->proto, &none, current_ctx(e));
        bm_uci_write(&e->out);
        return;
    }
    bm_uci_search_go(&e->searcher, &e->ctx, &limits);
    if (e->ctx) { /* the one that was searched last */
        bm_ctx_destroy(e->spare);
        e->spare = e->ctx;
        e->ctx = NULL;
    }
}

static void do_stop(struct uci_engine *e, struct bm_text rest)
{
    (void)rest;
    bm_uci_search_stop(&e->searcher);
}

static void do_ponderhit(struct uci_engine *e, struct bm_text rest)
{
    (void)rest; /* some programs tell the times again */
    bm_uci_search_ponderhit(&e->searcher);
}

static void do_quit(struct uci_engine *e, struct bm_text rest)
{
    (void)rest;
    e->quit = true;
}

/* Print the board, for a user who types the commands. */
static void do_show(struct uci_engine *e, struct bm_text rest)
{
    char text[BM_POSITION_TEXT];
    (void)rest;
    flockfile(stdout);
    bm_diagram_print(current_ctx(e), BM_EN, e->pieces);
    bm_ctx_format(current_ctx(e), 0, text, sizeof text);
    printf("\nposition: %s\n", text);
    fflush(stdout);
    funlockfile(stdout);
}

/* Print the evaluation, term by term. */
static void do_eval(struct uci_engine *e, struct bm_text rest)
{
    struct bm_eval_trace eval;
    (void)rest;
    if (bm_eval_report_find(&eval, current_ctx(e)) != BM_OK) {
        say_info(e, "out of memory");
        return;
    }
    bm_eval_report_format(&e->out, &eval, bm_ctx_turn(current_ctx(e)), BM_EN);
    if (!e->out.failed)
        e->out.len--; /* the last line is ended by writing */
    bm_uci_write(&e->out);
}

static void do_nothing(struct uci_engine *e, struct bm_text rest)
{
    (void)e;
    (void)rest;
}

enum { UCI = 1 << BM_PROTO_UCI, USI = 1 << BM_PROTO_USI, BOTH = UCI | USI };

static const struct {
    const char *word;
    unsigned protos;
    void (*run)(struct uci_engine *e, struct bm_text rest);
} commands[] = {
    {"uci", UCI, do_handshake},
    {"usi", USI, do_handshake},
    {"isready", BOTH, do_ready},
    {"setoption", BOTH, do_option},
    {"ucinewgame", UCI, do_new_game},
    {"usinewgame", USI, do_new_game},
    {"position", BOTH, do_position},
    {"go", BOTH, do_go},
    {"stop", BOTH, do_stop},
    {"ponderhit", BOTH, do_ponderhit},
    {"gameover", USI, do_stop},
    {"quit", BOTH, do_quit},
    {"debug", UCI, do_nothing},
    {"register", UCI, do_nothing},
    {"d", BOTH, do_show},
    {"eval", BOTH, do_eval},
};

static void run_line(struct uci_engine *e, const char *s, size_t len)
{
    struct bm_text word;
    if (!bm_word_next(&s, &len, &word))
        return;
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if ((commands[i].protos >> e->proto & 1) && bm_word_is(word, commands[i].word)) {
            commands[i].run(e, (struct bm_text){s, len});
            return;
        }
    struct bm_error err;
    (void)bm_wire_fail(&err, BM_EINVAL, "unknown command", word);
    say_info(e, err.what);
}

static bool open_engine(struct uci_engine *e, enum bm_proto proto,
                        const struct bm_uci_start *start)
{
    *e = (struct uci_engine){.pieces = start->pieces, .proto = proto};
    if (bm_loop_init_childless(&e->loop) || !bm_uci_options_init(&e->settings, proto))
        return false;
    if (start->level != 0)
        e->settings.search.level = start->level;
    if (start->seed != 0)
        e->settings.search.seed = start->seed;
    bm_uci_search_open(&e->searcher, proto, &e->loop);
    if (!reset_position(e))
        return false;
    e->searcher.debug = start->debug;
    return true;
}

bool bm_uci_run(enum bm_proto proto, const struct bm_uci_start *start,
                struct bm_line_reader *in, const char *first)
{
    static struct uci_engine e; /* its lists are large */
    struct bm_line_feed feed;
    if (!open_engine(&e, proto, start) || !bm_line_feed_open(&feed, &e.loop, in)) {
        fprintf(stderr, "banmen: out of memory\n");
        return false;
    }
    if (first)
        run_line(&e, first, strlen(first));
    while (bm_line_feed_next(&feed, &e.loop)) {
        run_line(&e, feed.s, feed.len);
        if (e.quit)
            break;
        bm_line_feed_take(&feed);
    }
    if (!e.quit)
        bm_uci_search_finish(&e.searcher);
    bm_uci_search_close(&e.searcher);
    bm_line_feed_close(&feed);
    bm_loop_fini(&e.loop);
    bm_ctx_destroy(e.ctx);
    bm_ctx_destroy(e.spare);
    bm_uci_options_fini(&e.settings);
    bm_buf_free(&e.out);
    if (in->trouble)
        fprintf(stderr, "banmen: standard input: %s\n", in->trouble);
    return !in->trouble;
}
