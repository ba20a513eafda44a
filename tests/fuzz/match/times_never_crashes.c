/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "banmen/clock.h"

/* What is read is written, read again the same, and runs as a clock; what is not has its place.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bm_times times, again;
    struct bm_error err = {0};
    struct bm_clock clock;
    char text[BM_TIMES_TEXT], twice[BM_TIMES_TEXT];

    if (bm_times_parse(&times, (const char *)data, size, &err) != BM_OK) {
        fuzz_require_error(&err, size);
        return 0;
    }
    const size_t len = bm_times_format(&times, text, sizeof text);
    REQUIRE(len < sizeof text && strlen(text) == len);
    REQUIRE(bm_times_parse(&again, text, len, &err) == BM_OK);
    REQUIRE(bm_times_equal(&times, &again));
    REQUIRE(bm_times_format(&again, twice, sizeof twice) == len && !strcmp(text, twice));

    bm_clock_init(&clock, &times);
    REQUIRE(bm_times_equal(&clock.times, &times));
    for (int64_t now = 0, turn = 0; turn < 4; turn++) {
        const unsigned side = turn & 1;
        bm_clock_start(&clock, side, now);
        const int64_t deadline = bm_clock_deadline(&clock);
        REQUIRE(deadline == BM_NO_LIMIT || (!bm_clock_flagged(&clock, side, deadline - 1) &&
                                            bm_clock_flagged(&clock, side, deadline)));
        now += deadline == BM_NO_LIMIT ? 5 : (deadline - 1 - now) / 2;
        (void)bm_clock_stop(&clock, now);
        REQUIRE(clock.flag == 0);
    }
    return 0;
}
