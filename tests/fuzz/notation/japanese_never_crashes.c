/* SPDX-License-Identifier: MIT */
#include "styles.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_style(BM_STYLE_JAPANESE, data, size);
    fuzz_style(BM_STYLE_KIF, data, size);
    return 0;
}
