/* SPDX-License-Identifier: MIT */

/* A variant's text and what is read from it: every key, inheritance, regions, errors. */

#include "tap.h"
#include "variant/desc.h"

static struct bm_desc d;
static struct bm_issues issues;
static unsigned char memory[6 << 20];

/* Games that only these tests know: pairs of name and text. */
static const char *const own_games[][2] = {
    {"base", "variant: base\n"
             "title: Base\n"
             "about: A game to extend.\n"
             "notation: usi\n"
             "board: {size: 5x5, flip: rotate, zones: {low: rank 1-2}}\n"
             "pieces:\n"
             "  K: {move: K, royal: yes, name: king}\n"
             "  R: R\n"
             "  P: {move: fW, promotes: R, value: 90}\n"
             "promotion: {zone: rank 5, limit: {R: 2}}\n"
             "hands: captures\n"
             "castling: {K: d1 c1, Q: b1 c1}\n"
             "turn: 2\n"
             "start: rpkpr/5/5/5/RPKPR w KQkq - 0 1\n"
             "end: {stalemate: loss, extinct: {pieces: P}, quiet: 30}\n"},
    {"round", "variant: round\nextends: about\n"},
    {"about", "variant: about\nextends: round\n"},
    {"broken", "variant: broken\nextends: base\nroyal: some\n"},
};

static const char *find_own(void *user, const char *name, size_t len, size_t *text_len)
{
    unsigned *const asked = user;
    ++*asked;
    for (unsigned i = 0; i < sizeof own_games / sizeof *own_games; i++)
        if (strlen(own_games[i][0]) == len && !memcmp(own_games[i][0], name, len)) {
            *text_len = strlen(own_games[i][1]);
            return own_games[i][1];
        }
    return NULL;
}

static bool read_bytes(const char *text, size_t len)
{
    static unsigned asked;
    const struct bm_library library = {find_own, &asked};
    struct bm_arena arena = {.mem = memory, .size = sizeof memory};
    struct bm_findings report = {.issues = &issues};
    memset(&issues, 0, sizeof issues);
    return bm_desc_read(&d, &arena, text, len, &library, &report);
}

static bool read_text(const char *text) { return read_bytes(text, strlen(text)); }

/* Reads a text that must be fine; says what is wrong if it is not. */
static bool reads(const char *text)
{
    const bool fine = read_text(text);
    for (unsigned i = 0; !fine && i < issues.count; i++)
        printf("# %u:%u: %s\n", issues.list[i].line, issues.list[i].column,
               issues.list[i].message);
    return ok_named(fine && issues.errors == 0, "reads: %.40s", text);
}

/* A text of a whole game around a few lines, which begin on line 2. */
static char whole[4096];
static const char *game(const char *lines)
{
    snprintf(whole, sizeof whole,
             "variant: test\n%s"
             "board: 8x8\n"
             "pieces: {K: {move: K, royal: yes}, Q: Q, R: R, B: B, N: N, "
             "P: {move: mfW cefF imfnD, promotes: Q R B N}}\n"
             "promotion: {zone: rank 8}\n"
             "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n",
             lines);
    return whole;
}

static void has_issue(const char *text, unsigned line, unsigned column, const char *message)
{
    const bool fine = read_text(text);
    bool found = false;
    for (unsigned i = 0; i < issues.count; i++)
        found = found || (issues.list[i].line == line && issues.list[i].column == column &&
                          !strcmp(issues.list[i].message, message));
    ok_named(found && fine == (issues.errors == 0), "%u:%u: %s", line, column, message);
    for (unsigned i = 0; !found && i < issues.count; i++)
        printf("# %u:%u: %s\n", issues.list[i].line, issues.list[i].column,
               issues.list[i].message);
}

static unsigned kind(const char *letter)
{
    for (unsigned k = 0; k < d.kinds; k++)
        if (!strcmp(d.piece[k].letter, letter))
            return k;
    return 255;
}
static uint64_t bit(const char *letter) { return (uint64_t)1 << kind(letter); }

/* The square of a 2-D board. */
static unsigned at(const char *cell)
{
    return (unsigned)(cell[0] - 'a') + d.size[0] * (unsigned)(atoi(cell + 1) - 1);
}

static unsigned count(const struct bm_cells *c)
{
    unsigned n = 0;
    for (unsigned i = 0; i < BM_SET_WORDS; i++)
        n += (unsigned)__builtin_popcountll(c->w[i]);
    return n;
}

static bool is_rank(const struct bm_cells *c, unsigned from, unsigned to)
{
    for (unsigned sq = 0; sq < d.squares; sq++) {
        const unsigned rank = sq / d.size[0] % d.size[1] + 1;
        if (bm_cells_has(c, sq) != (rank >= from && rank <= to))
            return false;
    }
    return true;
}

