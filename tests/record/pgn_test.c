/* SPDX-License-Identifier: MIT */
/* PGN: what real files look like is read, and written in one form that reads the same. */
#include "banmen/record.h"
#include "bytes.h"
#include "tap.h"

/* "2:3 ply 4: what" for each defect, a line each; notices begin with "note ". */
static void hear(void *user, const struct bm_report *r)
{
    char line[400];
    const int n = snprintf(line, sizeof line, "%s%" PRIu64 ":%u ply %u: %s\n",
                           r->severity == BM_SAY_DEFECT ? "" : "note ", r->line, r->column,
                           r->ply, r->what);
    bytes_append(user, line, (size_t)n);
}

/* All games of a text, each written as PGN; what was said goes to *said. */
static unsigned read_all(const char *s, size_t len, unsigned flags, uint32_t window,
                         struct bytes *out, struct bytes *said)
{
    struct feed from = {.s = s, .len = len};
    const struct bm_read_options options = {.format = BM_FORMAT_PGN,
                                            .flags = flags,
                                            .window = window,
                                            .report = hear,
                                            .user = said};
    struct bm_write_options how = {.format = BM_FORMAT_PGN};
    struct bm_reader *reader;
    struct bm_game *game;
    struct bm_error err;
    bool got = true;
    bytes_clear(out);
    bytes_clear(said);
    if (bm_game_create(&game, bm_rules_chess(), NULL) != BM_OK ||
        bm_reader_create(&reader, &options, feed_pull, &from) != BM_OK)
        tap_bail("out of memory");
    while (bm_reader_next(reader, game, &got, &err) == BM_OK && got) {
        how.game++;
        if (bm_game_write(game, &how, bytes_append, out, &err) != BM_OK)
            tap_bail(err.what);
    }
    bm_reader_destroy(reader);
    bm_game_destroy(game);
    return (unsigned)how.game;
}

static struct bytes out, again, said;

/* eq_str() for texts of several lines. */
static void eq_text(const char *got, const char *want)
{
    if (ok_named(!strcmp(got, want), "%.20s...", want[0] == '[' ? "tags and moves" : "text"))
        return;
    for (const char *s = got; *s; s += strcspn(s, "\n"), s += *s == '\n')
        printf("# %.*s\n", (int)strcspn(s, "\n"), s);
}

/* The moves of the written text: what follows the first empty line. */
static const char *moves_of(const char *pgn)
{
    const char *const blank = strstr(pgn, "\n\n");
    return blank ? blank + 2 : "";
}

