/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

#include "base/ascii.h"
#include "base/str.h"

bool bm_read_is(const struct bm_yaml *node, const char *word)
{
    return node && node->kind == BM_YAML_TEXT && !strcmp(node->text, word);
}

const struct bm_yaml *bm_read_get(const struct bm_yaml *map, const char *key)
{
    const struct bm_yaml *const v =
        map && map->kind == BM_YAML_MAP ? bm_yaml_get(map, key) : NULL;
    return bm_read_is(v, "none") ? NULL : v;
}

/* The words as a list for people, cut where it gets too long. */
static void enumerate_words(const char *const *words, const char *between, char *out,
                            size_t cap)
{
    struct bm_str s;
    bm_str_init(&s, out, cap);
    for (unsigned i = 0; words[i]; i++) {
        if (i != 0)
            bm_str_text(&s, between);
        bm_str_text(&s, words[i]);
    }
    bm_str_end(&s);
}

static bool is_listed_word(const char *const *words, const char *word)
{
    for (; *words; words++)
        if (!strcmp(*words, word))
            return true;
    return false;
}

static void unknown_key(struct bm_variant_reader *r, const struct bm_yaml *v, const char *what,
                        const char *const *keys)
{
    char all[160];
    const char *const meant = bm_closest(v->key, keys);
    enumerate_words(keys, " ", all, sizeof all);
    if (meant)
        bm_report_error(r->report, v->key_place, "unknown-key",
                        "unknown key '~'; did you mean '~'?", "keys of ~ are ~",
                        BM_TEXTS(v->key, meant, what, all));
    else
        bm_report_error(r->report, v->key_place, "unknown-key", "unknown key '~'",
                        "keys of ~ are ~", BM_TEXTS(v->key, what, all));
}

bool bm_read_map(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                 const char *const *keys)
{
    if (node->kind != BM_YAML_MAP) {
        char all[160];
        enumerate_words(keys, " ", all, sizeof all);
        bm_report_error(r->report, node->place, "wrong-kind",
                        "~ must be a mapping, {key: value, …}", "its keys are ~",
                        BM_TEXTS(what, all));
        return false;
    }
    for (const struct bm_yaml *v = node->child; v; v = v->next)
        if (!is_listed_word(keys, v->key))
            unknown_key(r, v, what, keys);
    return true;
}

bool bm_read_text(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what)
{
    if (node->kind == BM_YAML_TEXT && node->text[0] != '\0')
        return true;
    bm_report_error(r->report, node->place, "wrong-kind",
                    node->kind == BM_YAML_TEXT ? "~ is empty" : "~ must be a text", "",
                    BM_TEXTS(what));
    return false;
}

unsigned bm_read_word(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                      const char *const *words, unsigned otherwise)
{
    if (!node)
        return otherwise;
    for (unsigned i = 0; words[i]; i++)
        if (bm_read_is(node, words[i]))
            return i;
    char all[160];
    enumerate_words(words, ", ", all, sizeof all);
    if (node->kind != BM_YAML_TEXT) {
        bm_report_error(r->report, node->place, "value", "~ must be one of ~", "",
                        BM_TEXTS(what, all));
        return otherwise;
    }
    const char *const meant = bm_closest(node->text, words);
    bm_report_error(r->report, node->place, "value", "~ must be one of ~; got '~'",
                    meant ? "did you mean '~'?" : "", BM_TEXTS(what, all, node->text, meant));
    return otherwise;
}

bool bm_read_bool(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                  bool otherwise)
{
    if (!node)
        return otherwise;
    if (bm_read_is(node, "yes") || bm_read_is(node, "true"))
        return true;
    if (bm_read_is(node, "no") || bm_read_is(node, "false"))
        return false;
    if (node->kind == BM_YAML_TEXT)
        bm_report_error(r->report, node->place, "value", "~ must be yes or no; got '~'", "",
                        BM_TEXTS(what, node->text));
    else
        bm_report_error(r->report, node->place, "value", "~ must be yes or no", "",
                        BM_TEXTS(what));
    return otherwise;
}

