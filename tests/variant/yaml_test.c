/* SPDX-License-Identifier: MIT */

/* The reader of YAML: trees, places, every error with its place; and how issues are told. */

#include "base/str.h"
#include "tap.h"
#include "variant/yaml/yaml.h"

static unsigned char mem[4 << 20];
static struct bm_issues issues;

static struct bm_yaml *read_bytes(const char *text, size_t len)
{
    static struct bm_arena arena;
    struct bm_findings report = {.issues = &issues};
    arena = (struct bm_arena){.mem = mem, .size = sizeof mem};
    memset(&issues, 0, sizeof issues);
    return bm_yaml_read(&arena, text, len, 0, &report);
}

static struct bm_yaml *read_text(const char *text) { return read_bytes(text, strlen(text)); }

/* A tree on one line: {key: <text>, …} and [<text>, …]. */
static void show(struct bm_str *out, const struct bm_yaml *node)
{
    const bool map = node->kind == BM_YAML_MAP;
    if (node->kind == BM_YAML_TEXT) {
        bm_str_char(out, '<');
        bm_str_bytes(out, node->text, node->len);
        bm_str_char(out, '>');
        return;
    }
    bm_str_char(out, map ? '{' : '[');
    for (const struct bm_yaml *child = node->child; child; child = child->next) {
        if (map) {
            bm_str_text(out, child->key);
            bm_str_text(out, "=");
        }
        show(out, child);
        bm_str_text(out, child->next ? " " : "");
    }
    bm_str_char(out, map ? '}' : ']');
}

static void reads(const char *text, const char *want)
{
    char got[4096];
    struct bm_str out;
    bm_str_init(&out, got, sizeof got);
    const struct bm_yaml *const root = read_text(text);
    if (root)
        show(&out, root);
    else
        bm_str_text(&out, issues.list[0].message);
    bm_str_end(&out);
    ok_named(!strcmp(got, want), "\"%s\" is %s, should be %s", text, got, want);
}

static void test_trees(void)
{
    reads("a: b", "{a=<b>}");
    reads("a: b\r\nc: d e  f \r\n", "{a=<b> c=<d e  f>}");
    reads("\xef\xbb\xbf# x\n--- # y\na: b # c\n\n# z\n", "{a=<b>}");
    reads("a:\n  b: c\n  d:\n    e: f\ng: h\n", "{a={b=<c> d={e=<f>}} g=<h>}");
    reads("a:\n- b\n- c\nd:\n  - e\n", "{a=[<b> <c>] d=[<e>]}");
    reads("- a: b\n  c: d\n- - e\n  - f\n-\n- |\n g\n", "[{a=<b> c=<d>} [<e> <f>] <> <g\n>]");
    reads("a:\nb: # nothing\nc:\n  d e\n", "{a=<> b=<> c=<d e>}");
    reads("{a: b, 'c': [d, {}, [], ], e: , f:\n\n  g}\n", "{a=<b> c=[<d> {} []] e=<> f=<g>}");
    reads("a: [b, # c\n  d,\n  e f\n  ]\n", "{a=[<b> <d> <e f>]}");
    reads("N: N\ny: no\n2:8: 1:30\n+R: RF\n3check: ~\n",
          "{N=<N> y=<no> 2:8=<1:30> +R=<RF> 3check=<~>}");
    reads("a b : c#d\n\"e\" : 'f'\n", "{a b=<c#d> e=<f>}");
    reads("a: 'it''s # x'\nb: \"\\\"\\\\\\/\\t\\x41\\u3042\\U0001f600\"\n",
          "{a=<it's # x> b=<\"\\/\tAあ😀>}");
    reads("a: |\n  b\n   c\n\n  d # e\n\n\nf: |-\n  g\n\nh: |\n",
          "{a=<b\n c\n\nd # e\n> f=<g> h=<>}");
    reads("a: |\n  b", "{a=<b>}");
    reads("a: |\r\n  b\r\n\r\n  c\r\n", "{a=<b\n\nc\n>}");
    reads("K: mfW cefF imfnD\nC: pR^!C>!C\nX: -1\n",
          "{K=<mfW cefF imfnD> C=<pR^!C>!C> X=<-1>}");
    reads("  a: b\n  c: d\n", "{a=<b> c=<d>}");
    reads("a: {b: c?, d: e - f}\n", "{a={b=<c?> d=<e - f>}}");
    reads("'<<': a\n'': b\n", "{<<=<a> =<b>}");

    const struct bm_yaml *const root = read_text("a: {b: c}\nd: e\n");
    ok(root && bm_yaml_get(root, "d") == root->child->next);
    ok(root && !bm_yaml_get(root, "b") && !bm_yaml_get(root, ""));
    ok(root && bm_yaml_get(bm_yaml_get(root, "a"), "b")->len == 1);
}

