/* SPDX-License-Identifier: MIT */
#ifndef BM_CLIENT_REGISTRY_H
#define BM_CLIENT_REGISTRY_H

/*
 * The engines that a user has: a file of JSON, by default engines.json in banmen's folder of
 * $XDG_CONFIG_HOME (or ~/.config); $BANMEN_ENGINES names another. It is written to the side and
 * renamed, so that it is never half a file; two programs that change it at a time do so one
 * after the other (a lock file).
 */

#include "client/spec.h"

struct bm_registry {
    char *path;
    struct bm_engine_spec *engines; /* sorted by name */
    size_t count;
    int lock; /* file descriptor; -1: opened for looking only */
};

/*
 * Read the registry; a file that is not there is an empty one. `change`: nobody else can change
 * it until it is closed. path NULL: the usual place. BM_ESYNTAX: the file is wrong, and err
 * says where ("FILE:LINE:COL: ..." in what); nothing is lost by that.
 */
bm_status bm_registry_open(struct bm_registry *r, const char *path, bool change,
                           struct bm_error *err);
/* Write it, if it was opened for that. */
bm_status bm_registry_save(struct bm_registry *r, struct bm_error *err);
void bm_registry_close(struct bm_registry *r);

/* By name; NULL if there is none. */
struct bm_engine_spec *bm_registry_find(const struct bm_registry *r, const char *name);
/* Add a copy; BM_EINVAL: the name is taken, or no name. */
bm_status bm_registry_add(struct bm_registry *r, const struct bm_engine_spec *spec,
                          struct bm_error *err);
bool bm_registry_remove(struct bm_registry *r, const char *name);

/*
 * What a user means by an engine: "builtin:LEVEL", a name of the registry, or a command.
 * *level is 0 unless it is built in. err says what is wrong.
 */
bm_status bm_registry_resolve(struct bm_engine_spec *spec, unsigned *level, const char *text,
                              struct bm_error *err);

#endif
