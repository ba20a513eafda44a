/* SPDX-License-Identifier: MIT */

/*
 * real_test stockfish|fairy|gnuchess|gps|own [PROGRAM]: real engines play through the client,
 * and do what it offers. PROGRAM is ours, for `own`.
 */

#include <signal.h>

#include "banmen/variant.h"
#include "engine_find.h"
#include "engine_rig.h"

static const struct bm_think depth = {.depth = 2}, infinite = {.infinite = true};

static void open_real(struct rig *r, const char *label, const char *program, const char *args,
                      enum bm_spec_proto proto, const struct bm_rules *rules)
{
    char command[4200];
    snprintf(command, sizeof command, "\"%s\" %s", program, args);
    struct bm_engine_spec spec = spec_of(command);
    spec.proto = proto;
    rig_open(r, label, &spec, rules);
    if (expect(r, READY, "start"))
        printf("# %s: %s by %s, %zu options\n", label, bm_engine_name(r->engine),
               bm_engine_author(r->engine), bm_engine_options(r->engine));
}

/* It may crash at the end: the game was good. */
static void close_real(struct rig *r)
{
    bm_engine_quit(r->engine);
    expect(r, CLOSED, "quit");
    rig_close(r);
}

/* The engine plays both sides; the game may end before. */
static void play(struct rig *r, const struct bm_think *limits, unsigned plies)
{
    unsigned n = 0;
    struct bm_outcome outcome = {.result = BM_ONGOING};
    bm_engine_new_game(r->engine);
    while (n < plies && outcome.result == BM_ONGOING) {
        rig_go(r, limits);
        if (next(r) != ANSWER || r->answer.kind != BM_BEST_MOVE || !rig_play(r, r->answer.move))
            break;
        n++;
        if (bm_game_play_to(r->game, r->node, r->ctx, NULL))
            break;
        bm_ctx_outcome(r->ctx, &outcome);
    }
    ok_named(n == plies || outcome.result != BM_ONGOING, "%s: %u moves of a game are legal%s%s",
             r->label, n, n < plies ? ": " : "", n < plies ? r->detail : "");
    ok_named(r->cut_lines == 0, "%s: so are all %u lines", r->label, r->pv_lines);
}

static void play_variant(const char *program, const char *args, enum bm_spec_proto proto,
                         const char *name)
{
    struct rig r;
    char label[100];
    const struct bm_rules *rules;
    if (bm_rules_open(&rules, name, strlen(name)))
        tap_bail("a built-in game cannot be opened");
    snprintf(label, sizeof label, "%s in %s", name, proto == BM_SPEC_USI ? "USI" : "UCI");
    open_real(&r, label, program, args, proto, rules);
    play(&r, &depth, 8);
    close_real(&r);
    bm_rules_release(rules);
}

static void set_start(struct rig *r, const char *text)
{
    const struct bm_setup start = board_of(bm_game_rules(r->game), text);
    bm_game_clear(r->game, bm_game_rules(r->game));
    r->node = BM_NODE_ROOT;
    if (bm_game_set_start(r->game, &start))
        tap_bail("a start cannot be set");
}

/* ---- Stockfish ---- */

