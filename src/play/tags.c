/* SPDX-License-Identifier: MIT */
/* Time controls as the tags of records tell them. */
#include "base/str.h"
#include "play/match.h"
#include "play/times.h"
#include "record/variants.h"

/* CSA's "HH:MM+SS" holds main time in minutes and one period of byoyomi, for both sides. */
static bool fits_csa(const struct bm_times *times)
{
    const struct bm_time *const t = &times->side[0];
    return bm_times_equal(times, &(struct bm_times){{*t, *t}}) && t->kind == BM_CLOCK_GAME &&
           !t->increment && !t->delay && t->periods <= 1 && t->base % BM_MINUTE_MS == 0 &&
           t->base < INT64_C(100) * BM_HOUR_MS && t->byoyomi % BM_SECOND_MS == 0 &&
           t->byoyomi < INT64_C(100) * BM_SECOND_MS;
}

static void put_two_digits(struct bm_str *out, int64_t n)
{
    bm_str_char(out, (char)('0' + n / 10));
    bm_str_char(out, (char)('0' + n % 10));
}

void bm_tags_put_times(const struct bm_match *m, struct bm_str *out)
{
    const struct bm_times *const times = &m->options.times;
    if (!bm_is_shogi(m->options.rules) || !fits_csa(times)) {
        bm_times_put(out, times, true);
        return;
    }
    put_two_digits(out, times->side[0].base / BM_HOUR_MS);
    bm_str_char(out, ':');
    put_two_digits(out, times->side[0].base / BM_MINUTE_MS % 60);
    bm_str_char(out, '+');
    put_two_digits(out, times->side[0].byoyomi / BM_SECOND_MS);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void both(struct bm_times *out, int64_t base, int64_t byoyomi)
{
    const struct bm_time t = {
        .kind = BM_CLOCK_GAME, .base = base, .byoyomi = byoyomi, .periods = byoyomi != 0};
    out->side[0] = out->side[1] = t;
}

static bool read_csa(struct bm_times *out, struct bm_text text)
{
    static const char form[] = "dd:dd+dd";
    if (text.len != sizeof form - 1)
        return false;
    int64_t n[3] = {0, 0, 0};
    for (size_t i = 0; i < text.len; i++) {
        if (form[i] == 'd' ? !is_digit(text.s[i]) : text.s[i] != form[i])
            return false;
        if (form[i] == 'd')
            n[i / 3] = n[i / 3] * 10 + (text.s[i] - '0');
    }
    if (n[0] == 0 && n[1] == 0 && n[2] == 0)
        return false;
    both(out, n[0] * BM_HOUR_MS + n[1] * BM_MINUTE_MS, n[2] * BM_SECOND_MS);
    return true;
}

/* Whether the word stands at *s; if so it is passed. */
static bool take(const char **s, const char *end, const char *word)
{
    const size_t n = strlen(word);
    if ((size_t)(end - *s) < n || memcmp(*s, word, n) != 0)
        return false;
    *s += n;
    return true;
}

/*
 * As people write it in KIF: "各6時間", "10分", "1時間30分", "10分+30秒", "15分 秒読み60秒".
 * What comes behind a plus or 秒読み is byoyomi.
 */
static bool read_kif(struct bm_times *out, struct bm_text text)
{
    const char *s = text.s, *const end = s + text.len;
    int64_t ms[2] = {0, 0};
    unsigned part = 0;
    while (s < end) {
        int64_t n = 0;
        if (take(&s, end, "各") || take(&s, end, " ") || take(&s, end, "　") ||
            take(&s, end, "、"))
            continue;
        if (take(&s, end, "+") || take(&s, end, "＋") || take(&s, end, "秒読み")) {
            part = 1;
            continue;
        }
        const char *const from = s;
        for (; s < end && is_digit(*s) && n < 1000000; s++)
            n = n * 10 + (*s - '0');
        if (s == from)
            return false;
        if (take(&s, end, "時間"))
            ms[part] += n * BM_HOUR_MS;
        else if (take(&s, end, "分"))
            ms[part] += n * BM_MINUTE_MS;
        else if (take(&s, end, "秒"))
            ms[part] += n * BM_SECOND_MS;
        else
            return false;
        if (ms[part] > BM_TIME_MOST)
            return false;
    }
    both(out, ms[0], ms[1]);
    return ms[0] != 0 || ms[1] != 0;
}

bool bm_tags_times(struct bm_times *out, struct bm_text text, bool shogi)
{
    return (shogi && (read_csa(out, text) || read_kif(out, text))) ||
           bm_times_parse(out, text.s, text.len, NULL) == BM_OK;
}
