/* SPDX-License-Identifier: MIT */
/* The levels that search: mates, limits, lines, and the same answer twice. */
#include "banmen/banmen.h"

#include "player.h"
#include "scatter.h"
#include "search/thread.h"

enum { FIRST_LEVEL = 3, MAX_LINES = 8 };

/* What a search said last, line by line. */
struct heard {
    struct bm_search_info info[MAX_LINES];
    bm_move pv[MAX_LINES][MAX_PLY];
    unsigned lines;
    struct bm_search *stop_at; /* and the depth at which to stop it */
    unsigned stop_depth;
};

static void listen(void *user, const struct bm_search_info *info)
{
    struct heard *const h = user;
    const unsigned i = info->multipv - 1;
    if (i >= MAX_LINES)
        return;
    h->info[i] = *info;
    for (size_t k = 0; k < info->pv_count; k++)
        h->pv[i][k] = info->pv[k];
    h->info[i].pv = h->pv[i];
    h->lines = i + 1 > h->lines ? i + 1 : h->lines;
    if (h->stop_at && info->depth >= h->stop_depth)
        bm_search_stop(h->stop_at);
}

static struct bm_search_result think(struct bm_search *s, const struct bm_ctx *ctx,
                                     const struct bm_think *limits, struct heard *h)
{
    struct bm_search_result r;
    const struct bm_search_hooks hooks = {.info = listen, .user = h};
    if (bm_search_go(s, ctx, limits, &hooks, &r) != BM_OK)
        tap_bail("no memory");
    return r;
}

/* Moves that the side to move needs to mate, at most `most`, by trying everything; 0: it
 * cannot. */
static unsigned slow_mate(struct bm_ctx *ctx, unsigned most)
{
    bm_move moves[BM_MAX_MOVES], replies[BM_MAX_MOVES];
    const unsigned us = bm_ctx_turn(ctx);
    struct bm_outcome o;
    for (unsigned n = 1; n <= most; n++) {
        const size_t count = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        for (size_t i = 0; i < count; i++) {
            if (bm_ctx_play(ctx, moves[i]))
                continue;
            bm_ctx_outcome(ctx, &o);
            bool mates = o.result == (us ? BM_SECOND_WINS : BM_FIRST_WINS);
            if (o.result == BM_ONGOING && n > 1) {
                const size_t answers = bm_ctx_moves(ctx, replies, BM_MAX_MOVES);
                mates = true;
                for (size_t k = 0; k < answers && mates; k++) {
                    mates = bm_ctx_play(ctx, replies[k]) == 0;
                    if (mates) {
                        mates = slow_mate(ctx, n - 1) != 0;
                        bm_ctx_undo(ctx);
                    }
                }
            }
            bm_ctx_undo(ctx);
            if (mates)
                return n;
        }
    }
    return 0;
}

/* Put a few pieces down at random until there is a mate, and see that it is found. */
static void mates_are_found(const struct bm_rules *rules, const char *pieces, unsigned want)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    struct bm_ctx *const ctx = new_ctx(rules, 16);
    struct bm_search *const s = new_player(rules, 8, 1);
    uint64_t state = 20;
    unsigned found = 0, right = 0, legal = 0;
    while (found < want) {
        const unsigned moves = scatter(ctx, pieces, &state) ? slow_mate(ctx, 2) : 0;
        if (moves == 0)
            continue;
        found++;
        struct heard h = {.lines = 0};
        const struct bm_think limits = {.nodes = 200000, .depth = 20};
        bm_search_new_game(s);
        (void)think(s, ctx, &limits, &h);
        const bool good = h.info[0].mate && h.info[0].score >= (int)moves;
        right += good;
        if (!good) {
            char text[BM_POSITION_TEXT];
            bm_ctx_format(ctx, 0, text, sizeof text);
            printf("# a mate in %u is not found: %s\n", moves, text);
        }
        size_t played = 0;
        while (played < h.info[0].pv_count && bm_ctx_play(ctx, h.pv[0][played]) == 0)
            played++;
        legal += played == h.info[0].pv_count;
    }
    ok_named(right == found, "%s, %s: %u of %u mates are found", info->name, pieces, right,
             found);
    ok_named(legal == found, "%s, %s: %u of %u lines are legal", info->name, pieces, legal,
             found);
    bm_search_destroy(s);
    bm_ctx_destroy(ctx);
}

