/* SPDX-License-Identifier: MIT */
/* Options: what was read and written is read as the same. */
#include "proto_lines.h"

static void declare_again(const char *s, size_t len)
{
    struct bm_engine_option o, again;
    struct bm_buf first = {0}, second = {0};
    struct bm_text choice;
    struct bm_error err;
    if (bm_option_parse(&o, s, len) != BM_OK)
        return;
    REQUIRE(o.name.len != 0 && o.type < BM_OPTION_TYPES);
    for (unsigned i = 0; bm_option_var(&o, i, &choice); i++)
        REQUIRE(bm_option_accepts(&o, choice.s, choice.len, NULL));
    if (!bm_option_accepts(&o, o.value.s, o.value.len, &err))
        fuzz_require_error(&err, len);
    bm_option_declare(&first, &o);
    REQUIRE(bm_option_parse(&again, first.s, first.len) == BM_OK);
    bm_option_declare(&second, &again);
    REQUIRE(o.type == again.type && o.min == again.min && o.max == again.max);
    REQUIRE(fuzz_same(&first, &second));
    bm_buf_free(&first);
    bm_buf_free(&second);
}

static void set_again(const char *s, size_t len)
{
    enum { WORD = sizeof "setoption" };
    struct bm_text name, value, name2, value2;
    struct bm_buf line = {0};
    if (bm_option_read_set(s, len, &name, &value) != BM_OK)
        return;
    bm_option_set(&line, name, value);
    REQUIRE(bm_option_read_set(line.s + WORD, line.len - WORD, &name2, &value2) == BM_OK);
    REQUIRE(name.len == name2.len && memcmp(name.s, name2.s, name.len) == 0);
    REQUIRE(!value.s == !value2.s && value.len == value2.len);
    REQUIRE(value.len == 0 || memcmp(value.s, value2.s, value.len) == 0);
    bm_buf_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    declare_again((const char *)data, size);
    set_again((const char *)data, size);
    return 0;
}
