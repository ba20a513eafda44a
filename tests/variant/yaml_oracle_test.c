/* SPDX-License-Identifier: MIT */

/*
 * yaml_oracle_test FILE...: whatever our reader of YAML accepts, libyaml must read the same
 * way. The texts are the files, some that are written down here, and many that a seeded
 * generator makes: good ones in every style, which must all be accepted, and damaged ones.
 */

#include "base/random.h"
#include "tap.h"
#include "yaml_oracle.h"

static uint64_t state = 20240229;

static unsigned random_below(unsigned n) { return (unsigned)(bm_random(&state) % n); }

static bool chance(unsigned percent) { return random_below(100) < percent; }

struct text {
    char s[1 << 16];
    size_t len;
};

static void put(struct text *t, const char *s)
{
    const size_t n = strlen(s);
    if (n < sizeof t->s - t->len) {
        memcpy(t->s + t->len, s, n);
        t->len += n;
    }
}

static void put_blanks(struct text *t, unsigned n)
{
    while (n-- > 0)
        put(t, " ");
}

/* 0: refused; 1: both agree; -1: they do not. */
static int compare(const char *text, size_t len, struct bm_issues *issues)
{
    static unsigned char mem[2 << 20];
    struct bm_findings report = {.issues = issues};
    struct bm_arena arena = {.mem = mem, .size = sizeof mem};
    struct oracle oracle;
    memset(issues, 0, sizeof *issues);
    const struct bm_yaml *const root = bm_yaml_read(&arena, text, len, 0, &report);
    if (!root)
        return 0;
    if (oracle_agrees(&oracle, root, text, len))
        return 1;
    printf("# %s\n", oracle.why);
    for (size_t i = 0; i < len; i++) {
        if (i == 0 || text[i - 1] == '\n')
            printf("# | ");
        putchar(text[i]);
    }
    putchar('\n');
    return -1;
}

