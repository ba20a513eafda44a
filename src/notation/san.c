/* SPDX-License-Identifier: MIT */
#include "notation/styles.h"

void bm_san_write(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                  struct bm_str *out)
{
    (void)ctx, (void)m, (void)style, (void)out;
}

bm_status bm_san_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                      struct bm_error *err)
{
    (void)ctx, (void)s, (void)len, (void)out, (void)err;
    return BM_ESYNTAX;
}
