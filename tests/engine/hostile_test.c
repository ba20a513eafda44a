/* SPDX-License-Identifier: MIT */

/*
 * hostile_test ENGINE: engines that misbehave. Each is found out under its name, or does no
 * harm; the game goes on with the same engine or with one that was restarted; and no process
 * and no descriptor is left. Only the deadline that a case is about is short.
 */

#include <sys/stat.h>

#include "apart.h"

enum { SHORT = 200 };

static char folder[256], once[300];

static const struct bm_think quick = {.movetime = 1}, infinite = {.infinite = true};

/* What is done to find it out. */
enum script {
    START,
    MOVE,
    STOP,      /* at once */
    STOP_LATER /* when it has said something */
};
/* Which deadline is short. */
enum deadline { NO_DEADLINE, HANDSHAKE_D, READY_D, MOVE_D, STOP_D, QUIT_D };

struct hostile {
    const char *mode, *arg;
    enum script script;
    enum deadline deadline;
    enum bm_engine_trouble trouble; /* NONE: it does no harm */
};

static const struct hostile hostiles[] = {
    {"silent", "", START, HANDSHAKE_D, BM_TROUBLE_NO_HANDSHAKE},
    {"floods-at-start", "", START, HANDSHAKE_D, BM_TROUBLE_NO_HANDSHAKE},
    {"shouts-at-start", "", START, HANDSHAKE_D, BM_TROUBLE_NO_HANDSHAKE},
    {"ends-at-once", "", START, NO_DEADLINE, BM_TROUBLE_DIED_IN_HANDSHAKE},
    {"ends-in-greeting", "", START, NO_DEADLINE, BM_TROUBLE_DIED_IN_HANDSHAKE},
    {"crashes-in-greeting", "", START, NO_DEADLINE, BM_TROUBLE_DIED_IN_HANDSHAKE},
    {"ends-when-asked", "", START, NO_DEADLINE, BM_TROUBLE_DIED_IN_HANDSHAKE},
    {"never-ready", "", START, READY_D, BM_TROUBLE_NOT_READY},
    {"closes-out-when-ready", "", START, NO_DEADLINE, BM_TROUBLE_MUTE},
    {"paints", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"slow-start", "300", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"many-options", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"ok-twice", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"ready-twice", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"unasked", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"never-moves", "", MOVE, MOVE_D, BM_TROUBLE_NO_MOVE},
    {"never-moves", "", STOP, STOP_D, BM_TROUBLE_NO_STOP},
    {"hangs", "", MOVE, MOVE_D, BM_TROUBLE_NO_MOVE},
    {"hangs", "", STOP, STOP_D, BM_TROUBLE_NO_STOP},
    {"freezes", "", MOVE, MOVE_D, BM_TROUBLE_NO_MOVE},
    {"late-stop", "30000", STOP, STOP_D, BM_TROUBLE_NO_STOP},
    {"floods", "", MOVE, MOVE_D, BM_TROUBLE_NO_MOVE},
    {"floods", "", STOP, STOP_D, BM_TROUBLE_NO_STOP},
    {"floods-until-told", "", STOP, NO_DEADLINE, BM_TROUBLE_NONE},
    {"floods-until-told", "", STOP_LATER, NO_DEADLINE, BM_TROUBLE_NONE},
    {"floods", "", STOP_LATER, STOP_D, BM_TROUBLE_NO_STOP},
    {"endless-line", "", MOVE, MOVE_D, BM_TROUBLE_NO_MOVE},
    {"moves-after-stop", "", STOP, NO_DEADLINE, BM_TROUBLE_NONE},
    {"ends-in-search", "", MOVE, NO_DEADLINE, BM_TROUBLE_DIED},
    {"crashes-in-search", "", MOVE, NO_DEADLINE, BM_TROUBLE_DIED},
    {"vanishes-in-search", "", STOP, NO_DEADLINE, BM_TROUBLE_DIED},
    {"ends-at-position", "", MOVE, NO_DEADLINE, BM_TROUBLE_DIED},
    {"orphan", "", MOVE, NO_DEADLINE, BM_TROUBLE_DIED},
    {"picky", "", MOVE, NO_DEADLINE, BM_TROUBLE_DIED},
    {"closes-in", "", STOP_LATER, NO_DEADLINE, BM_TROUBLE_DEAF},
    {"closes-out", "", MOVE, NO_DEADLINE, BM_TROUBLE_MUTE},
    {"shouts", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"long-lines", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"nuls", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"foreign-pv", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"twice", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"crashes-on-quit", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"hangs-on-quit", "", MOVE, QUIT_D, BM_TROUBLE_NONE},
    {"stubborn", "", MOVE, QUIT_D, BM_TROUBLE_NONE},
    {"child", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"child-holding-pipes", "", MOVE, NO_DEADLINE, BM_TROUBLE_NONE},
    {"says", "e2e5", MOVE, NO_DEADLINE, BM_TROUBLE_ILLEGAL_MOVE},
    {"says", "e7e5", MOVE, NO_DEADLINE, BM_TROUBLE_ILLEGAL_MOVE},
    {"says", "e2e4q", MOVE, NO_DEADLINE, BM_TROUBLE_ILLEGAL_MOVE},
    {"says", "", MOVE, NO_DEADLINE, BM_TROUBLE_BAD_MOVE},
    {"says", "banana", MOVE, NO_DEADLINE, BM_TROUBLE_BAD_MOVE},
    {"says", "e2e4e5e6e7e8e9e10e11e12e13e14e15e16", MOVE, NO_DEADLINE, BM_TROUBLE_BAD_MOVE},
    {"says", "@", MOVE, NO_DEADLINE, BM_TROUBLE_BAD_MOVE},
};

