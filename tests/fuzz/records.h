/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_FUZZ_RECORDS_H
#define BM_TESTS_FUZZ_RECORDS_H

/*
 * What holds for every text in every format of records: reading it in small pieces gives the
 * same games as reading it at once; what is written of a game can be read without a defect; and
 * writing what was read gives the same text again.
 */

#include "banmen/record.h"
#include "bytes.h"
#include "fuzz.h"

static inline void fuzz_write(const struct bm_game *game, enum bm_format format,
                              struct bytes *out)
{
    const struct bm_write_options options = {.format = format};
    struct bm_error err;
    out->len = 0;
    REQUIRE(bm_game_write(game, &options, bytes_append, out, &err) == BM_OK);
}

struct fuzz_reading {
    struct bm_reader *reader;
    struct bm_game *game;
    struct feed source;
};

static inline void fuzz_open(struct fuzz_reading *r, enum bm_format format, const char *s,
                             size_t len, uint32_t window)
{
    const struct bm_read_options options = {
        .format = format, .encoding = BM_ENCODING_UTF8, .window = window};
    r->source = (struct feed){.s = s, .len = len};
    REQUIRE(bm_game_create(&r->game, bm_rules_chess(), NULL) == BM_OK);
    REQUIRE(bm_reader_create(&r->reader, &options, feed_pull, &r->source) == BM_OK);
}

static inline bool fuzz_next(struct fuzz_reading *r)
{
    bool got = false;
    REQUIRE(bm_reader_next(r->reader, r->game, &got, NULL) == BM_OK);
    return got;
}

static inline void fuzz_close(struct fuzz_reading *r)
{
    bm_reader_destroy(r->reader);
    bm_game_destroy(r->game);
}

/* One game: written, read and written again. */
static inline void fuzz_generations(const struct bm_game *game, enum bm_format format)
{
    struct bytes first = {0}, second = {0};
    struct fuzz_reading again;

    fuzz_write(game, format, &first);
    fuzz_open(&again, format, first.s, first.len, 0);
    if (fuzz_next(&again)) {
        REQUIRE(bm_reader_defects(again.reader) == 0);
        fuzz_write(again.game, format, &second);
        REQUIRE(first.len == second.len && memcmp(first.s, second.s, first.len) == 0);
        REQUIRE(!fuzz_next(&again));
    } else { /* nothing to tell of an empty game in some formats */
        REQUIRE(bm_game_first(game, BM_NODE_ROOT) == BM_NODE_NONE);
    }
    fuzz_close(&again);
    free(first.s);
    free(second.s);
}

/* Everything, for one text. */
static inline void fuzz_record(enum bm_format format, const uint8_t *data, size_t size)
{
    struct fuzz_reading whole, pieces;
    bool got;

    if (size > 100000)
        return;
    fuzz_open(&whole, format, (const char *)data, size, 0);
    fuzz_open(&pieces, format, (const char *)data, size, 16);
    do {
        got = fuzz_next(&whole);
        REQUIRE(fuzz_next(&pieces) == got);
        if (!got)
            break;
        REQUIRE(bm_game_equal(whole.game, pieces.game));
        if (bm_reader_defects(whole.reader) == 0)
            fuzz_generations(whole.game, format);
    } while (got);
    REQUIRE(bm_reader_defects(whole.reader) == bm_reader_defects(pieces.reader));
    fuzz_close(&whole);
    fuzz_close(&pieces);
}

#endif