static void stands(const struct bm_yaml *node, unsigned line, unsigned column, unsigned length,
                   bool exact)
{
    ok_named(node && node->place.line == line && node->place.column == column &&
                 node->place.length == length && node->exact == exact,
             "%s stands at %u:%u+%u%s (is %u:%u+%u)", node ? node->key : "?", line, column,
             length, exact ? ", exact" : "", node ? node->place.line : 0,
             node ? node->place.column : 0, node ? node->place.length : 0);
}

static void test_places(void)
{
    const struct bm_yaml *const root = read_text("plain: a b\n"             /* 1 */
                                                 "  # x\n"                  /* 2 */
                                                 "'quoted key':  \"c d\"\n" /* 3 */
                                                 "escaped: 'it''s'\n"       /* 4 */
                                                 "void: ''\n"               /* 5 */
                                                 "empty:\n"                 /* 6 */
                                                 "flow: [x, {y: z}]\n"      /* 7 */
                                                 "block:\n"                 /* 8 */
                                                 "  -  item\n"              /* 9 */
                                                 "picture: | # start\n"     /* 10 */
                                                 "    rnbq\n"               /* 11 */
                                                 "\n"                       /* 12 */
                                                 "    RNBQK\n"              /* 13 */
                                                 "line: |\n"                /* 14 */
                                                 " one line\n"              /* 15 */
                                                 "日本: 将棋\n");           /* 16 */
    ok(root != NULL);
    if (!root)
        return;
    stands(bm_yaml_get(root, "plain"), 1, 8, 3, true);
    stands(bm_yaml_get(root, "quoted key"), 3, 17, 3, true);
    stands(bm_yaml_get(root, "escaped"), 4, 10, 7, false);
    stands(bm_yaml_get(root, "void"), 5, 7, 2, true);
    stands(bm_yaml_get(root, "empty"), 6, 6, 1, false);
    const struct bm_yaml *const flow = bm_yaml_get(root, "flow");
    stands(flow, 7, 7, 11, false);
    ok(flow->child->place.column == 8 && flow->child->next->place.column == 11);
    stands(flow->child->next->child, 7, 15, 1, true);
    ok(flow->child->next->child->key_place.column == 12);
    stands(bm_yaml_get(root, "block"), 9, 3, 1, false);
    ok(bm_yaml_get(root, "block")->child->place.column == 6);
    const struct bm_yaml *const picture = bm_yaml_get(root, "picture");
    stands(picture, 11, 5, 4, false);
    ok(picture->literal && !flow->literal);
    stands(bm_yaml_get(root, "line"), 15, 2, 8, true);
    stands(bm_yaml_get(root, "日本"), 16, 9, 6, true);
    const struct bm_yaml *const key = bm_yaml_get(root, "quoted key");
    ok(key->key_place.line == 3 && key->key_place.column == 2 && key->key_place.length == 10);
}

struct expected {
    const char *text, *place, *message;
};

