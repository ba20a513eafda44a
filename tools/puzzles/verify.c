/* SPDX-License-Identifier: MIT */
/* The puzzles of a shipped file are proved again. */
#include <stdlib.h>
#include <string.h>

#include "proof.h"
#include "tactic.h"

/* Tactics are what a search finds, not proofs: a change of the search may see a few of them in
 * another way. Per cent. */
enum { TACTICS_LOST = 4, NODES = 2000000 };

struct verifier {
    enum puzzle_kind kind;
    struct bm_ctx *ctx;
    struct prover prover;
    struct bm_search *search;
    unsigned checked, wrong, last_rating;
};

static bool holds(struct verifier *v, const struct puzzle *z)
{
    return v->kind == PUZZLE_TACTIC ? tactic_check(v->search, v->ctx, z)
                                    : prover_check(&v->prover, v->ctx, z);
}

static void verify_line(struct verifier *v, char *line, bool proves)
{
    struct puzzle z;
    char *const position = strchr(line, ';');
    char *const moves = position ? strchr(position + 1, ';') : NULL;
    if (!moves)
        stop("this is not a puzzle: %s", line);
    *position = *moves = '\0';
    const unsigned rating = (unsigned)to_number(line);
    if (rating < v->last_rating)
        stop("the ratings are not in order: %u behind %u", rating, v->last_rating);
    v->last_rating = rating;
    if (!puzzle_read(&z, v->ctx, position + 1, moves + 1, strcspn(moves + 1, "\n")))
        stop("this cannot be played: %s %s", position + 1, moves + 1);
    if (!proves)
        return;
    v->checked++;
    if (!holds(v, &z)) {
        v->wrong++;
        printf("not proved: %s %s", position + 1, moves + 1);
    }
}

int verify_puzzles(enum puzzle_kind kind, unsigned every)
{
    struct verifier v = {.kind = kind};
    char line[2 * PUZZLE_TEXT];
    unsigned count = 0;
    v.ctx = new_game(puzzle_rules(kind), 2 * PUZZLE_PLIES);
    v.search = tactic_search();
    prover_open(&v.prover, puzzle_rules(kind), kind == PUZZLE_TSUME, NODES);
    while (fgets(line, sizeof line, stdin))
        verify_line(&v, line, count++ % every == 0);
    const unsigned allowed = kind == PUZZLE_TACTIC ? v.checked * TACTICS_LOST / 100 : 0;
    printf("%s: %u puzzles, %u proved again, %u not\n", puzzle_kind_word(kind), count,
           v.checked - v.wrong, v.wrong);
    prover_close(&v.prover);
    bm_search_destroy(v.search);
    bm_ctx_destroy(v.ctx);
    return v.checked == 0 || v.wrong > allowed;
}
