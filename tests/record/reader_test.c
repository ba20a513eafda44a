/* SPDX-License-Identifier: MIT */
/* The reader of records, whatever the format: windows, places, fouls, ends, limits. */
#include "banmen/banmen.h"
#include "banmen/record.h"
#include "bytes.h"
#include "tap.h"

/* Everything that is said, as lines like those of `banmen check`. */
struct talk {
    char text[4096];
    size_t len;
};

static void listen(void *user, const struct bm_report *r)
{
    struct talk *const t = user;
    if (r->severity != BM_SAY_DEFECT || t->len > sizeof t->text - 300)
        return;
    t->len += (size_t)snprintf(t->text + t->len, sizeof t->text - t->len,
                               "%d:%d: game %d, ply %u: %s\n", (int)r->line, (int)r->column,
                               (int)r->game, r->ply, r->what);
}

struct result {
    struct talk talk;
    unsigned games, plies; /* plies of the last game's main line */
    bm_status status;
    struct bm_error err;
    uint64_t defects;
    enum bm_format format;
    enum bm_encoding encoding;
    struct bm_ending ending; /* of the last game; its word is gone */
};

static struct result read_all(const char *text, size_t len, struct bm_read_options options,
                              struct feed source)
{
    struct result out = {.status = BM_OK};
    struct bm_reader *reader;
    struct bm_game *game;
    bool got = true;

    options.report = listen;
    options.user = &out.talk;
    source.s = text;
    source.len = len;
    if (bm_reader_create(&reader, &options, feed_pull, &source) != BM_OK ||
        bm_game_create(&game, bm_rules_chess(), NULL) != BM_OK)
        exit(1);
    while (out.status == BM_OK && got) {
        out.status = bm_reader_next(reader, game, &got, &out.err);
        if (out.status != BM_OK || !got)
            break;
        const bm_node last = bm_game_last(game, BM_NODE_ROOT);
        out.games++;
        out.plies = bm_game_ply(game, last);
        out.ending = bm_game_ending(game, last);
    }
    out.defects = bm_reader_defects(reader);
    out.format = bm_reader_format(reader);
    out.encoding = bm_reader_encoding(reader);
    bm_reader_destroy(reader);
    bm_game_destroy(game);
    return out;
}

static struct result read_text(const char *text)
{
    return read_all(text, strlen(text), (struct bm_read_options){0}, (struct feed){0});
}

static const char two_games[] = "[Event \"a\"]\n[Result \"1-0\"]\n\n"
                                "1. e4 {good} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 1-0\n\n"
                                "[Event \"b\"]\n\n1. d4 d5 2. c4 *\n";

static void test_windows(void)
{
    const uint32_t windows[] = {0, 1, 7, 16, 64, 100};
    const size_t pieces[] = {0, 1, 3, 50};
    for (unsigned i = 0; i < 6; i++)
        for (unsigned k = 0; k < 4; k++) {
            const struct result r = read_all(
                two_games, sizeof two_games - 1,
                (struct bm_read_options){.format = BM_FORMAT_PGN, .window = windows[i]},
                (struct feed){.piece = pieces[k]});
            ok_named(r.status == BM_OK && r.games == 2 && r.plies == 3 && r.defects == 0,
                     "two games through a window of %u, %zu bytes at a time: %u, %u plies",
                     (unsigned)windows[i], pieces[k], r.games, r.plies);
        }
}

/* Where the games lie in the source: the text between two places is that game, through any
 * window. */
