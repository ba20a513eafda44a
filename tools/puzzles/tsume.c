/* SPDX-License-Identifier: MIT */
/*
 * Tsume: a quick game of the engine against itself ends in a mate; what does not belong to the
 * mate is taken off the board, the defender gets all other pieces, and small changes by lot are
 * made until the solution is proved to be unique. From there on changes that keep it so, or
 * make it longer, are followed. What is left in the end has no piece that could be missing.
 */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "proof.h"

enum {
    GAME_PLIES = 220,
    GAME_NODES = 150,    /* of a move */
    ENDING_NODES = 1500, /* to see whether there is a mate */
    PROOF_NODES = 30000,
    STEPS = 2200,  /* changes that are tried without a longer mate */
    LONELY = 1500, /* changes until the first solution that is unique */
    REPAIRS = 25,  /* changes of a longer mate to make it unique */
    SIDEWAYS = 8,  /* one of so many other mates of the same length is followed */
    NEAR = 3,      /* squares from the king: where changes are made */
    MOST_PIECES = 13,
    MOST_HAND = 4,
    SIZE = 9,
    SQUARES = SIZE * SIZE,
    HAND_KINDS = BM_SHOGI_ROOK + 1,
    PROMOTED = 8
};

/* Nodes that a mate of so many plies is looked for. */
static const uint16_t quick_nodes[PUZZLE_PLIES + 1] = {
    [1] = 100, [3] = 400, [5] = 900, [7] = 2200, [9] = 4500, [11] = 8000};

static const uint8_t set_counts[HAND_KINDS] = {18, 4, 4, 4, 4, 2, 2};

struct maker {
    struct prover prover;
    struct bm_search *search;
    struct bm_ctx *game, *ctx;
    uint64_t seed, state;
    struct puzzle best[PUZZLE_PLIES + 1]; /* by plies */
};

struct maker *tsume_create(uint64_t seed)
{
    struct maker *const m = calloc(1, sizeof *m);
    if (!m)
        stop("out of memory");
    m->seed = seed;
    prover_open(&m->prover, bm_rules_shogi(), true, PROOF_NODES);
    m->search = new_search(bm_rules_shogi(), seed, 1);
    m->game = new_game(bm_rules_shogi(), GAME_PLIES);
    m->ctx = new_game(bm_rules_shogi(), 2 * PUZZLE_PLIES);
    return m;
}

void tsume_destroy(struct maker *m)
{
    prover_close(&m->prover);
    bm_search_destroy(m->search);
    bm_ctx_destroy(m->game);
    bm_ctx_destroy(m->ctx);
    free(m);
}

static unsigned lot(struct maker *m, unsigned n)
{
    return (unsigned)(bm_random(&m->state) % n);
}

/* ---- Boards ---- */

static unsigned base_kind(unsigned kind)
{
    return kind == BM_SHOGI_KING ? kind : kind % PROMOTED;
}

static bm_sq find_king(const struct bm_setup *s)
{
    for (bm_sq sq = 0; sq < SQUARES; sq++)
        if (s->board[sq] == bm_piece_of(BM_SHOGI_KING, BM_SECOND))
            return sq;
    return BM_SQ_NONE;
}

/* The defender gets what is neither on the board nor in the attacker's hand. False: there are
 * more than the set has, or more than a problem should have. */
static bool give_rest(struct bm_setup *s)
{
    int rest[HAND_KINDS];
    unsigned pieces = 0, hand = 0;
    for (unsigned k = 0; k < HAND_KINDS; k++) {
        rest[k] = set_counts[k] - s->hand[0][k];
        hand += s->hand[0][k];
    }
    for (bm_sq sq = 0; sq < SQUARES; sq++) {
        const unsigned kind = s->board[sq] ? base_kind(bm_piece_kind(s->board[sq])) : 0;
        if (s->board[sq] != 0 && kind != BM_SHOGI_KING)
            rest[kind]--;
        pieces += s->board[sq] != 0;
    }
    bool good = pieces <= MOST_PIECES && hand <= MOST_HAND;
    for (unsigned k = 0; k < HAND_KINDS; k++) {
        good &= rest[k] >= 0;
        s->hand[1][k] = (uint8_t)(rest[k] > 0 ? rest[k] : 0);
    }
    return good;
}

