/* SPDX-License-Identifier: MIT */
#include "positions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_position(bm_rules_chess(), (const char *)data, size);
    fuzz_position(bm_rules_chess960(), (const char *)data, size);
    return 0;
}
