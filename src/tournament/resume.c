/* SPDX-License-Identifier: MIT */
/* Continues a tournament: the results of the state file, and the file of games. */
#include <stdlib.h>

#include "banmen/variant.h"
#include "tournament/tournament.h"

static bool restore_game(void *user, const struct bm_played_game *played)
{
    struct bm_tournament *const t = user;
    struct bm_scheduled_game f;
    if (!bm_schedule_at(&t->schedule, played->game, &f)) {
        t->beyond++;
        return true;
    }
    if (!bm_tournament_add_result(t, played))
        return false;
    t->restored++;
    return true;
}

bool bm_tournament_open_state(struct bm_tournament *t, const char *name,
                              const struct bm_tournament_settings *settings)
{
    return bm_tournament_state_open(&t->state, name, settings, restore_game, t);
}

/* Iterates over the finished games in the order of the schedule. */
struct result_walk {
    const struct bm_tournament *tournament;
    uint64_t at, index;
};

static bool walk_results(void *user, uint64_t i, struct bm_played_game *out)
{
    struct result_walk *const w = user;
    if (i < w->index)
        w->at = w->index = 0;
    for (; w->at < w->tournament->played_end; w->at++) {
        if (!bm_tournament_has_result(w->tournament, w->at) || w->index++ != i)
            continue;
        const struct bm_played_game_ref *const r = &w->tournament->played[w->at++];
        *out = (struct bm_played_game){.record_at = r->at, .record_len = r->len};
        return true;
    }
    return false;
}

bool bm_tournament_open_games(struct bm_tournament *t, const char *name, enum bm_format format)
{
    struct bm_scheduled_game f;
    struct result_walk w = {.tournament = t};
    uint64_t keep = 0;
    if (!bm_game_file_open(&t->games, name, format, t->rules))
        return false;
    if (t->games.special)
        return bm_tournament_write_games(t, false);
    while (t->next_write < t->played_end) {
        const bool scheduled = bm_schedule_at(&t->schedule, t->next_write, &f);
        if (scheduled && !bm_tournament_has_result(t, t->next_write))
            break;
        keep += scheduled;
        t->next_write++;
    }
    return bm_game_file_resume(&t->games, &t->state, walk_results, &w, keep);
}

void bm_tournament_free(struct bm_tournament *t)
{
    bm_tournament_state_close(&t->state);
    bm_openings_free(&t->openings);
    for (unsigned i = 0; t->participants && i < t->schedule.engines; i++)
        bm_spec_fini(&t->participants[i].spec);
    free(t->participants);
    free(t->pairing_results);
    bm_release(t->played);
    bm_rules_release(t->rules);
}
