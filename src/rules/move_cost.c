/* SPDX-License-Identifier: MIT */
/* What the moves of a loaded game cost, found out by playing a few at random. */
#include "base/random.h"
#include "rules/bind.h"
#include "rules/ctx.h"

enum {
    PLIES = 24,     /* in each phase */
    MOST = 1 << 15, /* moves made to find those of one position: beyond that it is refused, */
    SUM = 1 << 20,  /* and beyond that for all positions */
    NODE = 256      /* of them cost as much as a node of a search should */
};

struct cost_trial {
    unsigned most, sum;
};

/* Note the work that lists of moves take in a game at random. */
static void play_trial(struct cost_trial *t, const struct bm_rules *rules,
                       const struct bm_setup *start)
{
    const struct bm_kernel *const k = rules->kernel;
    union bm_any_pos pos;
    _Alignas(64) unsigned char undo[BM_ANY_UNDO];
    bm_move list[BM_MAX_MOVES];
    uint64_t random = 1;
    if (k->load(&pos, start, rules->game, 0) & BM_DEFECTS_HARD)
        return;
    for (unsigned ply = 0; ply < PLIES && t->most <= MOST && t->sum <= SUM; ply++) {
        const unsigned work = k->work(&pos);
        t->most = work > t->most ? work : t->most;
        t->sum += work;
        const size_t n = work <= MOST ? k->moves(&pos, list) : 0;
        if (n == 0)
            return;
        k->make(&pos, list[bm_random(&random) % n], undo);
    }
}

unsigned bm_move_cost_check(const struct bm_rules *rules, const struct bm_desc *d,
                            struct bm_findings *report)
{
    struct cost_trial t = {0};
    if (!rules->game || !rules->game->deep)
        return 1;
    for (unsigned phase = 0; phase == 0 || phase < d->turn.phases; phase++) {
        struct bm_setup start = d->start;
        start.phase = (uint8_t)phase;
        play_trial(&t, rules, &start);
    }
    if (t.most <= MOST && t.sum <= SUM)
        return 2 + t.most / NODE;
    bm_report_error(report, d->turn_place, "turn",
                    "the legal moves of a turn would take too long to find",
                    "fewer moves a turn, 'safety: move' or 'threat: move' help", NULL);
    return 0;
}
