/* SPDX-License-Identifier: MIT */
/* A position, or one for each line of standard input: the best lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyse.h"
#include "cli/analyse_table.h"
#include "cli/analyse_text.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "engine/node_context.h"

/* Moves of a line beyond the position, and how long a position of many may take. */
enum { PV_ROOM = 256, BATCH_MS = 1000 };

struct watch {
    struct bm_session session; /* first: bm_session_batch() hands it back */
    struct bm_mind *mind;
    struct bm_think limits;
    struct bm_game *game;
    bm_node node;
    struct bm_ctx *ctx; /* at the node, with room for lines */
    struct bm_analyse_table table;
    bm_move only[BM_MAX_MOVES];
    bool failed; /* whoever thinks cannot go on */
};

static void on_line(void *user, const struct bm_mind_line *line)
{
    bm_analyse_table_take(&((struct watch *)user)->table, line);
}

static void on_tick(void *user)
{
    struct watch *const w = user;
    bm_analyse_table_draw(&w->table);
    if (ferror(stdout)) /* nobody reads any more */
        bm_mind_stop(w->mind);
}

static int no_memory(void)
{
    fprintf(stderr, "banmen: out of memory\n");
    return EXIT_USAGE;
}

/* The position of the session and how it came about, as a game. */
static bool make_game(struct watch *w)
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

