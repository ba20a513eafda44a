/* SPDX-License-Identifier: MIT */

/*
 * walk_test GAME: random games, in which every node asks everything of both instances of the
 * kernel and of the slow twin. BANMEN_TEST_PLIES sets the length.
 *
 * Every pair of squares, plain and promoting, and every drop are judged at every node, the
 * instances taking turns. Odd promotions are judged at every 16th node, the slow generator is
 * asked at every 4th: a million nodes must not take hours.
 */

#include "banmen/notation.h"
#include "base/random.h"
#include "kernel/kernel.h"
#include "slow.h"
#include "tap.h"

enum { MAX_GAME = 200, MAX_ISAS = 2, ODD_EVERY = 16, SLOW_EVERY = 4, PERFT_EVERY = 64 };

/* What is checked; one line of TAP each. */
#define CHECK_MAP(X)                                                 \
    X(LOADS, "every start position loads")                           \
    X(KEY, "the key equals the key from scratch")                    \
    X(SOUND, "every incremental value is right")                     \
    X(COUNT, "the fast count equals the listed count")               \
    X(PERFT, "perft 2 equals the counts after every move")           \
    X(LEGAL, "every generated move is judged legal")                 \
    X(ILLEGAL, "everything else is judged illegal")                  \
    X(CHECKERS, "checks equal attackers from scratch")               \
    X(ATTACKERS, "attackers of any square equal those from scratch") \
    X(UNMAKE, "unmake restores every byte")                          \
    X(BOARD, "the board equals the one that the slow twin plays")    \
    X(MOVES_TO, "moves to a square equal those of the list")         \
    X(SLOW, "the list equals the slow twin's")                       \
    X(INSTANCES, "the instances agree on keys, moves and counts")

enum check {
#define X(name, text) CHECK_##name,
    CHECK_MAP(X)
#undef X
        CHECKS
};

enum { PLIES = 100000 };

struct game {
    const char *name;
    const struct bm_rules *(*rules)(void);
    const struct slow_rules *slow;
    unsigned flags;
    const char *starts[16];
};

static const struct game games[] = {
    {
        .name = "chess",
        .rules = bm_rules_chess,
        .slow = &bm_slow_chess,
        .starts =
            {
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
                "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
                "qqqqk3/8/8/2p1p1p1/1P1P1P2/8/8/3KQQQQ w - - 0 1",
                "3qk3/8/3r1b2/1pPpP3/2B1R3/8/8/3K2Q1 w - d6 0 2",
                "8/8/1k6/3Pp3/8/8/4K2B/8 w - e6 0 1",
            },
    },
    {
        .name = "chess960",
        .rules = bm_rules_chess960,
        .slow = &bm_slow_chess960,
        .flags = BM_LOAD_CHESS960,
        .starts =
            {
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
                "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
                "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
                "5krr/8/8/8/8/8/8/RKR5 w CAhg - 0 1",
                "4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1",
                "r1r1k3/8/8/8/8/8/8/R1R1K3 w CAca - 0 1",
                "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1",
            },
    },
    {
        .name = "shogi",
        .rules = bm_rules_shogi,
        .slow = &bm_slow_shogi,
        .starts =
            {
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
                "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
                "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
                "4k4/9/9/9/9/9/9/9/4K4 b RBGSNL9Prb3g3s3n3l9p 1",
                "k8/9/1G7/9/9/9/9/9/8K b 9P2r2b3g4s4n4l9p 1",
                "7k1/7p1/7P1/9/9/9/9/9/K8 b RB2G2S2N2L8Prb2g2s2n2l8p 1",
                "+R1+B1k1+b1+r/9/+P+P+P3+p+p+p/9/9/9/+N+N+N+S+L+n+l+s+s/9/4K4 b GS6P3gl6p 1",
                "kng4nl/ls1r5/pp1gpsbpp/2pp1pp2/7P1/PPPPP1P2/1SB1SP2P/1KG1G2R1/LN5NL b - 1",
                "1nkg1B2l/1r5+P1/2p1+NpB2/K2Ps1S1p/1pS6/2Pn4P/1Ps+n5/9/G2G1G2L w RL6Pl3p 1",
                "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1",
            },
    },
};

