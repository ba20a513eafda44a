/* SPDX-License-Identifier: MIT */
/* Any bytes: they are in a format and can be read, or they are in none, which is said. */
#include "records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bm_read_options options = {.flags = BM_READ_MOVES_ONLY};
    struct feed source = {.s = (const char *)data, .len = size};
    struct bm_reader *reader;
    struct bm_game *game;
    struct bm_error err;
    bool got = false;

    if (size > 100000)
        return 0;
    REQUIRE(bm_record_detect((const char *)data, size) < BM_FORMAT_COUNT);
    REQUIRE(bm_game_create(&game, bm_rules_chess(), NULL) == BM_OK);
    REQUIRE(bm_reader_create(&reader, &options, feed_pull, &source) == BM_OK);
    do {
        const bm_status status = bm_reader_next(reader, game, &got, &err);
        REQUIRE(status == BM_OK || (status == BM_ESYNTAX && !got && err.what[0]));
    } while (got);
    REQUIRE(bm_reader_format(reader) < BM_FORMAT_COUNT);
    bm_reader_destroy(reader);
    bm_game_destroy(game);
    return 0;
}
