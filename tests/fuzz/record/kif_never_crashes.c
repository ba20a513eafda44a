/* SPDX-License-Identifier: MIT */
#include "records.h"

/* One reader serves both formats; each has a writer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_record(BM_FORMAT_KIF, data, size);
    fuzz_record(BM_FORMAT_KI2, data, size);
    return 0;
}
