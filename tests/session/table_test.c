/* SPDX-License-Identifier: MIT */

/*
 * table_test ENGINE: games at a table, between levels, engines and a person. Whoever fails
 * forfeits, and nobody else; a person may do anything while the others think.
 */

#include "engine_find.h"
#include "engine_rig.h"
#include "session/table.h"

static char once[300];

/* One game with all that belongs to it. */
struct party {
    struct rig r; /* for its loop and its watch over processes */
    struct bm_match *match;
    struct bm_table *table;
    struct bm_engine *engine[2];
    struct bm_search *search[2];
    unsigned overs, acts, fails, hits, games_begun, turns, stop_after;
    unsigned failed_side;
    enum bm_engine_trouble trouble;
    bool restarts; /* what failed */
};

/* ---- Events ---- */

static void on_acted(void *user, const struct bm_action *action)
{
    struct party *const p = user;
    p->acts += action->act == BM_ACT_MOVE;
}

static bool on_failed(void *user, unsigned side, enum bm_engine_trouble trouble,
                      const char *detail)
{
    struct party *const p = user;
    p->fails++;
    p->failed_side = side;
    p->trouble = trouble;
    snprintf(p->r.detail, sizeof p->r.detail, "%s", detail);
    if (!p->restarts)
        return false;
    bm_engine_restart(p->engine[side]);
    bm_table_ask(p->table);
    return true;
}

static void on_over(void *user)
{
    struct party *const p = user;
    p->overs++;
}

static void on_turn(void *user, unsigned side)
{
    struct party *const p = user;
    (void)side;
    if (++p->turns != p->stop_after)
        return;
    const struct bm_action draw = {
        .act = BM_ACT_ADJUDICATE, .reason = BM_REASON_ADJUDICATION, .result = BM_DRAW};
    if (bm_match_act(p->match, &draw, bm_loop_now(&p->r.loop)))
        tap_bail("the game cannot be adjudicated");
}

static const struct bm_table_events events = {
    .acted = on_acted, .failed = on_failed, .over = on_over, .turn = on_turn};

static void on_traffic(void *user, bool out, const char *s, size_t len)
{
    struct party *const p = user;
    if (p->r.loud)
        printf("# %c %.*s\n", out ? '>' : '<', (int)len, s);
    p->hits += out && len == 9 && memcmp(s, "ponderhit", 9) == 0;
    p->games_begun += out && len == 10 && memcmp(s, "ucinewgame", 10) == 0;
}

static const struct bm_engine_events engine_events = {.traffic = on_traffic};

/* ---- Life ---- */

static void party_open(struct party *p, const char *label, const char *times)
{
    struct bm_match_options options = {.rules = bm_rules_chess()};
    *p = (struct party){.r = {.label = label, .loud = getenv("BANMEN_TEST_TRAFFIC") != NULL}};
    mark();
    if (bm_loop_init(&p->r.loop))
        tap_bail("cannot create a loop");
    bm_loop_fini(&p->r.loop);
    p->r.open_before = open_files();
    if (bm_times_parse(&options.times, times, strlen(times), NULL) ||
        bm_loop_init(&p->r.loop) || bm_match_create(&p->match, &options, NULL) ||
        bm_table_create(&p->table, &p->r.loop, p->match, &events, p))
        tap_bail("cannot create a table");
}

static void sit_engine_at(struct party *p, unsigned side, struct bm_engine_spec *spec,
                          bool ponders)
{
    if (bm_engine_create(&p->engine[side], &p->r.loop, spec, bm_rules_chess(), &engine_events,
                         p))
        tap_bail("cannot create an engine");
    bm_spec_fini(spec);
    bm_match_sit(p->match, side, &(struct bm_seat){.kind = BM_SEAT_ENGINE, .name = "engine"});
    bm_table_seat(p->table, side,
                  &(struct bm_table_player){.engine = p->engine[side], .ponder = ponders});
}

static void sit_bad(struct party *p, unsigned side, const char *mode)
{
    struct bm_engine_spec spec = bad_spec(mode);
    sit_engine_at(p, side, &spec, false);
}

