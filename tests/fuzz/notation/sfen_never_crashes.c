/* SPDX-License-Identifier: MIT */
#include "positions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_position(bm_rules_shogi(), (const char *)data, size);
    return 0;
}