/* Texts that lie on a border of the subset; accepted or not, they must not be misread. */
static const char *const borders[] = {
    "a: b",
    "a: b\n",
    "a: b\r\nc: d\r\n",
    "\xef\xbb\xbf"
    "a: b\n",
    "---\na: b\n",
    "# c\n--- # c\n\na: b\n",
    "a: b\n---\nc: d\n",
    "a: b\n...\n",
    "--- a: b\n",
    "a:\n",
    "a:",
    "a: \nb:\n",
    "a:\n- b\n- c\nd: e\n",
    "a:\n  - b\n  -\n  - c: d\n    e: f\n",
    "- - a\n  - b\n- c: d\n",
    "-\n  a: b\n-\n  - c\n",
    "- a:\n  - b\n  c: d\n",
    "- a:\n    - b\n  c: d\n",
    "a:\n  b\n",
    "a:\n  b\n c\n",
    "a: b\n c\n",
    "a: b\n\n  c\n",
    "a: b # c\n  d\n",
    "a: b#c\n",
    "a: 'b'#c\n",
    "a: b #c\n",
    "a: 'it''s'\n",
    "a: ''\nb: \"\"\n",
    "'a': b\n\"c d\" : e\n",
    "'': b\n",
    "a : b\n",
    "a:b: c\n",
    "a: b:c\n",
    "a: b:\n",
    "a: b: c\n",
    "a: :b\n",
    "a: -b\nc: -1\n",
    "a: -\n",
    "a: - b\n",
    "a: ?b\n",
    "a: ~\nb: null\nc: no\nN: N\ny: y\n1:30: 2:8\n",
    "+R: RF\n3check: 3\n",
    "a: [b, c]\n",
    "a: [b, c,]\n",
    "a: [b,\n c]\n",
    "a: [b,\nc]\n",
    "a: [\n  b\n]\n",
    "a: [\n  b\n ]\n",
    "a: [b\n c]\n",
    "a: [b c, d]\n",
    "a: [b: c]\n",
    "a: []\nb: {}\n",
    "a: [ ]\nb: { }\n",
    "a: {b: c, d: e}\n",
    "a: {b: , c: }\n",
    "a: {b:, c: d}\n",
    "a: {b}\n",
    "a: {b: }\n",
    "a: {b:}\n",
    "a: {b:\n  c}\n",
    "a: {b\n : c}\n",
    "a: {'b': c, \"d\": 'e'}\n",
    "a: {'b':c}\n",
    "a: {b: [c, {d: e}], f: g h}\n",
    "a: {b: c} # d\n",
    "a: {b: c # d\n  }\n",
    "a: {b: c, # d\n  e: f}\n",
    "a: {b: c,# d\n  e: f}\n",
    "a: [b, -, c]\n",
    "a: [-1, - b]\n",
    "a: [b?, c]\n",
    "a: [b?c, d ? e]\n",
    "a: {b?: c}\n",
    "a: [b - c, d-]\n",
    "a: [b:c, d:]\n",
    "a: [b::c]\n",
    "a: [b#c, d]\n",
    "[a, b]\n",
    "{a: b,\nc: d}\n",
    "{a: b,\n---\nc: d}\n",
    "[a,\n- b]\n",
    "[a, 'b\n c']\n",
    "{a: b}: c\n",
    "[a]: b\n",
    "? a\n: b\n",
    "a: &b c\n",
    "a: *b\n",
    "a: !b c\n",
    "<<: {a: b}\n",
    "'<<': b\n",
    "a: |\n  b\n",
    "a: |\n  b",
    "a: |-\n  b",
    "a: |\n  b\n\n\n",
    "a: |-\n  b\n\n\n",
    "a: |\n\n  b\n   c\n\n  d\nb: c\n",
    "a: |\n    \n  b\n",
    "a: |\n  b\n    \n",
    "a: |\n  b\n \n  c\n",
    "a: |\n  b\n c\n",
    "a: |\n  b\n # c\nd: e\n",
    "a: |\n  b\n # c\n  d\n",
    "a: |\n  # b\n",
    "a: |\n# b\n",
    "a: |\nb: c\n",
    "a: |\n\n\nb: c\n",
    "a: |",
    "a: |\n  \tb\n",
    "a: |\n  b\tc\n",
    "a: |\n  b\n\t\n",
    "a: |\n  b\n  \t\n",
    "a: |+\n  b\n",
    "a: |2\n   b\n",
    "a: | # b\n  c\n",
    "a: |b\n",
    "a: >\n  b\n",
    "a: | \n  b\r\n  c\r\n",
    "- |\n a\n- |-\n b\n",
    "- - |\n   a\n",
    "a:\n- |\n  b\n- c\n",
    "a:\n- |\n b\n",
    "- a: |\n   b\n",
    "- a: |\n  b\n",
    "a: 'b\n  c'\n",
    "a: \"b\n  c\"\n",
    "a: \"\\x41\\u3042\\U0001f600\\\\\\\"\\/\\n\\t\"\n",
    "a: \"\\x00\"\n",
    "a: \"\\ud800\"\n",
    "a: \"\\e\"\n",
    "a: \"b\\\n  c\"\n",
    "a: 'b\\n'\n",
    "a: ' b '\nc: \" d\t\"\n",
    "a: \tb\n",
    "a: b\t\n",
    "a: b\t# c\n",
    "\ta: b\n",
    "a:\n\tb: c\n",
    "a:\n  b: c\n\t\nd: e\n",
    "a: b\n  \n   # c\nd: e\n",
    "  a: b\n  c: d\n",
    "  a: b\nc: d\n",
    "a:\n    b: c\n  d: e\n",
    "a:\n  b: c\n   d: e\n",
    "a: b\na: c\n",
    "a: b\n- c\n",
    "- a\nb: c\n",
    "- a\n - b\n",
    "a\n",
    "- a\n-b\n",
    "-a: b\n",
    "- -a: b\n",
    "---a: b\n",
    "...a: b\n",
    "a: ---\nb: ...\n",
    "a: %b\n",
    "%a: b\n",
    "a: @b\n",
    "a: `b\n",
    "a: b, c]\n",
    "a]: b\n",
    "a: \xe3\x81\x82\n\xe3\x81\x84: b\n",
    "a: b\xc2\x85"
    "c: d\n",
    "a: b\xe2\x80\xa8 c\n",
    "a: \xef\xbb\xbf"
    "b\n",
    "a: b\rc: d\n",
    "a: \x01\n",
    "a: \xff\n",
    "",
    "# only a comment\n",
};

