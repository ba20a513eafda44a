/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

/* In the order of enum bm_verdict. */
static const char *const verdicts[] = {"loss", "draw", "win", NULL};

static void read_repetition(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    static const char *const keys[] = {"count", "result", "checker", "for", NULL};
    static const char *const checkers[] = {"free", "loss", NULL};
    static const char *const sides[] = {"white", "black", NULL};
    struct bm_desc *const d = r->d;
    d->repeat_verdict = BM_VERDICT_DRAW;
    d->repeat_for = 2;
    if (!node)
        return;
    if (node->kind != BM_YAML_MAP) {
        d->repeats = (uint8_t)bm_read_number(r, node, "end.repetition", 2, 250, 0);
        d->repeats_claim = true;
        return;
    }
    (void)bm_read_map(r, node, "end.repetition", keys);
    const struct bm_yaml *const count = bm_yaml_get(node, "count");
    if (!count)
        bm_report_error(r->report, node->place, "missing-key", "end.repetition needs a 'count'",
                        "", NULL);
    d->repeats = (uint8_t)bm_read_number(r, count, "repetition.count", 2, 250, 0);
    d->repeat_verdict = (uint8_t)bm_read_word(r, bm_read_get(node, "result"),
                                              "repetition.result", verdicts, BM_VERDICT_DRAW);
    d->repeat_for =
        (uint8_t)bm_read_word(r, bm_read_get(node, "for"), "repetition.for", sides, 2);
    d->checker_loses =
        bm_read_word(r, bm_read_get(node, "checker"), "repetition.checker", checkers, 0) == 1;
}

static void read_goal(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    static const char *const keys[] = {"piece", "zone", "when", NULL};
    static const char *const when[] = {"now", "reply", "extra", "safe", NULL};
    struct bm_desc *const d = r->d;
    if (!node || !bm_read_map(r, node, "end.goal", keys))
        return;
    const struct bm_yaml *const piece = bm_yaml_get(node, "piece");
    const struct bm_yaml *const zone = bm_yaml_get(node, "zone");
    if (!piece || !zone) {
        bm_report_error(r->report, node->place, "missing-key", "end.goal needs a '~'",
                        "goal: {piece: K, zone: d4-e5}", BM_TEXTS(piece ? "zone" : "piece"));
        return;
    }
    d->has_goal = true;
    d->goal_kinds = bm_read_kinds(r, piece, "goal.piece", "all", NULL, NULL);
    bm_read_region(r, zone, "goal.zone", d->goal);
    d->goal_when =
        (uint8_t)bm_read_word(r, bm_read_get(node, "when"), "goal.when", when, BM_GOAL_NOW);
}

static void read_extinct(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    static const char *const keys[] = {"pieces", "left", "opponent", "claim", "result", NULL};
    struct bm_desc *const d = r->d;
    if (!node || !bm_read_map(r, node, "end.extinct", keys))
        return;
    const struct bm_yaml *const pieces = bm_yaml_get(node, "pieces");
    if (!pieces) {
        bm_report_error(r->report, node->place, "missing-key", "end.extinct needs 'pieces'",
                        "extinct: {pieces: all} or {pieces: K}", NULL);
        return;
    }
    d->has_extinct = true;
    d->extinct_all = bm_read_is(pieces, "all");
    d->extinct_kinds = bm_read_kinds(r, pieces, "extinct.pieces", "all", NULL, NULL);
    d->extinct_left =
        (uint8_t)bm_read_number(r, bm_yaml_get(node, "left"), "extinct.left", 0, 255, 0);
    d->extinct_opponent = (uint8_t)bm_read_number(r, bm_yaml_get(node, "opponent"),
                                                  "extinct.opponent", 0, 255, 0);
    d->extinct_claim = bm_read_bool(r, bm_yaml_get(node, "claim"), "extinct.claim", false);
    d->extinct_verdict = (uint8_t)bm_read_word(r, bm_yaml_get(node, "result"), "extinct.result",
                                               verdicts, BM_VERDICT_LOSS);
}

void bm_read_end(struct bm_variant_reader *r)
{
    static const char *const keys[] = {"checkmate", "stalemate", "repetition", "quiet",
                                       "goal",      "extinct",   "checks",     NULL};
    static const char *const stuck[] = {"loss", "draw", "win", "pass", NULL};
    struct bm_desc *const d = r->d;
    const struct bm_yaml *node = bm_read_get(r->root, "end");
    if (node && !bm_read_map(r, node, "end", keys))
        node = NULL;
    d->checkmate = (uint8_t)bm_read_word(r, bm_read_get(node, "checkmate"), "end.checkmate",
                                         verdicts, BM_VERDICT_LOSS);
    d->stalemate = (uint8_t)bm_read_word(r, bm_read_get(node, "stalemate"), "end.stalemate",
                                         stuck, BM_VERDICT_DRAW);
    read_repetition(r, bm_read_get(node, "repetition"));
    d->quiet =
        (uint16_t)bm_read_number(r, bm_read_get(node, "quiet"), "end.quiet", 1, 10000, 0);
    read_goal(r, bm_read_get(node, "goal"));
    read_extinct(r, bm_read_get(node, "extinct"));
    d->checks =
        (uint8_t)bm_read_number(r, bm_read_get(node, "checks"), "end.checks", 1, 200, 0);
}
