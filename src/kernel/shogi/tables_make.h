/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_TABLES_MAKE_H
#define BM_KERNEL_SHOGI_TABLES_MAKE_H

/*
 * Computes the tables, square by square from the movement rules, the slow and plain way. The
 * including file has `t`, a struct bm_shogi_tables that is all zero.
 */
#include <stdbool.h>

#include "kernel/shogi/tables.h"

static int on_board(int file, int rank)
{
    return file >= 0 && file < 9 && rank >= 0 && rank < 9;
}

static bb81 one(int sq)
{
    bb81 b = {{0, 0}};
    if (sq < 63)
        b.w[0] = UINT64_C(1) << sq;
    if (sq >= BB_OFFSET)
        b.w[1] = UINT64_C(1) << (sq - BB_OFFSET);
    return b;
}

static int has(bb81 b, int sq) { return bb_meet(b, one(sq)); }

/* Squares from sq in one direction, up to the first occupied one. */
static bb81 ray(int sq, int df, int dr, bb81 occupied)
{
    bb81 b = bb_none();
    for (int f = sq / 9 + df, r = sq % 9 + dr; on_board(f, r); f += df, r += dr) {
        b = bb_or(b, one(f * 9 + r));
        if (has(occupied, f * 9 + r))
            break;
    }
    return b;
}

static bb81 diagonals(int sq, bb81 occupied)
{
    return bb_or(bb_or(ray(sq, 1, 1, occupied), ray(sq, -1, -1, occupied)),
                 bb_or(ray(sq, 1, -1, occupied), ray(sq, -1, 1, occupied)));
}

