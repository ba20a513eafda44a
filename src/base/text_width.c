/* SPDX-License-Identifier: MIT */
#include "base/text_width.h"

size_t bm_char_size(const char *s)
{
    const unsigned c = (unsigned char)s[0];
    const size_t n = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < n; i++) {
        if (((unsigned char)s[i] & 0xc0u) != 0x80u)
            return 1;
    }
    return n;
}

bool bm_char_is_wide(const char *s, size_t n)
{
    const unsigned char *const u = (const unsigned char *)s;
    if (n == 4)
        return true;
    if (n < 3)
        return false;
    const unsigned code = (u[0] & 0xfu) << 12 | (u[1] & 0x3fu) << 6 | (u[2] & 0x3fu);
    return code >= 0x2e80 && !(code >= 0xff61 && code <= 0xff9f);
}

size_t bm_text_width(const char *text)
{
    size_t width = 0;
    for (size_t n; *text != '\0'; text += n) {
        n = bm_char_size(text);
        width += bm_char_is_wide(text, n) ? 2 : 1;
    }
    return width;
}
