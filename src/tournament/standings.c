/* SPDX-License-Identifier: MIT */
/* The standings of a tournament: each game is counted once, by pairing. */
#include <limits.h>

#include "tournament/tournament.h"

/* Wins, draws and losses of the side that is asked for. */
static unsigned result_column(enum bm_result r, unsigned side)
{
    if (r == BM_DRAW)
        return 1;
    return (r == BM_FIRST_WINS) == (side == BM_FIRST) ? 0 : 2;
}

static bool reserve_results(struct bm_tournament *t, uint64_t game)
{
    void *mem = t->played;
    if (!bm_grow(&mem, &t->played_cap, (size_t)game + 1, sizeof *t->played))
        return false;
    t->played = mem;
    while (t->played_end <= game)
        t->played[t->played_end++] = (struct bm_played_game_ref){0};
    return true;
}

static void count_failure(struct bm_tournament *t, const struct bm_scheduled_game *f,
                          const struct bm_played_game *p)
{
    if (p->fault < 0)
        return;
    struct bm_participant *const c = &t->participants[f->side[p->fault]];
    if (p->reason == BM_REASON_TIME || p->reason == BM_REASON_TIME_MATERIAL)
        c->failures[BM_FAILURE_TIME]++;
    else if (p->reason == BM_REASON_ILLEGAL)
        c->failures[BM_FAILURE_ILLEGAL]++;
    else
        c->failures[BM_FAILURE_CRASH]++;
}

bool bm_tournament_add_result(struct bm_tournament *t, const struct bm_played_game *p)
{
    struct bm_scheduled_game f;
    if (!bm_schedule_at(&t->schedule, p->game, &f) || bm_tournament_has_result(t, p->game) ||
        !reserve_results(t, p->game))
        return false;
    t->played[p->game] =
        (struct bm_played_game_ref){p->record_at, (uint32_t)p->record_len, (uint8_t)p->result};
    t->done++;

    struct bm_pairing_results *const m = &t->pairing_results[f.pairing];
    const unsigned side = f.side[1] == f.a;
    m->count[side][result_column(p->result, side)]++;
    count_failure(t, &f, p);

    const uint64_t other = p->game ^ 1;
    if (bm_tournament_has_result(t, other)) {
        /* The engine has the other side in the other game of the pair. */
        const unsigned lost = result_column(p->result, side) +
                              result_column((enum bm_result)t->played[other].result, !side);
        m->pair[4 - lost]++;
    }
    return true;
}

static void tally_pairing(const struct bm_pairing_results *m, struct bm_tally *out)
{
    *out = (struct bm_tally){.wins = m->count[0][0] + m->count[1][0],
                             .draws = m->count[0][1] + m->count[1][1],
                             .losses = m->count[0][2] + m->count[1][2]};
    for (unsigned i = 0; i < 5; i++)
        out->pair[i] = m->pair[i];
}

void bm_tournament_tally(const struct bm_tournament *t, unsigned engine, unsigned other,
                         struct bm_tally *out)
{
    *out = (struct bm_tally){0};
    for (unsigned i = 0; i < t->schedule.engines; i++) {
        struct bm_tally one;
        if (i == engine || (other != UINT_MAX && i != other))
            continue;
        const bool mirror = engine > i;
        const unsigned a = mirror ? i : engine, b = mirror ? engine : i;
        tally_pairing(&t->pairing_results[bm_schedule_pairing(&t->schedule, a, b)], &one);
        bm_tally_add(out, &one, mirror);
    }
}

void bm_tournament_side_results(const struct bm_tournament *t, unsigned engine, unsigned side,
                                uint64_t out[3])
{
    out[0] = out[1] = out[2] = 0;
    for (unsigned i = 0; i < t->schedule.engines; i++) {
        if (i == engine)
            continue;
        const bool mirror = engine > i;
        const unsigned a = mirror ? i : engine, b = mirror ? engine : i;
        const struct bm_pairing_results *const m =
            &t->pairing_results[bm_schedule_pairing(&t->schedule, a, b)];
        for (unsigned k = 0; k < 3; k++)
            out[k] += mirror ? m->count[!side][2 - k] : m->count[side][k];
    }
}

enum bm_result bm_tournament_sprt_result(const struct bm_tournament *t, double *llr)
{
    struct bm_tally all;
    *llr = 0;
    if (!t->has_sprt)
        return BM_ONGOING;
    bm_tournament_tally(t, 0, 1, &all);
    *llr = bm_sprt_llr(&t->sprt, &all, true);
    if (*llr >= bm_sprt_upper(&t->sprt))
        return BM_FIRST_WINS;
    return *llr <= bm_sprt_lower(&t->sprt) ? BM_SECOND_WINS : BM_ONGOING;
}

bool bm_tournament_write_games(struct bm_tournament *t, bool all)
{
    struct bm_scheduled_game f;
    if (t->games.fd < 0)
        return true;
    for (; t->next_write < t->played_end; t->next_write++) {
        if (!bm_schedule_at(&t->schedule, t->next_write, &f))
            continue;
        if (bm_tournament_has_result(t, t->next_write)) {
            const struct bm_played_game_ref *const r = &t->played[t->next_write];
            const struct bm_played_game p = {.record_at = r->at, .record_len = r->len};
            if (!bm_game_file_add(&t->games, &t->state, &p))
                return false;
        } else if (!all) {
            break;
        }
    }
    return true;
}