static const struct expected errors[] = {
    /* what is left out of YAML */
    {"a: &b c\n", "1:4", "anchors ('&') are not supported"},
    {"a: *b\n", "1:4", "aliases ('*') are not supported"},
    {"a: !b c\n", "1:4", "tags ('!') are not supported"},
    {"<<: b\n", "1:1", "merge keys ('<<') are not supported"},
    {"a: >\n  b\n", "1:4", "folded texts ('>') are not supported"},
    {"? a\n: b\n", "1:1", "complex keys ('?') are not supported"},
    {"a: b\n[c]: d\n", "2:1", "complex keys are not supported"},
    {"a: b\n---\nc: d\n", "2:1", "a file has only one document"},
    {"a: b\n...\n", "2:1", "a file has only one document"},
    {"--- a\n", "1:1", "a file has only one document"},
    {"%YAML 1.2\n---\na: b\n", "1:1", "directives ('%') are not supported"},
    {"a: |+\n  b\n", "1:4", "only '|' and '|-' are supported, with nothing behind them"},
    {"a: |2\n  b\n", "1:4", "only '|' and '|-' are supported, with nothing behind them"},
    {"a: b\n  c d\n", "2:3", "a text cannot go on in the next line"},
    {"a: [|]\n", "1:5", "a literal ('|') cannot stand here"},
    /* indentation */
    {"a:\n\tb: c\n", "2:1", "tab in the indentation"},
    {"a:\n  \tb: c\n", "2:3", "tab in the indentation"},
    {"a: |\n  b\n\tc\n", "3:1", "tab in the indentation"},
    {"a: |\n \tb\n", "2:2", "tab in the indentation"},
    {"a: [b,\n\tc]\n", "2:1", "tab in the indentation"},
    {"a:\n    b: c\n  d: e\n", "3:3", "this line is indented unlike the lines above"},
    {"a: b\n c: d\n", "2:2", "this line is indented unlike the lines above"},
    {"  a: b\nc: d\n", "2:1", "this line is indented unlike the lines above"},
    {"a: |\n   \n  b\n", "3:1", "an empty line above has more blanks than this one"},
    {"a: {\n  b: c\n}\n", "3:1", "a closing bracket must be indented deeper than its key"},
    /* structure */
    {"a\n", "1:1", "a ':' is missing behind 'a'"},
    {"a: b\nc d\n", "2:1", "a ':' is missing behind 'c d'"},
    {"a: b\nc:d\n", "2:1", "a ':' is missing behind 'c:d'"},
    {"'a' b: c\n", "1:2", "a ':' is missing behind 'a'"},
    {"'a':b\n", "1:4", "a ':' needs a blank behind it"},
    {"a: b: c\n", "1:5", "a second ':' on this line"},
    {"a: 'b': c\n", "1:7", "a second ':' on this line"},
    {"a: - b\n", "1:4", "a list item ('-') cannot stand here"},
    {"a: b\n- c\n", "2:1", "a list item ('-') among the keys of a mapping"},
    {"- a\nb: c\n", "2:1", "expected '- ' as on the lines above"},
    {"a: 1\nb: 2\na: 3\n", "3:1", "duplicate key 'a' (first defined on line 1)"},
    {"a: {b: 1, 'b': 2}\n", "1:12", "duplicate key 'b' (first defined on line 1)"},
    {"pieces:\n  K: K\n  P: P\n  P: W\n", "4:3", "duplicate key 'P' (first defined on line 3)"},
    {": a\n", "1:1", "a key is missing before ':'"},
    {"a: :b\n", "1:4", "':' cannot begin a text"},
    {"a: @b\n", "1:4", "'@' and '`' cannot begin a text"},
    {"a: b\tc\n", "1:5", "tab between words"},
    {"a: \tb\n", "1:4", "tab between words"},
    {"a: 'b'\t\n", "1:7", "tab between words"},
    {"a: 'b'#c\n", "1:7", "a comment needs a blank before its '#'"},
    {"a: 'b' c\n", "1:8", "unexpected text behind the value"},
    {"a: [b] c\n", "1:8", "unexpected text behind the value"},
    {"", "1:1", "the text is empty"},
    {"# a\n\n", "1:1", "the text is empty"},
    /* quotes */
    {"a: 'b\n", "1:4", "this quote is not closed on its line"},
    {"a: \"b\\\"\nc: d\n", "1:4", "this quote is not closed on its line"},
    {"a: [\"b]\n", "1:5", "this quote is not closed on its line"},
    {"a: \"b\\q\"\n", "1:6", "unknown escape in a text"},
    {"a: \"\\x00\"\n", "1:5", "unknown escape in a text"},
    {"a: \"\\u12\"\n", "1:5", "unknown escape in a text"},
    {"a: \"\\ud800\"\n", "1:5", "unknown escape in a text"},
    {"a: \"\\x9b\"\n", "1:5", "unknown escape in a text"},
    /* brackets */
    {"a: [b, c\nd: e\n", "1:4", "this bracket is not closed"},
    {"a:\n  b: {c: d,\n", "2:6", "this bracket is not closed"},
    {"{a: b\n---\n", "1:1", "this bracket is not closed"},
    {"a: [b, c}\n", "1:9", "expected ']', not '}'"},
    {"a: {b: c]\n", "1:9", "expected '}', not ']'"},
    {"a: ]\n", "1:4", "this bracket closes nothing"},
    {"a: [b,, c]\n", "1:7", "a value is missing before ','"},
    {"a: ['b' c]\n", "1:9", "expected ',' or ']'"},
    {"a: [b\n  c]\n", "2:3", "expected ',' or ']'"},
    {"a: [b: c]\n", "1:6", "a ':' in a value"},
    {"a: {b}\n", "1:5", "a ':' is missing behind 'b'"},
    {"a: {b:}\n", "1:6", "a ':' needs a blank behind it"},
    {"a: {b:c}\n", "1:5", "a ':' is missing behind 'b:c'"},
    {"a: [b[c]]\n", "1:6", "a bracket inside of a text in brackets"},
    {"a: {[b]: c}\n", "1:5", "complex keys are not supported"},
    {"a: [b, -]\n", "1:8", "'-' cannot stand alone in brackets"},
    {"a: [- b]\n", "1:5", "a list item ('-') cannot stand here"},
    /* bytes */
    {"a: \xff\n", "1:4", "this byte is not UTF-8 text"},
    {"a: \xc0\x80\n", "1:4", "this byte is not UTF-8 text"},
    {"a: \xed\xa0\x80\n", "1:4", "this byte is not UTF-8 text"},
    {"a: b\x01\n", "1:5", "control character in the text"},
    {"a: b\x7f\n", "1:5", "control character in the text"},
    {"a: b\xc2\x9b\n", "1:5", "control character in the text"},
    {"a: b\rc\n", "1:5", "carriage return without a line feed"},
    {"a: b\n \xef\xbb\xbf\n", "2:2", "byte order mark inside of the text"},
    {"a: \xe2\x80\xa8\n", "1:4", "unusual line break in the text"},
    {"a: \xc2\x85\n", "1:4", "unusual line break in the text"},
    /* depth */
    {"a: [[[[[[[[b]]]]]]]]\n", "1:11", "nested too deep"},
    {"- - - - - - - - - a\n", "1:17", "nested too deep"},
};