/* The position with the attacker as first side, without its king. */
static void to_tsume(struct bm_setup *s)
{
    const struct bm_setup from = *s;
    *s = (struct bm_setup){.turn = BM_FIRST, .number = 1};
    for (bm_sq sq = 0; sq < SQUARES; sq++) {
        const bm_piece p = from.board[sq];
        if (p == 0 || (bm_piece_kind(p) == BM_SHOGI_KING && bm_piece_side(p) == from.turn))
            continue;
        const bm_sq to = from.turn == BM_FIRST ? sq : (bm_sq)(SQUARES - 1 - sq);
        s->board[to] = bm_piece_of(bm_piece_kind(p), bm_piece_side(p) != from.turn);
    }
    memcpy(s->hand[0], from.hand[from.turn], sizeof s->hand[0]);
    (void)give_rest(s);
}

static bool set_board(struct maker *m, const struct bm_setup *s)
{
    return bm_ctx_sync(m->ctx, s, NULL, NULL) == BM_OK && bm_ctx_checks(m->ctx, NULL) == 0;
}

/* Plies of the mate of a board, 0: none was found of at most `most`. */
static unsigned quick_mate(struct maker *m, const struct bm_setup *s, unsigned most)
{
    return set_board(m, s) ? prover_mate(&m->prover, m->ctx, most, quick_nodes[most]) : 0;
}

static bool solve_board(struct maker *m, const struct bm_setup *s, unsigned plies,
                        struct puzzle *z)
{
    if (!set_board(m, s) || !prover_solve(&m->prover, m->ctx, plies, z))
        return false;
    (void)bm_ctx_format(m->ctx, 0, z->position, sizeof z->position);
    return true;
}

/* ---- Reduction ---- */

static void keep_mate(struct maker *m, struct bm_setup *s, struct bm_setup *less)
{
    (void)give_rest(less);
    if (quick_mate(m, less, PUZZLE_PLIES) != 0)
        *s = *less;
}

/* The squares with pieces other than the king, in an order by lot. */
static unsigned list_pieces(struct maker *m, const struct bm_setup *s, bm_sq out[SQUARES])
{
    unsigned n = 0;
    for (bm_sq sq = 0; sq < SQUARES; sq++)
        if (s->board[sq] != 0 && bm_piece_kind(s->board[sq]) != BM_SHOGI_KING) {
            const unsigned i = lot(m, ++n);
            out[n - 1] = out[i];
            out[i] = sq;
        }
    return n;
}

/* Take pieces away as long as there is a mate: of the hand and the attacker first, because with
 * fewer of them there are fewer ways to mate. */
static void strip_ending(struct maker *m, struct bm_setup *s)
{
    bm_sq at[SQUARES];
    const unsigned n = list_pieces(m, s, at);
    for (unsigned k = 0; k < HAND_KINDS; k++)
        for (unsigned left = s->hand[0][k]; left != 0; left--) {
            struct bm_setup less = *s;
            less.hand[0][k]--;
            keep_mate(m, s, &less);
        }
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < n; i++) {
            struct bm_setup less = *s;
            if (bm_piece_side(less.board[at[i]]) != side)
                continue;
            less.board[at[i]] = 0;
            keep_mate(m, s, &less);
        }
}

/* Take away what the unique solution does not need. */
static void strip_puzzle(struct maker *m, struct bm_setup *s, unsigned plies, struct puzzle *z)
{
    bm_sq at[SQUARES];
    const unsigned n = list_pieces(m, s, at);
    for (unsigned i = 0; i < n; i++) {
        struct bm_setup less = *s;
        struct puzzle same;
        less.board[at[i]] = 0;
        (void)give_rest(&less);
        if (quick_mate(m, &less, plies) == plies && solve_board(m, &less, plies, &same)) {
            *s = less;
            *z = same;
        }
    }
}

/* ---- Changes ---- */

static bm_sq near_square(struct maker *m, bm_sq king, unsigned distance)
{
    const int file = king / SIZE + (int)lot(m, 2 * distance + 1) - (int)distance;
    const int rank = king % SIZE + (int)lot(m, 2 * distance + 1) - (int)distance;
    if (file < 0 || file >= SIZE || rank < 0 || rank >= SIZE)
        return king;
    return (bm_sq)(file * SIZE + rank);
}

static bm_piece any_piece(struct maker *m)
{
    const unsigned kind = lot(m, HAND_KINDS), side = lot(m, 3) == 0 ? BM_SECOND : BM_FIRST;
    const bool promotes = kind != BM_SHOGI_GOLD && lot(m, 3) == 0;
    return bm_piece_of(promotes ? kind + PROMOTED : kind, side);
}

