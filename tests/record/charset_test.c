/* SPDX-License-Identifier: MIT */
/* Encodings: every character against what charset_facts.py wrote down, and the guessing. */
#include "record/charset.h"
#include "tap.h"

/* A code point as UTF-8; returns its length. */
static size_t utf8(uint32_t code, char *to)
{
    size_t n = 0;
    if (code < 0x80) {
        to[n++] = (char)code;
        return n;
    }
    if (code < 0x800) {
        to[n++] = (char)(0xc0 + code / 64);
    } else {
        to[n++] = (char)(0xe0 + code / 4096);
        to[n++] = (char)(0x80 + code / 64 % 64);
    }
    to[n++] = (char)(0x80 + code % 64);
    return n;
}

static bool same(const struct bm_buf *b, const char *want, size_t len)
{
    return b->len == len && memcmp(b->s, want, len) == 0;
}

/* One line of the facts; false if the library says otherwise. */
static bool holds(enum bm_encoding e, bool encode, const char *bytes, size_t len, uint32_t code)
{
    char text[8];
    size_t n = utf8(code != 0 ? code : 0xfffd, text);
    struct bm_buf out = {0};
    uint64_t bad = 0;
    bool fine;
    if (encode) {
        bm_charset_encode(e, text, n, &out, &bad);
        fine = same(&out, bytes, len) && bad == 0;
    } else {
        /* Behind bytes that mean nothing, reading goes on with the next character. */
        const bool all = bm_charset_decode(e, bytes, len, true, &out, &bad) == len;
        fine = all && (code != 0 ? same(&out, text, n) && bad == 0
                                 : bad != 0 && out.len >= 3 && memcmp(out.s, text, 3) == 0);
    }
    bm_buf_free(&out);
    return fine;
}

static void check_facts(const char *path)
{
    FILE *const file = fopen(path, "r");
    char word[32], hex[32];
    unsigned code, count = 0, wrong = 0;
    if (!file)
        tap_bail("no facts");
    while (fscanf(file, "%31s %31s %x", word, hex, &code) == 3) {
        const bool encode = word[0] == '=';
        const enum bm_encoding e = bm_encoding_find(word + encode, strlen(word + encode));
        char bytes[8];
        const size_t len = strlen(hex) / 2;
        for (size_t i = 0; i < len; i++) {
            unsigned byte;
            if (sscanf(hex + 2 * i, "%2x", &byte) != 1)
                tap_bail("facts are no facts");
            bytes[i] = (char)byte;
        }
        count++;
        if (e >= BM_ENCODING_COUNT || !holds(e, encode, bytes, len, code)) {
            if (wrong++ < 20)
                printf("# wrong: %s %s %x\n", word, hex, code);
        }
    }
    fclose(file);
    ok_named(count > 37000, "%u facts", count);
    eq_u64(wrong, 0);
}

