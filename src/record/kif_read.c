/* SPDX-License-Identifier: MIT */
#include "record/format.h"

enum bm_step bm_kif_read(struct bm_reading *r)
{
    (void)r;
    return BM_STEP_NONE;
}
