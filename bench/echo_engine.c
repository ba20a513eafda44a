/* SPDX-License-Identifier: MIT */
/*
 * echo_engine MOVES [LOG]: an engine that knows nothing and answers at once: the n-th move of a
 * game is the n-th word of the file MOVES. What is measured with two of them is the time of
 * the program that makes them play. At its end it writes to LOG a line "GAME PLY GO BEST" for
 * each move: when it was told to go and when it had answered, in nanoseconds of the machine's
 * clock.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_MOVES = 4096, WORD = 8, MOST_SEEN = 1 << 22 };

struct seen {
    uint32_t game, ply;
    uint64_t go, best;
};

static char moves[MOST_MOVES][WORD];
static unsigned move_count;
static struct seen *seen;
static size_t seen_count;

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void read_moves(const char *name)
{
    FILE *const f = fopen(name, "r");
    if (!f) {
        fprintf(stderr, "echo_engine: %s cannot be read\n", name);
        exit(1);
    }
    while (move_count < MOST_MOVES && fscanf(f, "%7s", moves[move_count]) == 1)
        move_count++;
    fclose(f);
}

/* Words behind "moves" in a line "position ...". */
static unsigned count_plies(const char *line)
{
    const char *at = strstr(line, " moves ");
    unsigned n = 0;
    if (!at)
        return 0;
    for (at += strlen(" moves"); *at; at++)
        n += *at == ' ';
    return n;
}

static void write_log(const char *name)
{
    FILE *const f = name ? fopen(name, "w") : NULL;
    if (!f)
        return;
    for (size_t i = 0; i < seen_count; i++)
        fprintf(f, "%" PRIu32 " %" PRIu32 " %" PRIu64 " %" PRIu64 "\n", seen[i].game,
                seen[i].ply, seen[i].go, seen[i].best);
    fclose(f);
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t cap = 0;
    uint32_t game = 0;
    unsigned ply = 0;
    if (argc < 2)
        return 1;
    read_moves(argv[1]);
    seen = malloc(MOST_SEEN * sizeof *seen);
    if (!seen)
        return 1;
    while (getline(&line, &cap, stdin) > 0) {
        const uint64_t heard = now();
        if (strncmp(line, "go", 2) == 0) {
            printf("bestmove %s\n", ply < move_count ? moves[ply] : "0000");
            fflush(stdout);
            if (seen_count < MOST_SEEN)
                seen[seen_count++] = (struct seen){game, ply, heard, now()};
        } else if (strncmp(line, "position", 8) == 0) {
            line[strcspn(line, "\r\n")] = '\0';
            ply = count_plies(line);
        } else if (strncmp(line, "ucinewgame", 10) == 0) {
            game++;
        } else if (strncmp(line, "isready", 7) == 0) {
            printf("readyok\n");
            fflush(stdout);
        } else if (strcmp(line, "uci\n") == 0) {
            printf("id name echo\nuciok\n");
            fflush(stdout);
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
    }
    write_log(argc > 2 ? argv[2] : NULL);
    free(seen);
    free(line);
    return 0;
}
