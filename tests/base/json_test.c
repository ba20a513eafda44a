/* SPDX-License-Identifier: MIT */

/*
 * The reader of JSON. With "judge" as argument it answers for each line on stdin, a text in
 * hexadecimal digits: "bad", "cut", or "good" and the first string in it; see json_oracle.py.
 */

#include "banmen/record.h"
#include "base/decimal.h"
#include "base/json_write.h"
#include "base/random.h"
#include "tap.h"

enum { DEPTH = 100 };

static enum bm_json_token read_all(const char *s, size_t len, struct bm_buf *first)
{
    static char nest[DEPTH];
    struct bm_jscan j;
    enum bm_json_token token;
    bool any = false;
    bm_jscan_init(&j, s, s + len, nest, DEPTH);
    while ((token = bm_jscan_next(&j)) > BM_JSON_DONE)
        if (token == BM_JSON_STRING && !any && first) {
            bm_jscan_text(&j, first);
            any = true;
        }
    while (token == BM_JSON_DONE && j.at < j.end && strchr(" \t\r\n", *j.at) && *j.at)
        j.at++;
    return token == BM_JSON_DONE && j.at < j.end ? BM_JSON_BAD : token;
}

static int judge(void)
{
    static char line[1 << 16], text[1 << 15];
    while (fgets(line, sizeof line, stdin)) {
        size_t len = 0;
        for (unsigned v; sscanf(line + 2 * len, "%2x", &v) == 1; len++)
            text[len] = (char)v;
        char *const exact = malloc(len + 1); /* so that the sanitizer sees its end */
        if (!exact)
            return 2;
        memcpy(exact, text, len);
        struct bm_buf first = {0};
        const enum bm_json_token token = read_all(exact, len, &first);
        printf("%s ", token == BM_JSON_DONE ? "good" : token == BM_JSON_CUT ? "cut" : "bad");
        for (size_t i = 0; i < first.len; i++)
            printf("%02x", (unsigned)(unsigned char)first.s[i]);
        putchar('\n');
        bm_buf_free(&first);
        free(exact);
    }
    return 0;
}

static void test_tokens(void)
{
    static const char text[] = " {\"a\" : [1, true,null,\"x\\u00e9\"], \"b\":{}} rest";
    static const enum bm_json_token want[] = {
        BM_JSON_OBJECT, BM_JSON_KEY,    BM_JSON_ARRAY, BM_JSON_NUMBER, BM_JSON_TRUE,
        BM_JSON_NULL,   BM_JSON_STRING, BM_JSON_CLOSE, BM_JSON_KEY,    BM_JSON_OBJECT,
        BM_JSON_CLOSE,  BM_JSON_CLOSE,  BM_JSON_DONE,  BM_JSON_DONE};
    char nest[4];
    struct bm_jscan j;
    struct bm_buf out = {0};
    bool good = true;
    bm_jscan_init(&j, text, text + sizeof text - 1, nest, sizeof nest);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const enum bm_json_token token = bm_jscan_next(&j);
        good &= token == want[i];
        if (token == BM_JSON_STRING)
            bm_jscan_text(&j, &out);
        if (i == 1)
            good &= bm_jscan_is(&j, "a") && !bm_jscan_is(&j, "ab") && !bm_jscan_is(&j, "");
    }
    ok_named(good, "tokens come in order");
    ok_named(!strcmp(j.at, " rest"), "what stands behind the value is not touched");
    ok(out.len == 3 && !memcmp(out.s, "x\xc3\xa9", 3));
    bm_buf_free(&out);
}

static void test_places(void)
{
    static const struct {
        const char *text;
        size_t at;
    } wrong[] = {{"{\"a\" 1}", 5}, {"[1 2]", 3},        {"[1,]", 3},     {"{,}", 1},
                 {"[\"\\x\"]", 2}, {"[\"\n\"]", 2},     {"[01]", 1},     {"[1.]", 1},
                 {"nul]", 0},      {"[\"\xff\"]", 2},   {"{\"a\":}", 5}, {"{\"a\":1]", 6},
                 {"[-]", 1},       {"[\"\\u12g4\"]", 2}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char nest[4];
        struct bm_jscan j;
        enum bm_json_token token;
        bm_jscan_init(&j, wrong[i].text, wrong[i].text + strlen(wrong[i].text), nest, 4);
        while ((token = bm_jscan_next(&j)) > BM_JSON_DONE)
            ;
        ok_named(token == BM_JSON_BAD && (size_t)(j.at - wrong[i].text) == wrong[i].at &&
                     *j.what && bm_jscan_next(&j) == BM_JSON_BAD,
                 "%zu: %s", wrong[i].at, j.what);
    }
}

static void test_depth(void)
{
    static char text[2 * DEPTH + 4];
    for (unsigned depth = DEPTH - 1; depth <= DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        ok_named(read_all(text, 2 * depth, NULL) ==
                     (depth <= DEPTH ? BM_JSON_DONE : BM_JSON_BAD),
                 "%u arrays in each other", depth);
    }
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        bool whole;
        int64_t value;
    } numbers[] = {{"0", true, 0},
                   {"-0", true, 0},
                   {"-12", true, -12},
                   {"9223372036854775807", true, INT64_MAX},
                   {"-9223372036854775808", true, INT64_MIN},
                   {"9223372036854775808", false, 0},
                   {"99999999999999999999999", false, 0},
                   {"1.0", false, 0},
                   {"1e3", false, 0}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char nest[1];
        struct bm_jscan j;
        int64_t v = 0;
        bm_jscan_init(&j, numbers[i].text, numbers[i].text + strlen(numbers[i].text), nest, 1);
        ok_named(bm_jscan_next(&j) == BM_JSON_NUMBER &&
                     bm_jscan_int(&j, &v) == numbers[i].whole && v == numbers[i].value,
                 "%s", numbers[i].text);
    }
}

