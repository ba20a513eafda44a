/* SPDX-License-Identifier: MIT */
#include "records.h"

static unsigned count_games(const char *s, size_t len, uint64_t *defects)
{
    struct fuzz_reading r;
    unsigned n = 0;
    fuzz_open(&r, BM_FORMAT_PGN, s, len, 0);
    while (fuzz_next(&r))
        n++;
    *defects += bm_reader_defects(r.reader);
    fuzz_close(&r);
    return n;
}

/* Cut in two where that is said to be possible, a text has the same games. */
static void check_cut(const char *s, size_t len)
{
    const size_t cut = bm_record_cut(BM_FORMAT_PGN, s, len);
    uint64_t whole = 0, parts = 0;
    REQUIRE(cut <= len);
    if (cut == 0)
        return;
    const unsigned games = count_games(s, len, &whole);
    REQUIRE(count_games(s, cut, &parts) + count_games(s + cut, len - cut, &parts) == games);
    REQUIRE(whole == parts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_record(BM_FORMAT_PGN, data, size);
    check_cut((const char *)data, size);
    return 0;
}
