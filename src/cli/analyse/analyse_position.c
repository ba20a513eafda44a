/* SPDX-License-Identifier: MIT */
/* A position, or one for each line of standard input: the best lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "annotation/analysis_json.h"
#include "annotation/score_text.h"
#include "cli/analyse/analyse.h"
#include "cli/analyse/analysis_table.h"
#include "cli/position/command_position.h"
#include "engine/node_context.h"
#include "io/files/json_output.h"
#include "io/interrupt.h"
#include "terminal/search_debug.h"

/* Moves of a line beyond the position, and how long a position of many may take. */
enum { PV_ROOM = 256, BATCH_MS = 1000 };

struct position_analysis {
    struct bm_command_position session; /* first: bm_command_position_batch() hands it back */
    struct bm_sync_analyser *analyser;
    struct bm_think limits;
    struct bm_game *game;
    bm_node node;
    struct bm_ctx *ctx; /* at the node, with room for lines */
    struct bm_analyse_table table;
    bm_move only[BM_MAX_MOVES];
    bool failed; /* the analyser cannot continue */
};

static void on_position_line(void *user, const struct bm_analyser_line *line)
{
    bm_analyse_table_take(&((struct position_analysis *)user)->table, line);
}

static void on_position_tick(void *user)
{
    struct position_analysis *const w = user;
    bm_analyse_table_draw(&w->table);
    if (ferror(stdout)) /* the reader of stdout is gone */
        bm_sync_analyser_stop(w->analyser);
}

static int say_no_memory(void)
{
    fprintf(stderr, "banmen: out of memory\n");
    return EXIT_USAGE;
}

/* Make a game of the start position and the moves of the command. */
static bool make_position_game(struct position_analysis *w)
{
    struct bm_ctx *const ctx = w->session.ctx;
    const unsigned plies = bm_ctx_plies(ctx);
    struct bm_setup start;
    void *mem = NULL;
    size_t cap = 0;
    if (!bm_grow(&mem, &cap, plies + 1, sizeof(bm_move)))
        return false;
    bm_move *const moves = mem;
    for (unsigned i = 0; i < plies; i++)
        moves[i] = bm_ctx_played(ctx, i);
    while (bm_ctx_undo(ctx))
        continue;
    bm_ctx_setup(ctx, &start);
    bm_game_clear(w->game, w->session.rules);
    bool fine = !bm_game_set_start(w->game, &start);
    w->node = BM_NODE_ROOT;
    for (unsigned i = 0; i < plies && fine; i++)
        fine = bm_ctx_play(ctx, moves[i]) == 0 &&
               !bm_game_add(w->game, w->node, moves[i], &w->node);
    bm_release(mem);
    return fine && !bm_node_context(&w->ctx, w->game, w->node, PV_ROOM);
}

/* Read a move in coordinates or in the notations of the game. */
static bool read_only_move(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                           struct bm_error *err)
{
    static const enum bm_move_style styles[] = {BM_STYLE_SAN, BM_STYLE_WESTERN,
                                                BM_STYLE_JAPANESE};
    if (!bm_move_parse(out, ctx, s, len, err) && bm_ctx_judge(ctx, *out) == 0)
        return true;
    for (unsigned i = 0; i < sizeof styles / sizeof *styles; i++) {
        if (!bm_ctx_read_move(ctx, styles[i], s, len, out, err))
            return true;
    }
    return false;
}

/* --only MOVE,MOVE: 0, or EXIT_USAGE after an error message. */
static int read_only(struct position_analysis *w)
{
    const char *s = w->session.args->option[OPT_ONLY].text;
    w->limits.only = NULL;
    w->limits.only_count = 0;
    while (s && *s) {
        const size_t len = strcspn(s, ",");
        struct bm_error err = {.what = ""};
        bm_move m;
        if (!read_only_move(w->ctx, s, len, &m, &err)) {
            fprintf(stderr, "banmen: --only: '%.*s' is no legal move of this position\n",
                    (int)len, s);
            return EXIT_USAGE;
        }
        if (w->limits.only_count < BM_MAX_MOVES)
            w->only[w->limits.only_count++] = m;
        w->limits.only = w->only;
        s += len + (s[len] == ',');
    }
    return 0;
}