static void test_chess(void)
{
    if (!reads(game("castling: {K: g1 f1, Q: c1 d1}\n"
                    "end: {stalemate: draw, repetition: 3, quiet: 50}\n")))
        return;
    eq_str(d.id, "test");
    eq_str(d.title[BM_JA], "test");
    eq_str(d.about[BM_EN], "");
    eq_u64(d.kinds, 6);
    eq_u64(d.squares, 64);
    eq_u64(d.forward, 2);
    eq_u64(d.royal, BM_ROYAL_ANY);
    ok(d.piece[0].royal && !d.piece[1].royal);
    const struct bm_desc_piece *const p = &d.piece[kind("P")];
    eq_u64(p->promotes_count[1], 4);
    ok(p->order[0][0] == kind("Q") && p->order[0][3] == kind("N"));
    eq_u64(p->promotes[0], bit("Q") | bit("R") | bit("B") | bit("N"));
    ok(is_rank(&p->promotion_zone[0], 8, 8) && is_rank(&p->promotion_zone[1], 1, 1));
    ok(is_rank(&p->initial[0], 2, 2) && is_rank(&p->initial[1], 7, 7) && !p->has_initial);
    ok(p->base == kind("P") && p->mate_drop && p->check_drop && p->per_file == 0);
    eq_str(p->name[BM_EN], "P");
    eq_str(p->glyph, "");
    eq_str(p->move, "mfW cefF imfnD");
    eq_u64(p->terms, 3);
    eq_u64(d.force, BM_FORCE_ALWAYS);
    eq_u64(d.limit[0], 255);
    eq_u64(d.castles, 4);
    for (unsigned i = 0; i < d.castles; i++) {
        const struct bm_castle *const c = &d.castle[i];
        const bool king = c->letter == 'K';
        ok(c->right == king && c->partner_from == BM_SQ_NONE);
        ok(c->king_to == at(c->side ? king ? "g8" : "c8" : king ? "g1" : "c1"));
        ok(c->partner_to == at(c->side ? king ? "f8" : "d8" : king ? "f1" : "d1"));
    }
    eq_u64(d.start.castling[0], 0); /* the field is missing */
    eq_u64(d.start.number, 1);
    ok(d.start.board[at("e8")] == bm_piece_of(kind("K"), 1));
    ok(d.repeats == 3 && d.repeats_claim && d.repeat_verdict == BM_VERDICT_DRAW);
    ok(d.quiet == 50 && d.stalemate == BM_VERDICT_DRAW && d.checkmate == BM_VERDICT_LOSS);
    ok(d.turn.phases == 1 && d.turn.phase[0].rule.moves[1][0] == 1 && !d.limits[0].named);
    ok(d.hands == BM_HANDS_NONE && count(&d.hand_zone[1]) == 64);
}

/* Whatever is built in reads without an error or a warning. */
static void test_library(void)
{
    const struct bm_variant *v;
    unsigned n = 0;
    for (; (v = bm_variant_at(n)); n++) {
        const bool fine = read_bytes(v->text, v->len);
        ok_named(fine && issues.errors == 0 && issues.warnings == 0, "%s: %s", v->name,
                 issues.count ? issues.list[0].message : "reads");
        ok_named(!strcmp(d.id, v->name), "%s is called %s", v->name, d.id);
    }
    ok_named(n >= 65, "%u games", n);
}

static void test_merge(void)
{
    if (!reads("variant: child\n"
               "extends: base\n"
               "pieces:\n"
               "  K: KN\n"            /* a text replaces the move only */
               "  R: {value: 500}\n"  /* a mapping over a text keeps the move */
               "  P: {promotes: B}\n" /* key by key */
               "  B: B\n"
               "castling: {Q: none}\n"
               "start: rpkpr/5/5/5/RPKPR w Kk - 0 1\n"
               "turn: {check: ends}\n"
               "hands: {stuck: yes}\n"
               "end: {extinct: none, stalemate: win}\n"
               "promotion: {limit: none}\n"))
        return;
    eq_str(d.title[BM_EN], "child"); /* the parent's is not inherited */
    eq_str(d.about[BM_EN], "");
    ok(d.usi && d.rotate && d.zones == 1);
    eq_str(d.piece[0].move, "KN");
    eq_str(d.piece[0].name[BM_JA], "king");
    ok(d.piece[0].royal);
    eq_str(d.piece[kind("R")].move, "R");
    eq_u64((uint64_t)d.piece[kind("R")].value, 500);
    eq_u64((uint64_t)d.piece[kind("P")].value, 90);
    eq_str(d.piece[kind("P")].move, "fW");
    eq_u64(d.piece[kind("P")].promotes[0], bit("B~"));
    eq_u64(d.castles, 2);
    ok(d.castle[0].letter == 'K' && d.castle[1].letter == 'K');
    eq_u64(d.turn.phase[0].rule.moves[0][0], 2); /* `turn: 2` is its `moves` */
    eq_u64(d.turn.phase[0].rule.check, BM_TURN_ENDS);
    ok(d.hands == BM_HANDS_CAPTURES && d.drop_stuck && d.demote);
    ok(!d.has_extinct && d.stalemate == BM_VERDICT_WIN && d.quiet == 30);
    eq_u64(d.limit[kind("R")], 255);
}

static void test_removal(void)
{
    if (reads("variant: child\nextends: base\npieces: {R: none, P: {promotes: none}}\n"
              "castling: none\nhands: none\npromotion: none\n"
              "start: 1pkp1/5/5/5/1PKP1 w\n")) {
        eq_u64(d.kinds, 2);
        eq_u64(d.piece[kind("P")].promotes[0], 0);
        eq_u64(d.castles, 0);
        eq_u64(d.hands, BM_HANDS_NONE);
    }
    /* The parent's start grants castling: that goes with it. */
    if (reads("variant: child\nextends: base\ncastling: none\n")) {
        eq_str(d.start_text, "rpkpr/5/5/5/RPKPR[] w - - 0 1"); /* FEN, not SFEN */
        eq_u64(d.start.castling[0], 0);
    }
    has_issue("variant: x\nextends: base\ncastling: {Q: none}\n", 2, 10,
              "inherited from 'base': start: 'Q' grants no right");
    has_issue("variant: x\nextends: base\npieces: {Z: none}\n", 3, 10,
              "there is no piece 'Z' that could be removed");
    has_issue("variant: x\nextends: base\npieces: {R: none}\n", 2, 10,
              "inherited from 'base': 'P' promotes to 'R', but no piece 'R' is defined "
              "(pieces: K P)");
    has_issue("variant: x\nextends: broken\n", 2, 10,
              "inherited from 'broken': royal must be one of any, all, last, none; got 'some'");
}

