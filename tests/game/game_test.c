/* SPDX-License-Identifier: MIT */

/* What banmen/game.h promises: trees, notes, tags, ends, limits, and edits that can be undone.
 */

#include "banmen/game.h"
#include "game/game.h"
#include "game/words.h"
#include "play.h"

static struct bm_game *new_game(const struct bm_rules *rules)
{
    struct bm_game *game = NULL;
    if (bm_game_create(&game, rules, NULL))
        tap_bail("cannot create a game");
    return game;
}

static struct bm_text text(const char *s) { return (struct bm_text){s, strlen(s)}; }

static bool is_text(struct bm_text t, const char *s)
{
    return t.len == strlen(s) && !memcmp(t.s, s, t.len);
}

static bm_node add(struct bm_game *game, bm_node parent, unsigned from, unsigned to)
{
    bm_node n = BM_NODE_NONE;
    if (bm_game_add(game, parent, bm_move_plain((bm_sq)from, (bm_sq)to), &n))
        tap_bail("cannot add a move");
    return n;
}

static bm_note_id note(struct bm_game *game, bm_node n, enum bm_note_kind kind, int64_t value,
                       const char *words)
{
    const struct bm_note what = {.kind = kind, .value = value, .text = text(words)};
    bm_note_id id = 0;
    if (bm_game_annotate(game, n, &what, &id))
        tap_bail("cannot add a note");
    return id;
}

/* The moves of a walk by their target squares: "12 28 ...". */
static const char *walk_text(const struct bm_game *game, bm_node top)
{
    static char buf[256];
    size_t len = 0;
    buf[0] = '\0';
    for (bm_node n = top; n != BM_NODE_NONE; n = bm_game_walk(game, top, n))
        if (bm_game_kind(game, n) == BM_NODE_MOVE && len < sizeof buf - 8)
            len += (size_t)sprintf(buf + len, "%s%u", len ? " " : "",
                                   bm_move_to(bm_game_move(game, n)));
    return buf;
}

static void test_empty(void)
{
    struct bm_game *const game = new_game(bm_rules_chess());
    ok(bm_game_nodes(game) == 1 && bm_game_kind(game, BM_NODE_ROOT) == BM_NODE_START);
    ok(bm_game_first(game, 0) == BM_NODE_NONE && bm_game_next(game, 0) == BM_NODE_NONE);
    ok(bm_game_parent(game, 0) == BM_NODE_NONE && bm_game_last(game, 0) == 0);
    ok(bm_game_walk(game, 0, 0) == BM_NODE_NONE && bm_game_tags(game) == 0);
    ok(bm_game_result(game) == BM_ONGOING && bm_game_notes(game, 0) == 0);
    ok(bm_game_starts_usual(game) && bm_game_rules(game) == bm_rules_chess());
    ok_named(bm_game_first(game, 77) == BM_NODE_NONE && bm_game_notes(game, 77) == 0 &&
                 bm_game_ply(game, BM_NODE_NONE) == 0 && bm_game_index(game, 77) == 0 &&
                 bm_game_ending(game, 77).end == BM_END_COUNT &&
                 bm_game_move(game, 77).bits == BM_MOVE_NONE,
             "a number that is no node has nothing");
    ok(bm_game_add(game, 5, bm_move_plain(1, 2), NULL) == BM_EINVAL);
    bm_game_destroy(game);
    bm_game_destroy(NULL);
    ok(bm_game_create(NULL, bm_rules_chess(), NULL) == BM_EINVAL);
}

