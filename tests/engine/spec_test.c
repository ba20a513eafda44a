/* SPDX-License-Identifier: MIT */

/* Engines as people write them down: commands with arguments and options. */

#include "spec_text.h"
#include "tap.h"

/* The parts of a command, or why it has none. */
static const char *parts(const char *text)
{
    static char out[SPEC_TEXT];
    struct bm_engine_spec spec;
    struct bm_error err;
    if (bm_spec_parse(&spec, text, &err)) {
        snprintf(out, sizeof out, "%u: %s", err.column, err.what);
        return out;
    }
    spec_text(&spec, out);
    bm_spec_fini(&spec);
    return out;
}

static void test_words(void)
{
    eq_str(parts("stockfish"), "stockfish");
    eq_str(parts("  gnuchess\t-u \n"), "gnuchess|-u");
    eq_str(parts("\"/opt/my engine/run\" --fast"), "/opt/my engine/run|--fast");
    eq_str(parts("/opt/my\\ engine/run ''"), "/opt/my engine/run|");
    eq_str(parts("run a\"b c\"'d e'f"), "run|ab cd ef");
    eq_str(parts("run 'a\\b' \"c\\d\" \"\\\"\\\\\""), "run|a\\b|c\\d|\"\\");
    eq_str(parts("run $HOME * ~ `x` ;"), "run|$HOME|*|~|`x`|;");
    eq_str(parts("run a[b] '[c]'"), "run|a[b]|[c]");
}

static void test_options(void)
{
    eq_str(parts("sf [Hash=64; Threads=2]"), "sf;Hash=64;Threads=2");
    eq_str(parts("sf -x [ Skill Level = 3 ;Clear Hash; ]"), "sf|-x;Skill Level=3;Clear Hash=");
    eq_str(parts("sf[a=1]"), "sf[a=1]");
    eq_str(parts("sf []"), "sf");
    eq_str(parts("sf [Book=a=b; Path=\"x; y] \"; Empty=]"), "sf;Book=a=b;Path=x; y] ;Empty=");
    eq_str(parts("sf [hash=1; HASH=2]"), "sf;hash=2");
}

static void test_errors(void)
{
    eq_str(parts(""), "1: the command is missing: a program, perhaps with arguments");
    eq_str(parts("  [Hash=1]"), "3: the command is missing: a program, perhaps with arguments");
    eq_str(parts("''"), "1: the command is missing: a program, perhaps with arguments");
    eq_str(parts("sf \"x"), "4: the quote that begins here does not end");
    eq_str(parts("sf x\\"), "5: a backslash needs a character behind it");
    eq_str(parts("sf [Hash=64"), "4: the bracket that begins here does not end");
    eq_str(parts("sf [Hash=64] x"), "14: nothing may follow the options in brackets");
    eq_str(parts("sf [=64]"), "5: the name of an option is missing: [NAME=VALUE; NAME=VALUE]");
    eq_str(parts("sf [a='1\nquit']"), "5: an option is one line");
}

static void test_name(void)
{
    struct bm_engine_spec spec;
    ok(bm_spec_parse(&spec, "/usr/games/stockfish", NULL) == BM_OK);
    eq_str(spec.name, "stockfish");
    bm_spec_fini(&spec);
    ok(bm_spec_parse(&spec, "./dir/", NULL) == BM_OK);
    eq_str(spec.name, "./dir/");
    bm_spec_fini(&spec);
    ok(bm_spec_parse(&spec, "", NULL) == BM_ESYNTAX);
    ok(!spec.name && !spec.command && spec.deadlines.handshake == 10000);
}

static void test_copy(void)
{
    struct bm_engine_spec from, to;
    ok(bm_spec_parse(&from, "run -a -b [x=1; y=2]", NULL) == BM_OK);
    ok(bm_spec_set(&from.dir, "/opt") == BM_OK && bm_spec_set(&from.more, "\"k\":1") == BM_OK);
    ok(bm_spec_add_variant(&from, "shogi") == BM_OK);
    from.proto = BM_SPEC_USI;
    from.deadlines.ready = 12345;
    ok(bm_spec_copy(&to, &from) == BM_OK);
    bm_spec_fini(&from);
    ok(!from.name && from.args_count == 0 && from.options_count == 0);
    eq_str(to.name, "run");
    eq_str(to.args[1], "-b");
    ok(to.args_count == 2 && to.args[2] == NULL);
    eq_str(to.options[1].name, "y");
    eq_str(to.variants[0], "shogi");
    eq_str(to.dir, "/opt");
    eq_str(to.more, "\"k\":1");
    ok(to.proto == BM_SPEC_USI && to.deadlines.ready == 12345);
    bm_spec_fini(&to);
}

static void test_change(void)
{
    struct bm_engine_spec spec;
    bm_spec_init(&spec);
    ok(bm_spec_set_option(&spec, "Hash", "1") == BM_OK);
    ok(bm_spec_set_option(&spec, "Threads", "2") == BM_OK);
    ok(bm_spec_set_option(&spec, "hash", "3") == BM_OK);
    eq_u64(spec.options_count, 2);
    eq_str(spec.options[0].value, "3");
    ok(bm_spec_set_option(&spec, "", "3") == BM_EINVAL);
    ok(bm_spec_set_option(&spec, "a", "3\nquit") == BM_EINVAL);
    ok(bm_spec_drop_option(&spec, "HASH"));
    ok(!bm_spec_drop_option(&spec, "HASH"));
    eq_u64(spec.options_count, 1);
    eq_str(spec.options[0].name, "Threads");
    ok(bm_spec_set(&spec.dir, "a") == BM_OK && bm_spec_set(&spec.dir, NULL) == BM_OK);
    ok(spec.dir == NULL);
    bm_spec_fini(&spec);
}

int main(void)
{
    test_words();
    test_options();
    test_errors();
    test_name();
    test_copy();
    test_change();
    return tap_done();
}
