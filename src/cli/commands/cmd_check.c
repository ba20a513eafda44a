/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "banmen/variant.h"
#include "cli/position/command_position.h"
#include "cli/records/record_options.h"
#include "io/files/input.h"
#include "io/files/json_output.h"
#include "session/batch/record_check.h"
#include "terminal/progress.h"

static void print_defect_json(const char *name, const struct bm_report *r)
{
    struct bm_buf j = {0};
    bm_json_begin(&j, '{');
    bm_json_member_text(&j, "file", name);
    bm_json_member_u64(&j, "line", r->line);
    bm_json_member_u64(&j, "column", r->column);
    bm_json_member_u64(&j, "game", r->game);
    bm_json_member_u64(&j, "ply", r->ply);
    bm_json_member_text(&j, "error", r->what);
    bm_json_print(&j);
}

/* Where the command's findings go. */
struct check_output {
    struct bm_progress_bar bar;
    bool json;
};

static void print_defect(void *user, const char *name, const struct bm_report *r)
{
    struct check_output *const out = user;
    bm_progress_bar_clear(&out->bar);
    if (out->json)
        print_defect_json(name, r);
    else
        printf("%s:%" PRIu64 ":%" PRIu32 ": game %" PRIu64 ", ply %u: %s\n", name, r->line,
               r->column, r->game, r->ply, r->what);
}

static void print_trouble(void *user, const char *name, const char *why)
{
    struct check_output *const out = user;
    bm_progress_bar_clear(&out->bar);
    fprintf(stderr, "banmen: %s: %s\n", name, why);
}

static void draw_check_bar(void *user, uint64_t bytes)
{
    struct check_output *const out = user;
    bm_progress_bar_tick(&out->bar, bytes);
}

static void print_sums(const struct bm_record_check *c, bool json)
{
    if (!json) {
        printf("games %" PRIu64 "  positions %" PRIu64 "  errors %" PRIu64 "\n", c->games,
               c->positions, c->errors);
        return;
    }
    struct bm_buf j = {0};
    bm_json_begin(&j, '{');
    bm_json_member_u64(&j, "games", c->games);
    bm_json_member_u64(&j, "positions", c->positions);
    bm_json_member_u64(&j, "errors", c->errors);
    bm_json_print(&j);
}

static unsigned count_cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 && n <= 1024 ? (unsigned)n : 1;
}

int bm_cmd_check(const struct bm_args *args)
{
    const struct bm_option_value *const o = args->option;
    struct check_output out = {.json = o[OPT_JSON].given};
    struct bm_record_check c = {.names = args->rest,
                                .count = args->count,
                                .jobs = o[OPT_JOBS].given ? o[OPT_JOBS].number : count_cores(),
                                .lang = bm_args_lang(args),
                                .defect = print_defect,
                                .trouble = print_trouble,
                                .tick = draw_check_bar,
                                .user = &out};
    int status = bm_record_options_read(args, &c.from, &c.rules);
    if (status)
        return status;
    bm_progress_bar_begin(&out.bar,
                          isatty(STDERR_FILENO) ? bm_input_total(c.names, c.count) : 0);
    const enum bm_record_check_status checked = bm_record_check_run(&c);
    bm_progress_bar_clear(&out.bar);
    if (checked == BM_RECORD_CHECK_NO_MEMORY)
        fprintf(stderr, "banmen: out of memory\n");
    print_sums(&c, out.json);
    if (checked == BM_RECORD_CHECK_INTERRUPTED) {
        fprintf(stderr, "banmen: interrupted; not all was read\n");
        return EXIT_INTERRUPTED;
    }
    bm_rules_release(c.rules);
    return checked == BM_RECORD_CHECK_GOOD      ? EXIT_YES
           : checked == BM_RECORD_CHECK_DEFECTS ? EXIT_NO
                                                : EXIT_USAGE;
}
