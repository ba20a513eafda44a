/* SPDX-License-Identifier: MIT */

/*
 * selfplay_test GAME: the engine plays a thousand games against itself, and every move is held
 * against the rules: those of the slow twin too, if it knows the game. BANMEN_TEST_GAMES sets
 * how many.
 */
#include <inttypes.h>

#include "banmen/banmen.h"
#include "player.h"
#include "scatter.h"
#include "slow.h"
#include "slow_variant.h"

enum { PLIES = 400, OPENING = 6, WORK = 1 << 23 };

struct table {
    struct bm_ctx *ctx;
    struct bm_search *seat[2];
    struct bm_desc desc;
    const struct slow_rules *twin;
    bool twin_of_variants;
    unsigned games, ended, moves, held; /* held: moves that a twin was asked about */
    unsigned illegal, unknown, silent, talking, bad_lines;
};

static bool is_among(bm_move m, const bm_move *list, size_t n)
{
    while (n-- > 0)
        if (bm_move_equal(list[n], m))
            return true;
    return false;
}

/* The line that is told must be one that can be played. */
static void listen(void *user, const struct bm_search_info *info)
{
    struct table *const t = user;
    size_t n = 0;
    while (n < info->pv_count && bm_ctx_play(t->ctx, info->pv[n]) == 0)
        n++;
    t->bad_lines += n < info->pv_count;
    while (n-- > 0)
        bm_ctx_undo(t->ctx);
}

/* Whether the twin would play it as well. */
static bool twin_knows(struct table *t, bm_move m)
{
    static bm_move list[BM_MAX_MOVES];
    struct bm_setup s;
    if (!t->twin && !t->twin_of_variants)
        return true;
    bm_ctx_setup(t->ctx, &s);
    t->held++;
    return is_among(
        m, list, t->twin ? t->twin->moves(&s, list) : slow_variant_moves(&t->desc, &s, list));
}

static void play_game(struct table *t, uint64_t *rng)
{
    static bm_move list[BM_MAX_MOVES];
    struct bm_outcome o;
    bm_ctx_start(t->ctx);
    bm_search_new_game(t->seat[0]);
    bm_search_new_game(t->seat[1]);
    t->games++;
    for (unsigned ply = 0; ply < PLIES; ply++) {
        const struct bm_think limits = {.nodes = 24 + bm_random(rng) % 48};
        const struct bm_search_hooks hooks = {.info = listen, .user = t};
        struct bm_search_result r;
        bm_ctx_outcome(t->ctx, &o);
        if (bm_search_go(t->seat[bm_ctx_turn(t->ctx)], t->ctx, &limits, &hooks, &r))
            tap_bail("no memory");
        if (o.result != BM_ONGOING) {
            t->ended++;
            t->talking += r.best.bits != BM_MOVE_NONE;
            return;
        }
        if (ply < OPENING)
            r.best = list[bm_random(rng) % bm_ctx_moves(t->ctx, list, BM_MAX_MOVES)];
        if (r.best.bits == BM_MOVE_NONE) {
            t->silent++;
            return;
        }
        t->unknown += !twin_knows(t, r.best);
        t->moves++;
        if (bm_ctx_play(t->ctx, r.best)) {
            t->illegal++;
            return;
        }
    }
}

/* Who else knows the rules of this game. */
static void find_twin(struct table *t, const char *name)
{
    static unsigned char work[WORK];
    struct bm_issues issues = {0};
    struct bm_findings report = {.issues = &issues};
    struct bm_arena arena = {.mem = work, .size = sizeof work};
    const struct bm_variant *const v = bm_variant_find(name, strlen(name));
    if (strcmp(name, "chess") == 0)
        t->twin = &bm_slow_chess;
    else if (strcmp(name, "shogi") == 0)
        t->twin = &bm_slow_shogi;
    else if (!v || !bm_desc_read(&t->desc, &arena, v->text, v->len, NULL, &report))
        tap_bail("a game of the library cannot be read");
    else
        t->twin_of_variants = slow_variant_knows(&t->desc) && !t->desc.castles;
}

int main(int argc, char **argv)
{
    static struct table t;
    const unsigned games = (unsigned)tap_env_u64("BANMEN_TEST_GAMES", 1000);
    const struct bm_rules *rules;
    uint64_t rng = 11;
    if (argc != 2 || bm_rules_open(&rules, argv[1], strlen(argv[1])) != BM_OK)
        tap_bail("the name of a game is missing, or there is none of that name");
    find_twin(&t, argv[1]);
    t.ctx = new_ctx(rules, PLIES + 128);
    t.seat[0] = new_player(rules, 8, 1);
    t.seat[1] = new_player(rules, 8, 2);
    while (t.games < games)
        play_game(&t, &rng);
    ok_named(t.illegal == 0, "%s: %u moves of %u games are legal", argv[1], t.moves, t.games);
    if (t.held)
        ok_named(t.unknown == 0, "%s: %u moves are legal for the slow twin, too", argv[1],
                 t.held);
    ok_named(t.silent == 0, "%s: there is a move as long as the game goes on", argv[1]);
    ok_named(t.talking == 0, "%s: there is none after %u games have ended", argv[1], t.ended);
    ok_named(t.bad_lines == 0, "%s: every line can be played", argv[1]);
    ok_named(t.ended > t.games / 2, "%s: most games come to an end", argv[1]);
    bm_search_destroy(t.seat[0]);
    bm_search_destroy(t.seat[1]);
    bm_ctx_destroy(t.ctx);
    bm_rules_release(rules);
    return tap_done();
}
