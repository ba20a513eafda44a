/* SPDX-License-Identifier: MIT */
#ifndef BM_CLIENT_SPEC_H
#define BM_CLIENT_SPEC_H

/*
 * What there is to know of an engine before it is started: where it is, how it is called, what
 * it is told. Owns its texts.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "banmen/status.h"

/* 0: found by handshake. */
enum bm_spec_proto { BM_SPEC_AUTO, BM_SPEC_UCI, BM_SPEC_USI };

/* How long to wait, ms. */
struct bm_deadlines {
    int64_t handshake; /* for uciok or usiok */
    int64_t ready;     /* for readyok */
    int64_t move;      /* beyond the time that it may think */
    int64_t stop;      /* for bestmove after stop */
    int64_t quit;      /* for its end after quit; then as long after SIGTERM, at most 1 s */
};

struct bm_spec_option {
    char *name, *value; /* value may be "" */
};

struct bm_engine_spec {
    char *name;    /* as the user calls it */
    char *command; /* the program */
    char **args;   /* behind it; args_count, then NULL */
    size_t args_count;
    char *dir; /* working directory; NULL: ours */
    enum bm_spec_proto proto;
    struct bm_spec_option *options; /* set after the handshake */
    size_t options_count;
    /* Games that it plays; none: what its options say, or the protocol's own. */
    char **variants;
    size_t variants_count;
    struct bm_deadlines deadlines; /* none is 0 */
    char *more; /* what else the registry says of it: members of a JSON object, or NULL */
};

/* No engine, usual deadlines: 10 s for the handshake, 5 s for all others. */
void bm_spec_init(struct bm_engine_spec *spec);
/* Release its texts; it is as after bm_spec_init() then. */
void bm_spec_fini(struct bm_engine_spec *spec);
/* *to is written anew; if that fails, it is as after bm_spec_init(). */
bm_status bm_spec_copy(struct bm_engine_spec *to, const struct bm_engine_spec *from);

/* Set a text of the spec, which is copied; NULL clears it. */
bm_status bm_spec_set(char **field, const char *value);
bm_status bm_spec_add_arg(struct bm_engine_spec *spec, const char *arg);
bm_status bm_spec_add_variant(struct bm_engine_spec *spec, const char *variant);
void bm_spec_clear_args(struct bm_engine_spec *spec);
void bm_spec_clear_variants(struct bm_engine_spec *spec);
/* Add, or replace the value of the option of that name (without case). BM_EINVAL: no name, or
 * more than one line. */
bm_status bm_spec_set_option(struct bm_engine_spec *spec, const char *name, const char *value);
/* False if there is none of that name. */
bool bm_spec_drop_option(struct bm_engine_spec *spec, const char *name);

/*
 * Read a command as a person types it: words parted by blanks, quotes "..." and '...' and
 * backslashes as in a shell, nothing expanded; options in brackets at the end:
 *
 *     gnuchess -u
 *     "/opt/my engine/run" --fast [Hash=64; Threads=2]
 *
 * An option without "=" is a button. The name becomes the program's without its folder. *spec
 * is written anew; if that fails, it is as after bm_spec_init(), and *err (may be NULL) says
 * what is wrong, and in which column.
 */
bm_status bm_spec_parse(struct bm_engine_spec *spec, const char *text, struct bm_error *err);

#endif
