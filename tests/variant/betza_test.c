/* SPDX-License-Identifier: MIT */
/* Betza-N: the steps that a text stands for, and what is said of texts that mean nothing. */
#include "tap.h"
#include "variant/betza/betza.h"

static struct bm_desc d;
static struct bm_issues issues;

static void board(unsigned axes, unsigned size, bool hex, unsigned forward)
{
    memset(&d, 0, sizeof d);
    d.axes = (uint8_t)axes;
    d.hex = hex;
    d.forward = (uint8_t)forward;
    d.squares = 1;
    for (unsigned i = 0; i < axes; i++) {
        d.size[i] = (uint8_t)size;
        d.squares = (uint16_t)(d.squares * size);
    }
    d.kinds = 3;
    strcpy(d.piece[0].letter, "K");
    strcpy(d.piece[1].letter, "+R");
    strcpy(d.piece[2].letter, "Q");
    d.zones = 1;
    strcpy(d.zone[0].name, "palace");
}

static void read_move(const char *move)
{
    const struct bm_yaml text = {.kind = BM_YAML_TEXT,
                                 .place = {.line = 9, .column = 13, .length = 3},
                                 .text = move,
                                 .len = strlen(move),
                                 .exact = true};
    struct bm_findings report = {.issues = &issues};
    memset(&issues, 0, sizeof issues);
    d.terms = d.vectors = 0;
    bm_betza_read(&d, 0, &text, &report);
}

/* All steps of all terms as text, in order: "-1,2 1,2". */
static const char *steps(void)
{
    static char out[4096];
    struct bm_vector v[512];
    unsigned n = 0;
    for (unsigned i = 0; i < d.vectors && n < 512; i++) {
        unsigned at = n++;
        for (; at > 0 && memcmp(v[at - 1].d, d.vector[i].d, 4) != 0; at--) {
            int order = 0;
            for (unsigned k = 0; k < 4 && order == 0; k++)
                order = v[at - 1].d[k] - d.vector[i].d[k];
            if (order < 0)
                break;
            v[at] = v[at - 1];
        }
        v[at] = d.vector[i];
    }
    size_t len = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < n; i++)
        len += (size_t)snprintf(out + len, sizeof out - len, "%s%d,%d", i ? " " : "", v[i].d[0],
                                v[i].d[1]);
    return out;
}

static void test_directions(void)
{
    static const char *const flat[][2] = {{"W", "-1,0 0,-1 0,1 1,0"},
                                          {"fW", "0,1"},
                                          {"fsW", "-1,0 0,1 1,0"},
                                          {"sW", "-1,0 1,0"},
                                          {"vW", "0,-1 0,1"},
                                          {"blW", "-1,0 0,-1"},
                                          {"fF", "-1,1 1,1"},
                                          {"flF", "-1,1"},
                                          {"lF", "-1,-1 -1,1"},
                                          {"rbF", "1,-1"},
                                          {"fK", "-1,1 0,1 1,1"},
                                          {"fN", "-1,2 1,2"},
                                          {"ffN", "-1,2 1,2"},
                                          {"fsN", "-2,1 2,1"},
                                          {"fhN", "-2,1 -1,2 1,2 2,1"},
                                          {"bN", "-1,-2 1,-2"},
                                          {"vN", "-1,-2 -1,2 1,-2 1,2"},
                                          {"sN", "-2,-1 -2,1 2,-1 2,1"},
                                          {"lN", "-2,-1 -2,1"},
                                          {"frN", "2,1"},
                                          {"rfN", "1,2"},
                                          {"rvN", "1,-2 1,2"},
                                          {"hrN", "-2,1 -1,-2 1,2 2,-1"},
                                          {"hlN", "-2,-1 -1,2 1,-2 2,1"},
                                          {"fsD", "-2,0 0,2 2,0"},
                                          {"<2,-1>", "2,-1"},
                                          {"(2,1)", "-2,-1 -2,1 -1,-2 -1,2 1,-2 1,2 2,-1 2,1"},
                                          {"C", "-3,-1 -3,1 -1,-3 -1,3 1,-3 1,3 3,-1 3,1"},
                                          {"L", "-3,-1 -3,1 -1,-3 -1,3 1,-3 1,3 3,-1 3,1"},
                                          {"fJ", "-2,3 2,3"},
                                          {"(0,4)", "-4,0 0,-4 0,4 4,0"}};
    board(2, 8, false, 2);
    for (unsigned i = 0; i < sizeof flat / sizeof *flat; i++) {
        read_move(flat[i][0]);
        eq_str(steps(), flat[i][1]);
    }
    read_move("[fF?R]");
    eq_u64(issues.errors, 1);
    read_move("f[F?R]");
    ok(issues.errors == 0 && d.terms == 1 && d.term[0].bent && d.term[0].bent_stops);
    eq_str(steps(), "-1,0 -1,1 -1,1 0,1 0,1 1,0 1,1 1,1");
    eq_u64(d.term[0].count, 4);
}

