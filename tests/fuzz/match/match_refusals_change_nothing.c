/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "match_walk.h"

/* The first byte is the game and the clock, the others are what happens. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const variants[] = {"chess", "shogi", "marseillais", "3check"};
    static const char *const clocks[] = {"none",       "3",      "2+0.5",    "1+1x3b",
                                         "1+0.3+1x2b", "2+0.4d", "0.6/move", "none,2+1x2b"};
    if (size < 2)
        return 0;
    dice.s = data + 1;
    dice.end = data + size;
    (void)walk_match(variants[data[0] & 3], clocks[data[0] >> 2 & 7], 100);
    REQUIRE(!fault);
    return 0;
}