static void test_errors(void)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        const struct expected *const e = &errors[i];
        char place[40];
        const bool refused = !read_text(e->text);
        snprintf(place, sizeof place, "%u:%u", issues.list[0].line, issues.list[0].column);
        ok_named(refused && issues.errors > 0 && !strcmp(place, e->place) &&
                     !strcmp(issues.list[0].message, e->message),
                 "\"%s\": %s: %s (is %s: %s)", e->text, e->place, e->message, place,
                 issues.list[0].message);
    }
    ok(!read_bytes("a: b\0c\n", 7) && !strcmp(issues.list[0].message, "NUL byte in the text"));
}

/* The places of all issues, and how many there are. */
static void collects(const char *text, const char *want, unsigned count)
{
    char got[512] = "";
    ok(!read_text(text));
    for (unsigned i = 0; i < issues.count; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%u:%u", i ? " " : "",
                 issues.list[i].line, issues.list[i].column);
    eq_str(got, want);
    eq_u64(issues.errors, count);
}

static void test_recovery(void)
{
    collects("a: 'b\nc: *d\n  e: f\n   g\nh: i\nj\n", "1:4 2:4 6:1", 3);
    collects("a:\n  b: 'c\n  d: e\n  f: [g\n  h: &i\nj: !k\n", "2:6 4:6 5:6 6:4", 4);
    collects("a:\n\tb: c\n\td: e\nf: 'g\n", "2:1 4:4", 2);
    collects("a:\n  - 'b\n  - c\n  - &d\ne: *f\n", "2:5 4:5 5:4", 3);
    collects("a: [b,\n  c: d,\n  e]\nf: *g\n", "2:4 4:4", 2);
    collects("a: {\n  b: *c\n}\nd: &e\n", "2:6 4:4", 2);
    collects("a: 1\na: 2\na: 3\nb: *c\n", "2:1 3:1 4:4", 3);
    collects("a: \xff\xff\nb: c\nd: \x01\n", "1:4 3:4", 2);

    /* The first twenty are told, all are counted. */
    char text[1000] = "";
    for (unsigned i = 0; i < 100; i++)
        memcpy(text + strlen(text), "a: *b\n", 7);
    ok(!read_text(text));
    eq_u64(issues.count, BM_MAX_ISSUES);
    eq_u64(issues.errors, 100);
    eq_u64(issues.list[19].line, 20);
}