struct walk {
    const struct game *game;
    const struct slow_rules *slow;
    const struct bm_kernel *isa[MAX_ISAS];
    unsigned isas;
    void *pos[MAX_ISAS], *spare, *undo;
    struct bm_setup shadow; /* the same game as the slow twin plays it */
    uint64_t rng, nodes, failures[CHECKS];
    uint8_t *listed; /* by index_of(): whether the move was generated at this node */
    bm_move list[MAX_ISAS][BM_MAX_MOVES];
    size_t count;
};

/* The first failures of each check are shown with the position. */
static void expect(struct walk *w, enum check check, bool pass, bm_move m)
{
    char fen[256], text[16];
    if (pass || w->failures[check]++ >= 3)
        return;
    bm_position_format(&w->shadow, w->game->rules(), 0, fen, sizeof fen);
    bm_move_format(m, w->game->rules(), text, sizeof text);
    printf("# check %d, move %s, position %s\n", (int)check, text, fen);
}

static const bm_move no_move = {BM_MOVE_NONE};

/* Drops, promotions (15 at most), from and to (81 at most) folded into one number. */
static size_t index_of(bm_move m)
{
    const size_t promote = bm_move_promotes(m) ? bm_move_promotion(m) + 1u : 0;
    return ((bm_move_is_drop(m) * 17u + promote) * 81u + bm_move_from(m)) * 81u + bm_move_to(m);
}
enum { INDEX_END = 2 * 17 * 81 * 81 };

static int compare_moves(const void *a, const void *b)
{
    const uint32_t x = ((const bm_move *)a)->bits, y = ((const bm_move *)b)->bits;
    return (x > y) - (x < y);
}

static int compare_squares(const void *a, const void *b)
{
    return *(const bm_sq *)a - *(const bm_sq *)b;
}

/* Two sets of squares are the same; `got` is sorted in place. */
static bool same_squares(bm_sq *got, unsigned n, const bm_sq *want, unsigned want_n)
{
    qsort(got, n, sizeof *got, compare_squares);
    return n == want_n && !memcmp(got, want, n * sizeof *got);
}

static void check_values(struct walk *w)
{
    for (unsigned i = 0; i < w->isas; i++) {
        const struct bm_kernel *const k = w->isa[i];
        const uint64_t key = ((const struct bm_head *)w->pos[i])->key;
        expect(w, CHECK_KEY, key == k->slow_key(w->pos[i]), no_move);
        expect(w, CHECK_INSTANCES, key == ((const struct bm_head *)w->pos[0])->key, no_move);
        expect(w, CHECK_SOUND, k->sound(w->pos[i]), no_move);
    }
}

static void check_lists(struct walk *w)
{
    for (unsigned i = 0; i < w->isas; i++) {
        const struct bm_kernel *const k = w->isa[i];
        const size_t n = k->moves(w->pos[i], w->list[i]);
        qsort(w->list[i], n, sizeof(bm_move), compare_moves);
        w->count = i ? w->count : n;
        expect(w, CHECK_COUNT, n == k->count(w->pos[i]), no_move);
        expect(w, CHECK_COUNT, (n != 0) == k->can_move(w->pos[i]), no_move);
        expect(w, CHECK_COUNT, n == k->perft(w->pos[i], 1), no_move);
        expect(w, CHECK_INSTANCES,
               n == w->count && !memcmp(w->list[i], w->list[0], n * sizeof(bm_move)), no_move);
    }
}

