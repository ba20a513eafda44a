/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "kernel/tmpl/tmpl.h"

#include "kernel/shogi/make.h"
#include "kernel/shogi/movegen.h"

static NOINLINE unsigned count_first(const struct k_pos *p) { return moves_count(p, 0); }
static NOINLINE unsigned count_second(const struct k_pos *p) { return moves_count(p, 1); }

/*
 * Play a move as far as counting the other side's answers needs: the sets and the king. The
 * mailbox stays behind, but is right where the other side's remaining pieces stand.
 */
TEMPLATE void play_sets(struct k_pos *p, bm_move m, const unsigned US)
{
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (bm_move_is_drop(m)) {
        toggle(p, (enum role)from, bm_shogi_tables.square[to], US);
        return;
    }
    const unsigned kind = bm_piece_kind(p->board[from]);
    const enum role before = kind_role(kind);
    const enum role after = kind_role(bm_move_promotes(m) ? kind + 8 : kind);
    shift_piece(p, before, from, after, to, US);
    if (before == KING)
        p->king[US] = (uint8_t)(p->king[US] == from ? to : from);
    if (p->board[to])
        toggle(p, kind_role(bm_piece_kind(p->board[to])), bm_shogi_tables.square[to], !US);
}

/* Two plies: moves that leave the answers as they are in bulk, the others one by one. */
TEMPLATE uint64_t walk_two(struct k_pos *p, const unsigned US)
{
    bm_move list[K_MAX_MOVES];
    struct bulk bulk;
    bulk_fill(&bulk, p, US);
    const bm_move *const end = moves_list(list, p, &bulk, US);
    uint64_t nodes = bulk.nodes;
    for (const bm_move *m = list; m < end; m++) {
        play_sets(p, *m, US);
        nodes += US ? count_first(p) : count_second(p);
        play_sets(p, *m, US);
    }
    return nodes;
}

static uint64_t perft_walk(struct k_pos *p, unsigned depth);

TEMPLATE uint64_t walk_side(struct k_pos *p, unsigned depth, const unsigned US)
{
    if (depth == 2)
        return walk_two(p, US);
    bm_move list[K_MAX_MOVES];
    const size_t n = K(moves)(p, list);
    uint64_t nodes = 0;
    for (size_t i = 0; i < n; i++) {
        const bm_piece captured = play(p, list[i], US);
        p->head.turn = !US;
        nodes += perft_walk(p, depth - 1);
        p->head.turn = US;
        unplay(p, list[i], captured, US);
    }
    return nodes;
}

static uint64_t perft_walk(struct k_pos *p, unsigned depth)
{
    return p->head.turn ? walk_side(p, depth, 1) : walk_side(p, depth, 0);
}

uint64_t K(perft)(const void *pos, unsigned depth)
{
    if (depth < 2)
        return depth ? K(count)(pos) : 1;
    struct k_pos p;
    memcpy(&p, pos, sizeof p);
    return perft_walk(&p, depth);
}
