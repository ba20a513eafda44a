/* SPDX-License-Identifier: MIT */
/* Evaluations: traces add up, and both sides are seen alike. */
#include "banmen/banmen.h"

#include "base/random.h"
#include "play.h"
#include "search/thread.h"

/* More of the same kind would say no more. */
enum { SHOWN = 5 };

struct look {
    const struct bm_rules *rules;
    const struct bm_search_impl *impl;
    struct bm_search *search;
    struct bm_ctx *ctx, *turned;
    struct bm_trace *trace;
    unsigned positions, unlike, unturned;
};

static void begin(struct look *l, const struct bm_rules *rules)
{
    const struct bm_search_options options = {.level = BM_LEVELS, .hash = 1};
    *l = (struct look){.rules = rules,
                       .impl = bm_search_impl_of(rules),
                       .ctx = new_ctx(rules, 512),
                       .turned = new_ctx(rules, 1),
                       .trace = calloc(1, sizeof *l->trace)};
    if (!l->trace || bm_search_create(&l->search, rules, &options) != BM_OK)
        tap_bail("no memory");
}

static void end(struct look *l)
{
    bm_search_destroy(l->search);
    bm_ctx_destroy(l->ctx);
    bm_ctx_destroy(l->turned);
    free(l->trace);
}

static int value_of(struct look *l, const struct bm_ctx *ctx)
{
    memcpy(&l->search->main_thread->pos, &ctx->pos, sizeof l->search->main_thread->pos);
    return l->impl->evaluate(l->search->main_thread);
}

/* The sum as eval/trace.h says it, from the counts alone where there are any. */
static int added_up(const struct bm_trace *t, unsigned turn)
{
    long mg = 0, eg = 0;
    for (unsigned i = 0; i < t->term_count; i++)
        if (t->terms[i].count == 0) {
            mg += t->mg[0][i] - t->mg[1][i];
            eg += t->eg[0][i] - t->eg[1][i];
        }
    for (unsigned w = 0; w < t->weight_count; w++) {
        mg += (long)(t->count[0][w] - t->count[1][w]) * t->weights[w].mg;
        eg += (long)(t->count[0][w] - t->count[1][w]) * t->weights[w].eg;
    }
    const long v = (mg * t->phase + eg * (t->phases - t->phase)) / t->phases;
    return (int)(((turn ? -v : v) + t->tempo) * t->scale / 1000);
}

/* Whether the terms hold all weights, each once. */
static bool terms_hold_all(const struct bm_trace *t)
{
    unsigned next = 0, named = 0;
    for (unsigned i = 0; i < t->term_count; i++) {
        if (t->terms[i].count == 0)
            continue;
        if (t->terms[i].first != next)
            return false;
        next += t->terms[i].count;
    }
    for (unsigned i = 0; i < t->run_count; i++) {
        if (t->runs[i].first != named)
            return false;
        named += t->runs[i].count;
    }
    return next == t->weight_count && (!t->runs || named == next);
}

/* The same position with the sides changed. */
static bool turn_round(struct look *l)
{
    struct bm_setup s, r;
    const struct bm_rules_info *const info = bm_rules_info(l->rules);
    const bool shogi = l->rules == bm_rules_shogi();
    bm_ctx_setup(l->ctx, &s);
    r = s;
    for (unsigned sq = 0; sq < info->squares; sq++) {
        const unsigned to = shogi ? info->squares - 1 - sq : sq ^ 56;
        const bm_piece p = s.board[sq];
        r.board[to] = p ? bm_piece_of(bm_piece_kind(p), !bm_piece_side(p)) : 0;
    }
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < info->kinds; i++)
            r.hand[side][i] = s.hand[!side][i];
    if (!shogi)
        r.castling[0] = __builtin_bswap64(s.castling[0]);
    r.ep = (bm_sq)(s.ep ^ 56);
    r.turn = !s.turn;
    return bm_ctx_sync(l->turned, &r, NULL, NULL) == BM_OK;
}