/* With an argument, which may hold blanks, and more. */
static struct bm_engine_spec spec_with(const char *mode, const char *arg, const char *more)
{
    char command[1024];
    snprintf(command, sizeof command, "%s \"arg=%s\" %s", mode, arg, more);
    return bad_spec(command);
}

/* The same that is good when it is started again. */
static struct bm_engine_spec bad_once(const char *mode, const char *arg)
{
    char more[400];
    snprintf(more, sizeof more, "\"once=%s\"", once);
    unlink(once);
    return spec_with(mode, arg, more);
}

/* Say goodbye; whether it had to be killed. */
static void quit(struct rig *r, bool killed)
{
    bm_engine_quit(r->engine);
    if (expect(r, CLOSED, "quit"))
        ok_named(r->killed == killed, "%s: it %s", r->label,
                 killed ? "had to be killed" : "went by itself");
    ok_named(bm_engine_state(r->engine) == BM_ENGINE_CLOSED, "%s: closed", r->label);
}

static bool expect_trouble(struct rig *r, enum bm_engine_trouble want)
{
    return expect(r, FAILED, "it is found out") &&
           ok_named(r->trouble == want, "%s: %s, should be %s: %s", r->label,
                    bm_engine_trouble_word(r->trouble), bm_engine_trouble_word(want),
                    r->detail);
}

/* The engine is good after a restart, and the game goes on where it was. */
static void go_on_after_restart(struct rig *r)
{
    ok_named(bm_engine_state(r->engine) == BM_ENGINE_FAILED, "%s: it has failed", r->label);
    ok_named(*r->detail != '\0', "%s: details: %s", r->label, r->detail);
    bm_engine_restart(r->engine);
    ok_named(bm_engine_state(r->engine) == BM_ENGINE_STARTING, "%s: it is restarted", r->label);
    if (expect(r, READY, "after the restart") && expect_move(r, &quick, "after the restart"))
        quit(r, false);
}

