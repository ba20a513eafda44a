/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_VARIANT_H
#define BANMEN_VARIANT_H

/**
 * @file
 * Games that are loaded at run time from a page of YAML, and the library of such games that is
 * part of the program.
 */

#include "banmen/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of a variant's text. */
enum {
    BM_MAX_VARIANT_TEXT = 65536, /**< bytes of one file */
    BM_MAX_ISSUES = 20           /**< errors and warnings that are told one by one */
};

/** One thing that is wrong with a variant's text. */
struct bm_issue {
    uint32_t line;     /**< 1-based */
    uint32_t column;   /**< 1-based byte column */
    uint32_t length;   /**< bytes concerned, at least 1 */
    bool warning;      /**< the text can be used all the same */
    char code[24];     /**< stable word for programs: "unknown-key", "betza", "start" */
    char message[256]; /**< what is wrong; lower case, no full stop */
    char hint[160];    /**< how to mend it, or "" */
};

/** Everything that is wrong with a variant's text, in the order of the text. */
struct bm_issues {
    unsigned count;                      /**< entries of `list` */
    unsigned errors;                     /**< errors in all; 0: the text can be used */
    unsigned warnings;                   /**< warnings in all */
    struct bm_issue list[BM_MAX_ISSUES]; /**< the first ones */
};

/** Where `extends` finds games that are not part of the program. */
struct bm_library {
    /** The text of the game of that name, or NULL. It lives until loading ends. */
    const char *(*find)(void *user, const char *name, size_t len, size_t *text_len);
    void *user; /**< handed to `find` */
};

/**
 * Compile a variant. On success the caller holds *out and releases it. `library` may be NULL:
 * then only the built-in games can be extended. *issues gets all errors and warnings.
 * BM_ESYNTAX: there are errors, and *out is NULL.
 */
BM_API BM_NODISCARD bm_status bm_rules_load(const struct bm_rules **out, const char *text,
                                            size_t len, const struct bm_library *library,
                                            struct bm_issues *issues);

/**
 * A built-in game by its name, held by the caller, who releases it. BM_EINVAL: there is none.
 * Unlike bm_rules_find() this knows the whole library; what is not chess or shogi is compiled
 * anew by each call.
 */
BM_API BM_NODISCARD bm_status bm_rules_open(const struct bm_rules **out, const char *name,
                                            size_t len);

/** Hold rules once more; returns them. Any thread may do so. */
BM_API const struct bm_rules *bm_rules_hold(const struct bm_rules *rules);
/** Let go of rules; the last one frees them. NULL and chess, chess960, shogi are fine. */
BM_API void bm_rules_release(const struct bm_rules *rules);

/** A game of the library. */
struct bm_variant {
    const char *name; /**< as on the command line */
    const char *text; /**< the YAML */
    size_t len;       /**< bytes of it */
};
/** The i-th game of the library, in the order of their names, or NULL. */
BM_API const struct bm_variant *bm_variant_at(unsigned i);
/** A game of the library by its name, or NULL. */
BM_API const struct bm_variant *bm_variant_find(const char *name, size_t len);

/**
 * An issue for people: "FILE:LINE:COL: error: text", the line of the source, a run of carets
 * with the hint behind it. Lines end in \\n. As snprintf.
 */
BM_API size_t bm_issue_format(const struct bm_issue *issue, const char *file, const char *text,
                              size_t len, char *buf, size_t cap);

/** All issues as JSON: [{"line":…,"col":…,"len":…,"level":…,"code":…,"message":…,"hint":…},…].
 */
BM_API size_t bm_issues_json(const struct bm_issues *issues, char *buf, size_t cap);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_VARIANT_H */
