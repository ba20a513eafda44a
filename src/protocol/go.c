/* SPDX-License-Identifier: MIT */
/* The command "go": the limits of a search. */
#include "protocol/words.h"

/* Times and increments of the two sides: white moves first in UCI, black in USI. */
static const char *const time_words[BM_PROTO_COUNT][2] = {{"wtime", "btime"},
                                                          {"btime", "wtime"}};
static const char *const increment_words[BM_PROTO_COUNT][2] = {{"winc", "binc"},
                                                               {"binc", "winc"}};

/* Two times, as long as there is a number for it. */
static int64_t add_saturating(int64_t a, int64_t b)
{
    return b > 0 && a > INT64_MAX - b ? INT64_MAX : a + b;
}

/*
 * UCI has no word for byoyomi. It is added to the time and told as an increment: what may be
 * used for this move is exact then, and later moves get about as much as they will have.
 */
static void put_uci_times(struct bm_buf *out, const struct bm_think *t)
{
    for (unsigned side = 0; side < 2; side++)
        bm_buf_pair(out, time_words[BM_PROTO_UCI][side],
                    add_saturating(t->time[side], t->byoyomi));
    for (unsigned side = 0; side < 2; side++)
        bm_buf_pair(out, increment_words[BM_PROTO_UCI][side],
                    add_saturating(t->increment[side], t->byoyomi));
}

static void put_usi_times(struct bm_buf *out, const struct bm_think *t)
{
    const bool increments = t->increment[0] != 0 || t->increment[1] != 0;
    for (unsigned side = 0; side < 2; side++)
        bm_buf_pair(out, time_words[BM_PROTO_USI][side], t->time[side]);
    for (unsigned side = 0; side < 2 && increments; side++)
        bm_buf_pair(out, increment_words[BM_PROTO_USI][side], t->increment[side]);
    if (t->byoyomi != 0 || !increments)
        bm_buf_pair(out, "byoyomi", t->byoyomi);
}

static bool has_clock(const struct bm_think *t)
{
    return t->timed || t->time[0] != 0 || t->time[1] != 0 || t->increment[0] != 0 ||
           t->increment[1] != 0 || t->byoyomi != 0;
}

/*
 * The limits with a fixed time for the move as USI has it: byoyomi, and nothing on the clock.
 * "movetime" is an extension there, and engines have died of it.
 */
static struct bm_think as_byoyomi(const struct bm_think *limits)
{
    struct bm_think t = *limits;
    if (t.movetime == 0 || has_clock(&t))
        return t;
    t.byoyomi = t.movetime;
    t.movetime = 0;
    return t;
}

/* USI's search for a mate has a time and nothing else. */
static void put_usi_mate(struct bm_buf *out, const struct bm_think *t)
{
    if (t->movetime != 0 && !t->infinite)
        bm_buf_pair(out, "mate", t->movetime);
    else
        bm_buf_text(out, " mate infinite");
}

void bm_go_format(struct bm_buf *out, enum bm_proto p, const struct bm_think *limits,
                  const struct bm_rules *rules)
{
    bm_buf_text(out, "go");
    if (p == BM_PROTO_USI && limits->mate != 0) {
        put_usi_mate(out, limits);
        return;
    }
    const struct bm_think turned = as_byoyomi(limits);
    const struct bm_think *const t = p == BM_PROTO_USI ? &turned : limits;
    if (t->ponder)
        bm_buf_text(out, " ponder");
    const size_t start = out->len;
    if (has_clock(t) && p == BM_PROTO_UCI)
        put_uci_times(out, t);
    else if (has_clock(t))
        put_usi_times(out, t);
    if (t->moves_to_go != 0 && p == BM_PROTO_UCI)
        bm_buf_pair(out, "movestogo", t->moves_to_go);
    if (t->depth != 0)
        bm_buf_pair(out, "depth", t->depth);
    if (t->nodes != 0)
        bm_buf_pair(out, "nodes", t->nodes > INT64_MAX ? INT64_MAX : (int64_t)t->nodes);
    if (t->mate != 0)
        bm_buf_pair(out, "mate", t->mate);
    if (t->movetime != 0)
        bm_buf_pair(out, "movetime", t->movetime);
    const bool any = out->len != start;
    /* Engines differ on what a bare "go" is; this is what most make of it. */
    if (t->infinite || (!any && !t->ponder))
        bm_buf_text(out, " infinite");
    /* Last: some engines take all that follows for moves. */
    if (t->only && t->only_count != 0)
        bm_buf_text(out, " searchmoves");
    for (size_t i = 0; t->only && i < t->only_count; i++)
        bm_buf_move(out, t->only[i], p, rules);
}