static void stockfish_asks(const char *program)
{
    struct rig r;
    bm_move only;
    open_real(&r, "stockfish", program, "[Hash=8; Threads=1]", BM_SPEC_AUTO, bm_rules_chess());
    ok(bm_engine_proto(r.engine) == BM_PROTO_UCI);
    ok_named(strstr(bm_engine_name(r.engine), "Stockfish"), "its name is told");
    const struct bm_engine_option *const hash = bm_engine_find_option(r.engine, "hash", 4);
    ok(hash && hash->type == BM_OPTION_SPIN && hash->min == 1 && hash->max > 1024);
    struct bm_error err = {.what = ""};
    ok(bm_engine_set_option(r.engine, "Hash", "lots", &err) == BM_EINVAL && *err.what);
    ok(bm_engine_set_option(r.engine, "UCI_ShowWDL", "true", &err) == BM_OK);
    play(&r, &(struct bm_think){.movetime = 20}, 8);
    ok_named((r.has & BM_INFO_WDL) != 0, "an option takes effect");

    rig_go(&r, &(struct bm_think){.depth = 6, .multipv = 3});
    expect(&r, ANSWER, "three lines");
    eq_u64(r.top_multipv, 3);
    r.top_multipv = 0;
    rig_go(&r, &(struct bm_think){.depth = 6});
    expect(&r, ANSWER, "one line again");
    eq_u64(r.top_multipv, 1);

    rig_go(&r, &infinite);
    await_line(&r);
    bm_engine_stop(r.engine, false);
    expect(&r, ANSWER, "infinite, stopped");

    set_start(&r, "startpos");
    rig_go(&r, &depth);
    only = move_of(r.ctx, "a2a3");
    expect(&r, ANSWER, "depth");
    rig_go(&r, &(struct bm_think){.depth = 3, .only = &only, .only_count = 1});
    expect(&r, ANSWER, "searchmoves");
    ok_named(bm_move_equal(r.answer.move, only), "it plays what it may");

    set_start(&r, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    r.mates = 0;
    rig_go(&r, &(struct bm_think){.mate = 2});
    expect(&r, ANSWER, "mate in two");
    ok_named(r.mates > 0 && bm_move_equal(r.answer.move, move_of(r.ctx, "a1a6")),
             "the mate is found");
    const unsigned want = BM_INFO_DEPTH | BM_INFO_SELDEPTH | BM_INFO_SCORE | BM_INFO_NODES |
                          BM_INFO_NPS | BM_INFO_TIME | BM_INFO_MULTIPV | BM_INFO_PV;
    eq_u64(r.has & want, want);

    /* No legal move: an answer all the same. */
    set_start(&r, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    rig_go(&r, &depth);
    expect(&r, ANSWER, "stalemate");
    ok(r.answer.kind == BM_BEST_NONE);
    close_real(&r);
}

static void stockfish_ponders(const char *program)
{
    struct rig r;
    const struct bm_think clock = {.timed = true, .time = {2000, 2000}, .increment = {50, 50}};
    open_real(&r, "stockfish ponders", program, "", BM_SPEC_UCI, bm_rules_chess());
    bm_engine_may_ponder(r.engine);
    for (unsigned hits = 0; hits < 2;) {
        expect_move(&r, &clock, "a move");
        if (!ok_named(r.answer.ponder.bits != BM_MOVE_NONE, "it says what it expects"))
            break;
        const bm_move expected = r.answer.ponder;
        r.search = bm_engine_ponder(r.engine, r.game, r.node, expected, &clock);
        if (bm_game_add(r.game, r.node, expected, &r.node) ||
            bm_game_play_to(r.game, r.node, r.ctx, NULL))
            tap_bail("the game cannot be played");
        r.current = 0;
        await_line(&r);
        if (hits++ == 0) {
            bm_engine_ponderhit(r.engine);
            expect(&r, ANSWER, "ponderhit");
            ok(rig_play(&r, r.answer.move));
        } else {
            /* Something else was played. */
            bm_engine_stop(r.engine, true);
            r.node = bm_game_parent(r.game, r.node);
            expect_move(&r, &clock, "not what it expected");
        }
    }
    close_real(&r);
}

static void stockfish_is_killed(const char *program)
{
    struct rig r;
    open_real(&r, "stockfish is killed", program, "", BM_SPEC_UCI, bm_rules_chess());
    rig_go(&r, &infinite);
    await_line(&r);
    kill(engine_pid(r.engine), SIGKILL);
    expect(&r, FAILED, "it is noticed");
    ok_named(r.trouble == BM_TROUBLE_DIED && strstr(r.detail, "9"), "it is named: %s",
             r.detail);
    bm_engine_restart(r.engine);
    expect(&r, READY, "restart");
    expect_move(&r, &depth, "the game goes on");
    close_real(&r);
}

static void test_stockfish(void)
{
    const char *const program = find_program("stockfish");
    struct rig r;
    stockfish_asks(program);
    stockfish_ponders(program);
    stockfish_is_killed(program);
    open_real(&r, "chess960", program, "", BM_SPEC_UCI, bm_rules_chess960());
    set_start(&r, "bbrnkqrn/pppppppp/8/8/8/8/PPPPPPPP/BBRNKQRN w KQkq - 0 1");
    play(&r, &depth, 30);
    /* Castling is written as the king takes its rook. */
    set_start(&r, "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1");
    rig_go(&r, &depth);
    const bm_move castles = move_of(r.ctx, "e1b1");
    expect(&r, ANSWER, "a search");
    rig_go(&r, &(struct bm_think){.depth = 2, .only = &castles, .only_count = 1});
    expect(&r, ANSWER, "castling");
    ok(bm_move_equal(r.answer.move, castles));
    close_real(&r);
}

/* ---- Others ---- */

static void test_fairy(void)
{
    static const char *const games[] = {"chess",  "shogi",   "crazyhouse", "kingofthehill",
                                        "3check", "xiangqi", "makruk",     "minishogi",
                                        "horde",  "janggi",  "antichess",  "seirawan"};
    const char *const program = find_program("fairy-stockfish");
    struct rig r;
    play_variant(program, "", BM_SPEC_USI, "shogi");
    play_variant(program, "", BM_SPEC_USI, "minishogi");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        play_variant(program, "", BM_SPEC_UCI, games[i]);

    /* Found by handshake: shogi is asked for in USI first. */
    open_real(&r, "fairy-stockfish finds its language", program, "", BM_SPEC_AUTO,
              bm_rules_shogi());
    ok(bm_engine_proto(r.engine) == BM_PROTO_USI);
    const struct bm_engine_option *games_of_it =
        bm_engine_find_option(r.engine, "UCI_Variant", 11);
    if (!games_of_it)
        games_of_it = bm_engine_find_option(r.engine, "USI_Variant", 11);
    struct bm_text variant;
    ok_named(games_of_it && bm_option_var(games_of_it, 5, &variant), "it lists its games");
    play(&r, &(struct bm_think){.timed = true, .byoyomi = 50}, 6);
    close_real(&r);
}

static void test_gnuchess(void)
{
    struct rig r;
    open_real(&r, "gnuchess", find_program("gnuchess"), "-u", BM_SPEC_UCI, bm_rules_chess());
    play(&r, &(struct bm_think){.movetime = 50}, 8);
    close_real(&r);
}

/* Slow to get ready, and it ends when it hears of other limits than clocks. */
static void test_gps(void)
{
    struct rig r;
    open_real(&r, "gpsusi", find_program("gpsusi"), "", BM_SPEC_USI, bm_rules_shogi());
    play(&r, &(struct bm_think){.timed = true, .byoyomi = 500}, 4);
    bm_engine_game_over(r.engine, BM_DRAW, 0);
    close_real(&r);
}

static void test_own(const char *program)
{
    play_variant(program, "uci", BM_SPEC_AUTO, "chess");
    play_variant(program, "usi", BM_SPEC_USI, "shogi");
    play_variant(program, "uci", BM_SPEC_UCI, "chess960");
    play_variant(program, "uci", BM_SPEC_UCI, "crazyhouse");
    play_variant(program, "uci", BM_SPEC_UCI, "xiangqi");
}

int main(int argc, char **argv)
{
    const char *const which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "stockfish") == 0)
        test_stockfish();
    else if (strcmp(which, "fairy") == 0)
        test_fairy();
    else if (strcmp(which, "gnuchess") == 0)
        test_gnuchess();
    else if (strcmp(which, "gps") == 0)
        test_gps();
    else if (strcmp(which, "own") == 0 && argc == 3)
        test_own(argv[2]);
    else
        tap_bail("usage: real_test stockfish|fairy|gnuchess|gps|own [PROGRAM]");
    return tap_done();
}
