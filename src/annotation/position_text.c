/* SPDX-License-Identifier: MIT */
#include "annotation/position_text.h"

#include "banmen/notation.h"
#include "base/json.h"
#include "protocol/protocol.h"

enum { MAX_PV = 256, MAX_DEPTH = 1000000 };

/* What is left of a line while it is read. */
struct state_words {
    const char *s;
    size_t len;
    bool wrong;
};

static struct bm_text next_word(struct state_words *w)
{
    struct bm_text word = {"", 0};
    w->wrong |= !bm_word_next(&w->s, &w->len, &word);
    return word;
}

static int64_t next_int(struct state_words *w)
{
    const struct bm_text t = next_word(w);
    const bool minus = t.len != 0 && t.s[0] == '-';
    int64_t v = 0;
    w->wrong |= t.len == (size_t)minus || t.len > 17;
    for (size_t i = minus; i < t.len && !w->wrong; i++) {
        w->wrong = t.s[i] < '0' || t.s[i] > '9';
        v = v * 10 + (t.s[i] - '0');
    }
    return w->wrong ? 0 : minus ? -v : v;
}

/* Read a line of play; the context is left as it was. */
static size_t next_moves(struct state_words *w, struct bm_ctx *ctx, bm_move pv[MAX_PV])
{
    const int64_t count = next_int(w);
    size_t n = 0;
    w->wrong |= count < 0 || count > MAX_PV;
    while (!w->wrong && (int64_t)n < count) {
        const struct bm_text t = next_word(w);
        struct bm_error err;
        w->wrong |= bm_move_parse(&pv[n], ctx, t.s, t.len, &err) || bm_ctx_play(ctx, pv[n]);
        n += !w->wrong;
    }
    for (size_t i = 0; i < n; i++)
        (void)bm_ctx_undo(ctx);
    return n;
}

static bool read_lines(struct state_words *w, size_t place, struct bm_ctx *ctx,
                       struct bm_analysis *a)
{
    bm_move pv[MAX_PV];
    const struct bm_analysed_position before = a->places[place];
    const int64_t count = next_int(w);
    for (int64_t i = 0; i < count && !w->wrong; i++) {
        const struct bm_text kind = next_word(w);
        struct bm_eval eval = {.kind = EVAL_CENTIPAWNS};
        if (bm_word_is(kind, "mate"))
            eval.kind = EVAL_MATE;
        else
            w->wrong |= !bm_word_is(kind, "cp");
        eval.value = next_int(w);
        const int64_t depth = next_int(w);
        w->wrong |= depth < 0 || depth > MAX_DEPTH;
        eval.depth = (unsigned)depth;
        const size_t n = next_moves(w, ctx, pv);
        w->wrong |= !bm_analysis_add(a, place, &eval, pv, n);
    }
    if (!w->wrong && count > 0)
        return true;
    a->places[place] = before;
    return false;
}

bool bm_analysed_position_read(const char *s, size_t len, struct bm_analysed_position_key *key)
{
    struct state_words w = {s, len, false};
    key->game = (uint64_t)next_int(&w);
    key->place = (uint64_t)next_int(&w);
    key->rest = w.s;
    key->rest_len = w.len;
    return !w.wrong;
}

bool bm_analysed_position_read_lines(const struct bm_analysed_position_key *key,
                                     struct bm_ctx *ctx, struct bm_analysis *a)
{
    struct state_words w = {key->rest, key->rest_len, false};
    return key->place < a->count && read_lines(&w, (size_t)key->place, ctx, a);
}

void bm_analysed_position_write(struct bm_buf *b, uint64_t game, size_t place,
                                const struct bm_rules *rules, const struct bm_analysis *a)
{
    const struct bm_analysed_position *const p = &a->places[place];
    bm_buf_u64(b, game, 1);
    bm_buf_char(b, ' ');
    bm_buf_u64(b, place, 1);
    bm_buf_char(b, ' ');
    bm_buf_u64(b, p->count, 1);
    for (size_t i = 0; i < p->count; i++) {
        const struct bm_best_line *const l = &a->lines[p->first + i];
        const size_t moves = l->count < MAX_PV ? l->count : MAX_PV;
        bm_buf_text(b, l->eval.kind == EVAL_MATE ? " mate " : " cp ");
        bm_json_int(b, l->eval.value);
        bm_buf_char(b, ' ');
        bm_buf_u64(b, l->eval.depth, 1);
        bm_buf_char(b, ' ');
        bm_buf_u64(b, moves, 1);
        for (size_t k = 0; k < moves; k++) {
            char move[BM_COORDINATES];
            bm_move_format(a->moves[l->first + k], rules, move, sizeof move);
            bm_buf_char(b, ' ');
            bm_buf_text(b, move);
        }
    }
}
