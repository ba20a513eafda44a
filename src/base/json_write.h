/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_JSON_WRITE_H
#define BM_BASE_JSON_WRITE_H

/*
 * Writes JSON into a buffer, item by item. An item gets a comma before it unless the buffer is
 * empty or the last character opens an object or array or ends a key. Bytes that are not UTF-8
 * become U+FFFD.
 */

#include "base/json.h"

/* '{' or '[' as an item; bm_json_end() with the bracket that closes it. */
void bm_json_begin(struct bm_buf *out, char bracket);
void bm_json_end(struct bm_buf *out, char bracket);

/* The name of a member; its value is the next item. */
void bm_json_key(struct bm_buf *out, const char *name);
void bm_json_bytes(struct bm_buf *out, const char *s, size_t len);
void bm_json_text(struct bm_buf *out, const char *s);
void bm_json_raw(struct bm_buf *out, const char *json); /* an item that is JSON already */
void bm_json_u64(struct bm_buf *out, uint64_t v);
void bm_json_i64(struct bm_buf *out, int64_t v);

/* ---- A key and its value ---- */

void bm_json_member_text(struct bm_buf *out, const char *name, const char *text);
void bm_json_member_int(struct bm_buf *out, const char *name, int64_t v);
void bm_json_member_u64(struct bm_buf *out, const char *name, uint64_t v);
void bm_json_member_bool(struct bm_buf *out, const char *name, bool v);
void bm_json_member_fixed(struct bm_buf *out, const char *name, double v, unsigned decimals);

#endif