static void look_at(struct look *l)
{
    const int v = value_of(l, l->ctx);
    l->impl->trace(l->search->main_thread, l->trace);
    const struct bm_trace *const t = l->trace;
    const int whole = t->weights ? added_up(t, bm_ctx_turn(l->ctx)) : t->value;
    if (l->positions++ == 0 && t->weights)
        ok_named(terms_hold_all(t), "%s: terms and runs hold all weights, each once",
                 bm_rules_info(l->rules)->name);
    const bool unlike = t->value != v || whole != v;
    const bool turned = turn_round(l) && value_of(l, l->turned) == v;
    l->unlike += unlike;
    l->unturned += !turned;
    if ((unlike || !turned) && l->unlike + l->unturned <= SHOWN) {
        char text[BM_POSITION_TEXT];
        bm_ctx_format(l->ctx, 0, text, sizeof text);
        printf("# %d, its trace %d, added up %d, turned round %d: %s\n", v, t->value, whole,
               value_of(l, l->turned), text);
    }
}

static void told(struct look *l, const char *what)
{
    const char *const name = bm_rules_info(l->rules)->name;
    ok_named(l->unlike == 0, "%s: %u %s, the traces of %u do not add up", name, l->positions,
             what, l->unlike);
    ok_named(l->unturned == 0, "%s: %u %s, %u are worth something else turned round", name,
             l->positions, what, l->unturned);
}

/* Games of moves by lot: all stages, from the start to bare kings. */
static void walk(const struct bm_rules *rules, unsigned plies)
{
    struct look l;
    static bm_move moves[BM_MAX_MOVES];
    uint64_t state = 3;
    begin(&l, rules);
    for (unsigned i = 0; i < plies; i++) {
        const size_t n = bm_ctx_moves(l.ctx, moves, BM_MAX_MOVES);
        if (n == 0 || bm_ctx_room(l.ctx) == 0 ||
            bm_ctx_play(l.ctx, moves[bm_random(&state) % n]) != 0) {
            bm_ctx_start(l.ctx);
            continue;
        }
        look_at(&l);
    }
    told(&l, "positions of games by lot");
    end(&l);
}

/* Boards that no game leads to: any number of anything, anywhere. */
static void scatter(const struct bm_rules *rules, unsigned boards)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    struct look l;
    uint64_t state = 4;
    begin(&l, rules);
    for (unsigned tries = 0; l.positions < boards && tries < 1000 * boards; tries++) {
        struct bm_setup s;
        bm_setup_start(&s, rules);
        memset(s.board, 0, sizeof s.board);
        memset(s.hand, 0, sizeof s.hand);
        memset(s.castling, 0, sizeof s.castling);
        const unsigned men = 1 + (unsigned)(bm_random(&state) % 24);
        const unsigned kinds = info->kinds;
        for (unsigned i = 0; i < men; i++) {
            const unsigned kind = (unsigned)(bm_random(&state) % kinds);
            if (!bm_rules_kind_is_royal(rules, kind))
                s.board[bm_random(&state) % info->squares] =
                    bm_piece_of(kind, (unsigned)(bm_random(&state) & 1));
        }
        for (unsigned kind = 0; kind < kinds; kind++)
            for (unsigned side = 0; side < 2 && bm_rules_kind_is_royal(rules, kind); side++)
                s.board[bm_random(&state) % info->squares] = bm_piece_of(kind, side);
        s.turn = (uint8_t)(bm_random(&state) & 1);
        if (bm_ctx_sync(l.ctx, &s, NULL, NULL) == BM_OK)
            look_at(&l);
    }
    told(&l, "boards by lot");
    end(&l);
}

int main(void)
{
    const unsigned plies = (unsigned)tap_env_u64("BANMEN_TEST_PLIES", 20000);
    const struct bm_rules *const games[] = {bm_rules_chess(), bm_rules_chess960(),
                                            bm_rules_shogi()};
    for (unsigned i = 0; i < 3; i++) {
        walk(games[i], plies);
        scatter(games[i], plies / 4);
    }
    return tap_done();
}