static void run(const struct hostile *h)
{
    struct bm_engine_spec spec = bad_once(h->mode, h->arg);
    const bool no_harm = h->trouble == BM_TROUBLE_NONE;
    struct rig r;
    char label[200];
    snprintf(label, sizeof label, "%s%s%s", h->mode, *h->arg ? " " : "", h->arg);
    int64_t *const deadline[] = {NULL,
                                 &spec.deadlines.handshake,
                                 &spec.deadlines.ready,
                                 &spec.deadlines.move,
                                 &spec.deadlines.stop,
                                 &spec.deadlines.quit};
    if (h->deadline)
        *deadline[h->deadline] = SHORT;
    const bool lives =
        h->trouble == BM_TROUBLE_ILLEGAL_MOVE || h->trouble == BM_TROUBLE_BAD_MOVE;
    rig_open(&r, label, &spec, bm_rules_chess());

    if (h->script != START && expect(&r, READY, "start")) {
        rig_go(&r, h->script == MOVE ? &quick : &infinite);
        if (h->script == STOP_LATER)
            await_line(&r);
        if (h->script != MOVE)
            bm_engine_stop(r.engine, false);
    }
    if (!no_harm) {
        expect_trouble(&r, h->trouble);
    } else if (expect(&r, ANSWER, "it moves")) {
        ok_named(rig_play(&r, r.answer.move), "%s: its move is legal", label);
    }
    if (lives) {
        /* Nothing was played: the same is asked again, and the same answered. */
        ok_named(bm_engine_state(r.engine) == BM_ENGINE_READY, "%s: still ready", label);
        rig_go(&r, &quick);
        expect_trouble(&r, h->trouble);
    }
    if (no_harm && h->script == MOVE)
        expect_move(&r, &quick, "the game goes on");
    if (no_harm || lives)
        quit(&r, h->deadline == QUIT_D);
    else
        go_on_after_restart(&r);
    rig_close(&r);
}

static void deadlines_and_names(void)
{
    for (size_t i = 0; i < sizeof hostiles / sizeof *hostiles; i++)
        run(&hostiles[i]);
    for (unsigned t = 0; t <= BM_TROUBLE_COUNT; t++)
        ok_named(*bm_engine_trouble_word((enum bm_engine_trouble)t) != '\0',
                 "trouble %u has a word, %s", t,
                 bm_engine_trouble_word((enum bm_engine_trouble)t));
}

/* ---- Answers that are no moves ---- */

static void other_answers(void)
{
    static const struct {
        const char *arg, *proto;
        enum bm_best_kind kind;
    } answers[] = {
        {"(none)", "uci", BM_BEST_NONE},
        {"0000", "uci", BM_BEST_NONE},
        {"resign", "uci", BM_BEST_RESIGN},
        {"resign", "usi", BM_BEST_RESIGN},
        {"win", "usi", BM_BEST_WIN},
        {"7g7f ponder 3c3d", "usi", BM_BEST_MOVE},
        {"e2e4 ponder e2e4", "uci", BM_BEST_MOVE}, /* not legal after it: left out */
        {"e2e4 ponder e7e5", "uci", BM_BEST_MOVE},
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct rig r;
        char label[100], proto[20];
        const bool usi = strcmp(answers[i].proto, "usi") == 0;
        snprintf(label, sizeof label, "%s says '%s'", answers[i].proto, answers[i].arg);
        snprintf(proto, sizeof proto, "proto=%s", answers[i].proto);
        struct bm_engine_spec spec = spec_with("says", answers[i].arg, proto);
        rig_open(&r, label, &spec, usi ? bm_rules_shogi() : bm_rules_chess());
        for (unsigned n = 0; n < 2 && expect(&r, n ? ANSWER : READY, label); n++)
            rig_go(&r, &quick);
        ok_named(r.answer.kind == answers[i].kind, "%s: understood", label);
        if (strstr(answers[i].arg, "ponder"))
            ok_named((r.answer.ponder.bits != BM_MOVE_NONE) ==
                         (strstr(answers[i].arg, "ponder e2e4") == NULL),
                     "%s: what it ponders on is legal or left out", label);
        if (expect(&r, ANSWER, label))
            quit(&r, false);
        rig_close(&r);
    }
}

/* What an engine started in another group and session ends with the engine; that of another
 * engine goes on. */
