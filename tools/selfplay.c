/* SPDX-License-Identifier: MIT */
/*
 * selfplay [-v GAME] [-g GAMES] [-n NODES] [-d DEEP] [-s SEED] [-f FIRST]: let the engine play
 * against itself, and write quiet positions of the games to stdout, one on a line:
 *
 *     POSITION; RESULT; SCORE
 *
 * RESULT is 2, 1 or 0: won, drawn or lost for the first side; SCORE is what the search said of
 * it, in centipawns for the first side. With -d only one position in SELDOM is written, and
 * looked at once more with DEEP nodes for that. Games begin with moves drawn by lot that leave
 * the chances even. The same options, the same bytes: game number FIRST + i depends on nothing
 * but SEED and its number, so that parts can be made side by side.
 */
#include <stdlib.h>
#include <string.h>

#include "banmen/notation.h"
#include "base/random.h"
#include "tool.h"

enum {
    MAX_PLIES = 400,
    EVEN = 120,        /* centipawns: an opening that is worth more is not played */
    DECIDED = 1800,    /* centipawns that decide a game */
    DECIDED_PLIES = 5, /* if they last so long */
    SELDOM = 4
};

struct player {
    const struct bm_rules *rules;
    struct bm_search *search;
    struct bm_ctx *ctx;
    uint64_t nodes, deep; /* for a move; for what is written, 0: the same */
    uint64_t limit;       /* of this search */
    uint64_t state;       /* of the lot */
    int score;            /* what the search said last, for the side to move */
    bool mate;
    char line[MAX_PLIES][BM_POSITION_TEXT];
    int scores[MAX_PLIES];
    unsigned lines;
};

static void listen(void *user, const struct bm_search_info *info)
{
    struct player *const p = user;
    if (info->bound || (info->nodes >= p->limit && info->depth > 1))
        return; /* cut short */
    p->mate = info->mate;
    p->score =
        info->mate ? (info->score > 0 ? VALUE_MATE_IN_MAX : -VALUE_MATE_IN_MAX) : info->score;
}

static bm_move think(struct player *p, uint64_t nodes)
{
    const struct bm_think limits = {.nodes = nodes};
    const struct bm_search_hooks hooks = {.info = listen, .user = p};
    struct bm_search_result r;
    p->limit = nodes;
    p->score = 0;
    p->mate = false;
    if (bm_search_go(p->search, p->ctx, &limits, &hooks, &r) != BM_OK)
        stop("out of memory");
    return r.best;
}

static bool is_over(const struct player *p, enum bm_result *result)
{
    struct bm_outcome o;
    bm_ctx_outcome(p->ctx, &o);
    *result = o.result;
    return o.result != BM_ONGOING;
}

/* Some moves by lot; false: the game is over, or no longer even. */
static bool open_by_lot(struct player *p)
{
    bm_move moves[BM_MAX_MOVES];
    enum bm_result result;
    bm_ctx_start(p->ctx);
    bm_search_new_game(p->search);
    const unsigned plies = 6 + (unsigned)(bm_random(&p->state) % 5);
    for (unsigned i = 0; i < plies; i++) {
        const size_t n = bm_ctx_moves(p->ctx, moves, BM_MAX_MOVES);
        if (n == 0 || bm_ctx_play(p->ctx, moves[bm_random(&p->state) % n]) != 0)
            return false;
    }
    if (is_over(p, &result))
        return false;
    (void)think(p, p->nodes);
    return p->score > -EVEN && p->score < EVEN;
}

/* Nothing hangs: no check, and what is best is neither a capture nor a promotion. */
static bool is_quiet(const struct player *p, bm_move best)
{
    struct bm_search_thread *const td = p->search->main_thread;
    if (p->mate || bm_ctx_checks(p->ctx, (bm_sq[BM_MAX_ATTACKERS]){0}) != 0)
        return false;
    memcpy(&td->pos, &p->ctx->pos, sizeof td->pos);
    return !bm_search_impl_of(p->rules)->is_noisy(td, best);
}

static void play(struct player *p)
{
    enum bm_result result = BM_ONGOING;
    int decided = 0;
    p->lines = 0;
    while (!is_over(p, &result) && bm_ctx_room(p->ctx) != 0) {
        bm_move best = think(p, p->nodes);
        bool quiet = is_quiet(p, best);
        if (quiet && p->deep) {
            quiet = bm_random(&p->state) % SELDOM == 0;
            if (quiet) {
                best = think(p, p->deep);
                quiet = is_quiet(p, best);
            }
        }
        const bool second = bm_ctx_turn(p->ctx) == BM_SECOND;
        const int score = second ? -p->score : p->score;
        if (score >= DECIDED)
            decided = decided > 0 ? decided + 1 : 1;
        else if (score <= -DECIDED)
            decided = decided < 0 ? decided - 1 : -1;
        else
            decided = 0;
        if (decided >= DECIDED_PLIES || decided <= -DECIDED_PLIES) {
            result = decided > 0 ? BM_FIRST_WINS : BM_SECOND_WINS;
            break;
        }
        if (quiet) {
            (void)bm_ctx_format(p->ctx, 0, p->line[p->lines], BM_POSITION_TEXT);
            p->scores[p->lines++] = score;
        }
        if (bm_ctx_play(p->ctx, best) != 0)
            stop("the search gave a move that the rules refuse");
    }
    const int points = result == BM_FIRST_WINS ? 2 : result == BM_SECOND_WINS ? 0 : 1;
    for (unsigned i = 0; i < p->lines; i++)
        printf("%s; %d; %d\n", p->line[i], points, p->scores[i]);
}

int main(int argc, char **argv)
{
    const char *name = "chess", *value;
    uint64_t games = 100, first = 0, seed = 1;
    struct player *const p = calloc(1, sizeof *p);
    if (!p)
        stop("out of memory");
    p->nodes = 2000;
    for (int i = 1; i < argc; i++) {
        if ((value = option(argc, argv, &i, 'v')))
            name = value;
        else if ((value = option(argc, argv, &i, 'g')))
            games = to_number(value);
        else if ((value = option(argc, argv, &i, 'n')))
            p->nodes = to_number(value);
        else if ((value = option(argc, argv, &i, 'd')))
            p->deep = to_number(value);
        else if ((value = option(argc, argv, &i, 's')))
            seed = to_number(value);
        else if ((value = option(argc, argv, &i, 'f')))
            first = to_number(value);
        else
            stop("usage: selfplay [-v GAME] [-g GAMES] [-n NODES] [-d DEEP] [-s SEED] [-f "
                 "FIRST]");
    }
    p->rules = open_game(name);
    p->search = new_search(p->rules, seed, 1);
    p->ctx = new_game(p->rules, MAX_PLIES);
    for (uint64_t i = first; i < first + games; i++) {
        uint64_t number = i;
        p->state = seed ^ bm_random(&number);
        while (!open_by_lot(p)) {
        }
        bm_search_new_game(p->search);
        play(p);
    }
    bm_ctx_destroy(p->ctx);
    bm_search_destroy(p->search);
    bm_rules_release(p->rules);
    free(p);
    return fflush(stdout) != 0;
}
