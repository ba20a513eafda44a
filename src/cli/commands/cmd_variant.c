/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/position/command_position.h"
#include "cli/variants/variant_report.h"
#include "session/batch/self_play.h"
#include "terminal/variant_messages.h"

enum { PLIES = 10000 };

static int list_variants(const struct bm_args *args)
{
    const enum bm_lang lang = bm_args_lang(args);
    const char *name;
    int status = EXIT_YES;
    for (unsigned i = 0; (name = bm_variant_name_at(i)) != NULL; i++) {
        const struct bm_rules *const rules = bm_variant_rules_open(name, lang);
        if (!rules) {
            status = EXIT_USAGE;
            continue;
        }
        if (args->option[OPT_JSON].given) {
            struct bm_buf j = {0};
            bm_json_begin(&j, '{');
            bm_variant_json(&j, rules);
            bm_json_print(&j);
        } else {
            printf("%s\t%s\n", name, bm_rules_info(rules)->title[lang]);
        }
        bm_rules_release(rules);
    }
    return status;
}

/* Self-play that fails is reported as an error of the file. */
static void try_out(const struct bm_rules *rules, struct bm_issues *issues)
{
    struct bm_issue issue = {.line = 1, .column = 1, .length = 1, .code = "self-play"};
    if (bm_self_play(rules, PLIES, issue.message, sizeof issue.message))
        return;
    issues->errors++;
    /* Inserted before the warnings; if the list is full, the last warning is dropped. */
    issues->count -= issues->count == BM_MAX_ISSUES;
    memmove(&issues->list[1], &issues->list[0], issues->count * sizeof issues->list[0]);
    issues->list[0] = issue;
    issues->count++;
}

static void print_variant_json(const struct bm_variant_file *file, const struct bm_rules *rules,
                               const struct bm_issues *issues)
{
    struct bm_buf j = {0};
    const size_t len = bm_issues_json(issues, NULL, 0);
    char *const text = malloc(len + 1);
    bm_json_begin(&j, '{');
    bm_json_member_text(&j, "file", file->name);
    bm_json_member_bool(&j, "ok", issues->errors == 0);
    if (rules) {
        bm_json_member_text(&j, "name", bm_rules_info(rules)->name);
    }
    bm_json_key(&j, "issues");
    if (text)
        bm_issues_json(issues, text, len + 1);
    bm_json_raw(&j, text ? text : "[]");
    bm_json_print(&j);
    free(text);
}

static int check_file(const struct bm_args *args, const char *name)
{
    struct bm_variant_file file;
    struct bm_issues issues = {0};
    const struct bm_rules *rules = NULL;
    if (!bm_variant_file_open(&file, name))
        return EXIT_USAGE;
    const bm_status status = bm_variant_file_compile(&file, &rules, &issues);
    if (status && status != BM_ESYNTAX) {
        fprintf(stderr, "banmen: %s: %s\n", name, bm_status_text(status));
        bm_variant_file_free(&file);
        return EXIT_USAGE;
    }
    if (rules)
        try_out(rules, &issues);
    if (args->option[OPT_JSON].given) {
        print_variant_json(&file, rules, &issues);
    } else {
        bm_variant_file_print_issues(&file, &issues, bm_args_lang(args), stdout);
        if (issues.errors == 0)
            printf("%s: ok (%s)\n", name, bm_rules_info(rules)->title[bm_args_lang(args)]);
    }
    bm_rules_release(rules);
    bm_variant_file_free(&file);
    return issues.errors == 0 ? EXIT_YES : EXIT_NO;
}

static int check_variants(const struct bm_args *args)
{
    int worst = EXIT_YES;
    for (unsigned i = 1; i < args->count; i++) {
        const int status = check_file(args, args->rest[i]);
        worst = status > worst ? status : worst;
    }
    return worst;
}

static int refuse_variant_words(const char *what, const char *word)
{
    fprintf(stderr, "banmen: %s%s%s%s\nTry 'banmen help variant'.\n", what, word ? " '" : "",
            word ? word : "", word ? "'" : "");
    return EXIT_USAGE;
}

int bm_cmd_variant(const struct bm_args *args)
{
    const char *const what = args->rest[0];
    const bool shows = strcmp(what, "show") == 0;
    if (args->option[OPT_YAML].given && !shows)
        return refuse_variant_words("--yaml is for 'banmen variant show' only", NULL);
    if (strcmp(what, "list") == 0)
        return args->count == 1 ? list_variants(args)
                                : refuse_variant_words("one word too many:", args->rest[1]);
    if (shows && args->count > 2)
        return refuse_variant_words("one word too many:", args->rest[2]);
    if (shows && args->count == 2)
        return bm_variant_show(args, args->rest[1]);
    if (strcmp(what, "check") == 0 && args->count > 1)
        return check_variants(args);
    if (shows)
        return refuse_variant_words("NAME or FILE is missing: what to show", NULL);
    if (strcmp(what, "check") == 0)
        return refuse_variant_words("FILE is missing: what to check", NULL);
    return refuse_variant_words("'banmen variant' lists, shows or checks, not", what);
}
