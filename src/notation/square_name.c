/* SPDX-License-Identifier: MIT */
/* Squares as readers of a language write them. */
#include "notation/cells.h"
#include "notation/shogi/kanji.h"

/* 1 to 99: 一, 十, 十一, 二十三. */
static void put_kanji_number(struct bm_str *out, unsigned n)
{
    if (n >= 20)
        bm_str_text(out, bm_kanji_rank[n / 10 - 1]);
    if (n >= 10)
        bm_str_text(out, "十");
    if (n % 10)
        bm_str_text(out, bm_kanji_rank[n % 10 - 1]);
}

size_t bm_sq_name(bm_sq sq, const struct bm_rules *rules, enum bm_lang lang, char *buf,
                  size_t cap)
{
    char name[BM_COORDINATES];
    struct bm_str out;
    (void)bm_sq_format(sq, rules, name, sizeof name);
    bm_str_init(&out, buf, cap);
    if (lang != BM_JA || !bm_cells_usi(rules) || !bm_digit(name[0])) {
        bm_str_text(&out, name);
        return bm_str_end(&out);
    }
    /* 7g: the file is a number, the rank one letter. */
    for (const char *c = name; *c; c++)
        if (*c == '0')
            bm_str_text(&out, "０");
        else if (bm_digit(*c))
            bm_str_text(&out, bm_kanji_file[*c - '1']);
        else
            put_kanji_number(&out, (unsigned)(*c - 'a') + 1);
    return bm_str_end(&out);
}
