/* SPDX-License-Identifier: MIT */

/*
 * variant_walk_test [NAME...]: random games of every variant of the library by the generic
 * kernel, chess and shogi included, in which every node asks everything of both instances and
 * holds the answers against each other. BANMEN_TEST_VARIANTS sets the plies of each variant.
 */

#include "banmen/notation.h"
#include "banmen/variant.h"
#include "base/random.h"
#include "generators.h"
#include "rules/bind.h"
#include "tap.h"

enum { MAX_GAME = 90, MAX_ISAS = 2, PLIES = 1200, PERFT_EVERY = 24, TALK_EVERY = 8, ODD = 24 };

/* What is checked, in the words of a failure. */
#define CHECK_MAP(X)                                            \
    X(LOADS, "the start position loads")                        \
    X(KEY, "the key equals the key from scratch")               \
    X(SOUND, "every incremental value is right")                \
    X(COUNT, "the count equals the listed count")               \
    X(ONCE, "no move is listed twice")                          \
    X(ROOM, "no list is longer than the rules say")             \
    X(PERFT, "perft 2 equals the counts after every move")      \
    X(LEGAL, "every listed move is judged legal")               \
    X(ILLEGAL, "everything else is judged illegal")             \
    X(TALK, "every refusal has its sentence")                   \
    X(UNMAKE, "unmake restores every byte")                     \
    X(SAVED, "a saved position has the same key when loaded")   \
    X(AGAIN, "a saved position has the same moves when loaded") \
    X(MOVES_TO, "moves to a square equal those of the list")    \
    X(CHECKS, "being in check equals having checkers")          \
    X(GENERATORS, "the two generators list the same moves")     \
    X(INSTANCES, "the instances agree on keys, moves and counts")

enum check {
#define X(name, text) CHECK_##name,
    CHECK_MAP(X)
#undef X
        CHECKS
};
static const char *const texts[] = {
#define X(name, text) text,
    CHECK_MAP(X)
#undef X
};

struct walk {
    const char *name;
    const struct bm_rules *rules;
    struct bm_ctx *ctx;
    struct instance isa[MAX_ISAS];
    unsigned isas;
    void *pos[MAX_ISAS], *spare, *undo;
    uint64_t rng, nodes, failures[CHECKS];
    bm_move list[MAX_ISAS][BM_MAX_MOVES], other[BM_MAX_MOVES];
    size_t count;
};

static const bm_move no_move = {BM_MOVE_NONE};

static unsigned dice(struct walk *w, size_t n) { return (unsigned)(bm_random(&w->rng) % n); }

/* The first failures of each check are shown with the position. */
static void expect(struct walk *w, enum check check, bool pass, bm_move m)
{
    char fen[BM_POSITION_TEXT], text[BM_COORDINATES];
    struct bm_setup setup;
    if (pass || w->failures[check]++ >= 2)
        return;
    w->isa[0].k->save(w->pos[0], &setup);
    bm_position_format(&setup, w->rules, 0, fen, sizeof fen);
    bm_move_format(m, w->rules, text, sizeof text);
    printf("# %s: not so: %s; move %s (%08" PRIx32 "), position %s\n", w->name, texts[check],
           m.bits ? text : "-", m.bits, fen);
}

static int compare_moves(const void *a, const void *b)
{
    const uint32_t x = ((const bm_move *)a)->bits, y = ((const bm_move *)b)->bits;
    return (x > y) - (x < y);
}

static void sort(bm_move *list, size_t n) { qsort(list, n, sizeof *list, compare_moves); }

/* Two sorted lists are the same; if not, a move that only one of them has. */
static bool same_moves(const bm_move *a, size_t n, const bm_move *b, size_t m, bm_move *odd)
{
    size_t i = 0;
    while (i < n && i < m && a[i].bits == b[i].bits)
        i++;
    *odd = i < n && (i >= m || a[i].bits < b[i].bits) ? a[i] : i < m ? b[i] : no_move;
    return i == n && i == m;
}

static bool is_listed(const struct walk *w, bm_move m)
{
    return bsearch(&m, w->list[0], w->count, sizeof m, compare_moves) != NULL;
}

