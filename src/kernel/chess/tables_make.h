/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_CHESS_TABLES_MAKE_H
#define BM_KERNEL_CHESS_TABLES_MAKE_H

/* Computes the tables, slow and plain. */
#include "kernel/chess/tables.h"

static const int rook_steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int bishop_steps[4][2] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

static uint64_t bit(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? UINT64_C(1) << (rank * 8 + file)
                                                          : 0;
}

static uint64_t ray(int sq, const int step[2], uint64_t occupied)
{
    uint64_t set = 0;
    for (int f = sq % 8 + step[0], r = sq / 8 + step[1]; bit(f, r);
         f += step[0], r += step[1]) {
        set |= bit(f, r);
        if (occupied & bit(f, r))
            break;
    }
    return set;
}

static uint64_t slide(int sq, const int steps[4][2], uint64_t occupied)
{
    uint64_t set = 0;
    for (int i = 0; i < 4; i++)
        set |= ray(sq, steps[i], occupied);
    return set;
}

/* Squares at a squared distance: 1 and 2 are a king's step, 5 is a knight's leap. */
static uint64_t leaps(int sq, int from, int to)
{
    uint64_t set = 0;
    for (int df = -2; df <= 2; df++)
        for (int dr = -2; dr <= 2; dr++) {
            const int d = df * df + dr * dr;
            if (d >= from && d <= to)
                set |= bit(sq % 8 + df, sq / 8 + dr);
        }
    return set;
}

static uint64_t between(int a, int b)
{
    for (int i = 0; i < 8; i++) {
        const int *const step = i < 4 ? rook_steps[i] : bishop_steps[i - 4];
        const uint64_t line = ray(a, step, UINT64_C(1) << b);
        if (line >> b & 1)
            return line;
    }
    return 0;
}

/* splitmix64: the same keys in every build. */
static uint64_t random_key(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void make_steps(struct bm_chess_tables *t)
{
    for (int s = 0; s < 64; s++) {
        t->king[s] = leaps(s, 1, 2);
        t->knight[s] = leaps(s, 5, 5);
        for (int side = 0; side < 2; side++) {
            const int r = s / 8 + (side ? -1 : 1);
            t->pawn[side][s] = bit(s % 8 - 1, r) | bit(s % 8 + 1, r);
        }
    }
}

static void make_lines(struct bm_chess_tables *t)
{
    for (int s = 0; s < 64; s++) {
        t->orth[s] = slide(s, rook_steps, 0);
        t->diag[s] = slide(s, bishop_steps, 0);
        t->file[s] = ray(s, rook_steps[2], 0) | ray(s, rook_steps[3], 0);
        for (int i = 0; i < 2; i++)
            t->slope[i][s] =
                ray(s, bishop_steps[2 * i], 0) | ray(s, bishop_steps[2 * i + 1], 0);
        for (int b = 0; b < 64; b++)
            t->between[s][b] = s == b ? 0 : between(s, b);
    }
    for (int file = 0; file < 8; file++)
        for (uint64_t o = 0; o < 64; o++)
            t->rank[file][o] =
                (uint8_t)(ray(file, rook_steps[0], o << 1) | ray(file, rook_steps[1], o << 1));
}

static void make_keys(struct bm_chess_tables *t)
{
    uint64_t seed = UINT64_C(0x62616e6d656e0001);
    for (int side = 0; side < 2; side++)
        for (int row = 1; row < 7; row++)
            for (int s = 0; s < 64; s++)
                t->key_piece[side][row][s] = random_key(&seed);
    for (int s = 0; s < 64; s++)
        t->key_castle[s] = random_key(&seed);
    for (int f = 0; f < 8; f++)
        t->key_ep[f] = random_key(&seed);
    t->key_turn = random_key(&seed);
}

/* *t is all zero. */
static void make_tables(struct bm_chess_tables *t)
{
    make_steps(t);
    make_lines(t);
    make_keys(t);
}

#endif
