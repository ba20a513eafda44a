/* SPDX-License-Identifier: MIT */
/* What the rules of games tell about their pieces: worths in a sane order, traces that add up.
 */
#include "banmen/banmen.h"

#include "base/random.h"
#include "play.h"
#include "search/thread.h"

static const struct bm_rules *open_game(const char *name)
{
    const struct bm_rules *rules;
    if (bm_rules_open(&rules, name, strlen(name)) != BM_OK)
        tap_bail(name);
    return rules;
}

static struct bm_search *new_player(const struct bm_rules *rules)
{
    struct bm_search *s;
    const struct bm_search_options options = {.level = BM_LEVELS, .hash = 1};
    if (bm_search_create(&s, rules, &options) != BM_OK)
        tap_bail("no memory");
    return s;
}

static unsigned kind_of(const struct bm_rules *rules, char letter)
{
    for (unsigned k = 0; k < bm_rules_info(rules)->kinds; k++) {
        const char *const l = bm_rules_kind_letter(rules, k);
        if (l[0] == letter && l[1] == '\0')
            return k;
    }
    tap_bail("no such piece");
    return 0;
}

/* Letters from the most to the least. */
static void falls(const char *name, const char *letters)
{
    const struct bm_rules *const rules = open_game(name);
    struct bm_search *const s = new_player(rules);
    const struct bm_variant_eval *const w = s->main_thread->variant_eval;
    bool good = true;
    for (; letters[1]; letters++) {
        const unsigned a = kind_of(rules, letters[0]), b = kind_of(rules, letters[1]);
        good = good && w->board_value[a] > w->board_value[b] &&
               w->capture_value[a] > w->capture_value[b];
    }
    ok_named(good, "%s: worths fall", name);
    bm_search_destroy(s);
    bm_rules_release(rules);
}

/* Letters, and the class that each of them is seen as. */
static void classes(const char *name, const char *letters, const uint8_t *expected)
{
    const struct bm_rules *const rules = open_game(name);
    struct bm_search *const s = new_player(rules);
    unsigned wrong = 0;
    for (unsigned i = 0; letters[i]; i++)
        wrong += s->main_thread->variant_eval->class[kind_of(rules, letters[i])] != expected[i];
    ok_named(wrong == 0, "%s: %u of %s are seen as of another class", name, wrong, letters);
    bm_search_destroy(s);
    bm_rules_release(rules);
}

static const struct bm_weight *weights_of(const char *name)
{
    const struct bm_rules *const rules = open_game(name);
    struct bm_search *const s = new_player(rules);
    const struct bm_weight *const weights = s->main_thread->variant_eval->weights;
    bm_search_destroy(s);
    bm_rules_release(rules);
    return weights;
}

/* Palaces and drops have weights of their own, whatever the game is called. */
static void families(void)
{
    const struct bm_weight *const plain = weights_of("capablanca"),
                                  *const palace = weights_of("xiangqi"),
                                  *const drops = weights_of("crazyhouse");
    ok_named(plain != palace && plain != drops && palace != drops, "three lists of weights");
    ok_named(weights_of("grand") == plain, "grand: no palace, no drops");
    ok_named(weights_of("minixiangqi") == palace, "minixiangqi: a palace");
    ok_named(weights_of("minishogi") == drops, "minishogi: drops");
}

/* The trace of every position of a game by lot is what the evaluation says. */
static void adds_up(const char *name, unsigned plies)
{
    const struct bm_rules *const rules = open_game(name);
    struct bm_search *const s = new_player(rules);
    struct bm_ctx *const ctx = new_ctx(rules, plies);
    const struct bm_search_impl *const impl = bm_search_impl_of(rules);
    struct bm_trace *const t = calloc(1, sizeof *t);
    static bm_move moves[BM_MAX_MOVES];
    uint64_t state = 5;
    unsigned wrong = 0;
    if (!t)
        tap_bail("no memory");
    for (unsigned i = 0; i < plies; i++) {
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        if (n == 0 || bm_ctx_play(ctx, moves[bm_random(&state) % n]) != 0) {
            bm_ctx_start(ctx);
            continue;
        }
        memcpy(&s->main_thread->pos, &ctx->pos, sizeof s->main_thread->pos);
        impl->trace(s->main_thread, t);
        wrong += t->term_count == 0 || t->value != impl->evaluate(s->main_thread);
    }
    ok_named(wrong == 0, "%s: %u traces do not add up", name, wrong);
    free(t);
    bm_ctx_destroy(ctx);
    bm_search_destroy(s);
    bm_rules_release(rules);
}

/* The start of a game whose sides are alike is worth the same to both, but for the tempo. */
static void starts_even(const char *name)
{
    const struct bm_rules *const rules = open_game(name);
    struct bm_search *const s = new_player(rules);
    struct bm_ctx *const ctx = new_ctx(rules, 1);
    struct bm_trace *const t = calloc(1, sizeof *t);
    if (!t)
        tap_bail("no memory");
    memcpy(&s->main_thread->pos, &ctx->pos, sizeof s->main_thread->pos);
    bm_search_impl_of(rules)->trace(s->main_thread, t);
    bool even = true;
    for (unsigned i = 0; i < t->term_count; i++)
        even = even && t->mg[0][i] == t->mg[1][i] && t->eg[0][i] == t->eg[1][i];
    ok_named(even && t->value == t->tempo, "%s: the start is even", name);
    free(t);
    bm_ctx_destroy(ctx);
    bm_search_destroy(s);
    bm_rules_release(rules);
}

