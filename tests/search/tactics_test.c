/* SPDX-License-Identifier: MIT */
/*
 * tactics_test GAME FILE: exercises that tools/tactics.c made, one on a line, POSITION bm MOVE;
 * each has one move that wins. The search must find nearly all of them.
 */
#include "banmen/banmen.h"

#include "play.h"

enum { NODES = 60000, PERCENT = 90 };

/* Whether the search solves a line. */
static bool solves(struct bm_search *s, struct bm_ctx *ctx, char *line)
{
    char *const bm = strstr(line, " bm ");
    if (!bm || !strchr(bm, ';'))
        tap_bail("an exercise has no move");
    *bm = '\0';
    *strchr(bm + 4, ';') = '\0';
    set(ctx, line);
    const struct bm_think limits = {.nodes = NODES};
    struct bm_search_result r;
    bm_search_new_game(s);
    if (bm_search_go(s, ctx, &limits, NULL, &r) != BM_OK)
        tap_bail("no memory");
    const bool solved = bm_move_equal(r.best, move_of(ctx, bm + 4));
    if (!solved) {
        char text[BM_COORDINATES];
        bm_move_format(r.best, bm_ctx_rules(ctx), text, sizeof text);
        printf("# %s: %s, not %s\n", line, bm + 4, text);
    }
    return solved;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        tap_bail("usage: tactics_test GAME FILE");
    const struct bm_rules *const rules = bm_rules_find(argv[1], strlen(argv[1]));
    FILE *const in = fopen(argv[2], "r");
    struct bm_search *s;
    const struct bm_search_options options = {.level = BM_LEVELS, .hash = 16};
    if (!rules || !in || bm_search_create(&s, rules, &options) != BM_OK)
        tap_bail("cannot begin");
    struct bm_ctx *const ctx = new_ctx(rules, 1);
    unsigned count = 0, solved = 0;
    char line[512];
    while (fgets(line, sizeof line, in)) {
        count++;
        solved += solves(s, ctx, line);
    }
    ok_named(count >= 15, "%s: %u exercises", argv[1], count);
    ok_named(solved * 100 >= count * PERCENT, "%s: %u of %u are solved within %u positions",
             argv[1], solved, count, (unsigned)NODES);
    fclose(in);
    bm_ctx_destroy(ctx);
    bm_search_destroy(s);
    return tap_done();
}
