/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "cli/position/command_position.h"
#include "io/files/json_output.h"
#include "terminal/eval_report.h"

static int refuse_status(bm_status status)
{
    fprintf(stderr, "banmen: %s\n", bm_status_text(status));
    return EXIT_USAGE;
}

static int eval_text(struct bm_command_position *s)
{
    struct bm_eval_trace e;
    struct bm_buf out = {0};
    const bm_status status = bm_eval_report_find(&e, s->ctx);
    if (status)
        return refuse_status(status);
    /* Scripts read this: English unless --lang is given. */
    bm_eval_report_format(&out, &e, bm_ctx_turn(s->ctx),
                          s->args->option[OPT_LANG].given ? s->lang : BM_EN);
    fwrite(out.s, 1, out.len, stdout);
    bm_buf_free(&out);
    return EXIT_YES;
}

static void json_int(struct bm_buf *j, const char *key, int value)
{
    bm_json_member_int(j, key, value);
}

static void json_side(struct bm_buf *j, const struct bm_eval_trace_term *t, unsigned side)
{
    bm_json_key(j, side ? "second" : "first");
    bm_json_begin(j, '{');
    json_int(j, "middle", t->mg[side]);
    json_int(j, "end", t->eg[side]);
    json_int(j, "now", t->mixed[side]);
    bm_json_end(j, '}');
}

static int eval_json(struct bm_command_position *s)
{
    struct bm_eval_trace e;
    struct bm_buf j = {0};
    const unsigned turn = bm_ctx_turn(s->ctx);
    const bm_status status = bm_eval_report_find(&e, s->ctx);
    if (status)
        return refuse_status(status);
    bm_command_position_begin_json(s, &j);
    bm_json_member_text(&j, "turn", turn == BM_FIRST ? "first" : "second");
    bm_json_key(&j, "terms");
    bm_json_begin(&j, '[');
    for (unsigned i = 0; i < e.terms; i++) {
        bm_json_begin(&j, '{');
        bm_json_member_text(&j, "term",
                            e.term[i].text[s->args->option[OPT_LANG].given ? s->lang : BM_EN]);
        json_side(&j, &e.term[i], BM_FIRST);
        json_side(&j, &e.term[i], BM_SECOND);
        bm_json_end(&j, '}');
    }
    bm_json_end(&j, ']');
    json_int(&j, "sum", e.sum);
    json_int(&j, "tempo", e.tempo);
    json_int(&j, "phase", e.phase);
    json_int(&j, "phases", e.phases);
    json_int(&j, "scale", e.scale);
    json_int(&j, "value", e.value);
    json_int(&j, "first", turn ? -e.value : e.value);
    bm_json_print(&j);
    return EXIT_YES;
}

int bm_cmd_eval(const struct bm_args *args)
{
    struct bm_command_position s;
    struct bm_diagnostic t;
    int status = bm_command_position_open(&s, args);
    if (!status) {
        if (bm_command_position_is_batch(&s))
            status = bm_command_position_batch(&s, eval_json, bm_diagnostic_print_json);
        else if (!bm_command_position_load(&s, &t))
            status = bm_diagnostic_report(&s, &t);
        else
            status = args->option[OPT_JSON].given ? eval_json(&s) : eval_text(&s);
    }
    bm_command_position_close(&s);
    return status;
}
