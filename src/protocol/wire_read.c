/* SPDX-License-Identifier: MIT */
/* The line "position", read and played. */
#include "protocol/words.h"

/* The text of the position, and the moves behind it. */
static bool split_position(const char *s, size_t len, struct bm_text *start,
                           struct bm_text *moves)
{
    struct bm_words w = {s, len};
    struct bm_text word, first = {"", 0}, last = {"", 0};
    *moves = (struct bm_text){s + len, 0};
    while (bm_words_next(&w, &word)) {
        if (bm_word_is(word, "moves")) {
            *moves = bm_words_rest(&w);
            break;
        }
        if (first.len == 0)
            first = word;
        last = word;
    }
    *start = bm_words_span(first, last);
    return first.len != 0;
}

size_t bm_wire_moves(const char *s, size_t len)
{
    struct bm_text start, moves, word;
    size_t n = 0;
    if (!split_position(s, len, &start, &moves))
        return 0;
    for (struct bm_words w = {moves.s, moves.len}; bm_words_next(&w, &word);)
        n++;
    return n;
}

/* "move 12, e2e5: the sentence" */
static bm_status refuse_wire_move(struct bm_error *err, bm_status status, size_t number,
                                  struct bm_text word, const char *why)
{
    if (!err)
        return status;
    struct bm_str out;
    *err = (struct bm_error){.code = status};
    bm_str_init(&out, err->what, sizeof err->what);
    bm_str_text(&out, "move ");
    bm_str_u64(&out, number);
    bm_str_text(&out, ", ");
    bm_str_quote(&out, word, 32);
    bm_str_text(&out, ": ");
    bm_str_text(&out, why);
    (void)bm_str_end(&out);
    return status;
}

static bm_status play_wire_moves(struct bm_ctx *ctx, enum bm_proto p, struct bm_text moves,
                                 struct bm_error *err)
{
    struct bm_words w = {moves.s, moves.len};
    struct bm_text word;
    for (size_t n = 1; bm_words_next(&w, &word); n++) {
        bm_move m;
        struct bm_error inner = {0};
        const bm_status status = bm_wire_move_parse(&m, p, ctx, word.s, word.len, &inner);
        if (status != BM_OK)
            return refuse_wire_move(err, status, n, word, inner.what);
        if (bm_ctx_room(ctx) == 0)
            return refuse_wire_move(err, BM_ENOSPC, n, word, "the game is too long");
        const bm_faults faults = bm_ctx_play(ctx, m);
        if (faults != 0) {
            char why[160];
            (void)bm_ctx_explain(ctx, m, faults, BM_EN, why, sizeof why);
            return refuse_wire_move(err, BM_ERULE, n, word, why);
        }
    }
    return BM_OK;
}

bm_status bm_wire_load(struct bm_ctx *ctx, enum bm_proto p, const char *s, size_t len,
                       struct bm_error *err)
{
    struct bm_text start, moves;
    struct bm_setup setup;
    if (!split_position(s, len, &start, &moves))
        return bm_wire_fail(err, BM_ESYNTAX, "startpos, fen or sfen is needed, not",
                            (struct bm_text){"", 0});
    if (bm_word_is(start, "startpos")) {
        bm_ctx_start(ctx);
        return play_wire_moves(ctx, p, moves, err);
    }
    bm_status status = bm_position_parse(&setup, bm_ctx_rules(ctx), start.s, start.len, 0, err);
    if (status == BM_OK)
        status = bm_ctx_sync(ctx, &setup, NULL, err);
    return status == BM_OK ? play_wire_moves(ctx, p, moves, err) : status;
}
