/* SPDX-License-Identifier: MIT */
#include "terminal/variant_messages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/message.h"

void bm_variant_file_print_issues(const struct bm_variant_file *p,
                                  const struct bm_issues *issues, enum bm_lang lang, FILE *to)
{
    const unsigned all = issues->errors + issues->warnings;
    for (unsigned i = 0; i < issues->count; i++) {
        char text[2048];
        struct bm_issue issue = issues->list[i];
        bm_issue_translate(&issue, lang);
        bm_issue_format(&issue, p->name, p->text, p->len, text, sizeof text);
        fputs(text, to);
    }
    if (all > issues->count)
        fprintf(to, "%s: %u more\n", p->name, all - issues->count);
}

static void refuse_variant(const char *name)
{
    const char *const best = bm_variant_nearest(name);
    fprintf(stderr, "banmen: there is no variant '%s'", name);
    if (best)
        fprintf(stderr, "; did you mean '%s'?", best);
    fprintf(stderr, "\nTry 'banmen variant list'.\n");
}

const struct bm_rules *bm_variant_rules_open(const char *name, enum bm_lang lang)
{
    struct bm_variant_problem why;
    const struct bm_rules *const rules = bm_variant_load(name, &why);
    if (rules)
        return rules;
    switch (why.kind) {
    case BM_VARIANT_UNKNOWN: refuse_variant(name); break;
    case BM_VARIANT_UNREADABLE:
        fprintf(stderr, "banmen: %s: %s\n", name, strerror(why.error));
        break;
    case BM_VARIANT_WRONG:
        bm_variant_file_print_issues(&why.file, &why.issues, lang, stderr);
        break;
    case BM_VARIANT_FAILED:
        fprintf(stderr, "banmen: %s: %s\n", name, bm_status_text(why.status));
        break;
    }
    bm_variant_file_free(&why.file);
    return NULL;
}

bool bm_variant_file_open(struct bm_variant_file *p, const char *file)
{
    if (bm_variant_file_read(p, file))
        return true;
    fprintf(stderr, "banmen: %s: %s\n", file, strerror(errno));
    return false;
}

bool bm_variant_file_find(struct bm_variant_file *p, const char *name)
{
    const size_t len = strlen(name);
    const struct bm_variant *const v = bm_variant_find(name, len);
    if (v) {
        *p = (struct bm_variant_file){.name = name, .text = malloc(v->len + 1), .len = v->len};
        if (p->text)
            memcpy(p->text, v->text, v->len);
        else
            fprintf(stderr, "banmen: out of memory\n");
        return p->text != NULL;
    }
    if (bm_variant_is_file(name))
        return bm_variant_file_open(p, name);
    if (bm_rules_find(name, len))
        fprintf(stderr, "banmen: the rules of '%s' are not written in YAML\n", name);
    else
        refuse_variant(name);
    return false;
}
