/* SPDX-License-Identifier: MIT */
/* What a match prints: lines for people and scripts. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text_width.h"
#include "tournament/report.h"

/* "+12.3", "-inf". */
static const char *elo_text(double v, char *buf, size_t cap)
{
    snprintf(buf, cap, isinf(v) ? "%+f" : "%+.1f", v);
    return buf;
}

static void print_sprt(const struct bm_tournament *t, double llr)
{
    printf("llr %.2f [%.2f, %.2f]", llr, bm_sprt_lower(&t->sprt), bm_sprt_upper(&t->sprt));
}

/* "+5 =3 -2, 6.5/10 (65.0%), elo +107.5 +- 180.2, los 88.1%". */
static void print_tally(const struct bm_tally *tally)
{
    char elo[32];
    struct bm_elo_estimate e;
    bm_elo_estimate(&e, tally);
    printf("+%" PRIu64 " =%" PRIu64 " -%" PRIu64 ", %.1f/%" PRIu64
           " (%.1f%%), elo %s +- %.1f, los %.1f%%",
           tally->wins, tally->draws, tally->losses, bm_tally_points(tally),
           bm_tally_games(tally), e.score * 100, elo_text(e.elo, elo, sizeof elo), e.error,
           e.los * 100);
}

static void text_game(const struct bm_tournament *t, const struct bm_scheduled_game *f,
                      const struct bm_played_game *p)
{
    printf("game %" PRIu64 ": %s vs %s: %s (%s), %u plies", p->game + 1,
           t->participants[f->side[0]].name, t->participants[f->side[1]].name,
           bm_result_text(p->result), bm_reason_text(p->reason, BM_EN), p->plies);
    if (*p->trouble)
        printf(", %s: %s: %s", t->participants[f->side[p->fault]].name, p->trouble, p->detail);
    putchar('\n');
}

static void text_score(const struct bm_tournament *t, unsigned a, unsigned b)
{
    struct bm_tally tally;
    double llr;
    bm_tournament_tally(t, a, b, &tally);
    printf("score: %s vs %s: ", t->participants[a].name, t->participants[b].name);
    print_tally(&tally);
    if (t->has_sprt) {
        bm_tournament_sprt_result(t, &llr);
        printf(", ");
        print_sprt(t, llr);
    }
    putchar('\n');
}

void bm_match_report_game(const struct bm_tournament *t, const struct bm_scheduled_game *f,
                          const struct bm_played_game *p, bool json)
{
    if (json) {
        bm_match_report_json_game(t, f, p);
        return;
    }
    text_game(t, f, p);
    text_score(t, f->a, f->b);
}

void bm_match_report_restored(const struct bm_tournament *t)
{
    if (t->restored != 0)
        fprintf(stderr, "banmen: going on after %" PRIu64 " of %" PRIu64 " games\n",
                t->restored, bm_schedule_games(&t->schedule));
}

/* The end. -------------------------------------------------------------------------------- */