/* Every kind to every square: all of the list, each once, and nothing else. */
static void check_moves_to(struct walk *w)
{
    for (unsigned i = 0; i < w->isas; i++) {
        const struct bm_kernel *const k = w->isa[i];
        bm_move all[BM_MAX_MOVES];
        size_t n = 0;
        for (unsigned kind = 0; kind < w->slow->kinds; kind++)
            for (bm_sq to = 0; to < w->slow->squares; to++) {
                bm_move found[BM_MAX_MOVES];
                const size_t here = k->moves_to(w->pos[i], kind, to, found);
                for (size_t j = 0; j < here && n < BM_MAX_MOVES; j++) {
                    const bm_sq from = bm_move_from(found[j]);
                    const bool drop = bm_move_is_drop(found[j]);
                    expect(w, CHECK_MOVES_TO,
                           bm_move_to(found[j]) == to &&
                               (drop ? from : bm_piece_kind(w->shadow.board[from])) == kind,
                           found[j]);
                    all[n++] = found[j];
                }
            }
        qsort(all, n, sizeof *all, compare_moves);
        expect(w, CHECK_MOVES_TO, n == w->count && !memcmp(all, w->list[0], n * sizeof *all),
               no_move);
    }
}

static void check_slow_list(struct walk *w)
{
    bm_move slow[BM_MAX_MOVES];
    const size_t n = w->slow->moves(&w->shadow, slow);
    qsort(slow, n, sizeof *slow, compare_moves);
    if (n == w->count && !memcmp(slow, w->list[0], n * sizeof *slow))
        return;
    size_t i = 0;
    while (i < n && i < w->count && bm_move_equal(slow[i], w->list[0][i]))
        i++;
    expect(w, CHECK_SLOW, false,
           i >= n                                                         ? w->list[0][i]
           : i >= w->count || compare_moves(&slow[i], &w->list[0][i]) < 0 ? slow[i]
                                                                          : w->list[0][i]);
}

/* The e.p. square must be there exactly if a capture is legal; the twin sets it always. */
static void check_board(struct walk *w)
{
    struct bm_setup want = w->shadow;
    bool capturable = false;
    for (size_t i = 0; want.has_ep && i < w->count; i++)
        capturable |= w->slow->is_en_passant(&want, w->list[0][i]);
    want.has_ep = capturable;
    want.ep = capturable ? want.ep : 0;
    for (unsigned i = 0; i < w->isas; i++) {
        struct bm_setup got;
        memset(&got, 0, sizeof got);
        w->isa[i]->save(w->pos[i], &got);
        got.ep = got.has_ep ? got.ep : 0;
        expect(w, CHECK_BOARD,
               !memcmp(got.board, want.board, sizeof got.board) &&
                   !memcmp(got.hand, want.hand, sizeof got.hand) && got.turn == want.turn &&
                   got.has_ep == want.has_ep && got.ep == want.ep &&
                   got.castling[0] == want.castling[0] && got.quiet == want.quiet &&
                   got.number == want.number,
               no_move);
    }
}

static void check_attacks(struct walk *w)
{
    bm_sq want[BM_MAX_SQUARES], got[BM_MAX_SQUARES];
    const unsigned turn = w->shadow.turn;
    unsigned n = 0;
    for (unsigned sq = 0; sq < w->slow->squares; sq++)
        if (w->shadow.board[sq] == bm_piece_of(w->slow->king, turn))
            n = w->slow->attackers(&w->shadow, (bm_sq)sq, !turn, want);
    for (unsigned i = 0; i < w->isas; i++) {
        const unsigned found = w->isa[i]->checkers(w->pos[i], got);
        expect(w, CHECK_CHECKERS, same_squares(got, found, want, n), no_move);
        expect(w, CHECK_CHECKERS, w->isa[i]->in_check(w->pos[i]) == (n != 0), no_move);
    }
    const bm_sq any = (bm_sq)(bm_random(&w->rng) % w->slow->squares);
    for (unsigned side = 0; side < 2; side++) {
        n = w->slow->attackers(&w->shadow, any, side, want);
        for (unsigned i = 0; i < w->isas; i++) {
            const unsigned found = w->isa[i]->attackers(w->pos[i], any, side, got);
            expect(w, CHECK_ATTACKERS, same_squares(got, found, want, n),
                   bm_move_plain(any, any));
        }
    }
}

