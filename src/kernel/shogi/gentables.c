/* SPDX-License-Identifier: MIT */
/*
 * Prints shogi_tables.c. Runs on the building machine, so that the library has nothing to set
 * up.
 */
#include <inttypes.h>
#include <stdio.h>

#include "kernel/shogi/tables.h"

static struct bm_shogi_tables t;

#include "kernel/shogi/tables_make.h"

/* Printing: an array of up to three dimensions, with all its braces; a size of 0 is none. */
typedef void print_item(const void *array, size_t i);

static void print_set(const void *array, size_t i)
{
    const bb81 b = ((const bb81 *)array)[i];
    printf("{{0x%" PRIx64 ",0x%" PRIx64 "}},", b.w[0], b.w[1]);
}
static void print_8(const void *array, size_t i) { printf("%d,", ((const uint8_t *)array)[i]); }
static void print_16(const void *array, size_t i)
{
    printf("%d,", ((const uint16_t *)array)[i]);
}
static void print_32(const void *array, size_t i)
{
    printf("%" PRIu32 ",", ((const uint32_t *)array)[i]);
}
static void print_64(const void *array, size_t i)
{
    printf("0x%" PRIx64 ",", ((const uint64_t *)array)[i]);
}

static void print(const char *name, print_item *item, const void *array, size_t outer,
                  size_t middle, size_t inner)
{
    const size_t n_outer = outer ? outer : 1, n_middle = middle ? middle : 1;
    printf(".%s = %s\n", name, outer ? "{" : "");
    for (size_t i = 0; i < n_outer; i++) {
        printf("%s", middle ? "{" : "");
        for (size_t j = 0; j < n_middle; j++) {
            printf("{");
            for (size_t k = 0; k < inner; k++)
                item(array, (i * n_middle + j) * inner + k);
            printf(middle || outer ? "},\n" : "}\n");
        }
        printf("%s", middle ? "},\n" : "");
    }
    printf("%s,\n", outer ? "}" : "");
}

int main(void)
{
    if (!make_tables()) {
        fprintf(stderr, "BISHOP_STATES is wrong\n");
        return 1;
    }

    printf("#include \"kernel/shogi/tables.h\"\n\n"
           "const struct bm_shogi_tables bm_shogi_tables = {\n");
    print("square", print_set, t.square, 0, 0, ROWS);
    print("step", print_set, t.step, 2, ROLES, ROWS);
    print("ray", print_set, t.ray, 2, ROLES, ROWS);
    print("reach", print_set, t.reach, 2, ROLES, ROWS);
    print("between", print_set, t.between, ROWS, 0, ROWS);
    print("line", print_set, t.line, ROWS, 0, ROWS);
    print("rank", print_set, t.rank, 0, 0, 9);
    print("diagonal", print_set, t.diagonal, 2, 0, ROWS);
    print("files", print_set, t.files, 0, 0, 512);
    print("promoting", print_set, t.promoting, 2, 0, ROWS);
    print("slide", print_16, t.slide, 3, 9, LINE_STATES);
    print("bishop_inner", print_set, t.bishop_inner, 0, 0, ROWS);
    print("bishop_start", print_32, t.bishop_start, 0, 0, ROWS);
    print("bishop_low", print_8, t.bishop_low, 0, 0, ROWS);
    print("bishop", print_set, t.bishop, 0, 0, BISHOP_STATES);
    print("file_of", print_8, t.file_of, 0, 0, ROWS);
    print("rank_of", print_8, t.rank_of, 0, 0, ROWS);
    print("half_of", print_8, t.half_of, 0, 0, ROWS);
    print("shift_of", print_8, t.shift_of, 0, 0, ROWS);
    print("file_shift", print_8, t.file_shift, 2, 0, ROWS);
    print("key_board", print_64, t.key_board, 2, KINDS, SQUARES);
    print("key_hand", print_64, t.key_hand, 2, HAND_KINDS, HAND_ROOM + 1);
    printf(".key_turn = 0x%" PRIx64 ",\n};\n", t.key_turn);
    return 0;
}
