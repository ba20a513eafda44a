/* SPDX-License-Identifier: MIT */

/*
 * Copies of chess and shogi under other names and in another order get the kernels that were
 * made for these games, and play the same; a copy with one other rule never does.
 */

#include "banmen/variant.h"
#include "play.h"
#include "rules/ruleset.h"

static const char chess[] = "variant: chess\nboard: 8x8\npieces:\n"
                            "  K: {move: K, royal: yes}\n  Q: Q\n  R: R\n  B: B\n  N: N\n"
                            "  P: {move: mfW cefF imfnD, promotes: Q R B N}\n"
                            "promotion: {zone: rank 8}\ncastling: {K: g1 f1, Q: c1 d1}\n"
                            "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                            "end: {stalemate: draw, repetition: 3, quiet: 50}\n";

static const char shogi[] =
    "variant: shogi\nnotation: usi\nboard: {size: 9x9, flip: rotate}\npieces:\n"
    "  K: {move: K, royal: yes}\n  R: {move: R, promotes: +R}\n  B: {move: B, promotes: +B}\n"
    "  G: WfF\n  S: {move: FfW, promotes: +S}\n  N: {move: fN, promotes: +N}\n"
    "  L: {move: fR, promotes: +L}\n"
    "  P: {move: fW, promotes: +P, drop: {per-file: 1, mate: no}}\n"
    "  +R: RF\n  +B: BW\n  +S: WfF\n  +N: WfF\n  +L: WfF\n  +P: WfF\n"
    "promotion: {zone: rank 7-9, on: either, force: stuck}\nhands: captures\n"
    "start: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w\n"
    "end: {stalemate: loss, repetition: {count: 4, result: draw, checker: loss}}\n";

/* The text with one place of it changed; an empty place is the end. */
static const struct bm_rules *load(const char *text, const char *from, const char *to)
{
    static char changed[4096];
    struct bm_issues issues;
    const struct bm_rules *rules = NULL;
    const char *const at = *from ? strstr(text, from) : text + strlen(text);
    if (!at)
        tap_bail("the text has no such place");
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to,
             at + strlen(from));
    if (bm_rules_load(&rules, changed, strlen(changed), NULL, &issues))
        printf("# %s: %s\n", to, issues.count ? issues.list[0].message : "no memory");
    return rules;
}

/* The fixed game that plays loaded rules, or NULL. */
static const struct bm_rules *bound_to(const struct bm_rules *rules)
{
    static const struct bm_rules *(*const fixed[])(void) = {bm_rules_chess, bm_rules_chess960,
                                                            bm_rules_shogi};
    for (unsigned i = 0; rules && !rules->game && i < 3; i++)
        if (rules->kernel == fixed[i]()->kernel &&
            rules->set->load_flags == fixed[i]()->set->load_flags)
            return fixed[i]();
    return NULL;
}

/* Both have the same board, moves and tree from the start, written in the same way. */
static void check_start(const struct bm_rules *rules, const struct bm_rules *fixed,
                        const char *what)
{
    char a[512], b[512];
    struct bm_ctx *const mine = new_ctx(rules, 8), *const own = new_ctx(fixed, 8);
    bm_ctx_format(mine, 0, a, sizeof a);
    bm_ctx_format(own, 0, b, sizeof b);
    ok_named(!strcmp(a, b), "%s: starts from %s", what, a);
    ok_named(bm_ctx_perft(mine, 3) == bm_ctx_perft(own, 3), "%s: has the same tree", what);
    const bool usi = bm_rules_info(fixed)->dialect == BM_DIALECT_USI;
    ok_named(!play_all(mine, usi ? "7g7f 3c3d 8h2b+" : "e2e4 e7e5 g1f3"), "%s: can be played",
             what);
    bm_ctx_destroy(mine);
    bm_ctx_destroy(own);
}

static void check_bound(const char *text, const char *from, const char *to,
                        const struct bm_rules *fixed)
{
    const struct bm_rules *const rules = load(text, from, to);
    const char *const what = *to ? to : from;
    if (ok_named(rules && bound_to(rules) == fixed, "%s: bound to %s", what,
                 bm_rules_info(fixed)->name)) {
        check_start(rules, fixed, what);
        for (unsigned kind = 0; kind < bm_rules_info(fixed)->kinds; kind++)
            if (strcmp(bm_rules_kind_letter(rules, kind), bm_rules_kind_letter(fixed, kind)))
                ok_named(false, "%s: kind %u has another letter", what, kind);
    }
    bm_rules_release(rules);
}