/* What the players are called: usual names by notation, those of the text, inherited ones. */
static void test_sides(void)
{
    ok(reads("variant: x\nextends: base\n"));
    eq_str(d.side_name[0][BM_EN], "sente");
    eq_str(d.side_name[1][BM_JA], "後手");
    ok(reads("variant: x\nextends: base\nnotation: uci\nsides: {white: {en: red, ja: 紅}}\n"));
    eq_str(d.side_name[0][BM_EN], "red");
    eq_str(d.side_name[0][BM_JA], "紅");
    eq_str(d.side_name[1][BM_EN], "black");
    has_issue("variant: x\nextends: base\nsides: {white: red, black: red}\n", 3, 8,
              "both sides are called 'red'");
    has_issue("variant: x\nextends: base\nsides: {red: white}\n", 3, 9, "unknown key 'red'");
}

static void test_extends(void)
{
    has_issue("variant: mine\n\nextends: ches\n", 3, 10,
              "'extends: ches' — no such variant; did you mean 'chess'?");
    has_issue("variant: mine\nextends: ../../etc/passwd\n", 2, 10,
              "'extends: ../../etc/passwd' — no such variant");
    has_issue("variant: round\nextends: about\n", 2, 1,
              "variants extend each other in a circle: round -> about -> round");
    has_issue("variant: mine\nextends: round\n", 2, 1,
              "variants extend each other in a circle: round -> about -> round");
    has_issue("variant: mine\nextends: mine\n", 2, 1,
              "variants extend each other in a circle: mine -> mine");
    has_issue("variant: mine\nextends: [base]\n", 2, 10, "extends must be a text");
}

/* The zone z of a board. */
static const struct bm_cells *region(const char *board, const char *text)
{
    char all[1024];
    snprintf(all, sizeof all,
             "variant: r\nboard: {%s, zones: {low: rank 1-2, z: %s}}\n"
             "pieces: {K: K}\nstart: x\n",
             board, text);
    (void)read_text(all); /* the start is wrong */
    for (unsigned i = 0; i < issues.count; i++)
        if (strncmp(issues.list[i].message, "start", 5) != 0)
            ok_named(false, "%s: %s", text, issues.list[i].message);
    return d.zone[1].cells;
}

static void test_regions(void)
{
    const char *const flat = "size: 8x8";
    const struct bm_cells *z = region(flat, "e4");
    ok(count(z) == 1 && bm_cells_has(z, at("e4")) && bm_cells_has(z + 1, at("e5")));
    z = region(flat, "d1-f3");
    ok(count(z) == 9 && bm_cells_has(z, at("f3")) && bm_cells_has(z + 1, at("d6")));
    z = region(flat, "f3-d1");
    eq_u64(count(z), 9);
    ok(is_rank(region(flat, "rank 7-8"), 7, 8) && is_rank(&d.zone[1].cells[1], 1, 2));
    eq_u64(count(region(flat, "file a-c")), 24);
    eq_u64(count(region(flat, "'file a-c rank 1, h8'")), 4);
    eq_u64(count(region(flat, "[file a-c rank 1, h8]")), 4);
    eq_u64(count(region(flat, "all")), 64);
    eq_u64(count(region(flat, "none")), 0);
    ok(is_rank(region(flat, "low"), 1, 2) && is_rank(&d.zone[1].cells[1], 7, 8));
    ok(is_rank(region(flat, "not low"), 3, 8));
    eq_u64(count(region(flat, "low not file a")), 14);
    eq_u64(count(region(flat, "'all, not e4, not d4-d5'")), 61);
    eq_u64(count(region(flat, "not low file a-b")), 60);
    z = region(flat, "{white: rank 8, black: rank 8}");
    ok(is_rank(z, 8, 8) && is_rank(z + 1, 8, 8));
    z = region(flat, "{white: low, black: low}"); /* each side's own */
    ok(is_rank(z, 1, 2) && is_rank(z + 1, 7, 8));
    z = region(flat, "{black: rank 3}");
    ok(is_rank(z, 6, 6) && is_rank(z + 1, 3, 3));
    ok(is_rank(region("size: 3x12", "rank 10-12"), 10, 12));

    z = region("size: 8x8, flip: rotate", "a1");
    ok(bm_cells_has(z + 1, at("h8")) && count(z + 1) == 1);

    const char *const cube = "size: 5x5x5";
    z = region(cube, "level E rank 5");
    ok(count(z) == 5 && bm_cells_has(z, 120) && bm_cells_has(z + 1, 0)); /* Aa1 */
    z = region(cube, "Cc3");
    ok(count(z) == 1 && bm_cells_has(z, 62) && bm_cells_has(z + 1, 62));
    eq_u64(count(region(cube, "Aa1-Bb2")), 8);
    eq_u64(count(region(cube, "level A-B")), 50);
    eq_u64(d.forward, 6);

    const char *const four = "size: 4x4x4x4";
    z = region(four, "B2c3");
    ok(count(z) == 1 && bm_cells_has(z, 2 + 4 * (2 + 4 * (1 + 4 * 1))));
    ok(bm_cells_has(z + 1, 2 + 4 * (1 + 4 * (1 + 4 * 2)))); /* B3c2 */
    eq_u64(count(region(four, "row 4")), 64);
    eq_u64(count(region(four, "row 4 level D rank 1 file a")), 1);
    eq_u64(d.forward, 10);

    z = region("size: 11x11, shape: hex", "[a6, f11, k11]");
    eq_u64(count(&d.board), 91);
    ok(bm_cells_has(z + 1, at("a1")) && bm_cells_has(z + 1, at("f1")) &&
       bm_cells_has(z + 1, at("k6")));
    eq_u64(count(region("size: 11x11, shape: hex", "all")), 91);
    eq_u64(count(region("size: 12x12, holes: [b1-k1, b12-k12, a2-a11, l2-l11]", "all")), 104);
    /* A single rank is run along. */
    if (reads(
            "variant: r\nboard: {size: 6x1, zones: {z: a1}}\npieces: {P: fW}\nstart: P4p w\n"))
        ok(d.forward == 1 && bm_cells_has(&d.zone[0].cells[1], 5));
}