static void test_dimensions(void)
{
    static const struct {
        unsigned axes;
        const char *move;
        unsigned steps;
    } counts[] = {{3, "W", 6},  {3, "F", 12}, {3, "T", 8},           {3, "K", 26},
                  {3, "N", 24}, {4, "W", 8},  {4, "F", 24},          {4, "T", 32},
                  {4, "Q", 80}, {4, "N", 48}, {4, "(1,1,1,1)", 16},  {3, "fW", 2},
                  {3, "fF", 5}, {3, "sW", 2}, {4, "(1,2,3,4)", 384}, {3, "fsW", 4}};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        board(counts[i].axes, 4, false, counts[i].axes == 3 ? 6 : 10);
        read_move(counts[i].move);
        ok_named(d.vectors == counts[i].steps && issues.errors == 0, "%s has %u steps in %u-D",
                 counts[i].move, counts[i].steps, counts[i].axes);
    }
    board(2, 11, true, 2);
    read_move("W");
    eq_str(steps(), "-1,-1 -1,0 0,-1 0,1 1,0 1,1");
    read_move("F");
    eq_str(steps(), "-2,-1 -1,-2 -1,1 1,-1 1,2 2,1");
    read_move("fW");
    eq_str(steps(), "-1,0 0,1 1,1");
    read_move("N");
    eq_u64(d.vectors, 12);
    read_move("K");
    eq_u64(d.vectors, 12);
    read_move("[W-B]");
    eq_u64(d.term[0].count, 12);
}

static void test_terms(void)
{
    board(2, 8, false, 2);
    read_move("mfW cefF imfnD");
    eq_u64(d.terms, 3);
    eq_u64(d.term[0].way, BM_WAY_MOVE);
    eq_u64(d.term[1].way, BM_WAY_TAKE | BM_WAY_EP);
    ok(d.term[2].initial && d.term[2].lame && d.term[2].way == BM_WAY_MOVE);
    eq_u64(d.term[1].place.column, 17);
    eq_u64(d.term[1].place.length, 4);
    read_move("KNNQ3W0R");
    eq_u64(d.terms, 5);
    ok(d.term[0].range == 1 && d.term[1].range == 0 && d.term[2].range == 3 &&
       d.term[3].range == 0 && d.term[4].range == 0);
    read_move("W@@palace fcR>K");
    ok(d.term[0].path_zone == 1 && d.term[0].start_zone == 0 && d.term[1].victims == 1);
    read_move("sW@palace gQ pR^!K>!+R,Q");
    ok(d.term[0].start_zone == 1 && d.term[1].way == 51 && d.term[1].range == 0);
    ok(d.term[2].way == 19 && d.term[2].hurdles == ~(uint64_t)1 &&
       d.term[2].victims == ~(uint64_t)6);
    read_move("mU");
    ok(d.term[0].universal && d.term[0].way == BM_WAY_MOVE && issues.errors == 0);
    read_move("");
    ok(d.terms == 0 && issues.errors == 0);
}