/* As many bytes of one character, a line for each `every`. */
static char *fill(char *text, size_t len, const char *pattern)
{
    const size_t n = strlen(pattern);
    for (size_t i = 0; i < len; i++)
        text[i] = pattern[i % n];
    return text;
}

static void test_limits(void)
{
    static char text[1 << 17];
    ok(!read_bytes(fill(text, BM_MAX_VARIANT_TEXT + 1, "#"), BM_MAX_VARIANT_TEXT + 1));
    eq_str(issues.list[0].message, "the text has 65537 bytes; the maximum is 65536");
    memcpy(fill(text, BM_MAX_VARIANT_TEXT, "#"), "a: b\n", 5);
    ok(read_bytes(text, BM_MAX_VARIANT_TEXT) != NULL);

    reads("a: [[[[[[[b]]]]]]]\n", "{a=[[[[[[[<b>]]]]]]]}"); /* 8 deep */
    fill(text, 2 * 4095, "-\n");                            /* 4095 items and their list */
    ok(read_bytes(text, 2 * 4095) != NULL);
    fill(text, 2 * 4096, "-\n");
    ok(!read_bytes(text, 2 * 4096));
    eq_str(issues.list[0].message, "the text has more than 4096 values");
    eq_u64(issues.errors, 1);

    memcpy(fill(text, 1024, "k") + 1024, ": v\n", 4);
    ok(read_bytes(text, 1028) != NULL);
    memcpy(fill(text, 1025, "k") + 1025, ": v\n", 4);
    ok(!read_bytes(text, 1029));
    eq_str(issues.list[0].message, "a key has at most 1024 bytes");

    /* Texts that would make a careless reader slow or deep. */
    static const char *const hostile[] = {"[",      "{a: ", "- ",      "a: |\n", "? ",    "'",
                                          "\"\\",   "a:\n", "\t",      " ",      "- [",   "*a ",
                                          "a: b\n", "\n",   "a: 'b\n", "a: [\n", " a:\n", ":"};
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        fill(text, BM_MAX_VARIANT_TEXT, hostile[i]);
        ok_named(!read_bytes(text, BM_MAX_VARIANT_TEXT), "\"%s\" again and again is refused",
                 hostile[i]);
    }

    /* Without memory there is no tree, but no error of the text either. */
    struct bm_findings report = {.issues = &issues};
    bool told = true, refused = true;
    memset(&issues, 0, sizeof issues);
    for (size_t size = 0; size < 600; size += 8) {
        struct bm_arena small = {.mem = mem, .size = size};
        refused &= !bm_yaml_read(&small, "a: {b: 'c''d', e: f}\n", 21, 0, &report);
        told &= small.full && issues.errors == 0;
    }
    ok(refused && told);
}

static struct bm_place at(uint32_t line, uint32_t column, uint32_t length)
{
    return (struct bm_place){.line = line, .column = column, .length = length};
}

