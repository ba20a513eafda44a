/* SPDX-License-Identifier: MIT */
/* Matches at random, in several games and with all kinds of clocks. */
#include "match_walk.h"

static void walk(const char *variant, const char *clock, unsigned games)
{
    unsigned seen[BM_REASON_COUNT] = {0}, ends = 0;
    fault = NULL;
    for (unsigned i = 0; i < games && !fault; i++) {
        const enum bm_reason reason = walk_match(variant, clock, 150);
        ends += reason != BM_REASON_NONE && seen[reason]++ == 0;
    }
    ok_named(!fault, "%s, %s: %u games with %u kinds of ends: %s", variant, clock, games, ends,
             fault ? fault : "all holds");
}

int main(void)
{
    dice.seed = 71;
    const unsigned games = (unsigned)(tap_env_u64("BANMEN_TEST_PLIES", 1000000) / 200000) + 1;
    static const char *const clocks[] = {"none",         "20",     "10+0.5",      "5+2x3b",
                                         "5+0.3+1x2b",   "8+0.4d", "0.6/move",    "1day",
                                         "none,10+1x2b", "0+1",    "3+0.2,2+1x9b"};
    static const char *const variants[] = {
        "chess", "shogi", "marseillais", "progressive-scottish", "3check", "duck", "janggi"};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
        for (size_t c = 0; c < sizeof clocks / sizeof *clocks; c++)
            walk(variants[v], clocks[c], v < 2 ? games : games / 4 + 1);
    return tap_done();
}
