/* SPDX-License-Identifier: MIT */

/* The ways to misbehave. Some were seen in real engines, the others will be. */

#include "bad_engine.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNUSED __attribute__((unused))

extern char **environ;

static bool say_nothing(const char *rest UNUSED) { return true; }

static bool hang(const char *rest UNUSED)
{
    fflush(stdout);
    while (pause() != 0)
        ;
    return true;
}

/* ---- Endings ---- */

static bool end(const char *rest UNUSED)
{
    fflush(stdout);
    _exit(3);
}

static bool end_with_words(const char *rest)
{
    fputs("first words\nno network file\n", stderr);
    return end(rest);
}

static bool crash(const char *rest UNUSED)
{
    fflush(stdout);
    abort();
}

static bool vanish(const char *rest UNUSED)
{
    fflush(stdout);
    kill(getpid(), SIGKILL);
    return true;
}

static bool freeze(const char *rest UNUSED)
{
    fflush(stdout);
    kill(getpid(), SIGSTOP);
    return true;
}

/* As gpsusi does, which knows its clocks and nothing else. */
static bool crash_on_new_words(const char *rest)
{
    static const char *const known[] = {"btime", "wtime", "byoyomi", "infinite", "ponder"};
    char word[32];
    for (int n; sscanf(rest, "%31s%n", word, &n) == 1; rest += n) {
        bool good = word[0] >= '0' && word[0] <= '9';
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            good |= strcmp(word, known[i]) == 0;
        if (!good)
            abort();
    }
    return false;
}

static bool ignore_signals(const char *rest UNUSED)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    return false;
}

/* ---- Pipes ---- */

static bool close_in(const char *rest)
{
    close(STDIN_FILENO);
    say_info(1); /* so that one knows that it has happened */
    return hang(rest);
}

static bool close_out(const char *rest)
{
    fflush(stdout);
    close(STDOUT_FILENO);
    return hang(rest);
}

static bool ready_then_mute(const char *rest)
{
    printf("readyok\n");
    return close_out(rest);
}

/* ---- Children ---- */

/* A child that wants to live for ever; `quiet`: it lets go of the pipes. */
static void give_birth(bool quiet)
{
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        ignore_signals("");
        for (int fd = 0; quiet && fd < 3; fd++)
            close(fd);
        for (;;)
            pause();
    }
}

static bool give_birth_quiet(const char *rest UNUSED)
{
    give_birth(true);
    return false;
}

static bool give_birth_holding(const char *rest UNUSED)
{
    give_birth(false);
    return false;
}

static bool leave_orphan(const char *rest)
{
    give_birth(false);
    return end(rest);
}

/* Wait in a session of its own, which no signal to the group reaches; the pid goes to a file.
 */
static _Noreturn void wait_apart(void)
{
    ignore_signals("");
    (void)setsid();
    FILE *const to = fopen(engine.arg, "w");
    if (to) {
        fprintf(to, "%d\n", (int)getpid());
        fclose(to);
    }
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    for (;;)
        pause();
}

static bool leave_session(const char *rest UNUSED)
{
    fflush(stdout);
    if (fork() == 0)
        wait_apart();
    return false;
}

/* The same as daemons do it: the parent ends at once. The environment, which can be seen from
 * outside, is overwritten, so that nothing tells whose process it is. */
static bool leave_daemon(const char *rest UNUSED)
{
    fflush(stdout);
    const pid_t middle = fork();
    if (middle == 0) {
        (void)setsid();
        if (fork() != 0)
            _exit(0);
        for (char **e = environ; *e; e++)
            memset(*e, 0, strlen(*e));
        wait_apart();
    }
    waitpid(middle, NULL, 0);
    return false;
}

/* ---- Too much ---- */

static void pour(FILE *to, size_t bytes)
{
    char block[4096];
    memset(block, 'x', sizeof block);
    for (; bytes >= sizeof block; bytes -= sizeof block)
        fwrite(block, 1, sizeof block, to);
}

static bool shout(const char *rest UNUSED)
{
    for (unsigned i = 0; i < 10; i++) {
        pour(stderr, 1 << 20);
        fputs("\n", stderr);
    }
    fputs("the last of ten million\n", stderr);
    return false;
}

static bool long_lines(const char *rest UNUSED)
{
    pour(stdout, 1 << 20);
    printf("\ninfo string ");
    pour(stdout, 1 << 20);
    printf("\n");
    return false;
}