/* What stands in the text, moves as they are written, and what is said about it. */
static const struct {
    const char *name, *text, *moves, *said;
} cases[] = {
    {"plain", "[Event \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n", "1. e4 e5 2. Nf3 1-0\n", ""},
    {"no blanks, no tags", "1.e4 e5 2.Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *\n", ""},
    {"odd numbers", "1 . e4 1... e5 7 Nf3 9.... Nc6 2Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n",
     ""},
    {"tags and moves in one line", "  [Event \"A\"] [Site \"B\"] 1. e4 1-0", "1. e4 1-0\n", ""},
    {"CRLF", "[Event \"A\"]\r\n\r\n1. e4\r\ne5\r\n1/2-1/2\r\n", "1. e4 e5 1/2-1/2\n", ""},
    {"CR", "[Event \"A\"]\r\r1. e4\re5 *\r", "1. e4 e5 *\n", ""},
    {"results", "1. e4 1/2", "1. e4 1/2-1/2\n", ""},
    {"a half sign", "1. e4 ½-½", "1. e4 1/2-1/2\n", ""},
    {"only a result", "0-1", "0-1\n", ""},
    {"only a comment", "{nothing was played}", "{nothing was played} *\n", ""},
    {"no moves", "[Event \"A\"]\n[Result \"1-0\"]\n", "1-0\n", ""},
    {"comments", "{first} 1. e4 {a} {b} e5 ; to the end\n2. Nf3 ;one\n;two\n*",
     "{first} 1. e4 {a} {b} 1... e5 {to the end} 2. Nf3 {one\ntwo} *\n", ""},
    {"a comment over lines", "1. e4 { a\r\n  b\r\n} *", "1. e4 {a\n  b} *\n", ""},
    {"a brace in a comment", "1. e4 ;a } b\n;c\ne5 *", "1. e4\n;a } b\n;c\n1... e5 *\n", ""},
    {"braces do not nest", "1. e4 {a { b} e5 *", "1. e4 {a { b} 1... e5 *\n", ""},
    {"escaped lines", "%one\n1. e4\n%two } {\ne5 *", "1. e4 e5 *\n", ""},
    {"glyphs", "1. e4! e5?? 2. Nf3 $3 $10 Nc6 !? 3. Bb5 ± a6 +- 4. Ba4□ Nf6 N *",
     "1. e4 $1 e5 $4 2. Nf3 $3 $10 Nc6 $5 3. Bb5 $16 a6 $18 4. Ba4 $7 Nf6 $146 *\n", ""},
    {"variations", "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 *",
     "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 *\n", ""},
    {"variations at the end", "1. e4 e5 (1... c5 2. Nf3 (2. c3)) *",
     "1. e4 e5 (1... c5 2. Nf3 (2. c3)) *\n", ""},
    {"comments in variations", "1. e4 ({before} {and} 1. d4 {after}) e5 *",
     "1. e4 ({before} {and} 1. d4 {after}) 1... e5 *\n", ""},
    {"a variation of comments", "1. e4 ({none}) e5 *", "1. e4 {none} 1... e5 *\n", ""},
    {"behind the result", "1. e4 e5 1-0 {x} (1... c5)\n[Event \"B\"]\n\n*",
     "1. e4 e5 (1... c5) 1-0 {x}\n\n[Event \"B\"]", ""},
    {"after the end", "1. e4 e5 1-0 (2. Nf3 Nc6)", "1. e4 e5 1-0 (2. Nf3 Nc6)\n", ""},
    {"a result in a variation", "1. e4 (1. d4 d5 1/2-1/2) 1... e5 1-0",
     "1. e4 (1. d4 d5 1/2-1/2) 1... e5 1-0\n", ""},
    {"clocks and evaluations",
     "1. e4 { [%eval 0.17,20] [%clk 0:03:00] } e5 {[%eval #-3] [%emt 0:00:05.25]} 2. Nf3 "
     "{good [%clk 1:02:03] move} *",
     "1. e4 {[%eval 0.17,20] [%clk 0:03:00]} 1... e5 {[%eval #-3] [%emt 0:00:05.25]}\n"
     "2. Nf3 {[%clk 1:02:03] good move} *\n",
     ""},
    {"arrows", "1. e4 {[%csl Ge4,Rd5][%cal Ge2e4,Yd7d5] look} *",
     "1. e4 {[%csl Ge4,Rd5] [%cal Ge2e4,Yd7d5] look} *\n", ""},
    {"other commands", "1. e4 {[%egt 0:01] [%clk soon] [%eval x]} *",
     "1. e4 {[%egt 0:01] [%clk soon] [%eval x]} *\n", ""},
    {"null moves", "1. e4 -- 2. d4 Z0 3. c4 0000 *", "1. e4 -- 2. d4 -- 3. c4 -- *\n", ""},
    {"castling with zeros", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *",
     "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *\n", ""},
    {"other notations", "1. e2e4 e7-e5 2. Ng1-f3 ♞c6 3. Bf1b5 *",
     "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n", ""},
    {"in passing", "1. e4 a6 2. e5 d5 3. exd6 e.p. exd6 *",
     "1. e4 a6 2. e5 d5 3. exd6 exd6 *\n", ""},
    {"mate", "1. f3 e5 2. g4 Qh4# 0-1", "1. f3 e5 2. g4 Qh4# 0-1\n", ""},
    {"Black moves first", "[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 0 12\"]\n\n12... Kd7 13. Ra7+ *",
     "12... Kd7 13. Ra7+ *\n", ""},
    {"Chess960",
     "[Variant \"Fischerandom\"]\n[FEN \"7k/8/8/8/8/8/8/1RK2R2 w FB - 0 1\"]\n\n1. O-O-O *",
     "1. O-O-O *\n", ""},
    {"Chess960 without a tag", "[FEN \"7k/8/8/8/8/8/8/1RK2R2 w FB - 0 1\"]\n\n1. O-O *",
     "1. O-O *\n", ""},
    {"shogi", "[Variant \"Shogi\"]\n\n1. P-7f P-3d 2. 2g2f *", "1. P-7f P-3d 2. P-2f *\n", ""},

    {"a bad move", "1. e4 e5 2. Nf6 Nc6 (2... d6) 3. Bb5 1-0\n\n[Event \"B\"]\n\n1. d4 *",
     "1. e4 e5 1-0\n\n[Event \"B\"]",
     "1:13 ply 3: illegal move 'Nf6': no such knight can go to f6\n"},
    {"a bad move in a variation", "1. e4 (1. Qh5 g6) e5 2. Nf3 *", "1. e4 e5 2. Nf3 *\n",
     "1:11 ply 1: illegal move 'Qh5': the pawn on e2 stands in the way from d1 to h5\n"},
    {"words", "1. e4 hello e5 *", "1. e4 *\n",
     "1:7 ply 2: 'hello': this is no move: a move is like Nf3, exd5, e8=Q, O-O, Ng1-f3 or "
     "g1f3\n"},
    {"an open comment", "1. e4 e5 {no end\n[Event \"B\"]\n",
     "1. e4 e5 {no end\n[Event \"B\"]} *\n",
     "1:10 ply 3: this comment is never closed: '}' is missing\n"},
    {"an open variation", "1. e4 (1. d4\n\n[Event \"B\"]\n\n*",
     "1. e4 (1. d4) *\n\n[Event \"B\"]",
     "1:7 ply 2: this variation is never closed: ')' is missing\n"},
    {"a variation too many", "1. e4 ) e5 *", "1. e4 e5 *\n",
     "1:7 ply 2: a variation is closed that was never opened\n"},
    {"a variation of nothing", "(1. d4) 1. e4 *", "1. e4 *\n",
     "1:1 ply 1: there is no move that this is a variation of\n"},
    {"results that differ", "[Result \"1-0\"]\n\n1. e4 0-1", "1. e4 0-1\n",
     "3:7 ply 2: the moves end with another result than the Result tag, which is '1-0'\n"},
    {"a bad position", "[FEN \"8/8/8\"]\n\n1. e4 *", "*\n",
     "1:7 ply 1: the start position '8/8/8' cannot be read, nor can the moves\n"},
    {"junk", "1. e4 ^ e5 & *", "1. e4 e5 *\n",
     "1:7 ply 2: '^' means nothing here; it is passed over\n"},
};