/* A piece of the board goes a little elsewhere. */
static void shift_piece(struct maker *m, struct bm_setup *s)
{
    bm_sq at[SQUARES];
    const unsigned n = list_pieces(m, s, at);
    const bm_sq to = n != 0 ? near_square(m, at[0], 2) : 0;
    if (n == 0 || s->board[to] != 0)
        return;
    s->board[to] = s->board[at[0]];
    s->board[at[0]] = 0;
}

/* The king goes a step, as after its last move. */
static void step_king(struct maker *m, struct bm_setup *s)
{
    const bm_sq king = find_king(s), to = near_square(m, king, 1);
    if (s->board[to] != 0)
        return;
    s->board[to] = s->board[king];
    s->board[king] = 0;
}

/* One of the attacker's pieces goes to its hand, as before a drop. */
static void lift_piece(struct maker *m, struct bm_setup *s)
{
    bm_sq at[SQUARES];
    const unsigned n = list_pieces(m, s, at);
    for (unsigned i = 0; i < n; i++)
        if (bm_piece_side(s->board[at[i]]) == BM_FIRST) {
            s->hand[0][base_kind(bm_piece_kind(s->board[at[i]]))]++;
            s->board[at[i]] = 0;
            return;
        }
}

static void change_board(struct maker *m, struct bm_setup *s)
{
    enum { ADD, REMOVE, SHIFT, OTHER, HAND_MORE, HAND_LESS, TO_HAND, KING, CHANGES };
    const bm_sq king = find_king(s), sq = near_square(m, king, NEAR);
    bm_sq at[SQUARES];
    const unsigned n = list_pieces(m, s, at), kind = lot(m, HAND_KINDS);
    switch (lot(m, CHANGES)) {
    case ADD:
        if (s->board[sq] == 0)
            s->board[sq] = any_piece(m);
        break;
    case REMOVE:
        if (n > 2)
            s->board[at[0]] = 0;
        break;
    case SHIFT: shift_piece(m, s); break;
    case OTHER:
        if (n != 0)
            s->board[at[0]] = any_piece(m);
        break;
    case HAND_MORE: s->hand[0][kind]++; break;
    case HAND_LESS:
        if (s->hand[0][kind] != 0)
            s->hand[0][kind]--;
        break;
    case TO_HAND: lift_piece(m, s); break;
    default: step_king(m, s); break;
    }
}

/* Two plies earlier, perhaps: the king, or another piece, goes where it could have come from,
 * and the check that made it move is undone: a piece goes back, or to the hand, or one that was
 * taken is there again. */
static void step_back(struct maker *m, struct bm_setup *s)
{
    if (lot(m, 4) != 0)
        step_king(m, s);
    else
        shift_piece(m, s);
    switch (lot(m, 4)) {
    case 0: s->hand[0][lot(m, HAND_KINDS)]++; break;
    case 1: lift_piece(m, s); break;
    case 2: shift_piece(m, s); break;
    default: {
        const bm_sq sq = near_square(m, find_king(s), NEAR);
        const unsigned kind = lot(m, HAND_KINDS);
        if (s->board[sq] == 0)
            s->board[sq] = bm_piece_of(
                kind != BM_SHOGI_GOLD && lot(m, 2) ? kind + PROMOTED : kind, BM_FIRST);
    }
    }
}

/* ---- Composition ---- */

/* How far a mate is from a unique one; what takes more than one ply comes last. */
static unsigned count_flaws(struct maker *m, const struct bm_setup *s, unsigned plies)
{
    enum { LONG = 1000 };
    bm_move moves[BM_MAX_MOVES];
    unsigned mates = 0, left = 0;
    if (plies != 1 || !set_board(m, s))
        return LONG + plies;
    const size_t n = bm_ctx_moves(m->ctx, moves, BM_MAX_MOVES);
    for (size_t i = 0; i < n; i++) {
        if (bm_ctx_play(m->ctx, moves[i]) != 0)
            stop("a listed move is refused");
        mates += bm_ctx_checks(m->ctx, NULL) != 0 && bm_ctx_count(m->ctx) == 0;
        bm_ctx_undo(m->ctx);
    }
    for (unsigned k = 0; k < HAND_KINDS; k++)
        left += s->hand[0][k];
    return mates + 2 * left;
}