long bm_read_digits(const char *s, size_t len, long max)
{
    long n = 0;
    if (len == 0)
        return -1;
    for (size_t i = 0; i < len; i++) {
        if (s[i] < '0' || s[i] > '9')
            return -1;
        n = n * 10 + (s[i] - '0');
        if (n > max)
            return -1;
    }
    return n;
}

void bm_read_decimal(char out[12], long n)
{
    struct bm_str s;
    bm_str_init(&s, out, 12);
    if (n < 0)
        bm_str_char(&s, '-');
    bm_str_u64(&s, (uint64_t)(n < 0 ? -n : n));
    bm_str_end(&s);
}

long bm_read_number(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                    long min, long max, long otherwise)
{
    if (!node)
        return otherwise;
    if (node->kind == BM_YAML_TEXT) {
        const bool minus = min < 0 && node->text[0] == '-';
        const char *const digits = node->text + minus;
        const long n = bm_read_digits(digits, strlen(digits), minus ? -min : max);
        if (n >= 0 && (minus || n >= min))
            return minus ? -n : n;
    }
    char low[12], high[12];
    bm_read_decimal(low, min);
    bm_read_decimal(high, max);
    bm_report_error(r->report, node->place, "value",
                    node->kind == BM_YAML_TEXT ? "~ must be a number from ~ to ~; got '~'"
                                               : "~ must be a number from ~ to ~",
                    "", BM_TEXTS(what, low, high, node->text));
    return otherwise;
}

struct bm_place bm_read_place(const struct bm_yaml *node, size_t at, size_t len)
{
    struct bm_place p = node->place;
    if (node->exact) {
        p.column += (uint32_t)at;
        p.length = len != 0 ? (uint32_t)len : 1;
    }
    return p;
}

bool bm_word_list_begin(struct bm_variant_reader *r, struct bm_word_list *w,
                        const struct bm_yaml *node, const char *what)
{
    *w = (struct bm_word_list){.list = node->kind == BM_YAML_LIST, .first = true};
    w->item = w->list ? node->child : node;
    bool fine = node->kind != BM_YAML_MAP;
    for (const struct bm_yaml *v = w->list ? node->child : NULL; v; v = v->next)
        fine = fine && v->kind == BM_YAML_TEXT;
    if (!fine)
        bm_report_error(r->report, node->place, "wrong-kind",
                        "~ must be a text or a list of texts", "", BM_TEXTS(what));
    return fine;
}

bool bm_word_list_next(struct bm_word_list *w, struct bm_word *out)
{
    for (; w->item; w->item = w->list ? w->item->next : NULL, w->at = 0, w->first = true) {
        const char *const s = w->item->text;
        while (bm_is_space(s[w->at]) || s[w->at] == ',') {
            w->first = w->first || s[w->at] == ',';
            w->at++;
        }
        if (s[w->at] == '\0')
            continue;
        const size_t start = w->at;
        while (s[w->at] != '\0' && s[w->at] != ',' && !bm_is_space(s[w->at]))
            w->at++;
        out->len = w->at - start;
        out->first = w->first;
        out->place = bm_read_place(w->item, start, out->len);
        struct bm_str cut;
        bm_str_init(&cut, out->text, sizeof out->text);
        bm_str_bytes(&cut, s + start, out->len);
        bm_str_end(&cut);
        w->first = false;
        return true;
    }
    return false;
}

void bm_read_both(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                  const char *otherwise, const char *out[2])
{
    static const char *const keys[] = {"en", "ja", NULL};
    out[BM_EN] = out[BM_JA] = otherwise;
    if (!node)
        return;
    if (node->kind != BM_YAML_MAP) {
        if (bm_read_text(r, node, what))
            out[BM_EN] = out[BM_JA] = node->text;
        return;
    }
    if (!bm_read_map(r, node, what, keys))
        return;
    const struct bm_yaml *const en = bm_yaml_get(node, "en"), *const ja =
                                                                  bm_yaml_get(node, "ja");
    if (en && bm_read_text(r, en, what))
        out[BM_EN] = out[BM_JA] = en->text;
    if (ja && bm_read_text(r, ja, what))
        out[BM_JA] = ja->text;
    if (!en && ja)
        out[BM_EN] = out[BM_JA];
}
