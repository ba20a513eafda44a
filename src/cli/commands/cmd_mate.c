/* SPDX-License-Identifier: MIT */
/* A position, or one for each line of standard input: is there a mate? */
#include <inttypes.h>
#include <stdio.h>

#include "annotation/score_text.h"
#include "banmen/mate.h"
#include "cli/position/command_position.h"
#include "io/files/json_output.h"
#include "io/interrupt.h"
#include "io/monotonic.h"

/* Node limit of a position in a batch without options. */
enum { BATCH_NODES = 2000000 };

struct mate_work {
    struct bm_command_position session; /* first: bm_command_position_batch() hands it back */
    struct bm_mate *mate;
    struct bm_mate_limits limits;
    bool failed;
};

static bool is_mate_stopped(void *user)
{
    (void)user;
    return bm_interrupted();
}

static int say_mate_no_memory(struct mate_work *w)
{
    w->failed = true;
    fprintf(stderr, "banmen: out of memory\n");
    return EXIT_USAGE;
}

/* A copy of the context with room for the mating line, in which draws do not end the game. */
static struct bm_ctx *copy_ctx(const struct bm_command_position *s, size_t plies)
{
    struct bm_ctx *ctx;
    struct bm_options options = s->options;
    if (bm_ctx_create(&ctx, s->rules, bm_ctx_plies(s->ctx) + (unsigned)plies))
        return NULL;
    if (bm_ctx_copy(ctx, s->ctx)) {
        bm_ctx_destroy(ctx);
        return NULL;
    }
    options.play_on = true;
    bm_ctx_configure(ctx, &options);
    return ctx;
}

static void put_coordinates(const struct mate_work *w, const struct bm_mate_result *r,
                            struct bm_buf *out)
{
    char move[BM_COORDINATES];
    for (size_t i = 0; i < r->line_count; i++) {
        bm_move_format(r->line[i], w->session.rules, move, sizeof move);
        bm_buf_char(out, ' ');
        bm_buf_text(out, move);
    }
}

/* The first line: "mate in 3: m1 m2 m3", counted in single moves; "no mate"; "unknown (limit)".
 */
static void say_status(const struct mate_work *w, const struct bm_mate_result *r,
                       struct bm_buf *out)
{
    static const char *const words[][2] = {
        [BM_MATE_NONE] = {"no mate", "不詰"},
        [BM_MATE_UNKNOWN] = {"unknown (limit)", "不明（制限）"},
    };
    const enum bm_lang lang = w->session.lang;
    if (r->status != BM_MATE_FOUND) {
        bm_buf_text(out, words[r->status][lang]);
        return;
    }
    bm_buf_text(out, lang == BM_JA ? "" : "mate in ");
    bm_buf_u64(out, r->plies, 0);
    bm_buf_text(out, lang == BM_JA ? "手詰:" : ":");
    put_coordinates(w, r, out);
}

/* "none within 3 plies": how far it is certain that there is no mate, or no shorter one. */
static void say_none_within(const struct mate_work *w, const struct bm_mate_result *r,
                            struct bm_buf *out)
{
    const bool ja = w->session.lang == BM_JA;
    if (r->status == BM_MATE_NONE || (r->status == BM_MATE_FOUND && r->shortest))
        return;
    bm_buf_text(out, ja ? "\n" : "\nnone within ");
    bm_buf_u64(out, r->none, 0);
    bm_buf_text(out, ja ? "手以下の詰みなし" : r->none == 1 ? " ply" : " plies");
}

static void say_text(const struct mate_work *w, const struct bm_mate_result *r,
                     const struct bm_buf *line)
{
    struct bm_buf out = {0};
    say_status(w, r, &out);
    if (!bm_command_position_is_batch(&w->session)) {
        char text[96];
        if (r->line_count != 0) {
            bm_buf_text(&out, "\nline ");
            bm_buf_bytes(&out, line->s, line->len);
        }
        say_none_within(w, r, &out);
        snprintf(text, sizeof text, "\nnodes %" PRIu64 "\ntime %.3f", r->nodes,
                 (double)r->time / 1000);
        bm_buf_text(&out, text);
    }
    printf("%.*s\n", (int)out.len, out.failed ? "" : out.s);
    bm_buf_free(&out);
}

