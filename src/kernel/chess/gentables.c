/* SPDX-License-Identifier: MIT */
/* Prints chess_tables.c. It runs once, when the library is built. */
#include <inttypes.h>
#include <stdio.h>

#include "kernel/chess/tables_make.h"

/* The squares whose occupancy matters: rays without their last squares. */
static uint64_t relevant_squares(int sq, const int steps[4][2])
{
    uint64_t set = 0;
    for (int i = 0; i < 4; i++)
        for (int f = sq % 8 + steps[i][0], r = sq / 8 + steps[i][1];
             bit(f + steps[i][0], r + steps[i][1]); f += steps[i][0], r += steps[i][1])
            set |= bit(f, r);
    return set;
}

static uint64_t spread_index(uint64_t index, uint64_t mask)
{
    uint64_t set = 0;
    for (; mask; mask &= mask - 1, index >>= 1)
        if (index & 1)
            set |= mask & (~mask + 1);
    return set;
}

static int count_bits(uint64_t b)
{
    int n = 0;
    for (; b; b &= b - 1)
        n++;
    return n;
}

static void print_word(uint64_t w) { printf("0x%" PRIx64 "u,", w); }

static void open_list(const char *name) { printf("\n.%s={", name); }
static void close_list(void) { printf("},"); }

/* An array of words of up to three dimensions; a size of 0 is none. */
static void print_words(const char *name, const uint64_t *w, int outer, int middle, int inner)
{
    open_list(name);
    for (int i = 0; i < (outer ? outer : 1); i++) {
        printf("%s", outer ? "{" : "");
        for (int j = 0; j < (middle ? middle : 1); j++) {
            printf("%s", middle ? "{" : "");
            for (int k = 0; k < inner; k++)
                print_word(*w++);
            printf("%s", middle ? "}," : "");
        }
        printf("%s", outer ? "}," : "");
    }
    close_list();
}

static void print_tables(void)
{
    static struct bm_chess_tables t;
    make_tables(&t);
    print_words("king", t.king, 0, 0, 64);
    print_words("knight", t.knight, 0, 0, 64);
    print_words("pawn", t.pawn[0], 2, 0, 64);
    print_words("orth", t.orth, 0, 0, 64);
    print_words("diag", t.diag, 0, 0, 64);
    print_words("between", t.between[0], 64, 0, 64);
    print_words("file", t.file, 0, 0, 64);
    print_words("slope", t.slope[0], 2, 0, 64);
    open_list("rank");
    for (int file = 0; file < 8; file++) {
        printf("{");
        for (int o = 0; o < 64; o++)
            print_word(t.rank[file][o]);
        close_list();
    }
    close_list();
    print_words("key_piece", t.key_piece[0][0], 2, 7, 64);
    print_words("key_castle", t.key_castle, 0, 0, 64);
    print_words("key_ep", t.key_ep, 0, 0, 8);
    printf("\n.key_turn=");
    print_word(t.key_turn);
}

static void print_sliders(const char *name, const int steps[4][2], uint32_t offset)
{
    open_list(name);
    for (int s = 0; s < 64; s++) {
        const uint64_t mask = relevant_squares(s, steps);
        printf("{0x%" PRIx64 "u,%" PRIu32 "},", mask, offset);
        offset += UINT32_C(1) << count_bits(mask);
    }
    close_list();
}

static void print_attacks(const int steps[4][2])
{
    for (int s = 0; s < 64; s++) {
        const uint64_t mask = relevant_squares(s, steps);
        for (uint64_t i = 0; i < UINT64_C(1) << count_bits(mask); i++)
            print_word(slide(s, steps, spread_index(i, mask)));
    }
}

static void print_zones(void)
{
    open_list("zone");
    for (int k = 0; k < 64; k++) {
        const uint64_t near = leaps(k, 1, 2);
        printf("{");
        for (uint64_t i = 0; i < UINT64_C(1) << count_bits(near); i++) {
            const uint64_t free = spread_index(i, near);
            uint64_t orth = 0, diag = 0, knight = 0;
            for (int s = 0; s < 64; s++)
                if (free >> s & 1) {
                    /* What is not free is the king's own and blocks. */
                    orth |= slide(s, rook_steps, near & ~free);
                    diag |= slide(s, bishop_steps, near & ~free);
                    knight |= leaps(s, 5, 5);
                }
            printf("{0x%" PRIx64 "u,0x%" PRIx64 "u,0x%" PRIx64 "u,0},", orth, diag, knight);
        }
        close_list();
    }
    close_list();
}

int main(void)
{
    printf(
        "#include \"kernel/chess/tables.h\"\nconst struct bm_chess_tables bm_chess_tables={");
    print_tables();
    printf("};\n#ifdef BM_HAVE_AVX2\nconst struct bm_chess_pext bm_chess_pext={");
    print_sliders("rook", rook_steps, 0);
    print_sliders("bishop", bishop_steps, 102400);
    print_zones();
    open_list("attacks");
    print_attacks(rook_steps);
    print_attacks(bishop_steps);
    close_list();
    printf("};\n#endif\n");
    return 0;
}
