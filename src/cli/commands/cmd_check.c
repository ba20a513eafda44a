/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "banmen/variant.h"
#include "cli/position/command_position.h"
#include "cli/records/check_records.h"
#include "cli/records/record_options.h"
#include "cli/terminal/json_output.h"

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

static void print_defect(const struct bm_record_check *c, const char *name,
                         const struct bm_report *r)
{
    if (c->json)
        print_defect_json(name, r);
    else
        printf("%s:%" PRIu64 ":%" PRIu32 ": game %" PRIu64 ", ply %u: %s\n", name, r->line,
               r->column, r->game, r->ply, r->what);
}

static void print_sums(const struct bm_record_check *c)
{
    if (!c->json) {
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
    struct bm_record_check c = {.names = args->rest,
                                .count = args->count,
                                .jobs = o[OPT_JOBS].given ? o[OPT_JOBS].number : count_cores(),
                                .progress = isatty(STDERR_FILENO),
                                .defect = print_defect,
                                .json = o[OPT_JSON].given};
    c.lang = bm_args_lang(args);
    int status = bm_record_options_read(args, &c.from, &c.rules);
    if (status)
        return status;
    status = bm_record_check_run(&c);
    print_sums(&c);
    if (status == EXIT_INTERRUPTED)
        fprintf(stderr, "banmen: interrupted; not all was read\n");
    else
        bm_rules_release(c.rules);
    return status;
}