static void check_free(const char *text, const char *from, const char *to)
{
    const struct bm_rules *const rules = load(text, from, to);
    ok_named(rules && rules->game && !bound_to(rules), "not bound: %s", *to ? to : from);
    bm_rules_release(rules);
}

static void test_copies(void)
{
    static const char *const alike[][2] = {
        {"", ""},
        {"variant: chess", "variant: mine"},
        {"variant: chess", "variant: chess\ntitle: My own\nabout: A game."},
        {"  Q: Q\n  R: R\n", "  R: R\n  Q: Q\n"},
        {"  Q: Q\n", "  Q: {move: Q, name: lady, value: 1234}\n"},
        {"  Q: Q\n", "  Q: RB\n"},
        {"mfW cefF imfnD", "imfnD cefF mfW"},
        {"promotes: Q R B N", "promotes: N B R Q"},
        {"K: g1 f1, Q: c1 d1", "Q: c1 d1, K: g1 f1"},
    };
    static const char *const same[][2] = {
        {"", ""},
        {"variant: shogi", "variant: mine"},
        {"variant: shogi", "variant: shogi\ntitle: My own\nabout: A game."},
        {"  G: WfF\n  S: {move: FfW, promotes: +S}\n",
         "  S: {move: FfW, promotes: +S}\n  G: WfF\n"},
        {"  +R: RF\n  +B: BW\n", "  +B: BW\n  +R: RF\n"},
        {"  G: WfF\n", "  G: {move: fK W, name: general, value: 55}\n"},
        {"  +P: WfF\n", "  +P: {move: fFW, name: tokin}\n"},
    };
    for (unsigned i = 0; i < sizeof alike / sizeof *alike; i++)
        check_bound(chess, alike[i][0], alike[i][1], bm_rules_chess());
    for (unsigned i = 0; i < sizeof same / sizeof *same; i++)
        check_bound(shogi, same[i][0], same[i][1], bm_rules_shogi());
    check_bound("variant: a\nextends: chess\n", "", "", bm_rules_chess());
    check_bound("variant: a\nextends: chess960\n", "", "", bm_rules_chess960());
    check_bound("variant: a\nextends: shogi\n", "", "", bm_rules_shogi());
}

/* Another start is no other rule as long as pawns step twice from where they do in chess. */
static void test_start(void)
{
    static const char start[] =
        "variant: a\nextends: chess\nstart: 4k3/8/8/8/3pP3/8/8/R3K2R b KQ e3 5 9\n";
    const struct bm_rules *rules = load(start, "", "pieces: {P: {initial: rank 2}}\n");
    if (ok_named(rules && bound_to(rules), "chess from another start is bound")) {
        struct bm_ctx *const ctx = new_ctx(rules, 4);
        eq_str(text_of(ctx), "4k3/8/8/8/3pP3/8/8/R3K2R b KQ e3 5 9");
        bm_ctx_destroy(ctx);
    }
    bm_rules_release(rules);
    check_free(start, "", "");
}