/* Sort by the share of points; equal ones in the order of the command line. */
static void sort_participants(const struct bm_tournament *t, unsigned *order)
{
    for (unsigned i = 0; i < t->schedule.engines; i++) {
        struct bm_tally one, other;
        unsigned k = i;
        bm_tournament_tally(t, i, UINT_MAX, &one);
        for (; k > 0; k--) {
            bm_tournament_tally(t, order[k - 1], UINT_MAX, &other);
            if (bm_tally_points(&other) * (double)bm_tally_games(&one) >=
                bm_tally_points(&one) * (double)bm_tally_games(&other))
                break;
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
}

static void by_side_text(const struct bm_tournament *t, unsigned engine, unsigned side,
                         char *buf, size_t cap)
{
    uint64_t n[3];
    bm_tournament_side_results(t, engine, side, n);
    snprintf(buf, cap, "+%" PRIu64 " =%" PRIu64 " -%" PRIu64, n[0], n[1], n[2]);
}

/* A name, filled up with blanks to a width that a terminal shows. */
static void print_name(const char *name, size_t width)
{
    const size_t n = bm_text_width(name);
    printf("%s%*s", name, n < width ? (int)(width - n) : 0, "");
}

static void print_table(const struct bm_tournament *t, const unsigned *order, size_t width)
{
    char elo[32], side[2][64];
    printf("\nrank  ");
    print_name("engine", width);
    printf("  games  points      %%  %-14s  %-14s      elo       +-    los  draws\n",
           "as first", "as second");
    for (unsigned i = 0; i < t->schedule.engines; i++) {
        const unsigned e = order[i];
        struct bm_tally tally;
        struct bm_elo_estimate x;
        bm_tournament_tally(t, e, UINT_MAX, &tally);
        bm_elo_estimate(&x, &tally);
        by_side_text(t, e, BM_FIRST, side[0], sizeof side[0]);
        by_side_text(t, e, BM_SECOND, side[1], sizeof side[1]);
        printf("%4u  ", i + 1);
        print_name(t->participants[e].name, width);
        printf("  %5" PRIu64 "  %6.1f  %5.1f  %-14s  %-14s  %7s  %7.1f  %5.1f  %5.1f\n",
               bm_tally_games(&tally), bm_tally_points(&tally), x.score * 100, side[0], side[1],
               elo_text(x.elo, elo, sizeof elo), x.error, x.los * 100, x.draws * 100);
    }
}

/* Points and games of each pairing. */
static void print_crosstable(const struct bm_tournament *t, const unsigned *order, size_t width)
{
    printf("\ncrosstable ");
    print_name("", width > 5 ? width - 5 : 0);
    for (unsigned i = 0; i < t->schedule.engines; i++)
        printf("  %11u", i + 1);
    putchar('\n');
    for (unsigned i = 0; i < t->schedule.engines; i++) {
        printf("%4u  ", i + 1);
        print_name(t->participants[order[i]].name, width);
        for (unsigned k = 0; k < t->schedule.engines; k++) {
            char cell[48] = "-";
            struct bm_tally tally;
            if (i != k) {
                bm_tournament_tally(t, order[i], order[k], &tally);
                snprintf(cell, sizeof cell, "%.1f/%" PRIu64, bm_tally_points(&tally),
                         bm_tally_games(&tally));
            }
            printf("  %11s", cell);
        }
        putchar('\n');
    }
}

static void print_failures(const struct bm_tournament *t)
{
    for (unsigned e = 0; e < t->schedule.engines; e++) {
        const struct bm_participant *const c = &t->participants[e];
        const uint64_t *const m = c->failures;
        if (m[BM_FAILURE_TIME] + m[BM_FAILURE_CRASH] + m[BM_FAILURE_ILLEGAL] != 0)
            printf("trouble: %s: %" PRIu64 " time losses, %" PRIu64 " crashes, %" PRIu64
                   " illegal moves\n",
                   c->name, m[BM_FAILURE_TIME], m[BM_FAILURE_CRASH], m[BM_FAILURE_ILLEGAL]);
    }
}

static void print_pairs(const struct bm_tournament *t)
{
    static const char *const words[] = {"open", "H1 accepted", "H0 accepted", ""};
    struct bm_tally tally;
    double llr;
    if (t->schedule.engines != 2)
        return;
    bm_tournament_tally(t, 0, 1, &tally);
    printf("pairs: %s: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
           " (with 0, 0.5, 1, 1.5, 2 points)\n",
           t->participants[0].name, tally.pair[0], tally.pair[1], tally.pair[2], tally.pair[3],
           tally.pair[4]);
    if (!t->has_sprt)
        return;
    const enum bm_result v = bm_tournament_sprt_result(t, &llr);
    printf("sprt: %s, ", words[v]);
    print_sprt(t, llr);
    printf(", elo0 %g, elo1 %g (%s), alpha %g, beta %g\n", t->sprt.e0, t->sprt.e1,
           t->sprt.model == BM_ELO_LOGISTIC ? "logistic" : "normalized", t->sprt.alpha,
           t->sprt.beta);
}

void bm_match_report_end(const struct bm_tournament *t, bool json)
{
    size_t width = sizeof "engine" - 1;
    unsigned *const order = malloc(t->schedule.engines * sizeof *order);
    if (!order || t->done == 0) {
        free(order);
        return;
    }
    for (unsigned i = 0; i < t->schedule.engines; i++) {
        const size_t n = bm_text_width(t->participants[i].name);
        width = n > width ? n : width;
    }
    sort_participants(t, order);
    if (json) {
        bm_match_report_json_end(t, order);
    } else {
        print_table(t, order, width);
        print_crosstable(t, order, width);
        putchar('\n');
        print_failures(t);
        print_pairs(t);
    }
    free(order);
}
