/* SPDX-License-Identifier: MIT */

/* Any text read as a game in JSON: see records.h for what holds. */

#include "records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_record(BM_FORMAT_JSON, data, size);
    return 0;
}