static void sit_level(struct party *p, unsigned side, unsigned level)
{
    const struct bm_search_options options = {.level = level, .seed = 7 + side};
    if (bm_search_create(&p->search[side], bm_rules_chess(), &options))
        tap_bail("cannot create a player");
    bm_match_sit(p->match, side,
                 &(struct bm_seat){.kind = BM_SEAT_LEVEL, .level = level, .name = "level"});
    bm_table_seat(p->table, side, &(struct bm_table_player){.search = p->search[side]});
}

static void party_close(struct party *p)
{
    bm_table_destroy(p->table);
    for (unsigned side = 0; side < 2; side++)
        bm_engine_destroy(p->engine[side]);
    bm_timer_close(&p->r.guard, NULL, NULL);
    bm_loop_fini(&p->r.loop);
    for (unsigned side = 0; side < 2; side++)
        bm_search_destroy(p->search[side]);
    bm_match_destroy(p->match);
    ok_named(all_gone(&p->r), "%s: no process is left", p->r.label);
    ok_named(open_files() == p->r.open_before, "%s: no descriptor is left open", p->r.label);
}

/* ---- Waiting ---- */

static struct bm_match_state state_of(const struct party *p)
{
    struct bm_match_state state;
    bm_match_state(p->match, &state);
    return state;
}

static bool is_over(const struct party *p) { return p->overs != 0; }
static bool is_thinking(const struct party *p) { return bm_table_is_thinking(p->table); }
static bool has_moved(const struct party *p) { return !bm_table_is_thinking(p->table); }

static void await(struct party *p, bool (*until)(const struct party *p))
{
    bm_timer_set(&p->r.guard, &p->r.loop, GUARD, rig_hangs, &p->r);
    while (!until(p))
        bm_loop_step(&p->r.loop);
    bm_timer_stop(&p->r.guard);
}

static void play_out(struct party *p)
{
    bm_table_start(p->table);
    await(p, is_over);
    run_for(&p->r, 1);
    ok_named(p->overs == 1, "%s: it is over once", p->r.label);
}

static void expect_end(const struct party *p, enum bm_result result, enum bm_reason reason)
{
    const struct bm_outcome got = state_of(p).outcome;
    ok_named(got.result == result && got.reason == reason,
             "%s: result %d by %s, should be %d by %s", p->r.label, (int)got.result,
             bm_reason_text(got.reason, BM_EN), (int)result, bm_reason_text(reason, BM_EN));
}

/* ---- Whole games ---- */

static void levels(void)
{
    struct party p;
    party_open(&p, "level against level", "none");
    sit_level(&p, 0, 1);
    sit_level(&p, 1, 2);
    play_out(&p);
    ok_named(state_of(&p).outcome.result != BM_ONGOING, "it has a result after %u moves",
             p.acts);
    eq_u64(bm_game_ply(bm_match_game(p.match), bm_match_node(p.match)), p.acts);
    party_close(&p);
}

static void engine_and_level(unsigned side)
{
    struct party p;
    party_open(&p, "engine against level", "60+1");
    p.stop_after = 41;
    sit_bad(&p, side, "good");
    sit_level(&p, !side, 2);
    play_out(&p);
    ok_named(p.acts >= 40 || state_of(&p).outcome.reason == BM_REASON_CHECKMATE,
             "%u moves are played", p.acts);
    eq_u64(p.fails, 0);
    eq_u64(p.games_begun, 1);
    party_close(&p);
}

/* ---- Failures ---- */

static void forfeits(const char *mode, unsigned side, enum bm_engine_trouble trouble,
                     enum bm_reason reason, int64_t deadline)
{
    struct party p;
    char label[200];
    snprintf(label, sizeof label, "%s on side %u", mode, side);
    struct bm_engine_spec spec = bad_spec(mode);
    if (deadline)
        spec.deadlines.move = spec.deadlines.handshake = deadline;
    party_open(&p, label, "none");
    sit_engine_at(&p, side, &spec, false);
    sit_level(&p, !side, 1);
    play_out(&p);
    expect_end(&p, side ? BM_FIRST_WINS : BM_SECOND_WINS, reason);
    ok_named(p.fails == (trouble != BM_TROUBLE_NONE), "%s: told once", label);
    if (trouble)
        ok_named(p.failed_side == side && p.trouble == trouble, "%s: %s, should be %s: %s",
                 label, bm_engine_trouble_word(p.trouble), bm_engine_trouble_word(trouble),
                 p.r.detail);
    party_close(&p);
}

