/* SPDX-License-Identifier: MIT */
#include "net/net_internal.h"

/* The first byte of a longer character tells how many follow, and bounds the second: by that
 * overlong forms, surrogates and what is beyond U+10FFFF are seen at once (RFC 3629). */
static bool begin_character(struct bm_utf8 *u, unsigned char c)
{
    if (c < 0xc2 || c > 0xf4)
        return false;
    u->want = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    u->low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
    u->high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    return true;
}

bool bm_utf8_take(struct bm_utf8 *u, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)s[i];
        if (u->want != 0) {
            if (c < u->low || c > u->high)
                return false;
            u->want--;
            u->low = 0x80;
            u->high = 0xbf;
        } else if (c < 0x80) {
            /* Mostly everything is ASCII: eight at a time. */
            uint64_t eight;
            while (n - i > 8 &&
                   (memcpy(&eight, s + i + 1, 8), (eight & UINT64_C(0x8080808080808080)) == 0))
                i += 8;
        } else if (!begin_character(u, c)) {
            return false;
        }
    }
    return true;
}