static void begin_json(const struct position_analysis *w, struct bm_buf *j)
{
    bm_command_position_begin_json(&w->session, j);
    bm_json_member_text(j, "turn", bm_ctx_turn(w->ctx) == 0 ? "first" : "second");
}

/* Report the outcome of a game that is over. */
static int say_over(const struct position_analysis *w, const struct bm_outcome *outcome)
{
    char text[160];
    bm_outcome_format(outcome, w->session.lang, text, sizeof text);
    if (w->session.args->option[OPT_JSON].given) {
        struct bm_buf j = {0};
        begin_json(w, &j);
        bm_json_member_text(&j, "outcome", text);
        bm_json_print(&j);
    } else {
        printf("outcome: %s\n", text);
    }
    return EXIT_YES;
}

static void json_move(struct bm_buf *j, const char *key, const struct bm_ctx *ctx, bm_move m)
{
    char move[BM_COORDINATES];
    bm_move_format(m, bm_ctx_rules(ctx), move, sizeof move);
    bm_json_member_text(j, key, move);
}

/* The text of an answer that is not a move; NULL if it is one. */
static const char *answer_word(const struct bm_engine_answer *a)
{
    if (a->is_mate)
        return a->checkmate == BM_CHECKMATE_NONE      ? "no mate"
               : a->checkmate == BM_CHECKMATE_TIMEOUT ? "unknown (limit)"
               : a->checkmate == BM_CHECKMATE_UNABLE  ? "unknown (not able to search for mate)"
                                                      : NULL;
    return a->kind == BM_BEST_RESIGN ? "resign"
           : a->kind == BM_BEST_WIN  ? "win"
           : a->kind == BM_BEST_NONE ? "none"
                                     : NULL;
}

static void say_answer_json(struct position_analysis *w)
{
    const struct bm_engine_answer *const a = bm_sync_analyser_answer(w->analyser);
    const struct bm_analyser_line *line = bm_sync_analyser_best(w->analyser, 0);
    const char *const word = answer_word(a);
    struct bm_buf j = {0};
    begin_json(w, &j);
    bm_json_member_text(&j, "engine", bm_sync_analyser_name(w->analyser));
    if (word) {
        bm_json_member_text(&j, "best", word);
    } else if (a->kind == BM_BEST_MOVE || line) {
        json_move(&j, "best", w->ctx, a->kind == BM_BEST_MOVE ? a->move : line->pv[0]);
    }
    if (!word && a->kind == BM_BEST_MOVE && a->ponder.bits != BM_MOVE_NONE)
        json_move(&j, "ponder", w->ctx, a->ponder);
    bm_json_key(&j, "lines");
    bm_json_begin(&j, '[');
    for (unsigned i = 0; (line = bm_sync_analyser_best(w->analyser, i)) != NULL; i++) {
        bm_json_begin(&j, '{');
        bm_analyser_line_json(&j, w->ctx, line, w->session.lang);
        bm_json_end(&j, '}');
    }
    bm_json_end(&j, ']');
    bm_json_print(&j);
}