static void strays(const char *mode)
{
    const struct timespec nap = {.tv_nsec = 10 * 1000 * 1000};
    char file[2][sizeof once + 8];
    struct bm_engine *other;
    struct rig r;
    int pid[2];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(file[i], sizeof file[i], "%s.stray%u", once, i);
        struct bm_engine_spec spec = spec_with(mode, file[i], "");
        if (i == 0)
            rig_open(&r, mode, &spec, bm_rules_chess());
        else if (bm_engine_create(&other, &r.loop, &spec, bm_rules_chess(), &rig_events, &r))
            tap_bail("cannot create an engine");
        if (i == 1)
            bm_spec_fini(&spec);
        expect(&r, READY, "start");
        pid[i] = pid_in(file[i]);
        ok_named(pid[i] > 0 && lives(pid[i]), "%s: the engine has a process in another session",
                 mode);
    }
    bm_engine_quit(other);
    expect(&r, CLOSED, "quit");
    bm_engine_destroy(other);
    for (unsigned i = 0; i < GUARD / 10 && lives(pid[1]); i++)
        nanosleep(&nap, NULL);
    ok_named(!lives(pid[1]), "%s: it ends with the engine", mode);
    ok_named(lives(pid[0]), "%s: that of another engine goes on", mode);
    quit(&r, false);
    rig_close(&r);
    ok_named(!lives(pid[0]), "%s: until its own ends", mode);
    for (unsigned i = 0; i < 2; i++) {
        if (pid[i] > 0 && lives(pid[i]))
            kill(pid[i], SIGKILL);
        unlink(file[i]);
    }
}

/* USI's search for a mate has answers of its own. */
static void mates(void)
{
    static const char mate[] = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    static const struct {
        const char *arg;
        enum bm_checkmate kind;
        enum bm_engine_trouble trouble;
    } answers[] = {{"G*5b", BM_CHECKMATE_FOUND, BM_TROUBLE_NONE},
                   {"nomate", BM_CHECKMATE_NONE, BM_TROUBLE_NONE},
                   {"timeout", BM_CHECKMATE_TIMEOUT, BM_TROUBLE_NONE},
                   {"notimplemented", BM_CHECKMATE_UNABLE, BM_TROUBLE_NONE},
                   {"G*5b 5a5b 5c5b", BM_CHECKMATE_FOUND, BM_TROUBLE_ILLEGAL_MOVE}};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct rig r;
        struct bm_engine_spec spec = spec_with("checkmate", answers[i].arg, "proto=usi");
        const struct bm_setup start = board_of(bm_rules_shogi(), mate);
        rig_open(&r, answers[i].arg, &spec, bm_rules_shogi());
        if (bm_game_set_start(r.game, &start))
            tap_bail("the position of the mate cannot be set");
        expect(&r, READY, "mate");
        rig_go(&r, &(struct bm_think){.mate = 1, .movetime = 10});
        if (answers[i].trouble) {
            expect_trouble(&r, answers[i].trouble);
        } else if (expect(&r, ANSWER, "mate")) {
            ok_named(r.answer.is_mate && r.answer.checkmate == answers[i].kind,
                     "%s: understood", answers[i].arg);
            ok_named(r.answer.pv_count == (answers[i].kind == BM_CHECKMATE_FOUND),
                     "%s: the mate is kept", answers[i].arg);
        }
        quit(&r, false);
        rig_close(&r);
    }
}

/* ---- What cannot be started ---- */

static void cannot_start(const char *what, const char *path, bool shell)
{
    struct rig r;
    struct bm_engine_spec spec = spec_of(path);
    rig_open(&r, what, &spec, bm_rules_chess());
    /* A text may be run by a shell, which does not understand it. */
    for (unsigned n = 0; n < 2; n++) {
        if (expect(&r, FAILED, "it cannot be started"))
            ok_named(r.trouble == BM_TROUBLE_START ||
                         (shell && r.trouble == BM_TROUBLE_DIED_IN_HANDSHAKE),
                     "%s: %s: %s", what, bm_engine_trouble_word(r.trouble), r.detail);
        ok_named(bm_engine_state(r.engine) == BM_ENGINE_FAILED && engine_pid(r.engine) == 0,
                 "%s: it has failed", what);
        if (n == 0)
            bm_engine_restart(r.engine);
    }
    /* A search starts it, too, and is answered by the same. */
    rig_go(&r, &quick);
    expect(&r, FAILED, "a search");
    rig_close(&r);
}

