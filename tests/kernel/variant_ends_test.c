/* SPDX-License-Identifier: MIT */

/*
 * Games of the library to their ends: after each line of moves the game has ended as said, and
 * not a move earlier. Turns, phases and gating up to where they lead, by the text of the
 * position.
 */

#include "banmen/variant.h"
#include "play.h"

struct line {
    const char *variant, *start, *moves, *outcome;
    const char *position; /* after it; NULL: not asked */
};

static const struct line lines[] = {
    {"kingofthehill", "startpos", "e2e4 e7e5 e1e2 e8e7 e2d3 a7a6 d3c4 a6a5 c4d5",
     "first wins (goal reached)", NULL},
    {"kingofthehill", "7k/8/8/8/8/4K3/8/7R b - - 0 1", "h8g8 e3e4", "first wins (goal reached)",
     NULL},
    {"3check", "8/8/8/8/5k2/8/8/R3K3 w - - 1+3 0 1", "a1a4", "first wins (checks given)", NULL},
    {"3check", "8/8/8/8/5k2/8/8/R3K3 w - - 2+3 0 1", "a1a4 f4f5 a4a5",
     "first wins (checks given)", NULL},
    {"atomic", "startpos", "g1f3 a7a6 f3g5 a6a5 g5f7", "first wins (pieces lost)",
     "rnbq3r/1pppp1pp/8/p7/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 3"},
    {"racingkings", "8/1K6/6k1/8/8/8/8/8 w - - 0 1", "b7b8", "first wins (goal reached)", NULL},
    {"racingkings", "8/1K4k1/8/8/8/8/8/8 w - - 0 1", "b7b8 g7g8", "draw (goal reached)", NULL},
    {"racingkings", "8/1K4k1/8/8/8/8/8/8 w - - 0 1", "b7b8 g7g6", "first wins (goal reached)",
     NULL},
    {"racingkings", "8/6k1/1K6/8/8/8/8/8 b - - 0 1", "g7g8", "second wins (goal reached)",
     NULL},
    {"horde", "4k3/8/8/8/8/8/8/3P3q b - - 0 1", "h1d1", "second wins (pieces lost)", NULL},
    {"antichess", "8/p7/8/P7/8/8/8/8 b - - 0 1", "a7a6", "first wins (no legal move)", NULL},
    {"antichess", "8/8/8/8/8/8/1p6/R7 b - - 0 1", "b2a1q", "first wins (pieces lost)", NULL},
    {"dobutsu", "3/2L/l2/3 b - 1", "1b1a", "first wins (goal reached)", NULL},
    {"dobutsu", "1g1/2L/l2/3 b - 1", "1b1a 2a1a", "second wins (pieces lost)", NULL},
    {"dobutsu", "1g1/2L/l2/3 b - 1", "1b1a 3c3b", "ongoing", NULL},
    {"dobutsu", "1g1/2L/l2/3 b - 1", "1b1a 2a2b", "first wins (goal reached)", NULL},
    {"dobutsu", "3/1l1/1G1/2L b - 1", "2c2b", "first wins (pieces lost)", NULL},
    {"breakthrough", "8/1P6/8/8/8/8/6p1/8 w - - 0 1", "b7b8", "first wins (goal reached)",
     NULL},
    {"breakthrough", "8/8/8/8/8/2p5/1P6/8 w - - 0 1", "b2c3", "first wins (no legal move)",
     NULL},
    {"jesonmor", "n8/9/9/9/9/9/5N3/9/9 w - - 0 1", "f3e5 a9b7", "first wins (goal reached)",
     NULL},
    {"minishogi", "startpos", "1e1d 5a5b 1d1e 5b5a 1e1d 5a5b 1d1e 5b5a 1e1d 5a5b 1d1e 5b5a",
     "second wins (repetition)", NULL},
    {"xiangqi", "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1",
     "a2e2 e10f10 e2f2 f10e10 f2e2 e10f10 e2f2 f10e10 f2e2", "second wins (perpetual check)",
     NULL},
    {"xiangqi", "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1",
     "a2b2 e10e9 b2a2 e9e10 a2b2 e10e9 b2a2 e9e10", "draw (repetition)", NULL},
    {"xiangqi", "3k5/9/R8/9/9/9/9/9/9/4K4 w - - 0 1", "a8a9", "first wins (no legal move)",
     NULL},
    {"xiangqi", "3k5/9/R8/9/9/9/9/9/9/4K4 w - - 179 100", "a8a7", "draw (no progress)", NULL},
    {"shatranj", "8/8/8/8/8/2k5/1q6/1R2K3 w - - 0 1", "b1b2 c3b2",
     "draw (insufficient material)", NULL},
    {"atomic", "4k3/8/8/8/8/8/1q6/1R2K3 w - - 0 1", "b1b2", "draw (insufficient material)",
     NULL},
    {"3check", "8/8/8/8/8/2k5/1q6/1R2K3 w - - 3+3 0 1", "b1b2 c3b2",
     "draw (insufficient material)", NULL},
    {"seirawan", "8/8/8/8/8/2k5/1q6/1R2K3[] w - - 0 1", "b1b2 c3b2",
     "draw (insufficient material)", NULL},
    {"placement", "8/8/8/8/8/2k5/1q6/1R2K3[] w/2 - - 0 1", "b1b2 c3b2",
     "draw (insufficient material)", NULL},
    {"sittuyin", "8/8/8/8/8/2k5/1f6/1R2K3[] w/2 - - 0 1", "b1b2 c3b2",
     "draw (insufficient material)", NULL},
    {"xiangqi", "3k5/3R5/9/9/9/9/9/9/9/4K4 b - - 0 1", "d10d9", "draw (insufficient material)",
     NULL},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K2p[] w - - 0 1", "e1f1", "ongoing", NULL},
    {"duck", "4k3/8/8/8/8/8/8/R2DK3[] w - - 7 20", "a1a2 d1d2", "ongoing",
     "4k3/8/8/8/8/8/R2D4/4K3[] b - - 8 20"},
    {"shatranj", "4k3/8/8/8/8/8/1q6/1R2K2N w - - 0 1", "b1b2", "first wins (pieces lost)",
     NULL},
    {"shatranj", "4k3/8/8/8/8/8/1q6/1R2K3 w - - 0 1", "b1b2 e8e7", "first wins (pieces lost)",
     NULL},
    {"shatranj", "8/8/8/8/8/2k5/1q6/1R4K1 w - - 0 1", "b1b2 c3b2", NULL, NULL},
    {"makruk", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "first wins (checkmate)", NULL},
    {"makruk", "k7/2R5/1K6/8/8/8/8/8 w - - 0 1", "c7b7", "draw (stalemate)", NULL},
    {"duck", "startpos", "e2e4 D@e6 f7f6 e6a6 d1h5 a6a5 b7b6 a5a4 h5e8",
     "first wins (pieces lost)", NULL},
    {"marseillais", "7k/8/8/8/8/8/R7/KR6 w - - 0 1", "a2a7 b1b8", "first wins (checkmate)",
     NULL},
    {"marseillais", "7k/8/8/8/8/8/R7/KR6 w - - 0 1", "a2a7 b1b7", "ongoing",
     "7k/RR6/8/8/8/8/8/K7 b - - 2 1"},
    {"marseillais", "7k/8/8/8/8/8/R7/KR6 w - - 0 1", "b1b8", "ongoing",
     "1R5k/8/8/8/8/8/R7/K7 b - - 1 1"},
    {"progressive-scottish", "startpos", "e2e4 f7f6 g7g5 d1h5", "first wins (checkmate)", NULL},
    {"progressive-italian", "startpos", "e2e4 f7f6 g7g5 a2a3 b2b3 d1h5",
     "first wins (checkmate)", NULL},
    {"monster", "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6d7 d7e8q", "first wins (pieces lost)",
     NULL},
    {"extinction", "rnbqkbnr/ppp1pppp/8/8/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1", "d1d8",
     "first wins (pieces lost)", NULL},
    {"clobber", "PpP2/5/5/5/5/5 w - - 0 1", "a6b6", "first wins (no legal move)", NULL},
    {"sittuyin", "startpos",
     "R@a1 R@a8 R@b1 R@b8 K@c1 K@c8 F@d1 F@d8 S@e1 S@e8 S@f1 S@f8 N@g1 N@g8 N@h1 N@h8 a3a4",
     "ongoing", "rrkfssnn/8/4pppp/pppp4/P3PPPP/1PPP4/8/RRKFSSNN[] b/2 - - 0 9"},
    {"placement", "startpos",
     "R@a1 R@a8 N@b1 N@b8 B@c1 B@c8 Q@d1 Q@d8 K@e1 K@e8 B@f1 B@f8 N@g1 N@g8 R@h1 R@h8 e2e4",
     "ongoing", NULL},
    {"seirawan", "startpos", "g1f3h b8c6e", "ongoing",
     "rebqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKBHR[Eh] w KQBCDFkqcdfg - 2 2"},
    {"janggi", "startpos", "0000 0000 0000 0000", "draw (repetition)", NULL},
    {"cylinder", "kn6/3R4/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "first wins (checkmate)", NULL},
    {"torus", "k7/3R4/8/8/8/4R3/8/2K5/8/3R4 w - - 0 1", "e5e10", "first wins (checkmate)",
     NULL},
    {"glinski", "*****6/****7/***8/**R8/*R9/3R6K/10*/9**/8***/7****/k5***** w - - 0 1", "d6a6",
     "first wins (checkmate)", NULL},
    {"raumschach", "4K/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/3R1/3R1|4R/5/5/3R1/k4 w - - 0 1",
     "Ae5Ae1", "first wins (checkmate)", NULL},
    {"hyper4",
     "4/4/4/4|4/4/4/4|4/4/4/4|3K/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4|4/4/3R/3R|4/4/3R/3R|"
     "4/4/4/4|4/4/4/4|3R/4/2R1/k3|4/4/3R/3R|4/4/4/4|4/4/4/4 w - - 0 1",
     "A1d4A1d1", "first wins (checkmate)", NULL},
    {"knightmate", "k7/8/8/8/8/2R5/2Q5/K7 w - - 0 1", "c2a2", "ongoing", NULL},
    {"onedim", "K2RR2k w - - 0 1", "e1f1", NULL, NULL},
};

/* Play the line; what is wrong with it goes to `wrong`. */
static void play_line(struct bm_ctx *ctx, const struct line *l, char *wrong, size_t cap)
{
    const char *rest = l->moves;
    char word[16];
    for (int n; sscanf(rest, "%15s%n", word, &n) == 1; rest += n) {
        bm_move m;
        struct bm_outcome o;
        bm_ctx_outcome(ctx, &o);
        if (o.result != BM_ONGOING) {
            snprintf(wrong, cap, ": ends before %s", word);
            return;
        }
        const bm_status status = bm_move_parse(&m, ctx, word, strlen(word), NULL);
        const bm_faults faults = status ? 0 : bm_ctx_play(ctx, m);
        if (status || faults) {
            snprintf(wrong, cap, ": %s is refused: %s", word,
                     status ? "cannot be read" : bm_fault_word(faults));
            return;
        }
    }
    const char *const got = outcome_of(ctx);
    if (l->outcome && strcmp(got, l->outcome))
        snprintf(wrong, cap, ": is %s", got);
    else if (l->position && strcmp(text_of(ctx), l->position))
        snprintf(wrong, cap, ": position is %s", text_of(ctx));
}

int main(void)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const struct line *const l = &lines[i];
        const struct bm_rules *rules = NULL;
        struct bm_setup setup;
        struct bm_error err = {.what = ""};
        char wrong[1024] = "";
        if (bm_rules_open(&rules, l->variant, strlen(l->variant))) {
            ok_named(false, "%s is in the library", l->variant);
            continue;
        }
        struct bm_ctx *const ctx = new_ctx(rules, 64);
        if (bm_position_parse(&setup, rules, l->start, strlen(l->start), 0, &err) ||
            bm_ctx_sync(ctx, &setup, NULL, &err))
            snprintf(wrong, sizeof wrong, ": start: %s", err.what);
        else
            play_line(ctx, l, wrong, sizeof wrong);
        ok_named(!*wrong, "%s: %s: %s%s", l->variant, l->moves,
                 l->outcome ? l->outcome : "see below", wrong);
        bm_ctx_destroy(ctx);
        bm_rules_release(rules);
    }
    return tap_done();
}