static bool flood(const char *rest UNUSED)
{
    while (!ferror(stdout))
        say_info(1);
    return true;
}

/* Listens while it pours. */
static bool flood_until_told(const char *rest UNUSED)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    do {
        for (unsigned i = 0; i < 50; i++)
            say_info(i);
        fflush(stdout);
    } while (poll(&in, 1, 0) == 0);
    return true;
}

static bool flood_nonsense(const char *rest UNUSED)
{
    while (!ferror(stdout))
        printf("not a word of any protocol\n");
    return true;
}

static bool endless_line(const char *rest UNUSED)
{
    printf("info string ");
    while (!ferror(stdout))
        pour(stdout, 1 << 20);
    return true;
}

static bool shout_for_ever(const char *rest UNUSED)
{
    while (!ferror(stderr))
        pour(stderr, 1 << 20);
    return true;
}

/* ---- Strange words ---- */

static bool nuls(const char *rest UNUSED)
{
    static const char text[] = "\0\0\0\ninfo\0depth 1\0\ninfo depth 1 \0 pv a1\0a2\n";
    fwrite(text, 1, sizeof text - 1, stdout);
    return false;
}

static bool paint(const char *rest UNUSED)
{
    printf("\033[2J\033[1;31mWelcome\033[0m to \xe3\x82\xa8\xe3\x83\xb3\xe3\x82\xb8\xe3\x83"
           "\xb3\r\n +---+---+\r\n | r | n |\r\n\r\nuci\xff\xfe\nbestmove\nreadyok\n\t\n"
           "id\noption\noption name\noption name x type\noption name y type spin default z\n"
           "option name  type check default maybe\ninfo\n\n");
    return false;
}

/* "arg": whatever it says to go. */
static bool say_arg(const char *rest UNUSED)
{
    engine.thinking = false;
    printf("bestmove %s\n", engine.arg);
    return true;
}

static bool say_checkmate(const char *rest UNUSED)
{
    engine.thinking = false;
    printf("checkmate %s\n", engine.arg);
    return true;
}

static bool say_and_end(const char *rest)
{
    say_move();
    return end(rest);
}

static bool say_twice(const char *rest UNUSED)
{
    say_move();
    say_move();
    return true;
}

static bool say_unasked(const char *rest UNUSED)
{
    printf("bestmove e2e4\nreadyok\nbestmove e7e5\n");
    return true;
}

/* Two lines that are not of this position, one that goes wrong later, and its own. */
static bool say_foreign(const char *rest UNUSED)
{
    printf("info depth 9 score cp 9 pv a1a8 h8h1\n");
    printf("info depth 9 score cp 9 pv e9e10 \n");
    printf("info depth 2 score cp 9 pv e2e4 e2e4 e7e5\n");
    say_info(3);
    say_move();
    return true;
}

static bool ok_twice(const char *rest UNUSED)
{
    say_ok();
    say_ok();
    return true;
}

static bool ready_twice(const char *rest UNUSED)
{
    printf("readyok\nreadyok\n");
    return true;
}

static bool many_options(const char *rest UNUSED)
{
    for (unsigned i = 0; i < 5000; i++)
        printf("option name O%u type spin default 1 min 0 max 99999999999999999999999\n", i);
    printf("option name Combo type combo\noption name Lost type widget default 1\n"
           "option name Odd type spin default -5 min 9 max -9\n");
    return false;
}

/* Understands both greetings and changes its language with each, but wakes up late. */
static bool wake_at_second(const char *word)
{
    static const char *first;
    if (!first) {
        first = strcmp(word, "uci") == 0 ? "uci" : "usi";
        return true;
    }
    static bool awake;
    if (!awake)
        printf("%sok\n", first);
    awake = true;
    return false;
}

/* ---- Anything ---- */

