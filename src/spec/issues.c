/* SPDX-License-Identifier: MIT */
#include "spec/desc.h"

void bm_report_error(struct bm_report *r, struct bm_place at, const char *code,
                     const char *message, const char *hint, const char *const *texts)
{
    (void)r;
    (void)at;
    (void)code;
    (void)message;
    (void)hint;
    (void)texts;
}
void bm_report_warning(struct bm_report *r, struct bm_place at, const char *code,
                       const char *message, const char *hint, const char *const *texts)
{
    (void)r;
    (void)at;
    (void)code;
    (void)message;
    (void)hint;
    (void)texts;
}
const char *bm_closest(const char *word, const char *const *words)
{
    (void)word;
    (void)words;
    return 0;
}
size_t bm_issue_format(const struct bm_issue *issue, const char *file, const char *text,
                       size_t len, char *buf, size_t cap)
{
    (void)issue;
    (void)file;
    (void)text;
    (void)len;
    (void)buf;
    (void)cap;
    return 0;
}
size_t bm_issues_json(const struct bm_issues *issues, char *buf, size_t cap)
{
    (void)issues;
    (void)buf;
    (void)cap;
    return 0;
}
