/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_VARIANT_FILE_H
#define BM_SESSION_VARIANT_FILE_H

/* Variants by name or as YAML files, with all checks of the language. Any thread. */

#include "banmen/variant.h"

/* The text of a variant and its source. */
struct bm_variant_file {
    const char *name; /* as the caller named it */
    char *text;       /* truncated beyond the limit: compiling reports that */
    size_t len;
};

/* Read a file, standard input for "-"; false with errno. */
bool bm_variant_file_read(struct bm_variant_file *p, const char *file);
void bm_variant_file_free(struct bm_variant_file *p);

/*
 * Compile it, as bm_rules_load(). The variant that it extends is a built-in one or the file
 * ID.yaml of the same folder.
 */
bm_status bm_variant_file_compile(const struct bm_variant_file *p, const struct bm_rules **out,
                                  struct bm_issues *issues);

/* Whether a name means a file: it has a slash or a dot, or there is a file of that name. */
bool bm_variant_is_file(const char *name);

/* The i-th built-in name, those of games without a text last; NULL: no more. */
const char *bm_variant_name_at(unsigned i);
/* The built-in name that was perhaps meant, or NULL. */
const char *bm_variant_nearest(const char *name);

/* Why there are no rules. */
struct bm_variant_problem {
    enum {
        BM_VARIANT_UNKNOWN,    /* neither a built-in name nor a file */
        BM_VARIANT_UNREADABLE, /* `error` is errno */
        BM_VARIANT_WRONG,      /* `issues` say what is wrong in `file` */
        BM_VARIANT_FAILED      /* `status` */
    } kind;
    int error;
    bm_status status;
    struct bm_variant_file file; /* that the caller frees, whatever the kind */
    struct bm_issues issues;
};

/*
 * The rules of a built-in name or of the path of a file; the caller releases them. NULL: *why
 * says why; only then it is to be freed.
 */
const struct bm_rules *bm_variant_load(const char *name, struct bm_variant_problem *why);

#endif