/* ---- Exchanges, played out on the board ---- */

struct fight {
    const struct bm_rules *rules;
    const struct bm_variant_eval *variant_eval;
    union bm_any_pos pos;
    unsigned char *undo; /* of several moves, one behind the other */
};

enum { LONGEST = 24 };

/* What the side to move wins on a square by taking with the least it has, or by leaving it. */
static int won_on(struct fight *f, bm_sq sq, unsigned depth)
{
    const struct bm_kernel *const k = f->rules->kernel;
    const unsigned us = f->pos.head.turn;
    bm_sq from[BM_MAX_ATTACKERS], best = BM_SQ_NONE;
    const unsigned n = depth < LONGEST ? k->attackers(&f->pos, sq, us, from) : 0;
    int least = 0;
    bool royal = false;
    for (unsigned i = 0; i < n; i++) {
        const unsigned kind = bm_piece_kind(k->piece(&f->pos, from[i]));
        const bool is_royal = bm_rules_kind_is_royal(f->rules, kind);
        const int v = is_royal ? 30000 : f->variant_eval->capture_value[kind];
        if (best == BM_SQ_NONE || v < least) {
            best = from[i];
            least = v;
            royal = is_royal;
        }
    }
    if (best == BM_SQ_NONE)
        return 0;
    const int gain = f->variant_eval->capture_value[bm_piece_kind(k->piece(&f->pos, sq))];
    unsigned char *const undo = f->undo + (size_t)depth * bm_rules_undo_size(f->rules);
    const bm_move m = bm_move_plain(best, sq);
    k->make(&f->pos, m, undo);
    const bool refused = royal && k->attackers(&f->pos, sq, !us, from) != 0;
    const int v = refused ? 0 : gain - won_on(f, sq, depth + 1);
    k->unmake(&f->pos, m, undo);
    return v > 0 ? v : 0;
}

/* Captures keep what playing them out leaves, and not one more. */
static void exchanges_are_played_out(const char *name, unsigned plies)
{
    struct fight f = {.rules = open_game(name)};
    struct bm_search *const s = new_player(f.rules);
    struct bm_ctx *const ctx = new_ctx(f.rules, plies);
    const struct bm_search_impl *const impl = bm_search_impl_of(f.rules);
    const struct bm_kernel *const k = f.rules->kernel;
    static bm_move moves[BM_MAX_MOVES];
    uint64_t state = 6;
    unsigned wrong = 0, seen = 0, lost = 0;
    f.variant_eval = s->main_thread->variant_eval;
    f.undo = calloc(LONGEST + 1, bm_rules_undo_size(f.rules));
    if (!f.undo)
        tap_bail("no memory");
    for (unsigned i = 0; i < plies; i++) {
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        memcpy(&f.pos, &ctx->pos, sizeof f.pos);
        memcpy(&s->main_thread->pos, &ctx->pos, sizeof f.pos);
        for (size_t j = 0; j < n; j++) {
            const bm_move m = moves[j];
            if (bm_move_is_drop(m) || bm_move_is_pass(m) || bm_move_promotes(m))
                continue;
            const bm_piece victim = k->piece(&f.pos, bm_move_to(m));
            if (!victim || bm_piece_side(victim) == f.pos.head.turn)
                continue;
            k->make(&f.pos, m, f.undo);
            const int v = f.variant_eval->capture_value[bm_piece_kind(victim)] -
                          won_on(&f, bm_move_to(m), 1);
            k->unmake(&f.pos, m, f.undo);
            wrong +=
                !impl->see_ge(s->main_thread, m, v) || impl->see_ge(s->main_thread, m, v + 1);
            lost += v < 0;
            seen++;
        }
        if (n == 0 || bm_ctx_play(ctx, moves[bm_random(&state) % n]) != 0)
            bm_ctx_start(ctx);
    }
    ok_named(wrong == 0 && seen > 0 && lost > 0, "%s: %u captures, %u lose, %u seen otherwise",
             name, seen, lost, wrong);
    free(f.undo);
    bm_ctx_destroy(ctx);
    bm_search_destroy(s);
    bm_rules_release(f.rules);
}

int main(void)
{
    const unsigned plies = (unsigned)tap_env_u64("BANMEN_TEST_PLIES", 20000);
    falls("crazyhouse", "QRBNP");
    falls("capablanca", "QCARBNP");
    falls("xiangqi", "RCNBP");
    falls("minishogi", "RBGSP");
    falls("grand", "QRBNP");
    classes("capablanca", "PNBRACQK",
            (const uint8_t[]){CLASS_PAWN, CLASS_LEAP, CLASS_SLANT, CLASS_STRAIGHT,
                              CLASS_SLANT_MORE, CLASS_STRAIGHT_MORE, CLASS_BOTH, CLASS_ROYAL});
    classes("xiangqi", "ACNRK",
            (const uint8_t[]){CLASS_STEP, CLASS_ODD, CLASS_LEAP, CLASS_STRAIGHT, CLASS_ROYAL});
    families();
    for (unsigned i = 0; bm_variant_at(i); i++)
        adds_up(bm_variant_at(i)->name, plies > 10000 ? 80 : 16);
    static const char *const alike[] = {"crazyhouse", "capablanca", "xiangqi", "minishogi"};
    for (unsigned i = 0; i < 4; i++)
        starts_even(alike[i]);
    for (unsigned i = 0; i < 4; i++)
        exchanges_are_played_out(alike[i], plies / 10);
    return tap_done();
}
