/* SPDX-License-Identifier: MIT */
#include "desktop/files/variant_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "banmen/message.h"
#include "base/buf.h"
#include "desktop/app/error_text.h"
#include "desktop/files/prefs.h"

enum { LARGEST = 64 << 20, PARENTS = 16 };

char *bm_file_read_text(enum bm_lang lang, const char *path, size_t *len, char *why, size_t cap)
{
    FILE *const f = fopen(path, "rb");
    struct bm_buf buf = {0};
    if (!f) {
        snprintf(why, cap, "%s: %s", path, bm_errno_text(lang, errno));
        return NULL;
    }
    char part[16384];
    size_t n;
    while ((n = fread(part, 1, sizeof part, f)) > 0 && buf.len < LARGEST)
        bm_buf_bytes(&buf, part, n);
    const bool failed = ferror(f) || buf.failed;
    const int error = errno;
    fclose(f);
    *len = buf.len;
    char *const text = bm_buf_take(&buf);
    if (!failed && text)
        return text;
    snprintf(why, cap, "%s: %s", path, failed ? bm_errno_text(lang, error) : "empty");
    bm_release(text);
    return NULL;
}

/* Where a variant's file finds what it extends: beside itself. */
struct parent_files {
    const char *path;
    char *kept[PARENTS];
    unsigned count;
};

static const char *find_parent(void *user, const char *name, size_t len, size_t *text_len)
{
    struct parent_files *const s = user;
    char path[BM_PREF_PATH], why[256];
    const char *const slash = strrchr(s->path, '/');
    const int folder = slash ? (int)(slash - s->path) + 1 : 0;
    if (s->count == PARENTS || memchr(name, '/', len) ||
        (size_t)snprintf(path, sizeof path, "%.*s%.*s.yaml", folder, s->path, (int)len, name) >=
            sizeof path ||
        access(path, R_OK) != 0)
        return NULL;
    char *const text = bm_file_read_text(BM_EN, path, text_len, why, sizeof why);
    if (text)
        s->kept[s->count++] = text;
    return text;
}

const struct bm_rules *bm_variant_file_load(enum bm_lang lang, const char *name, char *why,
                                            size_t cap)
{
    const struct bm_rules *rules = NULL;
    struct bm_issues issues;
    size_t len;
    if (bm_rules_open(&rules, name, strlen(name)) == BM_OK)
        return rules;
    char *const text = bm_file_read_text(lang, name, &len, why, cap);
    if (!text)
        return NULL;
    struct parent_files parents = {.path = name};
    const struct bm_library library = {find_parent, &parents};
    if (bm_rules_load(&rules, text, len, &library, &issues)) {
        rules = NULL;
        struct bm_issue *const i = issues.count ? &issues.list[0] : NULL;
        if (i)
            bm_issue_translate(i, lang);
        snprintf(why, cap, "%s:%u:%u: %s%s%s", name, i ? i->line : 0, i ? i->column : 0,
                 i ? i->message : bm_status_text(BM_ESYNTAX),
                 i && *i->hint ? (lang == BM_JA ? "。" : "; ") : "", i ? i->hint : "");
    }
    for (unsigned i = 0; i < parents.count; i++)
        bm_release(parents.kept[i]);
    bm_release(text);
    return rules;
}
