/* SPDX-License-Identifier: MIT */
/* The line "info": what an engine reports during a search. */
#include "protocol/words.h"

/* Words that begin something new; what stands between them and is not understood is skipped. */
enum {
    DEPTH,
    SELDEPTH,
    TIME,
    NODES,
    NPS,
    HASHFULL,
    TBHITS,
    MULTIPV,
    CURRMOVENUMBER,
    NUMBERS,
    SCORE = NUMBERS,
    WDL,
    PV,
    CURRMOVE,
    STRING,
    CPULOAD,
    REFUTATION,
    CURRLINE,
    KEYS
};
static const char *const keys[KEYS] = {
    "depth",    "seldepth", "time",           "nodes",      "nps",     "hashfull",
    "tbhits",   "multipv",  "currmovenumber", "score",      "wdl",     "pv",
    "currmove", "string",   "cpuload",        "refutation", "currline"};

static unsigned to_unsigned(uint64_t v) { return v > UINT32_MAX ? UINT32_MAX : (unsigned)v; }

static void set_number(struct bm_info *i, unsigned key, uint64_t v)
{
    switch (key) {
    case DEPTH:
        i->depth = to_unsigned(v);
        i->has |= BM_INFO_DEPTH;
        break;
    case SELDEPTH:
        i->seldepth = to_unsigned(v);
        i->has |= BM_INFO_SELDEPTH;
        break;
    case TIME:
        i->time = (int64_t)v;
        i->has |= BM_INFO_TIME;
        break;
    case NODES:
        i->nodes = v;
        i->has |= BM_INFO_NODES;
        break;
    case NPS:
        i->nps = v;
        i->has |= BM_INFO_NPS;
        break;
    case HASHFULL:
        i->hashfull = to_unsigned(v);
        i->has |= BM_INFO_HASHFULL;
        break;
    case TBHITS:
        i->tbhits = v;
        i->has |= BM_INFO_TBHITS;
        break;
    case MULTIPV:
        i->multipv = to_unsigned(v);
        i->has |= BM_INFO_MULTIPV;
        break;
    default:
        i->currmovenumber = to_unsigned(v);
        i->has |= BM_INFO_CURRMOVENUMBER;
        break;
    }
}

/* "+", "-", "+0" and "-0" say who mates, not when. */
static bool read_mate(struct bm_text t, struct bm_score *out)
{
    const bool sign = t.len != 0 && (t.s[0] == '+' || t.s[0] == '-');
    out->mate = true;
    out->mate_open = sign && (t.len == 1 || (t.len == 2 && t.s[1] == '0'));
    if (out->mate_open) {
        out->value = t.s[0] == '+' ? 1 : -1;
        return true;
    }
    return bm_word_int(t, &out->value);
}

static void read_score(struct bm_words *w, struct bm_info *i)
{
    struct bm_text word;
    struct bm_score score = {0};
    struct bm_words ahead = *w;
    bool found = false;
    while (bm_words_next(&ahead, &word) && bm_word_find(word, keys, KEYS) == KEYS) {
        struct bm_words value = ahead;
        struct bm_text number;
        if (bm_word_is(word, "lowerbound")) {
            score.bound = 1;
        } else if (bm_word_is(word, "upperbound")) {
            score.bound = -1;
        } else if (bm_words_next(&value, &number) &&
                   (bm_word_is(word, "cp")     ? bm_word_int(number, &score.value)
                    : bm_word_is(word, "mate") ? read_mate(number, &score)
                                               : false)) {
            found = true;
            ahead = value;
        }
        *w = ahead;
    }
    if (!found)
        return;
    i->score = score;
    i->has |= BM_INFO_SCORE;
}

static void read_wdl(struct bm_words *w, struct bm_info *i)
{
    struct bm_words ahead = *w;
    struct bm_text word;
    uint64_t v[3];
    for (unsigned n = 0; n < 3; n++)
        if (!bm_words_next(&ahead, &word) || !bm_word_uint(word, &v[n]))
            return;
    for (unsigned n = 0; n < 3; n++)
        i->wdl[n] = to_unsigned(v[n]);
    i->has |= BM_INFO_WDL;
    *w = ahead;
}

/* Everything up to the next word that begins something new. */
static struct bm_text read_pv(struct bm_words *w)
{
    struct bm_words ahead = *w;
    struct bm_text word, moves = {"", 0};
    while (bm_words_next(&ahead, &word) && bm_word_find(word, keys, KEYS) == KEYS) {
        moves = moves.len != 0 ? bm_words_span(moves, word) : word;
        *w = ahead;
    }
    return moves;
}

