/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_CHARSET_H
#define BM_RECORD_CHARSET_H

/* Encodings of files to UTF-8 and back. Tables are generated when the library is built. */

#include "banmen/record.h"
#include "base/buf.h"

/*
 * The encoding of a text from its bytes: BOM, else strict UTF-8, else EUC-JP or Shift_JIS,
 * whichever fits (Latin-1 if neither does). BM_ENCODING_AUTO if it is all ASCII, so that more
 * must be seen. `final` is false when the text may be cut inside a character.
 */
enum bm_encoding bm_charset_detect(const char *bytes, size_t len, bool final);

/*
 * Append `len` bytes to `out` as UTF-8. Returns how many were used: all but a character cut off
 * at the end, unless `final` is set. Bytes that mean nothing become U+FFFD and are counted.
 */
size_t bm_charset_decode(enum bm_encoding e, const char *bytes, size_t len, bool final,
                         struct bm_buf *out, uint64_t *bad);

/* Append UTF-8 text in another encoding; what it lacks becomes '?' and is counted. */
void bm_charset_encode(enum bm_encoding e, const char *text, size_t len, struct bm_buf *out,
                       uint64_t *bad);

bool bm_charset_is_utf8(const char *s, size_t len);

#endif