static void failures(void)
{
    for (unsigned side = 0; side < 2; side++) {
        forfeits("ends-in-search", side, BM_TROUBLE_DIED, BM_REASON_CRASH, 0);
        forfeits("says arg=e1e8", side, BM_TROUBLE_ILLEGAL_MOVE, BM_REASON_ILLEGAL, 0);
        forfeits("says arg=what", side, BM_TROUBLE_BAD_MOVE, BM_REASON_ILLEGAL, 0);
        forfeits("says arg=(none)", side, BM_TROUBLE_BAD_MOVE, BM_REASON_ILLEGAL, 0);
        forfeits("says arg=resign", side, BM_TROUBLE_NONE, BM_REASON_RESIGNATION, 0);
        forfeits("says arg=win", side, BM_TROUBLE_NONE, BM_REASON_ILLEGAL, 0);
        forfeits("ends-at-once", side, BM_TROUBLE_DIED_IN_HANDSHAKE, BM_REASON_CRASH, 0);
    }
    forfeits("silent", 1, BM_TROUBLE_NO_HANDSHAKE, BM_REASON_CRASH, 200);
}

/* It thinks for a second, and then has its grace. */
static void never_moves(void)
{
    struct party p;
    struct bm_engine_spec spec = bad_spec("never-moves");
    spec.deadlines.move = 200;
    party_open(&p, "never moves", "none");
    sit_engine_at(&p, 0, &spec, false);
    sit_level(&p, 1, 1);
    play_out(&p);
    expect_end(&p, BM_SECOND_WINS, BM_REASON_CRASH);
    ok(p.trouble == BM_TROUBLE_NO_MOVE);
    party_close(&p);
}

static void restarted(void)
{
    struct party p;
    char mode[400];
    unlink(once);
    snprintf(mode, sizeof mode, "ends-in-search \"once=%s\"", once);
    party_open(&p, "restarted", "60");
    p.restarts = true;
    p.stop_after = 21;
    sit_bad(&p, 1, mode);
    sit_level(&p, 0, 1);
    play_out(&p);
    eq_u64(p.fails, 1);
    ok_named(p.acts >= 19, "the game goes on: %u moves", p.acts);
    party_close(&p);
}

/* ---- Clocks ---- */

static void loses_on_time(const char *mode, unsigned side)
{
    struct party p;
    char label[100];
    snprintf(label, sizeof label, "%s loses on time", mode);
    party_open(&p, label, side ? "600,0.3" : "0.3,600");
    sit_bad(&p, side, mode);
    sit_level(&p, !side, 1);
    play_out(&p);
    expect_end(&p, side ? BM_FIRST_WINS : BM_SECOND_WINS, BM_REASON_TIME);
    eq_u64(p.fails, 0);
    party_close(&p);
}

/* ---- A person ---- */

static void do_move(struct party *p, const char *text)
{
    const struct bm_action action = {.act = BM_ACT_MOVE,
                                     .side = state_of(p).turn,
                                     .move = move_of(bm_match_ctx(p->match), text)};
    const enum bm_refusal refusal = bm_table_act(p->table, &action);
    ok_named(refusal == BM_REFUSAL_NONE, "%s: %s is played: %s", p->r.label, text,
             bm_refusal_word(refusal));
}

static void do_act(struct party *p, enum bm_act act, unsigned side)
{
    const struct bm_action action = {.act = act, .side = side};
    const enum bm_refusal refusal = bm_table_act(p->table, &action);
    ok_named(refusal == BM_REFUSAL_NONE, "%s: %s: %s", p->r.label, bm_act_word(act),
             bm_refusal_word(refusal));
}

