/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_REWRITE_H
#define BM_TESTS_REWRITE_H

/* Read a text in one format and write all its games in another; the tests compare texts. */

#include "banmen/record.h"
#include "bytes.h"
#include "tap.h"

struct rewritten {
    char text[8192]; /* what was written, in UTF-8 */
    char said[4096]; /* "2:1 ply 3 defect: ...", a line each */
    size_t len, said_len;
    unsigned games;
};

static inline bool rewrite_put(void *user, const char *bytes, size_t len)
{
    struct rewritten *const out = user;
    if (len >= sizeof out->text - out->len)
        return false;
    memcpy(out->text + out->len, bytes, len);
    out->len += len;
    out->text[out->len] = '\0';
    return true;
}

static inline void rewrite_say(void *user, const struct bm_report *r)
{
    static const char *const words[] = {"loss", "notice", "defect"};
    struct rewritten *const out = user;
    const size_t room = sizeof out->said - out->said_len;
    const int n = snprintf(out->said + out->said_len, room, "%" PRIu64 ":%u ply %u %s: %s\n",
                           r->line, r->column, r->ply, words[r->severity], r->what);
    out->said_len += (size_t)n < room ? (size_t)n : 0;
}

static inline struct rewritten rewrite(enum bm_format from, const char *text, size_t len,
                                       enum bm_format to)
{
    struct rewritten out = {.games = 0};
    struct feed source = {.s = text, .len = len};
    const struct bm_read_options options = {
        .format = from, .report = rewrite_say, .user = &out};
    struct bm_reader *reader;
    struct bm_game *game;
    bool got = true;

    if (bm_reader_create(&reader, &options, feed_pull, &source) != BM_OK ||
        bm_game_create(&game, bm_rules_shogi(), NULL) != BM_OK)
        tap_bail("out of memory");
    while (got) {
        struct bm_error err = {0};
        if (bm_reader_next(reader, game, &got, &err) != BM_OK)
            rewrite_say(&out, &(struct bm_report){.severity = BM_SAY_DEFECT, .what = err.what});
        if (!got)
            break;
        const struct bm_write_options how = {
            .format = to, .game = ++out.games, .report = rewrite_say, .user = &out};
        if (bm_game_write(game, &how, rewrite_put, &out, &err) != BM_OK)
            rewrite_say(&out, &(struct bm_report){.severity = BM_SAY_DEFECT, .what = err.what});
    }
    bm_reader_destroy(reader);
    bm_game_destroy(game);
    return out;
}

/* A text, what is written of it, and what is said; what was written is written so again. */
static inline void check_rewrite(const char *name, enum bm_format from, const char *text,
                                 enum bm_format to, const char *want, const char *said)
{
    const struct rewritten out = rewrite(from, text, strlen(text), to);
    if (!ok_named(strcmp(out.text, want) == 0, "%s: written", name))
        printf("# wanted:\n%s\n# got:\n%s\n", want, out.text);
    if (!ok_named(strcmp(out.said, said) == 0, "%s: said", name))
        printf("# wanted:\n%s\n# got:\n%s\n", said, out.said);
    const struct rewritten again = rewrite(to, out.text, out.len, to);
    ok_named(strcmp(again.text, out.text) == 0, "%s: written again", name);
}

#endif
