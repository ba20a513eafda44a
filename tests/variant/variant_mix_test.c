/* SPDX-License-Identifier: MIT */

/*
 * variant_mix_test [FROM [COUNT]]: random mixes of the features of the variant language
 * (variant_mix.h), each loaded and, if it loads, played at random with everything asked at
 * every position. Each mix runs in a process of its own share, so that a crash or a hang is
 * counted and named as any other failure. BANMEN_TEST_MIXES sets how many;
 * `variant_mix_test show SEED` prints the text of one.
 */

#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "banmen/notation.h"
#include "banmen/search.h"
#include "banmen/variant.h"
#include "base/random.h"
#include "generators.h"
#include "rules/bind.h"
#include "rules/ctx.h"
#include "session/batch/self_play.h"
#include "slow_variant.h"
#include "tap.h"
#include "variant_mix.h"

enum {
    MIXES = 300,    /* unless the environment says otherwise */
    SHARE = 64,     /* mixes of one process */
    GAMES = 2,      /* of each mix, … */
    PLIES = 60,     /* … and their length at most */
    PROBES = 12,    /* moves judged at a position */
    SELF_PLAY = 60, /* plies of `variant check`'s own test */
    THINKS = 2,     /* positions in which the computer plays, of each game */
    NODES = 300,
    SECONDS = 60, /* of the processor for one mix: beyond them it hangs */
    WORK = 8 << 20
};

/* What the processes tell each other. */
struct board {
    uint64_t seed; /* that is being played */
    uint64_t loaded, refused, failed, plies;
    uint64_t slowest, longest; /* the mix that took longest, and its ms of the processor */
};

struct trial {
    uint64_t seed, rng;
    struct board *board;
    const struct bm_rules *rules;
    struct bm_ctx *ctx, *other;
    struct bm_search *search;
    struct bm_desc desc;
    bool is_known; /* to the slow twin */
    bool failed;
    bm_move list[BM_MAX_MOVES], more[BM_MAX_MOVES];
    size_t count;
    char text[BM_POSITION_TEXT];
};

static unsigned dice(struct trial *t, size_t n)
{
    return (unsigned)((bm_random(&t->rng) >> 11) % n);
}

/* One line for each failing mix: the first thing that is wrong. */
static void fail(struct trial *t, const char *what, bm_move m)
{
    char move[BM_MOVE_TEXT] = "-";
    if (t->failed)
        return;
    t->failed = true;
    if (m.bits != BM_MOVE_NONE)
        bm_move_format(m, t->rules, move, sizeof move);
    printf("# mix %" PRIu64 ": %s; move %s, position %s\n", t->seed, what, move, t->text);
}

static bool expect(struct trial *t, bool pass, const char *what, bm_move m)
{
    if (!pass)
        fail(t, what, m);
    return pass;
}

static const bm_move no_move = {BM_MOVE_NONE};

static int compare_moves(const void *a, const void *b)
{
    const uint32_t x = ((const bm_move *)a)->bits, y = ((const bm_move *)b)->bits;
    return (x > y) - (x < y);
}

static bool is_listed(const struct trial *t, bm_move m)
{
    return bsearch(&m, t->list, t->count, sizeof m, compare_moves) != NULL;
}

static void compare_lists(struct trial *t, size_t n, const char *what)
{
    size_t i = 0;
    qsort(t->more, n, sizeof *t->more, compare_moves);
    while (i < n && i < t->count && bm_move_equal(t->more[i], t->list[i]))
        i++;
    if (i >= n && i >= t->count)
        return;
    /* The lists are sorted: the lesser move is the one that the other list has not. */
    const bool lacks = i == t->count || (i < n && compare_moves(&t->more[i], &t->list[i]) < 0);
    char text[96];
    snprintf(text, sizeof text, "%s: %s", what,
             lacks ? "a move is not listed" : "a move is listed");
    fail(t, text, lacks ? t->more[i] : t->list[i]);
}

/* ---- At every position ---- */

static void check_values(struct trial *t)
{
    const struct bm_kernel *const k = t->rules->kernel;
    const void *const pos = &t->ctx->pos;
    expect(t, k->slow_key(pos) == bm_ctx_key(t->ctx), "the key is not the key from scratch",
           no_move);
    expect(t, k->sound(pos), "an incremental value is wrong", no_move);
}