static void check_values(struct walk *w)
{
    bm_sq by[BM_MAX_SQUARES];
    for (unsigned i = 0; i < w->isas; i++) {
        const struct bm_kernel *const k = w->isa[i].k;
        const uint64_t key = ((const struct bm_head *)w->pos[i])->key;
        expect(w, CHECK_KEY, key == k->slow_key(w->pos[i]), no_move);
        expect(w, CHECK_INSTANCES, key == ((const struct bm_head *)w->pos[0])->key, no_move);
        expect(w, CHECK_SOUND, k->sound(w->pos[i]), no_move);
        if (k->checkers(w->pos[i], by) != 0)
            expect(w, CHECK_CHECKS,
                   k->in_check(w->pos[i]) || w->rules->game->royal != BM_ROYAL_ANY, no_move);
        else
            expect(w, CHECK_CHECKS,
                   !k->in_check(w->pos[i]) || w->rules->game->royal != BM_ROYAL_ANY ||
                       w->rules->game->multi,
                   no_move);
    }
}

/* What both generators say; neither asks whether the board has ended the game. */
static void check_generators(struct walk *w, unsigned i)
{
    enum bm_result result;
    bm_move odd;
    const struct front *const front = w->pos[i];
    if (!front->fast || w->isa[i].k->over(w->pos[i], &result) != BM_REASON_NONE)
        return;
    const size_t n = w->isa[i].slow(w->pos[i], w->other, 0);
    sort(w->other, n);
    static bm_move fast[BM_MAX_MOVES];
    const size_t m = w->isa[i].fast(w->pos[i], fast, 0);
    sort(fast, m);
    expect(w, CHECK_GENERATORS, same_moves(w->other, n, fast, m, &odd), odd);
}

static void check_lists(struct walk *w)
{
    for (unsigned i = 0; i < w->isas; i++) {
        const struct bm_kernel *const k = w->isa[i].k;
        bm_move odd;
        const size_t n = k->moves(w->pos[i], w->list[i]);
        sort(w->list[i], n);
        w->count = i ? w->count : n;
        expect(w, CHECK_COUNT, n == k->count(w->pos[i]), no_move);
        expect(w, CHECK_COUNT, (n != 0) == k->can_move(w->pos[i]), no_move);
        expect(w, CHECK_COUNT, n == k->perft(w->pos[i], 1), no_move);
        expect(w, CHECK_ROOM, n <= w->rules->game->max_moves, no_move);
        for (size_t j = 1; j < n; j++)
            expect(w, CHECK_ONCE, w->list[i][j].bits != w->list[i][j - 1].bits, w->list[i][j]);
        expect(w, CHECK_INSTANCES, same_moves(w->list[i], n, w->list[0], w->count, &odd), odd);
        check_generators(w, i);
    }
}

/* One square at a node, all kinds: what the list has for it. */
static void check_moves_to(struct walk *w)
{
    const unsigned i = (unsigned)(w->nodes % w->isas);
    const struct bm_kernel *const k = w->isa[i].k;
    const bm_move some = w->count ? w->list[0][dice(w, w->count)] : no_move;
    const bm_sq to = bm_move_is_pass(some) ? 0 : bm_move_to(some);
    for (unsigned kind = 0; kind < w->rules->game->kinds; kind++) {
        const size_t n = k->moves_to(w->pos[i], kind, to, w->other);
        size_t want = 0;
        sort(w->other, n);
        for (size_t j = 0; j < w->count; j++) {
            const bm_move m = w->list[0][j];
            const bm_sq from = bm_move_from(m);
            if (bm_move_is_pass(m) || bm_move_to(m) != to ||
                (bm_move_is_drop(m) ? from : bm_piece_kind(k->piece(w->pos[i], from))) != kind)
                continue;
            expect(w, CHECK_MOVES_TO, want < n && w->other[want].bits == m.bits, m);
            want++;
        }
        expect(w, CHECK_MOVES_TO, want == n, no_move);
    }
}

/* A move that somebody might try: near a legal one, between squares, a drop, or any bits. */
static bm_move try_move(struct walk *w)
{
    const struct bm_compiled *const g = w->rules->game;
    const unsigned a = dice(w, g->squares), b = dice(w, g->squares), kind = dice(w, g->kinds);
    bm_move m = w->count ? w->list[0][dice(w, w->count)] : no_move;
    switch (dice(w, 10)) {
    case 0: return (bm_move){m.bits ^ 1u << dice(w, 32)};
    case 1: return bm_move_promoting(bm_move_from(m), bm_move_to(m), kind);
    case 2: return bm_move_gating(bm_move_plain(bm_move_from(m), bm_move_to(m)), kind, a & 1);
    case 3: return bm_move_plain((bm_sq)a, bm_move_to(m));
    case 4: return bm_move_plain(bm_move_from(m), (bm_sq)b);
    case 5: return bm_move_drop(kind, (bm_sq)b);
    case 6: return bm_move_promoting((bm_sq)a, (bm_sq)b, kind);
    case 7: return (bm_move){(uint32_t)bm_random(&w->rng)};
    case 8: return (bm_move){BM_MOVE_PASS};
    default: return bm_move_plain((bm_sq)a, (bm_sq)b);
    }
}

