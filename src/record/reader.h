/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_READER_H
#define BM_RECORD_READER_H

#include "base/buf.h"
#include "record/format.h"

/* What was said about the game at hand, until it is known to be complete. */
struct bm_said {
    const char *at; /* in the text, or NULL */
    size_t what;    /* in words */
    uint32_t ply;
    enum bm_severity severity;
};

struct bm_reader {
    struct bm_read_options options;
    bm_read_fn read;
    void *user;
    enum bm_format format;     /* BM_FORMAT_AUTO until the text was looked at */
    enum bm_encoding encoding; /* BM_ENCODING_AUTO while all is ASCII */
    bool opened;               /* the first bytes were looked at */
    bool wide;                 /* it is UTF-16 */
    bool failed;               /* nothing more can be read */

    /*
     * The window on the text: UTF-8, text.s[at, text.len) not yet read, and the line number at
     * `mark`. The bytes of encodings that must be turned into UTF-8 wait in `raw`.
     */
    struct bm_buf text, raw;
    size_t at, mark;
    uint64_t passed;  /* bytes that lay before the window */
    uint64_t span[2]; /* of the last game, from the beginning of the source */
    uint64_t line;
    bool drained; /* the source has no more */
    bool final;   /* and all of it is in the window */
    uint64_t bad; /* bytes that mean nothing in the encoding */
    bool told_bad;

    uint64_t games, defects;
    struct bm_reading reading;

    struct bm_said *said;
    size_t said_count, said_cap;
    struct bm_buf words;   /* their texts, each ended by NUL */
    uint64_t game_defects; /* also those that were not kept */
    struct bm_buf scratch; /* for one text at a time */
    struct bm_buf spare;   /* the same, for formats */
    struct bm_buf nest;    /* for formats: the variations that are open */

    const struct bm_rules **games_open; /* games of the library that records named */
    size_t games_opened, games_cap;
};

/*
 * A text as it is kept in a game: UTF-8, LF as line end, no other control characters, no blanks
 * at the ends. Valid until the next call.
 */
struct bm_text bm_reader_clean(struct bm_reader *reader, const char *s, size_t len);

#endif