/* Twice is once, but for the complaint: the tag is kept. */
static void test_unknown_variant(void)
{
    static const char text[] = "[Variant \"Quantum\"]\n\n1. e4 *";
    (void)read_all(text, sizeof text - 1, 0, 0, &out, &said);
    ok(!strcmp(said.s,
               "1:11 ply 0: the variant 'Quantum' is not known; its moves are left out\n"));
    ok(strstr(out.s, "[Variant \"Quantum\"]\n\n*\n") != NULL);
}

static void test_cases(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const text = cases[i].text;
        (void)read_all(text, strlen(text), 0, 0, &out, &said);
        const char *const moves = moves_of(out.s);
        if (!ok_named(!strncmp(moves, cases[i].moves, strlen(cases[i].moves)), "%s: moves",
                      cases[i].name))
            printf("# %s\n", moves);
        if (!ok_named(!strcmp(said.s, cases[i].said), "%s: reports", cases[i].name))
            printf("# %s\n", said.s);

        /* The same in pieces; and what was written is read without complaint, as it is. */
        struct bytes pieces = {0}, heard = {0}, written = {0};
        for (uint32_t window = 16; window <= 64; window += 13) {
            (void)read_all(text, strlen(text), 0, window, &pieces, &heard);
            if (strcmp(pieces.s, out.s) || strcmp(heard.s, said.s))
                ok_named(false, "%s: differs with a window of %u: %s %s", cases[i].name,
                         (unsigned)window, pieces.s, heard.s);
        }
        (void)read_all(out.s, out.len, 0, 0, &written, &heard);
        if (!ok_named(!strcmp(written.s, out.s) && heard.len == 0, "%s: twice is once",
                      cases[i].name))
            printf("# %s# %s# %s\n", out.s, written.s, heard.s);
        free(pieces.s);
        free(heard.s);
        free(written.s);
    }
}