static void say_answer(struct position_analysis *w)
{
    const struct bm_engine_answer *const a = bm_sync_analyser_answer(w->analyser);
    const struct bm_analyser_line *const line = bm_sync_analyser_best(w->analyser, 0);
    const char *const word = answer_word(a);
    char move[BM_COORDINATES], text[BM_MOVE_TEXT];
    if (word || (a->kind != BM_BEST_MOVE && !line)) {
        printf("best %s", word ? word : "none");
    } else {
        const bm_move m = a->kind == BM_BEST_MOVE ? a->move : line->pv[0];
        bm_move_format(m, w->session.rules, move, sizeof move);
        bm_move_text(w->ctx, m, w->session.lang, text);
        printf("best %s (%s)", move, text);
    }
    if (bm_command_position_is_batch(&w->session) && line) {
        struct bm_buf out = {0};
        bm_analyser_line_text(&out, w->ctx, line, w->session.lang);
        printf(" %.*s", (int)out.len, out.failed ? "" : out.s);
        bm_buf_free(&out);
    }
    putchar('\n');
}

/* Analyse the position and print the result. */
static int answer_position(struct bm_command_position *s)
{
    struct position_analysis *const w = (struct position_analysis *)s;
    const bool json = s->args->option[OPT_JSON].given, batch = bm_command_position_is_batch(s);
    const struct bm_sync_analyser_events events = {
        .line = on_position_line, .tick = on_position_tick, .user = w};
    struct bm_outcome outcome;
    if (w->failed || bm_interrupted())
        return EXIT_USAGE;
    if (!make_position_game(w)) {
        w->failed = true;
        return say_no_memory();
    }
    bm_ctx_outcome(w->ctx, &outcome);
    if (outcome.result != BM_ONGOING)
        return say_over(w, &outcome);
    const int status = read_only(w);
    if (status)
        return status;
    bm_analyse_table_begin(&w->table, w->ctx, bm_sync_analyser_name(w->analyser), s->lang,
                           json);
    const enum bm_sync_analyser_status asked = bm_sync_analyser_run(
        w->analyser, w->game, w->node, &w->limits, 0, batch ? NULL : &events);
    bm_analyse_table_end(&w->table, w->analyser);
    w->failed = asked == ANALYSER_FAILED;
    if (w->failed)
        return EXIT_USAGE;
    if (json)
        say_answer_json(w);
    else
        say_answer(w);
    return EXIT_YES;
}

static int run_analysis(struct position_analysis *w)
{
    struct bm_diagnostic trouble;
    if (!bm_command_position_is_batch(&w->session))
        return bm_command_position_load(&w->session, &trouble)
                   ? answer_position(&w->session)
                   : bm_diagnostic_report(&w->session, &trouble);
    const int result = bm_command_position_batch(&w->session, answer_position, NULL);
    return w->failed ? EXIT_USAGE : bm_interrupted() ? EXIT_INTERRUPTED : result;
}

int bm_analyse_position(const struct bm_args *args)
{
    struct position_analysis *const w = calloc(1, sizeof *w);
    if (!w)
        return say_no_memory();
    int result = bm_command_position_open(&w->session, args);
    if (!result) {
        const struct bm_option_value *const engine = &args->option[OPT_ENGINE];
        w->analyser =
            bm_sync_analyser_open(engine->given ? engine->text : NULL, w->session.lang);
        if (w->analyser && args->option[OPT_DEBUG].given)
            bm_sync_analyser_set_debug(w->analyser, bm_search_debug_print);
        if (!w->analyser || !bm_sync_analyser_prepare(w->analyser, w->session.rules))
            result = bm_interrupted() ? EXIT_INTERRUPTED : EXIT_USAGE;
    }
    if (!result && bm_game_create(&w->game, w->session.rules, NULL))
        result = say_no_memory();
    if (!result) {
        bm_analyse_limits(args, &w->limits);
        if (w->limits.infinite && bm_command_position_is_batch(&w->session))
            w->limits.movetime = BATCH_MS;
        /* Other analysers run until Ctrl-C. */
        if (bm_sync_analyser_is_limited(w->analyser) || w->limits.movetime != 0)
            w->limits.infinite = false;
        result = run_analysis(w);
    }
    bm_sync_analyser_close(w->analyser);
    bm_ctx_destroy(w->ctx);
    bm_game_destroy(w->game);
    bm_command_position_close(&w->session);
    free(w);
    return result;
}
