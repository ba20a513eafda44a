/* SPDX-License-Identifier: MIT */
#include "records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_record(BM_FORMAT_EPD, data, size);
    return 0;
}