static void test_flips(void)
{
    static const char *const boards[] = {"size: 8x8",
                                         "size: 9x10, flip: rotate",
                                         "size: 5x5x5",
                                         "size: 4x4x4x4, forward: y w",
                                         "size: 4x4x4x4, flip: rotate",
                                         "size: 11x11, shape: hex",
                                         "size: 9x9, shape: hex, flip: rotate",
                                         "size: 6x6, wrap: x y, holes: [a1, a6]"};
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++) {
        (void)region(boards[i], "all");
        bool twice = true;
        for (unsigned sq = 0; sq < d.squares; sq++)
            if (bm_cells_has(&d.board, sq)) {
                const bm_sq to = bm_desc_flip(&d, (bm_sq)sq);
                twice = twice && to != BM_SQ_NONE && bm_desc_flip(&d, to) == sq;
            }
        ok_named(twice, "%s flips twice to itself", boards[i]);
    }
    eq_u64(d.wrap, 3);
    has_issue("variant: x\nboard: {size: 3x3, holes: a1}\npieces: {K: K}\nstart: 3/3/*2 w\n", 2,
              8, "seen from Black's side the board is another: 'a3' has no counterpart");
}

static void test_pieces(void)
{
    if (!reads("variant: p\n"
               "title: {en: Pieces, ja: 駒}\n"
               "about: {ja: 説明}\n"
               "board: {size: 8x8, zones: {camp: rank 1-3}}\n"
               "pieces:\n"
               "  K: {move: K, royal: yes, name: {en: king, ja: 王}, glyph: ♔, value: -5}\n"
               "  S: {move: F, promotes: {white: +S K, black: [+S]}, promotion-zone: rank 8,\n"
               "      initial: {white: camp, black: none},\n"
               "      drop: {zone: camp, per-file: 2, mate: no, check: no}}\n"
               "  +S: W\n"
               "  D: {move: mU, neutral: yes}\n"
               "hands: {from: captures, demote: no, promoted: yes, stuck: no, zone: rank 1-4,\n"
               "        must: yes}\n"
               "promotion: {zone: rank 6-8, on: either, force: rank 8, limit: {+S: 3}}\n"
               "start: 3k4/1+s6/8/8/3D4/8/1S6/3K4[2Ss] b\n"))
        return;
    eq_str(d.title[BM_JA], "駒");
    eq_str(d.title[BM_EN], "Pieces");
    eq_str(d.about[BM_EN], "説明");
    eq_str(d.piece[0].glyph, "♔");
    eq_str(d.piece[0].name[BM_JA], "王");
    ok(d.piece[0].value == -5);
    const struct bm_desc_piece *const s = &d.piece[1];
    eq_u64(s->promotes[0], bit("+S") | bit("K"));
    eq_u64(s->promotes[1], bit("+S"));
    ok(s->promotes_count[0] == 2 && s->order[0][0] == kind("+S"));
    ok(s->has_promotion_zone && is_rank(s->promotion_zone, 8, 8));
    ok(s->has_initial && is_rank(s->initial, 1, 3) && count(&s->initial[1]) == 0);
    ok(s->has_drop_zone && is_rank(&s->drop_zone[1], 6, 8));
    ok(s->per_file == 2 && !s->mate_drop && !s->check_drop);
    eq_u64(d.piece[kind("+S")].base, 1);
    ok(is_rank(d.piece[kind("+S")].promotion_zone, 6, 8));
    ok(d.piece[kind("D")].neutral && d.start.board[at("d4")] == bm_piece_of(kind("D"), 0));
    ok(d.hands == BM_HANDS_CAPTURES && !d.demote && d.drop_promoted && !d.drop_stuck);
    ok(d.must_drop && is_rank(&d.hand_zone[1], 5, 8));
    ok(d.promote_on == BM_ON_EITHER && d.force == BM_FORCE_REGION);
    ok(is_rank(&d.force_zone[1], 1, 1) && d.limit[kind("+S")] == 3);
    ok(d.start.hand[0][1] == 2 && d.start.hand[1][1] == 1 && d.start.turn == 1);
    ok(d.start.board[at("b7")] == bm_piece_of(kind("+S"), 1));
    eq_u64(d.kinds, 4); /* without demotion there are no forms like K~ */
}

static void test_tildes(void)
{
    if (!reads(game("hands: captures\nend: {extinct: {pieces: Q P}}\n"
                    "turn: {only: [army, N]}\n")))
        return;
    eq_u64(d.kinds, 10);
    const struct bm_desc_piece *const q = &d.piece[kind("Q~")], *const p = &d.piece[kind("P")];
    ok(q->tilde && q->base == kind("P") && !q->royal);
    ok(q->first_term == d.piece[kind("Q")].first_term && q->terms == 1);
    eq_u64(p->promotes[0], bit("Q~") | bit("R~") | bit("B~") | bit("N~"));
    ok(p->order[1][0] == kind("Q~") && p->order[1][3] == kind("N~"));
    eq_u64(d.extinct_kinds, bit("Q") | bit("Q~") | bit("P"));
    eq_u64(d.limits[0].kinds[0], 0x3ff);
    eq_u64(d.limits[0].kinds[1], bit("N") | bit("N~"));
    /* Turning back is no promotion, and +X needs no second form. */
    if (reads("variant: k\nboard: 3x3\npieces: {K: {move: K, royal: yes},\n"
              "  L: {move: R, promotes: +L}, +L: {move: W, promotes: L}}\n"
              "promotion: {zone: all}\nhands: captures\nstart: k1l/3/+L1K[] w\n"))
        eq_u64(d.kinds, 3);
    /* A capture that spares or wants queens treats promoted ones alike. */
    if (reads("variant: k\nboard: 3x3\npieces: {K: {move: 'K cfR>Q cbR>!Q', royal: yes},\n"
              "  P: {move: fW, promotes: Q}, Q: Q}\n"
              "promotion: {zone: rank 3}\nhands: captures\nstart: k1q/p2/QPK[] w\n")) {
        eq_u64(d.term[1].victims, bit("Q") | bit("Q~"));
        eq_u64(d.term[2].victims & 15, bit("K") | bit("P"));
    }
}

