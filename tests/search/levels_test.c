/* SPDX-License-Identifier: MIT */
/* What the levels promise to people: sound play, variety, and reasons. */
#include "banmen/banmen.h"

#include "base/random.h"
#include "play.h"
#include "player.h"
#include "search/thread.h"

static bm_move answer(struct bm_search *s, const struct bm_ctx *ctx,
                      const struct bm_think *limits)
{
    struct bm_search_result r;
    if (bm_search_go(s, ctx, limits, NULL, &r) != BM_OK)
        tap_bail("no memory");
    return r.best;
}

static bool is_over(const struct bm_ctx *ctx)
{
    struct bm_outcome o;
    bm_ctx_outcome(ctx, &o);
    return o.result != BM_ONGOING;
}

/* ---- Evaluations, term by term ---- */

static void traces_add_up(const struct bm_rules *rules, unsigned plies)
{
    struct bm_ctx *const ctx = new_ctx(rules, plies);
    struct bm_search *const s = new_player(rules, 3, 1);
    static bm_move moves[BM_MAX_MOVES];
    uint64_t state = 11;
    unsigned wrong = 0, looked = 0;
    for (unsigned i = 0; i < plies; i++) {
        struct bm_eval_trace j;
        if (bm_search_explain(s, ctx, &j) != BM_OK)
            tap_bail("no memory");
        const unsigned turn = bm_ctx_turn(ctx);
        const int whole = ((turn ? -j.sum : j.sum) + j.tempo) * j.scale / 1000;
        int sum = 0;
        for (unsigned k = 0; k < j.terms; k++) {
            sum += j.term[k].mixed[0] - j.term[k].mixed[1];
            wrong += !j.term[k].text[BM_EN] || !*j.term[k].text[BM_JA];
        }
        /* Each of the terms is rounded by itself, for either side. */
        const int off = sum > j.sum ? sum - j.sum : j.sum - sum;
        wrong += off > 2 * (int)j.terms;
        wrong += j.terms != 0 && whole != j.value;
        wrong += bm_search_impl_of(rules)->evaluate(s->main_thread) != j.value;
        wrong += j.phase < 0 || j.phase > j.phases;
        looked++;
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        if (is_over(ctx) || bm_ctx_play(ctx, moves[bm_random(&state) % n]))
            bm_ctx_start(ctx);
    }
    ok_named(wrong == 0, "%s: evaluations of %u positions add up", bm_rules_info(rules)->name,
             looked);
    bm_search_destroy(s);
    struct bm_search *const random = new_player(rules, 1, 1);
    struct bm_eval_trace j;
    ok_named(bm_search_explain(random, ctx, &j) == BM_EINVAL, "%s: level 1 judges nothing",
             bm_rules_info(rules)->name);
    bm_search_destroy(random);
    bm_ctx_destroy(ctx);
}

/* ---- The same everywhere, and never the same ---- */

/* Moves of a level that plays against itself, as a number. */
static uint64_t game_of(struct bm_search *s, const struct bm_rules *rules, unsigned plies)
{
    struct bm_ctx *const ctx = new_ctx(rules, plies);
    const struct bm_think limits = {0};
    uint64_t digest = 1;
    for (unsigned i = 0; i < plies && !is_over(ctx); i++) {
        const bm_move m = answer(s, ctx, &limits);
        digest = digest * UINT64_C(0x100000001b3) + m.bits;
        if (bm_ctx_play(ctx, m))
            tap_bail("an illegal move");
    }
    bm_ctx_destroy(ctx);
    return digest;
}

static void games_follow_from_the_seed(const struct bm_rules *rules, unsigned level)
{
    enum { GAMES = 5, PLIES = 8 };
    struct bm_search *const s = new_player(rules, level, 7);
    struct bm_search *const twin = new_player(rules, level, 7);
    uint64_t game[GAMES];
    unsigned different = 0, same = 0;
    /* The twin is asked about something else in between, and begins by saying so. */
    bm_search_new_game(twin);
    for (unsigned i = 0; i < GAMES; i++) {
        game[i] = game_of(s, rules, PLIES);
        same += game_of(twin, rules, PLIES) == game[i];
        bool known = false;
        for (unsigned k = 0; k < i; k++)
            known |= game[k] == game[i];
        different += !known;
        struct bm_ctx *const ctx = new_ctx(rules, 4);
        static bm_move moves[BM_MAX_MOVES];
        bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        const struct bm_think limits = {.only = moves, .only_count = 1, .depth = 3};
        (void)answer(twin, ctx, &limits);
        bm_ctx_destroy(ctx);
        same += game_of(twin, rules, PLIES) == game[i];
        bm_search_new_game(s);
        bm_search_new_game(twin);
    }
    const char *const name = bm_rules_info(rules)->name;
    ok_named(same == 2 * GAMES, "%s, level %u: the same seed, the same games, whatever else",
             name, level);
    ok_named(different >= GAMES - 1, "%s, level %u: %u of %u openings differ", name, level,
             different, (unsigned)GAMES);
    bm_search_destroy(s);
    bm_search_destroy(twin);
}

