/* SPDX-License-Identifier: MIT */
/*
 * tactics [-v GAME] [-c COUNT] [-n NODES] [-s SEED] < POSITIONS > EPD: make exercises from
 * positions that selfplay wrote. In each a move by lot is played, mostly a mistake; what comes
 * is an exercise if one move alone wins, a search of NODES positions and one of eight times as
 * many agree about it, and a glance does not find it. Positions in which a side was well ahead
 * are left out.
 *
 *     POSITION; bm MOVE; ce SCORE;
 *
 * The same input and options, the same bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "banmen/notation.h"
#include "base/random.h"
#include "tool.h"

enum {
    GLANCE = 120, /* positions */
    EVEN = 150,   /* centipawns before the mistake */
    WON = 200,    /* centipawns: what the best move must give at least */
    NOT_WON = 80  /* and all others at most */
};

struct seen {
    uint64_t nodes;
    int score[2]; /* of the best two lines */
};

static void listen(void *user, const struct bm_search_info *info)
{
    struct seen *const s = user;
    if (!info->bound && info->nodes < s->nodes && info->multipv <= 2)
        s->score[info->multipv - 1] =
            info->mate ? (info->score > 0 ? VALUE_MATE_IN_MAX : -VALUE_MATE_IN_MAX)
                       : info->score;
}

static bm_move look(struct bm_search *search, const struct bm_ctx *ctx, uint64_t nodes,
                    unsigned lines, struct seen *s)
{
    const struct bm_think limits = {.nodes = nodes, .multipv = lines};
    const struct bm_search_hooks hooks = {.info = listen, .user = s};
    struct bm_search_result r;
    *s = (struct seen){.nodes = nodes};
    if (bm_search_go(search, ctx, &limits, &hooks, &r) != BM_OK)
        stop("out of memory");
    return r.best;
}

static bool is_clear(const struct seen *s)
{
    return s->score[0] >= WON && s->score[1] <= NOT_WON;
}

/* Whether the position is an exercise, and what solves it. */
static bool solve(struct bm_search *search, const struct bm_ctx *ctx, uint64_t nodes,
                  bm_move *best, struct seen *s)
{
    const bm_move first = look(search, ctx, GLANCE, 1, s);
    *best = look(search, ctx, nodes / 4, 1, s);
    if (bm_move_equal(*best, first) || s->score[0] < WON)
        return false;
    bm_search_new_game(search); /* what was seen at a glance does not count */
    return bm_move_equal(*best, look(search, ctx, nodes, 2, s)) && is_clear(s) &&
           bm_move_equal(*best, look(search, ctx, 8 * nodes, 2, s)) && is_clear(s);
}

static bool blunder(struct bm_ctx *ctx, uint64_t *state)
{
    bm_move moves[BM_MAX_MOVES];
    struct bm_outcome o;
    const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
    if (n == 0 || bm_ctx_play(ctx, moves[bm_random(state) % n]) != 0)
        return false;
    bm_ctx_outcome(ctx, &o);
    return o.result == BM_ONGOING && bm_ctx_count(ctx) > 5;
}

int main(int argc, char **argv)
{
    const char *game = "chess", *value;
    uint64_t count = 40, nodes = 40000, seed = 1;
    for (int i = 1; i < argc; i++) {
        if ((value = option(argc, argv, &i, 'v')))
            game = value;
        else if ((value = option(argc, argv, &i, 'c')))
            count = to_number(value);
        else if ((value = option(argc, argv, &i, 'n')))
            nodes = to_number(value);
        else if ((value = option(argc, argv, &i, 's')))
            seed = to_number(value);
        else
            stop("usage: tactics [-v GAME] [-c COUNT] [-n NODES] [-s SEED] < POSITIONS > EPD");
    }
    const struct bm_rules *const rules = open_game(game);
    struct bm_search *const search = new_search(rules, seed, 4);
    struct bm_ctx *const ctx = new_game(rules, 2);
    char line[1024], text[64];
    while (count && fgets(line, sizeof line, stdin)) {
        struct bm_setup setup;
        struct seen s;
        bm_move best;
        int score = 0;
        if (sscanf(line, "%*[^;]; %*d; %d", &score) != 1 || score > EVEN || score < -EVEN)
            continue;
        if (bm_position_parse(&setup, rules, line, strcspn(line, ";\n"), 0, NULL) ||
            bm_ctx_sync(ctx, &setup, NULL, NULL))
            stop("this is not a position: %s", line);
        if (!blunder(ctx, &seed) || !solve(search, ctx, nodes, &best, &s))
            continue;
        (void)bm_ctx_format(ctx, 0, line, sizeof line);
        (void)bm_move_format(best, rules, text, sizeof text);
        printf("%s bm %s; ce %d;\n", line, text, s.score[0]);
        fflush(stdout);
        count--;
    }
    bm_ctx_destroy(ctx);
    bm_search_destroy(search);
    bm_rules_release(rules);
    return fflush(stdout) != 0;
}