/* From games played at random: whoever can mate at once does, from level 4 on. */
static void no_mate_in_one_is_missed(const struct bm_rules *rules, unsigned want)
{
    struct bm_ctx *const ctx = new_ctx(rules, 400);
    bm_move moves[BM_MAX_MOVES];
    uint64_t state = 5;
    unsigned seen = 0, missed = 0;
    struct bm_search *player[BM_LEVELS + 1];
    for (unsigned level = 4; level <= BM_LEVELS; level++)
        player[level] = new_player(rules, level, level);
    while (seen < want) {
        struct bm_outcome o;
        bm_ctx_outcome(ctx, &o);
        if (o.result != BM_ONGOING || bm_ctx_room(ctx) < 4) {
            bm_ctx_start(ctx);
            continue;
        }
        if (slow_mate(ctx, 1)) {
            seen++;
            for (unsigned level = 4; level <= BM_LEVELS; level++) {
                struct heard h = {.lines = 0};
                const struct bm_think limits = {.nodes = 2000};
                const struct bm_search_result r = think(player[level], ctx, &limits, &h);
                if (bm_ctx_play(ctx, r.best)) {
                    missed++;
                    continue;
                }
                bm_ctx_outcome(ctx, &o);
                missed += o.result == BM_ONGOING || o.result == BM_DRAW;
                bm_ctx_undo(ctx);
            }
        }
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        if (bm_ctx_play(ctx, moves[bm_random(&state) % n]))
            bm_ctx_start(ctx);
    }
    ok_named(missed == 0, "%s: %u mates in one, %u missed by levels 4 to %u",
             bm_rules_info(rules)->name, seen, missed, (unsigned)BM_LEVELS);
    for (unsigned level = 4; level <= BM_LEVELS; level++)
        bm_search_destroy(player[level]);
    bm_ctx_destroy(ctx);
}

/* Captures listed by themselves are those of the whole list that count as such. */
static void noisy_moves_are_a_part_of_all(const struct bm_rules *rules, unsigned plies)
{
    struct bm_ctx *const ctx = new_ctx(rules, plies);
    struct bm_search *const s = new_player(rules, 8, 1);
    const struct bm_search_impl *const impl = bm_search_impl_of(rules);
    static bm_move all[BM_MAX_MOVES], noisy[BM_MAX_MOVES];
    uint64_t state = 9;
    unsigned wrong = 0, looked = 0;
    for (unsigned i = 0; i < plies; i++) {
        const size_t n = bm_ctx_moves(ctx, all, BM_MAX_MOVES);
        if (n == 0 || bm_ctx_judge(ctx, all[0])) {
            bm_ctx_start(ctx);
            continue;
        }
        memcpy(&s->main_thread->pos, &ctx->pos, sizeof s->main_thread->pos);
        const size_t listed = impl->noisy(s->main_thread, noisy);
        size_t counted = 0;
        for (size_t k = 0; k < listed; k++)
            wrong +=
                bm_ctx_judge(ctx, noisy[k]) != 0 || !impl->is_noisy(s->main_thread, noisy[k]);
        for (size_t k = 0; k < n; k++) {
            const bool counts = impl->is_noisy(s->main_thread, all[k]);
            bool there = false;
            for (size_t j = 0; j < listed; j++)
                there |= bm_move_equal(all[k], noisy[j]);
            counted += there;
            /* What could promote, and takes without doing so, may be left out. */
            wrong += there && !counts;
            wrong += counts && !there && impl->lists_all_captures;
        }
        wrong += counted != listed;
        looked++;
        if (bm_ctx_play(ctx, all[bm_random(&state) % n]))
            bm_ctx_start(ctx);
    }
    ok_named(wrong == 0 && looked > plies / 2, "%s: captures by themselves, %u positions",
             bm_rules_info(rules)->name, looked);
    bm_search_destroy(s);
    bm_ctx_destroy(ctx);
}

static void the_same_search_twice(const struct bm_rules *rules)
{
    struct bm_ctx *const ctx = new_ctx(rules, 8);
    uint64_t nodes[2];
    bm_move best[2];
    int score[2];
    for (unsigned i = 0; i < 2; i++) {
        struct bm_search *const s = new_player(rules, 8, 3);
        struct heard h = {.lines = 0};
        const struct bm_think limits = {.nodes = 20000};
        best[i] = think(s, ctx, &limits, &h).best;
        nodes[i] = h.info[0].nodes;
        score[i] = h.info[0].score;
        bm_search_destroy(s);
    }
    ok_named(nodes[0] == nodes[1] && score[0] == score[1] && bm_move_equal(best[0], best[1]),
             "%s: the same search twice, %" PRIu64 " nodes", bm_rules_info(rules)->name,
             nodes[0]);
    bm_ctx_destroy(ctx);
}

