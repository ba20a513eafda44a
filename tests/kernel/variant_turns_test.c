/* SPDX-License-Identifier: MIT */

/*
 * Legality inside turns of several moves: what a plain recursion through the turns counts, that
 * the work is bounded, and that files beyond the bound are refused at their `turn`.
 */

#include "banmen/notation.h"
#include "banmen/search.h"
#include "banmen/variant.h"
#include "rules/ctx.h"
#include "tap.h"

enum { LIST_WORK = (1 << 16) + (1 << 13) }; /* of a list: its budget, and one question more */

static const struct bm_rules *load(const char *text, struct bm_issues *issues)
{
    const struct bm_rules *rules = NULL;
    return bm_rules_load(&rules, text, strlen(text), NULL, issues) ? NULL : rules;
}

static struct bm_ctx *context(const struct bm_rules *rules, const char *position)
{
    struct bm_ctx *ctx = NULL;
    struct bm_setup setup;
    if (!rules || bm_ctx_create(&ctx, rules, 64))
        tap_bail("a game does not load");
    bm_setup_start(&setup, rules);
    if ((position && bm_position_parse(&setup, rules, position, strlen(position), 0, NULL)) ||
        bm_ctx_sync(ctx, &setup, NULL, NULL))
        tap_bail("a position is not read");
    return ctx;
}

/* Leaves that a recursion without bound counts. */
static void check_leaves(void)
{
    static const char gardner[] = "r1k1r/1p1pp/2nQ1/PPbPP/R1K1R w - - 0 1";
    static const char safe3[] =
        "variant: a\nextends: gardner\nturn: {moves: 3, safety: turn}\n";
    static const char threat2[] =
        "variant: a\nextends: gardner\nturn: {moves: 2, threat: turn}\n";
    static const char again[] =
        "variant: a\nextends: gardner\nturn: {moves: 2, safety: turn, capture: again}\n";
    static const char both[] =
        "variant: a\nextends: gardner\nturn: {moves: 2, safety: turn, threat: turn}\n";
    static const char drops[] =
        "variant: a\nextends: minishogi\nturn: {moves: 2, safety: turn}\n";
    static const struct {
        const char *text, *position;
        unsigned depth;
        uint64_t leaves;
    } cases[] = {
        {safe3, NULL, 3, 810},
        {safe3, gardner, 3, 4113},
        {threat2, NULL, 3, 268},
        {threat2, gardner, 3, 18},
        {again, NULL, 3, 618},
        {again, gardner, 3, 4724},
        {both, NULL, 3, 459},
        {both, gardner, 3, 451},
        {drops, NULL, 3, 3117},
        {"variant: a\nextends: monster\n", "4k3/8/3q1n2/8/4P3/8/3P4/4K3 w - - 0 1", 4, 15352},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct bm_rules *const rules = load(cases[i].text, NULL);
        struct bm_ctx *const ctx = context(rules, cases[i].position);
        eq_u64(bm_ctx_perft(ctx, cases[i].depth), cases[i].leaves);
        bm_ctx_destroy(ctx);
        bm_rules_release(rules);
    }
}

static void check_refused(const char *text, unsigned line, unsigned column)
{
    struct bm_issues issues;
    const struct bm_rules *const rules = load(text, &issues);
    ok_named(!rules && issues.errors == 1 && !strcmp(issues.list[0].code, "turn") &&
                 issues.list[0].line == line && issues.list[0].column == column,
             "refused at %u:%u: %s", issues.list[0].line, issues.list[0].column,
             issues.list[0].message);
    bm_rules_release(rules);
}

/* Turns whose legality cannot be found within the budget. */
static void check_refusals(void)
{
    static const char big[] =
        "variant: big\nboard: 16x16\npieces:\n  K: {move: K, royal: yes}\n  Q: mQ\n"
        "turn: {moves: 3, threat: turn}\n"
        "start: '16/kqqqqqqqqqq5/16/16/16/16/16/16/16/16/16/16/16/16/KQQQQQQQQQQ5/16 w'\n";
    check_refused("variant: a\nextends: chess\nturn: {moves: unlimited, safety: turn}\n", 3, 7);
    check_refused("variant: a\nextends: chess\npieces: {Q: mQ, R: mR, B: mB, N: mN}\n"
                  "turn:\n  moves: 4\n  threat: turn\n",
                  5, 3);
    check_refused("variant: a\nextends: chess\nphases:\n"
                  "  - {until: turns 1, turn: {moves: unlimited, safety: turn}}\n"
                  "  - {turn: 1}\n",
                  4, 28);
    check_refused(big, 6, 7);
}

/* Whatever a game that loads is asked, the work is bounded; a level plays with fewer nodes. */
static void check_work(const char *text)
{
    const struct bm_rules *const rules = load(text, NULL);
    struct bm_ctx *const ctx = context(rules, NULL);
    const struct bm_search_options options = {.level = 3, .seed = 1};
    const struct bm_think limits = {0};
    struct bm_search *search = NULL;
    struct bm_search_result result;
    unsigned most = 0, plies = 0;
    ok_named(bm_rules_info(rules)->work >= 1, "a node costs %u", bm_rules_info(rules)->work);
    if (bm_search_create(&search, rules, &options))
        tap_bail("out of memory");
    for (; plies < 12; plies++) {
        const unsigned work = rules->kernel->work(&ctx->pos);
        most = work > most ? work : most;
        if (bm_search_go(search, ctx, &limits, NULL, &result) ||
            result.best.bits == BM_MOVE_NONE || bm_ctx_play(ctx, result.best))
            break;
    }
    ok_named(plies > 2, "level 3 plays %u legal moves", plies);
    ok_named(most <= LIST_WORK, "a list takes %u moves to find", most);
    bm_search_destroy(search);
    bm_ctx_destroy(ctx);
    bm_rules_release(rules);
}

int main(void)
{
    check_leaves();
    check_refusals();
    check_work("variant: a\nextends: chess\nturn: {moves: 3, threat: turn}\n");
    check_work("variant: a\nextends: chess\nturn: {moves: 9, safety: turn}\n");
    check_work("variant: a\nextends: chess\n"
               "turn: {moves: unlimited, safety: turn, capture: ends}\n");
    check_work("variant: a\nextends: gardner\n"
               "turn: {moves: 2, safety: turn, threat: turn, capture: again}\n");
    return tap_done();
}