static void test_spans(void)
{
    static const char text[] =
        "\xef\xbb\xbf\n[Event \"a\"]\n\n1. e4 e5 1-0\n\n\n[Event \"b\"]\n\n1. d4 {日本} *\n";
    const uint32_t windows[] = {0, 1, 16, 40};
    const char *const second = strstr(text, "[Event \"b\"]");
    for (unsigned i = 0; i < 4; i++) {
        struct feed source = {.s = text, .len = sizeof text - 1, .piece = i};
        const struct bm_read_options options = {.window = windows[i]};
        struct bm_reader *reader;
        struct bm_game *game;
        uint64_t span[2][2] = {{0}};
        bool got = true, known = true;
        if (bm_reader_create(&reader, &options, feed_pull, &source) != BM_OK ||
            bm_game_create(&game, bm_rules_chess(), NULL) != BM_OK)
            exit(1);
        for (unsigned k = 0; k < 2 && got; k++) {
            if (bm_reader_next(reader, game, &got, NULL) != BM_OK)
                break;
            known = bm_reader_span(reader, &span[k][0], &span[k][1]) && known;
        }
        ok_named(got && known && span[0][0] <= 4 && span[0][1] > 4 &&
                     span[0][1] <= span[1][0] && span[1][0] <= (uint64_t)(second - text) &&
                     span[1][1] > (uint64_t)(second - text) && span[1][1] < sizeof text,
                 "window of %u: %u to %u, %u to %u", (unsigned)windows[i], (unsigned)span[0][0],
                 (unsigned)span[0][1], (unsigned)span[1][0], (unsigned)span[1][1]);
        bm_reader_destroy(reader);
        bm_game_destroy(game);
    }
    /* Bytes that are turned into UTF-8 have no places: "手合割：平手" in Shift_JIS. */
    static const char kif[] = "\x8e\xe8\x8d\x87\x8a\x84\x81\x46\x95\xbd\x8e\xe8\n"
                              "1 \x82\x56\x98\x5a\x95\xe0(77)\n";
    struct feed source = {.s = kif, .len = sizeof kif - 1};
    struct bm_reader *reader;
    struct bm_game *game;
    uint64_t begin, end;
    bool got = false;
    if (bm_reader_create(&reader, NULL, feed_pull, &source) != BM_OK ||
        bm_game_create(&game, bm_rules_shogi(), NULL) != BM_OK)
        exit(1);
    ok(bm_reader_next(reader, game, &got, NULL) == BM_OK && got);
    ok(!bm_reader_span(reader, &begin, &end));
    bm_reader_destroy(reader);
    bm_game_destroy(game);
}

static void test_places(void)
{
    eq_str(read_text("[Event \"a\"]\n\n1. e4 e5\n2. Ke3 *\n").talk.text,
           "4:4: game 1, ply 3: illegal move 'Ke3': a king does not move from e1 to e3\n");
    /* Lines end in CRLF or CR as well; the mark at the beginning has no column. */
    const struct result crlf =
        read_text("\xef\xbb\xbf[Event \"a\"]\r\n\r\n1. e4 e5\r\n2. Ke3 *\r\n");
    ok_named(!strncmp(crlf.talk.text, "4:4: game 1, ply 3:", 19), "CRLF: %s", crlf.talk.text);
    ok(crlf.encoding == BM_ENCODING_UTF8_BOM);
    const struct result cr = read_text("[Event \"a\"]\r\r1. e4 e5\r2. Ke3 *\r");
    ok_named(!strncmp(cr.talk.text, "4:4: game 1, ply 3:", 19), "CR: %s", cr.talk.text);
    /* Columns count characters, not bytes. */
    const struct result wide = read_text("[Event \"a\"]\n\n{日本} 1. e4 Qh4 *\n");
    ok_named(!strncmp(wide.talk.text, "3:12: game 1, ply 2:", 20), "characters: %s",
             wide.talk.text);
    /* The second game, and a text that begins inside a file. */
    const char *const second = "1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n";
    const struct result r = read_text(second);
    ok_named(r.games == 2 && !strncmp(r.talk.text, "5:4: game 2, ply 1:", 19), "second: %s",
             r.talk.text);
    const struct result shifted = read_all(
        second, strlen(second), (struct bm_read_options){.first_line = 100, .first_game = 10},
        (struct feed){0});
    ok_named(shifted.games == 2 && !strncmp(shifted.talk.text, "105:4: game 12, ply 1:", 22),
             "shifted: %s", shifted.talk.text);
}

