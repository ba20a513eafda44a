/* SPDX-License-Identifier: MIT */
/* The built-in players, in every game of the library. */
#include "banmen/banmen.h"
#include "banmen/search.h"
#include "banmen/variant.h"

#include "play.h"

enum { PLIES = 300 };

static struct bm_search *new_player(const struct bm_rules *rules, unsigned level, uint64_t seed)
{
    struct bm_search *s;
    const struct bm_search_options options = {.level = level, .seed = seed};
    if (bm_search_create(&s, rules, &options) != BM_OK)
        tap_bail("no memory");
    return s;
}

static bm_move ask(struct bm_search *s, const struct bm_ctx *ctx)
{
    struct bm_search_result r;
    const struct bm_think none = {0};
    if (bm_search_go(s, ctx, &none, NULL, &r) != BM_OK)
        tap_bail("no memory");
    return r.best;
}

/* What the moves of a game come to: two games with the same number had the same moves. */
struct played {
    unsigned plies, illegal;
    uint64_t sum;
    struct bm_outcome end;
};

/* Level `a` against level `b`, to the end or the limit. */
static struct played play_game(const struct bm_rules *rules, unsigned a, unsigned b,
                               uint64_t seed, unsigned plies)
{
    struct played p = {.sum = 1};
    struct bm_ctx *const ctx = new_ctx(rules, plies);
    struct bm_search *const player[2] = {new_player(rules, a, seed),
                                         new_player(rules, b, seed + 1)};
    for (;;) {
        bm_ctx_outcome(ctx, &p.end);
        const bm_move m = ask(player[bm_ctx_turn(ctx)], ctx);
        if (p.end.result != BM_ONGOING || p.plies == plies) {
            p.illegal += p.end.result != BM_ONGOING && m.bits != BM_MOVE_NONE;
            break;
        }
        if (bm_ctx_play(ctx, m) != 0) {
            p.illegal++;
            break;
        }
        p.sum = p.sum * UINT64_C(6364136223846793005) + m.bits;
        p.plies++;
    }
    bm_search_destroy(player[0]);
    bm_search_destroy(player[1]);
    bm_ctx_destroy(ctx);
    return p;
}

static void every_game_is_played(unsigned plies)
{
    for (unsigned i = 0; bm_variant_at(i); i++) {
        const struct bm_variant *const v = bm_variant_at(i);
        const struct bm_rules *rules;
        if (bm_rules_open(&rules, v->name, strlen(v->name)) != BM_OK)
            tap_bail(v->name);
        const struct played one = play_game(rules, 2, 1, 7, plies);
        const struct played again = play_game(rules, 2, 1, 7, plies);
        const struct played other = play_game(rules, 1, 2, 8, plies);
        char end[80];
        bm_outcome_format(&one.end, BM_EN, end, sizeof end);
        ok_named(one.illegal + other.illegal == 0, "%s: %u legal moves, %s", v->name, one.plies,
                 end);
        ok_named(one.sum == again.sum && one.plies == again.plies,
                 "%s: the same seed, the same game", v->name);
        ok_named(one.sum != other.sum, "%s: another seed, another game", v->name);
        bm_rules_release(rules);
    }
}

/* The same on every machine: what these seeds play is written down. */
static void answers_are_the_same_everywhere(void)
{
    const struct played chess = play_game(bm_rules_chess(), 1, 2, 1, 60);
    const struct played shogi = play_game(bm_rules_shogi(), 2, 1, 1, 60);
    eq_u64(chess.sum, UINT64_C(6209261336428431718));
    eq_u64(shogi.sum, UINT64_C(9515086349573507855));
}

static void expect_move(const struct bm_rules *rules, const char *position, const char *want)
{
    struct bm_ctx *const ctx = new_ctx(rules, 4);
    set(ctx, position);
    bool all = true;
    char text[BM_COORDINATES] = "";
    for (uint64_t seed = 0; seed < 20 && all; seed++) {
        struct bm_search *const s = new_player(rules, 2, seed);
        bm_move_format(ask(s, ctx), rules, text, sizeof text);
        all = strcmp(text, want) == 0;
        bm_search_destroy(s);
    }
    ok_named(all, "greedy plays %s in %s, whatever its seed (%s)", want, position, text);
    bm_ctx_destroy(ctx);
}