static unsigned plies(const struct party *p) { return bm_ctx_plies(bm_match_ctx(p->match)); }

/* Let the engine begin its search, so that there is something to disturb. */
static void let_think(struct party *p)
{
    await(p, is_thinking);
    run_for(&p->r, 20);
    ok_named(bm_table_is_thinking(p->table), "%s: it thinks", p->r.label);
}

static bool is_playing(const struct party *p) { return state_of(p).stage == BM_MATCH_PLAYING; }

/* A person takes a move back while the other side thinks, and then does not wait. */
static void undo_then_hurry(struct party *p)
{
    bm_table_start(p->table);
    await(p, is_playing);
    do_move(p, "e2e4");
    let_think(p);
    do_act(p, BM_ACT_UNDO, 0);
    eq_u64(plies(p), 0);
    ok_named(!bm_table_is_thinking(p->table), "%s: nobody thinks after undo", p->r.label);
    do_move(p, "d2d4");
    let_think(p);
    bm_table_hurry(p->table);
    await(p, has_moved);
    eq_u64(plies(p), 2);
}

/* A level that answers when a person would is found at once by whoever does not wait. */
static void natural(void)
{
    struct party p;
    party_open(&p, "a natural level", "none");
    sit_level(&p, 1, 2);
    bm_table_seat(p.table, 1,
                  &(struct bm_table_player){.search = p.search[1], .natural = true});
    undo_then_hurry(&p);
    do_move(&p, "g1f3");
    await(&p, has_moved); /* by itself */
    eq_u64(plies(&p), 4);
    do_move(&p, "e2e3");
    let_think(&p);
    party_close(&p); /* while it waits */
}

static void person(void)
{
    struct party p;
    party_open(&p, "a person", "none");
    sit_bad(&p, 1, "moves-after-stop");
    undo_then_hurry(&p);
    ok_named(p.fails == 0, "the answer is to what is on the board: %s", p.r.detail);
    do_act(&p, BM_ACT_UNDO, 0); /* both */
    eq_u64(plies(&p), 0);
    do_act(&p, BM_ACT_REDO, 0);
    do_move(&p, "g1f3");
    let_think(&p);
    do_act(&p, BM_ACT_PAUSE, 0);
    ok_named(!bm_table_is_thinking(p.table), "nobody thinks in a pause");
    do_act(&p, BM_ACT_RESUME, 0);
    let_think(&p);
    do_act(&p, BM_ACT_RESIGN, 0);
    await(&p, is_over);
    expect_end(&p, BM_SECOND_WINS, BM_REASON_RESIGNATION);
    /* The end can be taken back, and the game goes on. */
    do_act(&p, BM_ACT_UNDO, 0);
    ok(is_playing(&p));
    eq_u64(p.fails, 0);
    party_close(&p);
}

/* An engine that ends while nobody asks it is there again when it is asked. */
static void dies_idle(void)
{
    struct party p;
    party_open(&p, "ends while it waits", "none");
    sit_bad(&p, 1, "moves-and-ends");
    bm_table_start(p.table);
    await(&p, is_playing);
    do_move(&p, "e2e4");
    await(&p, has_moved);
    bm_timer_set(&p.r.guard, &p.r.loop, GUARD, rig_hangs, &p.r);
    while (bm_engine_state(p.engine[1]) != BM_ENGINE_FAILED)
        bm_loop_step(&p.r.loop);
    bm_timer_stop(&p.r.guard);
    ok_named(is_playing(&p) && p.fails == 0 && plies(&p) == 2, "no harm is done");
    do_move(&p, "d2d4");
    await(&p, has_moved);
    ok_named(is_playing(&p) && p.fails == 0 && plies(&p) == 4, "it is started again: %s",
             p.r.detail);
    party_close(&p);
}