static void limits_count(const struct bm_rules *rules)
{
    struct bm_ctx *const ctx = new_ctx(rules, 4);
    bool capped = true;
    for (unsigned level = 3; level <= BM_LEVELS; level++) {
        struct bm_search *const s = new_player(rules, level, 1);
        const struct bm_think few = {.nodes = 150};
        (void)answer(s, ctx, &few);
        capped &= s->nodes <= 150;
        const struct bm_think flat = {.depth = 1};
        (void)answer(s, ctx, &flat);
        capped &= s->main_thread->root_depth == 1;
        bm_search_destroy(s);
    }
    ok_named(capped, "%s: depth and nodes of a search limit every level",
             bm_rules_info(rules)->name);
    bm_ctx_destroy(ctx);
}

/* ---- No piece is hung ---- */

/*
 * What taking on a square gives, by trying all of it: each side takes with whatever is best, or
 * stops. The slow twin of a static exchange.
 */
static int exchange(struct bm_ctx *ctx, bm_sq to, const int *value, unsigned depth)
{
    bm_move moves[BM_MAX_MOVES];
    const unsigned side = bm_ctx_turn(ctx);
    const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
    const int before = bm_material_balance(value, ctx, side);
    int best = 0;
    for (size_t i = 0; i < n && depth != 0; i++) {
        if (bm_move_is_drop(moves[i]) || bm_move_to(moves[i]) != to ||
            bm_ctx_piece(ctx, to) == 0 || bm_ctx_play(ctx, moves[i]))
            continue;
        const int left = bm_material_balance(value, ctx, side) - before -
                         exchange(ctx, to, value, depth - 1);
        best = left > best ? left : best;
        bm_ctx_undo(ctx);
    }
    return best;
}

/* What the side to move can win outright by taking something. */
static int plain_win(struct bm_ctx *ctx, const int *value)
{
    const struct bm_rules_info *const info = bm_rules_info(bm_ctx_rules(ctx));
    int best = 0;
    for (unsigned sq = 0; sq < info->squares && !is_over(ctx); sq++) {
        const bm_piece piece = bm_ctx_piece(ctx, (bm_sq)sq);
        if (piece == 0 || bm_piece_side(piece) == bm_ctx_turn(ctx))
            continue;
        const int win = exchange(ctx, (bm_sq)sq, value, 8);
        best = win > best ? win : best;
    }
    return best;
}

/* What a move wins, less what can be taken after it. */
static int net(struct bm_ctx *ctx, bm_move m, const int *value)
{
    const unsigned side = bm_ctx_turn(ctx);
    const int before = bm_material_balance(value, ctx, side);
    if (bm_ctx_play(ctx, m))
        tap_bail("an illegal move");
    const int after = bm_material_balance(value, ctx, side) - before - plain_win(ctx, value);
    bm_ctx_undo(ctx);
    return after;
}

static void keep_score(void *user, const struct bm_search_info *info)
{
    int *const score = user;
    *score = info->mate ? (info->score > 0 ? 30000 : -30000) : info->score;
}

static int score_of(struct bm_search *judge, const struct bm_ctx *ctx,
                    const struct bm_think *limits)
{
    int score = 0;
    struct bm_search_result r;
    const struct bm_search_hooks hooks = {.info = keep_score, .user = &score};
    if (bm_search_go(judge, ctx, limits, &hooks, &r) != BM_OK)
        tap_bail("no memory");
    return score;
}

/* What a move loses against the best, for a player without errors. */
static int loss(struct bm_search *judge, const struct bm_ctx *ctx, bm_move m, unsigned depth)
{
    struct bm_think limits = {.depth = depth, .nodes = 40000};
    bm_search_new_game(judge);
    const int best = score_of(judge, ctx, &limits);
    limits.only = &m;
    limits.only_count = 1;
    return best - score_of(judge, ctx, &limits);
}

