/* SPDX-License-Identifier: MIT */
#include "record/format.h"

bm_status bm_kif_write(struct bm_writing *w, struct bm_error *err)
{
    (void)w, (void)err;
    return BM_ERULE;
}

bm_status bm_ki2_write(struct bm_writing *w, struct bm_error *err)
{
    (void)w, (void)err;
    return BM_ERULE;
}