static void test_castling(void)
{
    if (reads("variant: c\nboard: 8x8\npieces: {C: {move: K, royal: yes}, T: R}\n"
              "castling: {K: [f1 e1, g1 f1], A: c1 d1 b1, with: T, king: C}\n"
              "start: t3c2t/8/8/8/8/8/8/1T2C2T w KAk - 0 1\n")) {
        eq_u64(d.castles, 6);
        ok(d.castle_king == 0 && d.castle_with == 1);
        ok(d.castle[0].king_to == at("f1") && d.castle[2].king_to == at("g1"));
        ok(d.castle[4].letter == 'A' && d.castle[4].partner_from == at("b1"));
        ok(d.castle[5].partner_from == at("b8") && !d.castle[5].right);
        const uint64_t rights = (uint64_t)1 << at("h1") | (uint64_t)1 << at("b1");
        eq_u64(d.start.castling[0], rights | (uint64_t)1 << at("h8"));
    }
    if (reads("variant: c\nboard: 8x8\npieces: {K: {move: K, royal: yes}, R: R}\n"
              "castling: {K: g1 f1, Q: c1 d1}\n"
              "start: rr2k1r1/8/8/8/8/8/8/1RR1K1RR w BKbq - 0 1\n"))
        eq_u64(d.start.castling[0], (uint64_t)1 << at("b1") | (uint64_t)1 << at("h1") |
                                        (uint64_t)1 << at("b8") | (uint64_t)1 << at("a8"));
    has_issue("variant: c\nboard: 8x8\npieces: {K: {move: K, royal: yes}, R: R}\n"
              "castling: {K: g1 f1}\nstart: 4k3/8/8/8/8/8/8/R3K3 w K - 0 1\n",
              4, 15,
              "castling K: no 'R' stands right of the king on the king's rank in the start "
              "position, but the start position grants 'K'");
    has_issue(game("castling: {K: g1}\n"), 2, 15, "castling must name two or three cells");
    has_issue(game("castling: {K: g1 f2}\n"), 2, 15, "castling: the cells must be on one rank");
    has_issue(game("castling: {K: g1 f1 h2}\n"), 2, 15,
              "castling: the cells must be on one rank");
    has_issue(game("castling: {K: g1 g1}\n"), 2, 15,
              "castling: the king and its partner cannot go to the same cell");
    has_issue(game("castling: {K: g1 f1, Q: c2 d2}\n"), 2, 25,
              "castling Q is on another rank than castling K");
    has_issue(game("castling: {K: g9 f1}\n"), 2, 15,
              "cell 'g9' is outside the 8x8 board (files a-h, ranks 1-8)");
    has_issue(game("castling: {k: g1 f1}\n"), 2, 12, "unknown key 'k'");
    has_issue(game("castling: {K: g1 f1, with: X}\n"), 2, 28,
              "castling.with: no piece 'X' is defined (pieces: K Q R B N P)");
}

static void test_gating(void)
{
    if (!reads("variant: s\nboard: 8x8\n"
               "pieces: {K: {move: K, royal: yes}, R: R, N: N, H: BN, E: RN}\n"
               "castling: {K: g1 f1, Q: c1 d1}\n"
               "gating: {pieces: H E, from: rank 1}\n"
               "start: rn2k2r/8/8/8/8/8/8/RN2K2R[HEhe] w KBb - 0 1\n"))
        return;
    eq_u64(d.gates, bit("H") | bit("E"));
    ok(is_rank(d.gate_from, 1, 1) && is_rank(&d.gate_from[1], 8, 8));
    eq_u64(d.start.castling[0], (uint64_t)1 << at("h1"));
    eq_u64(d.start.gates[0], (uint64_t)1 << at("h1") | (uint64_t)1 << at("e1") |
                                 (uint64_t)1 << at("b1") | (uint64_t)1 << at("b8"));
    ok(d.start.hand[1][kind("E")] == 1);
    /* In a picture every piece there may still gate. */
    if (reads("variant: s\nboard: 5x2\npieces: {K: {move: K, royal: yes}, R: R, N: N}\n"
              "castling: {K: d1 c1}\ngating: {pieces: N, from: rank 1}\n"
              "start: |\n  kn..r\n  RKN.R\n")) {
        eq_str(d.start_text, "kn2r/RKN1R w KACkb - 0 1");
        eq_u64(d.start.gates[0], 0x277);
    }
}

static void test_rules(void)
{
    if (reads(game("rules: {must-capture: yes, check: forbidden, explode: {spare: P, "
                   "immune: K R}}\npass: stuck\nroyal: all\n"
                   "shuffle: {zone: rank 1, bishops: opposite, order: R K R}\n"))) {
        ok(d.must_capture && d.no_checks && d.explode);
        ok(d.spared == bit("P") && d.immune == (bit("K") | bit("R")));
        ok(d.pass == BM_PASS_STUCK && d.royal == BM_ROYAL_ALL);
        ok(d.shuffle && d.bishops_opposite && d.shuffle_count == 3);
        ok(d.shuffle_order[0] == kind("R") && d.shuffle_order[1] == kind("K"));
        ok(is_rank(&d.shuffle_zone[1], 8, 8));
    }
    /* No royal piece at all: the rule is not in force. */
    if (reads("variant: b\nboard: 3x3\npieces: {P: fW}\nstart: ppp/3/PPP w\n"))
        eq_u64(d.royal, BM_ROYAL_NONE);
}