/* Changes by lot until the mate is unique. False: that was not found. */
static bool find_unique(struct maker *m, struct bm_setup *now, unsigned *plies,
                        struct puzzle *z)
{
    unsigned flaws = count_flaws(m, now, *plies);
    for (unsigned step = 0; step < LONELY; step++) {
        struct bm_setup next = *now;
        for (unsigned changes = 1 + lot(m, 2); changes != 0; changes--)
            change_board(m, &next);
        const unsigned length = give_rest(&next) ? quick_mate(m, &next, *plies) : 0;
        const unsigned more = length != 0 ? count_flaws(m, &next, length) : flaws + 1;
        if (more > flaws)
            continue;
        flaws = more;
        *now = next;
        *plies = length;
        if (solve_board(m, now, length, z))
            return true;
    }
    return false;
}

static void keep_best(struct maker *m, struct bm_setup *s, unsigned plies, struct puzzle *z)
{
    strip_puzzle(m, s, plies, z);
    m->best[plies] = *z;
}

/* Whether a longer mate is unique, or becomes so by a small change. */
static bool repair(struct maker *m, struct bm_setup *s, unsigned plies, struct puzzle *z)
{
    for (unsigned tries = 0; tries < REPAIRS; tries++) {
        struct bm_setup next = *s;
        if (tries != 0)
            change_board(m, &next);
        if (tries != 0 && (!give_rest(&next) || quick_mate(m, &next, plies) != plies))
            continue;
        if (solve_board(m, &next, plies, z)) {
            *s = next;
            return true;
        }
    }
    return false;
}

static void compose(struct maker *m, struct bm_setup *now)
{
    struct puzzle z;
    unsigned plies = quick_mate(m, now, PUZZLE_PLIES);
    if (plies == 0 || (!solve_board(m, now, plies, &z) && !find_unique(m, now, &plies, &z)))
        return;
    keep_best(m, now, plies, &z);
    for (unsigned idle = 0; idle < STEPS && plies < PUZZLE_PLIES; idle++) {
        struct bm_setup next = *now;
        if (lot(m, 3) != 0)
            step_back(m, &next);
        else
            for (unsigned changes = 1 + lot(m, 2); changes != 0; changes--)
                change_board(m, &next);
        const unsigned length = give_rest(&next) ? quick_mate(m, &next, plies + 2) : 0;
        if (length > plies && repair(m, &next, length, &z)) {
            keep_best(m, &next, length, &z);
            plies = length;
            idle = 0;
            *now = next;
        } else if (length == plies && lot(m, SIDEWAYS) == 0 &&
                   solve_board(m, &next, length, &z)) {
            *now = next;
        }
    }
}

/* A position of a game in which the side to move mates. */
static bool find_ending(struct maker *m, struct bm_setup *out)
{
    bm_move moves[BM_MAX_MOVES];
    bm_ctx_start(m->game);
    bm_search_new_game(m->search);
    const unsigned opening = 8 + lot(m, 16);
    while (bm_ctx_room(m->game) != 0) {
        const unsigned ply = bm_ctx_plies(m->game);
        const size_t n = bm_ctx_moves(m->game, moves, BM_MAX_MOVES);
        struct bm_outcome o;
        bm_ctx_outcome(m->game, &o);
        if (n == 0 || o.result != BM_ONGOING)
            return false;
        if (ply > opening + 10 && bm_ctx_checks(m->game, NULL) == 0 &&
            prover_mate(&m->prover, m->game, PUZZLE_PLIES, ENDING_NODES) != 0) {
            bm_ctx_setup(m->game, out);
            return true;
        }
        bm_move best = moves[lot(m, (unsigned)n)];
        if (ply >= opening) {
            const struct bm_think limits = {.nodes = GAME_NODES};
            struct bm_search_result r;
            if (bm_search_go(m->search, m->game, &limits, NULL, &r) != BM_OK)
                stop("out of memory");
            best = r.best;
        }
        if (bm_ctx_play(m->game, best) != 0)
            return false;
    }
    return false;
}

void tsume_attempt(struct maker *m, uint64_t number, take_puzzle *take, void *user)
{
    struct bm_setup s;
    m->state = m->seed ^ bm_random(&number);
    if (!find_ending(m, &s))
        return;
    to_tsume(&s);
    for (unsigned i = 0; i <= PUZZLE_PLIES; i++)
        m->best[i].plies = 0;
    strip_ending(m, &s);
    compose(m, &s);
    for (unsigned i = 1; i <= PUZZLE_PLIES; i++)
        if (m->best[i].plies != 0)
            take(user, &m->best[i]);
}
