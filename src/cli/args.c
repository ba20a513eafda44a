/* SPDX-License-Identifier: MIT */
#include "cli/args.h"

#include <stdio.h>
#include <string.h>

#include "base/near.h"

const struct bm_cli_command *bm_cli_command_find(const char *name)
{
    for (const struct bm_cli_command *c = bm_cli_commands; c->name; c++) {
        if (strcmp(c->name, name) == 0)
            return c;
    }
    return NULL;
}

void bm_cli_command_refuse(const char *name)
{
    fprintf(stderr, "banmen: there is no command '%s'", name);
    const char *best = NULL;
    for (const struct bm_cli_command *c = bm_cli_commands; c->name; c++)
        best = bm_nearer(name, c->name, best);
    if (best)
        fprintf(stderr, "; did you mean '%s'?", best);
    fprintf(stderr, "\nTry 'banmen help'.\n");
}

static int refuse_option(const struct bm_args *args, const char *name)
{
    fprintf(stderr, "banmen: there is no option '%s'", name);
    const bm_opt_set known = args->command ? args->command->options : ~(bm_opt_set)0;
    const char *best = NULL;
    name += strspn(name, "-");
    for (unsigned i = 0; i < OPT_COUNT; i++) {
        if (known >> i & 1)
            best = bm_nearer(name, bm_cli_options[i].name, best);
    }
    if (best)
        fprintf(stderr, "; did you mean '--%s'?", best);
    fprintf(stderr, "\nTry 'banmen help%s%s'.\n", args->command ? " " : "",
            args->command ? args->command->name : "");
    return EXIT_USAGE;
}

/* A number from o->min to o->max, and nothing else. */
static bool read_number(unsigned *out, const struct bm_cli_option *o, const char *text)
{
    unsigned v = 0;
    const char *t = text;
    for (; *t >= '0' && *t <= '9' && v <= o->max; t++)
        v = v * 10 + (unsigned)(*t - '0');
    if (t == text || *t != '\0' || v < o->min || v > o->max)
        return false;
    *out = v;
    return true;
}

bool bm_choice_find(unsigned *out, const char *list, const char *text)
{
    const size_t n = strlen(text);
    for (unsigned i = 0;; i++) {
        const size_t len = strcspn(list, "|");
        if (len == n && memcmp(list, text, n) == 0) {
            *out = i;
            return true;
        }
        if (list[len] == '\0')
            return false;
        list += len + 1;
    }
}

static int set_cli_option(struct bm_args *args, unsigned id, const char *text)
{
    const struct bm_cli_option *const o = &bm_cli_options[id];
    struct bm_option_value *const v = &args->option[id];
    v->given = true;
    v->text = text;
    if (o->arg && strstr(o->arg, "...")) {
        if (args->repeated_count == MAX_REPEATED) {
            fprintf(stderr, "banmen: --%s is there too often\n", o->name);
            return EXIT_USAGE;
        }
        args->repeated[args->repeated_count].id = (enum bm_opt)id;
        args->repeated[args->repeated_count++].text = text;
    }
    if (o->max != 0 && !read_number(&v->number, o, text)) {
        fprintf(stderr, "banmen: --%s is a number from %u to %u, not '%s'\n", o->name, o->min,
                o->max, text);
        return EXIT_USAGE;
    }
    if (o->arg && strchr(o->arg, '|') && !bm_choice_find(&v->number, o->arg, text)) {
        fprintf(stderr, "banmen: --%s is one of %s, not '%s'\n", o->name, o->arg, text);
        return EXIT_USAGE;
    }
    return 0;
}

/* OPT_COUNT if there is none. `len` is the length of a long name. */
static unsigned find_long(const char *name, size_t len)
{
    unsigned id = 0;
    while (id < OPT_COUNT && (strlen(bm_cli_options[id].name) != len ||
                              memcmp(bm_cli_options[id].name, name, len) != 0))
        id++;
    return id;
}

static unsigned find_letter(char letter)
{
    unsigned id = 0;
    while (id < OPT_COUNT && bm_cli_options[id].letter != letter)
        id++;
    return id;
}

/* One word that starts with a dash, and the next if that is its value. */
static int take_option(struct bm_args *args, char **argv, int argc, int *at)
{
    char *const word = argv[*at];
    const bool is_long = word[1] == '-';
    const size_t len = is_long ? strcspn(word + 2, "=") : 1;
    const unsigned id = is_long ? find_long(word + 2, len) : find_letter(word[1]);
    if (id == OPT_COUNT)
        return refuse_option(args, word);

    const char *const behind = is_long ? word + 2 + len : word + 2;
    if (!bm_cli_options[id].arg) {
        if (*behind != '\0') {
            fprintf(stderr, "banmen: --%s takes no value\n", bm_cli_options[id].name);
            return EXIT_USAGE;
        }
        return set_cli_option(args, id, NULL);
    }
    if (*behind != '\0' && !strchr(bm_cli_options[id].arg, ' '))
        return set_cli_option(args, id, is_long ? behind + 1 : behind);
    if (*behind != '\0' || *at + 1 >= argc) {
        fprintf(stderr, "banmen: --%s needs a value: %s\n", bm_cli_options[id].name,
                bm_cli_options[id].arg);
        return EXIT_USAGE;
    }
    const int status = set_cli_option(args, id, argv[++*at]);
    if (status || !strchr(bm_cli_options[id].arg, ' '))
        return status;
    if (*at + 1 >= argc) {
        fprintf(stderr, "banmen: --%s needs two values: %s\n", bm_cli_options[id].name,
                bm_cli_options[id].arg);
        return EXIT_USAGE;
    }
    args->option[id].more = argv[++*at];
    return 0;
}

static int check_args(const struct bm_args *args)
{
    const struct bm_cli_command *const c = args->command;
    for (unsigned i = 0; i < OPT_COUNT; i++) {
        if (args->option[i].given && !(c->options >> i & 1)) {
            fprintf(stderr,
                    "banmen: '%s' has no option '--%s'\n"
                    "Try 'banmen help %s'.\n",
                    c->name, bm_cli_options[i].name, c->name);
            return EXIT_USAGE;
        }
    }
    if (args->option[OPT_HELP].given || args->option[OPT_VERSION].given)
        return 0;
    if (args->count < c->min || args->count > c->max) {
        if (args->count > c->max)
            fprintf(stderr, "banmen: '%s' is one word too many\n", args->rest[c->max]);
        else
            fprintf(stderr, "banmen: %s is missing\n", c->positional);
        fprintf(stderr, "Usage: banmen %s [OPTION...]%s%s\nTry 'banmen help %s'.\n", c->name,
                *c->positional ? " " : "", c->positional, c->name);
        return EXIT_USAGE;
    }
    return 0;
}

int bm_args_parse(struct bm_args *args, int argc, char **argv)
{
    memset(args, 0, sizeof *args);
    args->rest = argv;

    bool options = true;
    for (int at = 1; at < argc; at++) {
        char *const word = argv[at];
        int status = 0;
        if (options && strcmp(word, "--") == 0) {
            options = false;
        } else if (options && word[0] == '-' && word[1] != '\0') {
            status = take_option(args, argv, argc, &at);
        } else if (!args->command) {
            args->command = bm_cli_command_find(word);
            if (!args->command) {
                bm_cli_command_refuse(word);
                status = EXIT_USAGE;
            }
        } else {
            args->rest[args->count++] = word;
        }
        if (status)
            return status;
    }
    return args->command ? check_args(args) : 0;
}
