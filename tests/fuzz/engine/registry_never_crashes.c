/* SPDX-License-Identifier: MIT */

/*
 * Any text read as a list of engines: it is refused with a place, or what is written of it
 * reads back as the same.
 */

#include "engine/registry.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bm_registry r = {.lock = -1}, back = {.lock = -1};
    struct bm_buf first = {0}, second = {0};
    struct bm_error err;
    const bm_status status = bm_registry_parse(&r, (const char *)data, size, &err);
    if (status) {
        fuzz_require_error(&err, size);
        REQUIRE(status == BM_ESYNTAX && err.line >= 1 && err.column >= 1);
    } else {
        bm_registry_format(&r, &first);
        REQUIRE(bm_registry_parse(&back, first.s, first.len, &err) == BM_OK);
        REQUIRE(back.count == r.count);
        for (size_t i = 0; i < r.count; i++) {
            const struct bm_engine_spec *const a = &r.engines[i], *const b = &back.engines[i];
            REQUIRE(strcmp(a->name, b->name) == 0 && strcmp(a->command, b->command) == 0);
            REQUIRE(a->args_count == b->args_count && a->options_count == b->options_count);
            REQUIRE(bm_registry_find(&r, a->name) == a);
        }
        bm_registry_format(&back, &second);
        REQUIRE(first.len == second.len && memcmp(first.s, second.s, first.len) == 0);
    }
    bm_buf_free(&first);
    bm_buf_free(&second);
    bm_registry_close(&r);
    bm_registry_close(&back);
    return 0;
}