static void test_turns(void)
{
    if (reads(
            game("turn: {moves: {white: [1, 2], black: unlimited}, first: 3, check: last-only,"
                 " capture: again, safety: turn, threat: turn, piece: other,"
                 " only: [army, Q R, [K, N]]}\n"))) {
        const struct bm_turn_rule *const t = &d.turn.phase[0].rule;
        ok(t->by_side && t->entries[0] == 2 && t->moves[0][1] == 2);
        ok(t->entries[1] == 1 && t->moves[1][0] == BM_TURN_UNLIMITED && t->first == 3);
        ok(t->check == BM_TURN_LAST_ONLY && t->capture == BM_TURN_AGAIN);
        ok(t->safe_at_end && t->threat_by_turn && t->piece == BM_TURN_OTHER);
        ok(d.limits[0].onlys == 3 && d.limits[0].kinds[0] == 0x3f);
        ok(d.limits[0].kinds[1] == (bit("Q") | bit("R")));
        ok(d.limits[0].kinds[2] == (bit("K") | bit("N")));
    }
    if (reads(game("turn: progressive\n")))
        ok(d.turn.phase[0].rule.progressive);
    if (reads(game("turn: [1, 2, 2]\n")))
        ok(d.turn.phase[0].rule.entries[1] == 3 && !d.turn.phase[0].rule.by_side);
    if (reads(
            game("turn: 2\nhands: start\nphases:\n"
                 "  - {name: setup, only: drops, until: hands empty, zone: rank 1-3, turn: 1}\n"
                 "  - {until: captures 3, only: moves}\n"
                 "  - {until: turns 10}\n"
                 "  - {name: end}\n"))) {
        eq_u64(d.turn.phases, 4);
        eq_str(d.phase_name[0], "setup");
        eq_str(d.phase_name[1], "2");
        ok(d.limits[0].named && d.limits[3].named && d.limits[0].only == BM_PHASE_DROPS);
        ok(d.limits[1].only == BM_PHASE_MOVES && d.limits[0].has_zone);
        ok(is_rank(&d.limits[0].zone[1], 6, 8) && !d.limits[1].has_zone);
        ok(d.turn.phase[0].until == BM_UNTIL_HANDS_EMPTY);
        ok(d.turn.phase[1].until == BM_UNTIL_CAPTURES && d.turn.phase[1].count == 3);
        ok(d.turn.phase[2].until == BM_UNTIL_TURNS && d.turn.phase[2].count == 10);
        ok(d.turn.phase[3].until == BM_UNTIL_NEVER);
        ok(d.turn.phase[0].rule.moves[0][0] == 1 && d.turn.phase[1].rule.moves[0][0] == 2);
    }
    has_issue(game("turn: {check: end}\n"), 2, 15,
              "turn.check must be one of free, ends, last-only; got 'end'");
    has_issue(game("turn: {moves: 0}\n"), 2, 15,
              "turn.moves must be a number from 1 to 254; got '0'");
    has_issue(game("turn: {moves: [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,9]}\n"), 2, 48,
              "turn.moves has more than 16 entries");
    has_issue(game("phases: [{name: a}, {name: b}]\n"), 2, 10,
              "phase 'a' has no 'until', so that the next can never begin");
    has_issue(game("phases: [{until: Tuesday}, {}]\n"), 2, 18,
              "phases.until must be 'hands empty', 'captures n' or 'turns n'");
    has_issue(game("phases: [{until: turns 1}]\n"), 2, 18,
              "'until' has no effect: the last phase is final");
    has_issue(game("phases: yes\n"), 2, 9, "phases must be a list, [{name: …, until: …}, …]");
}

static void test_ends(void)
{
    if (reads(game(
            "end: {checkmate: win, stalemate: pass, repetition: {count: 4, result: loss,"
            " for: black, checker: loss}, quiet: 70, checks: 5,"
            " goal: {piece: K N, zone: d4-e5, when: extra},"
            " extinct: {pieces: all, left: 1, opponent: 2, claim: yes, result: draw}}\n"))) {
        ok(d.checkmate == BM_VERDICT_WIN && d.stalemate == BM_VERDICT_PASS);
        ok(d.repeats == 4 && !d.repeats_claim && d.repeat_verdict == BM_VERDICT_LOSS);
        ok(d.repeat_for == 1 && d.checker_loses && d.quiet == 70);
        ok(d.checks == 5 && d.start.checks[1] == 5);
        ok(d.has_goal && d.goal_when == BM_GOAL_EXTRA && count(&d.goal[1]) == 4);
        ok(d.goal_kinds == (bit("K") | bit("N")));
        ok(d.has_extinct && d.extinct_all && d.extinct_kinds == 0x3f && d.extinct_left == 1);
        ok(d.extinct_opponent == 2 && d.extinct_claim && d.extinct_verdict == BM_VERDICT_DRAW);
    }
    if (reads(game("end: {extinct: {pieces: K Q}}\n")))
        ok(!d.extinct_all && d.extinct_verdict == BM_VERDICT_LOSS && d.repeat_for == 2);
    has_issue(game("end: {goal: {piece: K}}\n"), 2, 13, "end.goal needs a 'zone'");
    has_issue(game("end: {quiet: 0}\n"), 2, 14,
              "end.quiet must be a number from 1 to 10000; got '0'");
}

