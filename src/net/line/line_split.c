/* SPDX-License-Identifier: MIT */
#include "net/line/line_server.h"

bool bm_net_cut(struct bm_buf *half, size_t most, const char *s, size_t n,
                bool (*each)(void *user, const char *line, size_t len), void *user)
{
    /* Room for the CR that does not count. */
    while (n != 0) {
        const char *const end = memchr(s, '\n', n);
        const size_t len = end ? (size_t)(end - s) : n;
        if (half->len + len > most + 1 || memchr(s, '\0', len))
            return false;
        bm_buf_bytes(half, s, len);
        if (half->failed)
            return false;
        s += len;
        n -= len;
        if (!end)
            return true;
        s++;
        n--;
        if (half->len != 0 && half->s[half->len - 1] == '\r')
            half->len--;
        const size_t whole = half->len;
        bm_buf_char(half, '\0');
        if (half->failed || whole > most)
            return false;
        half->len = 0;
        if (!each(user, half->s, whole))
            return true;
    }
    return true;
}