static void check_list(struct trial *t, const struct bm_outcome *o)
{
    const struct bm_rules_info *const info = bm_rules_info(t->rules);
    t->count = bm_ctx_moves(t->ctx, t->list, BM_MAX_MOVES);
    expect(t, t->count <= info->max_moves, "a list is longer than the rules say", no_move);
    expect(t, t->count == bm_ctx_count(t->ctx), "the count is not the listed count", no_move);
    expect(t, t->count != 0 || o->result != BM_ONGOING, "no move, and the game goes on",
           no_move);
    enum bm_result result;
    expect(t, t->count == 0 || t->rules->kernel->over(&t->ctx->pos, &result) == BM_REASON_NONE,
           "the board ended the game, and moves are listed", no_move);
    qsort(t->list, t->count, sizeof *t->list, compare_moves);
    for (size_t i = 1; i < t->count; i++)
        expect(t, t->list[i].bits != t->list[i - 1].bits, "a move is listed twice", t->list[i]);
}

/* A move that might be tried: near a legal one, between squares, a drop, a pass. */
static bm_move try_move(struct trial *t, const struct bm_rules_info *info)
{
    const unsigned a = dice(t, info->squares), b = dice(t, info->squares);
    const unsigned kind = dice(t, info->kinds);
    const bm_move m = t->count ? t->list[dice(t, t->count)] : no_move;
    switch (dice(t, 8)) {
    case 0: return (bm_move){m.bits ^ 1u << dice(t, 32)};
    case 1: return bm_move_promoting(bm_move_from(m), bm_move_to(m), kind);
    case 2: return bm_move_gating(bm_move_plain(bm_move_from(m), bm_move_to(m)), kind, a & 1);
    case 3: return bm_move_plain((bm_sq)a, bm_move_to(m));
    case 4: return bm_move_plain(bm_move_from(m), (bm_sq)b);
    case 5: return bm_move_drop(kind, (bm_sq)b);
    case 6: return (bm_move){BM_MOVE_PASS};
    default: return bm_move_plain((bm_sq)a, (bm_sq)b);
    }
}

static void check_judging(struct trial *t)
{
    const struct bm_kernel *const k = t->rules->kernel;
    const void *const pos = &t->ctx->pos;
    const struct bm_rules_info *const info = bm_rules_info(t->rules);
    for (unsigned i = 0; i < PROBES && t->count; i++) {
        const bm_move m = t->list[dice(t, t->count)];
        expect(t, k->judge(pos, m) == 0, "a listed move is judged illegal", m);
    }
    for (unsigned i = 0; i < PROBES; i++) {
        const bm_move m = try_move(t, info);
        const bm_faults faults = k->judge(pos, m);
        if (!faults != is_listed(t, m))
            fail(t,
                 faults ? "a listed move is judged illegal"
                        : "an unlisted move is judged legal",
                 m);
    }
}

static void check_move_text(struct trial *t, bm_move m)
{
    char text[BM_MOVE_TEXT];
    bm_move back;
    const size_t len = bm_move_format(m, t->rules, text, sizeof text);
    expect(t, bm_move_parse(&back, t->ctx, text, len, NULL) == BM_OK && bm_move_equal(m, back),
           "the text of a move is not read back", m);
}

/* As records write it; chess and shogi have tests of their own for that. */
static void check_notation(struct trial *t, bm_move m)
{
    char text[BM_MOVE_TEXT], what[96];
    bm_move back;
    if (!t->rules->game)
        return;
    const size_t len = bm_ctx_write_move(t->ctx, m, BM_STYLE_SAN, text, sizeof text);
    if (bm_ctx_read_move(t->ctx, BM_STYLE_SAN, text, len, &back, NULL) == BM_OK &&
        bm_move_equal(m, back))
        return;
    snprintf(what, sizeof what, "the notation '%s' is not read back", text);
    fail(t, what, m);
}

/* Written, read, written: the same key, text and moves. */
static void check_text(struct trial *t)
{
    struct bm_setup setup;
    char again[BM_POSITION_TEXT];
    if (bm_position_parse(&setup, t->rules, t->text, strlen(t->text), 0, NULL) ||
        bm_ctx_sync(t->other, &setup, NULL, NULL)) {
        fail(t, "the text of a position is not read", no_move);
        return;
    }
    bm_ctx_format(t->other, 0, again, sizeof again);
    expect(t, !strcmp(again, t->text), "a position is read as another text", no_move);
    expect(t, bm_ctx_key(t->other) == bm_ctx_key(t->ctx), "a position is read as another key",
           no_move);
    compare_lists(t, bm_ctx_moves(t->other, t->more, BM_MAX_MOVES),
                  "a position is read with other moves");
}