static void lines_differ_and_fall(const struct bm_rules *rules)
{
    struct bm_ctx *const ctx = new_ctx(rules, 100);
    struct bm_search *const s = new_player(rules, 8, 3);
    struct heard h = {.lines = 0};
    const struct bm_think limits = {.nodes = 30000, .multipv = 4};
    const struct bm_search_result r = think(s, ctx, &limits, &h);
    bool good = h.lines == 4 && bm_move_equal(r.best, h.pv[0][0]);
    for (unsigned i = 0; i < h.lines; i++) {
        good &= h.info[i].pv_count != 0 && (i == 0 || h.info[i].depth < h.info[i - 1].depth ||
                                            h.info[i].score <= h.info[i - 1].score);
        for (unsigned k = 0; k < i; k++)
            good &= !bm_move_equal(h.pv[i][0], h.pv[k][0]);
        size_t played = 0;
        while (played < h.info[i].pv_count && bm_ctx_play(ctx, h.pv[i][played]) == 0)
            played++;
        good &= played == h.info[i].pv_count;
        while (played--)
            bm_ctx_undo(ctx);
    }
    ok_named(good, "%s: four lines, each another, best first, all legal",
             bm_rules_info(rules)->name);

    /* Only some moves, and none of them good. */
    bm_move only[2];
    eq_u64(bm_ctx_moves(ctx, only, 2) > 2, 1);
    struct heard other = {.lines = 0};
    const struct bm_think two = {.nodes = 5000, .only = only, .only_count = 2};
    const bm_move best = think(s, ctx, &two, &other).best;
    ok_named(bm_move_equal(best, only[0]) || bm_move_equal(best, only[1]),
             "%s: moves that are not asked about are not played", bm_rules_info(rules)->name);

    /* Without any limit it goes on until it is told. */
    struct heard until = {.stop_at = s, .stop_depth = 5};
    const struct bm_think open = {.infinite = true};
    const struct bm_search_result stopped = think(s, ctx, &open, &until);
    ok_named(until.info[0].depth == 5 && bm_ctx_judge(ctx, stopped.best) == 0,
             "%s: stopped at depth %u", bm_rules_info(rules)->name, until.info[0].depth);
    bm_search_destroy(s);
    bm_ctx_destroy(ctx);
}

static void with_each_game(void (*check)(const struct bm_rules *, unsigned), unsigned plies)
{
    for (unsigned i = 0; bm_variant_at(i); i++) {
        const struct bm_variant *const v = bm_variant_at(i);
        const struct bm_rules *rules;
        if (bm_rules_open(&rules, v->name, strlen(v->name)) != BM_OK)
            tap_bail(v->name);
        check(rules, plies);
        bm_rules_release(rules);
    }
}

/* Every level plays every game of the library by its rules. */
static void every_game_is_played(unsigned plies)
{
    for (unsigned i = 0; bm_variant_at(i); i++) {
        const struct bm_variant *const v = bm_variant_at(i);
        const struct bm_rules *rules;
        if (bm_rules_open(&rules, v->name, strlen(v->name)) != BM_OK)
            tap_bail(v->name);
        struct bm_ctx *const ctx = new_ctx(rules, plies);
        struct bm_search *const s[2] = {new_player(rules, 8, i), new_player(rules, 4, i)};
        unsigned n = 0;
        bool good = true;
        struct bm_outcome o;
        for (; n < plies && good; n++) {
            bm_ctx_outcome(ctx, &o);
            struct heard h = {.lines = 0};
            const struct bm_think limits = {.nodes = 300};
            const struct bm_search_result r = think(s[bm_ctx_turn(ctx)], ctx, &limits, &h);
            if (o.result != BM_ONGOING) {
                good = r.best.bits == BM_MOVE_NONE;
                break;
            }
            good = bm_ctx_play(ctx, r.best) == 0;
        }
        ok_named(good, "%s: %u legal moves", v->name, n);
        bm_search_destroy(s[0]);
        bm_search_destroy(s[1]);
        bm_ctx_destroy(ctx);
        bm_rules_release(rules);
    }
}

int main(void)
{
    const struct bm_rules *const games[] = {bm_rules_chess(), bm_rules_shogi()};
    const unsigned plies = (unsigned)tap_env_u64("BANMEN_TEST_PLIES", 20000);
    mates_are_found(bm_rules_chess(), "KQRkpp", 40);
    mates_are_found(bm_rules_chess(), "KRRNkbp", 25);
    mates_are_found(bm_rules_shogi(), "KRGSkgp", 25);
    for (unsigned i = 0; i < 2; i++) {
        no_mate_in_one_is_missed(games[i], 40);
        the_same_search_twice(games[i]);
        lines_differ_and_fall(games[i]);
        noisy_moves_are_a_part_of_all(games[i], plies / 10);
    }
    with_each_game(noisy_moves_are_a_part_of_all, plies > 10000 ? 60 : 12);
    every_game_is_played(plies > 10000 ? 60 : 12);
    return tap_done();
}
