/* SPDX-License-Identifier: MIT */
/*
 * mate_test FILE: the mate solver against known answers (FILE), and against a twin that tries
 * everything.
 */
#include "banmen/banmen.h"

#include "scatter.h"

static struct bm_mate *new_solver(const struct bm_rules *rules, unsigned memory)
{
    struct bm_mate *s;
    if (bm_mate_create(&s, rules, memory) != BM_OK)
        tap_bail("no solver");
    return s;
}

static struct bm_mate_result solve(struct bm_mate *s, const struct bm_ctx *ctx,
                                   const struct bm_mate_limits *limits)
{
    struct bm_mate_result r;
    if (bm_mate_solve(s, ctx, limits, NULL, &r) != BM_OK)
        tap_bail("no memory");
    return r;
}

/* Whether a side wins within so many plies, by trying everything. */
static bool slow_win(struct bm_ctx *ctx, unsigned us, unsigned plies, bool checks)
{
    struct bm_outcome o;
    bm_ctx_outcome(ctx, &o);
    if (o.result != BM_ONGOING || plies == 0)
        return o.result == (us ? BM_SECOND_WINS : BM_FIRST_WINS);
    const bool attacks = bm_ctx_turn(ctx) == us;
    const size_t n = bm_ctx_count(ctx);
    bm_move *const moves = calloc(n + 1, sizeof *moves);
    bool wins = !attacks;
    if (!moves || bm_ctx_moves(ctx, moves, n) != n)
        tap_bail("no moves");
    for (size_t i = 0; i < n && wins != attacks; i++) {
        if (bm_ctx_play(ctx, moves[i]))
            tap_bail("a listed move is refused");
        bm_ctx_outcome(ctx, &o);
        if (!attacks || !checks || bm_ctx_turn(ctx) == us || o.result != BM_ONGOING ||
            bm_ctx_checks(ctx, NULL) != 0)
            wins = slow_win(ctx, us, plies - 1, checks);
        bm_ctx_undo(ctx);
    }
    free(moves);
    return wins;
}

/* Plies of the shortest mate, at most `most`; 0: there is none so short. */
static unsigned slow_mate(struct bm_ctx *ctx, unsigned most, bool checks)
{
    for (unsigned n = 1; n <= most; n++)
        if (slow_win(ctx, bm_ctx_turn(ctx), n, checks))
            return n;
    return 0;
}

/*
 * Whether the line of an answer is what it should be: legal, ending the game for us, every move
 * of ours as quick as can be, every other as slow.
 */
static bool is_line_good(struct bm_ctx *ctx, const struct bm_mate_result *r, bool checks)
{
    const unsigned us = bm_ctx_turn(ctx);
    struct bm_outcome o;
    bool good = r->line_count == r->plies;
    size_t n = 0;
    for (; n < r->line_count && good; n++) {
        good = bm_ctx_play(ctx, r->line[n]) == 0;
        if (!good)
            break;
        const unsigned left = r->plies - (unsigned)n - 1;
        good = slow_win(ctx, us, left, checks) &&
               (left == 0 || !slow_win(ctx, us, left - 1, checks));
    }
    bm_ctx_outcome(ctx, &o);
    good &= o.result == (us ? BM_SECOND_WINS : BM_FIRST_WINS);
    while (n-- > 0)
        bm_ctx_undo(ctx);
    return good;
}

