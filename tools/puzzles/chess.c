/* SPDX-License-Identifier: MIT */
/*
 * Mates and tactics of chess, from quick games of the engine against itself with moves by lot
 * in between. A mate is a puzzle if its solution is proved to be unique. A tactic comes after a
 * mistake: at each turn of the solver one move wins, and all others are much worse, as two
 * searches find.
 */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "proof.h"
#include "tactic.h"

enum {
    GAME_PLIES = 200,
    GAME_NODES = 1000, /* of a move */
    MATE_NODES = 400000,
    LONGEST_MATE = 7, /* plies */
    SELDOM = 9,       /* one move of so many is by lot */
    HASTY = 3,        /* for tactics one of so many is found in a hurry */
    HASTY_NODES = 40, /* and by a search of so many */
    OPENINGS = 20,    /* that are tried until one is even */
    EVEN = 150,       /* centipawns before the mistake */
    DECIDED = 900
};

struct chess_maker {
    enum puzzle_kind kind;
    struct prover prover;
    struct bm_search *search, *judge;
    struct bm_ctx *game, *ctx;
    uint64_t seed, state;
    int score;     /* what the search said last, for the side to move; a mate is huge */
    unsigned mate; /* moves to mate, 0: none was seen */
    uint64_t nodes;
};

struct chess_maker *chess_create(uint64_t seed, enum puzzle_kind kind)
{
    struct chess_maker *const m = calloc(1, sizeof *m);
    if (!m)
        stop("out of memory");
    m->seed = seed;
    m->kind = kind;
    prover_open(&m->prover, bm_rules_chess(), false, MATE_NODES);
    m->search = new_search(bm_rules_chess(), seed, 1);
    m->judge = tactic_search();
    m->game = new_game(bm_rules_chess(), GAME_PLIES);
    m->ctx = new_game(bm_rules_chess(), 2 * PUZZLE_PLIES);
    return m;
}

void chess_destroy(struct chess_maker *m)
{
    prover_close(&m->prover);
    bm_search_destroy(m->search);
    bm_search_destroy(m->judge);
    bm_ctx_destroy(m->game);
    bm_ctx_destroy(m->ctx);
    free(m);
}

static void listen(void *user, const struct bm_search_info *info)
{
    struct chess_maker *const m = user;
    if (info->bound || (info->nodes >= m->nodes && info->depth > 1))
        return;
    m->mate = info->mate && info->score > 0 ? (unsigned)info->score : 0;
    m->score = info->mate ? (info->score > 0 ? BM_VALUE_MATE : -BM_VALUE_MATE) : info->score;
}

static bm_move think_move(struct chess_maker *m, uint64_t nodes)
{
    const struct bm_think limits = {.nodes = nodes};
    const struct bm_search_hooks hooks = {.info = listen, .user = m};
    struct bm_search_result r;
    m->nodes = nodes;
    m->score = 0;
    m->mate = 0;
    if (bm_search_go(m->search, m->game, &limits, &hooks, &r) != BM_OK)
        stop("out of memory");
    return r.best;
}

/* The position of the game, without its past. */
static void set_board(struct chess_maker *m, struct puzzle *z)
{
    struct bm_setup s;
    bm_ctx_setup(m->game, &s);
    s.quiet = 0;
    s.number = 1;
    if (bm_ctx_sync(m->ctx, &s, NULL, NULL) != BM_OK)
        stop("a position of a game is refused");
    (void)bm_ctx_format(m->ctx, 0, z->position, sizeof z->position);
}

static bool find_mate(struct chess_maker *m, struct puzzle *z)
{
    if (m->mate == 0)
        return false;
    set_board(m, z);
    const unsigned plies = prover_mate(&m->prover, m->ctx, LONGEST_MATE, MATE_NODES);
    return plies != 0 && prover_solve(&m->prover, m->ctx, plies, z);
}

static bool find_tactic(struct chess_maker *m, int before, struct puzzle *z)
{
    if (m->mate != 0 || m->score < TACTIC_WON || before > EVEN || before < -EVEN)
        return false;
    set_board(m, z);
    return tactic_solve(m->judge, m->ctx, z);
}

/* Some moves by lot; false: the game is over, or no longer even. */
static bool open_by_lot(struct chess_maker *m)
{
    bm_move moves[BM_MAX_MOVES];
    bm_ctx_start(m->game);
    bm_search_new_game(m->search);
    for (uint64_t plies = 4 + bm_random(&m->state) % 5; plies != 0; plies--) {
        const size_t n = bm_ctx_moves(m->game, moves, BM_MAX_MOVES);
        if (n == 0 || bm_ctx_play(m->game, moves[bm_random(&m->state) % n]) != 0)
            return false;
    }
    (void)think_move(m, GAME_NODES);
    return m->mate == 0 && m->score < EVEN && m->score > -EVEN;
}

/* The move that is played: mostly the best, at times by lot, or for tactics a mistake that
 * seems good. */
static bm_move choose_move(struct chess_maker *m, bm_move best)
{
    bm_move moves[BM_MAX_MOVES];
    if (m->kind == PUZZLE_TACTIC)
        return bm_random(&m->state) % HASTY == 0 ? think_move(m, HASTY_NODES) : best;
    const size_t n = bm_ctx_moves(m->game, moves, BM_MAX_MOVES);
    return bm_random(&m->state) % SELDOM == 0 ? moves[bm_random(&m->state) % n] : best;
}

void chess_attempt(struct chess_maker *m, uint64_t number, take_puzzle *take, void *user)
{
    const bool mates = m->kind == PUZZLE_MATE;
    struct puzzle z;
    int before = 0; /* the score before the last move, for the side to move then */
    unsigned openings = 0;
    m->state = m->seed ^ bm_random(&number);
    while (!open_by_lot(m))
        if (++openings == OPENINGS)
            return;
    while (bm_ctx_room(m->game) != 0) {
        struct bm_outcome o;
        bm_ctx_outcome(m->game, &o);
        if (o.result != BM_ONGOING)
            return;
        const bm_move best = think_move(m, GAME_NODES);
        const int score = m->score;
        if (mates ? find_mate(m, &z) : find_tactic(m, before, &z)) {
            take(user, &z);
            return;
        }
        if (!mates && (score > DECIDED || score < -DECIDED))
            return;
        before = score;
        if (bm_ctx_play(m->game, choose_move(m, best)) != 0)
            return;
    }
}
