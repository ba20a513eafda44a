/* SPDX-License-Identifier: MIT */

/*
 * analyser_test ENGINE: the asynchronous analyser by both back ends. What it says is about the
 * position that was set last, each search that is not cancelled ends once, and what is
 * cancelled is not heard of again, whatever is called when.
 */

#include "analyser_rig.h"
#include "session/analyser_internal.h"

static const struct bm_think endless = {.infinite = true}, shallow = {.depth = 5};
/* Moves of one side are never legal for the other one. */
static const char *const chess_lines[] = {"", "e2e4", "e2e4 e7e5", "d2d4 d7d5 c2c4"};
static const char *const shogi_lines[] = {"", "7g7f", "7g7f 3c3d", "2g2f 8c8d 2f2e"};

static const struct bm_analyser_options builtin = {.search = {.level = BM_LEVELS, .hash = 4}};

/* ---- The built-in search ---- */

static void test_lines(void)
{
    struct watched w;
    watch_open(&w, "lines", &builtin);
    watch_set(&w, bm_rules_chess(), chess_lines[1]);
    watch_start(&w, &(struct bm_think){.depth = 6, .multipv = 3});
    ok_named(w.analyser->busy, "an analyser that was started is busy");
    watch_end(&w);
    ok(w.finished == 1 && w.troubles == 0 && w.status == BM_OK);
    ok(w.answer.kind == BM_BEST_MOVE && w.wrong == 0 && w.unasked == 0);
    eq_u64(w.ranks, 3);
    eq_u64(w.top_depth, 6);
    ok(!w.analyser->busy);

    watch_start(&w, &(struct bm_think){.depth = 10});
    watch_end(&w);
    ok_named(w.finished == 1 && w.top_depth == 10, "the same position can be searched deeper");
    watch_close(&w);
}

static void test_stop_and_cancel(void)
{
    struct watched w;
    watch_open(&w, "stop and cancel", &builtin);
    watch_set(&w, bm_rules_shogi(), "");
    watch_start(&w, &endless);
    watch_while(&w, w.lines == 0);
    bm_analyser_stop(w.analyser);
    watch_end(&w);
    ok_named(w.finished == 1 && w.answer.kind == BM_BEST_MOVE, "a stopped search answers");

    watch_start(&w, &endless);
    bm_analyser_stop(w.analyser);
    watch_end(&w);
    ok_named(w.finished == 1, "so does one that is stopped at once");

    watch_start(&w, &endless);
    watch_while(&w, w.lines == 0);
    const uint64_t before = w.analyser->generation;
    watch_cancel(&w);
    ok(w.analyser->generation != before && !w.analyser->busy);
    watch_while(&w, w.analyser->job);
    ok_named(w.finished == 0 && w.troubles == 0 && w.unasked == 0,
             "a cancelled search is not heard of again");

    watch_start(&w, &endless);
    watch_start(&w, &endless);
    watch_start(&w, &shallow);
    watch_end(&w);
    watch_while(&w, w.analyser->job);
    ok_named(w.finished == 1 && w.top_depth <= shallow.depth,
             "of three starts the last alone is delivered");

    watch_start(&w, &endless);
    watch_while(&w, w.lines == 0);
    watch_start(&w, &endless);
    bm_analyser_stop(w.analyser);
    watch_end(&w);
    ok_named(w.finished == 1, "a start that waits for the one before can be stopped");
    watch_close(&w);
}

static void test_pondering(void)
{
    struct watched w;
    watch_open(&w, "pondering", &builtin);
    watch_set(&w, bm_rules_chess(), "");
    watch_start(&w, &(struct bm_think){.ponder = true, .movetime = 1});
    watch_while(&w, w.top_depth < 6);
    ok(w.finished == 0);
    bm_analyser_ponderhit(w.analyser);
    watch_end(&w);
    ok_named(w.finished == 1, "after the ponder hit the limits count");
    watch_close(&w);
}

/* Positions of alternating sides while lines arrive: none is about another position. */
static void test_changing(const struct bm_analyser_options *options, const char *label,
                          unsigned changes)
{
    struct watched w;
    watch_open(&w, label, options);
    for (unsigned i = 0; i < changes; i++) {
        watch_set(&w, bm_rules_chess(), chess_lines[i & 1]);
        watch_start(&w, &(struct bm_think){.infinite = true, .multipv = 2});
        watch_while(&w, w.lines < 1 + i % 2);
    }
    ok_named(w.wrong == 0 && w.unasked == 0,
             "%s: no line is about another position while it changes", label);
    bm_analyser_stop(w.analyser);
    watch_end(&w);
    ok(w.finished == 1 && w.wrong == 0);

    watch_set(&w, bm_rules_shogi(), shogi_lines[1]);
    watch_start(&w, &endless);
    watch_while(&w, w.lines == 0);
    watch_set(&w, bm_rules_chess(), chess_lines[1]);
    watch_start(&w, &endless);
    watch_while(&w, w.lines == 0);
    ok_named(w.wrong == 0, "%s: nor when the game changes", label);
    watch_close(&w);
}

