/* SPDX-License-Identifier: MIT */
#include "engine/engine_spec.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void bm_spec_init(struct bm_engine_spec *spec)
{
    *spec = (struct bm_engine_spec){
        .deadlines = {
            .handshake = 10000, .ready = 5000, .move = 5000, .stop = 5000, .quit = 5000}};
}

static const struct {
    const char *name;
    size_t offset;
} deadlines[] = {
#define X(field)                                                 \
    {                                                            \
#        field, offsetof(struct bm_engine_spec, deadlines.field) \
    }
    X(handshake), X(ready), X(move), X(stop), X(quit),
#undef X
};
enum { DEADLINES = sizeof deadlines / sizeof *deadlines };

int64_t *bm_spec_deadline(struct bm_engine_spec *spec, const char *name, size_t len)
{
    for (unsigned i = 0; i < DEADLINES; i++) {
        if (strlen(deadlines[i].name) == len && memcmp(deadlines[i].name, name, len) == 0)
            return (int64_t *)(void *)((char *)spec + deadlines[i].offset);
    }
    return NULL;
}

const char *bm_spec_deadline_name(const struct bm_engine_spec *spec, unsigned i, int64_t *ms)
{
    if (i >= DEADLINES)
        return NULL;
    memcpy(ms, (const char *)spec + deadlines[i].offset, sizeof *ms);
    return deadlines[i].name;
}

static void free_texts(char **texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

void bm_spec_clear_args(struct bm_engine_spec *spec)
{
    free_texts(spec->args, spec->args_count);
    spec->args = NULL;
    spec->args_count = 0;
}

void bm_spec_clear_variants(struct bm_engine_spec *spec)
{
    free_texts(spec->variants, spec->variants_count);
    spec->variants = NULL;
    spec->variants_count = 0;
}

void bm_spec_fini(struct bm_engine_spec *spec)
{
    free(spec->name);
    free(spec->command);
    free(spec->dir);
    free(spec->more);
    bm_spec_clear_args(spec);
    bm_spec_clear_variants(spec);
    for (size_t i = 0; i < spec->options_count; i++) {
        free(spec->options[i].name);
        free(spec->options[i].value);
    }
    free(spec->options);
    bm_spec_init(spec);
}

bm_status bm_spec_set(char **field, const char *value)
{
    char *const copy = value ? strdup(value) : NULL;
    if (value && !copy)
        return BM_ENOMEM;
    free(*field);
    *field = copy;
    return BM_OK;
}

/* Add a copy of a text to a list that ends in NULL. */
static bm_status add_text(char ***texts, size_t *count, const char *text)
{
    char *const copy = strdup(text);
    char **const more = copy ? realloc(*texts, (*count + 2) * sizeof **texts) : NULL;
    if (!more) {
        free(copy);
        return BM_ENOMEM;
    }
    more[*count] = copy;
    more[*count + 1] = NULL;
    *texts = more;
    ++*count;
    return BM_OK;
}

bm_status bm_spec_add_arg(struct bm_engine_spec *spec, const char *arg)
{
    return add_text(&spec->args, &spec->args_count, arg);
}

bm_status bm_spec_add_variant(struct bm_engine_spec *spec, const char *variant)
{
    return add_text(&spec->variants, &spec->variants_count, variant);
}

/* Index of an option, or options_count. */
static size_t find_option(const struct bm_engine_spec *spec, const char *name)
{
    size_t i = 0;
    while (i < spec->options_count && strcasecmp(spec->options[i].name, name) != 0)
        i++;
    return i;
}

bm_status bm_spec_set_option(struct bm_engine_spec *spec, const char *name, const char *value)
{
    /* The end of a line would end the command too, and begin another. */
    if (*name == '\0' || strpbrk(name, "\r\n") || strpbrk(value, "\r\n"))
        return BM_EINVAL;
    const size_t at = find_option(spec, name);
    if (at < spec->options_count)
        return bm_spec_set(&spec->options[at].value, value);

    struct bm_spec_option made = {strdup(name), strdup(value)};
    struct bm_spec_option *const more =
        made.name && made.value ? realloc(spec->options, (at + 1) * sizeof *more) : NULL;
    if (!more) {
        free(made.name);
        free(made.value);
        return BM_ENOMEM;
    }
    more[at] = made;
    spec->options = more;
    spec->options_count++;
    return BM_OK;
}

bool bm_spec_drop_option(struct bm_engine_spec *spec, const char *name)
{
    const size_t at = find_option(spec, name);
    if (at == spec->options_count)
        return false;
    free(spec->options[at].name);
    free(spec->options[at].value);
    spec->options_count--;
    memmove(spec->options + at, spec->options + at + 1,
            (spec->options_count - at) * sizeof *spec->options);
    return true;
}

bm_status bm_spec_copy(struct bm_engine_spec *to, const struct bm_engine_spec *from)
{
    bm_spec_init(to);
    bm_status status = bm_spec_set(&to->name, from->name);
    if (!status)
        status = bm_spec_set(&to->command, from->command);
    if (!status)
        status = bm_spec_set(&to->dir, from->dir);
    if (!status)
        status = bm_spec_set(&to->more, from->more);
    for (size_t i = 0; !status && i < from->args_count; i++)
        status = bm_spec_add_arg(to, from->args[i]);
    for (size_t i = 0; !status && i < from->variants_count; i++)
        status = bm_spec_add_variant(to, from->variants[i]);
    for (size_t i = 0; !status && i < from->options_count; i++)
        status = bm_spec_set_option(to, from->options[i].name, from->options[i].value);
    if (status) {
        bm_spec_fini(to);
        return status;
    }
    to->proto = from->proto;
    to->deadlines = from->deadlines;
    return BM_OK;
}
