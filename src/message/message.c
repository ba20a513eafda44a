/* SPDX-License-Identifier: MIT */
/*
 * Translating messages by their text: the template with the most letters in common is what the
 * message was made from, and what stands in its places goes into the translation.
 */
#include "banmen/message.h"

#include <string.h>

#include "banmen/fault.h"
#include "banmen/notation.h"
#include "base/str.h"
#include "message/catalogue.h"

enum {
    MOST_PLACES = 8,   /* of a template */
    MOST_DEPTH = 3,    /* of sentences inside of sentences */
    MOST_BYTES = 1024, /* of a message; longer ones are none of ours */
    CUT_BYTES = 150,   /* a message that was cut to fit has at least so many, */
    CUT_LETTERS = 12   /* of them so many of its template */
};

struct span {
    const char *s;
    size_t len;
};

/* A template found: what stands in its places. */
struct match {
    const struct bm_message *message;
    struct span place[MOST_PLACES];
    unsigned places;  /* that were reached */
    unsigned letters; /* of the template, that the message has */
    bool cut;         /* the message ends before its template */
};

static const struct bm_messages *const catalogue[] = {&bm_messages_text, &bm_messages_variant,
                                                      &bm_messages_record};

/* ---- Matching ---- */

/* Bytes of the place at the beginning of a template: ~ or {k}; 0: there is none. */
static size_t place_len(const char *form)
{
    if (form[0] == '~')
        return 1;
    return form[0] == '{' && form[1] >= 'a' && form[1] <= 'z' && form[2] == '}' ? 3 : 0;
}

/* The letters before the next place. */
static struct span take_letters(const char **form)
{
    const char *const from = *form;
    while (**form != '\0' && place_len(*form) == 0)
        ++*form;
    return (struct span){from, (size_t)(*form - from)};
}

static bool span_begins(struct span text, struct span with)
{
    return text.len >= with.len && memcmp(text.s, with.s, with.len) == 0;
}

static struct span span_after(struct span text, size_t n)
{
    return (struct span){text.s + n, text.len - n};
}

/* Where the letters first occur, or text.len + 1. */
static size_t find_letters(struct span text, struct span letters)
{
    for (size_t i = 0; i + letters.len <= text.len; i++)
        if (span_begins(span_after(text, i), letters))
            return i;
    return text.len + 1;
}

/* The text ends inside of the letters, or of the place before them. */
static bool match_cut(struct match *m, struct span text, struct span letters, bool in_place)
{
    size_t keep = in_place ? 0 : text.len;
    for (size_t n = letters.len < text.len ? letters.len : text.len; in_place && n != 0; n--)
        if (memcmp(text.s + text.len - n, letters.s, n) == 0) {
            keep = n;
            break;
        }
    if (!in_place && !span_begins(letters, text))
        return false;
    m->letters += (unsigned)keep;
    m->cut = true;
    if (in_place)
        m->place[m->places++] = (struct span){text.s, text.len - keep};
    return m->letters >= CUT_LETTERS;
}

/*
 * Whether a text was made from a template. Each place takes as little as it can but the last
 * one, which is all that is needed to find out, as with the * of a file name. With `cut` the
 * text may end anywhere.
 */
static bool match_form(struct match *m, const char *form, struct span text, bool cut)
{
    struct span letters = take_letters(&form);
    m->places = m->letters = 0;
    m->cut = false;
    if (!span_begins(text, letters))
        return cut && match_cut(m, text, letters, false);
    for (;;) {
        m->letters += (unsigned)letters.len;
        text = span_after(text, letters.len);
        const size_t place = place_len(form);
        if (place == 0)
            return text.len == 0;
        if (m->places == MOST_PLACES)
            return false;
        form += place;
        letters = take_letters(&form);
        const bool last = *form == '\0';
        size_t at = find_letters(text, letters);
        if (last && at <= text.len) {
            at = text.len - letters.len;
            if (!span_begins(span_after(text, at), letters))
                at = text.len + 1;
        }
        if (at > text.len)
            return cut && match_cut(m, text, letters, true);
        m->place[m->places++] = (struct span){text.s, at};
        text = span_after(text, at);
    }
}

/* The best of some messages, if it is better than *best. */
static void find_best(struct match *best, const struct bm_message *list, size_t count,
                      struct span text, bool cut)
{
    for (size_t i = 0; i < count; i++) {
        struct match m;
        if (!match_form(&m, list[i].english, text, cut) ||
            (best->message && m.letters <= best->letters))
            continue;
        m.message = &list[i];
        *best = m;
    }
}

static bool find_sentence(struct match *best, struct span text)
{
    best->message = NULL;
    for (unsigned cut = 0; cut <= (text.len >= CUT_BYTES) && !best->message; cut++)
        for (unsigned i = 0; i < sizeof catalogue / sizeof *catalogue; i++)
            find_best(best, catalogue[i]->sentences, catalogue[i]->sentence_count, text, cut);
    return best->message != NULL;
}

/* ---- Writing ---- */

static bool put_sentence(struct bm_str *out, struct span text, const struct bm_rules *rules,
                         unsigned depth);
static bool put_word(struct bm_str *out, struct span text, const struct bm_rules *rules,
                     unsigned depth);

typedef bool put_part(struct bm_str *out, struct span text, const struct bm_rules *rules,
                      unsigned depth);