static void judge(struct walk *w, bm_move m)
{
    const unsigned i = (unsigned)(w->nodes % w->isas);
    const bool legal = w->isa[i]->judge(w->pos[i], m) == 0;
    if (legal != (w->listed[index_of(m)] != 0))
        expect(w, legal ? CHECK_ILLEGAL : CHECK_LEGAL, false, m);
}

static void judge_pair(struct walk *w, bm_sq from, bm_sq to, bool odd)
{
    const bm_piece p = w->shadow.board[from];
    judge(w, bm_move_plain(from, to));
    if (w->slow->squares == 64) {
        const bool pawn = p && bm_piece_kind(p) == BM_CHESS_PAWN;
        judge(w, bm_move_promoting(from, to, BM_CHESS_QUEEN));
        for (unsigned kind = BM_CHESS_KNIGHT; (pawn || odd) && kind < BM_CHESS_QUEEN; kind++)
            judge(w, bm_move_promoting(from, to, kind));
    } else {
        judge(w, bm_move_promoting(from, to, p ? bm_piece_kind(p) | 8u : BM_SHOGI_TOKIN));
    }
    if (odd)
        judge(w, bm_move_promoting(from, to, (unsigned)(w->nodes >> 4) % w->slow->kinds));
}

static void check_judging(struct walk *w)
{
    const bool odd = w->nodes % ODD_EVERY == 0;
    const bool hands = w->slow->squares != 64;
    const unsigned squares = w->slow->squares;

    for (size_t i = 0; i < w->count; i++)
        w->listed[index_of(w->list[0][i])] = 1;
    for (size_t i = 0; i < w->count; i++)
        for (unsigned k = 0; k < w->isas; k++)
            expect(w, CHECK_LEGAL, !w->isa[k]->judge(w->pos[k], w->list[0][i]), w->list[0][i]);
    for (unsigned from = 0; from < squares; from++)
        for (unsigned to = 0; to < squares; to++)
            judge_pair(w, (bm_sq)from, (bm_sq)to, odd);
    for (unsigned kind = 0; (hands || odd) && kind < (odd ? w->slow->kinds : 7u); kind++)
        for (unsigned to = 0; to < squares; to++)
            judge(w, bm_move_drop(kind, (bm_sq)to));
    for (size_t i = 0; i < w->count; i++)
        w->listed[index_of(w->list[0][i])] = 0;
}

static void check_children(struct walk *w)
{
    const bool deep = w->nodes % PERFT_EVERY == 0;
    for (unsigned k = 0; k < w->isas; k++) {
        const struct bm_kernel *const isa = w->isa[k];
        uint64_t leaves = 0;
        memcpy(w->spare, w->pos[k], isa->pos_size);
        for (size_t i = 0; i < w->count; i++) {
            const bm_move m = w->list[0][i];
            isa->make(w->pos[k], m, w->undo);
            if (deep) {
                const uint64_t key = ((const struct bm_head *)w->pos[k])->key;
                expect(w, CHECK_KEY, key == isa->slow_key(w->pos[k]), m);
                expect(w, CHECK_SOUND, isa->sound(w->pos[k]), m);
                leaves += isa->count(w->pos[k]);
            }
            isa->unmake(w->pos[k], m, w->undo);
            expect(w, CHECK_UNMAKE, !memcmp(w->spare, w->pos[k], isa->pos_size), m);
        }
        if (deep)
            expect(w, CHECK_PERFT, leaves == isa->perft(w->pos[k], 2), no_move);
    }
}

static bool start(struct walk *w, const char *text)
{
    struct bm_setup setup;
    bool loaded = !bm_position_parse(&setup, w->game->rules(), text, strlen(text), 0, NULL);
    for (unsigned i = 0; loaded && i < w->isas; i++) {
        memset(w->pos[i], 0, w->isa[i]->pos_size);
        loaded = !(w->isa[i]->load(w->pos[i], &setup, NULL, w->game->flags) & BM_DEFECTS_HARD);
    }
    if (loaded) {
        memset(&w->shadow, 0, sizeof w->shadow);
        w->isa[0]->save(w->pos[0], &w->shadow);
    } else {
        printf("# does not load: %s\n", text);
        w->failures[CHECK_LOADS]++;
    }
    return loaded;
}