/* The twin that walks by the steps of the description; it knows no castling. */
static void check_twin(struct trial *t)
{
    struct bm_setup s;
    bm_ctx_setup(t->ctx, &s);
    compare_lists(t, slow_variant_moves(&t->desc, &s, t->more), "the slow twin differs");
}

/* Where pins and checks tell what is legal, making the moves must tell the same. */
static void check_generators(struct trial *t)
{
    const struct front *const front = (const void *)&t->ctx->pos;
    const bool passes = t->count == 1 && bm_move_is_pass(t->list[0]);
    if (!t->rules->game || !front->fast || passes)
        return;
    const unsigned width = t->rules->game->words / 2u; /* 1, 2, 4 */
    const struct instance *one = &baseline[width];
#ifdef BM_HAVE_AVX2
    one = t->rules->kernel == avx2[width].k ? &avx2[width] : one;
#endif
    compare_lists(t, one->slow(&t->ctx->pos, t->more, 0), "the generators differ");
}

static void check_undo(struct trial *t, bm_move m)
{
    char after[BM_POSITION_TEXT];
    const uint64_t key = bm_ctx_key(t->ctx);
    if (!expect(t, bm_ctx_play(t->ctx, m) == 0, "a listed move is refused", m))
        return;
    bm_ctx_undo(t->ctx);
    bm_ctx_format(t->ctx, 0, after, sizeof after);
    expect(t, key == bm_ctx_key(t->ctx) && !strcmp(after, t->text),
           "a move taken back leaves traces", m);
    check_values(t);
}

static void check_player(struct trial *t)
{
    const struct bm_think limits = {.nodes = NODES};
    struct bm_search_result result;
    if (bm_search_go(t->search, t->ctx, &limits, NULL, &result) != BM_OK)
        fail(t, "the computer is out of memory", no_move);
    else if (!result.resign)
        expect(t, is_listed(t, result.best), "the computer plays no legal move", result.best);
}

/* Returns whether the game goes on. */
static bool check_position(struct trial *t)
{
    struct bm_outcome o;
    bm_ctx_format(t->ctx, 0, t->text, sizeof t->text);
    bm_ctx_outcome(t->ctx, &o);
    t->board->plies++;
    check_values(t);
    check_list(t, &o);
    check_judging(t);
    if (o.result != BM_ONGOING || t->failed)
        return false;
    check_text(t);
    check_generators(t);
    if (t->is_known)
        check_twin(t);
    return !t->failed;
}

/* ---- Games ---- */

static void play_game(struct trial *t)
{
    unsigned thinks = 0;
    bm_ctx_start(t->ctx);
    for (unsigned ply = 0; ply < PLIES && check_position(t); ply++) {
        if (thinks < THINKS && dice(t, 8) == 0) {
            check_player(t);
            thinks++;
        }
        const bm_move m = t->list[dice(t, t->count)];
        check_move_text(t, m);
        check_notation(t, m);
        check_undo(t, m);
        if (t->failed || bm_ctx_play(t->ctx, m))
            return;
    }
}

static void play_mix(struct trial *t)
{
    char what[512];
    const struct bm_search_options options = {.level = 3, .seed = 1, .hash = 1};
    if (bm_ctx_create(&t->ctx, t->rules, PLIES + 1) || bm_ctx_create(&t->other, t->rules, 4) ||
        bm_search_create(&t->search, t->rules, &options))
        tap_bail("out of memory");
    for (unsigned i = 0; i < GAMES && !t->failed; i++)
        play_game(t);
    if (!t->failed && !bm_self_play(t->rules, SELF_PLAY, what, sizeof what)) {
        snprintf(t->text, sizeof t->text, "%s", what);
        fail(t, "the self-play of variant check", no_move);
    }
    bm_search_destroy(t->search);
    bm_ctx_destroy(t->ctx);
    bm_ctx_destroy(t->other);
}

/* Whether the slow twin can play it: castling, passing and lame leaps on hexagons are more than
 * it knows. */
