/* SPDX-License-Identifier: MIT */
/*
 * bench_make_records FORMAT BYTES: write games to stdout, the same ones every time, until there
 * are that many bytes. Moves are chosen by chance, but pieces are taken rather than given away,
 * so that the games look like games; they have tags, clocks, some comments and glyphs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/notation.h"
#include "banmen/record.h"
#include "base/random.h"

static uint64_t rng = 1;

static unsigned chance(unsigned n) { return (unsigned)(bm_random(&rng) % n); }

static void stop(const char *what)
{
    fprintf(stderr, "bench_make_records: %s\n", what);
    exit(1);
}

static int worth(bm_piece p)
{
    static const int chess[] = {1, 3, 3, 5, 9, 100};
    return p ? chess[bm_piece_kind(p) % 6] : 0;
}

/* What is won and lost by a move at first sight, and a little chance. */
static int promise(const struct bm_ctx *ctx, bm_move m)
{
    const unsigned us = bm_ctx_turn(ctx);
    const bm_sq to = bm_move_to(m);
    int score = 2 * worth(bm_ctx_piece(ctx, to)) + (int)chance(6);
    if (bm_move_is_drop(m))
        return score - 4 * (bm_ctx_attackers(ctx, to, !us, NULL) != 0);
    const int own = worth(bm_ctx_piece(ctx, bm_move_from(m)));
    if (bm_ctx_attackers(ctx, to, !us, NULL) >= bm_ctx_attackers(ctx, to, us, NULL))
        score -= 2 * own;
    if (bm_ctx_attackers(ctx, bm_move_from(m), !us, NULL) != 0)
        score += own;
    return score - (own == 100) + 3 * bm_move_promotes(m);
}

static bm_move choose(const struct bm_ctx *ctx)
{
    bm_move list[BM_MAX_MOVES], best = {BM_MOVE_NONE};
    const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
    int most = -1000000;
    for (size_t i = 0; i < n; i++) {
        const int score = promise(ctx, list[i]);
        if (score > most) {
            most = score;
            best = list[i];
        }
    }
    return best;
}

static void tag(struct bm_game *game, const char *name, const char *value)
{
    if (bm_game_add_tag(game, (struct bm_text){name, strlen(name)},
                        (struct bm_text){value, strlen(value)}) != BM_OK)
        stop("out of memory");
}

static void note(struct bm_game *game, bm_node n, enum bm_note_kind kind, int64_t value,
                 const char *text)
{
    const struct bm_note what = {.kind = kind, .value = value, .text = {text, strlen(text)}};
    if (bm_game_annotate(game, n, &what, NULL) != BM_OK)
        stop("out of memory");
}

static void tags(struct bm_game *game, unsigned long number, bool shogi)
{
    static const char *const names[] = {"Abel, A.",     "Benedetti, Carla", "Chen, D.",
                                        "Dubois, Eric", "Eriksson, F.",     "Fujita, G."};
    char text[64];
    tag(game, "Event", "Rated blitz game");
    snprintf(text, sizeof text, "https://example.org/%08lx", number * 2654435761u & 0xffffffff);
    tag(game, "Site", text);
    snprintf(text, sizeof text, "20%02u.%02u.%02u", 10 + chance(15), 1 + chance(12),
             1 + chance(28));
    tag(game, "Date", text);
    tag(game, "Round", "-");
    tag(game, shogi ? "Sente" : "White", names[chance(6)]);
    tag(game, shogi ? "Gote" : "Black", names[chance(6)]);
    snprintf(text, sizeof text, "%u", 1200 + chance(1400));
    tag(game, "WhiteElo", text);
    snprintf(text, sizeof text, "%u", 1200 + chance(1400));
    tag(game, "BlackElo", text);
    tag(game, "ECO", "C50");
    tag(game, "Opening", "Italian Game: Giuoco Pianissimo");
    tag(game, "TimeControl", "300+3");
}

/* Clocks at every move, now and then a glyph or a word. */
static void remarks(struct bm_game *game, bm_node n, int64_t *clock, bool shogi)
{
    static const char *const words[] = {"better was to wait", "the only move", "with an attack",
                                        "and now the centre opens", "a known idea"};
    const int64_t spent = 1000 * (int64_t)chance(9);
    if (chance(20) == 0)
        note(game, n, BM_NOTE_NAG, 1 + chance(6), "");
    *clock = *clock - spent + 3000;
    note(game, n, shogi ? BM_NOTE_SPENT : BM_NOTE_CLOCK, shogi ? spent : *clock, "");
    if (chance(25) == 0)
        note(game, n, BM_NOTE_COMMENT, 0, words[chance(5)]);
}

static void play(struct bm_game *game, struct bm_ctx *ctx, unsigned long number, bool shogi)
{
    const unsigned plies = 50 + chance(61);
    int64_t clocks[2] = {300000, 300000};
    struct bm_outcome outcome;
    struct bm_ending ending = {.end = BM_END_RESIGNATION, .word = {"", 0}};
    bm_node n = BM_NODE_ROOT;

    bm_game_clear(game, bm_ctx_rules(ctx));
    bm_ctx_start(ctx);
    tags(game, number, shogi);
    for (unsigned i = 0; i < plies; i++) {
        bm_ctx_outcome(ctx, &outcome);
        if (outcome.result != BM_ONGOING)
            break;
        const bm_move m = choose(ctx);
        if (bm_game_add(game, n, m, &n) != BM_OK || bm_ctx_play(ctx, m) != 0)
            stop("a move cannot be played");
        remarks(game, n, &clocks[i & 1], shogi);
    }
    bm_ctx_outcome(ctx, &outcome);
    ending.result = bm_end_result(BM_END_RESIGNATION, bm_ctx_turn(ctx));
    if (outcome.reason == BM_REASON_CHECKMATE) {
        ending.end = BM_END_MATE;
    } else if (outcome.result != BM_ONGOING) {
        ending.end = BM_END_STATED;
        ending.result = outcome.result;
    }
    if (bm_game_add_end(game, n, &ending, NULL) != BM_OK)
        stop("out of memory");
}

static unsigned long long written;

static bool put(void *user, const char *bytes, size_t len)
{
    written += len;
    return fwrite(bytes, 1, len, user) == len;
}

int main(int argc, char **argv)
{
    struct bm_game *game;
    struct bm_ctx *ctx;
    struct bm_error err;
    struct bm_write_options options = {0};
    if (argc == 3)
        options.format = bm_format_find(argv[1], strlen(argv[1]));
    if (argc != 3 || options.format == BM_FORMAT_AUTO || options.format >= BM_FORMAT_COUNT)
        stop("usage: bench_make_records FORMAT BYTES");
    const unsigned long long bytes = strtoull(argv[2], NULL, 10);
    const bool shogi = options.format != BM_FORMAT_PGN;
    const struct bm_rules *const rules = shogi ? bm_rules_shogi() : bm_rules_chess();
    if (bm_game_create(&game, rules, NULL) != BM_OK || bm_ctx_create(&ctx, rules, 128) != BM_OK)
        stop("out of memory");
    while (written < bytes) {
        options.game++;
        play(game, ctx, (unsigned long)options.game, shogi);
        if (bm_game_write(game, &options, put, stdout, &err) != BM_OK)
            stop(err.what);
    }
    fprintf(stderr, "%llu games\n", (unsigned long long)options.game);
    bm_ctx_destroy(ctx);
    bm_game_destroy(game);
    return fflush(stdout) != 0;
}