static void test_report(void)
{
    static const char *const names[] = {"mine", "chess"};
    struct bm_findings r = {.issues = &issues, .extends = at(2, 10, 5), .names = names};
    const char *const two[] = {"x\ny", "z", NULL};
    memset(&issues, 0, sizeof issues);
    bm_report_error(&r, at(9, 1, 1), "b", "second", NULL, NULL);
    bm_report_warning(&r, at(3, 7, 2), "a", "first '~' and '~'", "hint ~", two);
    bm_report_error(&r, at(9, 1, 1), "b", "second", NULL, NULL);
    bm_report_error(&r, at(9, 1, 1), "b", "third", "hint", NULL);
    struct bm_place parent = at(40, 3, 3);
    parent.source = 1;
    bm_report_error(&r, parent, "c", "old", NULL, NULL);
    eq_u64(issues.count, 4);
    eq_u64(issues.errors, 3);
    eq_u64(issues.warnings, 1);
    eq_str(issues.list[0].message, "inherited from 'chess': old");
    eq_u64(issues.list[0].column, 10);
    eq_str(issues.list[1].message, "second");
    eq_str(issues.list[2].message, "third");
    eq_str(issues.list[3].message, "first 'x?y' and 'z'");
    eq_str(issues.list[3].hint, "hint ");

    char json[2048];
    issues.list[1] = issues.list[3];
    issues.count = 2;
    const size_t len = bm_issues_json(&issues, json, sizeof json);
    eq_str(json, "[{\"line\":2,\"col\":10,\"len\":5,\"level\":\"error\",\"code\":\"c\","
                 "\"message\":\"inherited from 'chess': old\",\"hint\":\"\"},"
                 "{\"line\":3,\"col\":7,\"len\":2,\"level\":\"warning\",\"code\":\"a\","
                 "\"message\":\"first 'x?y' and 'z'\",\"hint\":\"hint \"}]");
    eq_u64(bm_issues_json(&issues, NULL, 0), len);
    issues.count = 0;
    bm_issues_json(&issues, json, sizeof json);
    eq_str(json, "[]");

    /* Long texts are cut between characters. */
    char longer[2000];
    const char *const one[] = {longer, NULL};
    fill(longer, sizeof longer - 1, "あ")[1998] = '\0';
    memset(&issues, 0, sizeof issues);
    bm_report_error(&r, at(1, 1, 1), "a", "~ is long", NULL, one);
    const char *const end = strstr(issues.list[0].message, "… is long");
    ok(end && (end - issues.list[0].message) % 3 == 0 && end - issues.list[0].message > 60);

    /* Warnings stand behind errors, and give way to them. */
    memset(&issues, 0, sizeof issues);
    for (uint32_t i = 1; i <= 30; i++)
        bm_report_warning(&r, at(i, 1, 1), "a", "warning", NULL, NULL);
    bm_report_error(&r, at(50, 1, 1), "a", "late", NULL, NULL);
    bm_report_error(&r, at(10, 2, 1), "a", "early", NULL, NULL);
    bm_report_warning(&r, at(40, 1, 1), "a", "too late", NULL, NULL);
    bm_report_warning(&r, at(1, 2, 1), "a", "early warning", NULL, NULL);
    eq_u64(issues.count, 20);
    eq_u64(issues.warnings, 32);
    eq_u64(issues.errors, 2);
    eq_str(issues.list[0].message, "early");
    eq_str(issues.list[1].message, "late");
    eq_str(issues.list[3].message, "early warning");
    eq_u64(issues.list[19].line, 17);
}

static void formats(const char *text, struct bm_place place, const char *hint, const char *want)
{
    char got[1024];
    struct bm_findings r = {.issues = &issues};
    memset(&issues, 0, sizeof issues);
    bm_report_error(&r, place, "a", "wrong", hint, NULL);
    const size_t len =
        bm_issue_format(&issues.list[0], "f", text, strlen(text), got, sizeof got);
    eq_str(got, want);
    eq_u64(len, strlen(want));
    ok(bm_issue_format(&issues.list[0], "f", text, strlen(text), NULL, 0) == len);
}

