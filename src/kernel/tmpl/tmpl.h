/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_TMPL_TMPL_H
#define BM_KERNEL_TMPL_TMPL_H

/*
 * Included first by every .c file below kernel/. Meson compiles each once per instruction set,
 * and those in tmpl/ once per kernel too, with
 *
 *     -DBM_KERNEL=chess -DBM_ISA=avx2 -DBM_KERNEL_H="kernel/chess/pos.h"
 *
 * K(make) is bm_chess_avx2_make. The kernel header provides struct k_pos (its first member a
 * struct bm_head), struct k_undo, and the constant K_MAX_MOVES;
 * BM_KERNEL_MAKE_H, beside it, has k_make(pos, m, undo) and k_unmake(pos, m, undo) to inline
 * into loops. The kernel's .c files define every function declared below, what each must do is
 * said in kernel.h; tmpl/ has what is the same for all: the table, make and unmake for those
 * outside, the hashed perft.
 */
#if !defined(BM_KERNEL) || !defined(BM_ISA)
#    error "files of kernel/ are compiled per kernel and instruction set: see meson.build there"
#endif

#include "kernel/kernel.h"

#define K_PASTE(kernel, isa, name) bm_##kernel##_##isa##_##name
#define K_NAME(kernel, isa, name)  K_PASTE(kernel, isa, name)
#define K(name)                    K_NAME(BM_KERNEL, BM_ISA, name)
#define K_QUOTE(x)                 #x
#define K_STRING(x)                K_QUOTE(x)

#include BM_KERNEL_H

bm_defects K(load)(void *pos, const struct bm_setup *setup, const void *game, unsigned flags);
void K(save)(const void *pos, struct bm_setup *out);
uint64_t K(slow_key)(const void *pos);
bool K(sound)(const void *pos);
size_t K(moves)(const void *pos, bm_move *out);
size_t K(moves_to)(const void *pos, unsigned kind, bm_sq to, bm_move *out);
size_t K(count)(const void *pos);
bool K(can_move)(const void *pos);
unsigned K(work)(const void *pos);
bm_faults K(judge)(const void *pos, bm_move m);
void K(why)(const void *pos, bm_move m, bm_faults one, struct bm_why *out);
void K(make)(void *pos, bm_move m, void *undo);
void K(unmake)(void *pos, bm_move m, const void *undo);
bm_piece K(piece)(const void *pos, bm_sq sq);
unsigned K(hand)(const void *pos, unsigned side, unsigned kind);
bool K(in_check)(const void *pos);
unsigned K(checkers)(const void *pos, bm_sq *out);
unsigned K(attackers)(const void *pos, bm_sq sq, unsigned side, bm_sq *out);
enum bm_reason K(dead)(const void *pos);
bool K(can_mate)(const void *pos, unsigned side);
bool K(impasse)(const void *pos, struct bm_impasse *out);
unsigned K(points)(const void *pos);
bool K(on_goal)(const void *pos, unsigned side);
enum bm_reason K(over)(const void *pos, enum bm_result *result);
uint64_t K(perft)(const void *pos, unsigned depth);
uint64_t K(perft_hashed)(void *pos, unsigned depth, void *table, size_t entries);

#endif
