/* SPDX-License-Identifier: MIT */

/* The file of engines: what is read, what is refused, what is written, and by how many. */

#define _XOPEN_SOURCE 700

#include "engine/registry.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "banmen/search.h"
#include "spec_text.h"
#include "tap.h"

static char folder[] = "registry_test.XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[8][256];
    static unsigned turn;
    turn = (turn + 1) % 8;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static void put(const char *path, const char *text)
{
    FILE *const f = fopen(path, "wb");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0)
        tap_bail("cannot write a file");
}

static const char *get(const char *path)
{
    static char text[65536];
    FILE *const f = fopen(path, "rb");
    if (!f)
        return "(none)";
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

/* The text that a text becomes when it is read and written, or why it is not read. */
static const char *again(const char *text)
{
    static char out[4096];
    struct bm_registry r = {.lock = -1};
    struct bm_buf b = {0};
    struct bm_error err;
    if (bm_registry_parse(&r, text, strlen(text), &err)) {
        snprintf(out, sizeof out, "%u:%u: %s", err.line, err.column, err.what);
    } else {
        bm_registry_format(&r, &b);
        bm_buf_char(&b, '\0');
        snprintf(out, sizeof out, "%s", b.s);
        bm_buf_free(&b);
    }
    bm_registry_close(&r);
    return out;
}

static const char full[] = "{\n"
                           "  \"format\": 1,\n"
                           "  \"engines\": [\n"
                           "    {\n"
                           "      \"name\": \"a\",\n"
                           "      \"command\": \"/bin/a b\",\n"
                           "      \"args\": [\"-x\", \"\\\"\"],\n"
                           "      \"dir\": \"/opt\",\n"
                           "      \"protocol\": \"usi\",\n"
                           "      \"options\": {\"Hash\": \"64\", \"Clear\": \"\"},\n"
                           "      \"variants\": [\"shogi\", \"minishogi\"],\n"
                           "      \"deadlines\": {\"ready\": 20000, \"quit\": 1},\n"
                           "      \"color\": [1, {\"x\": null}], \"rank\": 1.50\n"
                           "    },\n"
                           "    {\n"
                           "      \"name\": \"B 将棋\",\n"
                           "      \"command\": \"b\"\n"
                           "    }\n"
                           "  ],\n"
                           "  \"theme\": \"dark\"\n"
                           "}\n";

static void test_text(void)
{
    eq_str(again(full), full);
    eq_str(again(""), "{\n  \"format\": 1,\n  \"engines\": []\n}\n");
    eq_str(again(" \n"), again(""));
    eq_str(again("{}"), again(""));
    /* By hand: sorted, numbers and truth values are texts, the usual deadlines are not said. */
    eq_str(again("{\"engines\":[{\"name\":\"z\",\"command\":\"z\"},{\"command\":\"y\","
                 "\"name\":\"Y\",\"options\":{\"Hash\":64,\"Ponder\":true},\"args\":[],"
                 "\"protocol\":\"auto\",\"deadlines\":{\"handshake\":10000}}]}"),
           "{\n  \"format\": 1,\n  \"engines\": [\n"
           "    {\n      \"name\": \"Y\",\n      \"command\": \"y\",\n"
           "      \"options\": {\"Hash\": \"64\", \"Ponder\": \"true\"}\n    },\n"
           "    {\n      \"name\": \"z\",\n      \"command\": \"z\"\n    }\n  ]\n}\n");
}

#define ENGINE(rest) "{\"engines\": [\n{\"name\": \"a\", \"command\": \"b\"" rest

static void test_mistakes(void)
{
    static const char *const pairs[][2] = {
        {"[]", "1:1: a list of engines is an object: {\"format\": 1, \"engines\": []}"},
        {"{\"engines\": 1}", "1:13: engines are a list: [{...}, {...}]"},
        {"{\"engines\": [1]}", "1:14: an engine is an object: "
                               "{\"name\": ..., \"command\": ...}"},
        {"{\"engines\": [\n  {\"name\": \"a\"}]}", "2:3: this engine has no 'command'"},
        {"{\"engines\": [{\"command\": \"a\"}]}", "1:14: this engine has no 'name'"},
        {"{\"engines\": [{\"name\": 1}]}", "1:23: a text in quotes is expected here"},
        {"{\"engines\": [{\"name\": \"\", \"command\": \"b\"}]}", "1:14: the name is missing"},
        {"{\"engines\": [{\"name\": \"a/b\", \"command\": \"b\"}]}",
         "1:14: a name may not hold / [ ] \\ or quotes"},
        {"{\"engines\": [{\"name\": \"a\", \"command\": \"\"}]}",
         "1:39: the command is empty: it is the path of a program"},
        {"{\"engines\": [{\"name\": \"a\\u0000\", \"command\": \"b\"}]}",
         "1:23: a text may not hold a NUL (\\u0000)"},
        {ENGINE(", \"name\": \"c\"}]}"), "2:31: 'name' is there twice"},
        {ENGINE("}, {\"name\": \"A\", \"command\": \"b\"}]}"),
         "2:32: there is an engine 'A' already"},
        {ENGINE(", \"args\": \"-u\"}]}"),
         "2:39: a list of texts is expected here: [\"...\", \"...\"]"},
        {ENGINE(", \"args\": [1]}]}"), "2:40: a text in quotes is expected here"},
        {ENGINE(", \"protocol\": \"xboard\"}]}"),
         "2:43: a protocol is \"uci\", \"usi\" or \"auto\""},
        {ENGINE(", \"options\": []}]}"), "2:42: options are an object: {\"NAME\": \"VALUE\"}"},
        {ENGINE(", \"options\": {\"a\": []}}]}"),
         "2:48: the value of an option is a text, a number, true or false"},
        {ENGINE(", \"options\": {\"a\": 1, \"A\": 2}}]}"),
         "2:51: the option 'A' is there twice"},
        {ENGINE(", \"options\": {\"a\": \"\\n\"}}]}"),
         "2:43: an option has a name and is one line"},
        {ENGINE(", \"deadlines\": {\"ready\": 0}}]}"),
         "2:54: a deadline is from 1 to 86400000 milliseconds"},
        {ENGINE(", \"deadlines\": {\"redy\": 5}}]}"),
         "2:45: a deadline is handshake, ready, move, stop or quit, not 'redy'"},
        {ENGINE("}]}\n}"), "3:1: nothing may follow the last }"},
        {ENGINE(", \"x\": tru}]}"), "2:36: a value is expected here: a string, a number, {, [, "
                                    "true, false or null"},
        {ENGINE(""), "2:29: the file ends here, inside a value"},
        {"{\"engines\": [],\n \"engines\": []}", "2:2: 'engines' is there twice"},
        {"{\"format\": 2}", "1:12: this is of a newer banmen, which must be used to change it"},
        {"{\"format\": \"1\"}", "1:12: the format is a number: 1"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        eq_str(again(pairs[i][0]), pairs[i][1]);
}

static bm_status add(struct bm_registry *r, const char *name, struct bm_error *err)
{
    struct bm_engine_spec spec;
    if (bm_spec_parse(&spec, "/bin/true", err))
        tap_bail("out of memory");
    if (bm_spec_set(&spec.name, name))
        tap_bail("out of memory");
    const bm_status status = bm_registry_add(r, &spec, err);
    bm_spec_fini(&spec);
    return status;
}

static void test_names(void)
{
    static const char *const bad[] = {"",    "-x",  " x",        "x ",        "a/b", "a[b",
                                      "a]b", "a\n", "builtin:1", "Builtin 7", "a'b", "a\"b"};
    struct bm_registry r = {.lock = -1};
    struct bm_error err;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ok_named(add(&r, bad[i], &err) == BM_EINVAL && *err.what, "no name: '%s'", bad[i]);
    ok(add(&r, "m", &err) == BM_OK && add(&r, "z", &err) == BM_OK &&
       add(&r, "A", &err) == BM_OK);
    ok(add(&r, "M", &err) == BM_EINVAL);
    eq_str(err.what, "there is an engine 'M' already");
    eq_str(r.engines[0].name, "A");
    eq_str(r.engines[2].name, "z");
    ok(bm_registry_find(&r, "Z") == &r.engines[2]);
    ok(!bm_registry_find(&r, "zz") && !bm_registry_find(&r, ""));
    ok(bm_registry_remove(&r, "M") && !bm_registry_remove(&r, "M"));
    eq_u64(r.count, 2);
    eq_str(r.engines[1].name, "z");
    bm_registry_close(&r);
}

/* Engines of any shape are the same after they were written and read. */
static void test_round_trip(void)
{
    uint64_t seed = 1;
    unsigned same = 0;
    for (unsigned round = 0; round < 300; round++) {
        struct bm_registry r = {.lock = -1}, back = {.lock = -1};
        struct bm_buf first = {0}, second = {0};
        struct bm_error err;
        for (unsigned n = round % 5; n--;) {
            struct bm_engine_spec spec;
            char text[40];
            bm_spec_init(&spec);
            for (unsigned i = 0; i < 12; i++) {
                unsigned len = 0;
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                for (uint64_t bits = seed >> 20; bits && len < 30; bits >>= 7)
                    text[len++] = (char)(bits % 126 + 1);
                text[len] = '\0';
                bm_status status = BM_OK;
                switch ((seed >> 8) % 6) {
                case 0: status = bm_spec_set(&spec.command, text); break;
                case 1: status = bm_spec_set(&spec.dir, text); break;
                case 2: status = bm_spec_add_arg(&spec, text); break;
                case 3: status = bm_spec_add_variant(&spec, text); break;
                case 4: (void)!bm_spec_set_option(&spec, text, text); break;
                default: spec.deadlines.move = 1 + (int64_t)(seed >> 40); break;
                }
                if (status)
                    tap_bail("out of memory");
            }
            snprintf(text, sizeof text, "engine %u", n);
            if (bm_spec_set(&spec.name, text) ||
                (!spec.command && bm_spec_set(&spec.command, "x")) ||
                bm_registry_add(&r, &spec, &err))
                tap_bail("cannot add an engine");
            bm_spec_fini(&spec);
        }
        bm_registry_format(&r, &first);
        const bm_status status = bm_registry_parse(&back, first.s, first.len, &err);
        if (!status)
            bm_registry_format(&back, &second);
        same += !status && first.len == second.len && !memcmp(first.s, second.s, first.len);
        bool equal = r.count == back.count;
        for (size_t i = 0; equal && i < r.count; i++) {
            const struct bm_engine_spec *const a = &r.engines[i], *const b = &back.engines[i];
            equal = !strcmp(a->command, b->command) && a->args_count == b->args_count &&
                    a->options_count == b->options_count &&
                    a->variants_count == b->variants_count &&
                    a->deadlines.move == b->deadlines.move;
            for (size_t k = 0; equal && k < a->args_count; k++)
                equal = !strcmp(a->args[k], b->args[k]);
        }
        same -= !equal;
        bm_buf_free(&first);
        bm_buf_free(&second);
        bm_registry_close(&r);
        bm_registry_close(&back);
    }
    eq_u64(same, 300);
}

static void test_file(void)
{
    struct bm_registry r;
    struct bm_error err;
    struct stat st;
    const char *const path = in_folder("new/deep/engines.json");
    ok(bm_registry_open(&r, path, false, &err) == BM_OK && r.count == 0);
    ok(bm_registry_save(&r, &err) == BM_EINVAL);
    bm_registry_close(&r);
    ok_named(access(in_folder("new"), F_OK) != 0, "looking makes no folder");

    ok(bm_registry_open(&r, path, true, &err) == BM_OK);
    ok(add(&r, "one", &err) == BM_OK && bm_registry_save(&r, &err) == BM_OK);
    bm_registry_close(&r);
    ok(stat(in_folder("new"), &st) == 0 && (st.st_mode & 0777) == 0700);
    ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);

    ok(chmod(path, 0640) == 0);
    ok(bm_registry_open(&r, path, true, &err) == BM_OK && r.count == 1);
    ok(add(&r, "two", &err) == BM_OK && bm_registry_save(&r, &err) == BM_OK);
    bm_registry_close(&r);
    ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0640);
    ok(strstr(get(path), "\"one\"") && strstr(get(path), "\"two\""));
}

static void test_link(void)
{
    struct bm_registry r;
    struct bm_error err;
    struct stat st;
    put(in_folder("target.json"), "{}");
    ok(symlink("target.json", in_folder("link.json")) == 0);
    ok(bm_registry_open(&r, in_folder("link.json"), true, &err) == BM_OK);
    ok(add(&r, "linked", &err) == BM_OK && bm_registry_save(&r, &err) == BM_OK);
    bm_registry_close(&r);
    ok(lstat(in_folder("link.json"), &st) == 0 && S_ISLNK(st.st_mode));
    ok(strstr(get(in_folder("target.json")), "linked"));
}

static void test_broken_file(void)
{
    static const char text[] = "{\"engines\": [\n oops ]}";
    struct bm_registry r;
    struct bm_error err;
    char want[300];
    char *real;
    const char *const path = in_folder("broken.json");
    put(path, text);
    ok(bm_registry_place(&real, path, &err) == BM_OK);
    ok(bm_registry_open(&r, path, true, &err) == BM_ESYNTAX);
    ok(err.line == 2 && err.column == 2);
    snprintf(want, sizeof want, "%s:2:2: a value is expected here", real);
    ok_named(strlen(real) > 100 || strncmp(err.what, want, strlen(want)) == 0, "%s", err.what);
    eq_str(get(path), text);
    free(real);

    ok(bm_registry_open(&r, folder, false, &err) == BM_EINVAL);
    ok_named(strstr(err.what, " is no file"), "%s", err.what);
    ok(bm_registry_open(&r, in_folder("broken.json/x.json"), true, &err) == BM_EINVAL);
    ok_named(strstr(err.what, "irectory"), "%s", err.what);
}

/* What is no file is neither waited for nor replaced. */
static void test_devices(void)
{
    struct bm_registry r;
    struct bm_error err;
    const char *const pipe = in_folder("pipe");
    ok(bm_registry_open(&r, "/dev/null", false, &err) == BM_OK && r.count == 0);
    bm_registry_close(&r);
    ok(bm_registry_open(&r, "/dev/null", true, &err) == BM_EINVAL);
    eq_str(err.what, "/dev/null is no file");
    ok(mkfifo(pipe, 0600) == 0);
    ok(bm_registry_open(&r, pipe, false, &err) == BM_EINVAL);
    ok(bm_registry_open(&r, pipe, true, &err) == BM_EINVAL);
}

static void test_not_utf8(void)
{
    struct bm_registry r;
    struct bm_error err;
    struct bm_engine_spec spec;
    const char *const path = in_folder("latin.json");
    ok(bm_spec_parse(&spec, "/opt/caf\xe9", &err) == BM_OK);
    ok(bm_spec_set(&spec.name, "cafe") == BM_OK);
    ok(bm_registry_open(&r, path, true, &err) == BM_OK);
    ok(bm_registry_add(&r, &spec, &err) == BM_OK);
    ok(bm_registry_save(&r, &err) == BM_EINVAL);
    ok_named(strstr(err.what, "UTF-8"), "%s", err.what);
    bm_registry_close(&r);
    bm_spec_fini(&spec);
    eq_str(get(path), "(none)");
}

enum { WRITERS = 4, EACH = 15 };

static void write_some(const char *path, unsigned who)
{
    for (unsigned i = 0; i < EACH; i++) {
        struct bm_registry r;
        struct bm_error err;
        char name[32];
        snprintf(name, sizeof name, "engine-%u-%u", who, i);
        if (bm_registry_open(&r, path, true, &err) || add(&r, name, &err) ||
            bm_registry_save(&r, &err)) {
            fprintf(stderr, "%s\n", err.what);
            _exit(1);
        }
        bm_registry_close(&r);
    }
    _exit(0);
}

/* Processes that add at the same time lose nothing. */
static void test_crowd(void)
{
    const char *const path = in_folder("crowd/engines.json");
    pid_t child[WRITERS];
    struct bm_registry r;
    struct bm_error err;
    fflush(stdout);
    for (unsigned i = 0; i < WRITERS; i++) {
        child[i] = fork();
        if (child[i] == 0)
            write_some(path, i);
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        int status = 1;
        ok(waitpid(child[i], &status, 0) == child[i] && status == 0);
    }
    ok(bm_registry_open(&r, path, false, &err) == BM_OK);
    eq_u64(r.count, WRITERS * EACH);
    bm_registry_close(&r);
}

static void test_place(void)
{
    struct bm_error err;
    char *path;
    unsetenv("BANMEN_ENGINES");
    setenv("HOME", "/nowhere/me", 1);
    setenv("XDG_CONFIG_HOME", "/nowhere/config", 1);
    ok(bm_registry_place(&path, NULL, &err) == BM_OK);
    eq_str(path, "/nowhere/config/banmen/engines.json");
    free(path);
    setenv("XDG_CONFIG_HOME", "relative", 1);
    ok(bm_registry_place(&path, NULL, &err) == BM_OK);
    eq_str(path, "/nowhere/me/.config/banmen/engines.json");
    free(path);
    setenv("BANMEN_ENGINES", "mine.json", 1);
    ok(bm_registry_place(&path, NULL, &err) == BM_OK);
    eq_str(path, "mine.json");
    free(path);
    unsetenv("BANMEN_ENGINES");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    ok(bm_registry_place(&path, NULL, &err) == BM_EINVAL);
    eq_str(err.what, "HOME is not set: BANMEN_ENGINES can name the file of engines");
}

/* "NAME: PARTS" of what a text resolves to, or why it does not. */
static const char *resolved(const char *text)
{
    static char out[SPEC_TEXT + 128];
    char parts[SPEC_TEXT] = "";
    struct bm_engine_spec spec;
    struct bm_error err;
    unsigned level = 99;
    if (bm_registry_resolve(&spec, &level, text, &err)) {
        snprintf(out, sizeof out, "%s", err.what);
        return out;
    }
    if (level) {
        snprintf(out, sizeof out, "level %u", level);
    } else {
        spec_text(&spec, parts);
        snprintf(out, sizeof out, "%s: %s", spec.name, parts);
    }
    bm_spec_fini(&spec);
    return out;
}

static void test_resolve(void)
{
    char here[200], want[512];
    put(in_folder("engines.json"),
        "{\"engines\": [{\"name\": \"fish\", \"command\": \"/bin/sh\", \"args\": [\"-x\"],"
        "\"options\": {\"Hash\": 1, \"Threads\": 2}},"
        "{\"name\": \"Big fish\", \"command\": \"sh\"},"
        "{\"name\": \"gone\", \"command\": \"/bin/that-is-not-there\"}]}");
    setenv("BANMEN_ENGINES", in_folder("engines.json"), 1);
    setenv("PATH", "/nowhere:/bin", 1);
    if (!getcwd(here, sizeof here))
        tap_bail("no folder to be in");
    put(in_folder("run"), "#!/bin/sh\n");
    put(in_folder("text"), "");
    ok(chmod(in_folder("run"), 0755) == 0);

    eq_str(resolved("fish"), "fish: /bin/sh|-x;Hash=1;Threads=2");
    eq_str(resolved("FISH [hash=9; Skill=0]"), "fish: /bin/sh|-x;Hash=9;Threads=2;Skill=0");
    eq_str(resolved("Big fish"), "Big fish: /bin/sh");
    eq_str(resolved("big fish [a=b]"), "Big fish: /bin/sh;a=b");
    eq_str(resolved("sh -c 'a b' [x=y]"), "sh: /bin/sh|-c|a b;x=y");
    eq_str(resolved("/bin/sh"), "sh: /bin/sh");
    snprintf(want, sizeof want, "run: %s/%s|a", here, in_folder("run"));
    char path[300];
    snprintf(path, sizeof path, "./%s a", in_folder("run"));
    eq_str(resolved(path), want);
    eq_str(resolved("fisch"), "there is no engine and no program 'fisch'; did you mean 'fish'? "
                              "('banmen engine list' has the engines)");
    eq_str(resolved("qwertyuiop"), "there is no engine and no program 'qwertyuiop' "
                                   "('banmen engine list' has the engines)");
    eq_str(resolved("gone"),
           "engine 'gone': '/bin/that-is-not-there': No such file or directory");
    snprintf(want, sizeof want, "'%s' may not be run: 'chmod +x' allows it", in_folder("text"));
    eq_str(resolved(in_folder("text")), want);
    eq_str(resolved("/bin"), "'/bin' is no program");
    eq_str(resolved(""), "the command is missing: a program, perhaps with arguments");
    eq_str(resolved("sh ["), "the bracket that begins here does not end");

    eq_str(resolved("builtin:1"), "level 1");
    snprintf(want, sizeof want, "builtin:%s", bm_level_name(2) ? bm_level_name(2) : "2");
    eq_str(resolved(want), "level 2");
    static const char *const none[] = {"builtin", "builtin:", "builtin:0", "builtin:99",
                                       "builtin:1x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        snprintf(want, sizeof want, "'%s': our own players are builtin:1 to builtin:%d",
                 none[i], BM_LEVELS);
        eq_str(resolved(none[i]), want);
    }

    put(in_folder("engines.json"), "{");
    ok(strstr(resolved("fish"), "engines.json:1:2: the file ends here"));
    eq_str(resolved("/bin/sh"), "sh: /bin/sh");
}

