/* SPDX-License-Identifier: MIT */
/* Which of the puzzles made are shipped, and the file of them: "RATING;POSITION;MOVES" on each
 * line, the easiest first. */
#include <stdlib.h>
#include <string.h>

#include "puzzle.h"

/* Per cent of each length; a length that is rare leaves its share to the next shorter one. */
static const uint8_t shares[PUZZLE_KINDS][PUZZLE_PLIES + 1] = {
    [PUZZLE_TSUME] = {[1] = 8, [3] = 22, [5] = 24, [7] = 22, [9] = 14, [11] = 10},
    [PUZZLE_MATE] = {[1] = 8, [3] = 36, [5] = 36, [7] = 20},
    [PUZZLE_TACTIC] = {[1] = 35, [3] = 30, [5] = 20, [7] = 9, [9] = 6},
};

struct candidate {
    struct puzzle z;
    unsigned attempt; /* puzzles of one attempt are alike: one of them is taken */
    unsigned rating;
    bool chosen;
};

struct candidates {
    struct candidate *list;
    size_t count, cap;
    unsigned attempts;
};

static void add_candidate(struct candidates *c, struct bm_ctx *ctx, enum puzzle_kind kind,
                          char *text)
{
    char *const moves = strchr(text, ';');
    char *const tries = moves ? strchr(moves + 1, ';') : NULL;
    char *const nodes = tries ? strchr(tries + 1, ';') : NULL;
    void *mem = c->list;
    if (!nodes)
        stop("this is not a puzzle: %s", text);
    *moves = *tries = *nodes = '\0';
    if (!bm_grow(&mem, &c->cap, c->count + 1, sizeof *c->list))
        stop("out of memory");
    c->list = mem;
    struct candidate *const k = &c->list[c->count++];
    *k = (struct candidate){.attempt = c->attempts};
    if (!puzzle_read(&k->z, ctx, text, moves + 1, strlen(moves + 1)))
        stop("this cannot be played: %s %s", text, moves + 1);
    k->z.tries = (unsigned)to_number(tries + 1);
    k->z.nodes = to_number(nodes + 1);
    k->rating = puzzle_rating(&k->z, kind);
}

static void read_candidates(struct candidates *c, struct bm_ctx *ctx, enum puzzle_kind kind)
{
    static char line[16 * PUZZLE_TEXT];
    while (fgets(line, sizeof line, stdin)) {
        char *const sum = strstr(line, " #");
        if (sum)
            *sum = '\0';
        char *next = strchr(line, '\t');
        while (next) {
            char *const text = next + 1;
            next = strchr(text, '\t');
            if (next)
                *next = '\0';
            add_candidate(c, ctx, kind, text);
        }
        c->attempts++;
    }
}

static bool is_seen(const struct candidates *c, const struct candidate *k)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->list[i].chosen && strcmp(c->list[i].z.position, k->z.position) == 0)
            return true;
    return false;
}

/* Choose up to `wanted` of a length; returns how many are missing. */
static unsigned choose(struct candidates *c, unsigned plies, unsigned wanted, bool *used)
{
    for (size_t i = 0; i < c->count && wanted != 0; i++) {
        struct candidate *const k = &c->list[i];
        if (k->z.plies != plies || used[k->attempt] || is_seen(c, k))
            continue;
        k->chosen = used[k->attempt] = true;
        wanted--;
    }
    return wanted;
}

static int by_rating(const void *a, const void *b)
{
    const struct candidate *const x = a, *const y = b;
    if (x->rating != y->rating)
        return x->rating < y->rating ? -1 : 1;
    return strcmp(x->z.position, y->z.position);
}

static void print_chosen(const struct candidates *c, const struct bm_rules *rules)
{
    struct bm_buf out = {0};
    for (size_t i = 0; i < c->count; i++) {
        const struct candidate *const k = &c->list[i];
        if (!k->chosen)
            continue;
        out.len = 0;
        puzzle_write(&out, &k->z, rules);
        for (unsigned cut = 0; cut < 2; cut++) /* tries and nodes stay here */
            while (out.s[--out.len] != ';') {
            }
        printf("%u;%.*s\n", k->rating, (int)out.len, out.s);
    }
    bm_buf_free(&out);
}

int select_puzzles(enum puzzle_kind kind, unsigned count)
{
    struct candidates c = {.count = 0};
    struct bm_ctx *const ctx = new_game(puzzle_rules(kind), 2 * PUZZLE_PLIES);
    read_candidates(&c, ctx, kind);
    bool *const used = calloc(c.attempts + 1, sizeof *used);
    if (!used)
        stop("out of memory");
    unsigned missing = 0;
    for (unsigned plies = PUZZLE_PLIES; plies != 0; plies--)
        missing = choose(&c, plies, count * shares[kind][plies] / 100 + missing, used);
    for (unsigned plies = PUZZLE_PLIES; plies != 0; plies--)
        missing = choose(&c, plies, missing, used);
    qsort(c.list, c.count, sizeof *c.list, by_rating);
    print_chosen(&c, puzzle_rules(kind));
    if (missing != 0)
        fprintf(stderr, "puzzles: %u are missing\n", missing);
    free(used);
    bm_release(c.list);
    bm_ctx_destroy(ctx);
    return missing != 0;
}
