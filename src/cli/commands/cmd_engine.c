/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "cli/engines/engine_report.h"
#include "cli/engines/registry_edit.h"
#include "cli/position/command_position.h"
#include "terminal/variant_messages.h"

enum { USUAL_MOVETIME = 500 };

static int list_engines(const struct bm_args *args)
{
    struct bm_registry r;
    if (!bm_registry_start(&r, false))
        return EXIT_USAGE;
    for (size_t i = 0; i < r.count; i++) {
        if (args->option[OPT_JSON].given) {
            struct bm_buf j = {0};
            bm_json_begin(&j, '{');
            bm_spec_json(&r.engines[i], &j);
            bm_json_print(&j);
        } else {
            printf("%s\t", r.engines[i].name);
            bm_spec_print_command(&r.engines[i]);
            putchar('\n');
        }
    }
    if (r.count == 0 && !args->option[OPT_JSON].given)
        fprintf(stderr, "banmen: no engines yet; 'banmen engine add NAME COMMAND' adds one\n");
    bm_registry_close(&r);
    return EXIT_YES;
}

static int remove_engines(const struct bm_args *args)
{
    struct bm_registry r;
    struct bm_error err;
    int status = EXIT_YES;
    if (!bm_registry_start(&r, true))
        return EXIT_USAGE;
    /* All or none. */
    for (unsigned i = 1; !status && i < args->count; i++) {
        if (!bm_registry_remove(&r, args->rest[i]))
            status = bm_registry_say_unknown(&r, args->rest[i]);
    }
    if (!status && bm_registry_save(&r, &err))
        status = bm_registry_say(&err);
    bm_registry_close(&r);
    return status;
}

/* Start the engine and print what it reports besides the entry of the registry. */
static int show_probe(const struct bm_args *args, const struct bm_engine_spec *spec,
                      struct bm_buf *j)
{
    const enum bm_lang lang = bm_args_lang(args);
    struct bm_engine_probe p;
    int status = EXIT_YES;
    const bool works = bm_engine_probe_open(&p, spec, NULL, true, bm_engine_probe_say_slow);
    if (j)
        bm_engine_probe_json_trouble(&p, j, lang);
    if (!works)
        status = bm_engine_probe_complain(&p, spec->name, lang);
    else if (j)
        bm_engine_probe_json(&p, j);
    else
        bm_engine_probe_print(&p);
    bm_engine_probe_close(&p);
    return status;
}

static int show_engine(const struct bm_args *args)
{
    const bool json = args->option[OPT_JSON].given;
    struct bm_registry r;
    struct bm_buf j = {0};
    if (!bm_registry_start(&r, false))
        return EXIT_USAGE;
    int status = EXIT_YES;
    const struct bm_engine_spec *const spec = bm_registry_find(&r, args->rest[1]);
    if (!spec) {
        status = bm_registry_say_unknown(&r, args->rest[1]);
    } else {
        if (json) {
            bm_json_begin(&j, '{');
            bm_spec_json(spec, &j);
        } else {
            bm_spec_print(spec);
        }
        fflush(stdout);
        if (args->option[OPT_PROBE].given)
            status = show_probe(args, spec, json ? &j : NULL);
        if (json)
            bm_json_print(&j);
    }
    bm_registry_close(&r);
    return status;
}

/* The game that an engine is tried with; NULL after an error message. */
static const struct bm_rules *game_for(const struct bm_args *args,
                                       const struct bm_engine_spec *spec)
{
    if (args->option[OPT_VARIANT].given)
        return bm_variant_rules_open(args->option[OPT_VARIANT].text, BM_EN);
    if (spec->variants_count)
        return bm_variant_rules_open(spec->variants[0], BM_EN);
    return bm_variant_rules_open(spec->proto == BM_SPEC_USI ? "shogi" : "chess", BM_EN);
}

/* Report that the engine failed. */
static int report_probe_failure(const struct bm_args *args, const struct bm_engine_probe *p,
                                const struct bm_engine_spec *spec)
{
    const enum bm_lang lang = bm_args_lang(args);
    if (args->option[OPT_JSON].given) {
        struct bm_buf j = {0};
        bm_json_begin(&j, '{');
        bm_json_member_text(&j, "name", spec->name);
        bm_engine_probe_json_trouble(p, &j, lang);
        bm_json_print(&j);
    }
    return bm_engine_probe_complain(p, spec->name, lang);
}

/* Which protocol it speaks decides which game it is tried with. */
static int find_protocol(const struct bm_args *args, struct bm_engine_spec *spec)
{
    struct bm_engine_probe p;
    int status = EXIT_YES;
    if (bm_engine_probe_open(&p, spec, NULL, false, bm_engine_probe_say_slow))
        spec->proto = bm_engine_proto(p.engine) == BM_PROTO_USI ? BM_SPEC_USI : BM_SPEC_UCI;
    else
        status = report_probe_failure(args, &p, spec);
    bm_engine_probe_close(&p);
    return status;
}

static const char *answer_text(const struct bm_engine_probe *p)
{
    switch (p->answer.kind) {
    case BM_BEST_MOVE: return p->move;
    case BM_BEST_RESIGN: return "resign";
    case BM_BEST_WIN: return "win";
    case BM_BEST_NONE: break;
    }
    return "none";
}

