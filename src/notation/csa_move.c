/* SPDX-License-Identifier: MIT */
#include "notation/styles.h"

void bm_csa_write_move(const struct bm_ctx *ctx, bm_move m, struct bm_str *out)
{
    (void)ctx, (void)m, (void)out;
}

bm_status bm_csa_read_move(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                           struct bm_error *err)
{
    (void)ctx, (void)s, (void)len, (void)out, (void)err;
    return BM_ESYNTAX;
}