static void test_start(void)
{
    if (reads("variant: r\nboard: 3x2x2\npieces: {K: {move: K, royal: yes}, P: {move: fW,"
              " promotes: +P}, +P: W}\npromotion: {zone: rank 2}\nstart: |\n"
              "  . k .\n  p.+p\n\n  ...\n  PK.\n")) {
        eq_str(d.start_text, "1k1/p1+p|3/PK1 w - - 0 1");
        ok(d.start.board[10] == bm_piece_of(0, 1) && d.start.board[1] == bm_piece_of(0, 0));
        ok(d.start.board[8] == bm_piece_of(kind("+P"), 1));
    }
    /* 4-D: big rows from the top, each from left to right. */
    if (reads("variant: r\nboard: 2x1x2x2\npieces: {P: W, Q: W, R: W, S: W}\n"
              "start: P1|1Q|R1|1S w\n")) {
        ok(d.start.board[4] == 1 && d.start.board[7] == 2); /* A2a1, B2b1 */
        ok(d.start.board[0] == 3 && d.start.board[3] == 4); /* A1a1, B1b1 */
    }
    /* A picture has all castling that it can have. */
    if (reads("variant: r\nboard: 8x2\npieces: {K: {move: K, royal: yes}, R: R}\n"
              "castling: {K: g1 f1, Q: c1 d1}\nstart: |\n  ....k..r\n  r...K..R\n"))
        eq_str(d.start_text, "4k2r/r3K2R w Kk - 0 1");
    if (reads("variant: r\nboard: 5x1\npieces: {P: W}\nstart: P...p\n"))
        eq_str(d.start_text, "P3p w - - 0 1");
    if (reads("variant: r\nboard: 12x2\npieces: {P: fW}\nend: {checks: 3}\nturn: 3\n"
              "phases: [{until: turns 9}, {}]\n"
              "start: p11/11P b+1,2/2.4 - a1a2b1b2 2+1 7 31\n")) {
        ok(d.start.turn == 1 && d.start.used == 1 && d.start.made == 2);
        ok(d.start.phase == 1 && d.start.phase_count == 4);
        ok(d.start.ep_count == 2 && d.start.eps[0].passed == 0 && d.start.eps[0].piece == 12);
        ok(d.start.checks[0] == 2 && d.start.checks[1] == 1);
        ok(d.start.quiet == 7 && d.start.number == 31);
    }
}

/* The only piece of a 3x3 board's text that changes is the start; it is on line 4. */
static void bad_start(const char *start, unsigned column, const char *message)
{
    char text[512];
    snprintf(text, sizeof text,
             "variant: s\nboard: {size: 3x3, holes: b2}\n"
             "pieces: {K: {move: K, royal: yes}, D: {move: mU, neutral: yes}}\nstart: %s\n",
             start);
    has_issue(text, 4, column, message);
}

static void test_start_errors(void)
{
    bad_start("k2/1*/2K w", 11, "start: rank 2 has 2 cells, the board is 3 wide");
    bad_start("k2/1*1/99999K w", 15, "start: rank 1 has 100000 cells, the board is 3 wide");
    bad_start("k2/2K w", 8, "start: the board has 3 ranks, the text has 2");
    bad_start("k2/1*1/2K|3 w", 8, "start: the board has 1 level, the text has 2");
    bad_start("k2/*2/2K w", 11, "start: '*' stands on a2, which is no hole");
    bad_start("k2/1K1/2K w", 12, "start: a piece stands on b2, which is a hole");
    bad_start("k2/1*1/1XK w", 16, "start: no piece 'X' is defined (pieces: K D)");
    bad_start("k2/1*1/1?K w", 16, "start: '?' is no piece");
    bad_start("k2/1*1/1dK w", 16, "start: 'D' belongs to no side and is written as a capital");
    bad_start("k2/1*1/2K[K] w", 18, "start: pieces are in hand, but the game has no 'hands'");
    bad_start("k2/1*1/2K[ w", 17, "start: '[' without ']'");
    bad_start("k2/1*1/2K x", 18, "start: the side to move must be w or b");
    bad_start("k2/1*1/2K w Q", 20, "start: 'Q' grants no right");
    bad_start("k2/1*1/2K w - z9", 22,
              "start: the fourth field must be '-' or cells passed over");
    bad_start("k2/1*1/2K w - - x", 24, "start: the counters must be numbers");
    bad_start("k2/1*1/2K w - - 0 1 2", 28, "start: there is too much of it");
    bad_start("3/1*1/2K w", 8, "start: Black has no royal piece; add one or say 'royal: none'");
    has_issue("variant: s\nboard: 3x2\npieces: {K: K}\nstart: |\n  k..\n  ..\n", 6, 3,
              "start: rank 1 has 2 cells, the board is 3 wide");
    /* A side that can be wiped out needs no king. */
    (void)reads("variant: s\nboard: 3x2\npieces: {K: {move: K, royal: yes}, P: W}\n"
                "start: k2/PPP w\nend: {extinct: {pieces: all}}\n");
}

