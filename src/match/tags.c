/* SPDX-License-Identifier: MIT */
#include "match/tags.h"

#include "base/ascii.h"
#include "game/words.h"
#include "match/time_control.h"
#include "record/pgn/pgn.h"
#include "record/variant_names.h"

bm_status bm_tags_put(struct bm_game *game, const char *name, const char *value)
{
    size_t i = 0;
    while (i < bm_game_tags(game) && !bm_words_same(bm_game_tag_at(game, i).name, name))
        i++;
    if (value[0] == '\0') {
        (void)bm_game_remove_tag(game, i);
        return BM_OK;
    }
    /* A game never forgets a text: the same one is not kept again. */
    return bm_words_same(bm_game_tag_at(game, i).value, value)
               ? BM_OK
               : bm_game_set_tag(game, name, bm_text_of(value));
}

static const char *seat_tag(const struct bm_game *game, unsigned side)
{
    return bm_pgn_roster(side == BM_FIRST ? BM_PGN_WHITE : BM_PGN_BLACK,
                         bm_is_shogi(bm_game_rules(game)));
}

/* "WhiteType" */
enum { TYPE_TAG = 16 };
static void type_tag(const struct bm_game *game, unsigned side, char out[TYPE_TAG])
{
    struct bm_str s;
    bm_str_init(&s, out, TYPE_TAG);
    bm_str_text(&s, seat_tag(game, side));
    bm_str_text(&s, "Type");
    (void)bm_str_end(&s);
}

bm_status bm_tags_put_seat(struct bm_game *game, unsigned side, const struct bm_seat *seat)
{
    char tag[TYPE_TAG], type[32];
    struct bm_str s;
    bm_str_init(&s, type, sizeof type);
    if (seat->kind == BM_SEAT_ENGINE)
        bm_str_text(&s, "program");
    if (seat->kind == BM_SEAT_LEVEL) {
        bm_str_text(&s, "level ");
        bm_str_u64(&s, seat->level);
    }
    (void)bm_str_end(&s);
    type_tag(game, side, tag);
    const bm_status status = bm_tags_put(game, seat_tag(game, side), seat->name);
    return status ? status : bm_tags_put(game, tag, type);
}

bool bm_tags_begins(struct bm_text text, const char *word)
{
    const size_t n = strlen(word);
    return text.len >= n && memcmp(text.s, word, n) == 0;
}

int64_t bm_tags_number(struct bm_text text, size_t at)
{
    int64_t n = 0;
    if (at >= text.len)
        return -1;
    for (; at < text.len; at++) {
        if (text.s[at] < '0' || text.s[at] > '9' || n > BM_TIME_MOST)
            return -1;
        n = n * 10 + (text.s[at] - '0');
    }
    return n;
}

void bm_tags_seat(const struct bm_game *game, unsigned side, struct bm_seat *seat)
{
    static const char level[] = "level ";
    char tag[TYPE_TAG];
    struct bm_text value;
    if (seat->name[0] != '\0')
        return;
    if (bm_game_tag(game, seat_tag(game, side), &value)) {
        struct bm_str s;
        bm_str_init(&s, seat->name, sizeof seat->name);
        bm_str_bytes(&s, value.s, value.len);
        (void)bm_str_end(&s);
    }
    type_tag(game, side, tag);
    if (seat->kind != BM_SEAT_HUMAN || !bm_game_tag(game, tag, &value))
        return;
    const int64_t n =
        bm_tags_begins(value, level) ? bm_tags_number(value, sizeof level - 1) : -1;
    if (n >= 0 && n <= 1000) {
        seat->kind = BM_SEAT_LEVEL;
        seat->level = (unsigned)n;
    } else if (bm_words_same(value, "program")) {
        seat->kind = BM_SEAT_ENGINE;
    }
}

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

void bm_tags_put_times(const struct bm_times *times, bool shogi, struct bm_str *out)
{
    if (!shogi || !fits_csa(times)) {
        bm_times_put(out, times, true);
        return;
    }
    put_two_digits(out, times->side[0].base / BM_HOUR_MS);
    bm_str_char(out, ':');
    put_two_digits(out, times->side[0].base / BM_MINUTE_MS % 60);
    bm_str_char(out, '+');
    put_two_digits(out, times->side[0].byoyomi / BM_SECOND_MS);
}

static void set_both_sides(struct bm_times *out, int64_t base, int64_t byoyomi)
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
        if (form[i] == 'd' ? !bm_is_digit(text.s[i]) : text.s[i] != form[i])
            return false;
        if (form[i] == 'd')
            n[i / 3] = n[i / 3] * 10 + (text.s[i] - '0');
    }
    if (n[0] == 0 && n[1] == 0 && n[2] == 0)
        return false;
    set_both_sides(out, n[0] * BM_HOUR_MS + n[1] * BM_MINUTE_MS, n[2] * BM_SECOND_MS);
    return true;
}

/* Whether the word stands at *s; if so it is passed. */
static bool take_word_at(const char **s, const char *end, const char *word)
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
        if (take_word_at(&s, end, "各") || take_word_at(&s, end, " ") ||
            take_word_at(&s, end, "　") || take_word_at(&s, end, "、"))
            continue;
        if (take_word_at(&s, end, "+") || take_word_at(&s, end, "＋") ||
            take_word_at(&s, end, "秒読み")) {
            part = 1;
            continue;
        }
        const char *const from = s;
        for (; s < end && bm_is_digit(*s) && n < 1000000; s++)
            n = n * 10 + (*s - '0');
        if (s == from)
            return false;
        if (take_word_at(&s, end, "時間"))
            ms[part] += n * BM_HOUR_MS;
        else if (take_word_at(&s, end, "分"))
            ms[part] += n * BM_MINUTE_MS;
        else if (take_word_at(&s, end, "秒"))
            ms[part] += n * BM_SECOND_MS;
        else
            return false;
        if (ms[part] > BM_TIME_MOST)
            return false;
    }
    set_both_sides(out, ms[0], ms[1]);
    return ms[0] != 0 || ms[1] != 0;
}

bool bm_tags_times(struct bm_times *out, struct bm_text text, bool shogi)
{
    return (shogi && (read_csa(out, text) || read_kif(out, text))) ||
           bm_times_parse(out, text.s, text.len, NULL) == BM_OK;
}
