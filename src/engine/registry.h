/* SPDX-License-Identifier: MIT */
#ifndef BM_ENGINE_REGISTRY_H
#define BM_ENGINE_REGISTRY_H

/*
 * Registry of a user's engines: a JSON file, by default engines.json in banmen's folder of
 * $XDG_CONFIG_HOME (or ~/.config); $BANMEN_ENGINES names another. It is written to a temporary
 * file and renamed, so that it is never incomplete; a lock file serializes programs that change
 * it. Unknown members are kept.
 */

#include "base/buf.h"
#include "engine/engine_spec.h"

struct bm_registry {
    char *path;
    struct bm_engine_spec *engines; /* sorted by name */
    size_t count;
    char *more; /* what else the file holds: members of a JSON object, or NULL */
    int lock;   /* file descriptor; -1: opened for looking only */
};

/* Where the registry is: path, or the usual place if that is NULL. The caller frees *out. */
bm_status bm_registry_place(char **out, const char *path, struct bm_error *err);

/*
 * Read the registry; a missing file is an empty registry. `change`: the registry is locked
 * until it is closed; its folder is made if need be. path NULL: the default path. BM_ESYNTAX:
 * the file is wrong, and err says where ("FILE:LINE:COL: ..." in what); the file is not
 * changed. BM_EINVAL: it cannot be read. *r need not be closed if this fails.
 */
bm_status bm_registry_open(struct bm_registry *r, const char *path, bool change,
                           struct bm_error *err);
/* Write it, if it was opened for that. BM_EINVAL: it cannot be written, and is as it was. */
bm_status bm_registry_save(struct bm_registry *r, struct bm_error *err);
void bm_registry_close(struct bm_registry *r);

/* The text of a registry, into an empty one; err has line and column. */
bm_status bm_registry_parse(struct bm_registry *r, const char *s, size_t len,
                            struct bm_error *err);
/* Append its text. */
void bm_registry_format(const struct bm_registry *r, struct bm_buf *out);

/* By name, without case; NULL if there is none. */
struct bm_engine_spec *bm_registry_find(const struct bm_registry *r, const char *name);
/* The name that was perhaps meant by a wrong one; NULL if none is near. */
const char *bm_registry_nearest(const struct bm_registry *r, const char *name);
/* Add a copy; BM_EINVAL: the name is taken or cannot be one, or there is no command. */
bm_status bm_registry_add(struct bm_registry *r, const struct bm_engine_spec *spec,
                          struct bm_error *err);
bool bm_registry_remove(struct bm_registry *r, const char *name);

/*
 * What a user means by an engine: "builtin:LEVEL" (a number or a name), a name of the registry,
 * perhaps with options in brackets behind it, or a command. *level is 0 unless it is built in.
 * The command of *spec is a full path then, and the program was there. *spec is written anew;
 * if that fails, it is as after bm_spec_init(), and err says what is wrong.
 */
bm_status bm_registry_resolve(struct bm_engine_spec *spec, unsigned *level, const char *text,
                              struct bm_error *err);

#endif