static void test_errors(void)
{
    has_issue("variant: x\nboard: 17x17\npieces: {K: K}\nstart: k\n", 2, 8,
              "the board has 289 cells (17x17); the maximum is 256");
    has_issue("variant: x\nboard: 9x8x7x6x5\npieces: {K: K}\nstart: k\n", 2, 8,
              "'9x8x7x6x5' is no size of a board");
    has_issue("variant: x\nboard: 0x8\npieces: {K: K}\nstart: k\n", 2, 8,
              "'0x8' is no size of a board");
    has_issue("variant: x\nboard: 99999999999999999999x8\npieces: {K: K}\nstart: k\n", 2, 8,
              "'99999999999999999999x8' is no size of a board");
    has_issue("variant: x\nboard: 30x8\npieces: {K: K}\nstart: k\n", 2, 8,
              "the board has more than 26 files, which are named by letters");
    has_issue("variant: x\nboard: 8x8\npeices: {K: K}\nstart: k\n", 3, 1,
              "unknown key 'peices'; did you mean 'pieces'?");
    has_issue("variant: x\nboard: 8x8\nstart: k\n", 1, 1, "the key 'pieces' is missing");
    has_issue("board: 8x8\npieces: {K: K}\nstart: k\n", 1, 1, "the key 'variant' is missing");
    has_issue("variant: My Game\nboard: 8x8\npieces: {K: K}\nstart: k\n", 1, 10,
              "'My Game' cannot be the name of a variant");
    has_issue("- a\n- b\n", 1, 1, "a variant must be a mapping, 'variant: name' and so on");
    has_issue("variant: x\nboard: {size: 8x8, zones: {z: j4}}\npieces: {K: K}\nstart: k\n", 2,
              31, "cell 'j4' is outside the 8x8 board (files a-h, ranks 1-8)");
    has_issue("variant: x\nboard: {size: 5x5x5, zones: {z: Fa1}}\npieces: {K: K}\nstart: k\n",
              2, 33,
              "cell 'Fa1' is outside the 5x5x5 board (levels A-E, files a-e, ranks 1-5)");
    has_issue("variant: x\nboard: {size: 8x8, zones: {a1: b2}}\npieces: {K: K}\nstart: k\n", 2,
              28, "a zone cannot be called 'a1'");
    has_issue("variant: x\nboard: {size: 8x8, zones: {z: z}}\npieces: {K: K}\nstart: k\n", 2,
              31, "zone: 'z' is neither a cell nor a zone");
    has_issue("variant: x\nboard: {size: 8x8, zones: {z: rank}}\npieces: {K: K}\nstart: k\n", 2,
              31, "zone: 'rank' of what?");
    has_issue("variant: x\nboard: {size: 8x8, wrap: z}\npieces: {K: K}\nstart: k\n", 2, 26,
              "board.wrap: 'z' is no axis of the board");
    has_issue("variant: x\nboard: {size: 8x8, shape: hex}\npieces: {K: K}\nstart: k\n", 2, 8,
              "a hex board is n x n with an odd n, unless 'holes' says which cells it has not");
    has_issue(
        "variant: x\nboard: 8x8\npieces:\n  K: K\n  P: {move: fW, promotes: A}\nstart: k\n", 5,
        27, "'P' promotes to 'A', but no piece 'A' is defined (pieces: K P)");
    has_issue("variant: x\nboard: 8x8\npieces:\n  k: K\nstart: k\n", 4, 3,
              "'k' cannot be a piece");
    has_issue("variant: x\nboard: 8x8\npieces:\n  K: {royal: yes}\nstart: k\n", 4, 3,
              "piece 'K' needs a 'move'");
    has_issue("variant: x\nboard: 8x8\npieces:\n  K: {move: KqW}\nstart: k\n", 4, 14,
              "unknown modifier 'q' in the move of 'K'");
    has_issue("variant: x\nboard: 8x8\npieces:\n  K: {move: K, royal: maybe}\nstart: k\n", 4,
              23, "royal must be yes or no; got 'maybe'");
    has_issue("variant: x\nboard: 2x2\npieces:\n  K: {move: K, royal: yes}\n  Z: W\n"
              "start: k1/1K w\n",
              5, 3,
              "piece 'Z' can never appear: not in start, not in hand, nothing promotes to it");
    has_issue(game("rules: {explode: {spare: X}}\n"), 2, 26,
              "explode.spare: no piece 'X' is defined (pieces: K Q R B N P)");
    has_issue(game("promotion: {on: from}\n"), 5, 1,
              "duplicate key 'promotion' (first defined on line 2)");
}

/* All that is wrong is counted, the first 20 are told, and nothing takes long. */
static void test_hostile(void)
{
    static char text[BM_MAX_VARIANT_TEXT];
    size_t n = (size_t)snprintf(text, sizeof text, "%s", game(""));
    for (unsigned i = 0; i < 100; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "key%u: x\n", i);
    ok(!read_text(text));
    eq_u64(issues.errors, 100);
    eq_u64(issues.count, BM_MAX_ISSUES);

    n = (size_t)snprintf(text, sizeof text, "variant: x\nboard: {size: 16x16, zones: {z: ");
    while (n < sizeof text - 64)
        n += (size_t)snprintf(text + n, sizeof text - n, "a1-p16 ");
    n += (size_t)snprintf(text + n, sizeof text - n, "}}\npieces: {K: K}\nstart: k\n");
    ok(!read_text(text));
    eq_u64(count(&d.zone[0].cells[1]), 256);

    n = (size_t)snprintf(text, sizeof text, "%s", game("end: {goal: {piece: K, zone: "));
    char *const end = strstr(text, "board:");
    n = (size_t)(end - text);
    while (n < sizeof text - 64)
        n += (size_t)snprintf(text + n, sizeof text - n, "palaces ");
    (void)snprintf(text + n, sizeof text - n, "}}\n");
    ok(!read_text(text));

    n = (size_t)snprintf(text, sizeof text,
                         "variant: x\nboard: 16x16\npieces: {K: K}\nstart: ");
    while (n < sizeof text - 64)
        n += (size_t)snprintf(text + n, sizeof text - n, "99999K/");
    ok(!read_text(text));
}

int main(void)
{
    test_chess();
    test_library();
    test_merge();
    test_removal();
    test_extends();
    test_sides();
    test_regions();
    test_flips();
    test_pieces();
    test_tildes();
    test_castling();
    test_gating();
    test_rules();
    test_turns();
    test_ends();
    test_start();
    test_start_errors();
    test_errors();
    test_hostile();
    return tap_done();
}