/* Every row: the length, and that the moves told and no others begin a mate so short. */
static void known_tsume(const char *name)
{
    FILE *const f = fopen(name, "r");
    if (!f)
        tap_bail("usage: mate_test FILE");
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 16);
    struct bm_mate *const s = new_solver(bm_rules_shogi(), 4);
    unsigned rows = 0, wrong = 0, wrong_moves = 0, bad_lines = 0;
    char row[2048];
    while (fgets(row, sizeof row, f)) {
        char *const number = strchr(row, '\t');
        if (*row == '#' || !number)
            continue;
        *number = '\0';
        row[strcspn(row, "\n")] = '\0';
        unsigned want;
        int used;
        if (sscanf(number + 1, "%u%n", &want, &used) != 1)
            tap_bail("a row without a number");
        rows++;
        set(ctx, row);
        const struct bm_mate_limits limits = {.checks = true, .plies = 7};
        const struct bm_mate_result r = solve(s, ctx, &limits);
        const bool right =
            want == 0 ? r.status != BM_MATE_FOUND && (r.status == BM_MATE_NONE || r.none >= 7)
                      : r.status == BM_MATE_FOUND && r.plies == want && r.shortest;
        wrong += !right;
        if (!right)
            printf("# %s: %u, not %u plies\n", row, r.plies, want);
        if (want == 0)
            continue;
        if (want <= 3)
            bad_lines += !is_line_good(ctx, &r, true);
        char firsts[1024];
        snprintf(firsts, sizeof firsts, " %s ", number + 2 + used);
        firsts[strcspn(firsts, "\n")] = ' ';
        bm_move moves[BM_MAX_MOVES];
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        for (size_t i = 0; i < n; i++) {
            char text[16], word[18];
            const struct bm_mate_limits one = {
                .checks = true, .plies = want, .only = &moves[i], .only_count = 1};
            const bool mates = solve(s, ctx, &one).status == BM_MATE_FOUND;
            bm_move_format(moves[i], bm_rules_shogi(), text, sizeof text);
            snprintf(word, sizeof word, " %s ", text);
            const bool told = strstr(firsts, word) != NULL;
            wrong_moves += mates != told;
            if (mates != told)
                printf("# %s: %s\n", row, text);
        }
    }
    fclose(f);
    ok_named(rows > 200 && wrong == 0, "tsume: %u of %u right", rows - wrong, rows);
    ok_named(wrong_moves == 0, "tsume: %u first moves wrong", wrong_moves);
    ok_named(bad_lines == 0, "tsume: %u lines are not the best play", bad_lines);
    bm_mate_destroy(s);
    bm_ctx_destroy(ctx);
}

/* Compare with the twin in the position that a context is in. */
static bool is_twin(struct bm_mate *s, struct bm_ctx *ctx, unsigned most, bool checks,
                    unsigned *found)
{
    const struct bm_mate_limits limits = {.plies = most, .checks = checks};
    const struct bm_mate_result r = solve(s, ctx, &limits);
    const unsigned want = slow_mate(ctx, most, checks);
    *found += want != 0;
    const bool good =
        want ? r.status == BM_MATE_FOUND && r.plies == want && r.shortest &&
                   is_line_good(ctx, &r, checks)
             : r.status == BM_MATE_NONE || (r.status == BM_MATE_UNKNOWN && r.none >= most);
    if (!good)
        printf("# %s: %u plies, found %u (status %d, none %u, line %zu)\n", text_of(ctx), want,
               r.plies, (int)r.status, r.none, r.line_count);
    return good;
}

static void scattered_twins(const char *pieces, unsigned most, unsigned positions,
                            unsigned mates)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 16);
    struct bm_mate *const s = new_solver(bm_rules_chess(), 1);
    uint64_t state = 77;
    unsigned looked = 0, found = 0, good = 0;
    while (looked < positions || found < mates) {
        if (!scatter(ctx, pieces, &state))
            continue;
        looked++;
        good += is_twin(s, ctx, most, looked % 4 == 0, &found);
    }
    ok_named(good == looked, "chess, %s: %u of %u as the twin, %u mates within %u plies",
             pieces, good, looked, found, most);
    bm_mate_destroy(s);
    bm_ctx_destroy(ctx);
}

/* A game with its solver, and what was counted in it. */
struct tour {
    const char *name;
    unsigned most; /* plies */
    struct bm_mate *solver;
    unsigned looked, found, none, good;
};

