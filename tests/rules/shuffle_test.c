/* SPDX-License-Identifier: MIT */
/* Starts drawn by lot: Chess960 by its numbers, and a loaded game. */
#include <string.h>

#include "banmen/banmen.h"
#include "tap.h"

static const char capablanca[] = "variant: capa-lot\n"
                                 "extends: capablanca\n"
                                 "shuffle: {zone: rank 1, bishops: opposite, order: R K R}\n";

/* The first rank as letters. */
static void first_rank(const struct bm_setup *s, const struct bm_rules *rules, char *out)
{
    const unsigned files = bm_rules_info(rules)->files;
    for (unsigned file = 0; file < files; file++)
        out[file] = s->board[file]
                        ? bm_rules_kind_letter(rules, bm_piece_kind(s->board[file]))[0]
                        : '.';
    out[files] = '\0';
}

/* King between rooks, bishops on both colours, the second side opposite, all rights kept. */
static bool is_fair(const struct bm_setup *s, const struct bm_rules *rules)
{
    const unsigned files = bm_rules_info(rules)->files, ranks = bm_rules_info(rules)->ranks;
    char row[32];
    first_rank(s, rules, row);
    const char *const king = strchr(row, 'K'), *const left = strchr(row, 'R');
    const char *const right = strrchr(row, 'R');
    const char *const b1 = strchr(row, 'B'), *const b2 = strrchr(row, 'B');
    bool fair = king && left < king && king < right && b1 != b2 && (b2 - b1) % 2 == 1;
    for (unsigned file = 0; file < files; file++) {
        const unsigned far = (ranks - 1) * files + file;
        fair &= s->board[far] == bm_piece_of(bm_piece_kind(s->board[file]), BM_SECOND);
        fair &= (s->castling[0] >> file & 1) == (row[file] == 'R');
        fair &= (s->castling[far / 64] >> far % 64 & 1) == (row[file] == 'R');
    }
    return fair && bm_setup_check(s, rules) == 0;
}

static void test_chess960(void)
{
    const struct bm_rules *const rules = bm_rules_chess960();
    static char seen[960][9];
    struct bm_setup s;
    unsigned fair = 0, twice = 0;
    for (unsigned n = 0; n < 960; n++) {
        fair += bm_setup_shuffle(&s, rules, n) && is_fair(&s, rules);
        first_rank(&s, rules, seen[n]);
        for (unsigned i = 0; i < n; i++)
            twice += strcmp(seen[i], seen[n]) == 0;
    }
    eq_u64(fair, 960);
    eq_u64(twice, 0);
    eq_str(seen[518], "RNBQKBNR");
    eq_str(seen[0], "BBQNNRKR");
    eq_str(seen[959], "RKRNNQBB");
}

static void test_loaded(void)
{
    const struct bm_rules *rules = NULL;
    struct bm_setup s;
    char first[32], row[32];
    unsigned fair = 0, different = 0;
    ok(bm_rules_load(&rules, capablanca, strlen(capablanca), NULL, NULL) == BM_OK);
    for (unsigned n = 0; n < 300; n++) {
        fair += bm_setup_shuffle(&s, rules, n) && is_fair(&s, rules);
        first_rank(&s, rules, row);
        if (n == 0)
            memcpy(first, row, sizeof first);
        different += strcmp(first, row) != 0;
    }
    eq_u64(fair, 300);
    ok(different > 290);
    struct bm_setup again;
    ok(bm_setup_shuffle(&again, rules, 299) && !memcmp(&again, &s, sizeof s));
    bm_rules_release(rules);
}

static const struct bm_rules *load(const char *yaml)
{
    const struct bm_rules *rules = NULL;
    ok(bm_rules_load(&rules, yaml, strlen(yaml), NULL, NULL) == BM_OK);
    return rules;
}

/* Each start has its number back, and none is given twice. */
static void test_numbers(const struct bm_rules *rules, uint64_t count, uint64_t most)
{
    uint64_t back = 0, playable = 0;
    eq_u64(bm_setup_shuffles(rules), count);
    for (uint64_t n = 0; n < count && n < most; n++) {
        struct bm_setup s;
        uint64_t number = ~(uint64_t)0;
        if (!bm_setup_shuffle(&s, rules, n))
            continue;
        playable++;
        back += bm_setup_number(&s, rules, &number) && number == n;
    }
    ok(playable > 0);
    eq_u64(back, playable);
    struct bm_setup s;
    uint64_t number = 77;
    ok(!bm_setup_shuffle(&s, rules, count));
    memset(&s, 0, sizeof s);
    ok(!bm_setup_number(&s, rules, &number) && number == 77);
}

