/* SPDX-License-Identifier: MIT */
/*
 * wire_walk uci|usi GAMES PLIES NAME...: play games at random and print, for positions on the
 * way, what an engine would be told and the legal moves as the protocol writes them:
 *
 *     game NAME
 *     position startpos moves e2e4
 *     moves a7a5 a7a6 ...
 *     but P@e5 ...             (moves that are refused for one reason that some do not know)
 *
 * Each move that is printed has been read back, and so has each line. Every second game begins
 * in the middle, from a position as text.
 */
#include "banmen/variant.h"
#include "base/random.h"
#include "protocol/protocol.h"

#include "tap.h"

static enum bm_proto proto;

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static void print_list(const char *word, char (*list)[BM_COORDINATES], size_t n)
{
    qsort(list, n, sizeof *list, by_text);
    printf("%s", word);
    for (size_t i = 0; i < n; i++)
        printf(" %s", list[i]);
    putchar('\n');
}

/* The next move as text, which must mean the same when it is read. */
static void write_move(const struct bm_ctx *ctx, bm_move m, char out[BM_COORDINATES])
{
    bm_move back = {BM_MOVE_NONE};
    (void)bm_wire_ctx_move_format(m, proto, ctx, out, BM_COORDINATES);
    if (bm_wire_move_parse(&back, proto, ctx, out, strlen(out), NULL) != BM_OK ||
        !bm_move_equal(m, back)) {
        printf("error: %s is read as another move\n", out);
        exit(1);
    }
}

static size_t print_moves(const struct bm_ctx *ctx, bm_move *moves)
{
    static char text[BM_MAX_MOVES][BM_COORDINATES];
    const struct bm_rules_info *const info = bm_rules_info(bm_ctx_rules(ctx));
    const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
    size_t but = 0;
    for (size_t i = 0; i < n; i++)
        write_move(ctx, moves[i], text[i]);
    print_list("moves", text, n);
    for (unsigned kind = 0; kind < info->kinds; kind++)
        for (unsigned sq = 0; sq < info->squares; sq++) {
            const bm_move m = bm_move_drop(kind, (bm_sq)sq);
            if (bm_ctx_judge(ctx, m) == BM_FAULT_PAWN_MATE)
                write_move(ctx, m, text[but++]);
        }
    print_list("but", text, but);
    return n;
}

/* What an engine is told; one of ours must come to the same position. */
static void print_position(const struct bm_game *game, bm_node node, const struct bm_ctx *ctx,
                           struct bm_ctx *again)
{
    enum { WORD = sizeof "position" };
    struct bm_buf line = {0};
    struct bm_error err = {.what = "another position"};
    char want[BM_POSITION_TEXT], got[BM_POSITION_TEXT];
    if (bm_wire_position(&line, proto, game, node) != BM_OK)
        tap_bail("a position that cannot be said");
    printf("%.*s\n", (int)line.len, line.s);
    const bm_status status = bm_wire_load(again, proto, line.s + WORD, line.len - WORD, &err);
    bm_ctx_format(ctx, 0, want, sizeof want);
    bm_ctx_format(again, 0, got, sizeof got);
    if (status != BM_OK || bm_ctx_key(ctx) != bm_ctx_key(again) || strcmp(want, got) != 0) {
        printf("error: %s: %s instead of %s\n", err.what, got, want);
        exit(1);
    }
    bm_buf_free(&line);
}

/* One game; with `blind`, so many moves are played before it begins. */
static void play(const struct bm_rules *rules, uint64_t *state, unsigned plies, unsigned blind)
{
    static bm_move moves[BM_MAX_MOVES];
    struct bm_game *game;
    struct bm_ctx *ctx, *again;
    bm_node node = BM_NODE_ROOT;
    if (bm_game_create(&game, rules, NULL) || bm_ctx_create(&ctx, rules, plies + blind) ||
        bm_ctx_create(&again, rules, plies + blind))
        tap_bail("no memory");
    for (unsigned i = 0; i < plies + blind; i++) {
        struct bm_outcome o;
        bm_ctx_outcome(ctx, &o);
        if (o.result != BM_ONGOING)
            break;
        size_t n;
        if (i >= blind) {
            struct bm_setup p;
            bm_ctx_setup(ctx, &p);
            if (i == blind && blind != 0 && bm_game_set_start(game, &p) != BM_OK)
                tap_bail("a start that cannot be set");
            print_position(game, node, ctx, again);
            n = print_moves(ctx, moves);
        } else {
            n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        }
        const bm_move m = moves[bm_random(state) % n];
        if (bm_ctx_play(ctx, m) != 0 ||
            (i >= blind && bm_game_add(game, node, m, &node) != BM_OK))
            tap_bail("a move that cannot be played");
    }
    bm_game_destroy(game);
    bm_ctx_destroy(ctx);
    bm_ctx_destroy(again);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    proto = strcmp(argv[1], "usi") == 0 ? BM_PROTO_USI : BM_PROTO_UCI;
    const unsigned games = (unsigned)strtoul(argv[2], NULL, 10);
    const unsigned plies = (unsigned)strtoul(argv[3], NULL, 10);
    for (int a = 4; a < argc; a++) {
        const struct bm_rules *rules;
        uint64_t state = 1;
        if (bm_rules_open(&rules, argv[a], strlen(argv[a])) != BM_OK)
            tap_bail(argv[a]);
        printf("game %s %s\n", argv[a], bm_wire_variant_name(argv[a]));
        for (unsigned i = 0; i < games; i++)
            play(rules, &state, plies, i % 2 ? 10 + 7 * i : 0);
        bm_rules_release(rules);
    }
    return 0;
}
