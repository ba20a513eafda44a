/* SPDX-License-Identifier: MIT */
#include <wchar.h>
#include <wctype.h>

#include "server/people_inside.h"

/* ---- Names of people ---- */

/* Letters that nobody can see. */
static bool is_filler(wint_t c)
{
    return c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0;
}

/* Make a name small; false: it is not one. */
static bool fold(wchar_t *name, size_t len)
{
    if (len < BM_NAME_LEAST || len > BM_NAME_MOST)
        return false;
    for (size_t i = 0; i < len; i++) {
        const wint_t c = (wint_t)name[i];
        const bool sign = c == '-' || c == '_' || c == '.';
        if (is_filler(c) || (!iswalnum(c) && !(sign && i != 0)))
            return false;
        name[i] = (wchar_t)towlower(c);
    }
    return true;
}

bool bm_people_fold(const struct bm_people *p, const char *name, char *folded, size_t cap)
{
    wchar_t wide[BM_NAME_MOST + 2] = {0};
    mbstate_t in = {0}, out = {0};
    const char *from = name;
    const wchar_t *to = wide;
    if (strlen(name) >= cap)
        return false;
    const locale_t before = uselocale(p->letters);
    const size_t len = mbsrtowcs(wide, &from, BM_NAME_MOST + 1, &in);
    const bool good = len != (size_t)-1 && fold(wide, len) &&
                      wcsrtombs(folded, &to, cap, &out) != (size_t)-1 && !to;
    (void)uselocale(before);
    return good;
}

/* ---- Whose ---- */

bool bm_who_is(const struct bm_who *who, const char *id)
{
    return id[0] != '\0' && (strcmp(who->id, id) == 0 || strcmp(who->also, id) == 0);
}

/* ---- Names of scopes ---- */

static const struct {
    const char *name;
    enum bm_scope scope;
} scopes[] = {{"read", BM_SCOPE_READ},
              {"play", BM_SCOPE_PLAY},
              {"variants", BM_SCOPE_VARIANTS},
              {"account", BM_SCOPE_ACCOUNT}};
enum { SCOPES = sizeof scopes / sizeof *scopes };

unsigned bm_scope_of(const char *name, size_t len)
{
    for (size_t i = 0; i < SCOPES; i++)
        if (strlen(scopes[i].name) == len && memcmp(scopes[i].name, name, len) == 0)
            return scopes[i].scope;
    return 0;
}

unsigned bm_scopes_parse(const char *text)
{
    unsigned set = 0;
    while (*text != '\0') {
        const size_t n = strcspn(text, " ");
        set |= bm_scope_of(text, n);
        text += n + (text[n] == ' ');
    }
    return set;
}

void bm_scopes_format(unsigned set, const char *quote, const char *between, struct bm_buf *out)
{
    bool any = false;
    for (size_t i = 0; i < SCOPES; i++) {
        if (!(set & scopes[i].scope))
            continue;
        if (any)
            bm_buf_text(out, between);
        any = true;
        bm_buf_text(out, quote);
        bm_buf_text(out, scopes[i].name);
        bm_buf_text(out, quote);
    }
}
