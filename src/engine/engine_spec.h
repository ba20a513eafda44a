/* SPDX-License-Identifier: MIT */
#ifndef BM_ENGINE_ENGINE_SPEC_H
#define BM_ENGINE_ENGINE_SPEC_H

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

/* How long to wait, ms; none is longer than a day. */
enum { BM_MAX_DEADLINE = 86400000 };
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
/* The deadline of that name ("ready"); NULL if there is none. */
int64_t *bm_spec_deadline(struct bm_engine_spec *spec, const char *name, size_t len);
/* The name of the i-th deadline and its value; NULL if there are no more. */
const char *bm_spec_deadline_name(const struct bm_engine_spec *spec, unsigned i, int64_t *ms);
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

/*
 * Make the command a full path. A word without slash is looked up in PATH, then where games
 * are (/usr/games, /usr/local/games); a path is taken from the spec's folder, then from ours.
 * BM_EINVAL: there is no such program or folder, and *err (may be NULL) says so.
 */
bm_status bm_spec_locate(struct bm_engine_spec *spec, struct bm_error *err);

/* Fill *err (may be NULL) with a sentence and return `status`. */
__attribute__((format(printf, 3, 4))) bm_status bm_spec_fail(struct bm_error *err,
                                                             bm_status status,
                                                             const char *format, ...);

#endif
