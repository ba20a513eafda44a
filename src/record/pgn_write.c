/* SPDX-License-Identifier: MIT */
#include "record/format.h"

bm_status bm_pgn_write(struct bm_writing *w, struct bm_error *err)
{
    (void)w, (void)err;
    return BM_ERULE;
}