/* The numbers of Chess960 also name the starts of games that only add rules to it. */
static void test_same_army(void)
{
    const struct bm_rules *const rules =
        load("variant: lot\nextends: crazyhouse\n"
             "shuffle: {zone: rank 1, bishops: opposite, order: R K R}\n");
    struct bm_setup ours, chess;
    unsigned same = 0;
    for (unsigned n = 0; n < 960; n++) {
        char a[32], b[32];
        ok(bm_setup_shuffle(&ours, rules, n) &&
           bm_setup_shuffle(&chess, bm_rules_chess960(), n));
        first_rank(&ours, rules, a);
        first_rank(&chess, bm_rules_chess960(), b);
        same += strcmp(a, b) == 0;
    }
    eq_u64(same, 960);
    test_numbers(rules, 960, 960);
    bm_rules_release(rules);
}

static unsigned count_pieces(const struct bm_setup *s, bm_piece piece)
{
    unsigned n = 0;
    for (unsigned sq = 0; sq < BM_MAX_SQUARES; sq++)
        n += s->board[sq] == piece;
    return n;
}

/* Nothing comes and nothing goes, on either side. */
static bool has_same_pieces(const struct bm_setup *a, const struct bm_setup *b)
{
    bool same = true;
    for (unsigned piece = 1; piece < 256; piece++)
        same &= count_pieces(a, (bm_piece)piece) == count_pieces(b, (bm_piece)piece);
    return same;
}

/* Horde: the pawns stay, the army of the second side has the numbers of Chess960. */
static void test_horde(void)
{
    const struct bm_rules *const rules =
        load("variant: lot\nextends: horde\n"
             "shuffle: {zone: rank 1, bishops: opposite, order: R K R}\n");
    struct bm_setup s, usual, chess;
    unsigned whole = 0, same = 0;
    bm_setup_start(&usual, rules);
    test_numbers(rules, 960, 960);
    for (unsigned n = 0; n < 960; n++) {
        ok(bm_setup_shuffle(&s, rules, n) && bm_setup_shuffle(&chess, bm_rules_chess960(), n));
        whole += has_same_pieces(&s, &usual);
        unsigned files = 0;
        for (unsigned sq = 56; sq < 64; sq++)
            files +=
                bm_rules_kind_letter(rules, bm_piece_kind(s.board[sq]))[0] ==
                bm_rules_kind_letter(bm_rules_chess960(), bm_piece_kind(chess.board[sq]))[0];
        same += files == 8;
    }
    eq_u64(whole, 960);
    eq_u64(same, 960);
    bm_rules_release(rules);
}

/* Racing kings: both armies stand on the same ranks, each the mirror image of the other. */
static void test_racing_kings(void)
{
    const struct bm_rules *const rules =
        load("variant: lot\nextends: racingkings\nshuffle: {zone: rank 1-2}\n");
    struct bm_setup s, usual;
    unsigned mirrored = 0, moved = 0, drawn = 0;
    bm_setup_start(&usual, rules);
    for (unsigned seed = 0; seed < 50; seed++) {
        uint64_t number;
        if (!bm_setup_draw(&s, rules, seed, &number))
            continue;
        drawn++;
        bool same = has_same_pieces(&s, &usual);
        for (unsigned sq = 0; sq < 16; sq++)
            same &= s.board[sq] == (s.board[sq ^ 7] ^ 0x80);
        mirrored += same;
        moved += memcmp(s.board, usual.board, sizeof s.board) != 0;
    }
    eq_u64(drawn, 50);
    eq_u64(mirrored, 50);
    ok(moved > 40);
    bm_rules_release(rules);
}

/* Rules that a kernel of its own plays are shuffled as their text says. */
static void test_bound(void)
{
    const struct bm_rules *rules = load("variant: lot\nextends: chess\n"
                                        "shuffle: {zone: rank 1, order: R K R}\n");
    test_numbers(rules, 8 * 21 * 10, 100000);
    bm_rules_release(rules);
    rules = load("variant: lot\nextends: shogi\nshuffle: {zone: rank 1, order: L K L}\n");
    struct bm_setup s, usual;
    bm_setup_start(&usual, rules);
    test_numbers(rules, 36 * 21 * 10, 100000);
    ok(bm_setup_shuffle(&s, rules, 5) && has_same_pieces(&s, &usual));
    for (unsigned sq = 0; sq < 81; sq++)
        ok((s.board[sq] ? s.board[sq] ^ 0x80 : 0) == s.board[80 - sq]);
    bm_rules_release(rules);
}

int main(void)
{
    struct bm_setup s, usual;
    test_chess960();
    test_loaded();
    test_numbers(bm_rules_chess960(), 960, 960);
    test_same_army();
    test_horde();
    test_racing_kings();
    test_bound();
    bm_setup_start(&usual, bm_rules_shogi());
    ok(!bm_setup_shuffle(&s, bm_rules_shogi(), 1) && !memcmp(&s, &usual, sizeof s));
    return tap_done();
}
