/* SPDX-License-Identifier: MIT */
#include "record/format.h"

enum bm_step bm_jkf_read(struct bm_reading *r)
{
    (void)r;
    return BM_STEP_NONE;
}

bm_status bm_jkf_write(struct bm_writing *w, struct bm_error *err)
{
    (void)w, (void)err;
    return BM_ERULE;
}