/*
 * A list whose parts are all known, or one part; false, and nothing is written, if not. The
 * last part of a list may be cut.
 */
static bool put_list(struct bm_str *out, struct span text, const char *glue, put_part *put,
                     const struct bm_rules *rules, unsigned depth)
{
    const struct span between = {glue, strlen(glue)};
    const struct bm_str before = *out;
    for (struct span rest = text;;) {
        const size_t at = find_letters(rest, between);
        const struct span part = {rest.s, at < rest.len ? at : rest.len};
        if (!put(out, part, rules, depth))
            break;
        if (part.len == rest.len)
            return true;
        bm_str_text(out, "、");
        rest = span_after(rest, part.len + between.len);
    }
    *out = before;
    return put(out, text, rules, depth);
}

static void put_place(struct bm_str *out, char how, struct span text,
                      const struct bm_rules *rules, unsigned depth)
{
    const bool done = how == '&'   ? put_list(out, text, "; ", put_sentence, rules, depth)
                      : how == '@' ? put_list(out, text, ", ", put_word, rules, depth)
                                   : false;
    if (!done)
        bm_str_bytes(out, text.s, text.len);
}

static void put_match(struct bm_str *out, const struct match *m, const struct bm_rules *rules,
                      unsigned depth)
{
    for (const char *s = m->message->japanese; *s != '\0'; s++) {
        const bool mark = *s == '~' || *s == '@' || *s == '&';
        const unsigned n = mark ? (unsigned)(s[1] - '1') : MOST_PLACES;
        if (n >= MOST_PLACES) {
            bm_str_char(out, *s);
            continue;
        }
        if (n < m->places)
            put_place(out, *s, m->place[n], rules, depth);
        else
            bm_str_text(out, "…");
        s++;
    }
    if (m->cut)
        bm_str_text(out, "…");
}

static bool is_text(struct span text, const char *s)
{
    return strlen(s) == text.len && memcmp(s, text.s, text.len) == 0;
}

static bool put_sentence(struct bm_str *out, struct span text, const struct bm_rules *rules,
                         unsigned depth)
{
    const bool may_be_cut = depth < MOST_DEPTH && text.len >= CUT_LETTERS;
    for (unsigned i = 0; i < BM_DEFECT_COUNT; i++) {
        const char *const defect = bm_defect_text((bm_defects)1 << i, BM_EN);
        const struct span whole = {defect, strlen(defect)};
        if (may_be_cut ? !span_begins(whole, text) : !is_text(text, defect))
            continue;
        bm_str_text(out, bm_defect_text((bm_defects)1 << i, BM_JA));
        return true;
    }
    struct match m;
    if (depth == 0 || !find_sentence(&m, text))
        return false;
    put_match(out, &m, rules, depth - 1);
    return true;
}

/* A square in the notation of the reader: ７六 for 7f. */
static bool put_square_name(struct bm_str *out, struct span text, const struct bm_rules *rules)
{
    char name[BM_SQUARE_NAME];
    for (unsigned sq = 0; text.len < BM_COORDINATES && sq < bm_rules_info(rules)->squares;
         sq++) {
        (void)bm_sq_format((bm_sq)sq, rules, name, sizeof name);
        if (!is_text(text, name))
            continue;
        (void)bm_sq_name((bm_sq)sq, rules, BM_JA, name, sizeof name);
        bm_str_text(out, name);
        return true;
    }
    return false;
}

static bool put_word(struct bm_str *out, struct span text, const struct bm_rules *rules,
                     unsigned depth)
{
    if (rules && put_square_name(out, text, rules))
        return true;
    for (unsigned kind = 0; rules && kind < BM_MAX_KINDS; kind++) {
        if (text.len == 0 || !is_text(text, bm_rules_kind_name(rules, kind, BM_EN)))
            continue;
        bm_str_text(out, bm_rules_kind_name(rules, kind, BM_JA));
        return true;
    }
    struct match best = {.message = NULL};
    for (unsigned i = 0; depth != 0 && i < sizeof catalogue / sizeof *catalogue; i++)
        find_best(&best, catalogue[i]->words, catalogue[i]->word_count, text, false);
    if (best.message)
        put_match(out, &best, rules, depth - 1);
    return best.message != NULL;
}

size_t bm_message_format(const char *english, enum bm_lang lang, const struct bm_rules *rules,
                         char *buf, size_t cap)
{
    const struct span text = {english, strlen(english)};
    struct bm_str out;
    bm_str_init(&out, buf, cap);
    if (lang != BM_JA || text.len > MOST_BYTES || !put_sentence(&out, text, rules, MOST_DEPTH))
        bm_str_bytes(&out, text.s, text.len);
    return bm_str_end(&out);
}

void bm_issue_translate(struct bm_issue *issue, enum bm_lang lang)
{
    char text[BM_MESSAGE_TEXT];
    struct bm_str out;
    char *const field[] = {issue->message, issue->hint};
    const size_t room[] = {sizeof issue->message, sizeof issue->hint};
    for (unsigned i = 0; i < 2; i++) {
        (void)bm_message_format(field[i], lang, NULL, text, sizeof text);
        bm_str_init(&out, field[i], room[i]);
        bm_str_text(&out, text);
        (void)bm_str_end(&out);
    }
}