/* A move as a person writes it: in coordinates, or as the game has it. */
static bool read_move(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
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

/* --only MOVE,MOVE: 0, or EXIT_USAGE after having said why. */
static int read_only(struct watch *w)
{
    const char *s = w->session.args->option[OPT_ONLY].text;
    w->limits.only = NULL;
    w->limits.only_count = 0;
    while (s && *s) {
        const size_t len = strcspn(s, ",");
        struct bm_error err = {.what = ""};
        bm_move m;
        if (!read_move(w->ctx, s, len, &m, &err)) {
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

static void begin_json(const struct watch *w, struct bm_json *j)
{
    bm_session_begin_json(&w->session, j);
    bm_json_key(j, "turn");
    bm_json_text(j, bm_ctx_turn(w->ctx) == 0 ? "first" : "second");
}

/* The game is over already; there is nothing to think about. */
static int say_over(const struct watch *w, const struct bm_outcome *outcome)
{
    char text[160];
    bm_outcome_format(outcome, w->session.lang, text, sizeof text);
    if (w->session.args->option[OPT_JSON].given) {
        struct bm_json j = {0};
        begin_json(w, &j);
        bm_json_key(&j, "outcome");
        bm_json_text(&j, text);
        bm_json_finish(&j);
    } else {
        printf("outcome: %s\n", text);
    }
    return EXIT_YES;
}

static void json_move(struct bm_json *j, const char *key, const struct bm_ctx *ctx, bm_move m)
{
    char move[BM_COORDINATES];
    bm_move_format(m, bm_ctx_rules(ctx), move, sizeof move);
    bm_json_key(j, key);
    bm_json_text(j, move);
}

/* What an answer is when it is no move. */
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

static void say_answer_json(struct watch *w)
{
    const struct bm_engine_answer *const a = bm_mind_answer(w->mind);
    const struct bm_mind_line *line = bm_mind_best(w->mind, 0);
    const char *const word = answer_word(a);
    struct bm_json j = {0};
    begin_json(w, &j);
    bm_json_key(&j, "engine");
    bm_json_text(&j, bm_mind_name(w->mind));
    if (word) {
        bm_json_key(&j, "best");
        bm_json_text(&j, word);
    } else if (a->kind == BM_BEST_MOVE || line) {
        json_move(&j, "best", w->ctx, a->kind == BM_BEST_MOVE ? a->move : line->pv[0]);
    }
    if (!word && a->kind == BM_BEST_MOVE && a->ponder.bits != BM_MOVE_NONE)
        json_move(&j, "ponder", w->ctx, a->ponder);
    bm_json_key(&j, "lines");
    bm_json_begin(&j, '[');
    for (unsigned i = 0; (line = bm_mind_best(w->mind, i)) != NULL; i++) {
        bm_json_begin(&j, '{');
        bm_mind_line_json(&j, w->ctx, line, w->session.lang);
        bm_json_end(&j, '}');
    }
    bm_json_end(&j, ']');
    bm_json_finish(&j);
}

static void say_answer(struct watch *w)
{
    const struct bm_engine_answer *const a = bm_mind_answer(w->mind);
    const struct bm_mind_line *const line = bm_mind_best(w->mind, 0);
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
    if (bm_session_is_batch(&w->session) && line) {
        struct bm_buf out = {0};
        bm_mind_line_text(&out, w->ctx, line, w->session.lang);
        printf(" %.*s", (int)out.len, out.failed ? "" : out.s);
        bm_buf_free(&out);
    }
    putchar('\n');
}

/* Think about the position of the session, and say what was found. */
static int answer(struct bm_session *s)
{
    struct watch *const w = (struct watch *)s;
    const bool json = s->args->option[OPT_JSON].given, batch = bm_session_is_batch(s);
    const struct bm_mind_events events = {.line = on_line, .tick = on_tick, .user = w};
    struct bm_outcome outcome;
    if (w->failed || bm_interrupted())
        return EXIT_USAGE;
    if (!make_game(w)) {
        w->failed = true;
        return no_memory();
    }
    bm_ctx_outcome(w->ctx, &outcome);
    if (outcome.result != BM_ONGOING)
        return say_over(w, &outcome);
    const int status = read_only(w);
    if (status)
        return status;
    bm_analyse_table_begin(&w->table, w->ctx, bm_mind_name(w->mind), s->lang, json);
    const enum bm_asked asked =
        bm_mind_ask(w->mind, w->game, w->node, &w->limits, 0, batch ? NULL : &events);
    bm_analyse_table_end(&w->table, w->mind);
    w->failed = asked == ASKED_FAILED;
    if (w->failed)
        return EXIT_USAGE;
    if (json)
        say_answer_json(w);
    else
        say_answer(w);
    return EXIT_YES;
}

static int run(struct watch *w)
{
    struct bm_trouble trouble;
    if (!bm_session_is_batch(&w->session))
        return bm_session_load(&w->session, &trouble)
                   ? answer(&w->session)
                   : bm_trouble_report(&w->session, &trouble);
    const int result = bm_session_batch(&w->session, answer, NULL);
    return w->failed ? EXIT_USAGE : bm_interrupted() ? EXIT_INTERRUPTED : result;
}

int bm_analyse_position(const struct bm_args *args)
{
    struct watch *const w = calloc(1, sizeof *w);
    if (!w)
        return no_memory();
    int result = bm_session_open(&w->session, args);
    if (!result) {
        const struct bm_value *const engine = &args->option[OPT_ENGINE];
        w->mind = bm_mind_open(engine->given ? engine->text : NULL, w->session.lang);
        if (w->mind && args->option[OPT_DEBUG].given)
            bm_mind_debug(w->mind);
        if (!w->mind || !bm_mind_prepare(w->mind, w->session.rules))
            result = bm_interrupted() ? EXIT_INTERRUPTED : EXIT_USAGE;
    }
    if (!result && bm_game_create(&w->game, w->session.rules, NULL))
        result = no_memory();
    if (!result) {
        bm_analyse_limits(args, &w->limits);
        if (w->limits.infinite && bm_session_is_batch(&w->session))
            w->limits.movetime = BATCH_MS;
        /* All others think until Ctrl-C. */
        if (bm_mind_ends(w->mind) || w->limits.movetime != 0)
            w->limits.infinite = false;
        result = run(w);
    }
    bm_mind_close(w->mind);
    bm_ctx_destroy(w->ctx);
    bm_game_destroy(w->game);
    bm_session_close(&w->session);
    free(w);
    return result;
}