enum {
    SEARCHMOVES,
    PONDER,
    INFINITE,
    MATE,
    DEPTH,
    NODES,
    MOVETIME,
    MOVESTOGO,
    BYOYOMI,
    WTIME,
    BTIME,
    WINC,
    BINC,
    KEYS
};
static const char *const keys[KEYS] = {
    "searchmoves", "ponder",  "infinite", "mate",  "depth", "nodes", "movetime",
    "movestogo",   "byoyomi", "wtime",    "btime", "winc",  "binc"};

static unsigned to_unsigned(uint64_t v) { return v > UINT32_MAX ? UINT32_MAX : (unsigned)v; }

static void set_number(struct bm_think *t, enum bm_proto p, unsigned key, uint64_t v)
{
    const unsigned white = p == BM_PROTO_USI; /* the side that is called so */
    switch (key) {
    case DEPTH: t->depth = to_unsigned(v); break;
    case NODES: t->nodes = v; break;
    case MOVETIME: t->movetime = v ? (int64_t)v : 1; break; /* 0 is no limit */
    case MOVESTOGO: t->moves_to_go = to_unsigned(v); break;
    case BYOYOMI: t->byoyomi = (int64_t)v; break;
    case WTIME:
    case BTIME: t->time[key == WTIME ? white : !white] = (int64_t)v; break;
    default: t->increment[key == WINC ? white : !white] = (int64_t)v; break;
    }
    t->timed |= key >= BYOYOMI;
}

/* Moves that are none, or not legal, are passed over. */
static bm_status read_searchmoves(struct bm_words *w, struct bm_think *t, enum bm_proto p,
                                  const struct bm_ctx *ctx, bm_move *only, size_t cap,
                                  struct bm_error *err)
{
    struct bm_words ahead = *w;
    struct bm_text word;
    while (bm_words_next(&ahead, &word) && bm_word_find(word, keys, KEYS) == KEYS) {
        bm_move m;
        *w = ahead;
        if (bm_wire_move_parse(&m, p, ctx, word.s, word.len, NULL) != BM_OK ||
            (bm_ctx_judge(ctx, m) & ~(bm_faults)BM_FAULT_GAME_OVER) != 0)
            continue;
        if (t->only_count == cap)
            return bm_wire_fail(err, BM_ENOSPC, "too many moves behind searchmoves", word);
        only[t->only_count++] = m;
        t->only = only;
    }
    return BM_OK;
}

/* UCI: so many moves. USI: so much time, or "infinite". */
static void read_mate(struct bm_words *w, struct bm_think *t, enum bm_proto p)
{
    struct bm_words ahead = *w;
    struct bm_text word;
    uint64_t v;
    if (p == BM_PROTO_USI) {
        t->mate = 1;
        t->infinite = true;
    }
    if (!bm_words_next(&ahead, &word))
        return;
    if (bm_word_uint(word, &v)) {
        if (p == BM_PROTO_USI) {
            t->movetime = (int64_t)v;
            t->infinite = false;
        } else {
            t->mate = to_unsigned(v);
        }
        *w = ahead;
    } else if (p == BM_PROTO_USI && bm_word_is(word, keys[INFINITE])) {
        *w = ahead;
    }
}

bm_status bm_go_parse(struct bm_think *out, enum bm_proto p, const struct bm_ctx *ctx,
                      const char *s, size_t len, bm_move *only, size_t cap,
                      struct bm_error *err)
{
    struct bm_think t = {0};
    struct bm_words w = {s, len};
    struct bm_text word;
    while (bm_words_next(&w, &word)) {
        const unsigned key = bm_word_find(word, keys, KEYS);
        struct bm_words ahead = w;
        uint64_t v;
        if (key == SEARCHMOVES) {
            const bm_status status = read_searchmoves(&w, &t, p, ctx, only, cap, err);
            if (status != BM_OK)
                return status;
        } else if (key == PONDER) {
            t.ponder = true;
        } else if (key == INFINITE) {
            t.infinite = true;
        } else if (key == MATE) {
            read_mate(&w, &t, p);
        } else if (key < KEYS && bm_words_next(&ahead, &word) && bm_word_uint(word, &v)) {
            set_number(&t, p, key, v);
            w = ahead;
        }
    }
    *out = t;
    return BM_OK;
}
