/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "cli/position/command_position.h"
#include "io/files/json_output.h"
#include "terminal/position_diagram.h"

/* Everything that is shown, asked once. */
struct shown_position {
    char position[BM_POSITION_TEXT], outcome[128];
    const char *phase; /* NULL: the game has none */
    unsigned checks;
    bm_sq checkers[BM_MAX_ATTACKERS];
    size_t legal;
    struct bm_outcome state;
    struct bm_impasse impasse;
    bool has_impasse;
};

static const char *const result_word[] = {"ongoing", "first wins", "second wins", "draw"};

static void look_at_shown(const struct bm_command_position *s, struct shown_position *v)
{
    /* Scripts read the outcome: English unless --lang is given. */
    const enum bm_lang lang = s->args->option[OPT_LANG].given ? s->lang : BM_EN;
    bm_ctx_format(s->ctx, 0, v->position, sizeof v->position);
    v->phase = bm_rules_phase(s->rules, bm_ctx_phase(s->ctx));
    v->checks = bm_ctx_checks(s->ctx, v->checkers);
    v->legal = bm_ctx_count(s->ctx);
    bm_ctx_outcome(s->ctx, &v->state);
    bm_outcome_format(&v->state, lang, v->outcome, sizeof v->outcome);
    bm_ctx_impasse(s->ctx, &v->impasse);
    v->has_impasse = v->impasse.result != BM_ONGOING && v->impasse.king_in_zone;
}

/* "2 of 2": which move of the turn comes next, and of how many if that is limited. */
static void print_turn(const struct bm_command_position *s)
{
    const unsigned budget = bm_ctx_turn_budget(s->ctx);
    printf("move of turn: %u", bm_ctx_turn_moves(s->ctx) + 1);
    if (budget)
        printf(" of %u", budget);
    putchar('\n');
}

static int show_text(const struct bm_command_position *s)
{
    struct shown_position v;
    look_at_shown(s, &v);
    bm_diagram_print(s->ctx, s->lang, bm_args_pieces(s->args));
    printf("\nposition: %s\n", v.position);
    printf("turn: %s\n", bm_ctx_turn(s->ctx) == BM_FIRST ? "first" : "second");
    if (bm_ctx_turn_budget(s->ctx) != 1)
        print_turn(s);
    if (v.phase)
        printf("phase: %s\n", v.phase);
    printf("checks: %u\n", v.checks);
    printf("legal: %zu\n", v.legal);
    printf("outcome: %s\n", v.outcome);
    if (v.state.claims & BM_CLAIM_REPETITION)
        puts("claim: repetition");
    if (v.state.claims & BM_CLAIM_FIFTY)
        printf("claim: %u-move rule\n", s->info->quiet);
    if (v.state.repetitions > 1)
        printf("repetitions: %u\n", v.state.repetitions);
    if (v.has_impasse)
        printf("impasse: points %u, pieces %u, king in zone %s, in check %s, declaring %s, "
               "needed %u\n",
               v.impasse.points, v.impasse.pieces, v.impasse.king_in_zone ? "yes" : "no",
               v.impasse.in_check ? "yes" : "no", result_word[v.impasse.result],
               v.impasse.needed);
    for (bm_defects set = s->mended; set != 0; set &= set - 1) {
        const bm_defects one = set & (~set + 1u);
        printf("%s: %s: %s\n", one == BM_DEFECT_ROYAL_HANGS ? "noticed" : "mended",
               bm_defect_word(one), bm_defect_text(one, s->lang));
    }
    return EXIT_YES;
}

static void json_impasse(struct bm_buf *j, const struct bm_impasse *impasse)
{
    bm_json_key(j, "impasse");
    bm_json_begin(j, '{');
    bm_json_member_u64(j, "points", impasse->points);
    bm_json_member_u64(j, "needed", impasse->needed);
    bm_json_member_u64(j, "pieces", impasse->pieces);
    bm_json_member_bool(j, "king_in_zone", impasse->king_in_zone);
    bm_json_member_bool(j, "in_check", impasse->in_check);
    bm_json_member_text(j, "declaring", result_word[impasse->result]);
    bm_json_end(j, '}');
}

static void json_lists(struct bm_buf *j, const struct bm_command_position *s,
                       const struct shown_position *v)
{
    bm_json_key(j, "checkers");
    bm_json_begin(j, '[');
    for (unsigned i = 0; i < v->checks; i++) {
        char square[16];
        bm_sq_format(v->checkers[i], s->rules, square, sizeof square);
        bm_json_text(j, square);
    }
    bm_json_end(j, ']');
    bm_json_key(j, "claims");
    bm_json_begin(j, '[');
    if (v->state.claims & BM_CLAIM_REPETITION)
        bm_json_text(j, "repetition");
    if (v->state.claims & BM_CLAIM_FIFTY) {
        char rule[32];
        snprintf(rule, sizeof rule, "%u-move rule", s->info->quiet);
        bm_json_text(j, rule);
    }
    bm_json_end(j, ']');
    bm_json_key(j, "mended");
    bm_json_begin(j, '[');
    for (bm_defects set = s->mended; set != 0; set &= set - 1)
        bm_json_text(j, bm_defect_word(set & (~set + 1u)));
    bm_json_end(j, ']');
}

static int show_json(struct bm_command_position *s)
{
    struct shown_position v;
    struct bm_buf j = {0};
    look_at_shown(s, &v);
    bm_json_begin(&j, '{');
    bm_json_member_text(&j, "variant", s->info->name);
    bm_json_member_text(&j, "position", v.position);
    bm_json_member_text(&j, "turn", bm_ctx_turn(s->ctx) == BM_FIRST ? "first" : "second");
    if (s->info->multi) {
        bm_json_member_u64(&j, "turn_moves", bm_ctx_turn_moves(s->ctx));
        bm_json_member_u64(&j, "turn_budget", bm_ctx_turn_budget(s->ctx));
    }
    if (v.phase) {
        bm_json_member_text(&j, "phase", v.phase);
    }
    bm_json_member_u64(&j, "checks", v.checks);
    bm_json_member_u64(&j, "legal", v.legal);
    bm_json_member_text(&j, "outcome", v.outcome);
    bm_json_member_text(&j, "result", result_word[v.state.result]);
    bm_json_member_text(&j, "reason", bm_reason_text(v.state.reason, BM_EN));
    bm_json_member_u64(&j, "repetitions", v.state.repetitions);
    bm_json_member_u64(&j, "quiet", v.state.quiet);
    bm_json_member_u64(&j, "plies", v.state.plies);
    json_lists(&j, s, &v);
    if (v.impasse.result != BM_ONGOING)
        json_impasse(&j, &v.impasse);
    bm_json_print(&j);
    return EXIT_YES;
}

int bm_cmd_show(const struct bm_args *args)
{
    struct bm_command_position s;
    struct bm_diagnostic t;
    int status = bm_command_position_open(&s, args);
    if (!status) {
        if (bm_command_position_is_batch(&s))
            status = bm_command_position_batch(&s, show_json, bm_diagnostic_print_json);
        else if (!bm_command_position_load(&s, &t))
            status = bm_diagnostic_report(&s, &t);
        else
            status = args->option[OPT_JSON].given ? show_json(&s) : show_text(&s);
    }
    bm_command_position_close(&s);
    return status;
}