/* Show positions of games that are played at random, until there are enough. */
static void walk(struct tour *t, uint64_t seed, unsigned positions, unsigned mates,
                 void (*look)(struct tour *t, struct bm_ctx *ctx))
{
    const struct bm_rules *rules;
    if (bm_rules_open(&rules, t->name, strlen(t->name)) != BM_OK)
        tap_bail(t->name);
    struct bm_ctx *const ctx = new_ctx(rules, 200);
    static bm_move moves[BM_MAX_MOVES];
    t->solver = new_solver(rules, 1);
    while (t->looked < positions || t->found < mates) {
        struct bm_outcome o;
        bm_ctx_outcome(ctx, &o);
        if (o.result != BM_ONGOING || bm_ctx_room(ctx) < 12) {
            bm_ctx_start(ctx);
            continue;
        }
        if (bm_random(&seed) % 8 == 0) {
            t->looked++;
            look(t, ctx);
        }
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        if (bm_ctx_play(ctx, moves[bm_random(&seed) % n]))
            tap_bail("a listed move is refused");
    }
    bm_mate_destroy(t->solver);
    bm_ctx_destroy(ctx);
    bm_rules_release(rules);
}

static void look_at_twin(struct tour *t, struct bm_ctx *ctx)
{
    const bool checks = t->looked % 2 == 0;
    t->good += is_twin(t->solver, ctx, checks ? t->most + 2 : t->most, checks, &t->found);
}

static void played_twins(const char *name, unsigned most, unsigned positions, unsigned mates)
{
    struct tour t = {.name = name, .most = most};
    walk(&t, 5, positions, mates, look_at_twin);
    ok_named(t.good == t.looked, "%s: %u of %u as the twin, %u mates", name, t.good, t.looked,
             t.found);
}

/* Checks without end are no mate, and that is proved. */
static void perpetual_checks(void)
{
    static const char *const boards[] = {"k7/8/8/8/8/8/8/K5Q1 w - - 0 1",
                                         "6k1/8/8/8/8/5n2/6P1/Q6K w - - 0 1"};
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 8);
    struct bm_mate *const s = new_solver(bm_rules_chess(), 1);
    for (unsigned i = 0; i < 2; i++) {
        const struct bm_mate_limits limits = {.checks = true, .nodes = 1000000};
        set(ctx, boards[i]);
        const struct bm_mate_result r = solve(s, ctx, &limits);
        ok_named(r.status == BM_MATE_NONE && r.none >= 5, "no mate by checks: %s", boards[i]);
    }
    bm_mate_destroy(s);
    bm_ctx_destroy(ctx);
}

/*
 * Without a limit of plies: what is said to have no mate has none that the twin can see, and
 * no other search finds a mate that is shorter than the shortest.
 */
static void look_without_limit(struct tour *t, struct bm_ctx *ctx)
{
    const struct bm_mate_limits limits = {.checks = true, .nodes = 100000};
    const struct bm_mate_limits quick = {.checks = true, .nodes = 100000, .quick = true};
    const struct bm_mate_result r = solve(t->solver, ctx, &limits);
    const struct bm_mate_result other = solve(t->solver, ctx, &quick);
    const bool mate = other.status == BM_MATE_FOUND;
    bool good = true;
    t->none += r.status == BM_MATE_NONE;
    t->found += r.status == BM_MATE_FOUND;
    if (r.status == BM_MATE_NONE)
        good = !mate && slow_mate(ctx, 3, true) == 0;
    if (r.status == BM_MATE_FOUND && r.shortest && mate)
        good = other.plies >= r.plies;
    t->good += good;
}

static void without_limit(const char *name, unsigned positions)
{
    struct tour t = {.name = name};
    walk(&t, 11, positions, 1, look_without_limit);
    ok_named(t.good == t.looked && t.none > positions / 4,
             "%s without a limit: %u of %u right, %u without a mate, %u with one", name, t.good,
             t.looked, t.none, t.found);
}

