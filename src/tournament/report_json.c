/* SPDX-License-Identifier: MIT */
/* What a match prints with --json: one object a line. */
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "io/files/json_output.h"
#include "tournament/report.h"

static void json_number(struct bm_buf *j, const char *key, double v)
{
    char text[48];
    bm_json_key(j, key);
    snprintf(text, sizeof text, "%.6g", v);
    bm_json_raw(j, isfinite(v) ? text : "null");
}

static void json_count(struct bm_buf *j, const char *key, uint64_t v)
{
    bm_json_member_u64(j, key, v);
}

static void json_text(struct bm_buf *j, const char *key, const char *v)
{
    bm_json_member_text(j, key, v);
}

static void json_game(const struct bm_tournament *t, const struct bm_scheduled_game *f,
                      const struct bm_played_game *p)
{
    struct bm_buf j = {0};
    bm_json_begin(&j, '{');
    json_count(&j, "game", p->game + 1);
    json_count(&j, "round", f->round + 1);
    json_text(&j, "first", t->participants[f->side[0]].name);
    json_text(&j, "second", t->participants[f->side[1]].name);
    json_text(&j, "result", bm_result_text(p->result));
    json_text(&j, "reason", bm_reason_text(p->reason, BM_EN));
    json_count(&j, "plies", p->plies);
    json_count(&j, "ms", (uint64_t)p->ms);
    if (p->fault >= 0)
        json_text(&j, "fault", t->participants[f->side[p->fault]].name);
    if (*p->trouble) {
        json_text(&j, "trouble", p->trouble);
        json_text(&j, "detail", p->detail);
    }
    bm_json_print(&j);
}

/* The members of an object on a tally. */
static void json_tally(struct bm_buf *j, const struct bm_tally *tally)
{
    struct bm_elo_estimate e;
    bm_elo_estimate(&e, tally);
    json_count(j, "games", bm_tally_games(tally));
    json_count(j, "wins", tally->wins);
    json_count(j, "draws", tally->draws);
    json_count(j, "losses", tally->losses);
    json_number(j, "points", bm_tally_points(tally));
    json_number(j, "elo", e.elo);
    json_number(j, "error", e.error);
    json_number(j, "low", e.low);
    json_number(j, "high", e.high);
    json_number(j, "normalized", e.normalized);
    json_number(j, "los", e.los);
    json_number(j, "draw_ratio", e.draws);
    bm_json_key(j, "pairs");
    bm_json_begin(j, '[');
    for (unsigned i = 0; i < 5; i++)
        bm_json_u64(j, tally->pair[i]);
    bm_json_end(j, ']');
}

static void json_sprt(struct bm_buf *j, const struct bm_tournament *t)
{
    static const char *const words[] = {"open", "H1", "H0", ""};
    double llr;
    const enum bm_result v = bm_tournament_sprt_result(t, &llr);
    if (!t->has_sprt)
        return;
    json_number(j, "llr", llr);
    json_number(j, "lower", bm_sprt_lower(&t->sprt));
    json_number(j, "upper", bm_sprt_upper(&t->sprt));
    json_text(j, "sprt", words[v]);
}

static void json_score(const struct bm_tournament *t, unsigned a, unsigned b)
{
    struct bm_buf j = {0};
    struct bm_tally tally;
    bm_tournament_tally(t, a, b, &tally);
    bm_json_begin(&j, '{');
    json_text(&j, "engine", t->participants[a].name);
    json_text(&j, "opponent", t->participants[b].name);
    json_tally(&j, &tally);
    json_sprt(&j, t);
    bm_json_print(&j);
}

void bm_match_report_json_game(const struct bm_tournament *t, const struct bm_scheduled_game *f,
                               const struct bm_played_game *p)
{
    json_game(t, f, p);
    json_score(t, f->a, f->b);
}

void bm_match_report_json_end(const struct bm_tournament *t, const unsigned *order)
{
    for (unsigned i = 0; i < t->schedule.engines; i++) {
        const unsigned e = order[i];
        const struct bm_participant *const c = &t->participants[e];
        struct bm_buf j = {0};
        struct bm_tally tally;
        bm_tournament_tally(t, e, UINT_MAX, &tally);
        bm_json_begin(&j, '{');
        json_count(&j, "rank", i + 1);
        json_text(&j, "engine", c->name);
        json_tally(&j, &tally);
        for (unsigned side = 0; side < 2; side++) {
            uint64_t n[3];
            bm_tournament_side_results(t, e, side, n);
            bm_json_key(&j, side == BM_FIRST ? "as_first" : "as_second");
            bm_json_begin(&j, '[');
            for (unsigned k = 0; k < 3; k++)
                bm_json_u64(&j, n[k]);
            bm_json_end(&j, ']');
        }
        json_count(&j, "time_losses", c->failures[BM_FAILURE_TIME]);
        json_count(&j, "crashes", c->failures[BM_FAILURE_CRASH]);
        json_count(&j, "illegal_moves", c->failures[BM_FAILURE_ILLEGAL]);
        json_sprt(&j, t);
        bm_json_print(&j);
    }
}