/* Tags as they come in real files, and as they are written. */
static void test_tags(void)
{
    static const struct {
        const char *text, *tags;
    } tags[] = {
        {"[Event \"A ] B\"]", "[Event \"A ] B\"]"},
        {"[Event \"A \\\"b\\\" C\"]", "[Event \"A \\\"b\\\" C\"]"},
        {"[Event \"A \"b\" C\"]", "[Event \"A \\\"b\\\" C\"]"},
        {"[Event \"C:\\\\x\"]", "[Event \"C:\\\\x\"]"},
        {"[Event \"C:\\x\"]", "[Event \"C:\\\\x\"]"},
        {"[Event \"C:\\\"]", "[Event \"C:\\\\\"]"},
        {"[Event A b]", "[Event \"A b\"]"},
        {"[Event \"A b]", "[Event \"A b\"]"},
        {"[Event \"A b\"", "[Event \"A b\"]"},
        {"[ Event  \"A\" ]", "[Event \"A\"]"},
        {"[Event \"\"]", "[Event \"\"]"},
        {"[Event \"M\xfcller\"]", "[Event \"Müller\"]"},
        {"[Event \"Müller\"]", "[Event \"Müller\"]"},
    };
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        char text[200];
        const int n =
            snprintf(text, sizeof text, "%s\n[White \"W\"]\n\n1. e4 *\n", tags[i].text);
        eq_u64(read_all(text, (size_t)n, 0, 0, &out, &said), 1);
        ok_named(!strncmp(out.s, tags[i].tags, strlen(tags[i].tags)), "%s is %.*s",
                 tags[i].text, (int)strcspn(out.s, "\n"), out.s);
        ok(strstr(out.s, "[White \"W\"]\n") != NULL);
        ok(strstr(out.s, "\n1. e4 *\n") != NULL);
    }

    static const char mixed[] =
        "[ECO \"C20\"]\n[Black \"B\"]\n[Annotator \"X\"]\n[ECO \"C21\"]\n"
        "[Result \"0-1\"]\n[White \"W\"]\n[Date \"????.??.??\"]\n"
        "[Termination \"time forfeit\"]\n\n1. e4 0-1\n";
    eq_u64(read_all(mixed, sizeof mixed - 1, 0, 0, &out, &said), 1);
    eq_text(out.s, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                   "[White \"W\"]\n[Black \"B\"]\n[Result \"0-1\"]\n"
                   "[Termination \"time forfeit\"]\n[ECO \"C20\"]\n[Annotator \"X\"]\n"
                   "[ECO \"C21\"]\n\n1. e4 0-1\n");
    static const char setup[] =
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 0 12\"]\n\n*\n";
    eq_u64(read_all(setup, sizeof setup - 1, 0, 0, &out, &said), 1);
    ok(strstr(out.s, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 0 12\"]\n") != NULL);
}