static void test_fouls(void)
{
    static const char head[] = "手合割：平手\n手数----指手---------消費時間--\n"
                               "   1 ７六歩(77)   ( 0:01/00:00:01)\n";
    char text[1024];
    snprintf(text, sizeof text,
             "%s   2 ３三歩(33)   ( 0:01/00:00:01)\n   3 反則勝ち   ( 0:01/00:00:02)\n", head);
    struct result r = read_text(text);
    ok(r.defects == 0 && r.games == 1 && r.plies == 2);
    ok(r.ending.end == BM_END_FOUL_BY_OTHER && r.ending.result == BM_FIRST_WINS);
    snprintf(text, sizeof text, "%s   2 ５五角(22)   ( 0:01/00:00:01)\n   3 投了\n", head);
    r = read_text(text);
    ok(r.defects == 1 && r.games == 1 && r.plies == 1);
    ok_named(!strncmp(r.talk.text, "4:6: game 1, ply 2: illegal move 2b5e: ", 39), "%s",
             r.talk.text);
    const struct result csa =
        read_text("V2.2\nPI\n+\n+7776FU\n-3334FU\n+7733FU\n%ILLEGAL_MOVE\n");
    ok(csa.defects == 0 && csa.plies == 3 && csa.ending.end == BM_END_FOUL);
    ok(csa.ending.result == BM_SECOND_WINS);
}

static void test_ends(void)
{
    const char *const fools = "1. f3 e5 2. g4 Qh4#";
    char text[200];
    snprintf(text, sizeof text, "[Event \"a\"]\n\n%s 0-1\n", fools);
    ok(read_text(text).defects == 0);
    snprintf(text, sizeof text, "[Event \"a\"]\n\n%s 1-0\n", fools);
    const struct result wrong = read_text(text);
    eq_str(wrong.talk.text,
           "3:21: game 1, ply 4: the result is a win of the first side, but by "
           "the rules it is: second wins (checkmate)\n");
    ok(read_all(text, strlen(text), (struct bm_read_options){.flags = BM_READ_LENIENT},
                (struct feed){0})
           .defects == 0);
    /* Nothing can be played after the fifth occurrence. */
    snprintf(text, sizeof text, "[Event \"a\"]\n\n");
    for (unsigned i = 0; i < 4; i++)
        strcat(text, "1. Nf3 Nf6 2. Ng1 Ng8 ");
    strcat(text, "3. e4 *\n");
    const struct result on = read_text(text);
    ok_named(on.defects == 1 && strstr(on.talk.text, "ply 17: the game goes on although"),
             "played on: %s", on.talk.text);
    const struct result mate = read_text("V2.2\nPI\n+\n+7776FU\n%TSUMI\n");
    ok_named(mate.defects == 1 && strstr(mate.talk.text, "not mate"), "%s", mate.talk.text);
    const struct result again = read_text("V2.2\nPI\n+\n+7776FU\n%SENNICHITE\n");
    ok_named(again.defects == 1 && strstr(again.talk.text, "often enough"), "%s",
             again.talk.text);
}

static void test_limits(void)
{
    /* A game whose text is too large is passed over, and the next one is read. */
    enum { SIZE = 300000 };
    char *const text = malloc(SIZE + 200);
    strcpy(text, "[Event \"big\"]\n\n1. e4 {");
    size_t len = strlen(text);
    memset(text + len, 'x', SIZE - len);
    strcpy(text + SIZE, "} e5 *\n\n[Event \"b\"]\n\n1. d4 d5 2. c4 e6 *\n");
    struct result r = read_all(
        text, strlen(text),
        (struct bm_read_options){.window = 1000, .max_game = 100000, .format = BM_FORMAT_PGN},
        (struct feed){0});
    ok_named(r.games == 1 && r.plies == 4 && r.defects == 1 &&
                 strstr(r.talk.text, "game 1, ply 0: the game's text is larger"),
             "too large: %u games, %s", r.games, r.talk.text);
    r = read_text(text);
    ok(r.games == 2 && r.defects == 0);
    free(text);
}

