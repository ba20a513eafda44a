/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "cli/position/command_position.h"
#include "io/files/json_output.h"

static int answer_legal(struct bm_command_position *s)
{
    puts(s->args->option[OPT_JSON].given ? "{\"legal\":true}" : "legal");
    return EXIT_YES;
}

static void print_illegal(const struct bm_command_position *s, const struct bm_diagnostic *t)
{
    if (!s->args->option[OPT_JSON].given) {
        printf("illegal %.*s: %s: %s\n", (int)t->len, t->s,
               bm_fault_word(bm_fault_first(t->faults)), t->what);
        return;
    }
    struct bm_buf j = {0};
    bm_json_begin(&j, '{');
    bm_json_member_bool(&j, "legal", false);
    bm_json_key(&j, "move");
    bm_json_bytes(&j, t->s, t->len);
    bm_json_member_u64(&j, "ply", bm_ctx_plies(s->ctx) + 1);
    bm_json_member_text(&j, "reason", bm_fault_word(bm_fault_first(t->faults)));
    bm_json_key(&j, "reasons");
    bm_json_begin(&j, '[');
    for (bm_faults set = t->faults; set != 0; set &= set - 1)
        bm_json_text(&j, bm_fault_word(bm_fault_first(set)));
    bm_json_end(&j, ']');
    bm_json_member_text(&j, "text", t->what);
    bm_json_print(&j);
}

/* In a batch, a move that may not be played is an answer; what cannot be read is an error. */
static void answer_no(const struct bm_command_position *s, const struct bm_diagnostic *t)
{
    if (t->kind == DIAGNOSTIC_ILLEGAL)
        print_illegal(s, t);
    else
        bm_diagnostic_print(s, t);
}

static int judge_moves(struct bm_command_position *s)
{
    struct bm_diagnostic t;
    if (s->args->count == 0) {
        fprintf(stderr, "banmen: MOVE... is missing\n"
                        "Usage: banmen judge [OPTION...] MOVE...\n");
        return EXIT_USAGE;
    }
    if (bm_command_position_load(s, &t))
        return answer_legal(s);
    if (t.kind != DIAGNOSTIC_ILLEGAL)
        return bm_diagnostic_report(s, &t);
    print_illegal(s, &t);
    return EXIT_NO;
}

int bm_cmd_judge(const struct bm_args *args)
{
    struct bm_command_position s;
    int status = bm_command_position_open(&s, args);
    if (!status)
        status = bm_command_position_is_batch(&s)
                     ? bm_command_position_batch(&s, answer_legal, answer_no)
                     : judge_moves(&s);
    bm_command_position_close(&s);
    return status;
}
