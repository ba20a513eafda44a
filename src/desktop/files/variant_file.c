/* SPDX-License-Identifier: MIT */
#include "desktop/files/variant_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "banmen/message.h"
#include "base/buf.h"
#include "desktop/app/error_text.h"
#include "session/variant_file.h"

enum { LARGEST = 64 << 20 };

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

const struct bm_rules *bm_desktop_variant_load(enum bm_lang lang, const char *name, char *why,
                                               size_t cap)
{
    struct bm_variant_problem problem;
    const struct bm_rules *const rules = bm_variant_load(name, &problem);
    if (rules)
        return rules;
    struct bm_issue *const i = problem.issues.count ? &problem.issues.list[0] : NULL;
    if (problem.kind == BM_VARIANT_UNKNOWN || problem.kind == BM_VARIANT_UNREADABLE) {
        const int error = problem.kind == BM_VARIANT_UNKNOWN ? ENOENT : problem.error;
        snprintf(why, cap, "%s: %s", name, bm_errno_text(lang, error));
    } else if (i) {
        bm_issue_translate(i, lang);
        snprintf(why, cap, "%s:%u:%u: %s%s%s", name, i->line, i->column, i->message,
                 *i->hint ? (lang == BM_JA ? "。" : "; ") : "", i->hint);
    } else {
        snprintf(why, cap, "%s: %s", name, bm_status_text(problem.status));
    }
    bm_variant_file_free(&problem.file);
    return NULL;
}