/* A line of a million moves needs no stack, and none of them is lost. */
static void test_million(void)
{
    static const char *const moves[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
    enum { PLIES = 1000000 };
    char *const text = malloc(4 * PLIES + 100);
    size_t len = (size_t)sprintf(text, "[Event \"long\"]\n\n");
    for (unsigned i = 0; i < PLIES; i++) {
        memcpy(text + len, moves[i % 4], 4);
        len += 4;
    }
    len += (size_t)sprintf(text + len, "*\n");
    const struct result r = read_all(
        text, len, (struct bm_read_options){.flags = BM_READ_LENIENT}, (struct feed){0});
    ok_named(r.games == 1 && r.plies == PLIES && r.defects == 0, "%u games, %u plies", r.games,
             r.plies);
    free(text);
}

/* A slow source cuts characters in two, and is understood all the same. */
static void test_encodings(void)
{
    static const char utf8[] = "手合割：平手\n先手：甲\n   1 ７六歩(77)\n   2 投了\n";
    static const char sjis[] = "\x8e\xe8\x8d\x87\x8a\x84\x81\x46\x95\xbd\x8e\xe8\n"
                               "   1 \x82\x56\x98\x5a\x95\xe0(77)\n";
    for (size_t piece = 1; piece < 4; piece++) {
        const struct feed slow = {.piece = piece};
        struct result r = read_all(utf8, sizeof utf8 - 1, (struct bm_read_options){0}, slow);
        ok(r.format == BM_FORMAT_KIF && r.encoding == BM_ENCODING_UTF8 && r.plies == 1);
        r = read_all(sjis, sizeof sjis - 1, (struct bm_read_options){.window = 1}, slow);
        ok(r.format == BM_FORMAT_KIF && r.encoding == BM_ENCODING_SHIFT_JIS && r.plies == 1);
    }
}

static void test_refusals(void)
{
    struct result r = read_text("\xff\xfe[\0E\0v\0");
    ok(r.status == BM_ESYNTAX && strstr(r.err.what, "UTF-16"));
    r = read_text("");
    ok(r.status == BM_OK && r.games == 0);
    r = read_text(" \r\n\t\n");
    ok(r.status == BM_OK && r.games == 0 && r.defects == 0);
    static const char elf[] = "\x7f\x45LF\x02\x01\x01\0\0\0\0\0\x03\0>\0\x90\xc3\0\xff";
    r = read_all(elf, sizeof elf, (struct bm_read_options){0}, (struct feed){0});
    ok(r.status == BM_ESYNTAX && strstr(r.err.what, "no record format"));
    eq_str(read_text("[Event \"x").talk.text,
           "1:2: game 1, ply 0: the text ends inside this tag: ']' is missing\n");
    eq_str(read_text("[Event \"x\"]\n\n1. e4 {abc").talk.text,
           "3:7: game 1, ply 2: this comment is never closed: '}' is missing\n");
    r = read_all(two_games, 40, (struct bm_read_options){0}, (struct feed){.fails = true});
    ok(r.status == BM_EINVAL);
    struct bm_game *game;
    struct bm_error err;
    ok(bm_game_create(&game, bm_rules_chess(), NULL) == BM_OK);
    ok(bm_game_read(game, NULL, "  \n", 3, &err) == BM_ESYNTAX);
    ok(bm_game_read(game, NULL, two_games, sizeof two_games - 1, &err) == BM_OK);
    ok(bm_game_ply(game, bm_game_last(game, 0)) == 3);
    bm_game_destroy(game);
}

int main(void)
{
    test_windows();
    test_spans();
    test_places();
    test_fouls();
    test_ends();
    test_limits();
    test_million();
    test_encodings();
    test_refusals();
    return tap_done();
}