/* The folder of the spec comes first for paths, and must be there. */
static void test_locate(void)
{
    struct bm_engine_spec spec;
    struct bm_error err;
    char want[512], here[200];
    if (!getcwd(here, sizeof here))
        tap_bail("no folder to be in");
    ok(bm_spec_parse(&spec, "./run", &err) == BM_OK);
    ok(bm_spec_locate(&spec, &err) == BM_EINVAL);
    ok(bm_spec_set(&spec.dir, folder) == BM_OK && bm_spec_locate(&spec, &err) == BM_OK);
    snprintf(want, sizeof want, "%s/%s/run", here, folder);
    eq_str(spec.command, want);
    ok(bm_spec_set(&spec.dir, "no-such-folder") == BM_OK);
    ok(bm_spec_locate(&spec, &err) == BM_EINVAL);
    eq_str(err.what, "the folder 'no-such-folder': No such file or directory");
    bm_spec_fini(&spec);
}

int main(void)
{
    umask(027);
    if (!mkdtemp(folder))
        tap_bail("cannot make a folder");
    test_text();
    test_mistakes();
    test_names();
    test_round_trip();
    test_file();
    test_link();
    test_broken_file();
    test_devices();
    test_not_utf8();
    test_crowd();
    test_place();
    test_resolve();
    test_locate();
    char command[64];
    setenv("PATH", "/usr/bin:/bin", 1);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ok(system(command) == 0);
    return tap_done();
}
