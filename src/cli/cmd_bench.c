/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "banmen/notation.h"
#include "cli/args.h"
#include "cli/count.h"
#include "cli/json.h"

/* The sum of all nodes is the signature: it changes only when the rules or this list do. */
static const struct entry {
    const char *variant, *position;
    unsigned depth;
} entries[] = {
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

enum { ENTRIES = sizeof entries / sizeof *entries };

struct result {
    uint64_t nodes;
    double seconds;
};

static bm_status count(const struct entry *e, struct result *out)
{
    const struct bm_rules *const rules = bm_rules_find(e->variant, strlen(e->variant));
    struct bm_setup setup;
    struct bm_ctx *ctx;
    bm_status status =
        bm_position_parse(&setup, rules, e->position, strlen(e->position), 0, NULL);
    if (status)
        return status;
    status = bm_ctx_create(&ctx, rules, 1);
    if (status)
        return status;
    status = bm_ctx_sync(ctx, &setup, NULL, NULL);
    if (!status) {
        const double start = bm_count_clock();
        out->nodes = bm_ctx_perft(ctx, e->depth);
        out->seconds = bm_count_clock() - start;
    }
    bm_ctx_destroy(ctx);
    return status;
}

static uint64_t per_second(struct result r)
{
    return r.seconds > 1e-9 ? (uint64_t)((double)r.nodes / r.seconds) : 0;
}

/* The sum over the entries of one game, or of all for NULL. */
static struct result sum(const struct result *results, const char *variant)
{
    struct result all = {0, 0};
    for (unsigned i = 0; i < ENTRIES; i++) {
        if (variant && strcmp(entries[i].variant, variant) != 0)
            continue;
        all.nodes += results[i].nodes;
        all.seconds += results[i].seconds;
    }
    return all;
}

static void json_result(struct bm_json *j, struct result r)
{
    bm_json_key(j, "nodes");
    bm_json_u64(j, r.nodes);
    bm_json_key(j, "time");
    bm_json_seconds(j, r.seconds);
    bm_json_key(j, "nps");
    bm_json_u64(j, per_second(r));
}

static void print_json(const struct result *results)
{
    struct bm_json j = {0};
    const struct bm_rules *rules;
    bm_json_begin(&j, '{');
    json_result(&j, sum(results, NULL));
    bm_json_key(&j, "leaves");
    bm_json_text(&j, "counted");
    bm_json_key(&j, "games");
    bm_json_begin(&j, '[');
    for (unsigned i = 0; (rules = bm_rules_at(i)) != NULL; i++) {
        const struct bm_rules_info *const info = bm_rules_info(rules);
        bm_json_begin(&j, '{');
        bm_json_key(&j, "variant");
        bm_json_text(&j, info->name);
        bm_json_key(&j, "cpu");
        bm_json_text(&j, bm_rules_cpu(rules));
        json_result(&j, sum(results, info->name));
        bm_json_end(&j, '}');
    }
    bm_json_end(&j, ']');
    bm_json_finish(&j);
}

static void print_text(const struct result *results)
{
    const struct result all = sum(results, NULL);
    const struct bm_rules *rules;
    printf("nodes %" PRIu64 "\ntime %.3f\nnps %" PRIu64 "\n", all.nodes, all.seconds,
           per_second(all));
    for (unsigned i = 0; (rules = bm_rules_at(i)) != NULL; i++) {
        const struct bm_rules_info *const info = bm_rules_info(rules);
        const struct result r = sum(results, info->name);
        printf("%s: nodes %" PRIu64 " time %.3f nps %" PRIu64 " cpu %s leaves counted\n",
               info->name, r.nodes, r.seconds, per_second(r), bm_rules_cpu(rules));
    }
}

int bm_cmd_bench(const struct bm_args *args)
{
    struct result results[ENTRIES];
    for (unsigned i = 0; i < ENTRIES; i++) {
        const bm_status status = count(&entries[i], &results[i]);
        if (status) {
            fprintf(stderr, "banmen: %s: %s\n", entries[i].position, bm_status_text(status));
            return EXIT_USAGE;
        }
    }
    if (args->option[OPT_JSON].given)
        print_json(results);
    else
        print_text(results);
    return EXIT_YES;
}
