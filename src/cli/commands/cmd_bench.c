/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "banmen/notation.h"
#include "banmen/search.h"
#include "banmen/variant.h"
#include "cli/args.h"
#include "io/files/json_output.h"
#include "io/monotonic.h"

struct bench_entry {
    const char *variant, *position;
    unsigned depth;
};

/* The sum of all nodes is the signature: it changes only when the rules or this list do. */
static const struct bench_entry counts[] = {
    {"chess", "startpos", 6},
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5},
    {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7},
    {"chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5},
    {"chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 5},
    {"chess960", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 5},
    {"shogi", "startpos", 5},
    {"shogi", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 3},
    {"shogi", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 3},
};

/* The sum of these nodes changes when a change makes the engine search another tree. */
static const struct bench_entry searches[] = {
    {"chess", "startpos", 13},
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 11},
    {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 17},
    {"chess", "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10", 12},
    {"shogi", "startpos", 11},
    {"shogi", "ln1gk2nl/1rs1g1sb1/p2pppp1p/1pp4p1/9/2P4P1/PPSPPPP1P/1B5R1/LN1GKGSNL b - 1", 9},
    {"shogi", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 9},
    {"crazyhouse", "startpos", 12},
    {"xiangqi", "startpos", 9},
};

enum { COUNTS = sizeof counts / sizeof *counts, SEARCHES = sizeof searches / sizeof *searches };

struct bench_result {
    uint64_t nodes;
    double seconds;
};

static void keep_nodes(void *user, const struct bm_search_info *info)
{
    *(uint64_t *)user = info->nodes;
}

/* Search to the depth of the entry with one thread and an empty transposition table. */
static bm_status run_search(const struct bench_entry *e, struct bm_ctx *ctx, uint64_t *nodes)
{
    const struct bm_search_options options = {.level = BM_LEVELS, .hash = 16};
    const struct bm_search_hooks hooks = {.info = keep_nodes, .user = nodes};
    const struct bm_think limits = {.depth = e->depth};
    struct bm_search_result result;
    struct bm_search *s;
    bm_status status = bm_search_create(&s, bm_ctx_rules(ctx), &options);
    if (status == BM_OK)
        status = bm_search_go(s, ctx, &limits, &hooks, &result);
    bm_search_destroy(s);
    return status;
}

static bm_status run_perft(const struct bench_entry *e, struct bm_ctx *ctx, uint64_t *nodes)
{
    *nodes = bm_ctx_perft(ctx, e->depth);
    return BM_OK;
}

/* A list of positions and the function that runs each. */
struct bench_part {
    const char *name; /* before each line; "" for the first */
    const struct bench_entry *entries;
    unsigned count;
    bm_status (*run)(const struct bench_entry *e, struct bm_ctx *ctx, uint64_t *nodes);
    struct bench_result *results;
};

static bm_status run_entry(const struct bench_part *part, unsigned i)
{
    const struct bench_entry *const e = &part->entries[i];
    struct bench_result *const out = &part->results[i];
    const struct bm_rules *rules;
    struct bm_setup setup;
    struct bm_ctx *ctx;
    bm_status status = bm_rules_open(&rules, e->variant, strlen(e->variant));
    if (status)
        return status;
    status = bm_position_parse(&setup, rules, e->position, strlen(e->position), 0, NULL);
    if (!status)
        status = bm_ctx_create(&ctx, rules, 1);
    if (!status) {
        status = bm_ctx_sync(ctx, &setup, NULL, NULL);
        const double start = bm_monotonic_seconds();
        if (!status)
            status = part->run(e, ctx, &out->nodes);
        out->seconds = bm_monotonic_seconds() - start;
        bm_ctx_destroy(ctx);
    }
    bm_rules_release(rules);
    return status;
}

static uint64_t per_second(struct bench_result r)
{
    return r.seconds > 1e-9 ? (uint64_t)((double)r.nodes / r.seconds) : 0;
}

/* The sum over the entries of one game, or of all for NULL. */
static struct bench_result sum_results(const struct bench_part *part, const char *variant)
{
    struct bench_result all = {0, 0};
    for (unsigned i = 0; i < part->count; i++) {
        if (variant && strcmp(part->entries[i].variant, variant) != 0)
            continue;
        all.nodes += part->results[i].nodes;
        all.seconds += part->results[i].seconds;
    }
    return all;
}

/* Whether an entry is the first of its game. */
static bool is_first(const struct bench_part *part, unsigned i)
{
    return i == 0 || strcmp(part->entries[i].variant, part->entries[i - 1].variant) != 0;
}

static void json_result(struct bm_buf *j, struct bench_result r)
{
    bm_json_member_u64(j, "nodes", r.nodes);
    bm_json_member_fixed(j, "time", r.seconds, 3);
    bm_json_member_u64(j, "nps", per_second(r));
}

static void json_part(struct bm_buf *j, const struct bench_part *part)
{
    json_result(j, sum_results(part, NULL));
    bm_json_key(j, "games");
    bm_json_begin(j, '[');
    for (unsigned i = 0; i < part->count; i++) {
        if (!is_first(part, i))
            continue;
        bm_json_begin(j, '{');
        bm_json_member_text(j, "variant", part->entries[i].variant);
        json_result(j, sum_results(part, part->entries[i].variant));
        bm_json_end(j, '}');
    }
    bm_json_end(j, ']');
}

static void print_bench_json(const struct bench_part *count, const struct bench_part *tree)
{
    struct bm_buf j = {0};
    bm_json_begin(&j, '{');
    bm_json_member_text(&j, "cpu", bm_rules_cpu(bm_rules_chess()));
    bm_json_member_text(&j, "leaves", "counted");
    json_part(&j, count);
    bm_json_key(&j, "search");
    bm_json_begin(&j, '{');
    json_part(&j, tree);
    bm_json_end(&j, '}');
    bm_json_print(&j);
}

static void print_bench_text(const struct bench_part *part)
{
    const struct bench_result all = sum_results(part, NULL);
    printf("%snodes %" PRIu64 "\n%stime %.3f\n%snps %" PRIu64 "\n", part->name, all.nodes,
           part->name, all.seconds, part->name, per_second(all));
    for (unsigned i = 0; i < part->count; i++) {
        const char *const variant = part->entries[i].variant;
        if (!is_first(part, i))
            continue;
        const struct bench_result r = sum_results(part, variant);
        printf("%s%s: nodes %" PRIu64 " time %.3f nps %" PRIu64 "\n", part->name, variant,
               r.nodes, r.seconds, per_second(r));
    }
}

int bm_cmd_bench(const struct bm_args *args)
{
    struct bench_result results[COUNTS + SEARCHES];
    const struct bench_part parts[] = {
        {"", counts, COUNTS, run_perft, results},
        {"search ", searches, SEARCHES, run_search, results + COUNTS},
    };
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < parts[k].count; i++) {
            const bm_status status = run_entry(&parts[k], i);
            if (status) {
                fprintf(stderr, "banmen: %s: %s\n", parts[k].entries[i].position,
                        bm_status_text(status));
                return EXIT_USAGE;
            }
        }
    if (args->option[OPT_JSON].given) {
        print_bench_json(&parts[0], &parts[1]);
        return EXIT_YES;
    }
    printf("cpu %s, leaves counted\n", bm_rules_cpu(bm_rules_chess()));
    for (unsigned k = 0; k < 2; k++)
        print_bench_text(&parts[k]);
    return EXIT_YES;
}
