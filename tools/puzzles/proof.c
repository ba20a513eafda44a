/* SPDX-License-Identifier: MIT */
#include "proof.h"

void prover_open(struct prover *p, const struct bm_rules *rules, bool tsume, uint64_t limit)
{
    *p = (struct prover){.rules = rules, .tsume = tsume, .limit = limit};
    if (bm_mate_create(&p->mate, rules, p->tsume ? 1 : 16) != BM_OK)
        stop("out of memory");
}

void prover_close(struct prover *p) { bm_mate_destroy(p->mate); }

static struct bm_mate_result ask(struct prover *p, const struct bm_ctx *ctx,
                                 const struct bm_mate_limits *limits)
{
    struct bm_mate_result r;
    if (bm_mate_solve(p->mate, ctx, limits, NULL, &r) != BM_OK)
        stop("out of memory");
    return r;
}

unsigned prover_mate(struct prover *p, const struct bm_ctx *ctx, unsigned plies, uint64_t nodes)
{
    const struct bm_mate_limits limits = {.checks = p->tsume, .plies = plies, .nodes = nodes};
    const struct bm_mate_result r = ask(p, ctx, &limits);
    p->nodes = r.nodes;
    return r.status == BM_MATE_FOUND && r.shortest ? r.plies : 0;
}

static void play_move(struct bm_ctx *ctx, bm_move m)
{
    if (bm_ctx_play(ctx, m) != 0)
        stop("a listed move is refused");
}

static bool is_mated(const struct bm_ctx *ctx)
{
    return bm_ctx_count(ctx) == 0 && bm_ctx_checks(ctx, NULL) != 0;
}

static bool has_empty_hand(const struct bm_ctx *ctx, unsigned side)
{
    for (unsigned kind = 0; kind < bm_rules_info(bm_ctx_rules(ctx))->kinds; kind++)
        if (bm_ctx_hand(ctx, side, kind) != 0)
            return false;
    return true;
}

/* The last turn: a move that mates. *wanted may be given. */
static bool prove_last(struct prover *p, struct bm_ctx *ctx, bool alone, bm_move *wanted,
                       unsigned *tries)
{
    bm_move moves[BM_MAX_MOVES];
    const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
    const unsigned side = bm_ctx_turn(ctx);
    bool good = true, seen = false;
    unsigned mates = 0;
    for (size_t i = 0; i < n && good; i++) {
        play_move(ctx, moves[i]);
        if (is_mated(ctx)) {
            good = !p->tsume || has_empty_hand(ctx, side);
            if (mates++ == 0 && wanted->bits == BM_MOVE_NONE)
                *wanted = moves[i];
            seen |= bm_move_equal(*wanted, moves[i]);
        } else {
            *tries += bm_ctx_checks(ctx, NULL) != 0;
        }
        bm_ctx_undo(ctx);
    }
    return good && seen && (!alone || mates == 1);
}

/* Whether no move but one mates. */
static bool is_only_move(struct prover *p, struct bm_ctx *ctx, bm_move key, unsigned plies,
                         unsigned *tries)
{
    bm_move moves[BM_MAX_MOVES];
    const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
    size_t others = 0;
    for (size_t i = 0; i < n; i++) {
        if (bm_move_equal(moves[i], key))
            continue;
        play_move(ctx, moves[i]);
        const bool check = bm_ctx_checks(ctx, NULL) != 0;
        bm_ctx_undo(ctx);
        *tries += check;
        if (check || !p->tsume)
            moves[others++] = moves[i];
    }
    if (others == 0)
        return true;
    const struct bm_mate_limits limits = {.checks = p->tsume,
                                          .plies = p->tsume ? 0 : plies,
                                          .nodes = p->limit,
                                          .only = moves,
                                          .only_count = others};
    const struct bm_mate_result r = ask(p, ctx, &limits);
    return r.status == BM_MATE_NONE ||
           (!p->tsume && r.status == BM_MATE_UNKNOWN && r.none >= plies);
}

/* Whether the solver, to move, needs at least so many plies. */
static bool holds_out(struct prover *p, const struct bm_ctx *ctx, unsigned plies)
{
    if (plies <= 1)
        return true;
    const struct bm_mate_limits limits = {
        .checks = p->tsume, .plies = plies - 2, .nodes = p->limit};
    const struct bm_mate_result r = ask(p, ctx, &limits);
    return r.status == BM_MATE_NONE || (r.status == BM_MATE_UNKNOWN && r.none >= plies - 2);
}

/* A dropped interposition that the next move takes. */
static bool is_useless(bm_move reply, bm_move next)
{
    return bm_move_is_drop(reply) && !bm_move_is_drop(next) &&
           bm_move_to(reply) == bm_move_to(next);
}

static bool prove_turn(struct prover *p, struct bm_ctx *ctx, unsigned left, bool given,
                       struct puzzle *z);

/* The opponent is to move, and is mated in `left` plies at most. */
static bool prove_reply(struct prover *p, struct bm_ctx *ctx, unsigned left, bool given,
                        struct puzzle *z)
{
    bm_move moves[BM_MAX_MOVES];
    const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
    bm_move *const reply = &z->line[z->plies - left];
    const unsigned tries = z->tries;
    const bm_move wanted = *reply;
    for (size_t i = 0; i < n; i++) {
        if (given && !bm_move_equal(moves[i], wanted))
            continue;
        play_move(ctx, moves[i]);
        *reply = moves[i];
        const bool holds = holds_out(p, ctx, left - 1) &&
                           prove_turn(p, ctx, left - 1, given, z) &&
                           !(p->tsume && is_useless(reply[0], reply[1]));
        bm_ctx_undo(ctx);
        if (holds)
            return true;
        z->tries = tries;
    }
    return false;
}

/* The solver is to move, and mates in `left` plies. */
static bool prove_turn(struct prover *p, struct bm_ctx *ctx, unsigned left, bool given,
                       struct puzzle *z)
{
    bm_move *const key = &z->line[z->plies - left];
    if (!given)
        key->bits = BM_MOVE_NONE;
    if (left == 1)
        return prove_last(p, ctx, z->plies == 1, key, &z->tries);
    const struct bm_mate_limits limits = {.checks = p->tsume,
                                          .plies = left,
                                          .nodes = p->limit,
                                          .only = given ? key : NULL,
                                          .only_count = given ? 1 : 0};
    const struct bm_mate_result r = ask(p, ctx, &limits);
    if (r.status != BM_MATE_FOUND || r.plies != left || !r.shortest)
        return false;
    *key = r.line[0];
    if (!is_only_move(p, ctx, *key, left, &z->tries))
        return false;
    play_move(ctx, *key);
    const bool proved = prove_reply(p, ctx, left - 1, given, z);
    bm_ctx_undo(ctx);
    return proved;
}

bool prover_solve(struct prover *p, struct bm_ctx *ctx, unsigned plies, struct puzzle *z)
{
    z->plies = plies;
    z->tries = 0;
    z->nodes = p->nodes;
    return plies % 2 == 1 && plies <= PUZZLE_PLIES && prove_turn(p, ctx, plies, false, z);
}

bool prover_check(struct prover *p, struct bm_ctx *ctx, const struct puzzle *z)
{
    struct puzzle same = *z;
    same.tries = 0;
    return z->plies % 2 == 1 && z->plies <= PUZZLE_PLIES &&
           prove_turn(p, ctx, z->plies, true, &same);
}