static void test_borders(void)
{
    struct bm_issues issues;
    char name[80];
    for (size_t i = 0; i < sizeof borders / sizeof borders[0]; i++) {
        snprintf(name, sizeof name, "%.70s", borders[i]);
        const int got = compare(borders[i], strlen(borders[i]), &issues);
        ok_named(got >= 0, "border %zu %s: %s", i, got ? "is read alike" : "is refused", name);
    }
}

static void test_file(const char *path)
{
    static char text[BM_MAX_VARIANT_TEXT + 1];
    struct bm_issues issues;
    FILE *const f = fopen(path, "rb");
    if (!f)
        tap_bail("cannot open a file");
    const size_t len = fread(text, 1, sizeof text, f);
    fclose(f);
    const char *const name = strrchr(path, '/');
    ok_named(compare(text, len, &issues) == 1, "%s is read alike", name ? name + 1 : path);
    if (issues.count)
        printf("# line %u: %s\n", issues.list[0].line, issues.list[0].message);
}

static const char *const words[] = {
    "K",      "mfW cefF imfnD", "+R",     "3check", "no",    "y",     "2:8",    "a-b",
    "-1",     "W@@palace",      "fcR>K",  "~",      "1.5",   "x#y",   "it's",   "say \"x\"",
    "\u5c06", "R>!X ^Y",        "a  b c", "null",   "<1,2>", "pR^!C", "T(1,1)", "...x",
};

static const char *const quoted[] = {
    "''",       "'a: b'",   "'[F?R]'",       "'it''s'",         "' # '",   "\"\"",
    "\"a\\n\"", "\"\\\"\"", "\"\\u5c06 x\"", "\"\\\\ \\/\\t\"", "\"{,}\"", "'-'",
};

#define PICK(list) list[random_below(sizeof list / sizeof list[0])]

static void put_comment(struct text *t)
{
    put_blanks(t, random_below(8) == 0 ? random_below(4) : 0);
    if (chance(8))
        put(t, " # c: 'd");
    put(t, "\n");
    while (chance(6)) {
        put_blanks(t, random_below(5));
        put(t, chance(50) ? "#x\n" : "\n");
    }
}

static void put_scalar(struct text *t, bool flow)
{
    const char *const word = chance(70) ? PICK(words) : PICK(quoted);
    /* Commas would end the words that have them. */
    const bool needs_quotes = flow && *word != '"' && *word != '\'' && strchr(word, ',');
    put(t, needs_quotes ? "'" : "");
    put(t, word);
    put(t, needs_quotes ? "'" : "");
}

static void put_key(struct text *t, unsigned number)
{
    char key[32];
    static const char *const shapes[] = {
        "k%u: ", "+K%u: ", "'q %u': ", "\"%u\\t\": ", "%u : ", "a b %u:  "};
    snprintf(key, sizeof key, "%u", number);
    const char *const shape = PICK(shapes);
    const char *const mark = strstr(shape, "%u");
    char whole[64];
    snprintf(whole, sizeof whole, "%.*s%s%s", (int)(mark - shape), shape, key, mark + 2);
    put(t, whole);
}

static void put_flow_break(struct text *t, unsigned indent)
{
    if (chance(85))
        return;
    put(t, chance(20) ? " # c\n" : "\n");
    put_blanks(t, indent + 1 + random_below(4));
}

static void put_flow(struct text *t, unsigned indent, unsigned depth)
{
    const bool map = chance(50);
    const unsigned count = random_below(4);
    put(t, map ? "{" : "[");
    for (unsigned i = 0; i < count; i++) {
        put_flow_break(t, indent);
        if (map)
            put_key(t, i);
        if (depth > 0 && chance(25))
            put_flow(t, indent, depth - 1);
        else if (!map || chance(90))
            put_scalar(t, true);
        put_flow_break(t, indent);
        if (i + 1 < count || chance(10))
            put(t, ", ");
    }
    put_flow_break(t, indent);
    put(t, map ? "}" : "]");
}

static void put_literal(struct text *t, unsigned indent)
{
    const unsigned inner = indent + 1 + random_below(4);
    put(t, chance(60) ? "|" : "|-");
    put(t, chance(10) ? " # c\n" : "\n");
    bool begun = false; /* the first line that is not empty sets the indentation */
    for (unsigned i = 0, lines = random_below(5); i < lines; i++) {
        if (chance(20)) {
            put_blanks(t, random_below(inner));
        } else {
            put_blanks(t, inner + (begun && chance(20) ? 2 : 0));
            begun = true;
            put(t, chance(20) ? "# : - x" : PICK(words));
        }
        put(t, "\n");
    }
}

