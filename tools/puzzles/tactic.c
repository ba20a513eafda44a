/* SPDX-License-Identifier: MIT */
#include "tactic.h"

enum {
    MARGIN = 180,  /* centipawns between the best move and the next */
    NOT_WON = 90,  /* what the next gives at most */
    GLANCE = 120,  /* nodes: what this finds is no exercise, if it is all */
    LOOK = 6000,   /* nodes: a first look */
    CHECK = 20000, /* the check of what is shipped */
    PROOF = 60000, /* the search that decides */
    REPLY = 15000, /* the opponent's move */
    MOST_TURNS = 5
};

struct lines {
    uint64_t nodes;
    int score[2];
    bool mate;
};

static void listen(void *user, const struct bm_search_info *info)
{
    struct lines *const s = user;
    if (info->bound || info->nodes >= s->nodes || info->multipv > 2)
        return;
    s->score[info->multipv - 1] =
        info->mate ? (info->score > 0 ? BM_VALUE_MATE : -BM_VALUE_MATE) : info->score;
    if (info->multipv == 1)
        s->mate = info->mate;
}

struct bm_search *tactic_search(void) { return new_search(bm_rules_chess(), 1, 2); }

/* What a search says that knows nothing of earlier ones. */
static bm_move look(struct bm_search *search, const struct bm_ctx *ctx, uint64_t nodes,
                    unsigned count, struct lines *s)
{
    const struct bm_think limits = {.nodes = nodes, .multipv = count};
    const struct bm_search_hooks hooks = {.info = listen, .user = s};
    struct bm_search_result r;
    *s = (struct lines){.nodes = nodes, .score = {0, -BM_VALUE_MATE}};
    bm_search_new_game(search);
    if (bm_search_go(search, ctx, &limits, &hooks, &r) != BM_OK)
        stop("out of memory");
    return r.best;
}

static bool is_clear(const struct lines *s)
{
    return !s->mate && s->score[0] >= TACTIC_WON && s->score[1] <= NOT_WON &&
           s->score[0] - s->score[1] >= MARGIN;
}

/* Whether one move alone wins. */
static bool find_only_move(struct bm_search *search, const struct bm_ctx *ctx, bm_move *out)
{
    struct lines s;
    *out = look(search, ctx, LOOK, 2, &s);
    if (out->bits == BM_MOVE_NONE || !is_clear(&s))
        return false;
    if (!bm_move_equal(*out, look(search, ctx, CHECK, 2, &s)) || !is_clear(&s))
        return false;
    return bm_move_equal(*out, look(search, ctx, PROOF, 2, &s)) && is_clear(&s);
}

static void play_move(struct bm_ctx *ctx, bm_move m)
{
    if (bm_ctx_play(ctx, m) != 0)
        stop("the search gave a move that the rules refuse");
}

bool tactic_solve(struct bm_search *search, struct bm_ctx *ctx, struct puzzle *z)
{
    struct lines s;
    const bm_move first = look(search, ctx, GLANCE, 1, &s);
    bm_move m;
    unsigned reply = 0;
    z->plies = z->tries = 0;
    z->nodes = 0;
    while (z->plies < 2 * MOST_TURNS && find_only_move(search, ctx, &m)) {
        if (bm_ctx_count(ctx) < 3 && z->plies != 0)
            break; /* nothing to find */
        z->tries += (unsigned)bm_ctx_count(ctx) / 4;
        z->line[z->plies++] = m;
        reply++;
        play_move(ctx, m);
        m = look(search, ctx, REPLY, 1, &s);
        if (m.bits == BM_MOVE_NONE || z->plies + 1 >= PUZZLE_PLIES)
            break;
        z->line[z->plies++] = m;
        reply++;
        play_move(ctx, m);
    }
    for (; reply != 0; reply--)
        bm_ctx_undo(ctx);
    if (z->plies % 2 == 0 && z->plies != 0)
        z->plies--; /* the last reply is none of the puzzle */
    if (z->plies == 0)
        return false;
    /* The nodes after which a search begins to see it. */
    for (z->nodes = GLANCE; z->nodes < PROOF; z->nodes *= 2)
        if (bm_move_equal(z->line[0], look(search, ctx, z->nodes, 1, &s)) &&
            s.score[0] >= TACTIC_WON)
            break;
    return z->plies > 1 || !bm_move_equal(first, z->line[0]);
}

bool tactic_check(struct bm_search *search, struct bm_ctx *ctx, const struct puzzle *z)
{
    bool holds = true;
    for (unsigned i = 0; i < z->plies; i++) {
        struct lines s;
        if (i % 2 == 0 && holds)
            holds = bm_move_equal(z->line[i], look(search, ctx, CHECK, 2, &s)) && is_clear(&s);
        play_move(ctx, z->line[i]);
    }
    for (unsigned i = 0; i < z->plies; i++)
        bm_ctx_undo(ctx);
    return holds;
}