/* One that must not does not get away with it. */
static void dies_idle_strictly(void)
{
    struct party p;
    party_open(&p, "ends while it waits, and must not", "none");
    sit_bad(&p, 1, "moves-and-ends");
    bm_table_seat(p.table, 1, &(struct bm_table_player){.engine = p.engine[1], .strict = true});
    bm_table_start(p.table);
    await(&p, is_playing);
    do_move(&p, "e2e4");
    await(&p, is_over);
    expect_end(&p, BM_FIRST_WINS, BM_REASON_CRASH);
    party_close(&p);
}

/* ---- Pondering ---- */

static void ponders(void)
{
    struct party p;
    struct bm_engine_spec spec;
    party_open(&p, "two who ponder", "60+1");
    p.stop_after = 31;
    for (unsigned side = 0; side < 2; side++) {
        spec = bad_spec("good");
        sit_engine_at(&p, side, &spec, true);
    }
    play_out(&p);
    ok_named(p.fails == 0 && p.acts >= 30, "%u moves, %s", p.acts, p.r.detail);
    ok_named(p.hits > 10, "%u were expected", p.hits);
    party_close(&p);

    party_open(&p, "one who ponders in vain", "60+1");
    p.stop_after = 41;
    spec = bad_spec("good");
    sit_engine_at(&p, 0, &spec, true);
    sit_level(&p, 1, 1);
    play_out(&p);
    ok_named(p.fails == 0 && p.acts >= 40, "%u moves, %s", p.acts, p.r.detail);
    ok_named(p.hits < 20, "%u were expected", p.hits);
    party_close(&p);

    party_open(&p, "stockfish ponders", "2+0.02");
    p.stop_after = 21;
    for (unsigned side = 0; side < 2; side++) {
        spec = spec_of(find_program("stockfish"));
        sit_engine_at(&p, side, &spec, true);
    }
    play_out(&p);
    ok_named(p.fails == 0, "no failure: %s", p.r.detail);
    ok_named(p.acts >= 20 || state_of(&p).outcome.reason == BM_REASON_TIME, "%u moves", p.acts);
    party_close(&p);
}

/* It ponders on a move; that is played in another position. */
static void ponders_elsewhere(void)
{
    struct party p;
    struct bm_engine_spec spec = bad_spec("good");
    party_open(&p, "undone while it ponders", "none");
    sit_engine_at(&p, 1, &spec, true);
    bm_table_start(p.table);
    await(&p, is_playing);
    do_move(&p, "h2h4"); /* a7a6 is its answer, and it expects a2a3 */
    await(&p, has_moved);
    run_for(&p.r, 50);
    do_act(&p, BM_ACT_UNDO, 0);
    eq_u64(plies(&p), 0);
    do_move(&p, "a2a3");
    await(&p, has_moved);
    eq_u64(p.hits, 0);
    eq_u64(plies(&p), 2);
    ok_named(p.fails == 0, "no failure: %s", p.r.detail);
    party_close(&p);
}

/* The table goes while a player thinks. */
static void left(void)
{
    struct party p;
    party_open(&p, "left while an engine thinks", "none");
    sit_bad(&p, 0, "moves-after-stop");
    sit_level(&p, 1, 1);
    bm_table_start(p.table);
    let_think(&p);
    party_close(&p);
    party_open(&p, "left while a level thinks", "none");
    sit_level(&p, 0, 1);
    sit_level(&p, 1, 2);
    bm_table_start(p.table);
    party_close(&p);
}

int main(int argc, char **argv)
{
    const char *const tmp = getenv("TMPDIR");
    if (argc != 2)
        tap_bail("usage: table_test ENGINE");
    bad_engine = argv[1];
    snprintf(once, sizeof once, "%s/banmen-table-%d", tmp && *tmp ? tmp : "/tmp",
             (int)getpid());
    levels();
    engine_and_level(0);
    engine_and_level(1);
    failures();
    never_moves();
    restarted();
    loses_on_time("hangs", 0);
    loses_on_time("never-moves", 1);
    loses_on_time("thinks-long arg=1000", 1);
    person();
    natural();
    dies_idle();
    dies_idle_strictly();
    ponders();
    ponders_elsewhere();
    left();
    unlink(once);
    return tap_done();
}