/* One game to its end, or to MAX_GAME plies, or until the nodes are used up. */
static void play(struct walk *w, uint64_t end)
{
    for (unsigned ply = 0; ply < MAX_GAME && w->nodes < end; ply++, w->nodes++) {
        check_values(w);
        check_lists(w);
        check_board(w);
        check_attacks(w);
        check_judging(w);
        check_children(w);
        check_moves_to(w);
        if (w->nodes % SLOW_EVERY == 0)
            check_slow_list(w);
        if (!w->count)
            return;
        const bm_move m = w->list[0][bm_random(&w->rng) % w->count];
        for (unsigned i = 0; i < w->isas; i++)
            w->isa[i]->make(w->pos[i], m, w->undo);
        w->slow->make(&w->shadow, m);
    }
}

static void add_isa(struct walk *w, const struct bm_kernel *kernel)
{
    w->isa[w->isas] = kernel;
    w->pos[w->isas] = aligned_alloc(64, (kernel->pos_size + 63u) & ~63u);
    if (!w->pos[w->isas++])
        tap_bail("out of memory");
}

static void add_isas(struct walk *w)
{
    const bool chess = w->slow->squares == 64;
    add_isa(w, chess ? &bm_chess_baseline_kernel : &bm_shogi_baseline_kernel);
#ifdef BM_HAVE_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        add_isa(w, chess ? &bm_chess_avx2_kernel : &bm_shogi_avx2_kernel);
#endif
    uint32_t pos_size = 0, undo_size = 0;
    for (unsigned i = 0; i < w->isas; i++) {
        pos_size = pos_size > w->isa[i]->pos_size ? pos_size : w->isa[i]->pos_size;
        undo_size = undo_size > w->isa[i]->undo_size ? undo_size : w->isa[i]->undo_size;
    }
    w->spare = aligned_alloc(64, (pos_size + 63u) & ~63u);
    w->undo = aligned_alloc(64, (undo_size + 63u) & ~63u);
    w->listed = calloc(INDEX_END, 1);
    if (!w->spare || !w->undo || !w->listed)
        tap_bail("out of memory");
}

int main(int argc, char **argv)
{
    static struct walk w;
    for (size_t i = 0; argc == 2 && i < sizeof games / sizeof *games; i++)
        if (!strcmp(argv[1], games[i].name))
            w.game = &games[i];
    if (!w.game)
        tap_bail("usage: walk_test chess|chess960|shogi");
    w.slow = w.game->slow;
    w.rng = 20240229;
    add_isas(&w);

    const uint64_t end = tap_env_u64("BANMEN_TEST_PLIES", PLIES);
    for (unsigned i = 0; w.nodes < end; i++) {
        const unsigned n = sizeof w.game->starts / sizeof *w.game->starts;
        const char *const text = w.game->starts[i % n];
        if (text && start(&w, text))
            play(&w, end);
        if (w.failures[CHECK_LOADS] > n)
            break;
    }

    static const char *const texts[] = {
#define X(name, text) text,
        CHECK_MAP(X)
#undef X
    };
    for (unsigned c = 0; c < CHECKS; c++)
        ok_named(w.failures[c] == 0, "%s: %s (%" PRIu64 " nodes, %u instances)", w.game->name,
                 texts[c], w.nodes, w.isas);
    const struct bm_rules_info *const info = bm_rules_info(w.game->rules());
    for (unsigned i = 0; i < w.isas; i++)
        ok_named(info->squares == w.slow->squares && info->kinds == w.slow->kinds &&
                     info->max_moves == w.isa[i]->max_moves,
                 "%s: the public numbers are those of the kernel", w.game->name);
    for (unsigned i = 0; i < w.isas; i++)
        free(w.pos[i]);
    free(w.spare);
    free(w.undo);
    free(w.listed);
    return tap_done();
}
