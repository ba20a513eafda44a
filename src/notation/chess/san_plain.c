/* SPDX-License-Identifier: MIT */
#include "notation/chess/san_plain.h"

#include <string.h>

#include "notation/text.h"

/* One character of more than one byte that stands for an ASCII one; its length, or 0. */
static size_t fold_character(const char *s, size_t len, char *out)
{
    static const struct {
        const char *from;
        char to; /* NUL: nothing */
    } list[] = {
        {"♔", 'K'},
        {"♕", 'Q'},
        {"♖", 'R'},
        {"♗", 'B'},
        {"♘", 'N'},
        {"♙", 'P'},
        {"♚", 'K'},
        {"♛", 'Q'},
        {"♜", 'R'},
        {"♝", 'B'},
        {"♞", 'N'},
        {"♟", 'P'},
        {"×", 'x'},
        {"–", '-'},
        {"−", '-'},
        {"‐", '-'},
        {"‑", '-'},
        {"—", '-'},
        {"†", '+'},
        {"‡", '#'},
        {"\xef\xb8\x8e", '\0'}, /* what chooses between text and picture */
        {"\xef\xb8\x8f", '\0'},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const size_t n = strlen(list[i].from);
        if (n <= len && memcmp(s, list[i].from, n) == 0) {
            *out = list[i].to;
            return n;
        }
    }
    return 0;
}

void bm_plain_make(struct bm_plain *p, const char *s, size_t len)
{
    p->len = 0;
    for (size_t at = 0; at < len;) {
        const size_t begin = at;
        char c = s[at];
        const size_t wide = (unsigned char)c >= 0x80 ? fold_character(s + at, len - at, &c) : 0;
        at += wide != 0 ? wide : 1;
        if (c == '\0' && wide != 0)
            continue;
        if (bm_text_blank(c))
            continue;
        if (p->len == BM_PLAIN_LONGEST || begin > 200) {
            p->len = 0;
            return;
        }
        p->s[p->len] = c;
        p->at[p->len++] = (uint8_t)begin;
    }
    p->at[p->len] = (uint8_t)(len < 200 ? len : 200);
    p->s[p->len] = '\0';
}

bool bm_plain_drop_end(struct bm_plain *p, const char *tail)
{
    const size_t n = strlen(tail);
    if (p->len <= n || memcmp(p->s + p->len - n, tail, n) != 0)
        return false;
    p->len -= n;
    return true;
}

void bm_plain_drop_ends(struct bm_plain *p)
{
    while (bm_plain_drop_end(p, "+") || bm_plain_drop_end(p, "#") ||
           bm_plain_drop_end(p, "!") || bm_plain_drop_end(p, "?") ||
           bm_plain_drop_end(p, "(ep)") || bm_plain_drop_end(p, "e.p.") ||
           bm_plain_drop_end(p, "e.p") || bm_plain_drop_end(p, "ep") ||
           bm_plain_drop_end(p, "(=)"))
        ;
}

unsigned bm_plain_castles(const struct bm_plain *p)
{
    unsigned n = 0, dashes = 0;
    bool digits = false;
    for (size_t i = 0; i < p->len; i++) {
        const char c = p->s[i];
        if (c == '-' && i != 0 && p->s[i - 1] != '-' && i + 1 < p->len) {
            dashes++;
            continue;
        }
        if (c != 'O' && c != 'o' && c != '0')
            return 0;
        digits |= c == '0';
        n++;
    }
    return (n == 2 || n == 3) && (dashes == n - 1 || (dashes == 0 && !digits)) ? n : 0;
}
