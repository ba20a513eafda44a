/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/position/command_position.h"
#include "io/files/json_output.h"
#include "session/batch/perft_pool.h"
#include "terminal/progress.h"

enum { MAX_DEPTH = 99 };

/* A root move in the order of its text. */
struct divide_row {
    char move[BM_MOVE_TEXT];
    uint64_t nodes;
};

static int compare_rows(const void *a, const void *b)
{
    const struct divide_row *const x = a, *const y = b;
    return strcmp(x->move, y->move);
}

static void sort_rows(const struct bm_command_position *s, const struct bm_perft_pool *c,
                      struct divide_row *rows)
{
    for (size_t i = 0; i < c->moves; i++) {
        bm_move_format(c->move[i], s->rules, rows[i].move, sizeof rows[i].move);
        rows[i].nodes = c->nodes[i];
    }
    qsort(rows, c->moves, sizeof *rows, compare_rows);
}

static uint64_t per_second(uint64_t nodes, double seconds)
{
    return seconds > 1e-9 ? (uint64_t)((double)nodes / seconds) : 0;
}

static void print_perft_text(const struct bm_command_position *s, const struct bm_perft_pool *c)
{
    if (s->args->option[OPT_DIVIDE].given && c->depth != 0) {
        struct divide_row rows[BM_MAX_MOVES];
        sort_rows(s, c, rows);
        for (size_t i = 0; i < c->moves; i++)
            printf("%s %" PRIu64 "\n", rows[i].move, rows[i].nodes);
    }
    printf("nodes %" PRIu64 "\ntime %.3f\nnps %" PRIu64 "\n", c->total, c->seconds,
           per_second(c->total, c->seconds));
}

static void print_perft_json(const struct bm_command_position *s, const struct bm_perft_pool *c)
{
    struct bm_buf j = {0};
    bm_command_position_begin_json(s, &j);
    bm_json_member_u64(&j, "depth", c->depth);
    bm_json_member_u64(&j, "nodes", c->total);
    bm_json_member_fixed(&j, "time", c->seconds, 3);
    bm_json_member_u64(&j, "nps", per_second(c->total, c->seconds));
    if (s->args->option[OPT_DIVIDE].given && c->depth != 0) {
        struct divide_row rows[BM_MAX_MOVES];
        sort_rows(s, c, rows);
        bm_json_key(&j, "divide");
        bm_json_begin(&j, '{');
        for (size_t i = 0; i < c->moves; i++) {
            bm_json_member_u64(&j, rows[i].move, rows[i].nodes);
        }
        bm_json_end(&j, '}');
    }
    bm_json_print(&j);
}

/* False if the word is no depth. */
static bool read_depth(const char *word, unsigned *out)
{
    unsigned v = 0;
    const char *at = word;
    for (; *at >= '0' && *at <= '9' && v <= MAX_DEPTH; at++)
        v = v * 10 + (unsigned)(*at - '0');
    *out = v;
    return at != word && *at == '\0' && v <= MAX_DEPTH;
}

/* A bar on stderr for counts that take long. */
static void draw_perft_bar(void *user, size_t done, size_t parts)
{
    struct bm_progress_bar *const bar = user;
    bar->total = parts;
    bm_progress_bar_tick(bar, done);
}

static int report_perft_problem(const struct bm_perft_pool *c, enum bm_perft_status status)
{
    switch (status) {
    case BM_PERFT_DONE: return 0;
    case BM_PERFT_INTERRUPTED:
        fprintf(stderr, "banmen: interrupted after %.1f s, %zu of %zu lines counted\n",
                c->seconds, c->done, c->parts);
        return EXIT_INTERRUPTED;
    case BM_PERFT_NO_MEMORY: fprintf(stderr, "banmen: out of memory\n"); break;
    case BM_PERFT_NO_TABLE:
        fprintf(stderr,
                "banmen: no memory for a table of %zu MB; give --hash a smaller number\n",
                c->hash_bytes >> 20);
        break;
    case BM_PERFT_NO_THREADS:
        fprintf(stderr, "banmen: no memory or threads to count with\n");
        break;
    }
    return EXIT_USAGE;
}

/* Count from the position of the command. The counter is too large for the stack. */
static int count_leaves(struct bm_command_position *s, bool batch)
{
    const struct bm_option_value *const o = s->args->option;
    struct bm_perft_pool *const c = calloc(1, sizeof *c);
    if (!c) {
        fprintf(stderr, "banmen: out of memory\n");
        return EXIT_USAGE;
    }
    c->ctx = s->ctx;
    read_depth(s->args->rest[0], &c->depth);
    c->threads = o[OPT_THREADS].given ? o[OPT_THREADS].number : 1;
    c->hash_bytes = o[OPT_HASH].given ? (size_t)o[OPT_HASH].number << 20 : 0;
    struct bm_progress_bar bar;
    bm_progress_bar_begin(&bar, 0);
    if (!batch && isatty(STDERR_FILENO)) {
        c->tick = draw_perft_bar;
        c->user = &bar;
    }

    const enum bm_perft_status counted = bm_perft_pool_run(c);
    bm_progress_bar_clear(&bar);
    const int status = report_perft_problem(c, counted);
    if (status == 0) {
        if (o[OPT_JSON].given)
            print_perft_json(s, c);
        else if (batch)
            printf("nodes %" PRIu64 "\n", c->total);
        else
            print_perft_text(s, c);
    }
    if (status != EXIT_INTERRUPTED)
        free(c);
    return status;
}

static int answer_line(struct bm_command_position *s)
{
    const int status = count_leaves(s, true);
    /* Nothing more can be answered after Ctrl-C or without memory. */
    if (status != 0) {
        fflush(stdout);
        _exit(status);
    }
    return status;
}

int bm_cmd_perft(const struct bm_args *args)
{
    struct bm_command_position s;
    struct bm_diagnostic t;
    unsigned depth;
    if (!read_depth(args->rest[0], &depth)) {
        fprintf(stderr, "banmen: DEPTH is a number from 0 to %d, not '%s'\n", MAX_DEPTH,
                args->rest[0]);
        return EXIT_USAGE;
    }

    /* The positional is the depth, not a move. */
    struct bm_args without = *args;
    char *word[1] = {args->rest[0]};
    without.rest = word;
    without.count = 0;
    int status = bm_command_position_open(&s, &without);
    if (!status) {
        if (bm_command_position_is_batch(&s))
            status = bm_command_position_batch(&s, answer_line, NULL);
        else
            status = bm_command_position_load(&s, &t) ? count_leaves(&s, false)
                                                      : bm_diagnostic_report(&s, &t);
    }
    /* The workers of an interrupted count still run: end the program without waiting. */
    if (status == EXIT_INTERRUPTED) {
        fflush(stdout);
        _exit(status);
    }
    bm_command_position_close(&s);
    return status;
}
