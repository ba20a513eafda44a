/* SPDX-License-Identifier: MIT */
/* Moves as chess players write them: every form that is read, every refusal, and back. */
#include "banmen/notation.h"
#include "play.h"
#include "tap.h"

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const char busy[] =
    "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
static const char passing[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
static const char queens[] = "8/7k/8/2Q1Q3/8/2Q1Q3/8/K7 w - - 0 1";
static const char promoting[] = "8/P6k/8/8/8/8/7K/8 w - - 0 1";

/* One context for all of a game's positions. */
static struct bm_ctx *ctx_at(const struct bm_rules *rules, const char *fen)
{
    static struct bm_ctx *ctx;
    if (!ctx || bm_ctx_rules(ctx) != rules) {
        bm_ctx_destroy(ctx);
        ctx = new_ctx(rules, 16);
    }
    set(ctx, fen);
    return ctx;
}

static const char *coordinates(const struct bm_ctx *ctx, bm_move m)
{
    static char text[16];
    (void)bm_move_format(m, bm_ctx_rules(ctx), text, sizeof text);
    return text;
}

/* What is read, and what it means. */
static void test_forms(void)
{
    static const struct {
        const char *fen, *text, *move;
    } cases[] = {
        {start, "e4", "e2e4"},
        {start, "Nf3", "g1f3"},
        {start, "Ngf3", "g1f3"},
        {start, "N1f3", "g1f3"},
        {start, "Ng1f3", "g1f3"},
        {start, "Ng1-f3", "g1f3"},
        {start, "nf3", "g1f3"},
        {start, "g1f3", "g1f3"},
        {start, "b1-c3", "b1c3"},
        {start, "e2e4", "e2e4"},
        {start, "e2-e4", "e2e4"},
        {start, "Pe4", "e2e4"},
        {start, "pe4", "e2e4"},
        {start, "bb4", "b2b4"},
        {start, "♘f3", "g1f3"},
        {start, "♞f3", "g1f3"},
        {start,
         "♘\xef\xb8\x8e"
         "f3",
         "g1f3"},
        {start, "♙e4", "e2e4"},
        {start, "Nf3!?", "g1f3"},
        {start, " e4 ", "e2e4"},
        {start, "e4+", "e2e4"},
        {busy, "O-O", "e1g1"},
        {busy, "O-O-O", "e1c1"},
        {busy, "0-0", "e1g1"},
        {busy, "0-0-0", "e1c1"},
        {busy, "o-o", "e1g1"},
        {busy, "OO", "e1g1"},
        {busy, "OOO", "e1c1"},
        {busy, "O-O+", "e1g1"},
        {busy, "O-O!", "e1g1"},
        {busy, "0-0-0#", "e1c1"},
        {busy, "e1c1", "e1c1"},
        {busy, "e1h1", "e1g1"},
        {busy, "Ke1-g1", "e1g1"},
        {busy, "bxa8=Q", "b7a8q"},
        {busy, "bxa8Q", "b7a8q"},
        {busy, "bxa8/Q", "b7a8q"},
        {busy, "bxa8(Q)", "b7a8q"},
        {busy, "bxa8=q", "b7a8q"},
        {busy, "ba8R+", "b7a8r"},
        {busy, "b7xa8=N", "b7a8n"},
        {busy, "b7a8q", "b7a8q"},
        {busy, "b8=N+", "b7b8n"},
        {busy, "b8b", "b7b8b"},
        {busy, "b8=♕", "b7b8q"},
        {busy, "dxe6", "d5e6"},
        {busy, "de6", "d5e6"},
        {busy, "d:e6", "d5e6"},
        {busy, "d×e6", "d5e6"},
        {busy, "d5e6", "d5e6"},
        {busy, "d5xe6", "d5e6"},
        {busy, "Qxf6", "f3f6"},
        {busy, "Qf6", "f3f6"},
        {busy, "Qf3xf6", "f3f6"},
        {busy, "qf3xf6", "f3f6"},
        {busy, "Kd1", "e1d1"},
        {promoting, "a8=Q+", "a7a8q"},
        {promoting, "a8=R", "a7a8r"},
        {promoting, "a8n", "a7a8n"},
        {passing, "exd6", "e5d6"},
        {passing, "exd6 e.p.", "e5d6"},
        {passing, "exd6e.p.", "e5d6"},
        {passing, "exd6 ep", "e5d6"},
        {passing, "exd6 (ep)", "e5d6"},
        {passing, "ed6", "e5d6"},
        {passing, "e5xd6", "e5d6"},
        {queens, "Qc5d4", "c5d4"},
        {queens, "Qe5-d4", "e5d4"},
        {"4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1", "Nfd4", "f5d4"},
        {"4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1", "N3d4", "b3d4"},
        {"4k3/8/8/8/2p5/1B1B4/8/4K3 w - - 0 1", "Bbxc4", "b3c4"},
        {"4k3/8/8/8/2p5/1B1B4/8/4K3 w - - 0 1", "bb3c4", "b3c4"},
        /* One of two knights is pinned, so that the other is meant. */
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2", "g1e2"},
        {"1k6/8/8/8/8/8/8/R3K2R b KQ - 0 1", "Kc7", "b8c7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct bm_ctx *const ctx = ctx_at(bm_rules_chess(), cases[i].fen);
        struct bm_error err = {0};
        bm_move m;
        const bm_status status =
            bm_ctx_read_move(ctx, BM_STYLE_SAN, cases[i].text, strlen(cases[i].text), &m, &err);
        ok_named(status == BM_OK && !strcmp(coordinates(ctx, m), cases[i].move),
                 "'%s' is %s (%s)", cases[i].text, cases[i].move, err.what);
    }
}

/* What is refused, and the sentence. */
static void test_refusals(void)
{
    static const struct {
        const char *fen, *text;
        bm_status status;
        const char *what;
    } cases[] = {
        {start, "", BM_ESYNTAX, "a move is missing"},
        {start, "E4", BM_ESYNTAX, "this is no move"},
        {start, "NF3", BM_ESYNTAX, "this is no move"},
        {start, "e44", BM_ESYNTAX, "this is no move"},
        {start, "4e5", BM_ESYNTAX, "this is no move"},
        {start, "1.e4", BM_ESYNTAX, "this is no move"},
        {start, "--", BM_ESYNTAX, "this is no move"},
        {start, "Sf3", BM_ESYNTAX, "'S' is no piece: one of KQRBN, in English"},
        {start, "N1bc3", BM_ESYNTAX, "this is no move"},
        {start, "e8=X", BM_ESYNTAX, "'X' is no piece to promote to"},
        {start, "Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3", BM_ESYNTAX, "this is too long to be a move"},
        {start, "\xff\xfe", BM_ESYNTAX, "this is no move"},
        {queens, "Rd4", BM_ERULE, "there is no rook of the side to move"},
        {start, "e5", BM_ERULE, "no such pawn can go to e5"},
        {start, "O-O", BM_ERULE, "castling needs an empty way, and a bishop stands on f1"},
        {start, "Ke2", BM_ERULE, "e2 holds a pawn of the same side"},
        {start, "Qd4", BM_ERULE, "the pawn on d2 stands in the way from d1 to d4"},
        {start, "Ng1-g3", BM_ERULE, "a knight does not move from g1 to g3"},
        {start, "Bg1-f3", BM_ERULE, "the piece on g1 is a knight, not a bishop"},
        {start, "P@e4", BM_ERULE, "there is no pawn in hand"},
        {start, "e4=Q", BM_ERULE, "the pawn cannot promote so from e2 to e4"},
        {busy, "Kg1", BM_ERULE, "castling is written O-O or O-O-O"},
        {busy, "bxa8", BM_ERULE, "the pawn must promote on a8"},
        {busy, "bxa8=K", BM_ERULE, "the pawn cannot promote so from b7 to a8"},
        {busy, "cxb5", BM_ERULE, "a pawn does not move from c2 to b5"},
        {queens, "Q5d4", BM_ERULE, "this can mean c5d4 or e5d4: name the square"},
        {queens, "Qd4", BM_ERULE, "this can mean c3d4, e3d4, c5d4 or e5d4: name the square"},
        {"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4", BM_ERULE,
         "the knight on c3 is pinned to the king on e1 by the bishop on b4"},
        {"4k3/8/8/8/2p5/1B1B4/8/4K3 w - - 0 1", "bxc4", BM_ERULE, "no such pawn can go to c4"},
        {"1k6/8/8/8/8/8/8/R3K2R w K - 0 1", "O-O-O", BM_ERULE,
         "there is no right to castle this way"},
        {"1k3r2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", BM_ERULE,
         "the king may not castle out of, through or into attack: the rook on f8 attacks f1"},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Kg8", BM_ERULE, "the game is over: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct bm_ctx *const ctx = ctx_at(bm_rules_chess(), cases[i].fen);
        struct bm_error err = {0};
        bm_move m;
        const bm_status status =
            bm_ctx_read_move(ctx, BM_STYLE_SAN, cases[i].text, strlen(cases[i].text), &m, &err);
        ok_named(status == cases[i].status && err.code == status &&
                     !strncmp(err.what, cases[i].what, strlen(cases[i].what)),
                 "'%s' is refused: %s", cases[i].text, err.what);
    }
}

static void test_styles(void)
{
    static const struct {
        const char *fen, *move, *san, *figurine, *longer;
    } cases[] = {
        {start, "e2e4", "e4", "e4", "e2-e4"},
        {start, "g1f3", "Nf3", "♘f3", "Ng1-f3"},
        {busy, "e1g1", "O-O", "O-O", "O-O"},
        {busy, "e1c1", "O-O-O", "O-O-O", "O-O-O"},
        {busy, "b7a8q", "bxa8=Q+", "bxa8=♕+", "b7xa8=Q+"},
        {busy, "b7b8n", "b8=N", "b8=♘", "b7-b8=N"},
        {passing, "e5d6", "exd6", "exd6", "e5xd6"},
        {queens, "c5d4", "Qc5d4", "♕c5d4", "Qc5-d4"},
        {"4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1", "f5d4", "Nfd4", "♘fd4", "Nf5-d4"},
        {"4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1", "b3d4", "N3d4", "♘3d4", "Nb3-d4"},
        {"4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1", "b5d4", "Nb5d4", "♘b5d4", "Nb5-d4"},
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2", "♘e2", "Ng1-e2"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#", "♖a8#", "Ra1-a8#"},
        {"r6k/8/8/8/8/8/8/4K2R b - - 0 1", "h8g8", "Kg8", "♔g8", "Kh8-g8"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+", "O-O+", "O-O+"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct bm_ctx *const ctx = ctx_at(bm_rules_chess(), cases[i].fen);
        const bm_move m = move_of(ctx, cases[i].move);
        char text[BM_MOVE_TEXT];
        (void)bm_ctx_write_move(ctx, m, BM_STYLE_SAN, text, sizeof text);
        eq_str(text, cases[i].san);
        (void)bm_ctx_write_move(ctx, m, BM_STYLE_FIGURINE, text, sizeof text);
        eq_str(text, cases[i].figurine);
        (void)bm_ctx_write_move(ctx, m, BM_STYLE_LONG, text, sizeof text);
        eq_str(text, cases[i].longer);
    }
}

static void test_chess960(void)
{
    static const char fen[] = "7k/8/8/8/8/8/8/1RK2R2 w FB - 0 1";
    const struct bm_ctx *const ctx = ctx_at(bm_rules_chess960(), fen);
    static const struct {
        const char *text, *move, *written;
    } cases[] = {
        {"O-O", "c1f1", "O-O"},    {"0-0", "c1f1", "O-O"}, {"O-O-O", "c1b1", "O-O-O"},
        {"c1b1", "c1b1", "O-O-O"}, {"Kd2", "c1d2", "Kd2"}, {"Rf8", "f1f8", "Rf8+"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[BM_MOVE_TEXT] = "";
        bm_move m;
        const bm_status status =
            bm_ctx_read_move(ctx, BM_STYLE_SAN, cases[i].text, strlen(cases[i].text), &m, NULL);
        ok_named(status == BM_OK && !strcmp(coordinates(ctx, m), cases[i].move), "'%s' is %s",
                 cases[i].text, cases[i].move);
        if (status == BM_OK)
            (void)bm_ctx_write_move(ctx, m, BM_STYLE_SAN, text, sizeof text);
        eq_str(text, cases[i].written);
    }
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Every legal move of random games, in every style: read back, and told from all others. */
static void test_walk(const struct bm_rules *rules, const char *fen, const char *name)
{
    enum { GAMES = 30, PLIES = 120 };
    static const enum bm_move_style styles[] = {BM_STYLE_SAN, BM_STYLE_FIGURINE, BM_STYLE_LONG,
                                                BM_STYLE_COORDINATES};
    uint64_t rng = 7, wrong = 0, twins = 0, moves = 0;
    struct bm_ctx *const ctx = new_ctx(rules, PLIES);
    for (unsigned game = 0; game < GAMES; game++) {
        set(ctx, fen);
        for (unsigned ply = 0; ply < PLIES; ply++) {
            static char texts[BM_MAX_MOVES][BM_MOVE_TEXT];
            bm_move list[BM_MAX_MOVES];
            const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
            struct bm_outcome outcome;
            bm_ctx_outcome(ctx, &outcome);
            if (n == 0 || outcome.result != BM_ONGOING)
                break;
            for (size_t i = 0; i < n; i++) {
                for (size_t s = 0; s < sizeof styles / sizeof *styles; s++) {
                    char text[BM_MOVE_TEXT];
                    bm_move back;
                    const size_t len =
                        bm_ctx_write_move(ctx, list[i], styles[s], text, sizeof text);
                    if (bm_ctx_read_move(ctx, BM_STYLE_SAN, text, len, &back, NULL) != BM_OK ||
                        !bm_move_equal(back, list[i]))
                        wrong++;
                    if (s == 0)
                        memcpy(texts[i], text, len + 1);
                    moves++;
                }
                for (size_t j = 0; j < i; j++)
                    twins += !strcmp(texts[i], texts[j]);
            }
            if (bm_ctx_play(ctx, list[next_random(&rng) % n]) != 0)
                tap_bail("a legal move is refused");
        }
    }
    ok_named(wrong == 0 && moves > 1000, "%s: %" PRIu64 " of %" PRIu64 " are read otherwise",
             name, wrong, moves);
    ok_named(twins == 0, "%s: no two moves look the same", name);
    bm_ctx_destroy(ctx);
}

int main(void)
{
    test_forms();
    test_refusals();
    test_styles();
    test_chess960();
    test_walk(bm_rules_chess(), start, "start");
    test_walk(bm_rules_chess(), busy, "busy");
    test_walk(bm_rules_chess(), queens, "queens");
    test_walk(bm_rules_chess960(), "7k/8/8/8/8/8/8/1RK2R2 w FB - 0 1", "chess960");
    return tap_done();
}