/* Every fault of a refused move has squares that exist, and the refusal a sentence. */
static void check_talk(struct walk *w, bm_move m, bm_faults faults)
{
    const struct bm_kernel *const k = w->isa[0].k;
    char text[512];
    for (bm_faults left = faults; left != 0; left &= left - 1) {
        struct bm_why why = {BM_SQ_NONE, BM_SQ_NONE};
        k->why(w->pos[0], m, left & (~left + 1u), &why);
        expect(w, CHECK_TALK,
               (why.by == BM_SQ_NONE || why.by < w->rules->game->squares) &&
                   (why.at == BM_SQ_NONE || why.at < w->rules->game->squares),
               m);
    }
    for (unsigned lang = 0; lang < 2; lang++)
        expect(w, CHECK_TALK,
               bm_ctx_explain(w->ctx, m, faults, (enum bm_lang)lang, text, sizeof text) > 0, m);
}

static void check_judging(struct walk *w)
{
    const unsigned i = (unsigned)(w->nodes % w->isas);
    const struct bm_kernel *const k = w->isa[i].k;
    bool talk = w->nodes % TALK_EVERY == 0;
    if (talk) {
        struct bm_setup setup;
        k->save(w->pos[i], &setup);
        talk = !bm_ctx_sync(w->ctx, &setup, NULL, NULL);
        expect(w, CHECK_SAVED, talk, no_move);
    }
    for (size_t j = w->count > 64 ? dice(w, w->count / 16) : 0;
         j<w->count; j += w->count> 64 ? w->count / 16 : 1)
        expect(w, CHECK_LEGAL, !k->judge(w->pos[i], w->list[0][j]), w->list[0][j]);
    for (unsigned j = 0; j < ODD; j++) {
        const bm_move m = try_move(w);
        const bm_faults faults = k->judge(w->pos[i], m);
        expect(w, faults ? CHECK_LEGAL : CHECK_ILLEGAL, !faults == is_listed(w, m), m);
        if (talk && faults)
            check_talk(w, m, faults);
    }
}

/*
 * Once back, the position is saved as before, and the next time back not a byte is different.
 * (Captures en passant that are no more may leave a trace the first time.)
 */
static void check_unmake(struct walk *w, unsigned i, bm_move m, const struct bm_setup *before)
{
    const struct bm_kernel *const k = w->isa[i].k;
    struct bm_setup after;
    const uint64_t key = ((const struct bm_head *)w->pos[i])->key;
    k->make(w->pos[i], m, w->undo);
    k->unmake(w->pos[i], m, w->undo);
    memcpy(w->spare, w->pos[i], k->pos_size);
    k->save(w->pos[i], &after);
    expect(w, CHECK_UNMAKE,
           !memcmp(before, &after, sizeof after) &&
               ((const struct bm_head *)w->pos[i])->key == key,
           m);
    k->make(w->pos[i], m, w->undo);
    k->unmake(w->pos[i], m, w->undo);
    expect(w, CHECK_UNMAKE, !memcmp(w->spare, w->pos[i], k->pos_size), m);
}

static void check_children(struct walk *w)
{
    const unsigned i = (unsigned)(w->nodes / PERFT_EVERY % w->isas);
    const struct bm_kernel *const k = w->isa[i].k;
    struct bm_setup before;
    uint64_t leaves = 0;
    k->save(w->pos[i], &before);
    for (size_t j = 0; j < w->count; j++)
        check_unmake(w, i, w->list[0][j], &before);
    expect(w, CHECK_SOUND, k->sound(w->pos[i]), no_move);
    if (w->nodes % PERFT_EVERY)
        return;
    for (size_t j = 0; j < w->count; j++) {
        const bm_move m = w->list[0][j];
        k->make(w->pos[i], m, w->undo);
        const uint64_t key = ((const struct bm_head *)w->pos[i])->key;
        const bool same = key == k->slow_key(w->pos[i]), sound = k->sound(w->pos[i]);
        leaves += k->count(w->pos[i]);
        k->unmake(w->pos[i], m, w->undo);
        expect(w, CHECK_KEY, same, m);
        expect(w, CHECK_SOUND, sound, m);
    }
    expect(w, CHECK_PERFT, leaves == k->perft(w->pos[i], 2), no_move);
}