/* Steps of each role for side 0 as (files, ranks), in the order of enum role. */
static const struct {
    int n;
    int by[8][2];
} steps[ROLES] = {
    [PAWN] = {1, {{0, -1}}},
    [KNIGHT] = {2, {{-1, -2}, {1, -2}}},
    [SILVER] = {5, {{0, -1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}},
    [GOLD] = {6, {{0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}}},
    [KING] = {8, {{0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, 1}, {1, 1}}},
    [HORSE] = {8, {{0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, 1}, {1, 1}}},
    [DRAGON] = {8, {{0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, 1}, {1, 1}}},
};

static void make_steps(void)
{
    for (int side = 0; side < 2; side++)
        for (int role = 0; role < ROLES; role++)
            for (int sq = 0; sq < SQUARES; sq++)
                for (int i = 0; i < steps[role].n; i++) {
                    const int f = sq / 9 + steps[role].by[i][0];
                    const int r = sq % 9 + (side ? -1 : 1) * steps[role].by[i][1];
                    if (on_board(f, r))
                        t.step[side][role][sq] = bb_or(t.step[side][role][sq], one(f * 9 + r));
                }
}

static void make_rays(void)
{
    const bb81 z = {{0, 0}};
    for (int sq = 0; sq < SQUARES; sq++)
        for (int side = 0; side < 2; side++) {
            const bb81 cross = bb_or(bb_or(ray(sq, 1, 0, z), ray(sq, -1, 0, z)),
                                     bb_or(ray(sq, 0, 1, z), ray(sq, 0, -1, z)));
            t.ray[side][LANCE][sq] = ray(sq, 0, side ? 1 : -1, z);
            t.ray[side][BISHOP][sq] = t.ray[side][HORSE][sq] = diagonals(sq, z);
            t.ray[side][ROOK][sq] = t.ray[side][DRAGON][sq] = cross;
        }
    for (int king = 0; king < SQUARES; king++)
        for (int near = 0; near < SQUARES; near++)
            for (int side = 0; side < 2; side++)
                for (int role = 0; role < ROLES; role++)
                    if (near == king || has(t.step[0][KING][king], near))
                        t.reach[side][role][king] =
                            bb_or(t.reach[side][role][king],
                                  bb_or(t.ray[!side][role][near], t.step[!side][role][near]));
}

static void make_lines(void)
{
    const bb81 z = {{0, 0}};
    for (int x = 0; x < SQUARES; x++)
        for (int y = 0; y < SQUARES; y++) {
            const int df = y / 9 - x / 9, dr = y % 9 - x % 9;
            if (x == y || (df && dr && df * df != dr * dr))
                continue;
            const int sf = (df > 0) - (df < 0), sr = (dr > 0) - (dr < 0);
            const bb81 up = ray(x, sf, sr, one(y));
            t.between[x][y] = bb_split(bb_minus(up, one(y)));
            t.line[x][y] = bb_or(one(x), bb_or(ray(x, sf, sr, z), ray(x, -sf, -sr, z)));
        }
}

static void make_places(void)
{
    const bb81 z = {{0, 0}};
    for (int sq = 0; sq < SQUARES; sq++) {
        const int file = sq / 9, rank = sq % 9;
        t.square[sq] = one(sq);
        t.rank[rank] = bb_or(t.rank[rank], one(sq));
        t.diagonal[0][sq] = bb_or(one(sq), bb_or(ray(sq, 1, 1, z), ray(sq, -1, -1, z)));
        t.diagonal[1][sq] = bb_or(one(sq), bb_or(ray(sq, 1, -1, z), ray(sq, -1, 1, z)));
        for (int set = 0; set < 512; set++)
            if (set >> file & 1)
                t.files[set] = bb_or(t.files[set], one(sq));
        t.file_of[sq] = (uint8_t)file;
        t.rank_of[sq] = (uint8_t)rank;
        t.half_of[sq] = file >= BB_SPLIT_FILE;
        t.shift_of[sq] = (uint8_t)(9 * (file - 2 * t.half_of[sq]));
        t.file_shift[0][sq] = (uint8_t)(file <= 6 ? 9 * file : 63);
        t.file_shift[1][sq] = (uint8_t)(file >= 2 ? 9 * (file - 2) : 63);
        for (int side = 0; side < 2; side++)
            for (int to = 0; to < SQUARES; to++)
                if ((side ? 8 - rank : rank) < 3 || (side ? 8 - to % 9 : to % 9) < 3)
                    t.promoting[side][sq] = bb_or(t.promoting[side][sq], one(to));
    }
    t.file_shift[0][NO_KING] = t.file_shift[1][NO_KING] = 63;
}

static void make_slides(void)
{
    for (int at = 0; at < 9; at++)
        for (int inner = 0; inner < LINE_STATES; inner++) {
            unsigned down = 0, up = 0;
            for (int i = at - 1; i >= 0; i--) {
                down |= 1u << i;
                if (inner << 1 >> i & 1)
                    break;
            }
            for (int i = at + 1; i < 9; i++) {
                up |= 1u << i;
                if (inner << 1 >> i & 1)
                    break;
            }
            t.slide[0][at][inner] = (uint16_t)down;
            t.slide[1][at][inner] = (uint16_t)up;
            t.slide[2][at][inner] = (uint16_t)(down | up);
        }
}

/* Returns how many states there are: BISHOP_STATES. */
static uint32_t make_bishops(void)
{
    uint32_t start = 0;
    for (int sq = 0; sq < SQUARES; sq++) {
        int member[16], n = 0, low = 0;
        for (int i = 0; i < SQUARES; i++)
            if (i / 9 % 8 && i % 9 % 8 && has(t.ray[0][BISHOP][sq], i)) {
                member[n++] = i;
                low += i / 9 < BB_SPLIT_FILE;
                t.bishop_inner[sq] = bb_or(t.bishop_inner[sq], bb_split(one(i)));
            }
        t.bishop_start[sq] = start;
        t.bishop_low[sq] = (uint8_t)low;
        for (int state = 0; state < 1 << n; state++) {
            bb81 occupied = bb_none();
            for (int i = 0; i < n; i++)
                if (state >> i & 1)
                    occupied = bb_or(occupied, one(member[i]));
            t.bishop[start++] = diagonals(sq, occupied);
        }
    }
    return start;
}

/* splitmix64: the same keys in every build. */
static uint64_t next_key(void)
{
    static uint64_t state = UINT64_C(0x62616e6d656e3831);
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void make_keys(void)
{
    for (int side = 0; side < 2; side++) {
        for (int kind = 0; kind < KINDS; kind++)
            for (int sq = 0; sq < SQUARES; sq++)
                t.key_board[side][kind][sq] = next_key();
        for (int kind = 0; kind < HAND_KINDS; kind++)
            for (int n = 0; n <= HAND_ROOM; n++)
                t.key_hand[side][kind][n] = next_key();
    }
    t.key_turn = next_key();
}

/* All of it; false: BISHOP_STATES is wrong. */
static bool make_tables(void)
{
    make_steps();
    make_rays();
    make_lines();
    make_places();
    make_slides();
    make_keys();
    return make_bishops() == BISHOP_STATES;
}

#endif