static void test_tree(void)
{
    struct bm_game *const game = new_game(bm_rules_chess());
    const bm_node a = add(game, 0, 1, 10), b = add(game, a, 1, 11), c = add(game, b, 1, 12);
    const bm_node x = add(game, a, 1, 20), y = add(game, x, 1, 21), z = add(game, 0, 1, 30);
    eq_str(walk_text(game, 0), "10 11 12 20 21 30");
    eq_str(walk_text(game, x), "20 21");
    ok(bm_game_last(game, 0) == c && bm_game_index(game, x) == 1 &&
       bm_game_index(game, b) == 0);
    ok(bm_game_ply(game, y) == 3 && bm_game_ply(game, z) == 1 && bm_game_parent(game, y) == x);
    ok(bm_game_find(game, a, bm_move_plain(1, 20)) == x &&
       bm_game_find(game, a, bm_move_plain(1, 21)) == BM_NODE_NONE);

    eq_u64(bm_game_promote(game, x), 1);
    eq_str(walk_text(game, 0), "10 20 21 11 12 30");
    eq_u64(bm_game_reorder(game, x, 1), 0);
    eq_str(walk_text(game, 0), "10 11 12 20 21 30");
    ok_named(bm_game_reorder(game, b, 99) == 0 && bm_game_next(game, x) == b,
             "an index behind the last means last");
    eq_u64(bm_game_reorder(game, b, 0), 1);
    const bm_node w = add(game, a, 1, 40);
    ok_named(bm_game_next(game, x) == w, "the next child comes last after reordering");

    ok(bm_game_detach(game, x) == BM_OK);
    eq_str(walk_text(game, 0), "10 11 12 40 30");
    eq_str(walk_text(game, x), "20 21");
    ok(bm_game_parent(game, x) == BM_NODE_NONE && bm_game_detach(game, x) == BM_EINVAL);
    ok(bm_game_detach(game, BM_NODE_ROOT) == BM_EINVAL);
    ok_named(bm_game_attach(game, x, y, 0) == BM_EINVAL, "nothing hangs below itself");
    ok(bm_game_attach(game, b, a, 0) == BM_EINVAL);
    ok(bm_game_attach(game, x, c, 7) == BM_OK);
    eq_str(walk_text(game, 0), "10 11 12 20 21 40 30");
    ok_named(bm_game_ply(game, x) == 4 && bm_game_ply(game, y) == 5, "plies count anew");
    ok(bm_game_detach(game, x) == BM_OK && bm_game_attach(game, x, a, 1) == BM_OK);
    eq_str(walk_text(game, 0), "10 11 12 20 21 40 30");
    ok(bm_game_ply(game, y) == 3 && bm_game_index(game, w) == 2);

    ok(bm_game_set_start(game, NULL) == BM_EINVAL &&
       bm_game_set_rules(game, bm_rules_shogi()) == BM_EINVAL);
    ok(!bm_game_illegal(game, c));
    bm_game_mark_illegal(game, c, true);
    bm_game_mark_illegal(game, BM_NODE_ROOT, true);
    ok(bm_game_illegal(game, c) && !bm_game_illegal(game, BM_NODE_ROOT));
    bm_game_clear(game, bm_rules_shogi());
    ok(bm_game_nodes(game) == 1 && bm_game_walk(game, 0, 0) == BM_NODE_NONE &&
       bm_game_rules(game) == bm_rules_shogi());
    bm_game_destroy(game);
}

