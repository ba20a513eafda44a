/* SPDX-License-Identifier: MIT */
#include "base/decimal.h"

#include <assert.h>

/* The parts of a double: v = mantissa * 2^exponent. */
enum { MANTISSA_BITS = 52, EXPONENT_BIAS = 1075 };

/* n / 2^shift, rounded half to even; n is below 2^63. */
static uint64_t shift_rounded(uint64_t n, unsigned shift)
{
    if (shift == 0)
        return n;
    if (shift > 63)
        return 0;
    const uint64_t half = 1ull << (shift - 1);
    const uint64_t rest = n & ((half << 1) - 1);
    const uint64_t whole = n >> shift;
    return whole + (rest > half || (rest == half && (whole & 1) != 0));
}

void bm_buf_fixed(struct bm_buf *out, double v, unsigned decimals)
{
    static const unsigned short power[] = {1, 10, 100, 1000};
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    const unsigned biased = bits >> MANTISSA_BITS & 0x7ff;
    const uint64_t fraction = bits & ((1ull << MANTISSA_BITS) - 1);
    const uint64_t mantissa = biased == 0 ? fraction : fraction | 1ull << MANTISSA_BITS;
    const int exponent = (int)(biased == 0 ? 1 : biased) - EXPONENT_BIAS;
    assert(decimals < sizeof power / sizeof *power && v < 1e12 && v > -1e12);

    const unsigned scale = power[decimals];
    const uint64_t n = shift_rounded(mantissa * scale, (unsigned)-exponent);
    if (bits >> 63)
        bm_buf_char(out, '-');
    bm_buf_u64(out, n / scale, 1);
    if (decimals != 0) {
        bm_buf_char(out, '.');
        bm_buf_u64(out, n % scale, decimals);
    }
}