void bm_info_parse(struct bm_info *out, const char *s, size_t len)
{
    struct bm_words w = {s, len};
    struct bm_text word;
    *out = (struct bm_info){.pv = {"", 0}, .currmove = {"", 0}, .string = {"", 0}};
    while (bm_words_next(&w, &word)) {
        const unsigned key = bm_word_find(word, keys, KEYS);
        struct bm_words ahead = w;
        uint64_t v;
        if (key < NUMBERS) {
            if (bm_words_next(&ahead, &word) && bm_word_uint(word, &v)) {
                set_number(out, key, v);
                w = ahead;
            }
        } else if (key == SCORE) {
            read_score(&w, out);
        } else if (key == WDL) {
            read_wdl(&w, out);
        } else if (key == PV) {
            out->pv = read_pv(&w);
            out->has |= BM_INFO_PV;
        } else if (key == CURRMOVE) {
            if (bm_words_next(&w, &out->currmove))
                out->has |= BM_INFO_CURRMOVE;
        } else if (key == REFUTATION || key == CURRLINE) {
            (void)read_pv(&w);
        } else if (key == STRING) {
            out->string = bm_words_rest(&w);
            out->has |= BM_INFO_STRING;
            break;
        }
    }
}

struct bm_score bm_score_in_moves(struct bm_score s, enum bm_proto p)
{
    if (!s.mate || s.mate_open || p != BM_PROTO_USI)
        return s;
    if (s.value == 0) {
        s.mate_open = true;
        s.value = 1;
    } else {
        s.value = s.value / 2 + s.value % 2;
    }
    return s;
}

size_t bm_pv_check(struct bm_ctx *ctx, enum bm_proto p, struct bm_text pv, bm_move *out,
                   size_t cap, bool *all)
{
    struct bm_words w = {pv.s, pv.len};
    struct bm_text word;
    size_t n = 0;
    bool whole = true;
    while (bm_ctx_room(ctx) != 0 && bm_words_next(&w, &word)) {
        bm_move m;
        if (bm_wire_move_parse(&m, p, ctx, word.s, word.len, NULL) != BM_OK ||
            bm_ctx_play(ctx, m) != 0) {
            whole = false;
            break;
        }
        if (n < cap)
            out[n] = m;
        n++;
    }
    for (size_t i = 0; i < n; i++)
        (void)bm_ctx_undo(ctx);
    *all = whole;
    return n < cap ? n : cap;
}

static void put_score(struct bm_buf *out, enum bm_proto p, const struct bm_search_info *info)
{
    bm_buf_text(out, " score");
    if (!info->mate)
        bm_buf_pair(out, "cp", info->score);
    else if (p == BM_PROTO_UCI)
        bm_buf_pair(out, "mate", info->score);
    else if (info->score == 0) /* mated already: plain 0 would be the opposite */
        bm_buf_text(out, " mate -0");
    else
        bm_buf_pair(out, "mate", 2 * (int64_t)info->score - (info->score > 0));
    if (info->bound != 0)
        bm_buf_text(out, info->bound > 0 ? " lowerbound" : " upperbound");
}

void bm_info_format(struct bm_buf *out, enum bm_proto p, const struct bm_search_info *info,
                    const struct bm_rules *rules)
{
    bm_buf_text(out, "info");
    bm_buf_pair(out, "depth", info->depth);
    if (info->seldepth != 0)
        bm_buf_pair(out, "seldepth", info->seldepth);
    if (info->multipv != 0)
        bm_buf_pair(out, "multipv", info->multipv);
    put_score(out, p, info);
    bm_buf_pair(out, "nodes", (int64_t)info->nodes);
    if (info->time > 0) {
        const uint64_t ms = (uint64_t)info->time;
        bm_buf_pair(out, "nps",
                    (int64_t)(info->nodes / ms * 1000 + info->nodes % ms * 1000 / ms));
    }
    if (info->hashfull != 0)
        bm_buf_pair(out, "hashfull", info->hashfull);
    bm_buf_pair(out, "time", info->time);
    if (info->pv_count != 0)
        bm_buf_text(out, " pv");
    for (size_t i = 0; i < info->pv_count; i++)
        bm_buf_move(out, info->pv[i], p, rules);
}

void bm_current_format(struct bm_buf *out, enum bm_proto p, bm_move move, unsigned number,
                       const struct bm_ctx *ctx)
{
    char text[BM_COORDINATES];
    (void)bm_wire_ctx_move_format(move, p, ctx, text, sizeof text);
    bm_buf_text(out, "info currmove ");
    bm_buf_text(out, text);
    if (p == BM_PROTO_UCI) /* USI has no word for it */
        bm_buf_pair(out, "currmovenumber", number);
}