static void print_test(const struct bm_args *args, const struct bm_engine_probe *p,
                       const struct bm_engine_spec *spec, const struct bm_rules *rules)
{
    int64_t handshake, ready;
    bm_engine_timings(p->engine, &handshake, &ready);
    if (!args->option[OPT_JSON].given) {
        printf("%s: ok\n", spec->name);
        printf("speaks: %s\n", bm_proto_name(bm_engine_proto(p->engine)));
        printf("started: handshake %" PRId64 " ms, ready %" PRId64 " ms\n", handshake, ready);
        printf("played: %s %s in %" PRId64 " ms", bm_rules_info(rules)->name, answer_text(p),
               p->answer.ms);
        if (p->depth)
            printf(", depth %u", p->depth);
        if (p->nodes)
            printf(", nodes %" PRIu64, p->nodes);
        printf("\nended: %s\n", p->killed ? "it had to be killed" : "by itself");
        return;
    }
    struct bm_buf j = {0};
    bm_json_begin(&j, '{');
    bm_json_member_text(&j, "name", spec->name);
    bm_engine_probe_json_trouble(p, &j, bm_args_lang(args));
    bm_json_member_text(&j, "speaks", bm_proto_name(bm_engine_proto(p->engine)));
    bm_json_member_int(&j, "handshake_ms", handshake);
    bm_json_member_int(&j, "ready_ms", ready);
    bm_json_member_text(&j, "variant", bm_rules_info(rules)->name);
    bm_json_member_text(&j, "move", answer_text(p));
    bm_json_member_int(&j, "move_ms", p->answer.ms);
    bm_json_member_u64(&j, "depth", p->depth);
    bm_json_member_u64(&j, "nodes", p->nodes);
    bm_json_member_bool(&j, "killed", p->killed);
    bm_json_print(&j);
}

static int try_engine(const struct bm_args *args, struct bm_engine_spec *spec)
{
    const struct bm_option_value *const o = args->option;
    struct bm_engine_probe p;
    if (spec->proto == BM_SPEC_AUTO && !o[OPT_VARIANT].given && spec->variants_count == 0) {
        const int status = find_protocol(args, spec);
        if (status)
            return status;
    }
    const struct bm_rules *const rules = game_for(args, spec);
    if (!rules)
        return EXIT_USAGE;
    const int64_t ms = o[OPT_MOVETIME].given ? o[OPT_MOVETIME].number : USUAL_MOVETIME;
    int status = EXIT_YES;
    if (!bm_engine_probe_open(&p, spec, rules, false, bm_engine_probe_say_slow) ||
        !bm_engine_probe_think(&p, rules, ms)) {
        status = report_probe_failure(args, &p, spec);
    } else {
        bm_engine_probe_quit(&p);
        print_test(args, &p, spec, rules);
    }
    bm_engine_probe_close(&p);
    bm_rules_release(rules);
    return status;
}

static int test_engine(const struct bm_args *args)
{
    struct bm_engine_spec spec;
    struct bm_error err;
    unsigned level;
    if (bm_registry_resolve(&spec, &level, args->rest[1], &err))
        return bm_registry_say(&err);
    int status = EXIT_YES;
    if (level) {
        fprintf(stderr, "banmen: %s is part of banmen, and needs no test\n", args->rest[1]);
        status = EXIT_USAGE;
    } else {
        status = try_engine(args, &spec);
    }
    bm_spec_fini(&spec);
    return status;
}

static const struct {
    const char *name;
    int (*run)(const struct bm_args *args);
    unsigned min, max; /* words behind it */
    const char *usage;
    uint64_t options; /* besides --json, --lang */
} verbs[] = {
#define ON(option) (UINT64_C(1) << OPT_##option)
#define PARTS      (ON(DIR) | ON(PROTOCOL) | ON(OPTION) | ON(PLAYS) | ON(FORCE))
    {"list", list_engines, 0, 0, "list", 0},
    {"add", bm_registry_cmd_add, 2, 0x7fffffff, "add NAME COMMAND [ARG...]", PARTS},
    {"show", show_engine, 1, 1, "show NAME", ON(PROBE)},
    {"edit", bm_registry_cmd_edit, 1, 0x7fffffff, "edit NAME KEY=VALUE...", PARTS},
    {"remove", remove_engines, 1, 0x7fffffff, "remove NAME...", 0},
    {"test", test_engine, 1, 1, "test NAME|COMMAND", ON(VARIANT) | ON(MOVETIME)},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static int refuse_verb(const char *word)
{
    const char *best = NULL;
    for (unsigned i = 0; i < VERBS; i++)
        best = bm_nearer(word, verbs[i].name, best);
    fprintf(stderr, "banmen: 'banmen engine' has no '%s'", word);
    if (best)
        fprintf(stderr, "; did you mean '%s'?", best);
    fprintf(stderr, "\nTry 'banmen help engine'.\n");
    return EXIT_USAGE;
}

int bm_cmd_engine(const struct bm_args *args)
{
    unsigned v = 0;
    while (v < VERBS && strcmp(args->rest[0], verbs[v].name) != 0)
        v++;
    if (v == VERBS)
        return refuse_verb(args->rest[0]);
    const uint64_t own = PARTS | ON(PROBE) | ON(VARIANT) | ON(MOVETIME);
    for (unsigned i = 0; i < OPT_COUNT; i++) {
        if (args->option[i].given && (own & ~verbs[v].options) >> i & 1) {
            fprintf(stderr,
                    "banmen: 'banmen engine %s' has no option '--%s'\n"
                    "Try 'banmen help engine'.\n",
                    verbs[v].name, bm_cli_options[i].name);
            return EXIT_USAGE;
        }
    }
    if (args->count - 1 < verbs[v].min || args->count - 1 > verbs[v].max) {
        fprintf(stderr, "Usage: banmen engine %s\nTry 'banmen help engine'.\n", verbs[v].usage);
        return EXIT_USAGE;
    }
    return verbs[v].run(args);
}