static void greedy_takes_what_is_worth_most(void)
{
    const struct bm_rules *const chess = bm_rules_chess(), *const shogi = bm_rules_shogi();
    expect_move(chess, "4k3/8/8/1q1r4/2P5/8/8/4K3 w - - 0 1", "c4b5");
    expect_move(chess, "6k1/2q5/8/1r6/2P5/8/8/2R3K1 w - - 0 1", "c4b5");
    expect_move(chess, "7k/P7/8/8/8/8/r7/K7 w - - 0 1", "a1a2");
    expect_move(chess, "1n5k/P7/8/8/8/8/7p/K7 w - - 0 1", "a7b8q");
    /* A mate is better than a rook. */
    expect_move(chess, "6k1/5ppp/8/8/8/r7/1P6/4R1K1 w - - 0 1", "e1e8");
    expect_move(shogi, "4k4/9/9/9/4r4/4P4/9/9/4K4 b - 1", "5f5e");
    expect_move(shogi, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b");
}

struct seen {
    unsigned lines, order, mates;
    int score[8];
};
static void see(void *user, const struct bm_search_info *info)
{
    struct seen *const s = user;
    s->order += info->multipv == s->lines + 1 && info->pv_count == 1;
    if (s->lines < 8)
        s->score[s->lines] = info->score;
    s->mates += info->mate;
    s->lines++;
}
static int64_t no_time(void *user)
{
    (void)user;
    return 5;
}

static void limits_are_honoured(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 8);
    struct bm_search *const s = new_player(bm_rules_chess(), 2, 3);
    struct bm_search_result r;
    struct seen seen = {0};
    const struct bm_search_hooks hooks = {.now = no_time, .info = see, .user = &seen};
    const bm_move only[2] = {move_of(ctx, "a2a3"), move_of(ctx, "h2h3")};
    struct bm_think t = {.only = only, .only_count = 2, .multipv = 5};
    ok(bm_search_go(s, ctx, &t, &hooks, &r) == BM_OK);
    ok(bm_move_equal(r.best, only[0]) || bm_move_equal(r.best, only[1]));
    ok(seen.lines == 2 && seen.order == 2);
    t = (struct bm_think){.multipv = 3};
    set(ctx, "4k3/8/8/1q1r4/2P5/8/8/4K3 w - - 0 1");
    seen = (struct seen){0};
    ok(bm_search_go(s, ctx, &t, &hooks, &r) == BM_OK);
    ok(seen.lines == 3 && seen.order == 3);
    ok(seen.score[0] == -400 && seen.score[1] == -850 && seen.score[2] == -1350);
    ok(r.ponder.bits != BM_MOVE_NONE && !r.resign && !r.declare);

    /* A search that is stopped before it runs still gives a legal move. */
    bm_search_arm(s);
    bm_search_stop(s);
    ok(bm_search_go(s, ctx, &(struct bm_think){.infinite = true}, NULL, &r) == BM_OK);
    ok(bm_ctx_judge(ctx, r.best) == 0 && r.ponder.bits == BM_MOVE_NONE);
    /* A stop that came too late is forgotten. */
    bm_search_stop(s);
    ok(bm_search_go(s, ctx, &(struct bm_think){0}, NULL, &r) == BM_OK);
    ok(r.ponder.bits != BM_MOVE_NONE);

    set(ctx, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    ok(bm_search_go(s, ctx, &(struct bm_think){0}, NULL, &r) == BM_OK);
    ok(r.best.bits == BM_MOVE_NONE);
    bm_search_destroy(s);
    bm_ctx_destroy(ctx);

    struct bm_ctx *const shogi = new_ctx(bm_rules_shogi(), 8);
    struct bm_search *const d = new_player(bm_rules_shogi(), 1, 3);
    set(shogi, "1K1RRBBGG/GGSSSS3/NNNNLLLL1/9/9/9/9/9/4k4 b 18P 1");
    ok(bm_search_go(d, shogi, &(struct bm_think){0}, NULL, &r) == BM_OK);
    ok(r.declare);
    bm_ctx_start(shogi);
    ok(bm_search_go(d, shogi, &(struct bm_think){0}, NULL, &r) == BM_OK);
    ok(!r.declare && r.best.bits != BM_MOVE_NONE);
    bm_search_destroy(d);
    bm_ctx_destroy(shogi);
}

/* Every legal move comes up, and none much more often than another. */
static void random_is_even(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 4);
    unsigned count[20] = {0}, least = 20000, most = 0;
    bm_move list[64];
    const size_t n = bm_ctx_moves(ctx, list, 64);
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct bm_search *const s = new_player(bm_rules_chess(), 1, seed);
        const bm_move m = ask(s, ctx);
        for (size_t i = 0; i < n; i++)
            count[i] += bm_move_equal(m, list[i]);
        bm_search_destroy(s);
    }
    for (size_t i = 0; i < n; i++) {
        least = count[i] < least ? count[i] : least;
        most = count[i] > most ? count[i] : most;
    }
    ok_named(n == 20 && least > 60 && most < 145, "20 moves, each 100 times: %u to %u", least,
             most);
    bm_ctx_destroy(ctx);
}