static void test_destroying(const struct bm_analyser_options *options, const char *label)
{
    static const int when[] = {1, 2, -1};
    for (unsigned i = 0; i < sizeof when / sizeof *when; i++) {
        struct watched w;
        watch_open(&w, label, options);
        w.destroy_at = when[i];
        watch_set(&w, bm_rules_chess(), "");
        watch_start(&w, &(struct bm_think){.depth = 6, .multipv = 2});
        watch_end(&w);
        ok_named(!w.analyser && w.unasked == 0, "%s: destroyed in an event (%d)", label,
                 when[i]);
        watch_close(&w);
    }
    struct watched w;
    watch_open(&w, label, options);
    watch_set(&w, bm_rules_chess(), "");
    watch_start(&w, &endless);
    watch_close(&w);
    ok_named(w.finished == 0 && w.lines == 0, "%s: destroyed at once", label);
}

/* The text is the rank and what the context says of the position. */
static void describe_for_test(struct bm_buf *out, struct bm_ctx *ctx,
                              const struct bm_analysis_line *line)
{
    char text[BM_MOVE_TEXT];
    for (size_t i = 0; i < line->info.pv_count && bm_ctx_room(ctx) != 0; i++) {
        bm_ctx_write_move(ctx, line->info.pv[i], BM_STYLE_COORDINATES, text, sizeof text);
        bm_buf_text(out, text);
        if (bm_ctx_play(ctx, line->info.pv[i]))
            tap_bail("a line cannot be played");
    }
    for (size_t i = 0; i < line->info.pv_count && bm_ctx_undo(ctx); i++)
        continue;
}

/* With a long interval only the first lines and the last of each rank are delivered. */
static void test_interval(void)
{
    struct bm_engine_spec spec = bad_spec("good");
    struct bm_analyser_options options = {.search = {.level = BM_LEVELS, .hash = 4},
                                          .interval = 100000,
                                          .describe = describe_for_test};
    for (unsigned external = 0; external < 2; external++) {
        struct watched w;
        options.spec = external ? &spec : NULL;
        watch_open(&w, "interval", &options);
        watch_set(&w, bm_rules_chess(), chess_lines[3]);
        watch_start(&w, &(struct bm_think){.depth = 7, .multipv = 2});
        watch_end(&w);
        ok_named(w.finished == 1 && w.lines >= 2 && w.lines <= 4 && w.texts == w.lines,
                 "few lines are delivered (%u), all with their texts", w.lines);
        ok(w.ranks == 2 && w.wrong == 0);
        watch_close(&w);
    }
    bm_spec_fini(&spec);
}

/* A context that is handed over is searched as it is, and comes back when it is not used. */
static void test_exchange(void)
{
    struct watched w;
    watch_open(&w, "exchange", &builtin);
    watch_set(&w, bm_rules_chess(), chess_lines[2]);
    struct bm_ctx *mine = new_ctx(bm_rules_chess(), 64);
    struct bm_ctx *const first = mine;
    if (play_all(mine, chess_lines[2]))
        tap_bail("a move of the test is refused");
    bm_analyser_exchange_context(w.analyser, &mine);
    ok(bm_analyser_ctx(w.analyser) == first && mine != first);
    watch_start(&w, &endless);
    watch_while(&w, w.lines == 0);
    bm_ctx_destroy(mine);
    mine = new_ctx(bm_rules_chess(), 64);
    w.asked = false;
    bm_analyser_exchange_context(w.analyser, &mine);
    ok_named(mine != first, "a context that is searched is not handed back");
    watch_while(&w, w.analyser->job);
    bm_ctx_destroy(mine);
    mine = NULL;
    bm_analyser_exchange_context(w.analyser, &mine);
    ok_named(mine && mine != first, "the one that was set is");
    bm_analyser_exchange_context(w.analyser, &mine);
    bm_ctx_destroy(mine);
    watch_close(&w);
}

