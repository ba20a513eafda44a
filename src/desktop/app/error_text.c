/* SPDX-License-Identifier: MIT */
#include "desktop/app/error_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "banmen/message.h"

static const char *status_ja(bm_status status)
{
    switch (status) {
    case BM_OK: return "正常";
    case BM_EINVAL: return "値が正しくありません";
    case BM_ENOMEM: return "メモリが足りません";
    case BM_ENOSPC: return "大きすぎます";
    case BM_ESYNTAX: return "書式が正しくありません";
    case BM_ERULE: return "ルール上できません";
    }
    return "エラー";
}

void bm_error_text(enum bm_lang lang, bm_status status, const struct bm_error *err, char *buf,
                   size_t cap)
{
    const char *const what = err ? err->what : "";
    char said[BM_MESSAGE_TEXT];
    (void)bm_message_format(what, lang, NULL, said, sizeof said);
    if (lang != BM_JA)
        snprintf(buf, cap, "%s", *what ? what : bm_status_text(status));
    else if (*what && strcmp(said, what) == 0) /* nothing that the catalogue knows */
        snprintf(buf, cap, "%s（%s）", status_ja(status), what);
    else
        snprintf(buf, cap, "%s", *what ? said : status_ja(status));
}

void bm_defects_text(enum bm_lang lang, bm_defects defects, char *buf, size_t cap)
{
    const bm_defects hard = defects & BM_DEFECTS_HARD;
    buf[0] = '\0';
    if (hard)
        snprintf(buf, cap, "%s", bm_defect_text(hard & -hard, lang));
}

const char *bm_errno_text(enum bm_lang lang, int number)
{
    if (lang == BM_JA) {
        switch (number) {
        case ENOENT: return "ファイルがありません";
        case EACCES:
        case EPERM: return "許可がありません";
        case EISDIR: return "フォルダです";
        case ENOTDIR: return "フォルダではありません";
        case ENOSPC: return "空き容量がありません";
        case EROFS: return "書き込みできない場所です";
        case ENOMEM: return "メモリが足りません";
        default: break;
        }
    }
    return strerror(number);
}
