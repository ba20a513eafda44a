/* SPDX-License-Identifier: MIT */
/* The mate solver for the page. It runs in a worker; terminating the worker stops it. */
#include "banmen/mate.h"
#include "wasm/web.h"

#ifdef __wasm__
#    define IMPORT(name) __attribute__((import_module("env"), import_name(name)))
#else
#    define IMPORT(name)
#endif

IMPORT("now") double bm_web_now(void);
IMPORT("info") void bm_web_info(const char *json, unsigned len);

enum { MATE_MEMORY = 64 /* MiB */, MATE_REPORT = 200 /* ms between two reports */ };

/* A running solution and its reports. */
struct mate_run {
    struct bm_buf text;
    double began, told;
    unsigned none;
    uint64_t nodes;
};

void BM_WEB(bm_web_mate)(struct bm_web *w, struct bm_web_game *g, int checks, unsigned plies);

/* {"none","nodes","time"}: no mate within so many plies, so far. */
static void report_mate(struct mate_run *run)
{
    run->told = bm_web_now();
    run->text.len = 0;
    bm_json_begin(&run->text, '{');
    bm_json_member_int(&run->text, "none", run->none);
    bm_json_member_int(&run->text, "nodes", (int64_t)run->nodes);
    bm_json_member_int(&run->text, "time", (int64_t)(run->told - run->began));
    bm_json_end(&run->text, '}');
    if (!run->text.failed)
        bm_web_info(run->text.s, (unsigned)run->text.len);
}

static bool look_at_time(void *user)
{
    struct mate_run *const run = user;
    if (bm_web_now() - run->told >= MATE_REPORT)
        report_mate(run);
    return false;
}

static void note_depth(void *user, unsigned plies, uint64_t nodes)
{
    struct mate_run *const run = user;
    run->none = plies;
    run->nodes = nodes;
    report_mate(run);
}

static void put_mate_line(struct bm_buf *out, const struct bm_mate_result *r,
                          const struct bm_rules *rules)
{
    bm_json_key(out, "line");
    bm_json_begin(out, '[');
    for (size_t i = 0; i < r->line_count; i++) {
        char text[BM_COORDINATES];
        (void)bm_move_format(r->line[i], rules, text, sizeof text);
        bm_json_text(out, text);
    }
    bm_json_end(out, ']');
}

/*
 * Look for a mate by the side to move in the last position of a game, of at most `plies` (0: of
 * any length): {"status","plies","shortest","none","nodes","line"}. The status is "mate",
 * "none" (proved), "unknown", or "royals": the game has no mates.
 */
void bm_web_mate(struct bm_web *w, struct bm_web_game *g, int checks, unsigned plies)
{
    static const char *const words[] = {"mate", "none", "unknown"};
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_ctx *const ctx = bm_match_ctx(g->match);
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const struct bm_mate_limits limits = {.checks = checks != 0, .plies = plies};
    struct mate_run run = {.began = bm_web_now()};
    const struct bm_mate_hooks hooks = {
        .stopped = look_at_time, .deeper = note_depth, .user = &run};
    struct bm_mate *mate = NULL;
    struct bm_mate_result r = {.status = BM_MATE_UNKNOWN};
    const bm_status status = bm_mate_create(&mate, rules, MATE_MEMORY);
    bm_json_begin(out, '{');
    if (status == BM_ERULE)
        bm_json_member_text(out, "status", "royals");
    else if (status != BM_OK || bm_mate_solve(mate, ctx, &limits, &hooks, &r) != BM_OK)
        out->failed = true;
    else
        bm_json_member_text(out, "status", words[r.status]);
    bm_json_member_int(out, "plies", r.plies);
    bm_json_member_bool(out, "shortest", r.shortest);
    bm_json_member_int(out, "none", r.none);
    bm_json_member_int(out, "nodes", (int64_t)r.nodes);
    put_mate_line(out, &r, rules);
    bm_json_end(out, '}');
    bm_buf_free(&run.text);
    bm_mate_destroy(mate);
}