static void test_clearing(void)
{
    struct bm_search_options how = {.level = 3, .seed = 1};
    struct watched w;
    watch_open(&w, "clearing", &(struct bm_analyser_options){.search = how});
    ok(bm_analyser_prepare(w.analyser, bm_rules_chess()) == BM_OK);
    bm_move best[2];
    for (unsigned i = 0; i < 2; i++) {
        watch_set(&w, bm_rules_chess(), chess_lines[2]);
        bm_analyser_forget(w.analyser);
        watch_start(&w, &(struct bm_think){.depth = 4});
        watch_end(&w);
        best[i] = w.answer.move;
    }
    ok_named(bm_move_equal(best[0], best[1]), "a level that forgets gives the same answer");
    how.level = BM_LEVELS;
    how.hash = 4;
    how.threads = 3;
    ok(bm_analyser_set_search(w.analyser, &how) == BM_OK);
    bm_analyser_new_game(w.analyser);
    watch_start(&w, &shallow);
    watch_end(&w);
    ok_named(w.finished == 1 && w.top_depth == shallow.depth, "three threads search");
    watch_start(&w, &endless);
    watch_cancel(&w);
    bm_analyser_new_game(w.analyser); /* while a worker still has the search */
    watch_start(&w, &shallow);
    watch_end(&w);
    ok(w.finished == 1 && w.wrong == 0);
    watch_close(&w);
}

/* Two analysers share the one worker of a pool. */
static void test_pool(void)
{
    struct watched a, b;
    struct bm_pool *pool;
    struct bm_analyser_options options = builtin;
    watch_open(&a, "pool", &options);
    if (bm_pool_create(&pool, &a.r.loop, 1))
        tap_bail("no memory");
    bm_analyser_destroy(a.analyser);
    options.pool = pool;
    b = (struct watched){.r = {.label = "second"}};
    if (bm_analyser_create(&a.analyser, &a.r.loop, &options, &watch_events, &a) ||
        bm_analyser_create(&b.analyser, &a.r.loop, &options, &watch_events, &b))
        tap_bail("no memory");
    watch_set(&a, bm_rules_chess(), "");
    watch_set(&b, bm_rules_shogi(), "");
    watch_start(&a, &shallow);
    watch_start(&b, &shallow);
    watch_while(&a, a.asked || b.asked);
    ok_named(a.finished == 1 && b.finished == 1 && a.wrong + b.wrong == 0,
             "two analysers share a worker");
    watch_start(&a, &endless);
    watch_start(&b, &endless); /* has no worker, and never will */
    watch_while(&a, a.lines == 0);
    bm_analyser_destroy(b.analyser);
    bm_analyser_destroy(a.analyser);
    a.analyser = NULL;
    bm_pool_destroy(pool);
    bm_game_destroy(b.game);
    bm_ctx_destroy(b.at);
    watch_close(&a);
}

/* ---- Engines ---- */

static void test_engine(void)
{
    struct watched w;
    struct bm_engine_spec spec = bad_spec("good");
    watch_open(&w, "engine", &(struct bm_analyser_options){.spec = &spec});
    bm_spec_fini(&spec);
    ok(bm_analyser_prepare(w.analyser, bm_rules_chess()) == BM_OK);
    watch_while(&w, w.readies == 0);
    eq_str(bm_analyser_name(w.analyser), "good");
    watch_set(&w, bm_rules_chess(), chess_lines[3]);
    watch_start(&w, &(struct bm_think){.depth = 1, .multipv = 3});
    watch_end(&w);
    ok(w.finished == 1 && w.ranks == 3 && w.wrong == 0);
    watch_start(&w, &endless);
    watch_while(&w, w.lines == 0);
    watch_cancel(&w);
    watch_start(&w, &shallow);
    watch_end(&w);
    ok_named(w.finished == 1 && w.unasked == 0, "the answer of a cancelled search is dropped");
    watch_close(&w);
}

static void test_failing_engine(void)
{
    static char once[300];
    char mode[400];
    struct watched w;
    const char *const folder = getenv("TMPDIR");
    snprintf(once, sizeof once, "%s/analyser-%d", folder ? folder : "/tmp", (int)getpid());
    snprintf(mode, sizeof mode, "ends-in-search once=%s", once);
    struct bm_engine_spec spec = bad_spec(mode);
    watch_open(&w, "failing engine", &(struct bm_analyser_options){.spec = &spec});
    bm_spec_fini(&spec);
    watch_set(&w, bm_rules_chess(), "");
    watch_start(&w, &shallow);
    watch_end(&w);
    ok_named(w.troubles == 1 && w.finished == 0 && w.trouble == BM_TROUBLE_DIED,
             "an engine that dies is one trouble");
    watch_start(&w, &shallow);
    watch_end(&w);
    ok_named(w.finished == 1 && w.troubles == 0, "the next start starts it again");
    watch_close(&w);
    unlink(once);
}

