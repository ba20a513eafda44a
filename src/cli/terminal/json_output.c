/* SPDX-License-Identifier: MIT */
#include "cli/terminal/json_output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"

static void begin_item(struct bm_json *j)
{
    if (j->comma)
        putchar(',');
    j->comma = true;
}

void bm_json_begin(struct bm_json *j, char bracket)
{
    begin_item(j);
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

void bm_json_bytes(struct bm_json *j, const char *s, size_t len)
{
    struct bm_buf b = {0};
    begin_item(j);
    bm_json_quote(&b, s, len);
    if (!b.failed)
        fwrite(b.s, 1, b.len, stdout);
    bm_buf_free(&b);
}

void bm_json_text(struct bm_json *j, const char *s) { bm_json_bytes(j, s, strlen(s)); }

void bm_json_raw(struct bm_json *j, const char *json)
{
    begin_item(j);
    fputs(json, stdout);
}

void bm_json_key(struct bm_json *j, const char *key)
{
    bm_json_text(j, key);
    putchar(':');
    j->comma = false;
}

void bm_json_u64(struct bm_json *j, uint64_t v)
{
    begin_item(j);
    printf("%" PRIu64, v);
}

void bm_json_i64(struct bm_json *j, int64_t v)
{
    begin_item(j);
    printf("%" PRId64, v);
}

void bm_json_seconds(struct bm_json *j, double v)
{
    begin_item(j);
    printf("%.3f", v);
}

void bm_json_bool(struct bm_json *j, bool v)
{
    begin_item(j);
    fputs(v ? "true" : "false", stdout);
}
