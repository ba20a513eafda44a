/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_ATTR_H
#define BM_BASE_ATTR_H

/*
 * A TEMPLATE is an ordinary function whose parameters named in CAPITALS are literals at every
 * call. It is inlined into its caller, where the branches on them vanish. With BM_SMALL, for
 * modules that people wait for, size counts and not speed: there it is a function like any.
 */
#ifdef BM_SMALL
#    define TEMPLATE static inline
#else
#    define TEMPLATE static inline __attribute__((always_inline))
#endif
#define NOINLINE __attribute__((noinline))

/* Written on internal data that several files share: reached without a detour in shared code.
 */
#define HIDDEN __attribute__((visibility("hidden")))

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* ASSUME: checked in debug builds, a promise to the optimiser in release builds. */
#ifdef NDEBUG
#    define ASSUME(x) ((x) ? (void)0 : __builtin_unreachable())
#else
#    include <assert.h>
#    define ASSUME(x) assert(x)
#endif

#endif