static bool twin_knows(const struct bm_desc *d)
{
    for (unsigned i = 0; i < d->terms; i++)
        if (d->hex && d->term[i].lame)
            return false;
    return slow_variant_knows(d) && !d->castles && d->stalemate != BM_VERDICT_PASS;
}

static bool read_desc(struct trial *t, const char *text, size_t len)
{
    struct bm_issues issues = {0};
    struct bm_findings report = {.issues = &issues};
    void *const work = aligned_alloc(64, WORK);
    struct bm_arena arena = {.mem = work, .size = WORK};
    if (!work)
        tap_bail("out of memory");
    const bool known = bm_desc_read(&t->desc, &arena, text, len, NULL, &report) &&
                       twin_knows(&t->desc) && t->rules->game;
    free(work);
    return known;
}

static void run_mix(uint64_t seed, struct board *board)
{
    static struct trial t;
    static char text[VARIANT_MIX_TEXT];
    static struct bm_issues issues;
    memset(&t, 0, sizeof t);
    t.seed = seed;
    t.rng = seed;
    t.board = board;
    const size_t len = variant_mix(seed, text);
    const bm_status status = bm_rules_load(&t.rules, text, len, NULL, &issues);
    if (status != BM_OK) {
        board->refused++;
        if (!issues.errors) {
            printf("# mix %" PRIu64 ": refused without an error\n", seed);
            board->failed++;
        }
        if (getenv("BANMEN_TEST_SHOW"))
            printf("# mix %" PRIu64 ": refused: %s\n", seed, issues.list[0].message);
        return;
    }
    board->loaded++;
    t.is_known = read_desc(&t, text, len);
    play_mix(&t);
    board->failed += t.failed;
    bm_rules_release(t.rules);
}

/* ---- Processes ---- */

/* Milliseconds of the processor that this process has used. */
static uint64_t used_ms(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
           (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
}

/* A process plays its share; each mix gets its own seconds of the processor. */
static void run_share(uint64_t from, uint64_t to, struct board *board)
{
    for (uint64_t seed = from; seed < to; seed++) {
        const uint64_t before = used_ms();
        board->seed = seed;
        setrlimit(RLIMIT_CPU, &(struct rlimit){before / 1000 + SECONDS, RLIM_INFINITY});
        run_mix(seed, board);
        fflush(stdout);
        const uint64_t took = used_ms() - before;
        if (took > board->longest) {
            board->longest = took;
            board->slowest = seed;
        }
    }
    _exit(0);
}

/* The first seed that is still to be played. */
static uint64_t wait_share(pid_t child, uint64_t to, struct board *board)
{
    int status = 0;
    if (waitpid(child, &status, 0) != child)
        tap_bail("a process is lost");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return to;
    const int sig = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    printf("# mix %" PRIu64 ": %s (signal %d)\n", board->seed,
           sig == SIGXCPU ? "hangs" : "crashes", sig);
    board->failed++;
    return board->seed + 1;
}

static void run_mixes(uint64_t from, uint64_t count)
{
    struct board *const board =
        mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED)
        tap_bail("out of memory");
    memset(board, 0, sizeof *board);
    for (uint64_t seed = from; seed < from + count;) {
        const uint64_t to = seed + SHARE < from + count ? seed + SHARE : from + count;
        fflush(stdout);
        const pid_t child = fork();
        if (child < 0)
            tap_bail("cannot fork");
        if (child == 0)
            run_share(seed, to, board);
        seed = wait_share(child, to, board);
    }
    printf("# mix %" PRIu64 " took longest, %" PRIu64 " ms\n", board->slowest, board->longest);
    ok_named(board->failed == 0,
             "of %" PRIu64 " mixes %" PRIu64 " load, %" PRIu64 " are refused, %" PRIu64
             " fail; %" PRIu64 " positions",
             count, board->loaded, board->refused, board->failed, board->plies);
    ok_named(board->loaded * 3 >= count, "a third of them load");
    munmap(board, sizeof *board);
}

int main(int argc, char **argv)
{
    static char text[VARIANT_MIX_TEXT];
    if (argc > 2 && !strcmp(argv[1], "show")) {
        variant_mix(strtoull(argv[2], NULL, 10), text);
        fputs(text, stdout);
        return 0;
    }
    const uint64_t from = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    run_mixes(from,
              argc > 2 ? strtoull(argv[2], NULL, 10) : tap_env_u64("BANMEN_TEST_MIXES", MIXES));
    return tap_done();
}