/* What CP932 has under two names comes back under its own; nothing else changes. */
static void check_quirks(void)
{
    static const struct {
        enum bm_encoding encoding;
        const char *text, *back;
        unsigned bad;
    } cases[] = {
        {BM_ENCODING_SHIFT_JIS, "〜", "～", 0},
        {BM_ENCODING_SHIFT_JIS, "−", "－", 0},
        {BM_ENCODING_SHIFT_JIS, "‖", "∥", 0},
        {BM_ENCODING_SHIFT_JIS, "¥", "￥", 0},
        {BM_ENCODING_SHIFT_JIS, "—", "―", 0},
        {BM_ENCODING_EUC_JP, "〜", "～", 0},
        {BM_ENCODING_SHIFT_JIS, "\\~", "\\~", 0},
        {BM_ENCODING_SHIFT_JIS, "髙﨑①Ⅱ", "髙﨑①Ⅱ", 0},
        {BM_ENCODING_EUC_JP, "髙﨑①Ⅱ", "髙﨑①Ⅱ", 0},
        {BM_ENCODING_SHIFT_JIS, "☗７六歩😀", "?７六歩?", 2},
        {BM_ENCODING_LATIN1, "Müller–Ørsted€", "Müller–Ørsted€", 0},
        {BM_ENCODING_LATIN1, "歩Ā", "??", 2},
        {BM_ENCODING_UTF8, "歩\xff", "歩?", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bm_buf bytes = {0}, text = {0};
        uint64_t bad = 0, none = 0;
        bm_charset_encode(cases[i].encoding, cases[i].text, strlen(cases[i].text), &bytes,
                          &bad);
        (void)bm_charset_decode(cases[i].encoding, bytes.s, bytes.len, true, &text, &none);
        ok_named(same(&text, cases[i].back, strlen(cases[i].back)) && bad == cases[i].bad &&
                     none == 0,
                 "%s as %s comes back as %s", cases[i].text,
                 bm_encoding_name(cases[i].encoding), cases[i].back);
        bm_buf_free(&bytes);
        bm_buf_free(&text);
    }
}

/* In pieces of any size the text is the same. */
static void check_pieces(enum bm_encoding e)
{
    static const char text[] = "先手：羽生善治\n▲７六歩 ｱｲｳ abc △３四歩";
    struct bm_buf bytes = {0};
    uint64_t bad = 0;
    bm_charset_encode(e, text, sizeof text - 1, &bytes, &bad);
    bool fine = bad == 0;
    for (size_t piece = 1; piece < 9; piece++) {
        struct bm_buf out = {0};
        size_t at = 0, end = 0;
        while (end < bytes.len) {
            end = end + piece < bytes.len ? end + piece : bytes.len;
            at += bm_charset_decode(e, bytes.s + at, end - at, end == bytes.len, &out, &bad);
        }
        fine = fine && at == bytes.len && bad == 0 && same(&out, text, sizeof text - 1);
        bm_buf_free(&out);
    }
    ok_named(fine, "%s can be read in pieces", bm_encoding_name(e));

    struct bm_buf cut = {0};
    const size_t used = bm_charset_decode(e, bytes.s, 1, false, &cut, &bad);
    ok_named(used == 0 && cut.len == 0 && bad == 0, "%s waits for the rest of a character",
             bm_encoding_name(e));
    (void)!bm_charset_decode(e, bytes.s, 1, true, &cut, &bad);
    ok_named(bad == 1 && same(&cut, "\xef\xbf\xbd", 3), "%s says what was cut off",
             bm_encoding_name(e));
    bm_buf_free(&cut);
    bm_buf_free(&bytes);
}

static void check_guess(enum bm_encoding e, size_t n, const char *text)
{
    struct bm_buf bytes = {0};
    uint64_t bad = 0;
    bm_charset_encode(e, text, strlen(text), &bytes, &bad);
    const enum bm_encoding got = bm_charset_detect(bytes.s, bytes.len, true);
    ok_named(got == e && bad == 0, "sample %zu in %s is found to be %s", n, bm_encoding_name(e),
             bm_encoding_name(got));
    bm_buf_free(&bytes);
}

static void check_detection(void)
{
    static const char *const japanese[] = {
        "歩",
        "手合割：平手\n先手：あ\n",
        "   1 ７六歩(77)\n",
        "▲７六歩 △３四歩",
        "V2.2\nN+山田太郎\nN-鈴木花子\nPI\n+\n+7776FU\n'*定跡\n",
        "|v香v桂v銀v金v玉v金v銀v桂v香|一",
        "棋戦：第六十期王位戦七番勝負\n戦型：角換わり腰掛け銀",
    };
    static const char *const western[] = {
        "[White \"Müller\"]",
        "[Black \"José Raúl Capablanca\"]",
        "[Site \"Malmö\"]",
        "{ à la découverte, c'est très fort – même bête }",
        "[Event \"Übersee\"]",
        "[White \"Ståhlberg, Gösta\"] [Black \"Nuñez\"]",
        "{ größer, schöner, süßer: für Schwarz }",
    };
    for (size_t i = 0; i < sizeof japanese / sizeof *japanese; i++) {
        check_guess(BM_ENCODING_UTF8, i, japanese[i]);
        check_guess(BM_ENCODING_SHIFT_JIS, i, japanese[i]);
        check_guess(BM_ENCODING_EUC_JP, i, japanese[i]);
    }
    for (size_t i = 0; i < sizeof western / sizeof *western; i++) {
        check_guess(BM_ENCODING_UTF8, i, western[i]);
        check_guess(BM_ENCODING_LATIN1, i, western[i]);
    }
    ok(bm_charset_detect("\xef\xbb\xbf"
                         "abc",
                         6, true) == BM_ENCODING_UTF8_BOM);
    ok(bm_charset_detect("1. e4 e5", 8, true) == BM_ENCODING_AUTO);
    ok(bm_charset_detect("", 0, true) == BM_ENCODING_AUTO);
    ok(bm_charset_detect("歩\xe6", 4, false) == BM_ENCODING_UTF8);
    ok(bm_charset_detect("abc\xe6\xad", 5, false) == BM_ENCODING_AUTO);
}

static void check_strict(void)
{
    static const char *const wrong[] = {"\xc0\x80",
                                        "\xe0\x80\x80",
                                        "\xed\xa0\x80",
                                        "\xf0\x80\x80\x80",
                                        "\xf4\x90\x80\x80",
                                        "\x80",
                                        "\xe6\xad",
                                        "\xff",
                                        "\xc3",
                                        "\xf8\x88\x80\x80\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ok_named(!bm_charset_is_utf8(wrong[i], strlen(wrong[i])), "no UTF-8, %zu", i);
    static const char right[] = "a\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80"
                                "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf";
    ok(bm_charset_is_utf8(right, sizeof right)); /* NUL included */
}

int main(int argc, char **argv)
{
    if (argc > 1)
        check_facts(argv[1]);
    check_quirks();
    check_pieces(BM_ENCODING_UTF8);
    check_pieces(BM_ENCODING_SHIFT_JIS);
    check_pieces(BM_ENCODING_EUC_JP);
    check_detection();
    check_strict();
    return tap_done();
}
