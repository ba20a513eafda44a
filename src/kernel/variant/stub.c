/* SPDX-License-Identifier: MIT */
#include "kernel/tmpl/tmpl.h"

bm_defects K(load)(void *pos, const struct bm_setup *setup, const void *game, unsigned flags)
{
    (void)pos;
    (void)setup;
    (void)game;
    (void)flags;
    return 0;
}

void K(save)(const void *pos, struct bm_setup *out)
{
    (void)pos;
    (void)out;
}

uint64_t K(slow_key)(const void *pos)
{
    (void)pos;
    return 0;
}

bool K(sound)(const void *pos)
{
    (void)pos;
    return 0;
}

size_t K(moves)(const void *pos, bm_move *out)
{
    (void)pos;
    (void)out;
    return 0;
}

size_t K(moves_to)(const void *pos, unsigned kind, bm_sq to, bm_move *out)
{
    (void)pos;
    (void)kind;
    (void)to;
    (void)out;
    return 0;
}

size_t K(count)(const void *pos)
{
    (void)pos;
    return 0;
}

bool K(can_move)(const void *pos)
{
    (void)pos;
    return 0;
}

bm_faults K(judge)(const void *pos, bm_move m)
{
    (void)pos;
    (void)m;
    return 0;
}

void K(why)(const void *pos, bm_move m, bm_faults one, struct bm_why *out)
{
    (void)pos;
    (void)m;
    (void)one;
    (void)out;
}

bm_piece K(piece)(const void *pos, bm_sq sq)
{
    (void)pos;
    (void)sq;
    return 0;
}

unsigned K(hand)(const void *pos, unsigned side, unsigned kind)
{
    (void)pos;
    (void)side;
    (void)kind;
    return 0;
}

bool K(in_check)(const void *pos)
{
    (void)pos;
    return 0;
}

unsigned K(checkers)(const void *pos, bm_sq *out)
{
    (void)pos;
    (void)out;
    return 0;
}

unsigned K(attackers)(const void *pos, bm_sq sq, unsigned side, bm_sq *out)
{
    (void)pos;
    (void)sq;
    (void)side;
    (void)out;
    return 0;
}

enum bm_reason K(dead)(const void *pos)
{
    (void)pos;
    return 0;
}

bool K(can_mate)(const void *pos, unsigned side)
{
    (void)pos;
    (void)side;
    return 0;
}

bool K(impasse)(const void *pos, struct bm_impasse *out)
{
    (void)pos;
    (void)out;
    return 0;
}

unsigned K(points)(const void *pos)
{
    (void)pos;
    return 0;
}

bool K(on_goal)(const void *pos, unsigned side)
{
    (void)pos;
    (void)side;
    return 0;
}

enum bm_reason K(over)(const void *pos, enum bm_result *result)
{
    (void)pos;
    (void)result;
    return 0;
}

uint64_t K(perft)(const void *pos, unsigned depth)
{
    (void)pos;
    (void)depth;
    return 0;
}
