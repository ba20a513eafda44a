/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void stop(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(1);
}

const char *option(int argc, char **argv, int *i, char letter)
{
    const char *const arg = argv[*i];
    if (arg[0] != '-' || arg[1] != letter || arg[2] != '\0')
        return NULL;
    if (*i + 1 >= argc)
        stop("%s: there must be a value behind it", arg);
    return argv[++*i];
}

uint64_t to_number(const char *text)
{
    char *end;
    const uint64_t n = strtoull(text, &end, 10);
    if (end == text || *end)
        stop("'%s' is not a number", text);
    return n;
}

const struct bm_rules *open_game(const char *name)
{
    const struct bm_rules *rules;
    if (bm_rules_open(&rules, name, strlen(name)) != BM_OK)
        stop("there is no game '%s': 'banmen variant list' shows those that there are", name);
    return rules;
}

struct bm_search *new_search(const struct bm_rules *rules, uint64_t seed, unsigned hash)
{
    struct bm_search *s;
    const struct bm_search_options options = {.level = BM_LEVELS, .seed = seed, .hash = hash};
    if (bm_search_create(&s, rules, &options) != BM_OK)
        stop("out of memory");
    return s;
}

struct bm_ctx *new_game(const struct bm_rules *rules, unsigned plies)
{
    struct bm_ctx *ctx;
    if (bm_ctx_create(&ctx, rules, plies) != BM_OK)
        stop("out of memory");
    return ctx;
}