static void say_json(const struct mate_work *w, const struct bm_mate_result *r,
                     const struct bm_buf *line)
{
    static const char *const names[] = {"mate", "none", "unknown"};
    struct bm_buf j = {0};
    bm_command_position_begin_json(&w->session, &j);
    bm_json_member_text(&j, "status", names[r->status]);
    if (r->status == BM_MATE_FOUND) {
        char move[BM_COORDINATES];
        bm_json_member_u64(&j, "plies", r->plies);
        bm_json_member_bool(&j, "shortest", r->shortest);
        bm_json_key(&j, "moves");
        bm_json_begin(&j, '[');
        for (size_t i = 0; i < r->line_count; i++) {
            bm_move_format(r->line[i], w->session.rules, move, sizeof move);
            bm_json_text(&j, move);
        }
        bm_json_end(&j, ']');
        bm_json_key(&j, "line");
        bm_json_bytes(&j, line->s, line->len);
    }
    if (r->status != BM_MATE_NONE) {
        bm_json_member_u64(&j, "none_within", r->none);
    }
    bm_json_member_u64(&j, "nodes", r->nodes);
    bm_json_member_int(&j, "ms", r->time);
    bm_json_print(&j);
}

static int answer_mate(struct bm_command_position *s)
{
    struct mate_work *const w = (struct mate_work *)s;
    const struct bm_mate_hooks hooks = {.now = bm_monotonic_ms, .stopped = is_mate_stopped};
    struct bm_mate_result r;
    if (w->failed || bm_interrupted())
        return EXIT_USAGE;
    if (bm_mate_solve(w->mate, s->ctx, &w->limits, &hooks, &r))
        return say_mate_no_memory(w);
    struct bm_ctx *const ctx = copy_ctx(s, r.line_count);
    if (!ctx)
        return say_mate_no_memory(w);
    struct bm_buf line = {0};
    bm_pv_text(&line, ctx, r.line, r.line_count, r.line_count, s->lang);
    if (s->args->option[OPT_JSON].given)
        say_json(w, &r, &line);
    else
        say_text(w, &r, &line);
    bm_buf_free(&line);
    bm_ctx_destroy(ctx);
    return r.status == BM_MATE_FOUND || bm_command_position_is_batch(s) ? EXIT_YES : EXIT_NO;
}

static void read_mate_limits(struct mate_work *w)
{
    const struct bm_option_value *const o = w->session.args->option;
    struct bm_mate_limits *const l = &w->limits;
    const struct bm_rules_info *const info = w->session.info;
    l->checks = o[OPT_CHECKS].given ? o[OPT_CHECKS].number == CHECKS_YES : info->has_hands;
    if (o[OPT_MOVES].given)
        l->plies = info->multi ? o[OPT_MOVES].number : 2 * o[OPT_MOVES].number - 1;
    if (o[OPT_DEPTH].given)
        l->plies = o[OPT_DEPTH].number;
    l->nodes = o[OPT_NODES].given ? o[OPT_NODES].number : 0;
    l->time = o[OPT_MOVETIME].given ? o[OPT_MOVETIME].number : 0;
    if (o[OPT_TIME].given)
        l->time = (int64_t)o[OPT_TIME].number * 1000;
    if (bm_command_position_is_batch(&w->session) && !l->nodes && !l->time)
        l->nodes = BATCH_NODES;
}

static int open_solver(struct mate_work *w)
{
    const struct bm_option_value *const hash = &w->session.args->option[OPT_HASH];
    const bm_status status =
        bm_mate_create(&w->mate, w->session.rules, hash->given ? hash->number : 0);
    if (status == BM_ENOMEM)
        return say_mate_no_memory(w);
    if (status) {
        fprintf(stderr, "banmen: there are no mates in %s: it has no royal piece\n",
                w->session.info->name);
        return EXIT_USAGE;
    }
    return 0;
}

int bm_cmd_mate(const struct bm_args *args)
{
    struct mate_work w = {.failed = false};
    struct bm_diagnostic trouble;
    int result = bm_command_position_open(&w.session, args);
    if (!result)
        result = open_solver(&w);
    if (!result) {
        read_mate_limits(&w);
        bm_interrupt_catch(true);
        if (bm_command_position_is_batch(&w.session))
            result = bm_command_position_batch(&w.session, answer_mate, NULL);
        else if (bm_command_position_load(&w.session, &trouble))
            result = answer_mate(&w.session);
        else
            result = bm_diagnostic_report(&w.session, &trouble);
        if (bm_interrupted())
            result = EXIT_INTERRUPTED;
        if (w.failed)
            result = EXIT_USAGE;
        bm_interrupt_catch(false);
    }
    bm_mate_destroy(w.mate);
    bm_command_position_close(&w.session);
    return result;
}