/*
 * Whether a move hangs a piece: it can be taken at a profit of `piece`, another move would have
 * saved as much, and nothing makes up for it, neither at a glance nor at a longer look.
 */
static bool is_hung(struct bm_ctx *ctx, bm_move m, const int *value, int piece,
                    struct bm_search *judge)
{
    enum { GLANCE = 3, LONG = 12 };
    bm_move moves[BM_MAX_MOVES];
    const int here = net(ctx, m, value);
    if (here > -piece)
        return false;
    const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
    bool saved = false;
    for (size_t i = 0; i < n && !saved; i++)
        saved = net(ctx, moves[i], value) >= here + piece;
    return saved && loss(judge, ctx, m, GLANCE) >= piece && loss(judge, ctx, m, LONG) >= piece;
}

/* Games against somebody who plays anything, where much is to be taken. */
static void no_piece_is_hung(const struct bm_rules *rules, unsigned level, unsigned want,
                             int piece)
{
    struct bm_ctx *const ctx = new_ctx(rules, 300);
    struct bm_search *const s = new_player(rules, level, level);
    struct bm_search *const judge = new_player(rules, 8, 1);
    bm_move moves[BM_MAX_MOVES];
    const struct bm_think limits = {0};
    uint64_t state = level;
    unsigned looked = 0, hung = 0;
    while (looked < want) {
        if (is_over(ctx) || bm_ctx_room(ctx) < 12) {
            bm_ctx_start(ctx);
            bm_search_new_game(s);
        }
        /* Now and then the level is given a position that it would not have come to. */
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        bm_move m = moves[bm_random(&state) % n];
        if (bm_random(&state) % 3 != 0) {
            m = answer(s, ctx, &limits);
            const bool bad = is_hung(ctx, m, s->value, piece, judge);
            hung += bad;
            looked++;
            if (bad) {
                char move[BM_COORDINATES];
                bm_move_format(m, rules, move, sizeof move);
                printf("# hung: %s, %s\n", text_of(ctx), move);
            }
        }
        if (bm_ctx_play(ctx, m))
            tap_bail("an illegal move");
    }
    ok_named(hung == 0, "%s, level %u: %u moves, %u of them hang a piece",
             bm_rules_info(rules)->name, level, looked, hung);
    bm_search_destroy(s);
    bm_search_destroy(judge);
    bm_ctx_destroy(ctx);
}

/* ---- Why, and how long ---- */

struct seen {
    unsigned count[BM_EVENT_RIGHT + 1];
    bm_move last; /* of a depth or a second look */
    int bad;
};

static void see(void *user, const struct bm_search_event *e)
{
    struct seen *const seen = user;
    seen->count[e->kind]++;
    if (e->kind == BM_EVENT_DEPTH || e->kind == BM_EVENT_SPARE || e->kind == BM_EVENT_LOT)
        seen->last = e->move;
    if (e->kind == BM_EVENT_ERROR)
        seen->bad += bm_move_equal(e->move, e->other);
}

static void levels_tell_why(const struct bm_rules *rules)
{
    struct bm_ctx *const ctx = new_ctx(rules, 40);
    const struct bm_think limits = {.depth = 4};
    for (unsigned level = 1; level <= BM_LEVELS; level++) {
        struct bm_search *const s = new_player(rules, level, 3);
        struct bm_search *const quiet = new_player(rules, level, 3);
        struct seen seen = {.bad = 0};
        const struct bm_search_hooks hooks = {.debug = see, .user = &seen};
        unsigned asked = 0, wrong = 0;
        bm_ctx_start(ctx);
        for (; asked < 12 && !is_over(ctx); asked++) {
            struct bm_search_result r;
            if (bm_search_go(s, ctx, &limits, &hooks, &r) != BM_OK)
                tap_bail("no memory");
            wrong += !bm_move_equal(r.best, seen.last);
            /* Being watched changes nothing. */
            wrong += level < BM_LEVELS && !bm_move_equal(answer(quiet, ctx, &limits), r.best);
            if (bm_ctx_play(ctx, r.best))
                tap_bail("an illegal move");
        }
        const bool errs = level >= 3 && level < BM_LEVELS;
        const unsigned told = seen.count[BM_EVENT_ERROR] + seen.count[BM_EVENT_RIGHT];
        ok_named(wrong == 0 && seen.bad == 0 && seen.count[BM_EVENT_BEGIN] == asked &&
                     seen.count[BM_EVENT_END] == (level >= 3 ? asked : 0) &&
                     seen.count[BM_EVENT_LOT] == (level < 3 ? asked : 0) &&
                     told == (errs ? asked : 0),
                 "%s, level %u tells why: %u moves, %u in error", bm_rules_info(rules)->name,
                 level, asked, seen.count[BM_EVENT_ERROR]);
        bm_search_destroy(s);
        bm_search_destroy(quiet);
    }
    bm_ctx_destroy(ctx);
}

