/* SPDX-License-Identifier: MIT */

/*
 * asking_test ENGINE: searches that are asked for, replaced, stopped and called off in every
 * order and state. Each is answered once, or not at all if nobody wants it; and whatever is
 * called from inside an event is fine.
 */

#include "banmen/variant.h"
#include "engine_rig.h"

static const struct bm_think quick = {.movetime = 1}, infinite = {.infinite = true};

static void open_mode(struct rig *r, const char *label, const char *mode)
{
    struct bm_engine_spec spec = bad_spec(mode);
    rig_open(r, label, &spec, bm_rules_chess());
}

static void quit(struct rig *r)
{
    bm_engine_quit(r->engine);
    expect(r, CLOSED, "quit");
    ok_named(!r->killed, "%s: it went by itself", r->label);
    rig_close(r);
}

/* ---- Stopping ---- */

static void stop_before_ready(void)
{
    struct rig r;
    open_mode(&r, "stop before it is ready", "good");
    rig_go(&r, &infinite);
    bm_engine_stop(r.engine, false);
    expect(&r, READY, "start");
    expect(&r, ANSWER, "stop");
    quit(&r);
}

static void call_off_before_ready(void)
{
    struct rig r;
    open_mode(&r, "called off before it is ready", "good");
    rig_go(&r, &infinite);
    bm_engine_stop(r.engine, true);
    expect(&r, READY, "start");
    expect_move(&r, &quick, "another search");
    quit(&r);
}

/* One thinks, one waits for it to end, and that is stopped. */
static void stop_what_waits(bool discard)
{
    struct rig r;
    open_mode(&r, discard ? "call off what waits" : "stop what waits", "good");
    expect(&r, READY, "start");
    rig_go(&r, &infinite);
    await_line(&r);
    rig_moves(&r, "e2e4");
    rig_go(&r, &infinite);
    bm_engine_stop(r.engine, discard);
    if (!discard) {
        expect(&r, ANSWER, "stop");
        ok_named(rig_play(&r, r.answer.move), "it is of the second");
    }
    expect_move(&r, &quick, "another search");
    eq_u64(r.answers, discard ? 1 : 2);
    quit(&r);
}

static void call_off_and_ask(void)
{
    struct rig r;
    open_mode(&r, "called off", "echo arg=5");
    expect(&r, READY, "start");
    for (unsigned i = 0; i < 3; i++) {
        rig_go(&r, &infinite);
        await_line(&r);
        bm_engine_stop(r.engine, true);
        expect_move(&r, &quick, "another search");
    }
    eq_u64(r.answers, 3);
    quit(&r);
}

static void stop_twice(void)
{
    struct rig r;
    open_mode(&r, "stopped twice", "good");
    expect(&r, READY, "start");
    bm_engine_stop(r.engine, false); /* nothing to stop */
    rig_go(&r, &infinite);
    await_line(&r);
    bm_engine_stop(r.engine, false);
    bm_engine_stop(r.engine, false);
    expect(&r, ANSWER, "stop");
    bm_engine_stop(r.engine, false);
    expect_move(&r, &quick, "another search");
    quit(&r);
}

/* ---- Pondering ---- */

static void ponder(bool starting)
{
    struct rig r;
    open_mode(&r, starting ? "ponder before it is ready" : "ponder", "good");
    if (!starting)
        expect(&r, READY, "start");
    r.search = bm_engine_ponder(r.engine, r.game, r.node, move_of(r.ctx, "e2e4"), &quick);
    rig_moves(&r, "e2e4");
    if (bm_game_play_to(r.game, r.node, r.ctx, NULL))
        tap_bail("the game cannot be played");
    if (!starting)
        await_line(&r);
    bm_engine_ponderhit(r.engine);
    if (starting)
        expect(&r, READY, "start");
    expect(&r, ANSWER, "ponderhit");
    ok_named(rig_play(&r, r.answer.move), "%s: its move is legal", r.label);
    expect_move(&r, &quick, "the game goes on");
    quit(&r);
}

/* ---- What cannot be said ---- */

static bm_node add_pass(struct rig *r)
{
    bm_node pass;
    if (bm_game_add_pass(r->game, BM_NODE_ROOT, &pass))
        tap_bail("out of memory");
    return pass;
}

