/* SPDX-License-Identifier: MIT */
/*
 * A line of the journal: GAME PLACE LINES, then for each line cp|mate VALUE DEPTH MOVES m1
 * m2...
 */
#include "cli/analyse_state.h"

#include <stdio.h>

#include "banmen/notation.h"
#include "base/json.h"
#include "proto/proto.h"

enum { MAX_PV = 256 };

static bool take(void *user, const char *line, size_t len)
{
    struct bm_analyse_state *const s = user;
    bm_buf_bytes(&s->text, line, len);
    bm_buf_char(&s->text, '\n');
    return !s->text.failed;
}

bool bm_analyse_state_open(struct bm_analyse_state *s, const char *name, const char *title)
{
    *s = (struct bm_analyse_state){.at = 0};
    if (bm_journal_open(&s->journal, name, title, take, s))
        return true;
    bm_buf_free(&s->text);
    return false;
}

void bm_analyse_state_close(struct bm_analyse_state *s)
{
    bm_journal_close(&s->journal);
    bm_buf_free(&s->text);
}

/* What is left of a line while it is read. */
struct words {
    const char *s;
    size_t len;
    bool wrong;
};

static struct bm_text next_word(struct words *w)
{
    struct bm_text word = {"", 0};
    w->wrong |= !bm_word_next(&w->s, &w->len, &word);
    return word;
}

static int64_t next_int(struct words *w)
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
static size_t next_moves(struct words *w, struct bm_ctx *ctx, bm_move pv[MAX_PV])
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

static bool read_place(struct words *w, size_t place, struct bm_ctx *ctx, struct bm_analysis *a)
{
    bm_move pv[MAX_PV];
    const struct bm_place before = a->places[place];
    const int64_t count = next_int(w);
    for (int64_t i = 0; i < count && !w->wrong; i++) {
        const struct bm_text kind = next_word(w);
        struct bm_eval eval = {.kind = EVAL_CENTIPAWNS};
        if (bm_word_is(kind, "mate"))
            eval.kind = EVAL_MATE;
        eval.value = next_int(w);
        eval.depth = (unsigned)next_int(w);
        const size_t n = next_moves(w, ctx, pv);
        w->wrong |= !bm_analysis_add(a, place, &eval, pv, n);
    }
    if (!w->wrong && count > 0)
        return true;
    a->places[place] = before;
    return false;
}

bool bm_analyse_state_find(struct bm_analyse_state *s, uint64_t game, size_t place,
                           struct bm_ctx *ctx, struct bm_analysis *a)
{
    while (s->at < s->text.len) {
        const char *const line = s->text.s + s->at;
        const char *const end = memchr(line, '\n', s->text.len - s->at);
        struct words w = {line, (size_t)(end - line), false};
        const uint64_t that_game = (uint64_t)next_int(&w);
        const uint64_t that_place = (uint64_t)next_int(&w);
        if (!w.wrong && (that_game > game || (that_game == game && that_place < place)))
            return false; /* comes later */
        s->at = (size_t)(end + 1 - s->text.s);
        if (!w.wrong && that_game == game && that_place == place)
            return read_place(&w, place, ctx, a);
    }
    return false;
}

bool bm_analyse_state_add(struct bm_analyse_state *s, uint64_t game, size_t place,
                          const struct bm_rules *rules, const struct bm_analysis *a)
{
    const struct bm_place *const p = &a->places[place];
    struct bm_buf b = {0};
    bm_buf_u64(&b, game, 1);
    bm_buf_char(&b, ' ');
    bm_buf_u64(&b, place, 1);
    bm_buf_char(&b, ' ');
    bm_buf_u64(&b, p->count, 1);
    for (size_t i = 0; i < p->count; i++) {
        const struct bm_best_line *const l = &a->lines[p->first + i];
        const size_t moves = l->count < MAX_PV ? l->count : MAX_PV;
        bm_buf_text(&b, l->eval.kind == EVAL_MATE ? " mate " : " cp ");
        bm_json_int(&b, l->eval.value);
        bm_buf_char(&b, ' ');
        bm_buf_u64(&b, l->eval.depth, 1);
        bm_buf_char(&b, ' ');
        bm_buf_u64(&b, moves, 1);
        for (size_t k = 0; k < moves; k++) {
            char move[BM_COORDINATES];
            bm_move_format(a->moves[l->first + k], rules, move, sizeof move);
            bm_buf_char(&b, ' ');
            bm_buf_text(&b, move);
        }
    }
    const bool failed = b.failed;
    const bool added = !failed && bm_journal_add(&s->journal, b.s, b.len);
    bm_buf_free(&b);
    if (failed)
        fprintf(stderr, "banmen: out of memory\n");
    return added;
}
