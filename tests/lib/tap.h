/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_TAP_H
#define BM_TESTS_TAP_H

/*
 * The whole test framework: TAP on stdout, one line per check. A program ends with
 * `return tap_done();`.
 */

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned tap_count, tap_failures;

__attribute__((format(printf, 4, 5))) static inline bool tap_check(bool pass, const char *file,
                                                                   int line, const char *fmt,
                                                                   ...)
{
    char name[4096]; /* one line, whatever the texts in it are */
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(name, sizeof name, fmt, ap);
    va_end(ap);
    for (char *c = name; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    printf("%s %u - %s\n", pass ? "ok" : "not ok", ++tap_count, name);
    if (!pass) {
        tap_failures++;
        printf("# at %s:%d\n", file, line);
    }
    fflush(stdout); /* a crash must not swallow the last checks */
    return pass;
}

static inline bool tap_check_u64(uint64_t got, uint64_t want, const char *what,
                                 const char *file, int line)
{
    if (got == want)
        return tap_check(true, file, line, "%s is %" PRIu64, what, want);
    return tap_check(false, file, line, "%s is %" PRIu64 ", should be %" PRIu64, what, got,
                     want);
}

static inline bool tap_check_str(const char *got, const char *want, const char *what,
                                 const char *file, int line)
{
    if (!strcmp(got, want))
        return tap_check(true, file, line, "%s is \"%s\"", what, want);
    return tap_check(false, file, line, "%s is \"%s\", should be \"%s\"", what, got, want);
}

#define ok(cond)            tap_check((cond), __FILE__, __LINE__, "%s", #cond)
#define ok_named(cond, ...) tap_check((cond), __FILE__, __LINE__, __VA_ARGS__)
#define eq_u64(got, want)   tap_check_u64((got), (want), #got, __FILE__, __LINE__)
#define eq_str(got, want)   tap_check_str((got), (want), #got, __FILE__, __LINE__)

/* A number that the environment may set, so that slow builds can do less. */
static inline uint64_t tap_env_u64(const char *name, uint64_t otherwise)
{
    const char *const text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

/* For what cannot go on: the harness sees a plan that was not kept. */
__attribute__((noreturn)) static inline void tap_bail(const char *why)
{
    printf("Bail out! %s\n", why);
    exit(2);
}

static inline int tap_done(void)
{
    printf("1..%u\n", tap_count);
    return tap_failures != 0;
}

#endif