static void refused(void)
{
    struct rig r;
    open_mode(&r, "a pass of an analysis", "good");
    const bm_node pass = add_pass(&r);
    bm_engine_go(r.engine, r.game, pass, &quick, 0, 0);
    expect(&r, FAILED, "a position without words");
    ok_named(r.trouble == BM_TROUBLE_POSITION, "it is named: %s", r.detail);
    expect(&r, READY, "it starts all the same");
    rig_go(&r, &infinite);
    await_line(&r);
    /* The one before is over, too. */
    bm_engine_go(r.engine, r.game, pass, &quick, 0, 0);
    expect(&r, FAILED, "while it thinks");
    expect_move(&r, &quick, "another search");
    /* A search that replaces it is the only one that is answered. */
    bm_engine_go(r.engine, r.game, pass, &quick, 0, 0);
    expect_move(&r, &quick, "one that replaces it");
    quit(&r);
}

/* ---- Greetings ---- */

static void hung_up(void)
{
    struct rig r;
    open_mode(&r, "mute when ready", "ready-then-mute");
    expect(&r, READY, "start");
    rig_go(&r, &infinite);
    expect(&r, FAILED, "it has hung up");
    ok_named(r.trouble == BM_TROUBLE_MUTE, "it is named: %s",
             bm_engine_trouble_word(r.trouble));
    rig_close(&r);
}

/* Hears both greetings before it wakes up, and speaks the language of the last. */
static void two_languages(void)
{
    struct rig r;
    struct bm_engine_spec spec = bad_spec("wakes-at-second proto=both");
    spec.deadlines.handshake = 9000; /* a third of it is waited for */
    rig_open(&r, "two languages", &spec, bm_rules_chess());
    expect(&r, READY, "start");
    ok(bm_engine_proto(r.engine) == BM_PROTO_UCI);
    expect_move(&r, &quick, "a search");
    ok_named(bm_engine_find_option(r.engine, "hash", 4), "its options are there");
    eq_u64(bm_engine_options(r.engine), 6);
    quit(&r);
}

static void other_language(void)
{
    struct rig r;
    struct bm_engine_spec spec = bad_spec("good proto=usi");
    spec.deadlines.handshake = 1500; /* a third of it is waited for */
    rig_open(&r, "the other language", &spec, bm_rules_chess());
    /* It speaks USI, and does not know chess. */
    expect(&r, FAILED, "start");
    ok_named(r.trouble == BM_TROUBLE_VARIANT || r.trouble == BM_TROUBLE_NO_HANDSHAKE,
             "it is named: %s", r.detail);
    rig_close(&r);
}

/* ---- From inside events ---- */

enum inside { IN_READY, IN_LINE, IN_ANSWER, IN_FAILED, IN_CLOSED, IN_TRAFFIC, INSIDES };
struct inner {
    struct rig *rig;
    enum inside where;
    unsigned times; /* do it when it happens for this time */
    void (*act)(struct rig *r);
    bool done;
};

static void maybe(struct inner *i, enum inside where)
{
    if (i->where != where || i->done || i->times-- > 0)
        return;
    i->done = true;
    i->act(i->rig);
}

static void inner_ready(void *user)
{
    struct inner *const i = user;
    rig_ready(i->rig);
    maybe(i, IN_READY);
}

static void inner_line(void *user, const struct bm_engine_line *line)
{
    struct inner *const i = user;
    rig_line(i->rig, line);
    maybe(i, IN_LINE);
}

static void inner_answer(void *user, const struct bm_engine_answer *answer)
{
    struct inner *const i = user;
    rig_answer(i->rig, answer);
    maybe(i, IN_ANSWER);
}

static void inner_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct inner *const i = user;
    rig_failed(i->rig, trouble, detail);
    maybe(i, IN_FAILED);
}

static void inner_closed(void *user, bool killed)
{
    struct inner *const i = user;
    rig_closed(i->rig, killed);
    maybe(i, IN_CLOSED);
}

static void inner_traffic(void *user, bool out, const char *s, size_t len)
{
    struct inner *const i = user;
    rig_traffic(i->rig, out, s, len);
    maybe(i, IN_TRAFFIC);
}

static const struct bm_engine_events inner_events = {.ready = inner_ready,
                                                     .line = inner_line,
                                                     .answer = inner_answer,
                                                     .failed = inner_failed,
                                                     .closed = inner_closed,
                                                     .traffic = inner_traffic};

static void do_destroy(struct rig *r)
{
    bm_engine_destroy(r->engine);
    r->engine = NULL;
}

/* Everything that can happen to an engine, until it is destroyed. */
static void destroyed_inside(enum inside where, unsigned times)
{
    static const char *const words[INSIDES] = {"ready",  "line",   "answer",
                                               "failed", "closed", "traffic"};
    struct rig r;
    struct inner inner = {.rig = &r, .where = where, .times = times, .act = do_destroy};
    char label[100];
    snprintf(label, sizeof label, "destroyed inside %s %u", words[where], times);
    open_mode(&r, label, where == IN_FAILED ? "ends-in-search" : "good");
    bm_engine_listen(r.engine, &inner_events, &inner, NULL, NULL);
    rig_go(&r, &quick);
    while (!inner.done && r.answers + r.failures == 0)
        bm_loop_step(&r.loop);
    if (!inner.done)
        bm_engine_quit(r.engine);
    while (!inner.done && !(r.end && r.news[r.end - 1] == CLOSED))
        bm_loop_step(&r.loop);
    ok_named(inner.done, "%s", label);
    r.begin = r.end;
    rig_close(&r);
}