static void test_starts(void)
{
    struct bm_game *const game = new_game(bm_rules_shogi());
    struct bm_setup s = board_of(bm_rules_shogi(), "two-piece");
    ok(bm_game_set_start(game, &s) == BM_OK && !bm_game_starts_usual(game));
    ok(bm_game_start(game)->turn == BM_SECOND);
    s = board_of(bm_rules_shogi(),
                 "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    ok(bm_game_set_start(game, &s) == BM_OK && bm_game_starts_usual(game));
    s.number = 3;
    ok(bm_game_set_start(game, &s) == BM_OK && !bm_game_starts_usual(game));
    ok(bm_game_set_rules(game, bm_rules_chess()) == BM_OK && bm_game_starts_usual(game));
    bm_game_destroy(game);
}

static void test_tags(void)
{
    struct bm_game *const game = new_game(bm_rules_chess());
    struct bm_text value;
    ok(bm_game_add_tag(game, text("Event"), text("one")) == BM_OK);
    ok(bm_game_add_tag(game, text("棋戦"), text("竜王戦")) == BM_OK);
    ok(bm_game_add_tag(game, text("Event"), text("two")) == BM_OK);
    ok(bm_game_tags(game) == 3 && is_text(bm_game_tag_at(game, 2).value, "two"));
    ok(bm_game_tag(game, "Event", &value) && is_text(value, "one"));
    ok(!bm_game_tag(game, "Even", NULL) && !bm_game_tag(game, "", NULL));
    ok(bm_game_set_tag(game, "Event", text("a longer value")) == BM_OK);
    ok(bm_game_set_tag(game, "Site", text("")) == BM_OK);
    ok(bm_game_tag(game, "Event", &value) && is_text(value, "a longer value"));
    ok(bm_game_tag(game, "Site", &value) && value.len == 0 && value.s != NULL);
    ok(bm_game_remove_tag(game, 0) && !bm_game_remove_tag(game, 3));
    ok(bm_game_tag(game, "Event", &value) && is_text(value, "two"));
    ok(is_text(bm_game_tag_at(game, 0).name, "棋戦") && bm_game_tag_at(game, 9).name.s);

    /* A text of the game itself, while its memory moves. */
    bool good = true;
    for (unsigned i = 0; i < 12; i++) {
        const struct bm_tag last = bm_game_tag_at(game, 0);
        good &= bm_game_add_tag(game, last.value, last.name) == BM_OK;
        good &= bm_game_set_tag(game, "Long", bm_game_tag_at(game, 1).value) == BM_OK;
        good &= is_text(bm_game_tag_at(game, bm_game_tags(game) - 1).value, "棋戦") || i == 0;
    }
    ok_named(good, "texts of the game are taken too");
    bm_game_destroy(game);
}

static void test_notes(void)
{
    struct bm_game *const game = new_game(bm_rules_chess());
    const bm_node n = add(game, 0, 12, 28);
    const bm_note_id a = note(game, n, BM_NOTE_COMMENT, 0, "best by test");
    const bm_note_id b = note(game, n, BM_NOTE_NAG, 1, "");
    const bm_note_id c = note(game, n, BM_NOTE_CLOCK, 59000, "");
    ok(a && bm_game_notes(game, n) == a && bm_game_next_note(game, a) == b &&
       bm_game_next_note(game, b) == c && bm_game_next_note(game, c) == 0);
    ok(bm_game_find_note(game, n, BM_NOTE_CLOCK) == c &&
       bm_game_find_note(game, n, BM_NOTE_EVAL) == 0);
    ok(bm_game_note(game, c).value == 59000 &&
       is_text(bm_game_note(game, a).text, "best by test"));
    ok(bm_game_note(game, b).text.s != NULL && bm_game_note(game, 99).text.s != NULL);

    ok(bm_game_remove_note(game, n, c) == b);
    const bm_note_id d = note(game, n, BM_NOTE_NAG, 14, "");
    ok_named(bm_game_next_note(game, b) == d, "a note goes last after another was taken out");
    ok(bm_game_remove_note(game, n, a) == 0 && bm_game_notes(game, n) == b);
    bm_game_insert_note(game, n, a, 0);
    bm_game_insert_note(game, n, c, d);
    ok(bm_game_notes(game, n) == a && bm_game_next_note(game, d) == c);
    ok(bm_game_next_note(game, note(game, n, BM_NOTE_NAG, 2, "")) == 0 &&
       bm_game_next_note(game, c) != 0);
    ok(bm_game_remove_note(game, 0, a) == 0 && bm_game_notes(game, n) == a);
    const struct bm_note bad = {.kind = BM_NOTE_KINDS};
    ok(bm_game_annotate(game, n, &bad, NULL) == BM_EINVAL);
    bm_game_destroy(game);
}

static void test_ends(void)
{
    struct bm_game *const game = new_game(bm_rules_shogi());
    struct bm_ending e = {.end = BM_END_RESIGNATION, .result = BM_SECOND_WINS};
    const bm_node n = add(game, 0, 60, 59);
    bm_node end;
    ok(bm_game_add_end(game, n, &e, &end) == BM_OK && bm_game_kind(game, end) == BM_NODE_END);
    ok(bm_game_result(game) == BM_SECOND_WINS && bm_game_ply(game, end) == 1);
    ok(bm_game_ending(game, end).end == BM_END_RESIGNATION &&
       bm_game_ending(game, end).word.len == 0);
    ok(bm_game_add(game, end, bm_move_plain(1, 2), NULL) == BM_EINVAL);
    e = (struct bm_ending){BM_END_OTHER, BM_ONGOING, text("宇宙")};
    ok(bm_game_add_end(game, n, &e, &end) == BM_OK &&
       is_text(bm_game_ending(game, end).word, "宇宙"));
    e.end = BM_END_COUNT;
    ok(bm_game_add_end(game, n, &e, NULL) == BM_EINVAL);
    ok(bm_game_ending(game, n).end == BM_END_COUNT);

    ok(bm_end_result(BM_END_RESIGNATION, 0) == BM_SECOND_WINS &&
       bm_end_result(BM_END_RESIGNATION, 1) == BM_FIRST_WINS);
    ok(bm_end_result(BM_END_DECLARATION, 0) == BM_FIRST_WINS &&
       bm_end_result(BM_END_FOUL_BY_OTHER, 1) == BM_SECOND_WINS);
    ok(bm_end_result(BM_END_REPETITION, 0) == BM_DRAW &&
       bm_end_result(BM_END_INTERRUPTED, 0) == BM_ONGOING &&
       bm_end_result(BM_END_STATED, 1) == BM_ONGOING);
    eq_str(bm_end_text(BM_END_TIME, BM_EN), "time forfeit");
    eq_str(bm_end_text(BM_END_TIME, BM_JA), "切れ負け");
    bool all = true;
    for (enum bm_end i = BM_END_STATED; i < BM_END_COUNT; i++)
        all &= *bm_end_text(i, BM_EN) && *bm_end_text(i, BM_JA);
    ok_named(all, "every end has words in both languages");
    eq_str(bm_end_text(BM_END_COUNT, BM_JA), "");
    bm_game_destroy(game);
}

static void test_words(void)
{
    eq_str(bm_nag_glyph(1), "!");
    eq_str(bm_nag_glyph(16), "±");
    eq_str(bm_nag_text(6, BM_EN), "dubious move");
    eq_str(bm_nag_text(6, BM_JA), "疑問手");
    eq_str(bm_nag_text(23, BM_EN), "black is in zugzwang");
    eq_str(bm_nag_text(41, BM_EN), "black has the attack");
    eq_str(bm_nag_text(97, BM_EN), "black has a well placed rook");
    eq_str(bm_nag_text(129, BM_EN), "black played the ending superbly");
    eq_str(bm_nag_text(139, BM_EN), "black is in severe time trouble");
    eq_str(bm_nag_text(146, BM_EN), "novelty");
    eq_str(bm_nag_text(200, BM_EN), "");
    eq_str(bm_nag_glyph(4000000000u), "");
    bool all = true, back = true;
    for (unsigned i = 1; i <= 146; i++) {
        const char *const glyph = bm_nag_glyph(i);
        all &= *bm_nag_text(i, BM_EN) != '\0' && (i > 19 || *bm_nag_text(i, BM_JA));
        const unsigned found = bm_words_nag(glyph, strlen(glyph));
        back &= *glyph == '\0' || found == i || (found + 1 == i && i > 20);
    }
    ok_named(all, "annotations 1 to 146 have words, 1 to 19 in Japanese too");
    ok_named(back, "glyphs lead back to their numbers");
    ok(bm_words_nag("+/-", 3) == 16 && bm_words_nag("‼", 3) == 3 && bm_words_nag("", 0) == 0);
    ok(bm_words_nag("!x", 1) == 1 && bm_words_nag("!x", 2) == 0);
}

static void test_limits(void)
{
    const struct bm_limits small = {.nodes = 3, .text = 10};
    struct bm_game *game = NULL, *other = new_game(bm_rules_chess());
    ok(bm_game_create(&game, bm_rules_chess(), &small) == BM_OK);
    ok(bm_game_limits(game)->depth == 10000 && bm_game_limits(game)->nodes == 3);
    const bm_node a = add(game, 0, 1, 2);
    add(game, a, 1, 2);
    ok(bm_game_add(game, a, bm_move_plain(1, 2), NULL) == BM_ENOSPC);
    ok(bm_game_add_pass(game, a, NULL) == BM_ENOSPC);
    ok(bm_game_add_tag(game, text("123456"), text("1234567")) == BM_ENOSPC);
    ok_named(bm_game_tags(game) == 0 &&
                 bm_game_add_tag(game, text("12345"), text("12345")) == 0,
             "a tag that does not fit takes no room");
    const struct bm_note comment = {.kind = BM_NOTE_COMMENT, .text = text("x")};
    ok(bm_game_annotate(game, a, &comment, NULL) == BM_ENOSPC);
    for (unsigned i = 0; i < 5; i++)
        add(other, 0, 1, i);
    ok(bm_game_copy(game, other) == BM_ENOSPC && bm_game_nodes(game) == 1);
    bm_game_destroy(game);
    bm_game_destroy(other);
}

/* Depth costs no stack and adding costs no walk. */
static void test_deep(void)
{
    enum { DEEP = 1000000 };
    struct bm_game *const game = new_game(bm_rules_chess()), *copy = new_game(bm_rules_shogi());
    bm_node at = BM_NODE_ROOT, count = 0;
    for (unsigned i = 0; i < DEEP; i++)
        at = add(game, at, i % 64, (i + 1) % 64);
    ok(bm_game_ply(game, at) == DEEP && bm_game_last(game, 0) == at);
    for (bm_node n = 0; n != BM_NODE_NONE; n = bm_game_walk(game, 0, n))
        count++;
    eq_u64(count, DEEP + 1);
    ok(bm_game_copy(copy, game) == BM_OK && bm_game_equal(game, copy));
    add(copy, at, 1, 2);
    ok(!bm_game_equal(game, copy));
    ok(bm_game_detach(game, 1) == BM_OK && bm_game_attach(game, 1, 0, 0) == BM_OK);
    bm_game_clear(game, bm_rules_chess());
    for (unsigned i = 0; i < 300000; i++)
        add(game, 0, i % 64, 5);
    const bm_note_id first = note(game, 0, BM_NOTE_NAG, 1, "");
    for (unsigned i = 0; i < 300000; i++)
        note(game, 0, BM_NOTE_NAG, 1, "");
    ok_named(bm_game_notes(game, 0) == first && bm_game_nodes(game) == 300001,
             "300,000 children and notes of one node");
    bm_game_destroy(game);
    bm_game_destroy(copy);
}

static void test_play(void)
{
    struct bm_game *const game = new_game(bm_rules_chess());
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 4),
                         *shogi = new_ctx(bm_rules_shogi(), 4);
    struct bm_error err;
    const bm_node e4 = add(game, 0, 12, 28);
    bm_node pass, d4;
    ok(bm_game_add_pass(game, e4, &pass) == BM_OK && bm_game_kind(game, pass) == BM_NODE_PASS);
    ok(bm_game_add(game, pass, bm_move_plain(11, 27), &d4) == BM_OK);
    ok(bm_game_play_to(game, d4, ctx, &err) == BM_OK && bm_ctx_options(ctx)->play_on);
    eq_str(text_of(ctx), "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2");
    ok(bm_game_play_to(game, e4, ctx, &err) == BM_OK && bm_ctx_plies(ctx) == 1);
    ok(bm_game_play_to(game, d4, shogi, &err) == BM_EINVAL);

    const struct bm_ending resigned = {.end = BM_END_RESIGNATION};
    bm_node end;
    ok(bm_game_add_end(game, d4, &resigned, &end) == BM_OK);
    ok_named(bm_game_play_to(game, end, ctx, &err) == BM_OK && bm_ctx_turn(ctx) == 1,
             "an end has the position before it");

    bm_node n = add(game, e4, 52, 36);
    n = add(game, n, 3, 39);
    n = add(game, n, 57, 42);
    n = add(game, n, 39, 53); /* Qxf7+ */
    ok(bm_game_play_to(game, n, ctx, &err) == BM_ENOSPC && err.what[0]);
    bm_ctx_destroy(ctx);
    struct bm_ctx *const longer = new_ctx(bm_rules_chess(), 8);
    ok(bm_game_play_to(game, n, longer, &err) == BM_OK && bm_ctx_checks(longer, NULL) == 1);
    ok(bm_game_add_pass(game, n, &pass) == BM_OK);
    ok(bm_game_play_to(game, pass, longer, &err) == BM_ERULE);
    eq_str(err.what, "a side in check cannot pass");
    n = add(game, n, 60, 52);
    ok(bm_game_play_to(game, n, longer, NULL) == BM_ERULE);
    ok(bm_game_play_to(game, n, longer, &err) == BM_ERULE);
    ok_named(!strncmp(err.what, "move 6 cannot be played: ", 25), "%s", err.what);
    bm_game_clear(game, bm_rules_chess());
    const struct bm_setup empty = {.number = 1};
    ok(bm_game_set_start(game, &empty) == BM_OK);
    ok(bm_game_play_to(game, 0, longer, &err) == BM_ERULE);
    bm_ctx_destroy(longer);
    bm_ctx_destroy(shogi);
    bm_game_destroy(game);
}

