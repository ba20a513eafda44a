/* SPDX-License-Identifier: MIT */
#include "record/format.h"

enum bm_step bm_csa_read(struct bm_reading *r)
{
    (void)r;
    return BM_STEP_NONE;
}

bm_status bm_csa_write(struct bm_writing *w, struct bm_error *err)
{
    (void)w, (void)err;
    return BM_ERULE;
}

size_t bm_csa_cut(const char *text, size_t len)
{
    (void)text, (void)len;
    return 0;
}