static struct bm_game *game_of(const char *text)
{
    const struct bm_read_options options = {.format = BM_FORMAT_PGN};
    struct bm_game *game;
    struct bm_error err = {0};
    if (bm_game_create(&game, bm_rules_chess(), NULL) != BM_OK)
        tap_bail("out of memory");
    if (bm_game_read(game, &options, text, strlen(text), &err) != BM_OK)
        tap_bail(err.what);
    return game;
}

/* How games end. */
static void test_ends(void)
{
    static const struct {
        const char *text;
        enum bm_end end;
        enum bm_result result;
    } ends[] = {
        {"1. e4 1-0", BM_END_STATED, BM_FIRST_WINS},
        {"1. e4 *", BM_END_COUNT, BM_ONGOING},
        {"[Result \"0-1\"]\n\n1. e4", BM_END_STATED, BM_SECOND_WINS},
        {"[Result \"0-1\"]\n\n1. e4 *", BM_END_STATED, BM_SECOND_WINS},
        {"1. f3 e5 2. g4 Qh4 0-1", BM_END_MATE, BM_SECOND_WINS},
        {"[FEN \"7k/5Q2/5K2/8/8/8/8/8 b - - 0 1\"]\n1/2-1/2", BM_END_STALEMATE, BM_DRAW},
        {"[Termination \"Time forfeit\"]\n1. e4 1-0", BM_END_TIME, BM_FIRST_WINS},
        {"[Termination \"rules infraction\"]\n1. e4 1-0", BM_END_FOUL, BM_FIRST_WINS},
        {"[Termination \"resignation\"]\n1. f3 e5 2. g4 Qh4# 0-1", BM_END_RESIGNATION,
         BM_SECOND_WINS},
        {"[Termination \"abandoned\"]\n1. e4 1-0", BM_END_ABANDONED, BM_FIRST_WINS},
        {"[Termination \"adjudication\"]\n1. e4 1/2-1/2", BM_END_ADJUDICATION, BM_DRAW},
        {"[Termination \"Normal\"]\n1. e4 1-0", BM_END_STATED, BM_FIRST_WINS},
        {"[Termination \"interrupted\"]\n1. e4 *", BM_END_INTERRUPTED, BM_ONGOING},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct bm_game *const game = game_of(ends[i].text);
        const struct bm_ending e = bm_game_ending(game, bm_game_last(game, BM_NODE_ROOT));
        ok_named(e.end == ends[i].end && e.result == ends[i].result, "case %zu ends by %d, %d",
                 i, (int)e.end, (int)e.result);
        bm_game_destroy(game);
    }
}

