/* SPDX-License-Identifier: MIT */
#include "cli/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void item(struct bm_json *j)
{
    if (j->comma)
        putchar(',');
    j->comma = true;
}

void bm_json_begin(struct bm_json *j, char bracket)
{
    item(j);
    putchar(bracket);
    j->comma = false;
}

void bm_json_end(struct bm_json *j, char bracket)
{
    putchar(bracket);
    j->comma = true;
}

void bm_json_finish(struct bm_json *j)
{
    bm_json_end(j, '}');
    putchar('\n');
    j->comma = false;
}

/* Length of the UTF-8 character at s: no overlong forms, no surrogates; 0 if there is none. */
static size_t utf8_length(const unsigned char *s, size_t len)
{
    const unsigned c = s[0];
    if (c < 0x80)
        return 1;
    if (c < 0xc2 || c > 0xf4)
        return 0;
    const size_t n = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (n > len)
        return 0;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    }
    if ((c == 0xe0 && s[1] < 0xa0) || (c == 0xed && s[1] >= 0xa0) ||
        (c == 0xf0 && s[1] < 0x90) || (c == 0xf4 && s[1] >= 0x90))
        return 0;
    return n;
}

void bm_json_bytes(struct bm_json *j, const char *s, size_t len)
{
    const unsigned char *const u = (const unsigned char *)s;
    item(j);
    putchar('"');
    for (size_t at = 0; at < len;) {
        const size_t n = utf8_length(u + at, len - at);
        if (n == 0) {
            fputs("\xef\xbf\xbd", stdout);
            at++;
            continue;
        }
        if (u[at] == '"' || u[at] == '\\')
            printf("\\%c", u[at]);
        else if (u[at] < 0x20 || u[at] == 0x7f)
            printf("\\u%04x", u[at]);
        else
            fwrite(u + at, 1, n, stdout);
        at += n;
    }
    putchar('"');
}

void bm_json_text(struct bm_json *j, const char *s) { bm_json_bytes(j, s, strlen(s)); }

void bm_json_key(struct bm_json *j, const char *key)
{
    bm_json_text(j, key);
    putchar(':');
    j->comma = false;
}

void bm_json_u64(struct bm_json *j, uint64_t v)
{
    item(j);
    printf("%" PRIu64, v);
}

void bm_json_seconds(struct bm_json *j, double v)
{
    item(j);
    printf("%.3f", v);
}

void bm_json_bool(struct bm_json *j, bool v)
{
    item(j);
    fputs(v ? "true" : "false", stdout);
}