static void do_play_on(struct rig *r)
{
    rig_play(r, r->answer.move);
    rig_go(r, &quick);
}

/* It answers twice, and the next is asked for between the two. */
static void asked_inside(void)
{
    struct rig r;
    struct inner inner = {.rig = &r, .where = IN_ANSWER, .act = do_play_on};
    open_mode(&r, "asked inside an answer", "twice");
    bm_engine_listen(r.engine, &inner_events, &inner, NULL, NULL);
    expect(&r, READY, "start");
    rig_go(&r, &quick);
    expect(&r, ANSWER, "the first");
    expect(&r, ANSWER, "the second");
    ok_named(rig_play(&r, r.answer.move), "its move is of the second position");
    rig_close(&r);
}

static void do_restart(struct rig *r) { bm_engine_restart(r->engine); }
static void do_ask(struct rig *r) { rig_go(r, &quick); }
static void do_quit(struct rig *r) { bm_engine_quit(r->engine); }

static void restarted_inside(void)
{
    struct rig r;
    struct inner inner = {.rig = &r, .where = IN_FAILED, .act = do_restart};
    open_mode(&r, "restarted inside a failure", "ends-in-search");
    bm_engine_listen(r.engine, &inner_events, &inner, NULL, NULL);
    expect(&r, READY, "start");
    rig_go(&r, &quick);
    expect(&r, FAILED, "it ends");
    expect(&r, READY, "restart");
    inner = (struct inner){.rig = &r, .where = IN_FAILED, .act = do_ask};
    rig_go(&r, &quick);
    expect(&r, FAILED, "it ends again");
    expect(&r, READY, "a search restarts it");
    expect(&r, FAILED, "it ends again");
    rig_close(&r);
}

static void quit_inside(void)
{
    struct rig r;
    struct inner inner = {.rig = &r, .where = IN_LINE, .act = do_quit};
    open_mode(&r, "quit inside a line", "good");
    bm_engine_listen(r.engine, &inner_events, &inner, NULL, NULL);
    expect(&r, READY, "start");
    rig_go(&r, &infinite);
    expect(&r, CLOSED, "quit");
    rig_close(&r);
}

static void quit_early(void)
{
    struct rig r;
    open_mode(&r, "quit before anything", "good");
    bm_engine_quit(r.engine);
    expect(&r, CLOSED, "quit");
    bm_engine_restart(r.engine);
    expect(&r, READY, "it can be started again");
    rig_go(&r, &infinite);
    await_line(&r);
    bm_engine_quit(r.engine);
    bm_engine_quit(r.engine);
    expect(&r, CLOSED, "quit while it thinks");
    rig_close(&r);
}

/* ---- Many at once ---- */

/* They share a loop and nothing else: the last has no more descriptors than the first. */
static void crowd(void)
{
    enum { CROWD = 20 };
    struct rig r;
    struct bm_engine *engines[CROWD];
    unsigned ready = 0, pipes = 0, answers = 0;
    open_mode(&r, "a crowd", "good");
    engines[0] = r.engine;
    struct bm_engine_spec spec = bad_spec("good");
    for (unsigned i = 1; i < CROWD; i++) {
        if (bm_engine_create(&engines[i], &r.loop, &spec, bm_rules_chess(), &rig_events, &r))
            tap_bail("cannot create an engine");
    }
    bm_spec_fini(&spec);
    for (unsigned i = 0; i < CROWD; i++)
        ready += next(&r) == READY;
    eq_u64(ready, CROWD);
    const unsigned first = open_files_of(engine_pid(engines[0]));
    for (unsigned i = 0; i < CROWD; i++) {
        pipes += open_files_of(engine_pid(engines[i]));
        r.engine = engines[i];
        rig_go(&r, &quick);
    }
    eq_u64(pipes, CROWD * first);
    for (unsigned i = 0; i < CROWD; i++)
        answers += next(&r) == ANSWER;
    eq_u64(answers, CROWD);
    for (unsigned i = 1; i < CROWD; i++)
        bm_engine_destroy(engines[i]);
    r.engine = engines[0];
    rig_close(&r);
}

/* ---- Options ---- */