static unsigned chance(unsigned n)
{
    static uint64_t state;
    if (state == 0)
        state = strtoull(engine.arg, NULL, 10) * 2 + 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

/* Words that mean something, in any order, and bytes that do not. */
static bool babble(const char *rest UNUSED)
{
    static const char *const words[] = {
        "info",       "depth",
        "score",      "cp",
        "mate",       "pv",
        "e2e4",       "e7e5",
        "multipv",    "string",
        "currmove",   "wdl",
        "hashfull",   "nps",
        "-",          "0000",
        "option",     "name",
        "type",       "spin",
        "min",        "max",
        "var",        "default",
        "combo",      "id",
        "author",     "checkmate",
        "nomate",     "usiok",
        "P*5e",       "resign",
        "9999999",    "-9999999999999999999999999",
        "lowerbound", "\xff",
        "\r",         "\t",
    };
    for (unsigned lines = 1 + chance(20); lines; lines--) {
        for (unsigned n = chance(12); n; n--)
            printf("%s%s", words[chance(sizeof words / sizeof *words)], chance(9) ? " " : "");
        for (unsigned n = chance(6) ? 0 : chance(40); n; n--)
            putchar((int)chance(256));
        printf("\n");
    }
    return false;
}

/* ---- Time ---- */

static void sleep_ms(int ms) { (void)poll(NULL, 0, ms); }

static bool doze(const char *rest UNUSED)
{
    sleep_ms(atoi(engine.arg));
    return false;
}

/* ---- Old news ---- */

/* Infos go on after stop, as they do in engines with several threads. */
static bool say_more(const char *rest UNUSED)
{
    for (unsigned i = 0; i < 3; i++)
        say_info(7);
    fflush(stdout);
    sleep_ms(atoi(engine.arg));
    for (unsigned i = 0; i < 3; i++)
        say_info(8);
    say_move();
    if (engine.proto == BM_PROTO_UCI) { /* USI has no word to part this from what follows */
        fflush(stdout);
        sleep_ms(atoi(engine.arg));
        say_info(9);
    }
    return true;
}

static const struct misdeed misdeeds[] = {
    {"silent", GREETING, say_nothing},
    {"ends-at-once", START, end_with_words},
    {"ends-in-greeting", GREETING, end},
    {"crashes-in-greeting", GREETING, crash},
    {"paints", START, paint},
    {"slow-start", START, doze},
    {"floods-at-start", START, flood_nonsense},
    {"shouts-at-start", START, shout_for_ever},
    {"many-options", GREETING, many_options},
    {"ok-twice", GREETING, ok_twice},
    {"wakes-at-second", GREETING, wake_at_second},
    {"never-ready", READY, say_nothing},
    {"ends-when-asked", READY, end},
    {"ready-twice", READY, ready_twice},
    {"unasked", READY, say_unasked},
    {"closes-out-when-ready", READY, close_out},
    {"ready-then-mute", READY, ready_then_mute},
    {"never-moves", GO, say_nothing},
    {"never-moves", STOP, say_nothing},
    {"moves-after-stop", GO, say_nothing},
    {"late-stop", GO, say_nothing},
    {"late-stop", STOP, doze},
    {"thinks-long", GO, doze},
    {"hangs", GO, hang},
    {"freezes", GO, freeze},
    {"ends-in-search", GO, end_with_words},
    {"crashes-in-search", GO, crash},
    {"vanishes-in-search", GO, vanish},
    {"ends-at-position", POSITION, end},
    {"closes-in", GO, close_in},
    {"closes-out", GO, close_out},
    {"shouts", GO, shout},
    {"long-lines", GO, long_lines},
    {"nuls", START, nuls},
    {"nuls", GO, nuls},
    {"says", GO, say_arg},
    {"checkmate", GO, say_checkmate},
    {"twice", GO, say_twice},
    {"moves-and-ends", GO, say_and_end},
    {"foreign-pv", GO, say_foreign},
    {"picky", GO, crash_on_new_words},
    {"floods", GO, flood},
    {"floods-until-told", GO, flood_until_told},
    {"endless-line", GO, endless_line},
    {"orphan", GO, leave_orphan},
    {"leaves-session", START, leave_session},
    {"leaves-daemon", START, leave_daemon},
    {"crashes-on-quit", QUIT, crash},
    {"hangs-on-quit", QUIT, hang},
    {"stubborn", START, ignore_signals},
    {"stubborn", QUIT, hang},
    {"stubborn", END_OF_INPUT, hang},
    {"child", START, give_birth_quiet},
    {"child-holding-pipes", START, give_birth_holding},
    {"echo", STOP, say_more},
    {"babbles", START, babble},
    {"babbles", GREETING, babble},
    {"babbles", READY, babble},
    {"babbles", POSITION, babble},
    {"babbles", GO, babble},
    {"babbles", STOP, babble},
};

bool misbehave(enum stage stage, const char *rest)
{
    bool all = false;
    for (size_t i = 0; i < sizeof misdeeds / sizeof *misdeeds; i++) {
        if (misdeeds[i].stage == stage && strcmp(misdeeds[i].mode, engine.mode) == 0)
            all |= misdeeds[i].act(rest);
    }
    return all;
}