/* The same question twice, with another in between, and with a table too small for it. */
static void the_same_answer(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 32);
    struct bm_mate *const s = new_solver(bm_rules_shogi(), 1);
    struct bm_mate *const large = new_solver(bm_rules_shogi(), 16);
    const struct bm_mate_limits limits = {.checks = true};
    const char *const long_one =
        "+Rl2k1+L1p/s+B1gg4/p1Nppp3/2p2n1+Rb/1P4P2/P1P1G4/3+nP1S1P/2+n2SK2/5S2L b G6Pl 1";
    uint64_t nodes[2];
    for (unsigned i = 0; i < 2; i++) {
        set(ctx, "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
        eq_u64(solve(s, ctx, &limits).plies, 1);
        set(ctx, long_one);
        const struct bm_mate_result r = solve(s, ctx, &limits);
        nodes[i] = r.nodes;
        eq_u64(r.plies, solve(large, ctx, &limits).plies);
        size_t played = 0;
        while (played < r.line_count && bm_ctx_play(ctx, r.line[played]) == 0)
            played++;
        ok_named(r.shortest && played == r.plies && r.plies > 9 &&
                     strcmp(outcome_of(ctx), "first wins (checkmate)") == 0,
                 "a mate of %u plies is played out", r.plies);
    }
    ok_named(nodes[0] == nodes[1], "the same answer twice, %" PRIu64 " nodes", nodes[0]);
    bm_mate_destroy(s);
    bm_mate_destroy(large);
    bm_ctx_destroy(ctx);
}

/* A clock that goes on by one at each look, and a word to stop after so many. */
struct watch {
    int64_t looks, stop_at;
    unsigned told;
};

static int64_t tick(void *user) { return ++((struct watch *)user)->looks; }

static bool is_stopped(void *user)
{
    const struct watch *const w = user;
    return w->stop_at != 0 && w->looks >= w->stop_at;
}

static void hear_deeper(void *user, unsigned plies, uint64_t nodes)
{
    (void)nodes;
    ((struct watch *)user)->told = plies;
}

static void limits_are_kept(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 32);
    struct bm_mate *const s = new_solver(bm_rules_chess(), 1);
    struct bm_mate_result r;
    struct watch w = {.stop_at = 300};
    const struct bm_mate_hooks hooks = {
        .now = tick, .stopped = is_stopped, .deeper = hear_deeper, .user = &w};
    const struct bm_mate_limits none = {.plies = 0}, nodes = {.nodes = 5000},
                                time = {.time = 200};
    eq_u64(bm_mate_solve(s, ctx, &none, &hooks, &r), BM_OK);
    ok_named(r.status == BM_MATE_UNKNOWN && w.looks < 310 && w.told == r.none,
             "stopped: no mate within %u plies", r.none);
    w = (struct watch){.looks = 1000};
    eq_u64(bm_mate_solve(s, ctx, &time, &hooks, &r), BM_OK);
    ok_named(r.status == BM_MATE_UNKNOWN && w.looks < 1210, "the time is up");
    r = solve(s, ctx, &nodes);
    ok_named(r.status == BM_MATE_UNKNOWN && r.nodes >= 5000 && r.nodes < 6000,
             "enough positions: %" PRIu64, r.nodes);
    eq_u64(play_all(ctx, "f2f3 e7e5 g2g4 d8h4"), 0);
    ok_named(solve(s, ctx, &none).status == BM_MATE_NONE, "whoever is mated does not mate");
    struct bm_ctx *const other = new_ctx(bm_rules_shogi(), 1);
    eq_u64(bm_mate_solve(s, other, &none, NULL, &r), BM_EINVAL);
    bm_ctx_destroy(other);
    bm_mate_destroy(s);
    bm_ctx_destroy(ctx);
}

int main(int argc, char **argv)
{
    known_tsume(argc == 2 ? argv[1] : "");
    scattered_twins("KQRkpp", 3, 200, 40);
    scattered_twins("KQRkn", 3, 200, 40);
    scattered_twins("KQNk", 5, 30, 5);
    played_twins("shogi", 1, 60, 5);
    played_twins("minishogi", 1, 200, 20);
    played_twins("crazyhouse", 1, 100, 10);
    played_twins("xiangqi", 1, 60, 3);
    played_twins("marseillais", 1, 30, 5);
    played_twins("3check", 1, 40, 5);
    played_twins("atomic", 1, 100, 10);
    perpetual_checks();
    without_limit("shogi", 150);
    without_limit("minishogi", 300);
    the_same_answer();
    limits_are_kept();
    return tap_done();
}
