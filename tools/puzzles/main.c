/* SPDX-License-Identifier: MIT */
/*
 * puzzles make KIND JOURNAL [-s SEED] [-f FIRST] [-g ATTEMPTS]: make puzzles and add them to a
 * journal, one line for each attempt. What the journal has already is not done again, so that
 * it can be ended at any time and go on later. Attempt FIRST + i depends on nothing but SEED
 * and its number.
 *
 * puzzles select KIND [-c COUNT] < LINES > FILE: choose those to ship, from the lines of
 * journals.
 *
 * puzzles verify KIND [-e EVERY] < FILE: prove the puzzles of a shipped file again.
 *
 * KIND is tsume, mate or tactic. See docs/puzzles.md.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/files/journal.h"
#include "puzzle.h"

static void refuse_usage(void)
{
    stop("usage: puzzles make KIND JOURNAL [-s SEED] [-f FIRST] [-g ATTEMPTS]\n"
         "       puzzles select KIND [-c COUNT] < LINES > FILE\n"
         "       puzzles verify KIND [-e EVERY] < FILE");
}

struct work {
    enum puzzle_kind kind;
    const struct bm_rules *rules;
    struct bm_buf line; /* of this attempt */
    uint64_t next;      /* attempt */
};

static bool take_line(void *user, const char *line, size_t len)
{
    struct work *const w = user;
    uint64_t number = 0;
    size_t i = 0;
    for (; i < len && line[i] >= '0' && line[i] <= '9'; i++)
        number = 10 * number + (unsigned)(line[i] - '0');
    if (i == 0)
        return false;
    w->next = number + 1;
    return true;
}

static void add_puzzle(void *user, const struct puzzle *z)
{
    struct work *const w = user;
    bm_buf_char(&w->line, '\t');
    puzzle_write(&w->line, z, w->rules);
}

static int make_puzzles(struct work *w, const char *name, uint64_t seed, uint64_t first,
                        uint64_t attempts)
{
    struct bm_journal journal;
    char title[96];
    snprintf(title, sizeof title, "banmen puzzles 1 %s seed %" PRIu64 " first %" PRIu64,
             puzzle_kind_word(w->kind), seed, first);
    w->next = first;
    if (!bm_journal_open(&journal, name, title, take_line, w))
        return 1;
    struct maker *const tsume = w->kind == PUZZLE_TSUME ? tsume_create(seed) : NULL;
    struct chess_maker *const chess = tsume ? NULL : chess_create(seed, w->kind);
    bool good = true;
    for (; good && w->next < first + attempts; w->next++) {
        w->line.len = 0;
        bm_buf_u64(&w->line, w->next, 0);
        if (tsume)
            tsume_attempt(tsume, w->next, add_puzzle, w);
        else
            chess_attempt(chess, w->next, add_puzzle, w);
        good = !w->line.failed && bm_journal_add(&journal, w->line.s, w->line.len);
    }
    bm_journal_close(&journal);
    bm_buf_free(&w->line);
    if (tsume)
        tsume_destroy(tsume);
    else
        chess_destroy(chess);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct work w = {.kind = PUZZLE_TSUME};
    const char *value;
    uint64_t seed = 1, first = 0, attempts = 1000, count = 600, every = 1;
    if (argc < 3 || !puzzle_kind_find(argv[2], &w.kind))
        refuse_usage();
    const bool makes = strcmp(argv[1], "make") == 0;
    if (makes && argc < 4)
        refuse_usage();
    w.rules = puzzle_rules(w.kind);
    for (int i = makes ? 4 : 3; i < argc; i++) {
        if ((value = option(argc, argv, &i, 's')))
            seed = to_number(value);
        else if ((value = option(argc, argv, &i, 'f')))
            first = to_number(value);
        else if ((value = option(argc, argv, &i, 'g')))
            attempts = to_number(value);
        else if ((value = option(argc, argv, &i, 'c')))
            count = to_number(value);
        else if ((value = option(argc, argv, &i, 'e')))
            every = to_number(value);
        else
            refuse_usage();
    }
    if (makes)
        return make_puzzles(&w, argv[3], seed, first, attempts);
    if (strcmp(argv[1], "select") == 0)
        return select_puzzles(w.kind, (unsigned)count);
    if (strcmp(argv[1], "verify") == 0)
        return verify_puzzles(w.kind, every ? (unsigned)every : 1);
    refuse_usage();
}
