/* SPDX-License-Identifier: MIT */

/* What pieces of any game are worth, and where they stand well, from its rules alone. */
#include "kernel/variant/compiled.h"
#include "search/tree.h"

/* How far a square is from the middle of the board, summed over the axes, per mille of the
 * farthest. */
static int off_centre(const struct bm_rules_info *info, unsigned sq)
{
    int sum = 0, most = 0;
    for (unsigned a = 0; a < info->axes; a++) {
        const int size = (int)info->size[a], x = (int)(sq % info->size[a]);
        sum += 2 * x + 1 > size ? 2 * x + 1 - size : size - 2 * x - 1;
        most += size - 1;
        sq /= info->size[a];
    }
    return most ? sum * 1000 / most : 0;
}

/* Ranks that a piece of the first side has advanced, per mille. */
static int advance(const struct bm_rules_info *info, unsigned sq, unsigned side)
{
    const unsigned ranks = info->ranks, y = sq / info->files % ranks;
    const unsigned gone = side ? ranks - 1 - y : y;
    return ranks > 1 ? (int)(gone * 1000 / (ranks - 1)) : 0;
}

static unsigned distance(const struct bm_rules_info *info, unsigned a, unsigned b)
{
    unsigned most = 0;
    for (unsigned i = 0; i < info->axes; i++) {
        const unsigned x = a % info->size[i], y = b % info->size[i];
        const unsigned d = x > y ? x - y : y - x;
        most = d > most ? d : most;
        a /= info->size[i];
        b /= info->size[i];
    }
    return most;
}

/* Near a goal is good for those who can reach it. */
static int goal_worth(const struct bm_compiled *g, const struct bm_rules_info *info,
                      unsigned side, unsigned sq)
{
    unsigned least = 99;
    for (unsigned to = 0; to < g->squares; to++)
        if (bm_cells_has(&g->goal[side], to)) {
            const unsigned d = distance(info, sq, to);
            least = d < least ? d : least;
        }
    return least < 8 ? (int)(8 - least) * (int)(8 - least) * 4 : 0;
}

static int place(const struct bm_rules *rules, unsigned side, unsigned kind, unsigned sq,
                 int worth)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    const struct bm_compiled *const g = rules->game;
    const int centre = 500 - off_centre(info, sq);
    int v = 0;
    if (g->goals && g->goal_kinds >> kind & 1)
        v += goal_worth(g, info, side, sq);
    if (bm_rules_kind_is_royal(rules, kind))
        return v - centre * 30 / 1000 - (g->goals ? 0 : advance(info, sq, side) * 40 / 1000);
    const bool promotes = bm_rules_promotions(rules, side, kind) != 0;
    v += centre * (worth < 200 ? 16 : worth < 450 ? 44 : 24) / 1000;
    v += advance(info, sq, side) * (promotes && worth < 250 ? 50 : 10) / 1000;
    return v;
}

void bm_worths_find(struct bm_worths *w, const struct bm_rules *rules, const int *value)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    const struct bm_compiled *const g = rules->game;
    if (!g)
        return;
    /* Where running out of pieces wins, they are a burden. */
    const bool burden =
        g->extinct && g->extinct_verdict == BM_VERDICT_WIN && !g->extinct_opponent;
    for (unsigned kind = 0; kind < info->kinds; kind++) {
        const int v =
            bm_rules_kind_is_royal(rules, kind) && g->royal != BM_ROYAL_LAST ? 0 : value[kind];
        w->board[kind] = burden ? -v / 2 : v;
        w->hand[kind] = w->board[kind] + w->board[kind] / 8;
    }
    w->check = g->checks ? 60 : 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < info->kinds; kind++)
            for (unsigned sq = 0; sq < g->squares; sq++)
                w->place[(side * info->kinds + kind) * g->squares + sq] =
                    bm_rules_has_square(rules, (bm_sq)sq)
                        ? (int16_t)place(rules, side, kind, sq, value[kind])
                        : 0;
}
