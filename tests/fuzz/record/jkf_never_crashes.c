/* SPDX-License-Identifier: MIT */

/* Any text read as JSON Kifu Format: see records.h for what holds. */

#include "records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_record(BM_FORMAT_JKF, data, size);
    return 0;
}