static void test_other_chess(void)
{
    static const char *const other[][2] = {
        {"  N: N\n", "  N: C\n"},
        {"  N: N\n", "  N: nN\n"},
        {"  N: N\n", "  N: N fD\n"},
        {"  B: B\n", "  B: B6\n"},
        {"  R: R\n", "  R: R6\n"},
        {"  Q: Q\n", "  Q: QN\n"},
        {"mfW cefF imfnD", "mfW cfF imfnD"},
        {"mfW cefF imfnD", "mfW cefF imfD"},
        {"mfW cefF imfnD", "mfW cefF mfnD"},
        {"mfW cefF imfnD", "mfW cefF"},
        {"mfW cefF imfnD", "mfW cefF imfnD sW"},
        {"promotes: Q R B N}", "promotes: Q R B}"},
        {"promotes: Q R B N}", "promotes: Q R B N, initial: rank 3}"},
        {"zone: rank 8", "zone: rank 7-8"},
        {"zone: rank 8", "zone: rank 8, limit: {Q: 1}"},
        {"zone: rank 8", "zone: rank 8, force: never"},
        {"Q: c1 d1", "Q: b1 c1"},
        {"castling: {K: g1 f1, Q: c1 d1}\n", "castling: {K: f1 e1, Q: c1 d1}\n"},
        {"stalemate: draw", "stalemate: loss"},
        {"stalemate: draw", "stalemate: draw, checkmate: win"},
        {"repetition: 3", "repetition: 4"},
        {"repetition: 3", "repetition: {count: 3}"},
        {", repetition: 3", ""},
        {", quiet: 50", ""},
        {"quiet: 50", "quiet: 70"},
        {"quiet: 50", "quiet: 50, checks: 3"},
        {"quiet: 50", "quiet: 50, goal: {piece: K, zone: d4-e5}"},
        {"quiet: 50", "quiet: 50, extinct: {pieces: Q}"},
        {"{move: K, royal: yes}", "{move: KN, royal: yes}"},
        {"  Q: Q\n", "  Q: {move: Q, royal: yes}\n"},
        {"board: 8x8", "board: {size: 8x8, wrap: x}"},
        {"board: 8x8", "board: {size: 8x8, holes: \"d4, d5\"}"},
        {"end: {", "turn: 2\nend: {"},
        {"end: {", "turn: {capture: again}\nend: {"},
        {"end: {", "pass: yes\nend: {"},
        {"end: {", "hands: captures\nend: {"},
        {"end: {", "rules: {must-capture: yes}\nend: {"},
        {"end: {", "rules: {check: forbidden}\nend: {"},
        {"end: {", "rules: {explode: {spare: P}}\nend: {"},
        {"end: {", "royal: all\nend: {"},
        {"  N: N\n", "  N: N\n  A: BN\n"},
        {"  Q: Q\n", "  Q: {move: Q, promotes: R}\n"},
        {"variant: chess", "variant: chess\nnotation: usi"},
    };
    for (unsigned i = 0; i < sizeof other / sizeof *other; i++)
        check_free(chess, other[i][0], other[i][1]);
}

static void test_other_shogi(void)
{
    static const char *const other[][2] = {
        {"  G: WfF\n", "  G: W\n"},
        {"{move: FfW", "{move: F"},
        {"{move: fN", "{move: N"},
        {"{move: fR", "{move: R"},
        {"{move: fW", "{move: fWfF"},
        {"  +R: RF\n", "  +R: Q\n"},
        {"  +P: WfF\n", "  +P: K\n"},
        {", promotes: +B", ""},
        {"per-file: 1, ", ""},
        {"per-file: 1", "per-file: 2"},
        {"mate: no", "mate: yes"},
        {", drop: {per-file: 1, mate: no}", ""},
        {"rank 7-9", "rank 8-9"},
        {"on: either", "on: to"},
        {"force: stuck", "force: never"},
        {"force: stuck", "force: always"},
        {"hands: captures", "hands: {from: captures, stuck: yes}"},
        {"hands: captures", "hands: {from: captures, promoted: yes}"},
        {"hands: captures", "hands: {from: captures, must: yes}"},
        {"hands: captures", "hands: {from: captures, zone: rank 1-5}"},
        {"stalemate: loss", "stalemate: draw"},
        {"count: 4", "count: 3"},
        {"result: draw", "result: loss"},
        {", checker: loss", ""},
        {"repetition: {count: 4, result: draw, checker: loss}", "quiet: 100"},
        {"flip: rotate", "flip: mirror"},
        {"  K: {move: K, royal: yes}", "  K: {move: KN, royal: yes}"},
        {"end: {", "turn: 2\nend: {"},
        {"end: {", "end: {goal: {piece: K, zone: rank 9}, "},
        {"notation: usi\n", ""},
    };
    for (unsigned i = 0; i < sizeof other / sizeof *other; i++)
        check_free(shogi, other[i][0], other[i][1]);
}

int main(void)
{
    test_copies();
    test_start();
    test_other_chess();
    test_other_shogi();
    return tap_done();
}
