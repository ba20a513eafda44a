/* SPDX-License-Identifier: MIT */
#include "cli/records/record_options.h"

#include <stdio.h>
#include <string.h>

#include "terminal/variant_messages.h"

enum bm_format bm_record_format_option(const char *option, const char *name)
{
    const enum bm_format f = bm_format_find(name, strlen(name));
    if (f != BM_FORMAT_AUTO && f != BM_FORMAT_COUNT)
        return f;
    fprintf(stderr, "banmen: --%s is one of", option);
    for (enum bm_format i = BM_FORMAT_AUTO + 1; i < BM_FORMAT_COUNT; i++)
        fprintf(stderr, " %s", bm_format_name(i));
    fprintf(stderr, ", not '%s'\n", name);
    return BM_FORMAT_AUTO;
}

int bm_record_options_read(const struct bm_args *args, enum bm_format *from,
                           const struct bm_rules **rules)
{
    const struct bm_option_value *const o = args->option;
    *from = BM_FORMAT_AUTO;
    *rules = NULL;
    if (o[OPT_FROM].given && strcmp(o[OPT_FROM].text, "auto") != 0) {
        *from = bm_record_format_option("from", o[OPT_FROM].text);
        if (*from == BM_FORMAT_AUTO)
            return EXIT_USAGE;
    }
    if (o[OPT_VARIANT].given) {
        *rules = bm_variant_rules_open(o[OPT_VARIANT].text, BM_EN);
        if (!*rules)
            return EXIT_USAGE;
    }
    return 0;
}

enum bm_format bm_format_of_suffix(const char *file)
{
    const char *const slash = strrchr(file, '/');
    const char *const dot = strrchr(slash ? slash : file, '.');
    const enum bm_format f = dot ? bm_format_find(dot + 1, strlen(dot + 1)) : BM_FORMAT_COUNT;
    if (dot && strcmp(dot, ".jsonl") == 0)
        return BM_FORMAT_JSON;
    return f == BM_FORMAT_COUNT ? BM_FORMAT_AUTO : f;
}