/* An engine that plays elsewhere is listened to only while it is asked. */
static void test_borrowed_engine(const char *mode, bool fails)
{
    struct rig r;
    struct watched w;
    struct bm_engine_spec spec = bad_spec(mode);
    rig_open(&r, "borrowed", &spec, bm_rules_chess());
    ok(next(&r) == READY);
    w = (struct watched){.r = {.label = "borrowed"}};
    if (bm_analyser_create(&w.analyser, &r.loop,
                           &(struct bm_analyser_options){.engine = r.engine}, &watch_events,
                           &w))
        tap_bail("no memory");
    watch_set(&w, bm_rules_chess(), "");
    watch_start(&w, &shallow);
    bm_timer_set(&r.guard, &r.loop, GUARD, rig_hangs, &r);
    while (w.asked)
        bm_loop_step(&r.loop);
    bm_timer_stop(&r.guard);
    ok_named(w.finished == !fails && w.troubles == fails && r.lines == 0 && r.answers == 0,
             "%s: a borrowed engine tells the analyser", mode);
    ok_named(r.failures == fails, "%s: and its owner that it failed", mode);
    bm_analyser_destroy(w.analyser);
    bm_game_destroy(w.game);
    bm_ctx_destroy(w.at);
    if (fails) {
        ok(next(&r) == FAILED);
    } else {
        rig_go(&r, &shallow);
        ok_named(next(&r) == ANSWER, "then it is its owner's again");
    }
    rig_close(&r);
}

/* ---- Anything in any order ---- */

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static void do_something(struct watched *w, uint64_t *seed)
{
    const bool shogi = next_random(seed) % 8 == 0;
    const uint64_t which = next_random(seed) % 4;
    const struct bm_think limits[] = {
        {.infinite = true, .multipv = 2}, {.depth = 3}, {.nodes = 500}, {.movetime = 3}};
    switch (next_random(seed) % 10) {
    case 0:
    case 1:
        watch_set(w, shogi ? bm_rules_shogi() : bm_rules_chess(),
                  shogi ? shogi_lines[which] : chess_lines[which]);
        break;
    case 2:
    case 3:
    case 4:
        if (w->at)
            watch_start(w, &limits[which]);
        break;
    case 5: watch_cancel(w); break;
    case 6: bm_analyser_stop(w->analyser); break;
    case 7: bm_analyser_new_game(w->analyser); break;
    case 8:
        for (unsigned i = 0; i < 3; i++)
            uv_run(&w->r.loop.uv, UV_RUN_NOWAIT);
        break;
    case 9:
        if (w->asked && which) {
            bm_analyser_stop(w->analyser);
            watch_end(w);
        }
        break;
    }
}

static void test_storm(const struct bm_analyser_options *options, const char *label,
                       unsigned steps)
{
    uint64_t seed = 20;
    struct watched w;
    unsigned ended = 0, twice = 0;
    watch_open(&w, label, options);
    for (unsigned i = 0; i < steps; i++) {
        do_something(&w, &seed);
        twice += w.finished + w.troubles > 1;
        ended += w.finished;
        if (w.asked != w.analyser->busy)
            twice++;
    }
    ok_named(w.wrong == 0, "%s: nothing is about another position", label);
    ok_named(w.unasked == 0, "%s: nothing comes that was not asked for", label);
    ok_named(twice == 0 && ended > 0, "%s: a search ends once", label);
    watch_close(&w);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        tap_bail("usage: analyser_test ENGINE");
    bad_engine = argv[1];
    struct bm_engine_spec spec = bad_spec("good proto=both"),
                          late = bad_spec("echo proto=both");
    const struct bm_analyser_options external = {.spec = &spec}, echoing = {.spec = &late};
    const unsigned steps = (unsigned)tap_env_u64("BANMEN_TEST_STEPS", 2000);
    test_lines();
    test_stop_and_cancel();
    test_pondering();
    test_changing(&builtin, "built-in", 30);
    test_changing(&echoing, "engine", 30);
    test_destroying(&builtin, "built-in");
    test_destroying(&external, "engine");
    test_interval();
    test_exchange();
    test_clearing();
    test_pool();
    test_engine();
    test_failing_engine();
    test_borrowed_engine("good", false);
    test_borrowed_engine("ends-in-search", true);
    test_storm(&builtin, "built-in", steps);
    test_storm(&external, "engine", steps / 4);
    bm_spec_fini(&spec);
    bm_spec_fini(&late);
    return tap_done();
}
