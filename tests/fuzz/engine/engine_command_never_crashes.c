/* SPDX-License-Identifier: MIT */

/* Any text read as the command of an engine: words come out of it, or an error with a column.
 */

#include "engine/engine_spec.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bm_engine_spec spec, copy;
    struct bm_error err;
    char *const text = malloc(size + 1);
    REQUIRE(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    if (bm_spec_parse(&spec, text, &err)) {
        fuzz_require_error(&err, strlen(text));
        REQUIRE(!spec.name && !spec.command);
    } else {
        REQUIRE(*spec.command != '\0' && *spec.name != '\0');
        REQUIRE(!spec.args || !spec.args[spec.args_count]);
        for (size_t i = 0; i < spec.options_count; i++) {
            REQUIRE(*spec.options[i].name != '\0');
            REQUIRE(!strpbrk(spec.options[i].name, "\r\n"));
            REQUIRE(!strpbrk(spec.options[i].value, "\r\n"));
        }
        REQUIRE(bm_spec_copy(&copy, &spec) == BM_OK);
        REQUIRE(copy.args_count == spec.args_count);
        bm_spec_fini(&copy);
        bm_spec_fini(&spec);
    }
    free(text);
    return 0;
}
