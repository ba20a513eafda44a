/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_POS_H
#define BM_KERNEL_VARIANT_POS_H

/*
 * The position of any game. What the game is comes from its block (compiled.h); there is no
 * code for a particular one.
 */
#include "kernel/kernel.h"
#include "kernel/variant/compiled.h"
#include "kernel/variant/set.h"

enum {
    K_SQUARES = BM_WORDS * 64,
    K_MAX_MOVES = BM_MAX_MOVES,
    K_MAX_CHANGES = 96, /* squares of one move: an explosion in four dimensions has 81 */
    K_NO_SQUARE = 0xff
};

/* An open capture en passant: the square passed over, and where the piece stands. */
struct k_ep {
    uint8_t passed, piece;
};

/* What a position knows beside its pieces. */
struct k_lore {
    uint64_t state; /* what all this contributes to the key */
    set castle;     /* partners that may still castle */
    set gates;      /* squares whose piece may still gate another */
    struct bm_turn turn;
    uint8_t moved;     /* the piece that made the last move of this turn */
    uint8_t checks[2]; /* still to be given */
    uint8_t ep_count;
    struct k_ep ep[BM_MAX_EP];
};

struct k_pos {
    struct bm_head head;
    const struct bm_compiled *game;
    bool fast;            /* legality is told by pins and checks, without making moves */
    bool probing;         /* only whether there is a move is asked: see turn_over() */
    uint8_t nested;       /* questions within questions: see drop_forbidden() */
    struct bm_work *work; /* where work is counted, in copies that are asked; else NULL */
    set side[2];
    set neutral;
    uint8_t castler[2]; /* where the king stands that may castle, as long as it may */
    struct k_lore lore;
    uint64_t held[2]; /* kinds in hand */
    uint8_t hand[2][BM_MAX_KINDS];
    bm_piece board[K_SQUARES];
    set kind[BM_MAX_KINDS]; /* of both sides; those beyond the game's are not used */
};

/* Undo: what a move changed, in the order of the changes. */
struct k_undo {
    struct bm_head head;
    uint8_t changes, hands;
    struct {
        uint8_t side, kind, count;
    } hand[4];
    struct {
        uint8_t sq;
        bm_piece was;
    } change[K_MAX_CHANGES];
    struct k_lore lore;
};

TEMPLATE set occupied(const struct k_pos *p)
{
    return set_or(set_or(p->side[0], p->side[1]), p->neutral);
}

/* The set of a table for a square. */
TEMPLATE set table_at(const struct bm_compiled *g, uint32_t table, unsigned sq)
{
    return *(const set *)(const void *)((const unsigned char *)g + table + sq * sizeof(set));
}

TEMPLATE set set_at(const struct bm_compiled *g, uint32_t offset)
{
    return *(const set *)(const void *)((const unsigned char *)g + offset);
}

TEMPLATE set cells(const struct bm_cells *c)
{
    set s;
    EACH_WORD s.w[i] = c->w[i];
    return s;
}

/* The phase in which the next move is made. */
TEMPLATE unsigned phase_now(const struct k_pos *p)
{
    return p->game->turn.phases > 1 ? bm_turn_phase(&p->game->turn, &p->lore.turn)
                                    : p->lore.turn.phase;
}

/* The pieces of some kinds. */
TEMPLATE set of_kinds(const struct k_pos *p, uint64_t kinds)
{
    set s = set_none();
    for (; kinds != 0; kinds = bits_drop_first(kinds))
        s = set_or(s, p->kind[bits_first(kinds)]);
    return s;
}

TEMPLATE uint64_t piece_key(const struct bm_compiled *g, unsigned side, unsigned kind,
                            unsigned sq)
{
    const uint64_t *const keys = bm_compiled_at(g, g->keys);
    return keys[(side * g->kinds + kind) * g->squares + sq];
}

/* Of n pieces in hand. */
TEMPLATE uint64_t hand_key(const struct bm_compiled *g, unsigned side, unsigned kind,
                           unsigned n)
{
    const uint64_t *const keys = bm_compiled_at(g, g->keys);
    return keys[2u * g->kinds * g->squares + side * g->kinds + kind] * n;
}

#endif