/* A game whose author gave no values is played by what pieces can reach. */
static void values_are_guessed(void)
{
    static const char text[] = "variant: bare\n"
                               "board: 8x8\n"
                               "pieces:\n"
                               "  K: {move: K, royal: yes}\n"
                               "  Q: {move: Q}\n"
                               "  N: {move: N}\n"
                               "  P: {move: mfW cfF}\n"
                               "start: \"k7/8/8/1q1n4/2P5/8/8/7K w - - 0 1\"\n";
    const struct bm_rules *rules;
    struct bm_issues issues;
    if (bm_rules_load(&rules, text, strlen(text), NULL, &issues) != BM_OK)
        tap_bail(issues.list[0].message);
    ok(bm_rules_kind_value(rules, 1) == 0);
    expect_move(rules, "startpos", "c4b5");
    bm_rules_release(rules);
}

static void contexts_are_copied(void)
{
    struct bm_ctx *const a = new_ctx(bm_rules_chess(), 40), *const b =
                                                                new_ctx(bm_rules_chess(), 400);
    struct bm_ctx *const small = new_ctx(bm_rules_chess(), 2);
    struct bm_ctx *const other = new_ctx(bm_rules_shogi(), 40);
    struct bm_options options;
    bm_options_default(&options);
    options.auto_draws = true;
    bm_ctx_configure(a, &options);
    ok(play_all(a, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1") == 0);
    ok(bm_ctx_copy(small, a) == BM_ENOSPC && bm_ctx_plies(small) == 0);
    ok(bm_ctx_copy(other, a) == BM_EINVAL);
    ok(bm_ctx_copy(b, a) == BM_OK);
    ok(bm_ctx_plies(b) == 7 && bm_ctx_key(a) == bm_ctx_key(b));
    struct bm_outcome o;
    ok(play_all(b, "f6g8") == 0);
    bm_ctx_outcome(b, &o);
    ok(o.result == BM_DRAW && o.repetitions == 3);
    /* Back again, and further back than the copy, to where it began. */
    ok(bm_ctx_copy(a, b) == BM_OK && bm_ctx_plies(a) == 8);
    while (bm_ctx_undo(a))
        ;
    bm_ctx_start(b);
    ok(bm_ctx_key(a) == bm_ctx_key(b) && bm_ctx_repetitions(a) == 1);
    bm_ctx_destroy(a);
    bm_ctx_destroy(b);
    bm_ctx_destroy(small);
    bm_ctx_destroy(other);
}

static void levels_have_names(void)
{
    struct bm_search *s;
    eq_str(bm_level_name(1), "random");
    eq_str(bm_level_name(2), "greedy");
    eq_str(bm_level_text(2, BM_EN), "the best capture");
    eq_str(bm_level_text(1, BM_JA), "ランダム");
    ok(!bm_level_name(0) && !bm_level_name(BM_LEVELS + 1));
    ok(bm_search_create(&s, bm_rules_chess(), &(struct bm_search_options){.level = 0}) ==
       BM_EINVAL);
    bm_search_destroy(NULL);
}

int main(void)
{
    levels_have_names();
    contexts_are_copied();
    greedy_takes_what_is_worth_most();
    limits_are_honoured();
    random_is_even();
    values_are_guessed();
    answers_are_the_same_everywhere();
    const uint64_t plies = tap_env_u64("BANMEN_TEST_PLIES", PLIES);
    every_game_is_played(plies < PLIES ? (unsigned)plies : PLIES);
    return tap_done();
}
