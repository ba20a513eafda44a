/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_STATUS_H
#define BANMEN_STATUS_H

/**
 * @file
 * How functions say that they could not do what was asked, and where a text went wrong.
 *
 * "The rules do not allow this move" is an answer, not an error: see banmen/fault.h.
 */

#include <stdint.h>

#if defined(__GNUC__)
#    define BM_API       __attribute__((visibility("default")))
#    define BM_NODISCARD __attribute__((warn_unused_result))
#else
#    define BM_API
#    define BM_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** One list; the enum and the texts are made from it. */
#define BM_STATUS_MAP(X)                              \
    X(OK, 0, "success")                               \
    X(EINVAL, -1, "argument out of range")            \
    X(ENOMEM, -2, "out of memory")                    \
    X(ENOSPC, -3, "buffer or stack is full")          \
    X(ESYNTAX, -4, "text does not follow the format") \
    X(ERULE, -5, "the rules do not allow it")

/** Result of a call: BM_OK is 0, everything else is negative. */
typedef enum bm_status {
#define X(name, value, text) BM_##name = (value),
    BM_STATUS_MAP(X)
#undef X
} bm_status;

/** Where and why a text was refused. Filled by every function that reads text. */
struct bm_error {
    bm_status code;  /**< as returned */
    uint32_t line;   /**< 1-based; 0 when the text has no lines */
    uint32_t column; /**< 1-based byte column; 0 when no place can be named */
    char what[228];  /**< lower case, no full stop, NUL-terminated */
};

/** English text of a status, never NULL. */
BM_API const char *bm_status_text(bm_status s);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_STATUS_H */
