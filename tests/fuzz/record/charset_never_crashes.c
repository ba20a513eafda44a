/* SPDX-License-Identifier: MIT */
/*
 * Any bytes in any encoding: the text is UTF-8, the same in pieces as at once; and if no byte
 * was wrong, it comes back the same from its own encoding.
 */
#include "record/charset.h"

#include "fuzz.h"

static bool same(const struct bm_buf *a, const struct bm_buf *b)
{
    return a->len == b->len && (a->len == 0 || memcmp(a->s, b->s, a->len) == 0);
}

static void require_all(enum bm_encoding e, const char *s, size_t size)
{
    struct bm_buf whole = {0}, pieces = {0}, bytes = {0}, again = {0};
    uint64_t bad = 0, bad_pieces = 0, lost = 0, none = 0;
    REQUIRE(bm_charset_decode(e, s, size, true, &whole, &bad) == size);
    REQUIRE(whole.len == 0 || bm_charset_is_utf8(whole.s, whole.len));
    size_t at = 0;
    for (size_t end = 0; end < size;) {
        end = end + 3 < size ? end + 3 : size;
        at += bm_charset_decode(e, s + at, end - at, end == size, &pieces, &bad_pieces);
    }
    REQUIRE(at == size && bad == bad_pieces && same(&whole, &pieces));
    if (bad == 0 && whole.len != 0) {
        bm_charset_encode(e, whole.s, whole.len, &bytes, &lost);
        REQUIRE(lost == 0);
        REQUIRE(bm_charset_decode(e, bytes.s, bytes.len, true, &again, &none) == bytes.len);
        REQUIRE(none == 0 && same(&whole, &again));
    }
    bm_buf_free(&whole);
    bm_buf_free(&pieces);
    bm_buf_free(&bytes);
    bm_buf_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const s = (const char *)data;
    if (size == 0)
        return 0;
    for (unsigned e = BM_ENCODING_UTF8; e < BM_ENCODING_COUNT; e++)
        require_all((enum bm_encoding)e, s, size);
    const enum bm_encoding found = bm_charset_detect(s, size, true);
    REQUIRE(found < BM_ENCODING_COUNT);
    REQUIRE(bm_charset_detect(s, size, false) < BM_ENCODING_COUNT);
    REQUIRE(found != BM_ENCODING_AUTO || bm_charset_is_utf8(s, size));
    return 0;
}
