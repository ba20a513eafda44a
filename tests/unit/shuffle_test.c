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

int main(void)
{
    struct bm_setup s, usual;
    test_chess960();
    test_loaded();
    bm_setup_start(&usual, bm_rules_shogi());
    ok(!bm_setup_shuffle(&s, bm_rules_shogi(), 1) && !memcmp(&s, &usual, sizeof s));
    return tap_done();
}