static void test_errors(void)
{
    static const struct {
        const char *move;
        unsigned column, length;
        const char *message;
    } errors[] = {
        {"KqW", 14, 1, "unknown modifier 'q' in the move of 'K'"},
        {"T", 13, 1, "atom T needs 3 dimensions, the board has 2"},
        {"W (1,2,3)", 15, 7, "atom (1,2,3) needs 3 dimensions, the board has 2"},
        {"W@@palast", 16, 6,
         "zone 'palast' used in 'W@@palast' is not defined under "
         "board.zones"},
        {"W@", 14, 1, "the move of 'K' ends too early"},
        {"X", 13, 1, "unknown atom 'X' in the move of 'K'"},
        {"W mf", 15, 2, "an atom is missing in the move of 'K'"},
        {"R>Z", 15, 1, "no piece 'Z' is defined, but the move of 'K' names it"},
        {"R>", 14, 1, "the move of 'K' ends too early"},
        {"W?", 14, 1, "an atom should stand here, not '?', in the move of 'K'"},
        {"(1,2", 16, 1, "')' is missing in the move of 'K'"},
        {"(0,0)", 13, 5, "a leap of no length in the move of 'K'"},
        {"(99,1)", 14, 2, "the number is too big in the move of 'K'"},
        {"W999", 14, 3, "the number is too big in the move of 'K'"},
        {"<1>", 13, 3,
         "a direction has as many numbers as the board has axes (2) in the move "
         "of 'K'"},
        {"[R?B]", 13, 5, "the first leg in the move of 'K' must be a single step"},
        {"[F?R", 16, 1, "the move of 'K' ends too early"},
        {"[F+R]", 15, 1, "'?' or '-' should stand here, not '+', in the move of 'K'"},
        {"npR", 13, 3, "'n' goes neither with 'p' nor with 'g' in the move of 'K'"},
        {"hN", 13, 1, "'h' stands alone in the move of 'K'"},
        {"U3", 14, 1, "U has no range in the move of 'K'"},
        {"fU", 13, 2, "U takes no directions and no 'n', 'p' or 'g' in the move of 'K'"},
        {"f<0,-1>", 13, 7, "no step of the atom goes in these directions in the move of 'K'"},
        {"R^K", 14, 2, "'^' in the move of 'K' needs 'p' or 'g'"},
        {"é", 13, 2, "an atom should stand here, not 'é', in the move of 'K'"}};
    board(2, 8, false, 2);
    for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++) {
        read_move(errors[i].move);
        eq_u64(issues.errors, 1);
        eq_str(issues.list[0].message, errors[i].message);
        eq_u64(issues.list[0].column, errors[i].column);
        eq_u64(issues.list[0].length, errors[i].length);
    }
    read_move("KqW xN Wy");
    eq_u64(issues.errors, 3);
}

/* Whatever the bytes are, reading ends, and within its room. */
static void test_noise(void)
{
    static const char set[] = "WFDNKQRBUTX()<>[]?-,@!^ 0123456789fblrvshmcinpge+q\xff";
    uint64_t seed = 7;
    char text[400];
    board(4, 4, false, 10);
    for (unsigned round = 0; round < 3000; round++) {
        for (unsigned i = 0; i + 1 < sizeof text; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            text[i] = set[(seed >> 33) % (sizeof set - 1)];
        }
        text[sizeof text - 1] = '\0';
        read_move(text);
        if (d.terms > BM_DESC_TERMS || d.vectors > BM_DESC_VECTORS)
            break;
    }
    ok(d.terms <= BM_DESC_TERMS && d.vectors <= BM_DESC_VECTORS);
    for (unsigned i = 0; i + 1 < sizeof text; i++)
        text[i] = 'Q';
    read_move(text);
    eq_u64(issues.errors, 1); /* 80 steps each */
}

int main(void)
{
    test_directions();
    test_dimensions();
    test_terms();
    test_errors();
    test_noise();
    return tap_done();
}