static void thinking_times_are_natural(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 100);
    const struct bm_think none = {0};
    const struct bm_pace easy = {.lines = 8};
    const struct bm_pace hard = {.lines = 8, .changes = 3, .swings = 1};
    unsigned good = 0, in_time = 0, different = 0;
    enum { SEEDS = 200 };
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        /* Far from the opening: kings walk to and fro, which is no one's only move. */
        set(ctx, "r3k3/8/8/8/8/8/8/R3K2R w - - 0 30");
        if (play_all(ctx, "h1h2 a8a7 h2h1 a7a8 h1h3 a8a6 h3h1 a6a8 h1g1 a8a1"))
            tap_bail("an illegal move");
        const bm_move quiet = move_of(ctx, "e1e2");
        const int64_t usual = bm_pace_time(&easy, ctx, &none, quiet, seed);
        good += usual == bm_pace_time(&easy, ctx, &none, quiet, seed);
        good += usual < bm_pace_time(&hard, ctx, &none, quiet, seed);
        different += usual != bm_pace_time(&easy, ctx, &none, quiet, seed + 1);
        const struct bm_think quick = {.movetime = 100};
        good += bm_pace_time(&hard, ctx, &quick, quiet, seed) <= 100;
        /* Never more than a part of what is left, down to nothing. */
        for (int64_t left = 1; left < 4000000; left *= 3) {
            const struct bm_think clock = {.timed = true, .time = {left, left}};
            in_time += bm_pace_time(&hard, ctx, &clock, quiet, seed) <= left / 10;
            const struct bm_think byoyomi = {.timed = true, .byoyomi = left};
            in_time += bm_pace_time(&hard, ctx, &byoyomi, quiet, seed) <= left / 2;
        }
        /* Taking back needs no thought. */
        set(ctx, "r3k3/8/8/8/8/8/8/RR2K3 b - - 0 30");
        if (play_all(ctx, "a8a7 b1b2 a7a8 b2b1 a8a7 b1b2 a7a8 b2b1 a8a1"))
            tap_bail("an illegal move");
        good += bm_pace_time(&easy, ctx, &none, move_of(ctx, "b1a1"), seed) <
                bm_pace_time(&easy, ctx, &none, move_of(ctx, "e1e2"), seed);
    }
    ok_named(good == 4 * SEEDS, "times follow from seed and position, and from what is hard");
    ok_named(different > SEEDS * 9 / 10, "times differ: %u of %u", different, (unsigned)SEEDS);
    ok_named(in_time == 28 * SEEDS, "no clock is risked: %u", in_time);
    bm_ctx_destroy(ctx);
}

int main(void)
{
    const struct bm_rules *const games[] = {bm_rules_chess(), bm_rules_shogi()};
    /* What is lost of a knight, or of a lance that the other side then has in hand. */
    const int piece[] = {250, 500};
    const unsigned plies = (unsigned)tap_env_u64("BANMEN_TEST_PLIES", 20000);
    for (unsigned i = 0; i < 2; i++) {
        traces_add_up(games[i], plies / 20);
        limits_count(games[i]);
        levels_tell_why(games[i]);
        for (unsigned level = 3; level < BM_LEVELS; level++)
            games_follow_from_the_seed(games[i], level);
        for (unsigned level = 5; level < BM_LEVELS; level++)
            no_piece_is_hung(games[i], level, plies / (level == 5 ? 100 : 200), piece[i]);
    }
    thinking_times_are_natural();
    for (unsigned i = 0; bm_variant_at(i); i++) {
        const struct bm_rules *rules;
        const char *const name = bm_variant_at(i)->name;
        if (bm_rules_open(&rules, name, strlen(name)) != BM_OK)
            tap_bail(name);
        traces_add_up(rules, plies / 400);
        bm_rules_release(rules);
    }
    return tap_done();
}
