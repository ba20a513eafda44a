/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_TERMINAL_JSON_OUTPUT_H
#define BM_CLI_TERMINAL_JSON_OUTPUT_H

/* JSON to stdout, one object a line. Bytes that are not UTF-8 become U+FFFD. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bm_json {
    bool comma; /* the next item follows another */
};

/* '{' or '[' as an item; bm_json_end() with the bracket that closes it. */
void bm_json_begin(struct bm_json *j, char bracket);
void bm_json_end(struct bm_json *j, char bracket);
/* Close the outermost object, and the line. */
void bm_json_finish(struct bm_json *j);

void bm_json_key(struct bm_json *j, const char *key);
void bm_json_bytes(struct bm_json *j, const char *s, size_t len);
void bm_json_text(struct bm_json *j, const char *s);
void bm_json_raw(struct bm_json *j, const char *json); /* an item that is JSON already */
void bm_json_u64(struct bm_json *j, uint64_t v);
void bm_json_i64(struct bm_json *j, int64_t v);
void bm_json_seconds(struct bm_json *j, double v);
void bm_json_bool(struct bm_json *j, bool v);

#endif
