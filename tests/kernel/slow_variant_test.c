/* SPDX-License-Identifier: MIT */

/*
 * Random games of every variant that the slow twin knows: the same moves, the same boards, the
 * same checks as the kernel has. BANMEN_TEST_VARIANTS sets the plies of each variant.
 */

#include "slow_variant.h"

#include "banmen/notation.h"
#include "banmen/variant.h"
#include "rules/bind.h"
#include "tap.h"

enum { WORK = 6 << 20, PLIES = 300, MAX_GAME = 75, LEAST = 60 };

struct walk {
    struct bm_desc d;
    const char *name;
    const struct bm_rules *rules;
    struct bm_ctx *ctx;
    struct bm_setup s; /* the same game as the slow twin plays it */
    uint64_t rng, plies, failures;
    bm_move fast[BM_MAX_MOVES], slow[BM_MAX_MOVES];
};

static unsigned dice(struct walk *w, size_t n)
{
    w->rng = w->rng * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((w->rng >> 33) % n);
}

static int compare_moves(const void *a, const void *b)
{
    const uint32_t x = ((const bm_move *)a)->bits, y = ((const bm_move *)b)->bits;
    return (x > y) - (x < y);
}

static void complain(struct walk *w, const char *what, bm_move m)
{
    char fen[BM_POSITION_TEXT], text[BM_COORDINATES];
    if (w->failures++ >= 3)
        return;
    bm_ctx_format(w->ctx, 0, fen, sizeof fen);
    bm_move_format(m, w->rules, text, sizeof text);
    printf("# %s: %s: %s in %s\n", w->name, what, text, fen);
}

static void compare_lists(struct walk *w, size_t n, size_t m)
{
    size_t i = 0;
    qsort(w->fast, n, sizeof(bm_move), compare_moves);
    qsort(w->slow, m, sizeof(bm_move), compare_moves);
    while (i < n && i < m && bm_move_equal(w->fast[i], w->slow[i]))
        i++;
    if (i == n && i == m)
        return;
    if (i < n && (i == m || w->fast[i].bits < w->slow[i].bits))
        complain(w, "only the kernel has", w->fast[i]);
    else
        complain(w, "only the slow twin has", w->slow[i]);
}

static void compare_boards(struct walk *w)
{
    struct bm_setup now;
    bm_ctx_setup(w->ctx, &now);
    if (memcmp(now.board, w->s.board, sizeof now.board) ||
        memcmp(now.hand, w->s.hand, sizeof now.hand) || now.turn != w->s.turn)
        complain(w, "another board", (bm_move){BM_MOVE_NONE});
    if ((bm_ctx_checks(w->ctx, NULL) != 0) != slow_variant_checked(&w->d, &w->s, w->s.turn))
        complain(w, "another check", (bm_move){BM_MOVE_NONE});
}

/* Everything as at the start, but nobody may castle. */
static bool start(struct walk *w)
{
    bm_setup_start(&w->s, w->rules);
    memset(w->s.castling, 0, sizeof w->s.castling);
    return !bm_ctx_sync(w->ctx, &w->s, NULL, NULL);
}

/* Until the game ends; a board that has ended it has no moves for the kernel. */
static void play(struct walk *w, uint64_t plies)
{
    for (unsigned ply = 0; ply < MAX_GAME && w->plies < plies && !w->failures; ply++) {
        struct bm_outcome o;
        const size_t n = bm_ctx_moves(w->ctx, w->fast, BM_MAX_MOVES);
        compare_boards(w);
        bm_ctx_outcome(w->ctx, &o);
        if (o.reason == BM_REASON_GOAL || o.reason == BM_REASON_EXTINCT ||
            o.reason == BM_REASON_CHECKS)
            return;
        compare_lists(w, n, slow_variant_moves(&w->d, &w->s, w->slow));
        w->plies++;
        if (o.result != BM_ONGOING || !n || w->failures)
            return;
        /* Captures are made more often than chance has them: boards become open. */
        bm_move m = w->fast[dice(w, n)];
        for (unsigned i = 0; i < 3 && !(bm_move_is_drop(m) ? 0 : w->s.board[bm_move_to(m)]);
             i++)
            m = w->fast[dice(w, n)];
        slow_variant_make(&w->d, &w->s, m);
        if (bm_ctx_play(w->ctx, m))
            complain(w, "refused", m);
    }
}

static bool check_variant(struct walk *w, const struct bm_variant *v, void *work,
                          uint64_t plies)
{
    struct bm_issues issues = {0};
    struct bm_findings report = {.issues = &issues};
    struct bm_arena arena = {.mem = work, .size = WORK};
    memset(w, 0, sizeof *w);
    w->name = v->name;
    w->rng = 7;
    if (!bm_desc_read(&w->d, &arena, v->text, v->len, NULL, &report) ||
        bm_rules_load_as(&w->rules, v->text, v->len, NULL, NULL, true) ||
        bm_ctx_create(&w->ctx, w->rules, MAX_GAME + 1))
        tap_bail("a game of the library does not load");
    const bool known = slow_variant_knows(&w->d);
    while (known && w->plies < plies && !w->failures) {
        const uint64_t before = w->plies;
        if (start(w))
            play(w, plies);
        if (w->plies == before)
            w->failures++;
    }
    if (known)
        ok_named(w->failures == 0, "%s: %" PRIu64 " plies as the slow twin plays them", w->name,
                 w->plies);
    bm_ctx_destroy(w->ctx);
    bm_rules_release(w->rules);
    return known;
}

int main(int argc, char **argv)
{
    static struct walk w;
    const uint64_t plies = tap_env_u64("BANMEN_TEST_VARIANTS", PLIES);
    void *const work = aligned_alloc(64, WORK);
    const struct bm_variant *v;
    unsigned known = 0;
    if (!work)
        tap_bail("out of memory");
    for (unsigned i = 0; (v = bm_variant_at(i)) != NULL; i++)
        if (argc < 2 || !strcmp(argv[1], v->name))
            known += check_variant(&w, v, work, plies);
    ok_named(argc > 1 || known >= LEAST, "%u variants are known to the slow twin", known);
    free(work);
    return tap_done();
}