/* The dialects of common programs: the tree comes back the same. */
static const char *const dialects[] = {
    /* a server with clocks and evaluations */
    "[Event \"Rated Blitz game\"]\n[Site \"https://example.org/aBcD1234\"]\n"
    "[Date \"2024.05.01\"]\n[White \"one\"]\n[Black \"two\"]\n[Result \"1-0\"]\n"
    "[UTCDate \"2024.05.01\"]\n[UTCTime \"10:00:00\"]\n[WhiteElo \"1500\"]\n"
    "[BlackElo \"1490\"]\n[WhiteRatingDiff \"+5\"]\n[Variant \"Standard\"]\n"
    "[TimeControl \"180+2\"]\n[ECO \"C20\"]\n[Termination \"Time forfeit\"]\n\n"
    "1. e4 { [%eval 0.36] [%clk 0:03:00] } 1... e5 { [%eval 0.3] [%clk 0:03:00] } "
    "2. Qh5?! { (0.30 → -0.45) Inaccuracy. Nf3 was best. } { [%eval -0.45] [%clk 0:02:58] } "
    "(2. Nf3 Nc6 3. Bb5) 2... Nc6 { [%eval -0.3] [%clk 0:02:55] } 3. Bc4 Nf6?? "
    "{ [%eval #1] } 4. Qxf7# 1-0\n",
    /* another, with fractions and sentences */
    "[Event \"Live Chess\"]\n[Site \"Example\"]\n[Date \"2023.01.02\"]\n[Round \"-\"]\n"
    "[White \"one\"]\n[Black \"two\"]\n[Result \"0-1\"]\n[TimeControl \"600\"]\n"
    "[EndTime \"1:02:03 PST\"]\n[Termination \"two won by resignation\"]\n\n"
    "1. d4 {[%clk 0:09:58.2]} 1... d5 {[%clk 0:09:59.9]} 2. c4 {[%clk 0:09:50]} 0-1\n",
    /* notes nested in each other */
    "[Event \"Match\"]\n[White \"A, B\"]\n[Black \"C, D\"]\n[Result \"1/2-1/2\"]\n"
    "[Annotator \"E\"]\n[PlyCount \"6\"]\n[SourceTitle \"F \\\"G\\\"\"]\n\n"
    "{The start.} 1. e4 $1 {[%csl Ge4][%cal Ge2e4,Rd7d5] takes the centre} (1. d4 {solid} d5 "
    "(1... Nf6 $5 2. c4 (2. Bg5 {sharp}) 2... e6) 2. c4 $14) ({Or} 1. c4 e5 $10) 1... e5 "
    "2. Nf3 (2. f4 $6 exf4 (2... d5 $1)) 2... Nc6 {[#] now} 3. Bb5 a6 $13 {A known place.} "
    "1/2-1/2\n",
    /* a weekly file */
    "[Event \"Open\"]\r\n[Site \"Town\"]\r\n[Date \"2020.02.02\"]\r\n[Round \"1.1\"]\r\n"
    "[White \"A,B\"]\r\n[Black \"C,D\"]\r\n[Result \"1/2-1/2\"]\r\n[WhiteTitle \"GM\"]\r\n"
    "\r\n1.e4 e5 2.Nf3 Nc6 3.Bb5 a6\r\n4.Ba4 Nf6 5.O-O 1/2-1/2\r\n",
    /* old, in Latin-1 */
    "[Event \"K\xf6ln\"]\r\n[White \"M\xfcller\"]\r\n[Black \"Jos\xe9\"]\r\n[Result "
    "\"*\"]\r\n\r\n"
    "1. e4 {gro\xdf"
    "er Zug} e5 *\r\n\x1a",
    /* Chess960 */
    "[Event \"F\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
    "[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1\"]\n[Result \"*\"]\n\n"
    "1. e4 e5 2. Nb3 Nb6 3. Ne2 Ne7 4. O-O O-O-O *\n",
};

static void test_dialects(void)
{
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        const struct bm_write_options how = {.format = BM_FORMAT_PGN};
        struct bm_game *const first = game_of(dialects[i]);
        struct bm_error err;
        (void)read_all(dialects[i], strlen(dialects[i]), 0, 0, &out, &said);
        eq_text(said.s, "");
        bytes_clear(&out);
        ok(bm_game_write(first, &how, bytes_append, &out, &err) == BM_OK);
        struct bm_game *const second = game_of(out.s);
        if (!ok_named(bm_game_equal(first, second), "dialect %zu: the same tree", i))
            printf("# %s\n", out.s);
        bytes_clear(&again);
        ok(bm_game_write(second, &how, bytes_append, &again, &err) == BM_OK);
        ok_named(!strcmp(again.s, out.s), "dialect %zu: the same text", i);
        for (const char *s = moves_of(out.s); *s; s += strcspn(s, "\n"), s += *s == '\n')
            if (strcspn(s, "\n") > 79 && !memchr(s, '{', 79))
                ok_named(false, "dialect %zu: a line is too long: %s", i, s);
        bm_game_destroy(first);
        bm_game_destroy(second);
    }
}

