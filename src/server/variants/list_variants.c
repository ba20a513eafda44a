/* SPDX-License-Identifier: MIT */
/* Prints the built-in games as JSON at build time: what the app shows of each before one is
 * chosen. */
#include <stdio.h>

#include "banmen/variant.h"
#include "base/json.h"

static void put_member(struct bm_buf *out, const char *key, const char *text)
{
    bm_buf_text(out, key);
    bm_json_quote(out, text, strlen(text));
}

static void put_number(struct bm_buf *out, const char *key, unsigned value)
{
    bm_buf_text(out, key);
    bm_json_int(out, value);
}

static const char *group_of(const char *name)
{
    return strcmp(name, "chess") == 0   ? "chess"
           : strcmp(name, "shogi") == 0 ? "shogi"
                                        : "variant";
}

static void put_variant(struct bm_buf *out, const struct bm_rules *rules)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    put_member(out, "{\"name\":", info->name);
    put_member(out, ",\"title\":[", info->title[0]);
    put_member(out, ",", info->title[1]);
    put_member(out, "],\"group\":", group_of(info->name));
    put_number(out, ",\"files\":", info->files);
    put_number(out, ",\"ranks\":", info->ranks);
    put_number(out, ",\"axes\":", info->axes);
    bm_buf_text(out, info->has_hands ? ",\"hands\":true" : ",\"hands\":false");
    bm_buf_text(out, info->hex ? ",\"hex\":true" : ",\"hex\":false");
    put_member(out, ",\"dialect\":", info->dialect == BM_DIALECT_USI ? "usi" : "uci");
    bm_buf_char(out, '}');
}

int main(void)
{
    struct bm_buf out = {0};
    const struct bm_variant *v;
    for (unsigned i = 0; (v = bm_variant_at(i)) != NULL; i++) {
        const struct bm_rules *rules;
        if (bm_rules_open(&rules, v->name, strlen(v->name)) != BM_OK)
            return 1;
        bm_buf_text(&out, i == 0 ? "[" : ",\n");
        put_variant(&out, rules);
        bm_rules_release(rules);
    }
    bm_buf_text(&out, "]\n");
    const bool failed = out.failed || fwrite(out.s, 1, out.len, stdout) != out.len;
    bm_buf_free(&out);
    return failed;
}