static void test_format(void)
{
    struct bm_issue issue = {.line = 9,
                             .column = 14,
                             .length = 1,
                             .message = "unknown modifier 'q' in the move of 'K'",
                             .hint = "modifiers are f b l r v s h m c i n p g e"};
    const char *const game = "\n\n\n\n\n\n\n\n  K: {move: KqW, royal: yes}\n";
    char got[1024];
    bm_issue_format(&issue, "mygame.yaml", game, strlen(game), got, sizeof got);
    eq_str(got, "mygame.yaml:9:14: error: unknown modifier 'q' in the move of 'K'\n"
                "  9 |   K: {move: KqW, royal: yes}\n"
                "    |              ^ modifiers are f b l r v s h m c i n p g e\n");
    issue.warning = true;
    bm_issue_format(&issue, "mygame.yaml", game, strlen(game), got, 30);
    eq_str(got, "mygame.yaml:9:14: warning: un");

    formats("abc def\r\n", at(1, 5, 3), NULL,
            "f:1:5: error: wrong\n  1 | abc def\n    |     ^^^\n");
    formats("\tあい: b", at(1, 8, 3), "h",
            "f:1:8: error: wrong\n  1 | \tあい: b\n    | \t  ^^^ h\n");
    formats("\tあい: b", at(1, 2, 6), "h",
            "f:1:2: error: wrong\n  1 | \tあい: b\n    | \t^^ h\n");
    formats("\xef\xbb\xbfx", at(1, 1, 1), NULL, "f:1:1: error: wrong\n  1 | x\n    | ^\n");
    formats("a\xff\x01", at(1, 2, 9), NULL, "f:1:2: error: wrong\n  1 | a??\n    |  ^^\n");
    formats("ab", at(1, 3, 1), NULL, "f:1:3: error: wrong\n  1 | ab\n    |   ^\n");
    formats("ab", at(1, 99, 1), NULL, "f:1:99: error: wrong\n  1 | ab\n    |   ^\n");
    formats("ab", at(7, 1, 1), NULL, "f:7:1: error: wrong\n");
    formats("", at(1, 1, 1), NULL, "f:1:1: error: wrong\n  1 | \n    | ^\n");

    /* A long line is cut around the place. */
    char line[1001];
    fill(line, 1000, "0123456789")[1000] = '\0';
    formats(line, at(1, 501, 3), NULL,
            "f:1:501: error: wrong\n"
            "  1 | …0123456789012345678901234567890123456789012345678901234567890123456789"
            "012345678901234567890123456789…\n"
            "    |                                          ^^^\n");
    formats(line, at(1, 1, 500), "x",
            "f:1:1: error: wrong\n"
            "  1 | 0123456789012345678901234567890123456789012345678901234567890123456789"
            "012345678901234567890123456789…\n"
            "    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
            "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ x\n");
}

static void test_closest(void)
{
    static const char *const keys[] = {"variant",   "title",    "extends", "board", "pieces",
                                       "promotion", "castling", "end",     "K",     NULL};
    static const char *const effects[] = {"free", "ends", "last-only", NULL};
    eq_str(bm_closest("peices", keys), "pieces");
    eq_str(bm_closest("Board", keys), "board");
    eq_str(bm_closest("bord", keys), "board");
    eq_str(bm_closest("extend", keys), "extends");
    eq_str(bm_closest("promotoin", keys), "promotion");
    eq_str(bm_closest("k", keys), "K");
    eq_str(bm_closest("end", effects), "ends");
    eq_str(bm_closest("lastonly", effects), "last-only");
    ok(!bm_closest("xyzzy", keys));
    ok(!bm_closest("Q", keys));
    ok(!bm_closest("", keys));
    ok(!bm_closest("a-very-long-word-that-nobody-means-by-it", keys));
}

int main(void)
{
    test_trees();
    test_places();
    test_errors();
    test_recovery();
    test_limits();
    test_report();
    test_format();
    test_closest();
    return tap_done();
}