static void choose(struct rig *r, const char *name, const char *value, bool good)
{
    struct bm_error err = {.what = ""};
    const bm_status status = bm_engine_set_option(r->engine, name, value, &err);
    ok_named((status == BM_OK) == good, "%s=%s: %s", name, value, good ? "set" : err.what);
    ok_named(good || (status == BM_EINVAL && *err.what), "%s=%s: told why not", name, value);
}

static void options(void)
{
    struct rig r;
    struct bm_engine_spec spec = bad_spec("good");
    if (bm_spec_set_option(&spec, "hash", "32") || bm_spec_set_option(&spec, "Gone", "1"))
        tap_bail("out of memory");
    rig_open(&r, "options", &spec, bm_rules_chess());
    expect(&r, READY, "start");
    eq_u64(r.notices, 1);
    ok_named(strstr(r.notice, "Gone"), "what it does not have is told: %s", r.notice);
    ok_named(strstr(r.sent, "setoption name Hash value 32\n"), "its spec is told");
    r.sent[0] = '\0';
    choose(&r, "Hash", "64", true);
    choose(&r, "HASH", "65", false);
    choose(&r, "Hash", "many", false);
    choose(&r, "Hash", "", false);
    choose(&r, "Ponder", "true", true);
    choose(&r, "Ponder", "yes", false);
    choose(&r, "Style", "wild attack", true);
    choose(&r, "Style", "Lazy", false);
    choose(&r, "Book", "", true);
    choose(&r, "Book", "my book.bin", true);
    choose(&r, "Nothing", "1", false);
    rig_go(&r, &infinite);
    await_line(&r);
    ok_named(strstr(r.sent, "setoption name Hash value 64\n") &&
                 strstr(r.sent, "setoption name Ponder value true\n") &&
                 strstr(r.sent, "setoption name Style value ") &&
                 strstr(r.sent, "setoption name Book value my book.bin\n") &&
                 !strstr(r.sent, "65") && !strstr(r.sent, "Lazy"),
             "what fits is told");
    /* While it thinks they wait. */
    r.sent[0] = '\0';
    choose(&r, "Hash", "8", true);
    choose(&r, "Clear Hash", "", true);
    eq_str(r.sent, "");
    bm_engine_stop(r.engine, false);
    expect(&r, ANSWER, "stop");
    expect_move(&r, &quick, "a search");
    const char *const told = strstr(r.sent, "setoption name Hash value 8\n");
    const char *const pressed = strstr(r.sent, "setoption name Clear Hash\n");
    const char *const go = strstr(r.sent, "go movetime");
    ok_named(told && pressed && go && told < go && pressed < go, "then they are told: %s",
             r.sent);
    r.sent[0] = '\0';
    bm_engine_quit(r.engine);
    expect(&r, CLOSED, "quit");
    bm_engine_restart(r.engine);
    expect(&r, READY, "restart");
    ok_named(strstr(r.sent, "Hash value 8\n") && strstr(r.sent, "my book.bin") &&
                 !strstr(r.sent, "Clear Hash"),
             "and told again after a restart: %s", r.sent);
    quit(&r);

    spec = bad_spec("good");
    if (bm_spec_set_option(&spec, "Hash", "65"))
        tap_bail("out of memory");
    rig_open(&r, "an option that does not fit", &spec, bm_rules_chess());
    expect(&r, FAILED, "start");
    ok_named(r.trouble == BM_TROUBLE_OPTION, "it is named: %s", r.detail);
    rig_close(&r);

    spec = bad_spec("good");
    const struct bm_rules *rules;
    if (bm_rules_open(&rules, "crazyhouse", 10))
        tap_bail("a built-in game cannot be opened");
    rig_open(&r, "a game that it does not know", &spec, rules);
    expect(&r, FAILED, "start");
    ok_named(r.trouble == BM_TROUBLE_VARIANT, "it is named: %s", r.detail);
    rig_close(&r);
    bm_rules_release(rules);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        tap_bail("usage: asking_test ENGINE");
    bad_engine = argv[1];
    stop_before_ready();
    call_off_before_ready();
    stop_what_waits(false);
    stop_what_waits(true);
    call_off_and_ask();
    stop_twice();
    ponder(false);
    ponder(true);
    refused();
    hung_up();
    two_languages();
    other_language();
    for (unsigned where = 0; where < INSIDES; where++) {
        for (unsigned times = 0; times < (where == IN_TRAFFIC ? 21
                                          : where == IN_LINE  ? 2
                                                              : 1);
             times++)
            destroyed_inside((enum inside)where, times);
    }
    asked_inside();
    restarted_inside();
    quit_inside();
    quit_early();
    crowd();
    options();
    return tap_done();
}
