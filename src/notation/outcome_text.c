/* SPDX-License-Identifier: MIT */
#include "banmen/notation.h"
#include "base/str.h"

size_t bm_outcome_tell(const struct bm_outcome *o, const struct bm_rules *rules,
                       enum bm_lang lang, char *buf, size_t cap)
{
    const bool ja = lang == BM_JA;
    if (o->result != BM_FIRST_WINS && o->result != BM_SECOND_WINS)
        return bm_outcome_format(o, lang, buf, cap);
    struct bm_str out;
    bm_str_init(&out, buf, cap);
    bm_str_text(&out, bm_rules_info(rules)->side_name[ja][o->result == BM_SECOND_WINS]);
    bm_str_text(&out, ja ? "の勝ち（" : " wins (");
    bm_str_text(&out, bm_reason_text(o->reason, lang));
    bm_str_text(&out, ja ? "）" : ")");
    return bm_str_end(&out);
}
