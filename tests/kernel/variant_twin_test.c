/* SPDX-License-Identifier: MIT */

/*
 * variant_twin_test GAME FILE: chess and shogi as the library's texts have them, played by the
 * kernel for variants, against the kernels that were made for them. Random games and lines of
 * play in which positions, moves, checks, outcomes and claims are compared as texts after every
 * ply; then the leaves of the positions of a .perft file. BANMEN_TEST_PLIES lowers the plies.
 */

#include "banmen/variant.h"
#include "base/random.h"
#include "play.h"
#include "rules/bind.h"

enum { MAX_GAME = 300, TEXT = 16, DEPTH = 3, LEAVES = 300000, FAST = 0, SLOW = 1 };

struct line {
    const char *start, *moves; /* moves NULL: random ones */
    bool auto_draws;
};

struct game {
    const char *name;
    const struct bm_rules *(*rules)(void);
    uint64_t plies;
    struct line lines[32];
    enum bm_reason reasons[10]; /* that must have come about; BM_REASON_NONE ends them */
    unsigned claims;
    bool pawn_mates;
};

static const struct game games[] = {
    {
        .name = "chess",
        .rules = bm_rules_chess,
        .plies = 50000,
        .lines =
            {
                {"startpos", NULL, false},
                {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", NULL,
                 true},
                {"startpos", "f2f3 e7e5 g2g4 d8h4", false},
                {"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", "g2g7", false},
                {"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", "g2g6", false},
                {"startpos",
                 "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 "
                 "f6g8",
                 false},
                {"startpos", "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8", true},
                {"4k3/8/8/8/8/8/8/R3K2R w KQ - 146 90", "e1e2 e8e7 a1a2 e7e8", false},
                {"4k3/8/8/8/8/8/8/R3K2R w KQ - 97 90", "e1e2 e8e7 a1a2", true},
                {"4k3/8/8/8/8/8/8/R3K2R w KQ - 97 90", "e1e2 e8e7 a1a2 e7d6 h1h8", false},
                {"8/8/8/3k4/8/8/3Kp3/8 w - - 0 1", "d2e2", false},
                {"8/8/8/4k3/8/8/4K3/4R3 w - - 0 1", NULL, false},
                {"8/5b1k/8/8/8/8/1BK5/8 w - - 0 1", NULL, false},
                {"8/8/4k3/8/2n5/4K3/8/N7 w - - 110 90", NULL, false},
                {"4k3/8/8/8/8/8/8/R3K2R w KQ - 90 60", NULL, false},
                {"7k/5Q2/8/8/8/8/8/K7 w - - 0 1", NULL, true},
                {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", NULL, false},
                {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL, false},
                {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", NULL, false},
                {"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", NULL, true},
                {"8/8/1k6/3Pp3/8/8/4K2B/8 w - e6 0 1", NULL, false},
                {"qqqqk3/8/8/2p1p1p1/1P1P1P2/8/8/3KQQQQ w - - 0 1", NULL, false},
                {"4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", NULL, false},
            },
        .reasons = {BM_REASON_CHECKMATE, BM_REASON_STALEMATE, BM_REASON_REPETITION,
                    BM_REASON_FIFTY, BM_REASON_SEVENTY_FIVE, BM_REASON_MATERIAL},
        .claims = BM_CLAIM_REPETITION | BM_CLAIM_FIFTY,
    },
    {
        .name = "chess960",
        .rules = bm_rules_chess960,
        .plies = 20000,
        .lines =
            {
                {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", NULL,
                 false},
                {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", NULL, true},
                {"rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", NULL, false},
                {"1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", NULL, false},
                {"r4kr1/8/8/8/8/8/8/RKR5 w CAga - 0 1", NULL, false},
                {"r3k1r1/8/8/8/8/8/8/R3K1R1 w GAga - 0 1", NULL, true},
                {"rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1", NULL, false},
                {"4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1", NULL,
                 false},
                {"4k3/8/8/8/8/8/8/2R1K1R1 w GC - 0 1", "e1g1 e8e7", false},
                {"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", "g2g7", false},
            },
        .reasons = {BM_REASON_CHECKMATE},
    },
    {
        .name = "shogi",
        .rules = bm_rules_shogi,
        .plies = 40000,
        .lines =
            {
                {"startpos", NULL, false},
                {"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", NULL,
                 false},
                {"startpos", "6i6h 4a4b 6h6i 4b4a 6i6h 4a4b 6h6i 4b4a 6i6h 4a4b 6h6i 4b4a",
                 false},
                {"4k4/9/9/9/9/9/9/5R3/K8 b - 1",
                 "4h5h 5a6a 5h6h 6a5a 6h5h 5a6a 5h6h 6a5a 6h5h 5a6a 5h6h 6a5a 6h5h", false},
                {"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", false},
                {"k8/2S6/9/1G7/9/9/9/9/8K b - 1", "8d8c", false},
                {"8k/6S2/7G1/9/9/9/9/9/K8 b P 1", "9i9h", false},
                {"k8/9/1G7/9/9/9/9/9/8K b 9P2r2b3g4s4n4l9p 1", NULL, false},
                {"k8/9/1GG6/9/9/9/9/9/8K b - 1", NULL, false},
                {"k8/9/1G1S5/9/9/9/9/9/8K b - 1", NULL, false},
                {"7k1/7p1/7P1/9/9/9/9/9/K8 b RB2G2S2N2L8Prb2g2s2n2l8p 1", NULL, false},
                {"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", NULL, false},
                {"4k4/9/9/9/9/9/9/9/4K4 b RBGSNL9Prb3g3s3n3l9p 1", NULL, false},
                {"+R1+B1k1+b1+r/9/+P+P+P3+p+p+p/9/9/9/+N+N+N+S+L+n+l+s+s/9/4K4 b GS6P3gl6p 1",
                 NULL, false},
                {"1nkg1B2l/1r5+P1/2p1+NpB2/K2Ps1S1p/1pS6/2Pn4P/1Ps+n5/9/G2G1G2L w RL6Pl3p 1",
                 NULL, false},
                {"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", NULL, false},
                {"4k4/9/9/9/5R3/9/9/9/K8 b - 1", NULL, false},
            },
        .reasons = {BM_REASON_CHECKMATE, BM_REASON_NO_MOVE, BM_REASON_REPETITION,
                    BM_REASON_PERPETUAL},
        .pawn_mates = true,
    },
};

struct twins {
    const struct game *game;
    const struct bm_rules *rules[2];
    struct bm_ctx *ctx[2];
    uint64_t rng, plies, games, failures;
    uint64_t ends[BM_REASON_COUNT], pawn_mates;
    unsigned claims;
    bm_move list[2][BM_MAX_MOVES];
    char text[2][BM_MAX_MOVES][TEXT]; /* of the moves, sorted */
    size_t count[2];
};

static void differ(struct twins *t, const char *what, const char *fast, const char *slow)
{
    if (t->failures++ < 10)
        printf("# %s: %s: its own kernel says %s, the generic one %s; after %u plies: %s\n",
               t->game->name, what, fast, slow, bm_ctx_plies(t->ctx[FAST]),
               text_of(t->ctx[FAST]));
}

static void same_text(struct twins *t, const char *what, const char *fast, const char *slow)
{
    if (strcmp(fast, slow))
        differ(t, what, fast, slow);
}

static void same_number(struct twins *t, const char *what, uint64_t fast, uint64_t slow)
{
    char a[24], b[24];
    snprintf(a, sizeof a, "%" PRIu64, fast);
    snprintf(b, sizeof b, "%" PRIu64, slow);
    same_text(t, what, a, b);
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

static void compare_moves(struct twins *t)
{
    for (unsigned i = 0; i < 2; i++) {
        t->count[i] = bm_ctx_moves(t->ctx[i], t->list[i], BM_MAX_MOVES);
        for (size_t j = 0; j < t->count[i]; j++)
            bm_move_format(t->list[i][j], t->rules[i], t->text[i][j], TEXT);
        qsort(t->text[i], t->count[i], TEXT, compare_texts);
        same_number(t, "count", t->count[i], bm_ctx_count(t->ctx[i]));
    }
    size_t j = 0;
    while (j < t->count[0] && j < t->count[1] && !strcmp(t->text[0][j], t->text[1][j]))
        j++;
    if (j < t->count[0] || j < t->count[1])
        differ(t, "moves", j < t->count[0] ? t->text[0][j] : "(no more)",
               j < t->count[1] ? t->text[1][j] : "(no more)");
}

/* The squares of those who give check, in the order of their names. */
static void checks_text(const struct bm_ctx *ctx, char *out, size_t cap)
{
    bm_sq by[BM_MAX_ATTACKERS];
    char names[BM_MAX_ATTACKERS][BM_COORDINATES];
    const unsigned n = bm_ctx_checks(ctx, by);
    size_t at = 0;
    for (unsigned i = 0; i < n; i++)
        bm_sq_format(by[i], bm_ctx_rules(ctx), names[i], sizeof names[i]);
    qsort(names, n, sizeof names[0], compare_texts);
    out[0] = '\0';
    for (unsigned i = 0; i < n && at < cap; i++)
        at += (size_t)snprintf(out + at, cap - at, "%s ", names[i]);
}

static void compare_positions(struct twins *t)
{
    char a[BM_POSITION_TEXT], b[BM_POSITION_TEXT];
    bm_ctx_format(t->ctx[0], 0, a, sizeof a);
    bm_ctx_format(t->ctx[1], 0, b, sizeof b);
    same_text(t, "position", a, b);
    checks_text(t->ctx[0], a, sizeof a);
    checks_text(t->ctx[1], b, sizeof b);
    same_text(t, "checks", a, b);
}

/* Whether both go on. Walls of pawns are looked for by the kernel of chess alone. */
static bool compare_outcomes(struct twins *t)
{
    struct bm_outcome o[2];
    char text[2][64];
    for (unsigned i = 0; i < 2; i++) {
        bm_ctx_outcome(t->ctx[i], &o[i]);
        bm_outcome_format(&o[i], BM_EN, text[i], sizeof text[i]);
    }
    t->ends[o[FAST].reason]++;
    if (o[FAST].reason == BM_REASON_DEAD)
        return false;
    same_text(t, "outcome", text[0], text[1]);
    same_number(t, "claims", o[0].claims, o[1].claims);
    same_number(t, "repetitions", o[0].repetitions, o[1].repetitions);
    if (t->game->claims & BM_CLAIM_FIFTY) /* without the rule nobody looks at it */
        same_number(t, "quiet", o[0].quiet, o[1].quiet);
    t->claims |= o[FAST].claims;
    return o[FAST].result == BM_ONGOING && o[SLOW].result == BM_ONGOING;
}

/* Mates by a dropped pawn are refused by both for that reason. */
static void compare_pawn_mates(struct twins *t)
{
    const unsigned files = bm_rules_info(t->rules[FAST])->files;
    if (!t->game->pawn_mates || !bm_ctx_hand(t->ctx[FAST], bm_ctx_turn(t->ctx[FAST]), 0))
        return;
    for (unsigned sq = 0; sq < files * files; sq++) {
        char text[TEXT];
        const bm_move m = bm_move_drop(BM_SHOGI_PAWN, (bm_sq)sq);
        const bm_faults fast = bm_ctx_judge(t->ctx[FAST], m);
        if (!(fast & BM_FAULT_PAWN_MATE))
            continue;
        t->pawn_mates++;
        bm_move_format(m, t->rules[FAST], text, sizeof text);
        const bm_faults slow = bm_ctx_judge(t->ctx[SLOW], move_of(t->ctx[SLOW], text));
        if (!(slow & BM_FAULT_PAWN_MATE))
            differ(t, "mate by a pawn", text, bm_fault_word(slow));
    }
}

static bool play_text(struct twins *t, const char *text)
{
    for (unsigned i = 0; i < 2; i++)
        if (bm_ctx_play(t->ctx[i], move_of(t->ctx[i], text))) {
            differ(t, "a legal move is refused", i == FAST ? text : "", i == SLOW ? text : "");
            return false;
        }
    t->plies++;
    return true;
}

/* A random move; in every third game often back to where the piece came from. */
static const char *choose(struct twins *t)
{
    const unsigned n = bm_ctx_plies(t->ctx[FAST]);
    if (t->games % 3 == 0 && n > 1 && bm_random(&t->rng) % 8) {
        char back[TEXT];
        const bm_move m = bm_ctx_played(t->ctx[FAST], n - 2);
        if (!bm_move_is_drop(m)) {
            bm_move_format(bm_move_plain(bm_move_to(m), bm_move_from(m)), t->rules[FAST], back,
                           sizeof back);
            const char *const found =
                bsearch(back, t->text[FAST], t->count[FAST], TEXT, compare_texts);
            if (found)
                return found;
        }
    }
    return t->text[FAST][bm_random(&t->rng) % t->count[FAST]];
}

static void set_both(struct twins *t, const struct line *line)
{
    for (unsigned i = 0; i < 2; i++) {
        struct bm_options options;
        bm_options_default(&options);
        options.auto_draws = line->auto_draws;
        bm_ctx_configure(t->ctx[i], &options);
        set(t->ctx[i], line->start);
    }
}

static void play_line(struct twins *t, const struct line *line)
{
    const char *rest = line->moves;
    set_both(t, line);
    for (unsigned ply = 0; ply < MAX_GAME && t->failures < 10; ply++) {
        char word[TEXT];
        int n = 0;
        compare_positions(t);
        compare_moves(t);
        compare_pawn_mates(t);
        const bool more = compare_outcomes(t);
        if (rest && sscanf(rest, "%15s%n", word, &n) == 1 && !more)
            differ(t, "the line ends too early", rest, rest);
        if (!more || (rest && n == 0) || !play_text(t, rest ? word : choose(t)))
            break;
        if (rest)
            rest += n;
    }
    t->games++;
}

static void play(struct twins *t, uint64_t plies)
{
    const struct line *const lines = t->game->lines;
    unsigned n = 0;
    for (; lines[n].start; n++)
        if (lines[n].moves)
            play_line(t, &lines[n]);
    for (unsigned i = 0; t->plies < plies && t->failures < 10; i++)
        if (!lines[i % n].moves)
            play_line(t, &lines[i % n]);
    ok_named(t->failures == 0, "%s: both kernels agree in %" PRIu64 " games, %" PRIu64 " plies",
             t->game->name, t->games, t->plies);
    for (unsigned i = 0; t->game->reasons[i] != BM_REASON_NONE; i++)
        ok_named(t->ends[t->game->reasons[i]] > 0, "%s: games ended by %s: %" PRIu64,
                 t->game->name, bm_reason_text(t->game->reasons[i], BM_EN),
                 t->ends[t->game->reasons[i]]);
    ok_named((t->claims & t->game->claims) == t->game->claims, "%s: all claims were met",
             t->game->name);
    ok_named(!t->game->pawn_mates || t->pawn_mates > 0,
             "%s: mates by a dropped pawn were met: %" PRIu64, t->game->name, t->pawn_mates);
}

/* The text after `word` and a blank, or NULL. */
static const char *after(const char *line, const char *word)
{
    const size_t len = strlen(word);
    return !strncmp(line, word, len) && line[len] == ' ' ? line + len + 1 : NULL;
}

/* The generic kernel's leaves of the positions of a file. */
static void count_file(const struct twins *t, const char *file)
{
    FILE *const f = fopen(file, "r");
    char line[512], id[512] = "";
    unsigned positions = 0, counted = 0, wrong = 0;
    if (!f)
        tap_bail("cannot open the file");
    while (fgets(line, sizeof line, f)) {
        const char *rest;
        line[strcspn(line, "\r\n")] = '\0';
        if ((rest = after(line, "epd"))) {
            set(t->ctx[SLOW], rest);
            snprintf(id, sizeof id, "%s", rest);
            positions++;
        } else if ((rest = after(line, "perft"))) {
            char *end;
            const unsigned depth = (unsigned)strtoul(rest, &end, 10);
            const uint64_t want = strtoull(end, NULL, 10);
            if (depth > DEPTH || want > tap_env_u64("BANMEN_TEST_NODES", LEAVES))
                continue;
            const uint64_t got = bm_ctx_perft(t->ctx[SLOW], depth);
            counted++;
            if (got != want && wrong++ < 10)
                printf("# %s: perft %u is %" PRIu64 ", should be %" PRIu64 "\n", id, depth, got,
                       want);
        }
    }
    fclose(f);
    ok_named(wrong == 0 && positions > 0 && counted >= positions,
             "%s: %u counts of %u positions, %u wrong", t->game->name, counted, positions,
             wrong);
}

int main(int argc, char **argv)
{
    static struct twins t;
    for (size_t i = 0; argc == 3 && i < sizeof games / sizeof *games; i++)
        if (!strcmp(argv[1], games[i].name))
            t.game = &games[i];
    if (!t.game)
        tap_bail("usage: variant_twin_test chess|chess960|shogi FILE");
    const struct bm_variant *const v = bm_variant_find(argv[1], strlen(argv[1]));
    if (!v || bm_rules_load_as(&t.rules[SLOW], v->text, v->len, NULL, NULL, true))
        tap_bail("the library has no such game");
    t.rules[FAST] = t.game->rules();
    ok(t.rules[SLOW]->game != NULL && t.rules[FAST]->game == NULL);
    for (unsigned i = 0; i < 2; i++)
        t.ctx[i] = new_ctx(t.rules[i], MAX_GAME + 1);
    t.rng = 20240229;
    const uint64_t asked = tap_env_u64("BANMEN_TEST_PLIES", t.game->plies);
    play(&t, asked < t.game->plies ? asked : t.game->plies);
    count_file(&t, argv[2]);
    bm_ctx_destroy(t.ctx[0]);
    bm_ctx_destroy(t.ctx[1]);
    bm_rules_release(t.rules[SLOW]);
    return tap_done();
}
