/* SPDX-License-Identifier: MIT */
/* What an engine answers. */
#include "protocol/words.h"

static bool is_none(struct bm_text t)
{
    static const char *const words[] = {"(none)", "none", "0000", "null", "NULL", "pass"};
    enum { COUNT = sizeof words / sizeof *words };
    return t.len == 0 || bm_word_find(t, words, COUNT) != COUNT;
}

void bm_best_parse(struct bm_best *out, const char *s, size_t len)
{
    struct bm_words w = {s, len};
    struct bm_text word;
    *out = (struct bm_best){.move = {"", 0}, .ponder = {"", 0}};
    (void)bm_words_next(&w, &out->move);
    out->kind = bm_word_is(out->move, "resign") ? BM_BEST_RESIGN
                : bm_word_is(out->move, "win")  ? BM_BEST_WIN
                : is_none(out->move)            ? BM_BEST_NONE
                                                : BM_BEST_MOVE;
    while (bm_words_next(&w, &word)) {
        if (!bm_word_is(word, "ponder"))
            continue;
        if (bm_words_next(&w, &word) && !bm_word_is(word, "(none)"))
            out->ponder = word;
    }
}

void bm_best_format(struct bm_buf *out, enum bm_proto p, const struct bm_search_result *result,
                    const struct bm_ctx *ctx)
{
    const bool move = result->best.bits != BM_MOVE_NONE;
    const bool gives_up = p == BM_PROTO_USI && (result->declare || result->resign || !move);
    char text[BM_COORDINATES];
    bm_buf_text(out, "bestmove ");
    if (gives_up) {
        bm_buf_text(out, result->declare ? "win" : "resign");
    } else if (!move) {
        bm_buf_text(out, "(none)");
    } else {
        (void)bm_wire_ctx_move_format(result->best, p, ctx, text, sizeof text);
        bm_buf_text(out, text);
        if (result->ponder.bits != BM_MOVE_NONE) {
            bm_buf_text(out, " ponder");
            bm_buf_move(out, result->ponder, p, bm_ctx_rules(ctx));
        }
    }
}

void bm_checkmate_parse(struct bm_checkmate_answer *out, const char *s, size_t len)
{
    struct bm_words w = {s, len};
    struct bm_words ahead = w;
    struct bm_text word = {"", 0};
    *out = (struct bm_checkmate_answer){.kind = BM_CHECKMATE_FOUND, .pv = {"", 0}};
    (void)bm_words_next(&ahead, &word);
    if (bm_word_is(word, "nomate"))
        out->kind = BM_CHECKMATE_NONE;
    else if (bm_word_is(word, "timeout"))
        out->kind = BM_CHECKMATE_TIMEOUT;
    else if (word.len == 0 || bm_word_is(word, "notimplemented"))
        out->kind = BM_CHECKMATE_UNABLE;
    else
        out->pv = bm_words_rest(&w);
}
