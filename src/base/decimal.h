/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_DECIMAL_H
#define BM_BASE_DECIMAL_H

/* Numbers with decimals as text, where there is no printf(). */

#include "base/buf.h"

/*
 * Append v with up to 3 decimals, as "%.*f" of printf() does: the exact value is rounded, half
 * to even. v is finite and below 10^12 in magnitude.
 */
void bm_buf_fixed(struct bm_buf *out, double v, unsigned decimals);

#endif