static void starts(void)
{
    char file[300];
    cannot_start("not there", "/nowhere/engine", false);
    cannot_start("not in the path", "no-engine-has-this-name", false);
    cannot_start("a folder", folder, false);
    snprintf(file, sizeof file, "%s/file", folder);
    FILE *const f = fopen(file, "w");
    if (!f || fputs("this is no program\n", f) < 0 || fclose(f) || chmod(file, 0600))
        tap_bail("cannot write a file");
    cannot_start("not executable", file, false);
    if (chmod(file, 0700))
        tap_bail("cannot change a file");
    cannot_start("a text", file, true);
    unlink(file);

    struct rig r;
    struct bm_engine_spec spec = bad_spec("good");
    if (bm_spec_set(&spec.dir, "/nowhere"))
        tap_bail("out of memory");
    rig_open(&r, "no folder to work in", &spec, bm_rules_chess());
    expect_trouble(&r, BM_TROUBLE_START);
    ok_named(strstr(r.detail, "/nowhere"), "it is named: %s", r.detail);
    rig_close(&r);
}

/* ---- Details of some ---- */

static void last_words(void)
{
    struct rig r;
    struct bm_engine_spec spec = bad_spec("ends-in-search");
    rig_open(&r, "last words", &spec, bm_rules_chess());
    expect(&r, READY, "start");
    rig_go(&r, &quick);
    expect_trouble(&r, BM_TROUBLE_DIED);
    ok_named(strstr(r.detail, "no network file") && !strstr(r.detail, "first words") &&
                 strstr(r.detail, "3"),
             "status and last words are told: %s", r.detail);
    rig_close(&r);
}

/* One search by an engine of a mode. */
static void ask_once(struct rig *r, const char *mode)
{
    struct bm_engine_spec spec = bad_spec(mode);
    rig_open(r, mode, &spec, bm_rules_chess());
    expect(r, READY, "start");
    rig_go(r, &quick);
    expect(r, ANSWER, "a search");
}

static void lines_are_checked(void)
{
    struct rig r;
    ask_once(&r, "foreign-pv");
    eq_u64(r.pv_lines, 4);
    eq_u64(r.cut_lines, 3);
    rig_close(&r);
    ask_once(&r, "long-lines");
    eq_u64(r.notices, 2);
    rig_close(&r);
}

/* Whatever else it says, it is understood or passed over. */
static void babblers(void)
{
    for (unsigned seed = 1; seed <= 40; seed++) {
        struct rig r;
        char label[40], arg[20];
        unsigned settled = 0;
        snprintf(label, sizeof label, "babbles %u", seed);
        snprintf(arg, sizeof arg, "%u", seed);
        struct bm_engine_spec spec = spec_with("babbles", arg, "");
        rig_open(&r, label, &spec, bm_rules_chess());
        expect(&r, READY, "start");
        for (unsigned n = 0; n < 10; n++) {
            rig_go(&r, n % 2 ? &infinite : &quick);
            if (n % 2)
                bm_engine_stop(r.engine, false);
            settled += next(&r) == ANSWER && rig_play(&r, r.answer.move);
        }
        eq_u64(settled, 10);
        quit(&r, false);
        rig_close(&r);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2)
        tap_bail("usage: hostile_test ENGINE");
    bad_engine = argv[1];
    const char *const tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/hostile-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder))
        tap_bail("cannot make a folder");
    snprintf(once, sizeof once, "%s/once", folder);
    deadlines_and_names();
    other_answers();
    strays("leaves-session");
    strays("leaves-daemon");
    mates();
    starts();
    last_words();
    lines_are_checked();
    babblers();
    unlink(once);
    rmdir(folder);
    return tap_done();
}