/* What is saved is the position: the same key and moves when it is loaded. */
static void check_saved(struct walk *w)
{
    const unsigned i = (unsigned)(w->nodes % w->isas);
    const struct bm_kernel *const k = w->isa[i].k;
    struct bm_setup setup;
    bm_move odd = no_move;
    k->save(w->pos[i], &setup);
    memset(w->spare, 0, k->pos_size);
    const bm_defects defects = k->load(w->spare, &setup, w->rules->game, 0);
    const bool loads = !(defects & ~(bm_defects)BM_DEFECT_ROYAL_HANGS);
    expect(w, CHECK_SAVED, loads, no_move);
    if (!loads)
        return;
    expect(w, CHECK_SAVED,
           ((const struct bm_head *)w->spare)->key == ((const struct bm_head *)w->pos[i])->key,
           no_move);
    const size_t n = k->moves(w->spare, w->other);
    sort(w->other, n);
    expect(w, CHECK_AGAIN, same_moves(w->other, n, w->list[0], w->count, &odd), odd);
}

static bool start(struct walk *w)
{
    struct bm_setup setup;
    bm_setup_start(&setup, w->rules);
    for (unsigned i = 0; i < w->isas; i++) {
        memset(w->pos[i], 0, w->isa[i].k->pos_size);
        if (w->isa[i].k->load(w->pos[i], &setup, w->rules->game, 0)) {
            w->failures[CHECK_LOADS]++;
            return false;
        }
    }
    return true;
}

/* One game to its end, or to MAX_GAME plies, or until the nodes are used up. */
static void play(struct walk *w, uint64_t end)
{
    for (unsigned ply = 0; ply < MAX_GAME && w->nodes < end; ply++, w->nodes++) {
        check_values(w);
        check_lists(w);
        check_saved(w);
        check_judging(w);
        check_children(w);
        check_moves_to(w);
        if (!w->count)
            return;
        const bm_move m = w->list[0][dice(w, w->count)];
        for (unsigned i = 0; i < w->isas; i++)
            w->isa[i].k->make(w->pos[i], m, w->undo);
    }
}

static void *room(size_t size)
{
    void *const mem = aligned_alloc(64, (size + 63u) & ~(size_t)63u);
    if (!mem)
        tap_bail("out of memory");
    return mem;
}

static void add_isas(struct walk *w)
{
    const unsigned width = w->rules->game->words / 2u; /* 1, 2, 4 */
    w->isa[w->isas++] = baseline[width];
#ifdef BM_HAVE_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        w->isa[w->isas++] = avx2[width];
#endif
    for (unsigned i = 0; i < w->isas; i++)
        w->pos[i] = room(w->isa[i].k->pos_size);
    w->spare = room(w->isa[0].k->pos_size);
    w->undo = room(w->isa[0].k->undo_size);
}

static void walk_variant(const struct bm_variant *v, uint64_t plies)
{
    static struct walk w;
    memset(&w, 0, sizeof w);
    w.name = v->name;
    w.rng = 20240229;
    if (bm_rules_load_as(&w.rules, v->text, v->len, NULL, NULL, true) ||
        bm_ctx_create(&w.ctx, w.rules, 4)) {
        ok_named(false, "%s loads", v->name);
        bm_rules_release(w.rules);
        return;
    }
    add_isas(&w);
    while (w.nodes < plies && start(&w)) {
        play(&w, plies);
        w.nodes++;
    }
    uint64_t failures = 0;
    char wrong[1024] = "";
    size_t n = 0;
    for (unsigned c = 0; c < CHECKS; c++) {
        failures += w.failures[c];
        if (w.failures[c] && n < sizeof wrong)
            n += (size_t)snprintf(wrong + n, sizeof wrong - n, "; not so: %s (%" PRIu64 ")",
                                  texts[c], w.failures[c]);
    }
    ok_named(failures == 0, "%s: %" PRIu64 " nodes, %u instances%s", v->name, w.nodes, w.isas,
             wrong);
    for (unsigned i = 0; i < w.isas; i++)
        free(w.pos[i]);
    free(w.spare);
    free(w.undo);
    bm_ctx_destroy(w.ctx);
    bm_rules_release(w.rules);
}

int main(int argc, char **argv)
{
    const uint64_t plies = tap_env_u64("BANMEN_TEST_VARIANTS", PLIES);
    const struct bm_variant *v;
    for (unsigned i = 0; (v = bm_variant_at(i)) != NULL; i++) {
        bool wanted = argc < 2;
        for (int a = 1; a < argc; a++)
            wanted |= !strcmp(argv[a], v->name);
        if (wanted)
            walk_variant(v, plies);
    }
    return tap_done();
}
