/* SPDX-License-Identifier: MIT */
#include "kernel/tmpl/tmpl.h"

const struct bm_kernel K(kernel) = {
    .name = K_STRING(BM_KERNEL),
    .isa = K_STRING(BM_ISA),
    .max_moves = K_MAX_MOVES,
    .pos_size = sizeof(struct k_pos),
    .undo_size = sizeof(struct k_undo),
    .load = K(load),
    .save = K(save),
    .slow_key = K(slow_key),
    .sound = K(sound),
    .moves = K(moves),
    .moves_to = K(moves_to),
    .count = K(count),
    .can_move = K(can_move),
    .work = K(work),
    .judge = K(judge),
    .why = K(why),
    .make = K(make),
    .unmake = K(unmake),
    .piece = K(piece),
    .hand = K(hand),
    .in_check = K(in_check),
    .checkers = K(checkers),
    .attackers = K(attackers),
    .dead = K(dead),
    .can_mate = K(can_mate),
    .impasse = K(impasse),
    .points = K(points),
    .on_goal = K(on_goal),
    .over = K(over),
#ifndef BM_SMALL
    .perft = K(perft),
    .perft_hashed = K(perft_hashed),
#endif
};