/* A text is cut only where the reader begins a game, whatever stands in comments and tags. */
static void test_cut(void)
{
    static const char *const games[] = {
        "[Event \"A\"]\n\n1. e4 {\n[Event \"no\"]\n} e5 1-0\n\n",
        "[Event \"B { [\"]\n[Site \"]\"]\n\n1. d4 ; {\n%{ [Event \"no\"]\n*\n",
        "[Event \"C\"]\n\n{only [Event \"no\"]}\n\n",
        "[Event \"D\"]\n[Result \"1-0\"]\n\n",
        "{words} 1. e4 1-0\n",
    };
    char text[1000] = "";
    size_t starts[8];
    for (size_t i = 0; i < 5; i++) {
        starts[i] = strlen(text);
        strcat(text, games[i]);
    }
    for (size_t len = 1; len <= strlen(text); len++) {
        const size_t cut = bm_record_cut(BM_FORMAT_PGN, text, len);
        /* The fourth game has nothing but tags, so that the third, which has no more, and it
         * can be told apart only by what follows; the fifth has no tags. */
        const size_t known = len > starts[3] + 12   ? starts[3]
                             : len > starts[2] + 12 ? starts[2]
                             : len > starts[1] + 14 ? starts[1]
                                                    : 0;
        if (cut > len ||
            (cut != 0 && cut != starts[1] && cut != starts[2] && cut != starts[3]) ||
            cut < (known == starts[3] ? starts[2] : known))
            ok_named(false, "cut of %zu bytes is %zu", len, cut);
    }
    const size_t all = strlen(text), cut = bm_record_cut(BM_FORMAT_PGN, text, all);
    eq_u64(cut, starts[3]);
    const unsigned whole = read_all(text, all, 0, 0, &out, &said);
    struct bytes left = {0}, right = {0};
    const unsigned a = read_all(text, cut, 0, 0, &left, &said);
    const unsigned b = read_all(text + cut, all - cut, 0, 0, &right, &said);
    eq_u64(a + b, whole);
    bytes_append(&left, "\n", 1);
    bytes_append(&left, right.s, right.len);
    eq_text(left.s, out.s);
    free(left.s);
    free(right.s);
}

/* With moves only, the same moves and nothing else. */
static void test_moves_only(void)
{
    static const char text[] =
        "{a} 1. e4 {[%clk 0:01:00]} (1. d4 {b}) 1... e5 $1 ; c\n2. Nf3 1-0";
    eq_u64(read_all(text, sizeof text - 1, BM_READ_MOVES_ONLY, 0, &out, &said), 1);
    eq_text(moves_of(out.s), "1. e4 (1. d4) 1... e5 2. Nf3 1-0\n");
}

/* Depth costs neither stack nor much time. */
static void test_depth(void)
{
    enum { DEEP = 20000 };
    struct bytes text = {0};
    bytes_append(&text, "1. Nf3 ", 7);
    for (unsigned i = 0; i < DEEP; i++)
        bytes_append(&text, "(1. Nc3 ", 8);
    for (unsigned i = 0; i < DEEP; i++)
        bytes_append(&text, ") ", 2);
    bytes_append(&text, "1... Nf6 *", 10);
    eq_u64(read_all(text.s, text.len, 0, 0, &out, &said), 1);
    ok_named(!strncmp(said.s, "1:80008 ply 2: variations lie too deep", 38), "%.60s", said.s);
    ok(out.len > 1000 && strstr(out.s + out.len - 20, "1... Nf6 *") != NULL);
    free(text.s);
}

int main(void)
{
    test_cases();
    test_unknown_variant();
    test_tags();
    test_ends();
    test_dialects();
    test_cut();
    test_moves_only();
    test_depth();
    free(out.s);
    free(again.s);
    free(said.s);
    return tap_done();
}