/* A value behind "key:" or "-", of a block that is indented by `indent`. */
static void put_value(struct text *t, unsigned indent, unsigned depth, bool item);

static void put_block(struct text *t, unsigned indent, unsigned depth, bool first_is_placed)
{
    const bool map = chance(65);
    for (unsigned i = 0, count = 1 + random_below(4); i < count; i++) {
        if (i > 0 || !first_is_placed)
            put_blanks(t, indent);
        if (map) {
            put_key(t, i);
            put_value(t, indent, depth, false);
        } else {
            put(t, "- ");
            put_value(t, indent, depth, true);
        }
    }
}

static void put_value(struct text *t, unsigned indent, unsigned depth, bool item)
{
    const unsigned what = random_below(depth > 0 ? 10 : 6);
    if (what == 0 && chance(40)) {
        put_comment(t);
    } else if (what == 1) {
        put_literal(t, indent);
    } else if (what == 2) {
        put_flow(t, indent, depth);
        put_comment(t);
    } else if (what < 6) {
        if (chance(10)) {
            put_comment(t);
            put_blanks(t, indent + 1 + random_below(3));
        }
        put_scalar(t, false);
        put_comment(t);
    } else if (item && chance(60)) {
        put_block(t, indent + 2, depth - 1, true);
    } else {
        put_comment(t);
        put_block(t, indent + 1 + random_below(4), depth - 1, false);
    }
}

/* Damage in one place: the kinds of mistakes that people make, and those that they do not. */
static void damage(struct text *t)
{
    static const char *const bits[] = {
        " ",  "\n",   "\t",   ":",   ": ", "- ", "-", "#",     " #", "'",       "\"",
        "[",  "]",    "{",    "}",   ",",  "|",  ">", "&",     "*",  "!",       "? ",
        "\\", "\r\n", "\n  ", "\n-", "%",  "<<", "@", "\n---", "a",  "\xc3\xa9"};
    const size_t at = random_below((unsigned)t->len + 1);
    const unsigned how = random_below(4);
    const size_t cut = how == 0 || t->len == at ? 0 : 1 + random_below(how == 1 ? 1 : 6);
    const size_t drop = cut < t->len - at ? cut : t->len - at;
    const char *const bit = how == 1 || how == 3 ? "" : PICK(bits);
    static struct text copy;
    copy.len = 0;
    memcpy(copy.s, t->s, at);
    copy.len = at;
    put(&copy, bit);
    const size_t rest = t->len - at - drop;
    if (rest < sizeof copy.s - copy.len) {
        memcpy(copy.s + copy.len, t->s + at + drop, rest);
        copy.len += rest;
    }
    memcpy(t->s, copy.s, copy.len);
    t->len = copy.len;
}

static void test_random(unsigned texts)
{
    static struct text good, bad;
    struct bm_issues issues;
    unsigned refused = 0, misread = 0, accepted = 0, damaged = 0;
    for (unsigned i = 0; i < texts && misread < 3; i++) {
        good.len = 0;
        if (chance(10))
            put(&good, "---\n");
        put_block(&good, 0, 3, false);
        const int whole = compare(good.s, good.len, &issues);
        misread += whole < 0;
        if (whole == 0 && refused++ < 3)
            printf("# refused, line %u: %s\n%.*s\n", issues.list[0].line,
                   issues.list[0].message, (int)good.len, good.s);
        for (unsigned j = 0; j < 8; j++) {
            bad = good;
            for (unsigned k = random_below(3) + 1; k > 0; k--)
                damage(&bad);
            const int got = compare(bad.s, bad.len, &issues);
            damaged++;
            accepted += got > 0;
            misread += got < 0;
        }
    }
    printf("# %u of %u damaged texts are accepted\n", accepted, damaged);
    ok_named(refused == 0, "%u good texts are accepted", texts);
    ok_named(misread == 0, "nothing is read otherwise than libyaml does");
    ok_named(accepted > damaged / 10 && accepted < damaged, "damage is noticed, not always");
}

int main(int argc, char **argv)
{
    test_borders();
    for (int i = 1; i < argc; i++)
        test_file(argv[i]);
    test_random((unsigned)tap_env_u64("BANMEN_TEST_TEXTS", 10000));
    return tap_done();
}
