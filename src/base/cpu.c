/* SPDX-License-Identifier: MIT */
#include "base/cpu.h"

#ifdef BM_HAVE_AVX2

#    include <cpuid.h>
#    include <stdatomic.h>
#    include <stdlib.h>
#    include <string.h>

/* AMD before family 19h (Zen 3) runs PEXT as microcode, many times slower than plain code. */
static bool has_slow_pext(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(0, &a, &b, &c, &d) || b != signature_AMD_ebx)
        return false;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return true;
    const unsigned base = a >> 8 & 0xf, extended = a >> 20 & 0xff;
    return (base == 0xf ? base + extended : base) < 0x19;
}

static bool find_avx2(void)
{
    const char *const wish = getenv("BANMEN_CPU");
    if (wish && strcmp(wish, "baseline") == 0)
        return false;
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt") &&
           !has_slow_pext();
}

bool bm_cpu_has_avx2(void)
{
    /* The first caller stores the answer; concurrent callers store the same one. */
    enum { UNKNOWN, NO, YES };
    static _Atomic unsigned char answer = UNKNOWN;
    unsigned char known = atomic_load_explicit(&answer, memory_order_relaxed);
    if (known == UNKNOWN) {
        known = find_avx2() ? YES : NO;
        atomic_store_explicit(&answer, known, memory_order_relaxed);
    }
    return known == YES;
}

#else

bool bm_cpu_has_avx2(void) { return false; }

#endif
