/* SPDX-License-Identifier: MIT */
/* Prints chess_tables.c. Slow and plain: it runs once, when the library is built. */
#include <inttypes.h>
#include <stdio.h>

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

/* The squares whose occupancy matters: rays without their last squares. */
static uint64_t inner(int sq, const int steps[4][2])
{
    uint64_t set = 0;
    for (int i = 0; i < 4; i++)
        for (int f = sq % 8 + steps[i][0], r = sq / 8 + steps[i][1];
             bit(f + steps[i][0], r + steps[i][1]); f += steps[i][0], r += steps[i][1])
            set |= bit(f, r);
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

static uint64_t spread(uint64_t index, uint64_t mask)
{
    uint64_t set = 0;
    for (; mask; mask &= mask - 1, index >>= 1)
        if (index & 1)
            set |= mask & (~mask + 1);
    return set;
}

static int count(uint64_t b)
{
    int n = 0;
    for (; b; b &= b - 1)
        n++;
    return n;
}

static uint64_t seed = UINT64_C(0x62616e6d656e0001);

static uint64_t random_key(void)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void word(uint64_t w) { printf("0x%" PRIx64 "u,", w); }

static void open_list(const char *name) { printf("\n.%s={", name); }
static void close_list(void) { printf("},"); }

static void print_steps(void)
{
    open_list("king");
    for (int s = 0; s < 64; s++)
        word(leaps(s, 1, 2));
    close_list();
    open_list("knight");
    for (int s = 0; s < 64; s++)
        word(leaps(s, 5, 5));
    close_list();
    open_list("pawn");
    for (int side = 0; side < 2; side++) {
        printf("{");
        for (int s = 0; s < 64; s++) {
            const int r = s / 8 + (side ? -1 : 1);
            word(bit(s % 8 - 1, r) | bit(s % 8 + 1, r));
        }
        close_list();
    }
    close_list();
}

static void print_lines(void)
{
    open_list("orth");
    for (int s = 0; s < 64; s++)
        word(slide(s, rook_steps, 0));
    close_list();
    open_list("diag");
    for (int s = 0; s < 64; s++)
        word(slide(s, bishop_steps, 0));
    close_list();
    open_list("between");
    for (int a = 0; a < 64; a++) {
        printf("{");
        for (int b = 0; b < 64; b++)
            word(a == b ? 0 : between(a, b));
        close_list();
    }
    close_list();
    open_list("file");
    for (int s = 0; s < 64; s++)
        word(ray(s, rook_steps[2], 0) | ray(s, rook_steps[3], 0));
    close_list();
    open_list("slope");
    for (int i = 0; i < 2; i++) {
        printf("{");
        for (int s = 0; s < 64; s++)
            word(ray(s, bishop_steps[2 * i], 0) | ray(s, bishop_steps[2 * i + 1], 0));
        close_list();
    }
    close_list();
    open_list("rank");
    for (int file = 0; file < 8; file++) {
        printf("{");
        for (uint64_t o = 0; o < 64; o++)
            word((ray(file, rook_steps[0], o << 1) | ray(file, rook_steps[1], o << 1)) & 0xff);
        close_list();
    }
    close_list();
}

static void print_keys(void)
{
    open_list("key_piece");
    for (int side = 0; side < 2; side++) {
        printf("{");
        for (int row = 0; row < 7; row++) {
            printf("{");
            for (int s = 0; s < 64; s++)
                word(row ? random_key() : 0);
            close_list();
        }
        close_list();
    }
    close_list();
    open_list("key_castle");
    for (int s = 0; s < 64; s++)
        word(random_key());
    close_list();
    open_list("key_ep");
    for (int f = 0; f < 8; f++)
        word(random_key());
    close_list();
    printf("\n.key_turn=");
    word(random_key());
}

static void print_sliders(const char *name, const int steps[4][2], uint32_t offset)
{
    open_list(name);
    for (int s = 0; s < 64; s++) {
        const uint64_t mask = inner(s, steps);
        printf("{0x%" PRIx64 "u,%" PRIu32 "},", mask, offset);
        offset += UINT32_C(1) << count(mask);
    }
    close_list();
}

static void print_attacks(const int steps[4][2])
{
    for (int s = 0; s < 64; s++) {
        const uint64_t mask = inner(s, steps);
        for (uint64_t i = 0; i < UINT64_C(1) << count(mask); i++)
            word(slide(s, steps, spread(i, mask)));
    }
}

static void print_zones(void)
{
    open_list("zone");
    for (int k = 0; k < 64; k++) {
        const uint64_t near = leaps(k, 1, 2);
        printf("{");
        for (uint64_t i = 0; i < UINT64_C(1) << count(near); i++) {
            const uint64_t free = spread(i, near);
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
    print_steps();
    print_lines();
    print_keys();
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