/* What is written is read back, also what is not UTF-8, as far as that can be. */
static void test_writing(void)
{
    static const char bytes[] = "a\"b\\c\n\x01\x7f \xe6\x97\xa5 \xf0\x9f\x98\x80 \xff \xe6\x97";
    struct bm_buf text = {0}, back = {0};
    bm_json_quote(&text, bytes, sizeof bytes - 1);
    ok(read_all(text.s, text.len, &back) == BM_JSON_DONE);
    bm_buf_char(&back, '\0');
    eq_str(back.s, "a\"b\\c\n\x01\x7f \xe6\x97\xa5 \xf0\x9f\x98\x80 \xef\xbf\xbd \xef\xbf\xbd"
                   "\xef\xbf\xbd");
    text.len = 0;
    bm_json_int(&text, INT64_MIN);
    bm_buf_char(&text, '\0');
    eq_str(text.s, "-9223372036854775808");
    bm_buf_free(&text);
    bm_buf_free(&back);
}

/* Files are cut where a brace begins a line: games may have several lines. */
static void test_cut(void)
{
    static const char text[] = "{\"a\":[\n  {}]}\n{\"b\":1}\n{\n \"c\":2\n}\n";
    const size_t second = (size_t)(strstr(text, "{\"b") - text);
    const size_t third = (size_t)(strstr(text, "{\n \"c") - text);
    eq_u64(bm_record_cut(BM_FORMAT_JSON, text, strlen(text)), third);
    eq_u64(bm_record_cut(BM_FORMAT_JSON, text, third), second);
    eq_u64(bm_record_cut(BM_FORMAT_JSON, text, second), 0);
    eq_u64(bm_record_cut(BM_FORMAT_JSON, text, 0), 0);
}

/* Never fewer than there are, and not many more. */
static void test_count(void)
{
    static const struct {
        const char *text;
        size_t values;
        unsigned depth;
    } cases[] = {
        {"", 1, 0},
        {"17", 1, 0},
        {"[]", 2, 1},
        {"[1,2,3]", 4, 1},
        {"{\"a\":[[],[]]}", 7, 3},
        {"\"[[,,,{:\"", 1, 0},
        {"[\"\\\"[\",\"\\\\\",[]]", 5, 2},
        {"]]]][", 2, 1},
        {"\"\\", 1, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned depth = 99;
        eq_u64(bm_json_count(cases[i].text, strlen(cases[i].text), &depth), cases[i].values);
        eq_u64(depth, cases[i].depth);
    }
}

static bool is_printed_alike(double v, unsigned decimals)
{
    char want[64];
    struct bm_buf got = {0};
    const size_t len = (size_t)snprintf(want, sizeof want, "%.*f", (int)decimals, v);
    bm_buf_fixed(&got, v, decimals);
    const bool same = got.len == len && memcmp(got.s, want, len) == 0;
    bm_buf_free(&got);
    return same;
}

/* Numbers with decimals are those of printf(), ties and all. */
static void test_decimals(void)
{
    static const double odd[] = {0,      -0.0,   0.5,   1.5,     2.5,  0.125,
                                 0.375,  0.005,  1.005, 99.95,   99.5, 1e-300,
                                 4e-324, -0.001, 1e11,  999.995, 100};
    unsigned wrong = 0;
    uint64_t state = 1;
    for (unsigned decimals = 0; decimals <= 3; decimals++) {
        for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++)
            ok_named(is_printed_alike(odd[i], decimals), "%g with %u decimals", odd[i],
                     decimals);
        for (unsigned i = 0; i < 100000; i++) {
            const uint64_t r = bm_random(&state);
            const double parts = (double)(r >> 25), whole = (double)(1ull << (r & 63));
            wrong += !is_printed_alike(parts / whole, decimals);
        }
    }
    eq_u64(wrong, 0);
}

/* Items get the commas that they need. */
static void test_items(void)
{
    struct bm_buf out = {0};
    bm_json_begin(&out, '{');
    bm_json_key(&out, "list");
    bm_json_begin(&out, '[');
    bm_json_begin(&out, '[');
    bm_json_end(&out, ']');
    bm_json_u64(&out, UINT64_MAX);
    bm_json_i64(&out, INT64_MIN);
    bm_json_text(&out, "[");
    bm_json_text(&out, "a\"b");
    bm_json_begin(&out, '{');
    bm_json_end(&out, '}');
    bm_json_raw(&out, "null");
    bm_json_end(&out, ']');
    bm_json_member_text(&out, "text", "{");
    bm_json_member_bool(&out, "yes", true);
    bm_json_member_fixed(&out, "half", 0.5, 2);
    bm_json_end(&out, '}');
    bm_buf_char(&out, '\0');
    eq_str(out.s,
           "{\"list\":[[],18446744073709551615,-9223372036854775808,\"[\",\"a\\\"b\",{},null],"
           "\"text\":\"{\",\"yes\":true,\"half\":0.50}");
    bm_buf_free(&out);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "judge"))
        return judge();
    test_tokens();
    test_places();
    test_depth();
    test_numbers();
    test_writing();
    test_cut();
    test_count();
    test_decimals();
    test_items();
    return tap_done();
}
