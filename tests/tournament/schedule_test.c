/* SPDX-License-Identifier: MIT */
/* Everybody meets everybody as often, from each side of each opening; and what a referee sees.
 */
#include "tournament/schedule.h"

#include "tap.h"
#include "tournament/adjudication.h"

enum { MOST = 7, OPENINGS = 5 };

static void check(unsigned engines, unsigned games, bool shuffled)
{
    const struct bm_schedule s = {engines, games, OPENINGS, shuffled, 42};
    unsigned met[MOST][MOST] = {{0}}, first[MOST] = {0}, all[MOST] = {0};
    unsigned used[MOST][MOST][OPENINGS] = {{{0}}};
    uint64_t played = 0;
    bool ordered = true, paired = true;
    struct bm_scheduled_game f, before = {0};
    for (uint64_t g = 0; g < bm_schedule_end(&s); g++) {
        if (!bm_schedule_at(&s, g, &f))
            continue;
        played++;
        ordered &= f.a < f.b && f.b < engines && f.game == g && f.opening < OPENINGS &&
                   bm_schedule_pairing(&s, f.a, f.b) == f.pairing;
        if (f.second)
            paired &= before.game + 1 == g && before.side[0] == f.side[1] &&
                      before.side[1] == f.side[0] && before.opening == f.opening;
        met[f.a][f.b]++;
        used[f.a][f.b][f.opening]++;
        first[f.side[0]]++;
        all[f.side[0]]++;
        all[f.side[1]]++;
        before = f;
    }
    ok_named(ordered && paired, "%u engines, %u games: pairs from both sides", engines, games);
    eq_u64(played, bm_schedule_games(&s));
    bool even = true, balanced = true, spread = true;
    for (unsigned a = 0; a < engines; a++) {
        balanced &= all[a] >= 2 * first[a] ? all[a] - 2 * first[a] <= 1 + games % 2 * engines
                                           : 2 * first[a] - all[a] <= 1 + games % 2 * engines;
        if (games % 2 == 0)
            balanced &= all[a] == 2 * first[a];
        for (unsigned b = a + 1; b < engines; b++) {
            even &= met[a][b] == games;
            for (unsigned o = 0; o < OPENINGS && games == 4 * OPENINGS; o++)
                spread &= used[a][b][o] == 4;
        }
    }
    ok_named(even, "%u engines: every pairing has %u games", engines, games);
    ok_named(balanced, "%u engines: as often on each side", engines);
    ok_named(spread, "%u engines: every opening as often", engines);
    ok(!bm_schedule_at(&s, bm_schedule_end(&s), &f));
}

/* More games of the same match go on where it stopped: numbers mean the same. */
static void grows(void)
{
    const struct bm_schedule few = {3, 5, OPENINGS, true, 9}, many = {3, 50, OPENINGS, true, 9};
    bool same = true;
    for (uint64_t g = 0; g < bm_schedule_end(&few); g++) {
        struct bm_scheduled_game a, b;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        if (bm_schedule_at(&few, g, &a))
            same &= bm_schedule_at(&many, g, &b) && memcmp(&a, &b, sizeof a) == 0;
    }
    ok_named(same, "more games begin with the same games");
}

static void lots(void)
{
    const struct bm_schedule one = {2, 2000, 1000, true, 1}, two = {2, 2000, 1000, true, 2};
    unsigned fixed = 0, alike = 0;
    static bool seen[1000];
    unsigned distinct = 0;
    for (uint64_t g = 0; g < 2000; g += 2) {
        struct bm_scheduled_game a, b;
        if (!bm_schedule_at(&one, g, &a) || !bm_schedule_at(&two, g, &b))
            tap_bail("a game is missing");
        fixed += a.opening == a.round;
        alike += a.opening == b.opening;
        distinct += !seen[a.opening];
        seen[a.opening] = true;
    }
    eq_u64(distinct, 1000);
    ok_named(fixed < 20, "%u of 1000 openings stay in their place", fixed);
    ok_named(alike < 20, "%u of 1000 are the same with another seed", alike);
    ok(bm_schedule_seed(&one, 5, 0) != bm_schedule_seed(&one, 5, 1));
    ok(bm_schedule_seed(&one, 5, 0) != bm_schedule_seed(&two, 5, 0));
    ok(bm_schedule_seed(&one, 5, 0) == bm_schedule_seed(&one, 5, 0));
}

static void referee(void)
{
    struct bm_adjudication_rules r;
    struct bm_error err;
    ok(bm_adjudication_parse(&r, "draw:10:2:20,resign:2:500", &err) == BM_OK);
    eq_u64(r.draw_from, 10);
    eq_u64(r.resign_score, 500);

    struct bm_adjudicator v = {{0}, {0}, {0}};
    ok(bm_adjudicator_add_score(&v, &r, 0, 10, 9) ==
       BM_ONGOING); /* too early: does not count */
    ok(bm_adjudicator_add_score(&v, &r, 1, 10, 9) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 0, -20, 10) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 1, 20, 10) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 0, 0, 11) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 1, 0, 11) == BM_DRAW);

    v = (struct bm_adjudicator){{0}, {0}, {0}};
    ok(bm_adjudicator_add_score(&v, &r, 0, 500, 1) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 1, -499, 1) == BM_ONGOING); /* does not agree */
    ok(bm_adjudicator_add_score(&v, &r, 0, 900, 2) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 1, -500, 2) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 0, BM_ADJUDICATION_MATE, 3) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 1, -500, 3) == BM_FIRST_WINS);

    v = (struct bm_adjudicator){{0}, {0}, {0}};
    ok(bm_adjudicator_add_score(&v, &r, 0, -600, 1) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 1, 600, 1) == BM_ONGOING);
    bm_adjudicator_reset(&v, 0);
    ok(bm_adjudicator_add_score(&v, &r, 1, 600, 2) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 0, -600, 3) == BM_ONGOING);
    ok(bm_adjudicator_add_score(&v, &r, 0, -600, 4) == BM_SECOND_WINS);

    r = (struct bm_adjudication_rules){0};
    v = (struct bm_adjudicator){{0}, {0}, {0}};
    bool never = true;
    for (unsigned i = 1; i < 100; i++)
        never &= bm_adjudicator_add_score(&v, &r, i % 2, 0, i) == BM_ONGOING;
    ok_named(never, "without rules there are no verdicts");

    static const struct {
        const char *text;
        unsigned column;
    } bad[] = {{"", 1},
               {"draw", 5},
               {"draw:1:2", 9},
               {"resign:3", 9},
               {"resign:3:x", 10},
               {"resign:0:600", 13},
               {"resign:3:600,", 14},
               {"win:1", 1},
               {"resign:3:600 ", 13},
               {"draw:1:9999999:1", 15}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const bool refused = bm_adjudication_parse(&r, bad[i].text, &err) == BM_ESYNTAX;
        ok_named(refused && err.column == bad[i].column, "'%s' is refused at column %u",
                 bad[i].text, err.column);
    }
    ok(bm_adjudication_parse(&r, "resign:3:600", &err) == BM_OK && r.draw_from == 0);
    ok(bm_adjudication_parse(&r, "draw:0:8:10", &err) == BM_OK && r.draw_from == 1);
}

int main(void)
{
    for (unsigned engines = 2; engines <= MOST; engines++) {
        check(engines, 1, false);
        check(engines, 4 * OPENINGS, false);
        check(engines, 4 * OPENINGS, true);
        check(engines, 7, true);
    }
    grows();
    lots();
    referee();
    return tap_done();
}
