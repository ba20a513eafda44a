/* SPDX-License-Identifier: MIT */
#include "bad_engine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct engine engine = {.mode = "good", .arg = "", .proto = BM_PROTO_COUNT};
static const char *proto = "uci";

static void die(const char *why)
{
    fprintf(stderr, "bad_engine: %s\n", why);
    exit(1);
}

/* ---- What a good engine says ---- */

void say_ok(void)
{
    const bool usi = engine.proto == BM_PROTO_USI;
    printf("id name %s\nid author nobody\n", engine.mode);
    if (!usi)
        printf("option name Hash type spin default 16 min 1 max 64\n"
               "option name Ponder type check default false\n"
               "option name MultiPV type spin default 1 min 1 max 8\n"
               "option name Style type combo default Solid var Solid var Wild Attack\n"
               "option name Clear Hash type button\n"
               "option name Book type string default <empty>\n");
    printf(usi ? "usiok\n" : "uciok\n");
}

static const char *move_text(bm_move m)
{
    static char text[BM_COORDINATES];
    bm_wire_ctx_move_format(m, engine.proto, engine.ctx, text, sizeof text);
    return text;
}

/* The first legal move; false if the game is over. */
static bool pick(bm_move *out)
{
    struct bm_outcome outcome;
    bm_ctx_outcome(engine.ctx, &outcome);
    return outcome.result == BM_ONGOING && bm_ctx_moves(engine.ctx, out, 1) != 0;
}

void say_info(unsigned depth)
{
    char text[BM_POSITION_TEXT];
    unsigned plies = 0;
    bm_move m;
    bm_ctx_format(engine.ctx, 0, text, sizeof text);
    printf("info string %s\n", text);
    printf("info depth %u score cp %u nodes 1 pv", depth, depth);
    for (; plies < 4 && pick(&m); plies++) {
        printf(" %s", move_text(m));
        if (bm_ctx_play(engine.ctx, m))
            die("a legal move is refused");
    }
    while (plies--)
        bm_ctx_undo(engine.ctx);
    printf("\n");
}

/* The other lines that are wanted: the next legal moves, each worth less. */
static void say_others(unsigned depth)
{
    bm_move list[BM_MAX_MOVES];
    const size_t n = bm_ctx_moves(engine.ctx, list, BM_MAX_MOVES);
    for (unsigned i = 1; i < engine.lines && i < n; i++)
        printf("info depth %u multipv %u score cp -%u nodes 1 pv %s\n", depth, i + 1, i * 10,
               move_text(list[i]));
}

void say_move(void)
{
    bm_move m;
    const char *const none = engine.proto == BM_PROTO_USI ? "resign" : "(none)";
    engine.thinking = false;
    if (!pick(&m)) {
        printf("bestmove %s\n", none);
        return;
    }
    printf("bestmove %s", move_text(m));
    if (bm_ctx_play(engine.ctx, m) == 0) {
        if (pick(&m))
            printf(" ponder %s", move_text(m));
        bm_ctx_undo(engine.ctx);
    }
    printf("\n");
}

/* ---- What it is told ---- */

static void greet(const char *word)
{
    if (strcmp(proto, "both") != 0 && strcmp(proto, word) != 0)
        return;
    engine.proto = strcmp(word, "usi") == 0 ? BM_PROTO_USI : BM_PROTO_UCI;
    bm_ctx_destroy(engine.ctx);
    if (bm_ctx_create(&engine.ctx,
                      engine.proto == BM_PROTO_USI ? bm_rules_shogi() : bm_rules_chess(), 4096))
        die("out of memory");
    if (!misbehave(GREETING, word))
        say_ok();
}

static void stand(const char *rest)
{
    struct bm_error err;
    if (!misbehave(POSITION, rest) &&
        bm_wire_load(engine.ctx, engine.proto, rest, strlen(rest), &err))
        die(err.what);
}

static void go(const char *rest)
{
    const bool waits = strstr(rest, "infinite") || strstr(rest, "ponder");
    if (engine.thinking)
        die("told to go while thinking");
    engine.thinking = true;
    if (misbehave(GO, rest))
        return;
    say_info(1);
    say_others(1);
    if (!waits)
        say_move();
}

static void stop(const char *rest)
{
    if (engine.thinking && !misbehave(STOP, rest))
        say_move();
}

/* One line; false: it was the last. */
static bool hear(char *line)
{
    const size_t n = strcspn(line, " ");
    const char *const rest = line[n] ? line + n + 1 : "";
    line[n] = '\0';
    if (strcmp(line, "uci") == 0 || strcmp(line, "usi") == 0)
        greet(line);
    else if (engine.proto == BM_PROTO_COUNT)
        ; /* not awake yet */
    else if (strcmp(line, "isready") == 0 && !misbehave(READY, rest))
        printf("readyok\n");
    else if (strcmp(line, "setoption") == 0)
        (void)sscanf(rest, "name MultiPV value %u", &engine.lines);
    else if (strcmp(line, "position") == 0)
        stand(rest);
    else if (strcmp(line, "go") == 0)
        go(rest);
    else if (strcmp(line, "stop") == 0 || strcmp(line, "ponderhit") == 0)
        stop(rest);
    else if (strcmp(line, "quit") == 0)
        return misbehave(QUIT, rest);
    return true;
}

static void read_args(int argc, char **argv)
{
    if (argc > 1)
        engine.mode = argv[1];
    for (int i = 2; i < argc; i++) {
        if (strncmp(argv[i], "arg=", 4) == 0)
            engine.arg = argv[i] + 4;
        else if (strncmp(argv[i], "proto=", 6) == 0)
            proto = argv[i] + 6;
        else if (strncmp(argv[i], "once=", 5) == 0 && access(argv[i] + 5, F_OK) == 0)
            engine.mode = "good";
        else if (strncmp(argv[i], "once=", 5) == 0)
            close(open(argv[i] + 5, O_CREAT | O_WRONLY, 0600));
        else
            die("arguments are MODE [arg=TEXT] [once=FILE] [proto=usi|both]");
    }
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t cap = 0;
    bool go_on = true;
    read_args(argc, argv);
    setvbuf(stdin, NULL, _IONBF, 0); /* so that a poll() sees what was not read */
    if (misbehave(START, ""))
        return 0;
    fflush(stdout);
    while (go_on && getline(&line, &cap, stdin) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        go_on = hear(line);
        fflush(stdout);
    }
    if (go_on)
        misbehave(END_OF_INPUT, "");
    free(line);
    bm_ctx_destroy(engine.ctx);
    return 0;
}
