/* SPDX-License-Identifier: MIT */
#include "base/json_write.h"

#include "base/decimal.h"

static void begin_item(struct bm_buf *out)
{
    const char last = out->len != 0 ? out->s[out->len - 1] : '[';
    if (last != '[' && last != '{' && last != ':')
        bm_buf_char(out, ',');
}

void bm_json_begin(struct bm_buf *out, char bracket)
{
    begin_item(out);
    bm_buf_char(out, bracket);
}

void bm_json_end(struct bm_buf *out, char bracket) { bm_buf_char(out, bracket); }

void bm_json_bytes(struct bm_buf *out, const char *s, size_t len)
{
    begin_item(out);
    bm_json_quote(out, s, len);
}

void bm_json_text(struct bm_buf *out, const char *s) { bm_json_bytes(out, s, strlen(s)); }

void bm_json_key(struct bm_buf *out, const char *name)
{
    bm_json_text(out, name);
    bm_buf_char(out, ':');
}

void bm_json_raw(struct bm_buf *out, const char *json)
{
    begin_item(out);
    bm_buf_text(out, json);
}

void bm_json_u64(struct bm_buf *out, uint64_t v)
{
    begin_item(out);
    bm_buf_u64(out, v, 1);
}

void bm_json_i64(struct bm_buf *out, int64_t v)
{
    begin_item(out);
    bm_json_int(out, v);
}

static void write_json_bool(struct bm_buf *out, bool v)
{
    bm_json_raw(out, v ? "true" : "false");
}

/* As bm_buf_fixed(). */
static void write_json_fixed(struct bm_buf *out, double v, unsigned decimals)
{
    begin_item(out);
    bm_buf_fixed(out, v, decimals);
}

void bm_json_member_text(struct bm_buf *out, const char *name, const char *text)
{
    bm_json_key(out, name);
    bm_json_text(out, text);
}

void bm_json_member_int(struct bm_buf *out, const char *name, int64_t v)
{
    bm_json_key(out, name);
    bm_json_i64(out, v);
}

void bm_json_member_u64(struct bm_buf *out, const char *name, uint64_t v)
{
    bm_json_key(out, name);
    bm_json_u64(out, v);
}

void bm_json_member_bool(struct bm_buf *out, const char *name, bool v)
{
    bm_json_key(out, name);
    write_json_bool(out, v);
}

void bm_json_member_fixed(struct bm_buf *out, const char *name, double v, unsigned decimals)
{
    bm_json_key(out, name);
    write_json_fixed(out, v, decimals);
}
