/* SPDX-License-Identifier: MIT */
/* What the moves of a loaded game cost, found out by playing a few at random. */
#include "base/random.h"
#include "rules/bind.h"
#include "rules/ctx.h"

enum {
    PLIES = 48,
    MOST = 1 << 16, /* moves made to find those of one position: beyond that it is refused */
    NODE = 256      /* of them cost as much as a node of a search should */
};

/* The most work that a list of moves takes in the trial's game. */
static unsigned find_work(const struct bm_rules *rules, const struct bm_setup *start)
{
    const struct bm_kernel *const k = rules->kernel;
    union bm_any_pos pos;
    _Alignas(64) unsigned char undo[BM_ANY_UNDO];
    bm_move list[BM_MAX_MOVES];
    uint64_t random = 1;
    unsigned most = 0;
    if (k->load(&pos, start, rules->game, 0) & BM_DEFECTS_HARD)
        return 0;
    for (unsigned ply = 0; ply < PLIES && most <= MOST; ply++) {
        const unsigned work = k->work(&pos);
        most = work > most ? work : most;
        const size_t n = work <= MOST ? k->moves(&pos, list) : 0;
        if (n == 0)
            break;
        k->make(&pos, list[bm_random(&random) % n], undo);
    }
    return most;
}

unsigned bm_turn_check(const struct bm_rules *rules, const struct bm_desc *d,
                       struct bm_findings *report)
{
    if (!rules->game || !rules->game->deep)
        return 1;
    const unsigned work = find_work(rules, &d->start);
    if (work <= MOST)
        return 1 + work / NODE;
    bm_report_error(report, d->turn_place, "turn",
                    "the legal moves of a turn would take too long to find",
                    "fewer moves a turn, 'safety: move' or 'threat: move' help", NULL);
    return 0;
}