/* Each difference alone makes two games differ. */
static void test_equal(void)
{
    struct bm_game *const a = new_game(bm_rules_chess()), *b = new_game(bm_rules_chess());
    const struct bm_ending draw = {BM_END_AGREEMENT, BM_DRAW, {"x", 1}};
    const struct bm_setup s = board_of(bm_rules_chess(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    const bm_node n = add(a, 0, 1, 2);
    if (bm_game_add_tag(a, text("A"), text("b")) || bm_game_add_end(a, n, &draw, NULL))
        tap_bail("cannot build the game");
    add(a, n, 3, 4);
    note(a, n, BM_NOTE_EVAL, 17, "");
    ok(!bm_game_equal(a, b) && bm_game_copy(b, a) == BM_OK && bm_game_equal(a, b));
    ok(bm_game_add_tag(b, text("A"), text("")) == BM_OK && !bm_game_equal(a, b));
    ok(bm_game_remove_tag(b, 1) && bm_game_equal(a, b));
    bm_game_mark_illegal(b, n, true);
    ok(!bm_game_equal(a, b));
    bm_game_mark_illegal(b, n, false);
    const bm_note_id id = note(b, 0, BM_NOTE_NAG, 1, "");
    ok(!bm_game_equal(a, b) && !bm_game_equal(b, a));
    ok(bm_game_remove_note(b, 0, id) == 0 && bm_game_equal(a, b));
    ok(bm_game_promote(b, 3) == 1 && !bm_game_equal(a, b));
    ok(bm_game_promote(b, 2) == 1 && bm_game_equal(a, b));
    ok(bm_game_detach(b, 3) == BM_OK && !bm_game_equal(a, b) && !bm_game_equal(b, a));
    add(b, n, 3, 4);
    ok_named(bm_game_equal(a, b), "what is detached does not count");
    add(b, n, 3, 5);
    ok(!bm_game_equal(a, b) && !bm_game_equal(b, a));
    bm_game_clear(a, bm_rules_chess());
    bm_game_clear(b, bm_rules_chess960());
    ok(!bm_game_equal(a, b) && bm_game_set_rules(b, bm_rules_chess()) == 0 &&
       bm_game_equal(a, b));
    ok(bm_game_set_start(b, &s) == BM_OK && !bm_game_equal(a, b));
    ok(bm_game_copy(a, a) == BM_OK && bm_game_copy(a, b) == BM_OK && bm_game_equal(a, b));
    bm_game_destroy(a);
    bm_game_destroy(b);
}

/* One edit at random and how to undo it. */
struct edit {
    enum { ADD, DETACH, REORDER, NOTE, UNNOTE, MARK, EDITS } what;
    bm_node node, parent;
    uint32_t index;
    bm_note_id note;
};

static uint64_t seed = 12345;
static unsigned pick(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

/* A node that the walk from the root reaches. */
static bm_node pick_node(const struct bm_game *game)
{
    bm_node n = BM_NODE_ROOT, last = n;
    for (unsigned steps = pick(30); steps && n != BM_NODE_NONE; steps--) {
        last = n;
        n = bm_game_walk(game, BM_NODE_ROOT, n);
    }
    return n == BM_NODE_NONE ? last : n;
}

static struct edit edit(struct bm_game *game)
{
    struct edit e = {.what = pick(4) ? pick(EDITS) : ADD, .node = pick_node(game)};
    if (e.node == BM_NODE_ROOT && (e.what == DETACH || e.what == REORDER || e.what == MARK))
        e.what = ADD;
    if (e.what == UNNOTE && !bm_game_notes(game, e.node))
        e.what = NOTE;
    switch (e.what) {
    case ADD: e.node = add(game, e.node, pick(64), pick(64)); break;
    case DETACH:
        e.parent = bm_game_parent(game, e.node);
        e.index = bm_game_index(game, e.node);
        if (bm_game_detach(game, e.node))
            tap_bail("cannot detach");
        break;
    case REORDER: e.index = bm_game_reorder(game, e.node, pick(4)); break;
    case NOTE: e.note = note(game, e.node, BM_NOTE_COMMENT, 0, "a comment"); break;
    case UNNOTE:
        e.note = bm_game_notes(game, e.node);
        if (pick(2) && bm_game_next_note(game, e.note))
            e.note = bm_game_next_note(game, e.note);
        e.index = bm_game_remove_note(game, e.node, e.note);
        break;
    case MARK: bm_game_mark_illegal(game, e.node, !bm_game_illegal(game, e.node)); break;
    case EDITS: break;
    }
    return e;
}

static void undo(struct bm_game *game, const struct edit *e)
{
    bm_status status = BM_OK;
    switch (e->what) {
    case ADD: status = bm_game_detach(game, e->node); break;
    case DETACH: status = bm_game_attach(game, e->node, e->parent, e->index); break;
    case REORDER: (void)bm_game_reorder(game, e->node, e->index); break;
    case NOTE: (void)bm_game_remove_note(game, e->node, e->note); break;
    case UNNOTE: bm_game_insert_note(game, e->node, e->note, e->index); break;
    case MARK: bm_game_mark_illegal(game, e->node, !bm_game_illegal(game, e->node)); break;
    case EDITS: break;
    }
    if (status)
        tap_bail("cannot undo");
}

static void test_undo(void)
{
    enum { STEPS = 24, ROUNDS = 150 };
    struct bm_game *const game = new_game(bm_rules_chess()), *copies[STEPS];
    struct edit edits[STEPS];
    unsigned wrong = 0;
    for (unsigned i = 0; i < STEPS; i++)
        copies[i] = new_game(bm_rules_chess());
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < STEPS; i++) {
            if (bm_game_copy(copies[i], game))
                tap_bail("cannot copy");
            edits[i] = edit(game);
        }
        for (unsigned i = STEPS; i-- > 0;) {
            undo(game, &edits[i]);
            wrong += !bm_game_equal(game, copies[i]);
        }
        for (unsigned i = 0; i < 4; i++)
            (void)edit(game); /* so that rounds begin with different trees */
    }
    ok_named(wrong == 0, "%u edits undone one by one, %u differ", STEPS * ROUNDS, wrong);
    for (unsigned i = 0; i < STEPS; i++)
        bm_game_destroy(copies[i]);
    bm_game_destroy(game);
}

int main(void)
{
    test_empty();
    test_tree();
    test_starts();
    test_tags();
    test_notes();
    test_ends();
    test_words();
    test_limits();
    test_deep();
    test_play();
    test_equal();
    test_undo();
    return tap_done();
}
